package tf

import (
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// sheetRow is a settled bet with the fields of the sheet.
const sheetRow = `{"id":"b1","member_code":"demo_test001","amount":10.50,"earnings":9.79,"settlement_status":"settled","result_status":"WIN","is_unsettled":false,
	"date_created":"2023-11-14T21:30:00.123456Z","settlement_datetime":"2023-11-14T22:00:00Z","modified_datetime":"2023-11-14T22:00:01.5Z","odds":"1.93",
	"game_type_id":3,"game_type_name":"LOL","competition_name":"LPL","event_id":77,"event_name":"A VS B","bet_type_name":"WIN","bet_selection":"A","is_combo":false,"tickets":[]}`

// rowWith is the sheet's row with one text replaced.
func rowWith(t *testing.T, old, replacement string) string {
	t.Helper()
	if !strings.Contains(sheetRow, old) {
		t.Fatalf("no %s in the row", old)
	}
	return strings.Replace(sheetRow, old, replacement, 1)
}

func TestARowIsReadInOurUnits(t *testing.T) {
	l, err := readLine([]byte(sheetRow), nil)
	if err != nil {
		t.Fatal(err)
	}
	l.Raw = nil
	want := venue.BetLine{
		BetID: "b1", Account: "demo_test001", Game: "3", GameName: "LOL", Stake: 1050, Payout: 2029, Status: venue.BetSettled, Odds: "1.93",
		BetAt: time.Date(2023, 11, 14, 21, 30, 0, 123456000, time.UTC), SettledAt: time.Date(2023, 11, 14, 22, 0, 0, 0, time.UTC),
		UpdatedAt: time.Date(2023, 11, 14, 22, 0, 1, 500_000_000, time.UTC), Round: "77",
	}
	if !l.BetAt.Equal(want.BetAt) || l.BetAt.Location() != time.UTC || !reflect.DeepEqual(l, want) {
		t.Errorf("line %+v, want %+v", l, want)
	}
}

// settlement_status gives the result of a bet, whatever the flag of a bet that
// was opened again.
func TestWhatBecameOfABet(t *testing.T) {
	for _, c := range []struct {
		old, replacement string
		status           venue.BetStatus
		payout           money.Fen
	}{
		{`"settled"`, `"confirmed"`, venue.BetOpen, 0},
		{`"settled","result_status":"WIN","is_unsettled":false`, `"confirmed","result_status":null,"is_unsettled":true`, venue.BetOpen, 0},
		{`"is_unsettled":false`, `"is_unsettled":true`, venue.BetSettled, 2029},
		{`"earnings":9.79`, `"earnings":"-10.50"`, venue.BetSettled, 0},
		{`"earnings":9.79`, `"earnings":0`, venue.BetSettled, 1050},
		{`"earnings":9.79,"settlement_status":"settled"`, `"earnings":0,"settlement_status":"cancelled"`, venue.BetVoid, 1050},
		{`"earnings":9.79,"settlement_status":"settled"`, `"earnings":null,"settlement_status":"CANCELLED"`, venue.BetVoid, 1050},
		{`"earnings":9.79,"settlement_status":"settled","result_status":"WIN"`, `"settlement_status":"settled","result_status":"CANCELLED"`, venue.BetVoid, 1050},
	} {
		l, err := readLine([]byte(rowWith(t, c.old, c.replacement)), nil)
		if err != nil || l.Status != c.status || l.Payout != c.payout || l.HasValid || l.SettledAt.IsZero() != (c.status == venue.BetOpen) {
			t.Errorf("%s: %+v, %v", c.replacement, l, err)
		}
	}
	l, err := readLine([]byte(rowWith(t, `"settlement_datetime":"2023-11-14T22:00:00Z"`, `"settlement_datetime":null`)), nil)
	if err != nil || !l.SettledAt.Equal(l.UpdatedAt) {
		t.Errorf("without a time of settlement: %+v, %v", l, err)
	}
	combination := strings.Replace(rowWith(t, `"game_type_id":3,"game_type_name":"LOL"`, `"game_type_id":null,"game_type_name":null`), `"is_combo":false`, `"is_combo":true`, 1)
	l, err = readLine([]byte(combination), nil)
	if err != nil || !l.Parlay || l.Game != "0" || l.GameName != "" {
		t.Errorf("combination: %+v, %v", l, err)
	}
	l, err = readLine([]byte(rowWith(t, `21:30:00.123456Z`, `21:30:00`)), nil)
	if err != nil || !l.BetAt.Equal(time.Date(2023, 11, 14, 21, 30, 0, 0, time.UTC)) {
		t.Errorf("a time without a zone: %+v, %v", l, err)
	}
}

func TestARowThatCannotBeReadIsNoLine(t *testing.T) {
	for _, c := range [][2]string{
		{`"settled"`, `"paid"`}, {`"earnings":9.79`, `"earnings":null`}, {`"earnings":9.79`, `"winloss":9.79`}, {`"earnings":9.79`, `"earnings":"x"`}, {`"amount":10.50`, `"amount":-1`},
		{`"amount":10.50`, `"stake":10.50`}, {`"amount":10.50`, `"amount":null`}, {`"id":"b1"`, `"id":null`}, {`"member_code":"demo_test001"`, `"member":"demo_test001"`},
		{`"settlement_status":"settled"`, `"settlement_status":"cancelled"`}, {`"date_created":"2023-11-14T21:30:00.123456Z"`, `"date_created":null`}, {`"2023-11-14T22:00:01.5Z"`, `"14.11.2023"`},
		{`"settlement_datetime":"2023-11-14T22:00:00Z"`, `"settlement_datetime":"soon"`}, {`{"id"`, `["id"`},
	} {
		if l, err := readLine([]byte(rowWith(t, c[0], c[1])), nil); err == nil {
			t.Errorf("%s: %+v", c[1], l)
		}
	}
	v, _ := openTest(t, map[string][]string{feed: {`200 {"count":2,"next":null,"results":[` + sheetRow + `,{"id":"b2","member_code":"demo_test001"}]}`}})
	p, err := v.PullBets(t.Context(), from, to, "")
	if err != nil || len(p.Lines) != 1 || len(p.Unreadable) != 1 || p.Unreadable[0].BetID != "b2" || p.Unreadable[0].Account != "demo_test001" {
		t.Errorf("page %+v, %v", p, err)
	}
}

// A page is whole, or it is an error.
func TestAPageThatIsNotWholeIsAnError(t *testing.T) {
	for name, answer := range map[string]string{
		"a code": `200 {"code":5001,"count":0,"next":null,"results":[]}`, "a status": `400 {"count":0,"next":null,"results":[]}`, "no list": `200 {"count":0,"next":null}`,
		"no count": `200 {"next":null,"results":[]}`, "no next": `200 {"count":0,"results":[]}`, "a row is missing": `200 {"count":2,"next":null,"results":[` + sheetRow + `]}`,
		"more than the count": `200 {"count":1,"next":"https://x/?page=2","results":[` + sheetRow + `]}`, "absent": notFound, "nothing": `200 `, "torn": hangUp,
	} {
		v, _ := openTest(t, map[string][]string{feed: {answer}})
		if p, err := v.PullBets(t.Context(), from, to, ""); err == nil {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

func TestPagesFollowEachOther(t *testing.T) {
	rows := strings.TrimSuffix(strings.Repeat(sheetRow+",", pageSize), ",")
	v, s := openTest(t, map[string][]string{feed: {
		`200 {"count":1001,"next":"https://x/?page=2","results":[` + rows + `]}`, `200 {"count":1001,"next":null,"results":[` + sheetRow + `]}`, `200 {"count":1002,"next":null,"results":[` + sheetRow + `,` + sheetRow + `]}`,
	}})
	first, err := v.PullBets(t.Context(), from, to, "")
	if err != nil || len(first.Lines) != pageSize || first.Next == "" {
		t.Fatalf("%d lines, next %q, %v", len(first.Lines), first.Next, err)
	}
	if second, err := v.PullBets(t.Context(), from, to, first.Next); err != nil || len(second.Lines) != 1 || second.Next != "" {
		t.Errorf("%+v, %v", second, err)
	}
	if heard := s.heard(); !strings.Contains(heard[1].query, "&page=2&") {
		t.Errorf("asked %v", heard[1])
	}
	if _, err := v.PullBets(t.Context(), from, to, first.Next); !errors.Is(err, wire.ErrMoved) {
		t.Errorf("rows that came meanwhile: %v", err)
	}
}

func TestARowTellsItsPicks(t *testing.T) {
	v := &Venue{}
	single := v.ReadBet([]byte(sheetRow)).Legs
	if len(single) != 1 || single[0] != (venue.BetLeg{League: "LPL", Event: "A VS B", Market: "WIN", Pick: "A", Odds: "1.93", Result: "WIN", Match: "77"}) {
		t.Errorf("single %+v", single)
	}
	legs := v.ReadBet([]byte(rowWith(t, `"tickets":[]`, `"tickets":[{"event_name":"A VS B","bet_selection":"A"},{"event_name":"C VS D","odds":2.1}]`))).Legs
	if len(legs) != 2 || legs[1].Event != "C VS D" || legs[1].Odds != "2.1" {
		t.Errorf("combination %+v", legs)
	}
	for _, raw := range []string{"", "{}", "[]", `{"tickets":7}`} {
		if facts := v.ReadBet([]byte(raw)); len(facts.Legs) != 0 {
			t.Errorf("%s: %+v", raw, facts)
		}
	}
}

// A single names its side where the contract says what its market is.
func TestASingleTellsItsSide(t *testing.T) {
	markets := wire.Markets{"WIN": {Kind: wire.Winner}, "MAP 1": {Kind: wire.Winner, Part: "map1"}, "TOTAL": {Kind: wire.Total}}
	for name, c := range map[string]struct{ change, market, side string }{
		"home":          {`"WIN","bet_selection":"A"`, "winner/", "home"},
		"away":          {`"WIN","bet_selection":"B"`, "winner/", "away"},
		"neither":       {`"WIN","bet_selection":"C"`, "", ""},
		"a map":         {`"MAP 1","bet_selection":"A"`, "winner/map1", "home"},
		"total":         {`"TOTAL","bet_selection":"Over 25.5"`, "total//25.5", "over"},
		"without line":  {`"TOTAL","bet_selection":"Over"`, "", ""},
		"correct score": {`"SCORE","bet_selection":"2-1"`, "", ""},
	} {
		l, err := readLine([]byte(rowWith(t, `"WIN","bet_selection":"A"`, c.change)), markets)
		if err != nil || l.Round != "77" || l.Market != c.market || l.Side != c.side {
			t.Errorf("%s: %q %q %q, %v", name, l.Round, l.Market, l.Side, err)
		}
	}
	if l, err := readLine([]byte(rowWith(t, `"is_combo":false`, `"is_combo":true`)), markets); err != nil || l.Round+l.Market+l.Side != "" {
		t.Errorf("combination: %+v, %v", l, err)
	}
	v, _ := openTest(t, nil)
	if v.Rules().NoSides == "" {
		t.Error("a contract without markets tells sides")
	}
	v.config.Markets = markets
	legs := v.ReadBet([]byte(rowWith(t, `"tickets":[]`, `"tickets":[{"event_id":8,"event_name":"A VS B","bet_type_name":"WIN","bet_selection":"B"}]`))).Legs
	if v.Rules().NoSides != "" || len(legs) != 1 || legs[0].Match != "8" || legs[0].Side != "away" {
		t.Errorf("legs %+v", legs)
	}
}
