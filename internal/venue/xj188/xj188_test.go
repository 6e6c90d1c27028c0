package xj188

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

const (
	operator = "made-up-operator"
	vendor   = "made-up vendor&id"
	testRef  = "T231114181320000ABCDEFGH"

	in     = "/API/DepositFund"
	out    = "/API/WithdrawalFund"
	create = "/API/Registration"
	wagers = "/API/Wagers"
	launch = "/API/Launch"
	purse  = "/API/MemberBalance"
)

var (
	testTime = time.Unix(1700000000, 0).UTC() // 2023-11-14 18:13:20 in GMT-4
	order    = venue.Movement{Ref: testRef, Account: "test001", Amount: 50 * money.Yuan}
	from     = testTime.Add(-69 * time.Minute)
	to       = testTime.Add(-10 * time.Minute)
)

// script is a company that answers by a list and keeps what it was asked.
type script struct {
	mu      sync.Mutex
	asked   []asked
	answers map[string][]string // path → answers in turn; the last one repeats
}

type asked struct{ path, body string }

func (s *script) heard() []asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	path := r.URL.Path
	if r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/x-www-form-urlencoded" || r.URL.RawQuery != "" {
		path = r.Method + " " + r.URL.String()
	}
	s.asked = append(s.asked, asked{path, string(text)})
	list := s.answers[path]
	if len(list) == 0 {
		http.Error(w, "not scripted", http.StatusTeapot)
		return
	}
	if len(list) > 1 {
		s.answers[path] = list[1:]
	}
	if list[0] == "hang up" {
		panic(http.ErrAbortHandler)
	}
	_, _ = io.WriteString(w, list[0])
}

// says is an answer with a code and data.
func says(code, data string) string {
	return `{"code":"` + code + `","data":` + data + `,"message":"x"}`
}

func no(code string) string { return says(code, "null") }

func openTest(t *testing.T, answers map[string][]string) (*Venue, *script) {
	t.Helper()
	s := &script{answers: answers}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	v, err := New(Config{
		Code: "xj", PlatformID: 17, BaseURL: server.URL + "/", LoginURL: "https://login.example/", OperatorID: operator, VendorID: vendor,
		Clock: calendar.NewFixed(testTime), Timeout: 3 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return v, s
}

// The golden requests.
func TestRequestsAreThoseOfTheSheet(t *testing.T) {
	v, s := openTest(t, map[string][]string{
		create: {no("COMM0000")}, purse: {says("COMM0000", `{"balance":12.349}`)}, in: {says("COMM0000", `{"totalBalance":50}`)}, out: {says("COMM0000", `{"totalBalance":0}`)},
		launch: {says("COMM0000", `"https://games.example/a?b=c&d"`)}, wagers: {says("COMM0000", `[]`)},
	})
	if err := v.EnsurePlayer(t.Context(), "test001"); err != nil {
		t.Error(err)
	}
	if got, err := v.Balance(t.Context(), "test001"); got != 1234 || err != nil {
		t.Errorf("Balance = %s, %v", got, err)
	}
	if got, err := v.Credit(t.Context(), order); got != venue.Done || err != nil {
		t.Errorf("Credit = %v, %v", got, err)
	}
	if got, err := v.Debit(t.Context(), order); got != venue.Done || err != nil {
		t.Errorf("Debit = %v, %v", got, err)
	}
	for _, device := range []string{"pc", "h5"} {
		got, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: "0", Device: device})
		if got != "https://login.example/launcher?XJlaunchURL=https%3A%2F%2Fgames.example%2Fa%3Fb%3Dc%26d" || err != nil {
			t.Errorf("Launch = %q, %v", got, err)
		}
	}
	for _, page := range []string{"", "settled"} {
		if _, err := v.PullBets(t.Context(), from, to, page); err != nil {
			t.Error(err)
		}
	}
	member := func(more url.Values) url.Values {
		all := url.Values{"memberCode": {"test001"}}
		maps.Copy(all, more)
		return all
	}
	window := func(settled string) url.Values {
		return url.Values{"from": {"2023-11-14 17:04:20"}, "to": {"2023-11-14 18:03:20"}, "isSettled": {settled}}
	}
	transfer := member(url.Values{"balance": {"50.00"}, "currencyCode": {"CNY"}, "refId": {testRef}})
	heard := s.heard()
	for i, want := range []struct {
		path string
		form url.Values
	}{
		{create, member(url.Values{"currencyCode": {"CNY"}, "oddsType": {"EU"}})}, {purse, member(nil)}, {in, transfer}, {out, transfer},
		{launch, member(url.Values{"channel": {"10"}})}, {launch, member(url.Values{"channel": {"11"}})}, {wagers, window("3")}, {wagers, window("4")},
	} {
		want.form.Set("operatorId", operator)
		want.form.Set("vendorId", vendor)
		if a := heard[i]; a.path != want.path || a.body != want.form.Encode() {
			t.Errorf("asked %+v, want %+v", a, want)
		}
	}
}

