package pg

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"hongyun/internal/venue"
)

const betRow = `{"betId":7001,"parentBetId":7001,"playerName":"demo_test001","gameId":126,"betType":1,"transactionType":1,"platform":1,"currency":"CNY","betAmount":10.00,"winAmount":"12.50",
	"jackpotRtpContributionAmount":0,"jackpotWinAmount":0,"balanceBefore":100,"balanceAfter":102.5,"handsStatus":2,"rowVersion":88,"betTime":1699999000123,"betEndTime":1699999001456}`

func change(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(betRow) }

func rowsOf(list ...string) string { return yes("[" + strings.Join(list, ",") + "]") }

func TestRowsBecomeBetLines(t *testing.T) {
	spin := change(`"betId":7001`, `"betId":7002`, `"betAmount":10.00`, `"betAmount":0`, `"12.50"`, `0`, `"rowVersion":88`, `"rowVersion":90`)
	void := change(`"betId":7001`, `"betId":7003`, `"betAmount":10.00`, `"betAmount":0`, `"12.50"`, `0`, `"handsStatus":2`, `"handsStatus":3`, `"rowVersion":88`, `"rowVersion":89`)
	free := change(`"betId":7001`, `"betId":7004`, `"betAmount":10.00`, `"betAmount":0`, `"transactionType":1`, `"transactionType":3`)
	again := change(`"betId":7001`, `"betId":7005`, `"handsStatus":2`, `"handsStatus":3`)
	v, _ := openTest(t, map[string][]string{feed: {rowsOf(betRow, spin, void, free, again)}})
	p, err := v.PullVersions(t.Context(), "80")
	if err != nil || len(p.Lines) != 5 || len(p.Unreadable) != 0 || p.Next != "90" || p.Count != -1 {
		t.Fatalf("PullVersions = %+v, %v", p, err)
	}
	bet := p.Lines[0]
	if bet.BetID != "7001" || bet.Account != "demo_test001" || bet.Game != "126" || bet.Stake != 1000 || bet.Payout != 1250 || bet.HasValid || bet.Status != venue.BetSettled ||
		!bet.BetAt.Equal(time.UnixMilli(1699999000123)) || !bet.SettledAt.Equal(time.UnixMilli(1699999001456)) || !bet.UpdatedAt.Equal(bet.SettledAt) || !json.Valid(bet.Raw) || bet.Parlay {
		t.Errorf("bet %+v", bet)
	}
	if l := p.Lines[1]; l.Stake != 0 || l.Payout != 0 || l.Status != venue.BetSettled {
		t.Errorf("free spin %+v", l)
	}
	if l := p.Lines[2]; l.Stake != 0 || l.Payout != 0 || l.Status != venue.BetVoid {
		t.Errorf("cancelled %+v", l)
	}
	if l := p.Lines[3]; l.Stake != 0 || l.Payout != 1250 || l.Status != venue.BetSettled {
		t.Errorf("free game %+v", l)
	}
	if l := p.Lines[4]; l.Stake != 1000 || l.Payout != 1250 || l.Status != venue.BetSettled {
		t.Errorf("adjusted %+v", l)
	}
}

