package cq9

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"hongyun/internal/venue"
)

const slotRow = `{"gamehall":"cq9","gametype":"slot","gameplat":"web","gamecode":"47001","account":"test001","round":"R1","balance":1000.5,
	"win":12.5,"bet":10,"validbet":10,"jackpot":0,"status":"complete","endroundtime":"2023-11-14T17:50:05-04:00","createtime":"2023-11-14T17:50:06.123-04:00",
	"bettime":"2023-11-14T17:50:01-04:00","detail":[{"freegame":0}],"rake":0,"roomfee":0}`

func page(total int, rows ...string) string {
	return data(fmt.Sprintf(`{"TotalSize":%d,"Data":[%s]}`, total, strings.Join(rows, ",")))
}

var (
	from = testTime.Add(-30 * time.Minute)
	to   = testTime.Add(-10 * time.Minute)
)

func TestRowsBecomeBetLines(t *testing.T) {
	table := strings.NewReplacer(`"slot"`, `"table"`, `"R1"`, `"R2"`, `"win":12.5`, `"win":"-7.25"`).Replace(slotRow)
	v, s := openTest(t, map[string][]string{"/order/view": {page(2, slotRow, table)}})
	p, err := v.PullBets(t.Context(), from, to, "")
	if err != nil || len(p.Lines) != 2 || p.Next != "" {
		t.Fatalf("PullBets = %+v, %v", p, err)
	}
	q := s.heard()[0].values
	if q.Get("starttime") != "2023-11-14T17:43:20.000-04:00" || q.Get("endtime") != "2023-11-14T18:03:20.000-04:00" || q.Get("page") != "1" || q.Get("pagesize") != "1000" {
		t.Errorf("asked %v", q)
	}
	a, b := p.Lines[0], p.Lines[1]
	if a.BetID != "R1" || a.Account != "test001" || a.Game != "47001" || a.Stake != 1000 || a.Valid != 1000 || !a.HasValid || a.Payout != 1250 || a.Status != venue.BetSettled {
		t.Errorf("slot round %+v", a)
	}
	if want := time.Date(2023, 11, 14, 21, 50, 5, 0, time.UTC); !a.SettledAt.Equal(want) || !a.BetAt.Equal(want.Add(-4*time.Second)) {
		t.Errorf("times %v %v", a.BetAt, a.SettledAt)
	}
	if b.BetID != "R2" || b.Payout != 275 {
		t.Errorf("the net result of a table game: %+v", b)
	}
	if !json.Valid(a.Raw) || !strings.Contains(string(a.Raw), `"R1"`) {
		t.Errorf("raw %s", a.Raw)
	}
}

func TestRowsOfTheEndsBelongToOneWindowOnly(t *testing.T) {
	at := time.Date(2023, 11, 14, 21, 50, 6, 123_000_000, time.UTC)
	for name, c := range map[string]struct {
		from, to time.Time
		want     int
	}{
		"begins there": {at, to, 1}, "ends there": {from, at, 0}, "ends behind it": {from, at.Add(time.Millisecond), 1}, "begins behind it": {at.Add(time.Millisecond), to, 0},
	} {
		v, _ := openTest(t, map[string][]string{"/order/view": {page(1, slotRow)}})
		if p, err := v.PullBets(t.Context(), c.from, c.to, ""); err != nil || len(p.Lines) != c.want {
			t.Errorf("%s: %d lines, %v", name, len(p.Lines), err)
		}
	}
}

func TestPagesAreReadToTheirEnd(t *testing.T) {
	rows := make([]string, pageSize)
	for i := range rows {
		rows[i] = strings.Replace(slotRow, `"R1"`, fmt.Sprintf(`"R%d"`, i), 1)
	}
	v, s := openTest(t, map[string][]string{"/order/view": {page(pageSize+1, rows...), page(pageSize+1, strings.Replace(slotRow, "R1", "last", 1))}})
	first, err := v.PullBets(t.Context(), from, to, "")
	if err != nil || len(first.Lines) != pageSize || first.Next != "2 of 1001 rows" {
		t.Fatalf("first page: %d lines, next %q, %v", len(first.Lines), first.Next, err)
	}
	second, err := v.PullBets(t.Context(), from, to, first.Next)
	if err != nil || len(second.Lines) != 1 || second.Next != "" || s.heard()[1].values.Get("page") != "2" {
		t.Errorf("second page: %+v, %v", second, err)
	}
	// A round left the window meanwhile, and the first row of the second page is now the
	// last of the first.
	v, _ = openTest(t, map[string][]string{"/order/view": {page(pageSize+1, rows...), page(pageSize)}})
	if first, err = v.PullBets(t.Context(), from, to, ""); err != nil {
		t.Fatal(err)
	}
	if _, err := v.PullBets(t.Context(), from, to, first.Next); err == nil {
		t.Error("a window that changed while it was read is complete")
	}
	for _, bad := range []string{"1 of 5 rows", "2", "2 of -1 rows", "x"} {
		if _, err := v.PullBets(t.Context(), from, to, bad); err == nil {
			t.Errorf("page %q is read", bad)
		}
	}
}

