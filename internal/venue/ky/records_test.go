package ky

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"hongyun/internal/venue"
)

// The vendor's columnar list with two rows, one in the older form (text) and
// one in the newer (numbers).
const twoRows = `{"s":106,"m":"/getRecordHandle","d":{"code":0,"start":1699999400000,"end":1699999700000,"count":2,"list":{
	"GameID":["50-1699999500-1","50-1699999600-2"],"Accounts":["70001_ming","70001_hong"],"ServerID":[3600,"3600"],"KindID":[620,"830"],
	"TableID":[1,2],"ChairID":[1,2],"UserCount":[5,"4"],"CellScore":["100.00",20.5],"AllBet":["150.00",20.5],"Profit":[-100.29,"19.48"],
	"Revenue":[0,"1.02"],"GameStartTime":["2023-11-15 06:03:20","2023-11-15 06:05:00"],"GameEndTime":["2023-11-15 06:05:20","2023-11-15 06:06:40"],
	"CardValue":["0a0b",""],"ChannelID":[70001,70001],"LineCode":["70001_hy01","70001_hy01"],"Currency":["CNY","CNY"]}}}`

func TestColumnarRowsBecomeBetLines(t *testing.T) {
	v, s := open4test(t, map[string][]string{"6": {twoRows}})
	from := testTime.Add(-10 * time.Minute)
	page, err := v.PullBets(t.Context(), from, from.Add(5*time.Minute), "")
	if err != nil || len(page.Lines) != 2 || page.Count != 2 || page.Next != "" {
		t.Fatalf("PullBets = %+v, %v", page, err)
	}
	// Both of the vendor's ends are inclusive, ours is not: nothing is asked for twice.
	if q := s.heard()[0]; q.Get("startTime") != "1699999400000" || q.Get("endTime") != "1699999699999" {
		t.Errorf("asked %v", q)
	}
	a, b := page.Lines[0], page.Lines[1]
	if a.Account != "ming" || a.Stake != 15000 || a.Valid != 10000 || !a.HasValid || a.Payout != 4971 || a.GameName != "德州扑克" || a.Status != venue.BetSettled {
		t.Errorf("first line %+v", a)
	}
	if b.Account != "hong" || b.Stake != 2050 || b.Payout != 3998 || b.Game != "830" {
		t.Errorf("second line %+v", b)
	}
	if want := time.Date(2023, 11, 14, 22, 3, 20, 0, time.UTC); !a.BetAt.Equal(want) || !a.SettledAt.Equal(want.Add(2*time.Minute)) {
		t.Errorf("times %v %v", a.BetAt, a.SettledAt)
	}
	if !json.Valid(a.Raw) || !strings.Contains(string(a.Raw), "-100.29") {
		t.Errorf("raw row %s", a.Raw)
	}
}

// practice 16: an empty answer is success; everything that cannot be read in
// full is failure, never emptiness.
func TestEmptyIsNotFailureAndFailureIsNotEmpty(t *testing.T) {
	from := testTime.Add(-10 * time.Minute)
	for _, empty := range []string{`{"s":106,"d":{"code":16}}`, `{"s":106,"d":{"code":"16"}}`, `{"s":106,"d":{"code":0,"count":0,"list":{}}}`, `{"s":106,"d":{"code":0,"count":0}}`} {
		v, _ := open4test(t, map[string][]string{"6": {empty}})
		if page, err := v.PullBets(t.Context(), from, from.Add(time.Minute), ""); err != nil || len(page.Lines) != 0 {
			t.Errorf("%s: %+v, %v", empty, page, err)
		}
	}
	for name, body := range map[string]string{
		"short column":     strings.Replace(twoRows, `"Profit":[-100.29,"19.48"]`, `"Profit":[-100.29]`, 1),
		"missing column":   strings.Replace(twoRows, `"AllBet":["150.00",20.5],`, ``, 1),
		"count too high":   strings.Replace(twoRows, `"count":2`, `"count":3`, 1),
		"count missing":    strings.Replace(twoRows, `"count":2,`, ``, 1),
		"negative count":   strings.Replace(twoRows, `"count":2`, `"count":-1`, 1),
		"amount no number": strings.Replace(twoRows, `"150.00"`, `"abc"`, 1),
		"other command":    strings.Replace(twoRows, `"s":106`, `"s":104`, 1),
		"list is an array": `{"s":106,"d":{"code":0,"count":1,"list":[]}}`,
		"half an answer":   twoRows[:len(twoRows)/2],
		"window too long":  `{"s":106,"d":{"code":24}}`,
		"their database":   `{"s":106,"d":{"code":27}}`,
		"no code":          `{"s":106,"d":{}}`,
		"html":             `<html></html>`,
		"null":             `null`,
	} {
		v, _ := open4test(t, map[string][]string{"6": {body}})
		if page, err := v.PullBets(t.Context(), from, from.Add(time.Minute), ""); err == nil {
			t.Errorf("%s passed as %d lines", name, len(page.Lines))
		}
	}
	v, _ := open4test(t, map[string][]string{"6": {`{"s":106,"d":{"code":43}}`}})
	if _, err := v.PullBets(t.Context(), from, from.Add(time.Minute), ""); !errors.Is(err, venue.ErrTooSoon) {
		t.Errorf("asked too often: %v", err)
	}
}

