package sexy

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"reflect"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// sheetRow is a settled bet with the fields of the sheet.
const sheetRow = `{"platformTxId":"BAC-7001","userId":"hytest001","platform":"SEXYBCRT","gameType":"LIVE","gameCode":"MX-LIVE-001","gameName":"BaccaratClassic","currency":"CNY",` +
	`"betType":"Banker","betAmount":10,"winAmount":19.5,"realBetAmount":10,"realWinAmount":19.5,"turnover":9.5,"jackpotBetAmount":0,"jackpotWinAmount":0,` +
	`"txTime":"2023-11-15T06:03:01+08:00","betTime":"2023-11-15T06:03:01+08:00","updateTime":"2023-11-15T06:03:40+08:00","txStatus":1,"settleStatus":0,"roundId":"Mexico-01-GA7",` +
	`"gameInfo":"{\"odds\":0.95,\"winLoss\":9.5,\"result\":[\"D03\",\"H09\"]}"}`

func change(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(sheetRow) }

func rows(list ...string) string { return yes(`"transactions":[` + strings.Join(list, ",") + `]`) }

// at is the row with a number and the time of its last change, in minutes after six.
func at(id, updated string) string {
	return change("BAC-7001", id, `"updateTime":"2023-11-15T06:03:40`, `"updateTime":"2023-11-15T06:`+updated)
}

// pull reads the one page of a window whose last row is behind its end.
func pull(t *testing.T, list ...string) venue.BetPage {
	t.Helper()
	v, _ := openTest(t, map[string][]string{betsByUpdate: {rows(append(list, at("later", "11:20"))...)}})
	p, err := v.PullBets(t.Context(), from, to, "")
	if err != nil || p.Next != "" || p.Count != -1 {
		t.Fatalf("PullBets = %+v, %v", p, err)
	}
	return p
}

func TestRowsBecomeBetLines(t *testing.T) {
	p := pull(t, sheetRow,
		change("7001", "7002", `"realWinAmount":19.5`, `"realWinAmount":"0"`, "hytest001", "HYtest001"),
		change("7001", "7003", `"realWinAmount":19.5`, `"realWinAmount":10`, `"turnover":9.5`, `"turnover":0`),
		change("7001", "7004", `"txStatus":1`, `"txStatus":0`, `"realBetAmount":10`, `"realBetAmount":null`, `"turnover":9.5`, `"turnover":null`),
		change("7001", "7005", `"realBetAmount":10`, `"realBetAmount":5`),
	)
	if len(p.Lines) != 5 || len(p.Unreadable) != 0 {
		t.Fatalf("%+v", p)
	}
	settled := time.Date(2023, 11, 14, 22, 3, 40, 0, time.UTC)
	want := venue.BetLine{
		BetID: "BAC-7001", Account: "hytest001", Game: "MX-LIVE-001", GameName: "BaccaratClassic", Stake: 1000, Valid: 950, HasValid: true, Payout: 1950,
		Status: venue.BetSettled, BetAt: settled.Add(-39 * time.Second), SettledAt: settled, UpdatedAt: settled,
		Round: "Mexico-01-GA7", Market: "MX-LIVE-001/庄闲", Side: "banker",
	}
	won, lost, tie, open, odd := p.Lines[0], p.Lines[1], p.Lines[2], p.Lines[3], p.Lines[4]
	if !json.Valid(won.Raw) {
		t.Errorf("raw %s", won.Raw)
	}
	if won.Raw = nil; !reflect.DeepEqual(won, want) {
		t.Errorf("won %+v, want %+v", won, want)
	}
	if lost.Payout != 0 || lost.Account != "hytest001" || tie.Status != venue.BetSettled || tie.Payout != 1000 || tie.Valid != 0 || odd.Payout != 2450 {
		t.Errorf("lost %+v, tie %+v, odd %+v", lost, tie, odd)
	}
	if open.Status != venue.BetOpen || open.Stake != 1000 || open.HasValid || !open.SettledAt.IsZero() || !open.UpdatedAt.Equal(settled) {
		t.Errorf("open %+v", open)
	}
}

