package tcg

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/text/encoding/simplifiedchinese"

	"hongyun/internal/venue"
)

func newTestLog(w io.Writer) *slog.Logger { return slog.New(slog.NewTextHandler(w, nil)) }

// tree is a folder tree in memory; a folder or file that is not in it fails.
type tree struct {
	folders map[string][]string
	bodies  map[string]string
	asked   []string
}

func (f *tree) list(_ context.Context, folder string) ([]string, error) {
	f.asked = append(f.asked, folder)
	names, there := f.folders[folder]
	if !there {
		return nil, errors.New("no such folder")
	}
	return slices.Clone(names), nil
}

func (f *tree) read(_ context.Context, file string) ([]byte, error) {
	body, there := f.bodies[file]
	if !there {
		return nil, errors.New("no such file")
	}
	return []byte(body), nil
}

func withFiles(t *testing.T, f *tree) *Venue {
	t.Helper()
	v, _ := openTest(t, nil)
	v.files = f
	return v
}

// midnight is the beginning of the 15th in Beijing, six hours before testTime.
var midnight = time.Date(2023, 11, 15, 0, 0, 0, 0, beijing)

const betRow = `{"orderNum":"b1","username":"test001","betAmount":10.00,"netPNL":"9.50","winAmount":19.50,"betStatus":1,"gameCode":"SSC","numero":"20231115-001",` +
	`"bettingContent":"定位胆 7","odds":1.95,"betTime":"2023-11-15 00:01:00","transTime":"2023-11-15 00:02:00","settlementTime":"2023-11-15 00:03:04"}`

const aFile = "SETTLED/20231115/202311150000_0001.json"

// A window lists the files whose period begins in it, over midnight too, and
// every file is in one window only.
func TestAWindowListsTheFilesOfItsPeriods(t *testing.T) {
	f := &tree{folders: map[string][]string{
		"SETTLED/20231114":   {"202311142355_0001.json", "202311142350_0001.json", "202311142355_0002.json", "202311142355_0001.json", "."},
		"SETTLED/20231115":   {"202311150000_0001.json", "202311150005_0001.json", "202311150010_0001.json.part"},
		"CANCELLED/20231114": {}, "CANCELLED/20231115": {"202311150000_0001.json"},
	}}
	v := withFiles(t, f)
	p, err := v.PullBets(t.Context(), midnight.Add(-5*time.Minute), midnight.Add(5*time.Minute), "")
	want := []string{"SETTLED/20231114/202311142355_0001.json", "SETTLED/20231114/202311142355_0002.json", "SETTLED/20231115/202311150000_0001.json", "CANCELLED/20231115/202311150000_0001.json"}
	if err != nil || !slices.Equal(p.Files, want) || p.Next != "" || len(p.Lines) != 0 {
		t.Errorf("%q, %v", p.Files, err)
	}
	f.asked = nil
	p, err = v.PullBets(t.Context(), midnight.Add(-time.Minute), midnight, "")
	if err != nil || p.Files == nil || len(p.Files) != 0 || !slices.Equal(f.asked, []string{"SETTLED/20231114", "CANCELLED/20231114"}) {
		t.Errorf("%q, %v after %q", p.Files, err, f.asked)
	}
	for _, name := range []string{"202311150000.json", "20231115000_0001.JSON", "202311152500_0001.json", "202311142355_0001.json", "bets.json"} {
		f.folders["SETTLED/20231115"] = []string{name}
		if p, err := v.PullBets(t.Context(), midnight, midnight.Add(time.Minute), ""); err == nil {
			t.Errorf("%s passed: %q", name, p.Files)
		}
	}
	delete(f.folders, "CANCELLED/20231115")
	f.folders["SETTLED/20231115"] = nil
	if p, err := v.PullBets(t.Context(), midnight, midnight.Add(time.Minute), ""); err == nil || p.Files != nil {
		t.Errorf("without the other folder: %q", p.Files)
	}
}