// practice 16: one row that cannot be read does not keep out the others of its
// page, and is not forgotten.
func TestARowThatCannotBeReadIsHandedOverBesideTheOthers(t *testing.T) {
	from := testTime.Add(-10 * time.Minute)
	for name, body := range map[string]string{
		"negative stake":   strings.Replace(twoRows, `"150.00"`, `"-150.00"`, 1),
		"time unreadable":  strings.Replace(twoRows, "2023-11-15 06:05:20", "yesterday", 1),
		"round without id": strings.Replace(twoRows, "50-1699999500-1", "", 1),
	} {
		v, _ := open4test(t, map[string][]string{"6": {body}})
		page, err := v.PullBets(t.Context(), from, from.Add(time.Minute), "")
		if err != nil || len(page.Lines) != 1 || len(page.Unreadable) != 1 || page.Count != 2 {
			t.Errorf("%s: %+v, %v", name, page, err)
			continue
		}
		if u := page.Unreadable[0]; u.Why == "" || !json.Valid(u.Raw) || u.Account == "" {
			t.Errorf("%s: kept as %+v", name, u)
		}
	}
}

func TestWindowsTheVendorWouldRefuseAreNotAsked(t *testing.T) {
	v, s := open4test(t, map[string][]string{"6": {`{"s":106,"d":{"code":16}}`}})
	for name, w := range map[string][2]time.Duration{
		"too long": {-2 * time.Hour, -time.Hour}, "too young": {-10 * time.Minute, -30 * time.Second}, "turned round": {-time.Hour, -2 * time.Hour}, "nothing": {-time.Hour, -time.Hour},
	} {
		if _, err := v.PullBets(t.Context(), testTime.Add(w[0]), testTime.Add(w[1]), ""); err == nil {
			t.Errorf("%s passed", name)
		}
	}
	if len(s.heard()) != 0 {
		t.Errorf("asked %v", s.heard())
	}
	if _, err := v.PullBets(t.Context(), testTime.Add(-41*time.Minute), testTime.Add(-time.Minute), ""); err != nil {
		t.Errorf("the longest window was refused: %v", err)
	}
}

func TestARoundWithoutStakeAndResultWasCancelled(t *testing.T) {
	r := row{GameID: "1", Accounts: "70001_ming", CellScore: "0", AllBet: "0.00", Profit: "0", GameStartTime: "2023-11-15 06:03:20", GameEndTime: "2023-11-15 06:05:20"}
	if l, err := r.line("70001"); err != nil || l.Status != venue.BetVoid {
		t.Errorf("line = %+v, %v", l, err)
	}
}

// The parser reads what a stranger's server sends: it may refuse, never fall over.
func FuzzReadRecords(f *testing.F) {
	f.Add([]byte(twoRows))
	f.Add([]byte(`{"s":106,"d":{"code":16}}`))
	f.Add([]byte(`{"s":106,"d":{"code":0,"count":1,"list":{"GameID":[null]}}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		page, err := readRecords(body, testAgent)
		if err == nil && page.Count != len(page.Lines) {
			t.Fatalf("%d lines, count %d", len(page.Lines), page.Count)
		}
		for _, l := range page.Lines {
			if l.BetID == "" || l.Stake < 0 || l.Valid < 0 {
				t.Fatalf("line %+v", l)
			}
		}
	})
}

func FuzzReadReply(f *testing.F) {
	f.Add([]byte(answer(2, `"code":0,"money":"1.50","status":0`)), 2)
	f.Add([]byte(`{"s":"104","d":{"code":"34"}}`), 4)
	f.Fuzz(func(t *testing.T, body []byte, command int) {
		if r, err := readReply(body, command); err == nil && r.Code == nil {
			t.Fatal("a reply without a code passed")
		}
	})
}