// A bet is void where the vendor says so, or where one of its unsure states goes with
// amounts that cost and brought nothing.
func TestWhatIsVoid(t *testing.T) {
	nothing := []string{`"realBetAmount":10`, `"realBetAmount":0`, `"realWinAmount":19.5`, `"realWinAmount":0`, `"turnover":9.5`, `"turnover":0`}
	back := []string{`"realWinAmount":19.5`, `"realWinAmount":10`, `"turnover":9.5`, `"turnover":0`}
	kept := []string{`"realWinAmount":19.5`, `"realWinAmount":0`}
	for _, c := range []struct {
		status  string
		amounts []string
		void    bool
	}{
		{"-1", nothing, true}, {"-1", back, true}, {"-1", kept, true}, {"-1", nil, false},
		{"2", nothing, true}, {"2", back, true}, {"2", kept, false}, {"2", nil, false},
		{"9", nothing, true}, {"9", back, true}, {"9", kept, false}, {"9", nil, false},
		{"3", nothing, false}, {"-2", nothing, false},
	} {
		p := pull(t, change(append([]string{`"txStatus":1`, `"txStatus":` + c.status}, c.amounts...)...))
		if len(p.Lines)+len(p.Unreadable) != 1 || (len(p.Lines) == 1) != c.void {
			t.Errorf("%s %v: %+v", c.status, c.amounts, p)
		}
		if c.void && (p.Lines[0].Status != venue.BetVoid || p.Lines[0].Payout != 1000 || p.Lines[0].Valid != 0) {
			t.Errorf("%s %v: %+v", c.status, c.amounts, p.Lines[0])
		}
	}
}