func TestWindowsThatAreNotAnsweredAskNobody(t *testing.T) {
	f := &tree{}
	v := withFiles(t, f)
	young := testTime.Add(-feedLag)
	for name, w := range map[string][2]time.Time{
		"too long": {young.Add(-feedWindow - time.Second), young}, "too young": {young, young.Add(time.Second)}, "turned round": {young, midnight}, "nothing": {young, young},
	} {
		for _, page := range []string{"", aFile} {
			if _, err := v.PullBets(t.Context(), w[0], w[1], page); err == nil {
				t.Errorf("%s passed", name)
			}
		}
	}
	for _, page := range []string{"x", "../" + aFile, "OTHER/20231115/202311150000_0001.json", aFile + "\r\nDELE x"} {
		if _, err := v.PullBets(t.Context(), midnight, midnight.Add(time.Minute), page); err == nil {
			t.Errorf("%q passed", page)
		}
	}
	if len(f.asked) != 0 {
		t.Errorf("asked %q", f.asked)
	}
}

func TestBetsBecomeLines(t *testing.T) {
	won := venue.BetLine{
		BetID: "b1", Account: "test001", Game: "SSC", Stake: 1000, Payout: 1950, Status: venue.BetSettled, Odds: "1.95", Round: "20231115-001",
		BetAt: midnight.Add(time.Minute).UTC(), SettledAt: midnight.Add(3*time.Minute + 4*time.Second).UTC(), UpdatedAt: midnight.Add(3*time.Minute + 4*time.Second).UTC(),
	}
	with := func(change func(*venue.BetLine)) venue.BetLine {
		l := won
		change(&l)
		return l
	}
	for name, c := range map[string]struct {
		folder string
		change []string
		want   venue.BetLine
	}{
		"won":            {settledBets, nil, won},
		"lost":           {settledBets, []string{`"betStatus":1`, `"betStatus":2`, `"9.50"`, `-10`}, with(func(l *venue.BetLine) { l.Payout = 0 })},
		"won too little": {settledBets, []string{`"9.50"`, `-3.5`}, with(func(l *venue.BetLine) { l.Payout = 650 })},
		"tie":            {settledBets, []string{`"betStatus":1`, `"betStatus":4`, `"9.50"`, `0`}, with(func(l *venue.BetLine) { l.Payout = 1000 })},
		"cancelled":      {cancelledBets, []string{`"betStatus":1`, `"betStatus":3`, `"netPNL":"9.50",`, ``}, with(func(l *venue.BetLine) { l.Status, l.Payout = venue.BetVoid, 1000 })},
		"no betTime":     {settledBets, []string{`"betTime":"2023-11-15 00:01:00",`, ``}, with(func(l *venue.BetLine) { l.BetAt = midnight.Add(2 * time.Minute).UTC() })},
		"milliseconds":   {settledBets, []string{`"2023-11-15 00:03:04"`, `1699977784000`}, won},
		"a zone":         {settledBets, []string{`2023-11-15 00:03:04`, `2023-11-14T16:03:04Z`}, won},
		"no game":        {settledBets, []string{`"gameCode":"SSC",`, ``}, with(func(l *venue.BetLine) { l.Game = lobby })},
	} {
		raw := strings.NewReplacer(append([]string{"\x00", ""}, c.change...)...).Replace(betRow)
		c.want.Raw = []byte(raw)
		got, err := readLine([]byte(raw), c.folder, midnight)
		if err != nil || fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", c.want) {
			t.Errorf("%s: %+v, %v\nwant %+v", name, got, err, c.want)
		}
	}
}

// A bet that is cancelled in a later file may keep the time of its settlement.
// The later file counts all the same.
func TestALaterFileOutranksAnEarlierOne(t *testing.T) {
	first, err1 := readLine([]byte(betRow), settledBets, midnight)
	cancelled, err2 := readLine([]byte(strings.Replace(betRow, `"betStatus":1`, `"betStatus":3`, 1)), cancelledBets, midnight.Add(time.Hour))
	if err1 != nil || err2 != nil || !cancelled.UpdatedAt.After(first.UpdatedAt) || !cancelled.SettledAt.Equal(first.SettledAt) {
		t.Errorf("%+v, %v\n%+v, %v", first, err1, cancelled, err2)
	}
}

