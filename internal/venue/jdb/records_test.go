package jdb

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// betRow has the fields that public clients of the vendor read.
const betRow = `{"historyId":"5250145823902","playerId":"test001","gType":0,"mtype":8001,"gameDate":"14-11-2023 18:08:01","bet":-10.00,"win":12.5,"total":2.50,"currency":"RB","jackpot":0,"lastModifyTime":"14-11-2023 18:08:05","clientType":"WEB"}`

var (
	to   = testTime.Add(-4 * time.Minute) // 18:09:20 at the vendor
	from = to.Add(-feedWindow)
)

// change replaces texts of betRow in pairs.
func change(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(betRow) }

func rowsOf(rows ...string) string {
	return `{"status":"0000","err_text":"","data":[` + strings.Join(rows, ",") + `]}`
}

func TestARoundArrivesWithItsFigures(t *testing.T) {
	void := change("5250145823902", "void", "-10.00", "0", "12.5", "0", "2.50", "0.00")
	fish := change("5250145823902", "43579741", `"gType":0,"mtype":8001`, `"gType":7,"mtype":"7001"`, `"win":12.5,"total":2.50`, `"win":"3","total":"-7"`)
	old := change("historyId", "seqNo", `"5250145823902"`, "7282785053667", "-10.00", "10.00")
	card := change("5250145823902", "9", `"gType":0,"mtype":8001`, `"gType":18,"mtype":18001,"validBet":-8.5`)
	free := change("5250145823902", "free", "-10.00", "0", "2.50", "12.5")
	v, _ := openTest(t, map[int][]string{actionRecent: {rowsOf(betRow, void, fish, old, card, free)}})
	p, err := v.PullBets(t.Context(), from, to, "")
	if err != nil || len(p.Lines) != 6 || len(p.Unreadable) != 0 || p.Next != "" || p.Count != -1 {
		t.Fatalf("PullBets = %+v, %v", p, err)
	}
	bet := p.Lines[0]
	if bet.BetID != "5250145823902" || bet.Account != "test001" || bet.Game != "8001" || bet.Stake != 1000 || bet.Payout != 1250 || bet.HasValid || bet.Status != venue.BetSettled ||
		!bet.BetAt.Equal(time.Date(2023, 11, 14, 22, 8, 1, 0, time.UTC)) || !bet.SettledAt.Equal(time.Date(2023, 11, 14, 22, 8, 5, 0, time.UTC)) || !bet.UpdatedAt.Equal(bet.SettledAt) ||
		bet.BetAt.Location() != time.UTC || !json.Valid(bet.Raw) {
		t.Errorf("bet %+v", bet)
	}
	for i, want := range []venue.BetLine{
		1: {BetID: "void", Game: "8001", Status: venue.BetVoid}, 2: {BetID: "7-43579741", Game: "f7001", Stake: 1000, Payout: 300, Status: venue.BetSettled},
		3: {BetID: "7282785053667", Game: "8001", Stake: 1000, Payout: 1250, Status: venue.BetSettled}, 4: {BetID: "18-9", Game: "c18001", Stake: 1000, Payout: 1250, Valid: 850, HasValid: true, Status: venue.BetSettled},
		5: {BetID: "free", Game: "8001", Payout: 1250, Status: venue.BetSettled},
	} {
		if i == 0 {
			continue
		}
		got := p.Lines[i]
		if got.BetID != want.BetID || got.Game != want.Game || got.Stake != want.Stake || got.Payout != want.Payout || got.Valid != want.Valid || got.HasValid != want.HasValid || got.Status != want.Status {
			t.Errorf("line %d is %+v, want %+v", i, got, want)
		}
	}
}

// A round that the vendor changed before it began, by its times, is still a bet.
func TestARoundEndsNotBeforeItBegan(t *testing.T) {
	l, err := readLine([]byte(change("18:08:05", "18:08:00")))
	if err != nil || l.SettledAt.Before(l.BetAt) || !l.UpdatedAt.Before(l.BetAt) {
		t.Errorf("line %+v, %v", l, err)
	}
}