// The codes of the sheet. There is nothing to ask afterwards, so an answer that
// is neither yes nor a definite no stays unknown (TRF-07).
func TestEachAnswerProvesWhatItProves(t *testing.T) {
	type outcome struct {
		want   venue.Outcome
		reason venue.Reason
	}
	cases := map[string]outcome{
		says("COMM0000", `{"totalBalance":50}`): {venue.Done, 0}, no("COMM0101"): {venue.Refused, venue.Other}, no("ITGR0012"): {venue.Refused, venue.Other},
		no("ERRG0010"): {venue.Refused, venue.Insufficient}, "hang up": {}, "": {}, "{}": {}, `{"code":"COMM0000"`: {}, `{"code":0}`: {}, `{"Code":1}`: {}, "<html></html>": {},
	}
	for _, code := range []string{"SSO0001", "SSO0003", "ITGR0033", "ITGR0036", "ITGR0101", "ITGR1001", "ITGR1002", "ITGR9999", "ABCD1234"} {
		cases[no(code)] = outcome{}
	}
	for answer, c := range cases {
		v, s := openTest(t, map[string][]string{out: {answer}})
		got, err := v.Debit(t.Context(), order)
		refused, ok := errors.AsType[*venue.Refusal](err)
		if got != c.want || c.want == venue.Unknown && err == nil || c.want == venue.Refused && (!ok || refused.Reason != c.reason) || len(s.heard()) != 1 {
			t.Errorf("%s: %v, %v, want %v after %d calls", answer, got, err, c.want, len(s.heard()))
		}
	}
	v, _ := openTest(t, map[string][]string{in: {no("ERRG0010")}})
	got, err := v.Credit(t.Context(), order)
	if refused, ok := errors.AsType[*venue.Refusal](err); got != venue.Refused || !ok || refused.Reason != venue.Float {
		t.Errorf("too little for a credit: %v, %v", got, err)
	}
}

func TestNoQuestionAboutATransferIsAsked(t *testing.T) {
	v, s := openTest(t, nil)
	if got, err := v.Lookup(t.Context(), testRef); got.Outcome != venue.Unknown || err == nil || len(s.heard()) != 0 || !v.Rules().NoQuery {
		t.Errorf("Lookup = %v, %v; %+v", got, err, v.Rules())
	}
}

func TestAMemberWhoIsNotThereIsCreatedAndTheOrderSentAgain(t *testing.T) {
	v, s := openTest(t, map[string][]string{in: {no("ITGR0011"), no("COMM0000")}, create: {no("ITGR0033")}})
	if got, err := v.Credit(t.Context(), order); got != venue.Done || len(s.heard()) != 3 {
		t.Errorf("Credit = %v, %v after %+v", got, err, s.heard())
	}
	v, _ = openTest(t, map[string][]string{in: {no("ITGR0011")}, create: {no("ITGR9999")}})
	if got, err := v.Credit(t.Context(), order); got != venue.Refused {
		t.Errorf("Credit = %v, %v", got, err)
	}
}

func TestWithoutARightOrderNothingIsSent(t *testing.T) {
	v, s := openTest(t, nil)
	for name, m := range map[string]venue.Movement{
		"nothing": {Ref: testRef, Account: "test001"}, "below zero": {Ref: testRef, Account: "test001", Amount: -1}, "too much": {Ref: testRef, Account: "test001", Amount: maxAmount + 1},
		"a strange name": {Ref: testRef, Account: "a&b", Amount: 100}, "a foreign reference": {Ref: "T1", Account: "test001", Amount: 100},
	} {
		if got, err := v.Credit(t.Context(), m); got != venue.Refused || err == nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if address, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: "7"}); err == nil || address != "" {
		t.Errorf("a game that is not there: %q", address)
	}
	if len(s.heard()) != 0 {
		t.Errorf("asked %v", s.heard())
	}
}