func TestARowThatCannotBeReadIsKeptBesideTheOthers(t *testing.T) {
	for name, bad := range map[string]string{
		"no number": change(`"betId":7001`, `"betId":""`), "no player": change(`"demo_test001"`, `null`), "no stake": change(`10.00`, `null`), "no win": change(`"12.50"`, `null`), "no version": change(`"rowVersion":88`, `"rowVersion":null`, `10.00`, `-1`),
		"negative stake": change(`10.00`, `-10`), "negative win": change(`"12.50"`, `-1`), "no time": change(`1699999000123`, `0`), "no end": change(`1699999001456`, `0`), "another currency": change(`CNY`, `USD`),
		"bonus money": change(`"transactionType":1`, `"transactionType":2`), "a free game with a stake": change(`"transactionType":1`, `"transactionType":3`), "no kind of money": change(`"transactionType":1`, `"other":1`), "no row at all": `"x"`,
	} {
		v, _ := openTest(t, map[string][]string{feed: {rowsOf(change(`7001`, `"good"`), bad)}, ranged: {rowsOf(change(`7001`, `"good"`), bad)}})
		p, err := v.PullVersions(t.Context(), "")
		if err != nil || len(p.Lines) != 1 || p.Lines[0].BetID != "good" || len(p.Unreadable) != 1 || string(p.Unreadable[0].Raw) != bad || p.Unreadable[0].Why == "" || p.Next != "88" {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
		if p, err = v.PullBets(t.Context(), from, to, ""); err != nil || len(p.Lines) != 1 || len(p.Unreadable) != 1 {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

// TestEmptyIsNotFailureAndFailureIsNotEmpty covers practice 16.
func TestEmptyIsNotFailureAndFailureIsNotEmpty(t *testing.T) {
	v, _ := openTest(t, map[string][]string{feed: {yes("[]")}, ranged: {yes("[]")}})
	if p, err := v.PullVersions(t.Context(), "5"); err != nil || len(p.Lines) != 0 || p.Next != "5" {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := v.PullBets(t.Context(), from, to, ""); err != nil || len(p.Lines) != 0 || p.Next != "" {
		t.Errorf("%+v, %v", p, err)
	}
	for _, answer := range []string{no("1034"), no("1035"), no("1200"), no("1204"), yes("null"), yes("{}"), yes(`""`), "hang up", "", "{}", `{"data":`, "<html></html>"} {
		v, _ := openTest(t, map[string][]string{feed: {answer}, ranged: {answer}})
		if p, err := v.PullVersions(t.Context(), "5"); err == nil {
			t.Errorf("%s passed as %+v", answer, p)
		}
		if p, err := v.PullBets(t.Context(), from, to, ""); err == nil {
			t.Errorf("%s passed as %+v", answer, p)
		}
	}
	v, _ = openTest(t, map[string][]string{feed: {rowsOf(change(`"rowVersion":88`, `"rowVersion":0`))}})
	if p, err := v.PullVersions(t.Context(), "5"); err == nil {
		t.Errorf("rows without versions passed as %+v", p)
	}
}

// full is a list of as many rows as the vendor sends at most. at gives the place of each.
func full(at func(i int) int) string {
	list := make([]string, pageSize)
	for i := range list {
		list[i] = fmt.Sprintf(`{"betId":%d,"playerName":"demo_test001","gameId":126,"transactionType":1,"betAmount":1,"winAmount":0,"rowVersion":%d,"betTime":1,"betEndTime":%d}`, i, at(i), 1699999000000+at(i))
	}
	return rowsOf(list...)
}

// The rows of one version may be cut apart by the end of a full list.
func TestAFullListIsFollowedFromItsLastVersion(t *testing.T) {
	v, s := openTest(t, map[string][]string{feed: {full(func(i int) int { return min(i+10, pageSize) }), rowsOf(betRow)}})
	p, err := v.PullVersions(t.Context(), "5")
	if err != nil || len(p.Lines) != pageSize-10 || p.Next != fmt.Sprint(pageSize-1) {
		t.Fatalf("%d lines, next %q, %v", len(p.Lines), p.Next, err)
	}
	if _, err := v.PullVersions(t.Context(), p.Next); err != nil || !strings.Contains(s.heard()[1].body, "row_version=4999&") {
		t.Errorf("asked %q, %v", s.heard()[1].body, err)
	}
	for name, answer := range map[string]string{
		"one version alone": full(func(int) int { return 6 }), "not in order": full(func(i int) int { return pageSize + 10 - i }), "no versions": full(func(int) int { return 0 }),
	} {
		v, _ := openTest(t, map[string][]string{feed: {answer}})
		if p, err := v.PullVersions(t.Context(), "5"); err == nil {
			t.Errorf("%s passed as %d lines, next %q", name, len(p.Lines), p.Next)
		}
	}
}

func TestAFullWindowIsFollowedFromItsLastMoment(t *testing.T) {
	v, s := openTest(t, map[string][]string{ranged: {full(func(i int) int { return min(i, pageSize-10) }), rowsOf(change("1699999001456", "1699999004990"))}})
	p, err := v.PullBets(t.Context(), from, to, "")
	if err != nil || len(p.Lines) != pageSize-10 || p.Next != "1699999004990" {
		t.Fatalf("%d lines, next %q, %v", len(p.Lines), p.Next, err)
	}
	if p, err = v.PullBets(t.Context(), from, to, p.Next); err != nil || len(p.Lines) != 1 || p.Next != "" || !strings.Contains(s.heard()[1].body, "from_time=1699999004990&") {
		t.Errorf("%+v, %v after %+v", p, err, s.heard()[1])
	}
	v, _ = openTest(t, map[string][]string{ranged: {full(func(int) int { return 1 })}})
	begin := time.UnixMilli(1699999000001)
	if p, err := v.PullBets(t.Context(), begin, to, ""); err == nil {
		t.Errorf("one moment alone passed as %d lines, next %q", len(p.Lines), p.Next)
	}
}

func TestRowsOfTheEndsBelongToOneWindowOnly(t *testing.T) {
	at := time.UnixMilli(1699999001456)
	for name, c := range map[string]struct {
		from, to time.Time
		want     int
	}{
		"begins there": {at, to, 1}, "ends there": {from, at, 0}, "ends behind it": {from, at.Add(time.Millisecond), 1}, "begins behind it": {at.Add(time.Millisecond), to, 0},
	} {
		v, _ := openTest(t, map[string][]string{ranged: {rowsOf(betRow)}})
		if p, err := v.PullBets(t.Context(), c.from, c.to, ""); err != nil || len(p.Lines) != c.want {
			t.Errorf("%s: %d lines, %v", name, len(p.Lines), err)
		}
	}
}

func TestWindowsTheVendorDoesNotAnswerAreNotAsked(t *testing.T) {
	v, s := openTest(t, nil)
	for name, w := range map[string][2]time.Time{
		"too long": {to.Add(-feedWindow - time.Second), to}, "turned": {to, from}, "empty": {to, to}, "too young": {from, testTime.Add(-time.Minute + time.Second)},
	} {
		if _, err := v.PullBets(t.Context(), w[0], w[1], ""); err == nil {
			t.Errorf("%s passed", name)
		}
	}
	for _, page := range []string{"x", "0", "-1", "1699996340000", "1700000000001"} {
		if _, err := v.PullBets(t.Context(), from, to, page); err == nil {
			t.Errorf("page %q passed", page)
		}
	}
	for _, version := range []string{"x", "0", "-5"} {
		if _, err := v.PullVersions(t.Context(), version); err == nil {
			t.Errorf("version %q passed", version)
		}
	}
	if len(s.heard()) != 0 {
		t.Errorf("asked %v", s.heard())
	}
}

// FuzzReadLine reads what a stranger's server sends: it may refuse, never fall over.
func FuzzReadLine(f *testing.F) {
	f.Add([]byte(betRow))
	f.Add([]byte(`{"betId":null}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		if l, err := readLine(body); err == nil && (l.BetID == "" || l.Stake < 0) {
			t.Fatalf("line %+v", l)
		}
	})
}