func TestARowThatCannotBeReadIsKeptBesideTheOthers(t *testing.T) {
	for name, bad := range map[string]string{
		"no number": change(`"5250145823902"`, `""`), "no player": change(`"test001"`, `null`), "no stake": change(`-10.00`, `null`), "no result": change(`2.50`, `null`), "no kind": change(`"gType":0`, `"gType":null`),
		"an unknown kind": change(`"gType":0`, `"gType":66`), "no game": change(`8001`, `"x"`), "no time": change("14-11-2023 18:08:05", ""), "a time of another form": change("14-11-2023 18:08:01", "2023-11-14 18:08:01"),
		"a stake of another form": change(`-10.00`, `"ten"`), "a result of another form": change(`2.50`, `1e3`), "no row at all": `"x"`,
	} {
		v, _ := openTest(t, map[int][]string{actionRecent: {rowsOf(change("5250145823902", "good"), bad)}})
		p, err := v.PullBets(t.Context(), from, to, "")
		if err != nil || len(p.Lines) != 1 || p.Lines[0].BetID != "good" || len(p.Unreadable) != 1 || string(p.Unreadable[0].Raw) != bad || p.Unreadable[0].Why == "" {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

// practice 16: the codes of a window without rows are success, and failures are not empty.
func TestEmptyIsNotFailureAndFailureIsNotEmpty(t *testing.T) {
	for _, answer := range []string{absent, rowsOf()} {
		v, _ := openTest(t, map[int][]string{actionRecent: {answer}})
		if p, err := v.PullBets(t.Context(), from, to, ""); err != nil || len(p.Lines) != 0 || p.Next != "" {
			t.Errorf("%s: %+v, %v", answer, p, err)
		}
	}
	for _, answer := range []string{done, moved, `{"status":"0000","data":null}`, `{"status":"0000","data":{}}`, `{"status":"0000","data":""}`, no("7501"), no("9999"), hangUp, "503", "", "{}", `{"status":`, "<html></html>"} {
		v, _ := openTest(t, map[int][]string{actionRecent: {answer}})
		if p, err := v.PullBets(t.Context(), from, to, ""); err == nil {
			t.Errorf("%s passed as %+v", answer, p)
		}
	}
}

func TestRowsOfTheEndsBelongToOneWindowOnly(t *testing.T) {
	at := time.Date(2023, 11, 14, 22, 8, 5, 0, time.UTC)
	for name, c := range map[string]struct {
		from, to time.Time
		want     int
	}{
		"begins there": {at, to, 1}, "ends there": {from, at, 0}, "ends behind it": {from, at.Add(time.Millisecond), 1}, "begins behind it": {at.Add(time.Millisecond), to, 0},
		"begins in its minute": {at.Add(30 * time.Second), to, 0}, "a neighbour of its minute": {at.Add(time.Minute), to, 1}, // the vendor filters by something else
	} {
		v, _ := openTest(t, map[int][]string{actionRecent: {rowsOf(betRow)}})
		if p, err := v.PullBets(t.Context(), c.from, c.to, ""); err != nil || len(p.Lines) != c.want {
			t.Errorf("%s: %d lines, %v", name, len(p.Lines), err)
		}
	}
}

// A window that lies in both lists is asked of both, and the minute between them twice.
func TestTheMinuteThatIsTwoHoursOldIsAskedOfBothLists(t *testing.T) {
	border := testTime.Add(-recentFor).Truncate(time.Minute) // 16:13 at the vendor
	for _, c := range []struct {
		from, to time.Duration // from the border
		older    string
		recent   string
	}{
		{0, 3 * time.Minute, "", "16:13:00 16:16:00"},
		{time.Second, 3 * time.Minute, "", "16:13:00 16:16:00"},
		{-3 * time.Minute, 0, "16:10:00 16:13:00", ""},
		{-3 * time.Minute, time.Minute, "16:10:00 16:14:00", ""},
		{-2 * time.Minute, 2 * time.Minute, "16:11:00 16:14:00", "16:13:00 16:15:00"},
		{-time.Second, 90 * time.Second, "16:12:00 16:14:00", "16:13:00 16:15:00"},
	} {
		v, s := openTest(t, map[int][]string{actionOlder: {absent}, actionRecent: {absent}})
		var got []string
		for page, first := "", true; first || page != ""; first = false {
			p, err := v.PullBets(t.Context(), border.Add(c.from), border.Add(c.to), page)
			if err != nil {
				t.Fatal(err)
			}
			page = p.Next
		}
		for _, text := range s.heard() {
			var ask struct {
				Action             int
				Starttime, Endtime string
			}
			if err := json.Unmarshal([]byte(text), &ask); err != nil {
				t.Fatal(err)
			}
			got = append(got, fmt.Sprintf("%d %s %s", ask.Action, strings.TrimPrefix(ask.Starttime, "14-11-2023 "), strings.TrimPrefix(ask.Endtime, "14-11-2023 ")))
		}
		var want []string
		if c.older != "" {
			want = append(want, "64 "+c.older)
		}
		if c.recent != "" {
			want = append(want, "29 "+c.recent)
		}
		if strings.Join(got, ", ") != strings.Join(want, ", ") {
			t.Errorf("from %v to %v: asked %q, want %q", c.from, c.to, got, want)
		}
	}
}

func TestWindowsTheVendorDoesNotAnswerAreNotAsked(t *testing.T) {
	v, s := openTest(t, nil)
	for name, w := range map[string][2]time.Time{
		"too long": {to.Add(-feedWindow - time.Second), to}, "turned": {to, from}, "empty": {to, to}, "too young": {testTime.Add(-5 * time.Minute), testTime.Add(-3*time.Minute + time.Second)},
	} {
		if _, err := v.PullBets(t.Context(), w[0], w[1], ""); err == nil {
			t.Errorf("%s passed", name)
		}
	}
	v.config.Lag = time.Second
	if _, err := v.PullBets(t.Context(), testTime.Add(-3*time.Minute), testTime.Add(-10*time.Second), ""); err == nil {
		t.Error("a minute that is not over passed")
	}
	for _, page := range []string{"x", "0", "-1", fmt.Sprint(from.Add(-time.Hour).Unix()), fmt.Sprint(to.Add(time.Hour).Unix())} {
		if _, err := v.PullBets(t.Context(), from, to, page); err == nil {
			t.Errorf("page %q passed", page)
		}
	}
	if len(s.heard()) != 0 {
		t.Errorf("asked %v", s.heard())
	}
}

// FuzzReadLine reads what a stranger's server sends: it may refuse, never fall over.
func FuzzReadLine(f *testing.F) {
	f.Add([]byte(betRow))
	f.Add([]byte(`{"historyId":null}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		if l, err := readLine(body); err == nil && (l.BetID == "" || l.Stake < 0 || l.Valid < money.Fen(0)) {
			t.Fatalf("line %+v", l)
		}
	})
}