func TestABalanceIsRoundedDownAndNeverGuessed(t *testing.T) {
	for answer, want := range map[string]money.Fen{says("COMM0000", `{"balance":"1.239"}`): 123, says("COMM0000", `{"balance":0}`): 0, no("ITGR0011"): 0} {
		v, _ := openTest(t, map[string][]string{purse: {answer}})
		if got, err := v.Balance(t.Context(), "test001"); got != want || err != nil {
			t.Errorf("%s: %s, %v", answer, got, err)
		}
	}
	for _, answer := range []string{no("COMM0000"), says("COMM0000", `{"balance":-1}`), says("COMM0000", `{"balance":"x"}`), says("COMM0000", `{}`), no("ITGR9999"), "hang up", `{}`} {
		v, _ := openTest(t, map[string][]string{purse: {answer}})
		if got, err := v.Balance(t.Context(), "test001"); err == nil {
			t.Errorf("%s: %s", answer, got)
		}
	}
}

func TestOnlyAddressesOfTheListAreOpened(t *testing.T) {
	for answer, opens := range map[string]bool{
		says("COMM0000", `"https://games.example/"`): true, says("COMM0000", `"https://other.example/"`): false, says("COMM0000", `"javascript:alert(1)"`): false,
		says("COMM0000", `""`): false, no("COMM0000"): false, no("ITGR9999"): false, "hang up": false,
	} {
		v, _ := openTest(t, map[string][]string{launch: {answer}})
		v.config.LaunchHosts = []string{"games.example"}
		if address, err := v.Launch(t.Context(), venue.Launch{Account: "test001"}); (err == nil) != opens || (address != "") != opens {
			t.Errorf("%s: %q, %v", answer, address, err)
		}
	}
}

func TestNoSecretIsInAnErrorOrALog(t *testing.T) {
	var log strings.Builder
	v, _ := openTest(t, map[string][]string{in: {no("SSO0001")}, create: {"hang up"}})
	v.config.Log = slog.New(slog.NewTextHandler(&log, nil))
	_, err1 := v.Credit(t.Context(), order)
	err2 := v.EnsurePlayer(t.Context(), "test001")
	shown := fmt.Sprint(err1, err2, log.String())
	if !strings.Contains(log.String(), "contract") || strings.Contains(shown, vendor) || strings.Contains(shown, url.QueryEscape(vendor)) {
		t.Errorf("log and errors: %s", shown)
	}
}