func TestARowThatCannotBeReadIsKeptBesideTheOthers(t *testing.T) {
	for name, bad := range map[string]string{
		"no number": change(`"BAC-7001"`, `""`), "no user": change(`"hytest001"`, `null`), "no game": change(`"MX-LIVE-001"`, `""`), "no state": change(`"txStatus":1`, `"txStatus":null`),
		"no result": change(`"realWinAmount":19.5`, `"x":1`), "no stake of a result": change(`"realBetAmount":10`, `"realBetAmount":null`), "no turnover": change(`"turnover":9.5`, `"turnover":null`),
		"no time": change(`"updateTime":"2023-11-15T06:03:40+08:00"`, `"x":1`), "a time without a zone": change(`"betTime":"2023-11-15T06:03:01+08:00"`, `"betTime":"2023-11-15 06:03:01"`),
		"another platform": change("SEXYBCRT", "OTHER"), "another currency": change("CNY", "VND"), "negative stake": change(`"betAmount":10`, `"betAmount":-10`),
		"negative turnover": change(`"turnover":9.5`, `"turnover":-1`), "negative win": change(`"realWinAmount":19.5`, `"realWinAmount":-1`), "no row at all": `"x"`,
	} {
		p := pull(t, change("7001", "good"), bad)
		if len(p.Lines) != 1 || p.Lines[0].BetID != "BAC-good" || len(p.Unreadable) != 1 || string(p.Unreadable[0].Raw) != bad || p.Unreadable[0].Why == "" {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

func TestOnlyRowsOfTheWindowBelongToIt(t *testing.T) {
	p := pull(t, at("before", "01:19"), at("begin", "01:20"), at("last", "11:19"), at("end", "11:20"), at("far", "00:00"), change("BAC-7001", `bad-early`, `"txStatus":1`, `"txStatus":7`, "06:03:40", "06:01:19"))
	var ids []string
	for _, l := range p.Lines {
		ids = append(ids, l.BetID)
	}
	if got := strings.Join(ids, " "); got != "begin last far" || len(p.Unreadable) != 0 {
		t.Errorf("%s, %+v", got, p.Unreadable)
	}
}

// The vendor may cut an answer. The next question begins at the newest row, and the rows of
// that moment are taken from its answer alone.
func TestAWindowIsReadOnFromItsNewestRow(t *testing.T) {
	v, s := openTest(t, map[string][]string{betsByUpdate: {
		rows(at("a", "02:00"), at("b", "03:00")),
		rows(at("a2", "02:59"), at("b", "03:00"), at("c", "03:00"), at("d", "04:00.5")),
		rows(at("d", "04:00.5")),
	}})
	var got []string
	page := ""
	for range 3 {
		p, err := v.PullBets(t.Context(), from, to, page)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range p.Lines {
			got = append(got, l.BetID)
		}
		page = p.Next
		got = append(got, "|")
	}
	if text := strings.Join(got, " "); text != "a | b c | d |" || page != "" {
		t.Errorf("read %s, then %q", text, page)
	}
	for i, want := range []string{"06%3A01%3A19", "06%3A02%3A59", "06%3A03%3A59"} {
		if heard := s.heard()[i]; !strings.HasSuffix(heard, "timeFrom=2023-11-15T"+want+"%2B08%3A00") {
			t.Errorf("question %d: %s", i, heard)
		}
	}
	for name, gone := range map[string]string{"no rows": no(codeNoData), "an empty list": rows(), "older rows": rows(at("a", "02:59"))} {
		v, _ := openTest(t, map[string][]string{betsByUpdate: {gone}})
		if p, err := v.PullBets(t.Context(), from, to, "2023-11-14T22:03:00Z"); !errors.Is(err, wire.ErrMoved) {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

// TestEmptyIsNotFailureAndFailureIsNotEmpty covers practice 16.
func TestEmptyIsNotFailureAndFailureIsNotEmpty(t *testing.T) {
	for _, answer := range []string{no(codeNoData), rows()} {
		v, _ := openTest(t, map[string][]string{betsByUpdate: {answer}})
		if p, err := v.PullBets(t.Context(), from, to, ""); err != nil || len(p.Lines) != 0 || p.Next != "" {
			t.Errorf("%s: %+v, %v", answer, p, err)
		}
	}
	for _, answer := range []string{no("1017"), no("1034"), no("9999"), `{"status":"9998","transactions":[]}`, yes(""), yes(`"transactions":null`), yes(`"transactions":{}`), hangUp, "", "{}", `{"transactions":[]}`} {
		v, _ := openTest(t, map[string][]string{betsByUpdate: {answer}})
		if p, err := v.PullBets(t.Context(), from, to, ""); err == nil || errors.Is(err, venue.ErrTooSoon) {
			t.Errorf("%s passed as %+v, %v", answer, p, err)
		}
	}
	v, _ := openTest(t, map[string][]string{betsByUpdate: {no(codeLater)}})
	if p, err := v.PullBets(t.Context(), from, to, ""); !errors.Is(err, venue.ErrTooSoon) {
		t.Errorf("asked too soon: %+v, %v", p, err)
	}
}

func TestWindowsTheVendorDoesNotAnswerAreNotAsked(t *testing.T) {
	v, s := openTest(t, nil)
	old := testTime.Add(-feedHistory)
	for name, w := range map[string][2]time.Time{
		"too long": {to.Add(-feedWindow - time.Second), to}, "turned": {to, from}, "empty": {to, to}, "too young": {from, testTime.Add(-2*time.Minute + time.Second)}, "too old": {old.Add(-time.Second), old.Add(time.Minute)},
	} {
		if _, err := v.PullBets(t.Context(), w[0], w[1], ""); err == nil {
			t.Errorf("%s passed", name)
		}
	}
	if _, err := v.PullBets(t.Context(), from, to, "2"); err == nil || len(s.heard()) != 0 {
		t.Errorf("another page: %v after %v", err, s.heard())
	}
	r := v.FeedRules()
	if r.MinGap < time.Minute || r.PageGap < time.Minute || r.History >= 24*time.Hour || r.Overlap >= r.MaxWindow {
		t.Errorf("rules %+v", r)
	}
}

func packed(t *testing.T, text string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// The answer is packed with or without a header that says so.
func TestPackedAnswersAreRead(t *testing.T) {
	whole := packed(t, rows(sheetRow, at("later", "11:20")))
	for _, c := range []struct {
		name   string
		body   []byte
		header bool
		reads  bool
	}{
		{"with a header", whole, true, true}, {"without", whole, false, true}, {"cut", whole[:len(whole)-9], false, false}, {"broken", append(whole[:20:20], 1, 2, 3), true, false},
		{"not packed", []byte(rows(sheetRow, at("later", "11:20"))), false, true}, {"too long", packed(t, strings.Repeat(" ", 4096)), false, false},
	} {
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			if c.header {
				w.Header().Set("Content-Encoding", "gzip")
			}
			_, _ = w.Write(c.body)
		}))
		v, err := New(Config{BaseURL: server.URL, AgentID: "a", Cert: "c", LimitIDs: []string{"1"}, Clock: calendar.NewFixed(testTime)})
		if err != nil {
			t.Fatal(err)
		}
		p, err := v.PullBets(t.Context(), from, to, "")
		if (err == nil) != c.reads || c.reads && len(p.Lines) != 1 {
			t.Errorf("%s: %+v, %v", c.name, p, err)
		}
		server.Close()
	}
	if got, err := unpack(packed(t, strings.Repeat("a", 4096)), 4095); err == nil {
		t.Errorf("%d bytes passed a limit of 4095", len(got))
	}
}

// A stake and a result that are too large together are no line.
func TestAmountsAreAddedWithoutOverflow(t *testing.T) {
	p := pull(t, change(`"betAmount":10`, `"betAmount":20`, `"realWinAmount":19.5`, `"realWinAmount":92233720368547758.07`))
	if len(p.Lines) != 0 || len(p.Unreadable) != 1 {
		t.Errorf("%+v", p)
	}
}