// A file is taken whole or not at all, but a bet that cannot be read is a
// finding beside the others.
func TestAFileIsReadToItsEnd(t *testing.T) {
	list := func(rows ...string) string { return `{"list":[` + strings.Join(rows, ",") + `]}` }
	again := strings.NewReplacer(`00:03:04`, `00:03:30`, `"9.50"`, `0`).Replace(betRow)
	other := strings.Replace(betRow, `"b1"`, `"b2"`, 1)
	read := func(body string) (venue.BetPage, error) {
		v := withFiles(t, &tree{bodies: map[string]string{aFile: body}})
		return v.PullBets(t.Context(), midnight, midnight.Add(time.Minute), aFile)
	}
	p, err := read("\ufeff" + list(betRow, again, betRow, other))
	if err != nil || len(p.Lines) != 2 || p.Lines[0].Payout != 1000 || p.Lines[1].BetID != "b2" || p.Count != -1 || p.Files != nil || p.Next != "" {
		t.Errorf("%+v, %v", p, err)
	}
	gbk, err := simplifiedchinese.GBK.NewEncoder().String(list(betRow))
	if err != nil || gbk == list(betRow) {
		t.Fatal(err)
	}
	if p, err := read(gbk); err != nil || len(p.Lines) != 1 || !strings.Contains(string(p.Lines[0].Raw), "定位胆 7") {
		t.Errorf("GBK: %+v, %v", p, err)
	}
	if p, err := read(list()); err != nil || len(p.Lines) != 0 {
		t.Errorf("no bets: %+v, %v", p, err)
	}
	for name, change := range map[string][2]string{
		"no id": {`"b1"`, `""`}, "no player": {`"test001"`, `null`}, "no stake": {`"betAmount":10.00,`, ``}, "a stake below zero": {`10.00`, `-10.00`}, "no state": {`"betStatus":1,`, ``},
		"an unknown state": {`"betStatus":1`, `"betStatus":9`}, "no result": {`"netPNL":"9.50",`, ``}, "more lost than staked": {`"9.50"`, `-10.01`},
		"lost with a gain": {`"betStatus":1`, `"betStatus":2`}, "no settlement": {`"2023-11-15 00:03:04"`, `""`}, "a time of another form": {`2023-11-15 00:03:04`, `15/11/2023`},
		"no amount": {`"9.50"`, `"x"`},
	} {
		bad := strings.Replace(betRow, change[0], change[1], 1)
		p, err := read(list(bad, other))
		if err != nil || len(p.Lines) != 1 || len(p.Unreadable) != 1 || string(p.Unreadable[0].Raw) != bad || p.Unreadable[0].Why == "" {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
	v := withFiles(t, &tree{bodies: map[string]string{"CANCELLED/20231115/202311150000_0001.json": list(betRow)}})
	if p, err := v.PullBets(t.Context(), midnight, midnight.Add(time.Minute), "CANCELLED/20231115/202311150000_0001.json"); err != nil || len(p.Unreadable) != 1 {
		t.Errorf("a won bet among the cancelled: %+v, %v", p, err)
	}
	for name, body := range map[string]string{
		"nothing": "", "cut off": list(betRow)[:100], "no list": `{"list":null}`, "another answer": `{"status":1}`, "a page": "<html></html>", "half a character": "{\"list\":[\x81",
	} {
		if p, err := read(body); err == nil {
			t.Errorf("%s: %+v", name, p)
		}
	}
}

// FuzzReadLine reads what a stranger's server sends: it may refuse, never fall over.
func FuzzReadLine(f *testing.F) {
	f.Add([]byte(betRow))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if l, err := readLine(raw, settledBets, midnight); err == nil && (l.BetID == "" || l.Account == "" || l.Stake < 0 || l.Payout < 0) {
			t.Fatalf("%+v", l)
		}
	})
}