func TestContractsThatCannotWorkAreRefused(t *testing.T) {
	good := Config{BaseURL: "https://x.example", OperatorID: "o", VendorID: "v", Clock: calendar.NewFixed(testTime)}
	if v, err := New(good); err != nil || v.config.LoginURL != "https://x.example" {
		t.Fatalf("%+v, %v", v, err)
	}
	for name, change := range map[string]func(*Config){
		"no address": func(c *Config) { c.BaseURL = "" }, "a login address with a query": func(c *Config) { c.LoginURL = "https://x.example/?a" },
		"no operator": func(c *Config) { c.OperatorID = "" }, "no vendor": func(c *Config) { c.VendorID = "" }, "no clock": func(c *Config) { c.Clock = nil },
		"strange prefix": func(c *Config) { c.Prefix = "a-b" },
	} {
		c := good
		change(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}

const betRow = `{"id":7001,"memberCode":"test001","stake":10.00,"returnAmount":18.80,"wagerStatus":2,"createTime":"2023-11-14T17:50:01.5","settleTime":"2023-11-14T17:55:04",
	"bets":"[{\"odds\":\"0.88\",\"oddsType\":\"HK\"}]"}`

func change(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(betRow) }

func rows(list ...string) string { return says("COMM0000", "["+strings.Join(list, ",")+"]") }

func TestRowsBecomeBetLines(t *testing.T) {
	v, _ := openTest(t, map[string][]string{wagers: {rows(betRow,
		change(`7001`, `7002`, `"wagerStatus":2`, `"wagerStatus":1`, `18.80`, `0`, `"2023-11-14T17:55:04"`, `null`),
		change(`7001`, `7003`, `"wagerStatus":2`, `"wagerStatus":"3"`, `18.80`, `0`), change(`7001`, `7004`, `"wagerStatus":2`, `"wagerStatus":4`),
		change(`7001`, `7005`, `18.80`, `"0"`, `}]"`, `},{}]"`, `2023-11-14T17:50:01.5`, `2023-11-14 17:50:01`), change(`7001`, `7006`, `18.80`, `5`, `"[{`, `"x[{`))}})
	p, err := v.PullBets(t.Context(), from, to, "settled")
	if err != nil || len(p.Lines) != 6 || len(p.Unreadable) != 0 || p.Next != "" || p.Count != -1 {
		t.Fatalf("PullBets = %+v, %v", p, err)
	}
	won, open, void, cancelled, lost, half := p.Lines[0], p.Lines[1], p.Lines[2], p.Lines[3], p.Lines[4], p.Lines[5]
	at := time.Date(2023, 11, 14, 21, 55, 4, 0, time.UTC)
	if won.BetID != "7001" || won.Account != "test001" || won.Game != "0" || won.Stake != 1000 || won.Payout != 1880 || won.HasValid || won.Status != venue.BetSettled ||
		won.Odds != "0.88" || won.OddsType != "HK" || won.Parlay || !won.SettledAt.Equal(at) || !won.UpdatedAt.Equal(at) ||
		!won.BetAt.Equal(at.Add(-5*time.Minute-2500*time.Millisecond)) || !json.Valid(won.Raw) {
		t.Errorf("won %+v", won)
	}
	if open.Status != venue.BetOpen || open.Payout != 0 || !open.SettledAt.IsZero() || !open.UpdatedAt.Equal(open.BetAt) {
		t.Errorf("open %+v", open)
	}
	for _, l := range []venue.BetLine{void, cancelled} {
		if l.Status != venue.BetVoid || l.Payout != l.Stake {
			t.Errorf("void %+v", l)
		}
	}
	if lost.Payout != 0 || !lost.Parlay || lost.Odds != "" || half.Payout != 500 || half.Odds != "" {
		t.Errorf("lost %+v, half %+v", lost, half)
	}
}

func TestARowThatCannotBeReadIsKeptBesideTheOthers(t *testing.T) {
	for name, bad := range map[string]string{
		"unknown state": change(`"wagerStatus":2`, `"wagerStatus":5`), "no number": change(`7001`, `""`), "no member": change(`"test001"`, `null`), "no stake": change(`10.00`, `null`),
		"unreadable time": change("2023-11-14T17:55:04", "yesterday"), "no time": change(`"2023-11-14T17:50:01.5"`, `null`), "negative stake": change(`10.00`, `-10`),
		"won without a return": change(`18.80`, `null`), "a negative return": change(`18.80`, `-1`), "no row at all": `"x"`,
	} {
		v, _ := openTest(t, map[string][]string{wagers: {rows(change(`7001`, `"good"`), bad)}})
		p, err := v.PullBets(t.Context(), from, to, "settled")
		if err != nil || len(p.Lines) != 1 || p.Lines[0].BetID != "good" || len(p.Unreadable) != 1 || string(p.Unreadable[0].Raw) != bad || p.Unreadable[0].Why == "" {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

// TestEmptyIsNotFailureAndFailureIsNotEmpty covers practice 16.
func TestEmptyIsNotFailureAndFailureIsNotEmpty(t *testing.T) {
	v, _ := openTest(t, map[string][]string{wagers: {rows()}})
	if p, err := v.PullBets(t.Context(), from, to, ""); err != nil || len(p.Lines) != 0 || p.Next != "settled" {
		t.Errorf("%+v, %v", p, err)
	}
	for name, answer := range map[string]string{
		"no rows": no("COMM0000"), "rows are no list": says("COMM0000", "{}"), "failed": no("ITGR9999"), "not found": no("ITGR1002"), "html": "<html></html>",
		"half an answer": rows(betRow)[:200], "the connection closed": "hang up", "nothing": "",
	} {
		v, _ := openTest(t, map[string][]string{wagers: {answer}})
		if p, err := v.PullBets(t.Context(), from, to, "settled"); err == nil || errors.Is(err, venue.ErrTooSoon) {
			t.Errorf("%s passed as %d lines, %v", name, len(p.Lines), err)
		}
	}
	v, _ = openTest(t, map[string][]string{wagers: {no("ITGR0036")}})
	if _, err := v.PullBets(t.Context(), from, to, ""); !errors.Is(err, venue.ErrTooSoon) {
		t.Errorf("too frequent: %v", err)
	}
}

func TestWindowsTheVendorDoesNotAnswerAreNotAsked(t *testing.T) {
	v, s := openTest(t, nil)
	for name, w := range map[string][2]time.Time{
		"too long": {to.Add(-feedWindow - time.Second), to}, "too young": {to, to.Add(time.Second)}, "turned round": {to, from}, "nothing": {to, to},
	} {
		if _, err := v.PullBets(t.Context(), w[0], w[1], ""); err == nil {
			t.Errorf("%s passed", name)
		}
	}
	if _, err := v.PullBets(t.Context(), from, to, "2"); err == nil || len(s.heard()) != 0 {
		t.Errorf("a strange page: %v after %v", err, s.heard())
	}
}

// FuzzReadLine reads what a stranger's server sends: it may refuse, never fall over.
func FuzzReadLine(f *testing.F) {
	f.Add([]byte(betRow))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if l, err := readLine(raw); err == nil && (l.BetID == "" || l.Stake < 0 || l.BetAt.IsZero()) {
			t.Fatalf("%+v", l)
		}
	})
}