// TestEmptyIsNotFailureAndFailureIsNotEmpty covers practice 16.
func TestEmptyIsNotFailureAndFailureIsNotEmpty(t *testing.T) {
	for _, empty := range []string{status("8"), page(0)} {
		v, _ := openTest(t, map[string][]string{"/order/view": {empty}})
		if p, err := v.PullBets(t.Context(), from, to, ""); err != nil || len(p.Lines) != 0 {
			t.Errorf("%s: %+v, %v", empty, p, err)
		}
	}
	for name, answer := range map[string]string{
		"a page too short":      page(2, slotRow),
		"no total":              data(`{"Data":[]}`),
		"negative total":        data(`{"TotalSize":-1,"Data":[]}`),
		"an unknown code":       status("11"),
		"internal fault":        status("100"),
		"unknown state":         page(1, strings.Replace(slotRow, "complete", "open", 1)),
		"no round":              page(1, strings.Replace(slotRow, `"R1"`, `""`, 1)),
		"unreadable time":       page(1, strings.Replace(slotRow, "2023-11-14T17:50:05-04:00", "yesterday", 1)),
		"amount of letters":     page(1, strings.Replace(slotRow, `"bet":10`, `"bet":"ten"`, 1)),
		"negative stake":        page(1, strings.Replace(slotRow, `"bet":10`, `"bet":-10`, 1)),
		"html":                  `<html></html>`,
		"half an answer":        page(1, slotRow)[:200],
		"rows are no list":      data(`{"TotalSize":1,"Data":{}}`),
		"data is missing":       status("0"),
		"the connection closed": "hang up",
	} {
		v, _ := openTest(t, map[string][]string{"/order/view": {answer}})
		if p, err := v.PullBets(t.Context(), from, to, ""); err == nil {
			t.Errorf("%s passed as %d lines", name, len(p.Lines))
		}
	}
}

func TestWindowsTheVendorWouldRefuseAreNotAsked(t *testing.T) {
	v, s := openTest(t, map[string][]string{"/order/view": {status("8")}})
	for name, w := range map[string][2]time.Time{
		"too long": {to.Add(-feedWindow - time.Second), to}, "too young": {from, testTime}, "turned round": {to, from}, "nothing": {to, to},
	} {
		if _, err := v.PullBets(t.Context(), w[0], w[1], ""); err == nil {
			t.Errorf("%s passed", name)
		}
	}
	for _, page := range []string{"0", "-1", "x"} {
		if _, err := v.PullBets(t.Context(), from, to, page); err == nil {
			t.Errorf("page %q passed", page)
		}
	}
	if len(s.heard()) != 0 {
		t.Errorf("asked %v", s.heard())
	}
}

func TestARoundWithoutStakeAndWinWasCancelled(t *testing.T) {
	void := strings.NewReplacer(`"win":12.5`, `"win":0`, `"bet":10`, `"bet":0`, `"validbet":10`, `"validbet":0`).Replace(slotRow)
	v, _ := openTest(t, map[string][]string{"/order/view": {page(1, void)}})
	if p, err := v.PullBets(t.Context(), from, to, ""); err != nil || len(p.Lines) != 1 || p.Lines[0].Status != venue.BetVoid {
		t.Errorf("%+v, %v", p, err)
	}
}

// FuzzReadPage reads what a stranger's server sends: it may refuse, never fall over.
func FuzzReadPage(f *testing.F) {
	f.Add([]byte(`{"TotalSize":1,"Data":[` + slotRow + `]}`))
	f.Add([]byte(`{"TotalSize":"0","Data":null}`))
	v := &Venue{config: Config{Hall: "cq9"}}
	f.Fuzz(func(t *testing.T, body []byte) {
		if p, err := v.readPage(body, 1, -1, from, to); err != nil && len(p.Lines) != 0 {
			t.Fatalf("%d lines beside an error", len(p.Lines))
		}
	})
}
