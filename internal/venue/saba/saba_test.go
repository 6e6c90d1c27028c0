package saba

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
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
	"hongyun/internal/venue/wire"
)

const (
	vendor   = "made-up vendor&id"
	operator = "made-up-operator"
	testRef  = "demo_T231114181320000ABCDEFGH"

	fund   = "/api/FundTransfer"
	check  = "/api/CheckFundTransfer"
	create = "/api/CreateMember"
	purse  = "/api/CheckUserBalance"
	launch = "/api/GetSabaUrl"
	feed   = "/api/GetBetDetail"
	frame  = "/api/GetBetDetailByTimeframe"
)

var (
	testTime = time.Unix(1700000000, 0).UTC() // 2023-11-14 18:13:20 in GMT-4
	order1   = venue.Movement{Ref: testRef, Account: "demo_test001", Amount: 50 * money.Yuan}
	from     = testTime.Add(-61 * time.Minute)
	to       = testTime.Add(-time.Minute)
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

// yes is an answer with data, no one with a code.
func yes(data string) string { return `{"error_code":0,"message":"","Data":` + data + `}` }

func no(code int) string { return fmt.Sprintf(`{"error_code":%d,"message":"x"}`, code) }

const done = `{"trans_id":90001,"before_amount":0,"after_amount":50,"system_id":"S1","status":0}`

func status(n, amount string) string {
	return yes(`{"trans_id":90001,"transfer_date":"2023-11-14T18:13:20","amount":` + amount + `,"currency":20,"status":` + n + `}`)
}

func openTest(t *testing.T, answers map[string][]string) (*Venue, *script) {
	t.Helper()
	s := &script{answers: answers}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	v, err := New(Config{
		Code: "saba", PlatformID: 5, BaseURL: server.URL + "/", VendorID: vendor, OperatorID: operator, Prefix: "demo_", Currency: 20,
		Clock: calendar.NewFixed(testTime), Timeout: 3 * time.Second,
		Markets: wire.Markets{"1": {Kind: wire.Handicap}, "3": {Kind: wire.Total}, "5": {Kind: wire.Result}, "8": {Kind: wire.Total, Part: "1h"}, "24": {Kind: wire.Result}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return v, s
}

// The sheet's vector, section 5.
func TestTheSheetsVectorIsReproduced(t *testing.T) {
	s := &script{answers: map[string][]string{fund: {`{"error_code":0,"message":"","Data":{"trans_id":90001,"before_amount":0,"after_amount":100,"system_id":"S1","status":0}}`}}}
	server := httptest.NewServer(s)
	defer server.Close()
	v, err := New(Config{BaseURL: server.URL, VendorID: "demo", OperatorID: "o", Currency: 20, Clock: calendar.NewFixed(testTime)})
	if err != nil {
		t.Fatal(err)
	}
	got, err := v.Credit(t.Context(), venue.Movement{Ref: "demo_T20231114000001", Account: "demo_test001", Amount: 100 * money.Yuan})
	if got != venue.Done || err != nil {
		t.Errorf("Credit = %v, %v", got, err)
	}
	want, err := url.ParseQuery("vendor_id=demo&vendor_member_id=demo_test001&vendor_trans_id=demo_T20231114000001&amount=100&currency=20&direction=1&wallet_id=1")
	if err != nil {
		t.Fatal(err)
	}
	if heard := s.heard(); len(heard) != 1 || heard[0] != (asked{fund, want.Encode()}) {
		t.Errorf("asked %+v, want %s", heard, want.Encode())
	}
}

// The golden requests.
func TestRequestsAreThoseOfTheSheet(t *testing.T) {
	v, s := openTest(t, map[string][]string{
		create: {yes("null")}, purse: {yes(`[{"vendor_member_id":"demo_test001","balance":12.349,"outstanding":1,"currency":20,"error_code":0}]`)},
		fund: {yes(done)}, check: {status("0", "50.00")}, launch: {yes(`"https://games.example/a?b=c"`)}, feed: {yes(`{"last_version_key":7}`)}, frame: {yes(`{"last_version_key":0}`)},
	})
	if account := v.AccountName("test001"); account != "demo_test001" {
		t.Errorf("AccountName = %q", account)
	}
	if err := v.EnsurePlayer(t.Context(), "demo_test001"); err != nil {
		t.Error(err)
	}
	if got, err := v.Balance(t.Context(), "demo_test001"); got != 1234 || err != nil {
		t.Errorf("Balance = %s, %v", got, err)
	}
	if got, err := v.Credit(t.Context(), order1); got != venue.Done || err != nil {
		t.Errorf("Credit = %v, %v", got, err)
	}
	dust := order1
	dust.Amount++
	if got, err := v.Debit(t.Context(), dust); got != venue.Done || err != nil {
		t.Errorf("Debit = %v, %v", got, err)
	}
	if got, err := v.Lookup(t.Context(), testRef); got != (venue.Answer{Outcome: venue.Done, Amount: 5000}) || err != nil {
		t.Errorf("Lookup = %v, %v", got, err)
	}
	for _, device := range []string{"pc", "h5"} {
		got, err := v.Launch(t.Context(), venue.Launch{Account: "demo_test001", Game: "0", Device: device})
		if got != "https://games.example/a?b=c&lang=cs" || err != nil {
			t.Errorf("Launch = %q, %v", got, err)
		}
	}
	for _, after := range []string{"", "7"} {
		if p, err := v.PullVersions(t.Context(), after); err != nil || p.Next != "7" {
			t.Errorf("PullVersions = %+v, %v", p, err)
		}
	}
	for _, page := range []string{"", "settled"} {
		if _, err := v.PullBets(t.Context(), from, to, page); err != nil {
			t.Error(err)
		}
	}
	member := []string{"vendor_member_id", "demo_test001"}
	transfer := func(amount, direction string) []string {
		return append([]string{"vendor_trans_id", testRef, "amount", amount, "currency", "20", "direction", direction, "wallet_id", "1"}, member...)
	}
	window := func(timeType string) []string {
		return []string{"start_date", "2023-11-14T17:12:20", "end_date", "2023-11-14T18:12:20", "time_type", timeType}
	}
	heard := s.heard()
	for i, want := range []struct {
		path string
		form []string
	}{
		{create, append([]string{"operatorId", operator, "username", "demo_test001", "oddstype", "2", "currency", "20", "maxtransfer", "10000000", "mintransfer", "0.01"}, member...)},
		{purse, []string{"vendor_member_ids", "demo_test001", "wallet_id", "1"}}, {fund, transfer("50", "1")}, {fund, transfer("50.01", "0")},
		{check, []string{"vendor_trans_id", testRef, "wallet_id", "1"}}, {launch, append([]string{"platform", "1"}, member...)}, {launch, append([]string{"platform", "2"}, member...)},
		{feed, []string{"version_key", "0"}}, {feed, []string{"version_key", "7"}}, {frame, window("1")}, {frame, window("2")},
	} {
		form := url.Values{"vendor_id": {vendor}}
		for j := 0; j < len(want.form); j += 2 {
			form.Set(want.form[j], want.form[j+1])
		}
		if a := heard[i]; a.path != want.path || a.body != form.Encode() {
			t.Errorf("asked %+v, want %s %s", a, want.path, form.Encode())
		}
	}
}

// The codes of the sheet. A refusal speaks of a sending; whether the order was
// carried out before is asked (TRF-07).
func TestEachAnswerProvesWhatItProves(t *testing.T) {
	type outcome struct {
		want   venue.Outcome
		reason venue.Reason
	}
	absent, moved := no(2), status("0", "50")
	for _, c := range []struct {
		answer, check string
		outcome
	}{
		{yes(done), "", outcome{venue.Done, 0}}, {status("1", "50"), "", outcome{venue.Refused, venue.Other}}, {status("2", "50"), "", outcome{}}, {status("3", "50"), "", outcome{}},
		{no(3), absent, outcome{venue.Refused, venue.Insufficient}}, {no(4), absent, outcome{venue.Refused, venue.Limit}}, {no(6), absent, outcome{venue.Refused, venue.Setup}},
		{no(7), absent, outcome{venue.Refused, venue.Other}}, {no(8), absent, outcome{venue.Refused, venue.Limit}}, {no(9), absent, outcome{venue.Refused, venue.Setup}},
		{no(10), absent, outcome{venue.Refused, venue.Maintenance}}, {no(12), absent, outcome{venue.Refused, venue.Setup}}, {no(13), absent, outcome{venue.Refused, venue.Blocked}},
		{no(15), absent, outcome{venue.Refused, venue.Blocked}}, {no(1), absent, outcome{}}, {no(5), absent, outcome{}}, {no(11), absent, outcome{}}, {no(99), absent, outcome{}},
		{no(5), moved, outcome{venue.Done, 0}}, {no(3), moved, outcome{venue.Done, 0}}, {no(5), status("0", "49"), outcome{}}, {no(5), status("1", "50"), outcome{venue.Refused, venue.Other}},
		{no(3), no(3), outcome{}}, {no(3), no(1), outcome{}}, {no(3), "hang up", outcome{}}, {"hang up", moved, outcome{}}, {"", "", outcome{}}, {"{}", "", outcome{}}, {`{"error_code":"x"}`, "", outcome{}},
		{yes("null"), "", outcome{}}, {yes("{}"), "", outcome{}}, {"<html></html>", "", outcome{}},
	} {
		v, _ := openTest(t, map[string][]string{fund: {c.answer}, check: {c.check}})
		got, err := v.Debit(t.Context(), order1)
		refused, ok := errors.AsType[*venue.Refusal](err)
		if got != c.want || c.want == venue.Unknown && err == nil || c.want == venue.Refused && (!ok || refused.Reason != c.reason) {
			t.Errorf("%s then %s: %v, %v, want %v", c.answer, c.check, got, err, c.outcome)
		}
	}
	v, _ := openTest(t, map[string][]string{fund: {no(3)}, check: {absent}})
	got, err := v.Credit(t.Context(), order1)
	if refused, ok := errors.AsType[*venue.Refusal](err); got != venue.Refused || !ok || refused.Reason != venue.Float {
		t.Errorf("too little for a credit: %v, %v", got, err)
	}
}

func TestWhatAQuestionAboutAnOrderProves(t *testing.T) {
	for answer, want := range map[string]venue.Answer{
		status("0", "50.00"): {Outcome: venue.Done, Amount: 5000}, status(`"0"`, `"-50"`): {Outcome: venue.Done, Amount: 5000}, status("1", "50"): {Outcome: venue.Refused},
		status("2", "50"): {}, no(2): {Outcome: venue.Absent}, no(3): {},
	} {
		v, _ := openTest(t, map[string][]string{check: {answer}})
		if got, err := v.Lookup(t.Context(), testRef); got != want || err != nil {
			t.Errorf("%s: %v, %v", answer, got, err)
		}
	}
	for _, answer := range []string{no(1), no(7), no(9), no(10), no(99), status("0", "null"), status("0", "0"), status("4", "1"), yes("null"), yes("[]"), "hang up", "{}", ""} {
		v, _ := openTest(t, map[string][]string{check: {answer}})
		if got, err := v.Lookup(t.Context(), testRef); got.Outcome != venue.Unknown || err == nil {
			t.Errorf("%s: %v, %v", answer, got, err)
		}
	}
}

func TestAMemberWhoIsNotThereIsCreatedAndTheOrderSentAgain(t *testing.T) {
	v, s := openTest(t, map[string][]string{fund: {no(2), yes(done)}, create: {no(6)}})
	if got, err := v.Credit(t.Context(), order1); got != venue.Done || len(s.heard()) != 3 {
		t.Errorf("Credit = %v, %v after %+v", got, err, s.heard())
	}
	v, _ = openTest(t, map[string][]string{fund: {no(2)}, create: {no(8)}, check: {no(2)}})
	if got, err := v.Credit(t.Context(), order1); got != venue.Refused {
		t.Errorf("Credit = %v, %v", got, err)
	}
	v, s = openTest(t, map[string][]string{launch: {no(2), yes(`"https://games.example"`)}, create: {yes("null")}})
	if got, err := v.Launch(t.Context(), venue.Launch{Account: "demo_test001"}); got != "https://games.example?lang=cs" || len(s.heard()) != 3 {
		t.Errorf("Launch = %q, %v", got, err)
	}
}

func TestWithoutARightOrderNothingIsSent(t *testing.T) {
	v, s := openTest(t, nil)
	for name, m := range map[string]venue.Movement{
		"nothing": {Ref: testRef, Account: "test001"}, "below zero": {Ref: testRef, Account: "test001", Amount: -1}, "too much": {Ref: testRef, Account: "test001", Amount: maxAmount + 1},
		"a strange name": {Ref: testRef, Account: "a&b", Amount: 100}, "a foreign reference": {Ref: "T&1", Account: "test001", Amount: 100},
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

func TestReferencesAreNeverRepeatedAndFit(t *testing.T) {
	v, _ := openTest(t, nil)
	seen := map[string]bool{}
	for range 1000 {
		ref := v.NewRef("demo_test001", testTime)
		if seen[ref] || !reference.MatchString(ref) || !strings.HasPrefix(ref, "demo_T231114181320000") {
			t.Fatalf("reference %q", ref)
		}
		seen[ref] = true
	}
}

func TestABalanceIsRoundedDownAndNeverGuessed(t *testing.T) {
	member := func(balance, code string) string {
		return yes(`[{"vendor_member_id":"DEMO_test001","balance":` + balance + `,"error_code":` + code + `}]`)
	}
	for answer, want := range map[string]money.Fen{member(`"1.239"`, "0"): 123, member("0", "0"): 0, member("null", "0"): 0, member("null", "2"): 0} {
		v, _ := openTest(t, map[string][]string{purse: {answer}})
		if got, err := v.Balance(t.Context(), "demo_test001"); got != want || err != nil {
			t.Errorf("%s: %s, %v", answer, got, err)
		}
	}
	for _, answer := range []string{
		member("-1", "0"), member(`"x"`, "0"), member("1", "1"), yes(`[{"vendor_member_id":"demo_test001","error_code":0}]`), yes(`[{"vendor_member_id":"other","balance":1,"error_code":0}]`),
		yes("[]"), yes("null"), no(1), no(9), "hang up", "{}",
	} {
		v, _ := openTest(t, map[string][]string{purse: {answer}})
		if got, err := v.Balance(t.Context(), "demo_test001"); err == nil {
			t.Errorf("%s: %s", answer, got)
		}
	}
}

func TestOnlyAddressesOfTheListAreOpened(t *testing.T) {
	for answer, opens := range map[string]bool{
		yes(`"https://games.example/"`): true, yes(`"https://other.example/"`): false, yes(`"javascript:alert(1)"`): false, yes(`""`): false, yes("null"): false, no(1): false, "hang up": false,
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
	v, _ := openTest(t, map[string][]string{fund: {no(9)}, check: {no(9)}, create: {"hang up"}})
	v.config.Log = slog.New(slog.NewTextHandler(&log, nil))
	_, err1 := v.Credit(t.Context(), order1)
	err2 := v.EnsurePlayer(t.Context(), "test001")
	shown := fmt.Sprint(err1, err2, log.String())
	if !strings.Contains(log.String(), "contract") || strings.Contains(shown, vendor) || strings.Contains(shown, url.QueryEscape(vendor)) {
		t.Errorf("log and errors: %s", shown)
	}
}

func TestContractsThatCannotWorkAreRefused(t *testing.T) {
	good := Config{BaseURL: "https://x.example", VendorID: "v", OperatorID: "o", Clock: calendar.NewFixed(testTime)}
	if v, err := New(good); err != nil || v.currency() != "13" {
		t.Fatalf("%+v, %v", v, err)
	}
	for name, change := range map[string]func(*Config){
		"no address": func(c *Config) { c.BaseURL = "" }, "no vendor": func(c *Config) { c.VendorID = "" }, "no operator": func(c *Config) { c.OperatorID = "" },
		"no clock": func(c *Config) { c.Clock = nil }, "a strange prefix": func(c *Config) { c.Prefix = "a-b" }, "no currency": func(c *Config) { c.Currency = -1 },
	} {
		c := good
		change(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}

const betRow = `{"trans_id":7001,"vendor_member_id":"demo_test001","league_id":9,"match_id":55,"sport_type":1,"bet_type":3,"bet_team":"o","parlay_ref_no":0,"odds":0.88,"odds_type":2,"stake":10.00,
	"transaction_time":"2023-11-14T17:50:01.5","winlost_datetime":"2023-11-14T00:00:00","settlement_time":"2023-11-14T17:55:04","ticket_status":"won","winlost_amount":8.80}`

func change(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(betRow) }

func versions(last string, list ...string) string {
	return yes(`{"last_version_key":` + last + `,"BetDetails":[` + strings.Join(list, ",") + `]}`)
}

func TestRowsBecomeBetLines(t *testing.T) {
	v, _ := openTest(t, map[string][]string{feed: {yes(`{"last_version_key":"88","BetDetails":[` + strings.Join([]string{
		betRow, change(`7001`, `7002`, `"won"`, `"running"`, `8.80`, `0`, `"2023-11-14T17:55:04"`, `null`), change(`7001`, `7003`, `"won"`, `"void"`, `8.80`, `0`),
		change(`7001`, `7004`, `"won"`, `"reject"`, `8.80`, `null`), change(`7001`, `7005`, `"won"`, `"half lose"`, `8.80`, `"-5.00"`),
	}, ",") + `],"BetNumberDetails":[` + change(`7001`, `7006`, `"parlay_ref_no":0`, `"parlay_ref_no":3`, `"won"`, `"lose"`, `8.80`, `-10`) +
		`],"BetVirtualSportDetails":[` + change(`7001`, `7007`, `"won"`, `"draw"`, `8.80`, `0`, `T17:50:01.5`, ` 17:50:01`, `"odds_type":2`, `"odds_type":9`) + `]}`)}})
	p, err := v.PullVersions(t.Context(), "80")
	if err != nil || len(p.Lines) != 7 || len(p.Unreadable) != 0 || p.Next != "88" || p.Count != -1 {
		t.Fatalf("PullVersions = %+v, %v", p, err)
	}
	won, open, void, rejected, half, parlay, draw := p.Lines[0], p.Lines[1], p.Lines[2], p.Lines[3], p.Lines[4], p.Lines[5], p.Lines[6]
	at := time.Date(2023, 11, 14, 21, 55, 4, 0, time.UTC)
	if won.BetID != "7001" || won.Account != "demo_test001" || won.Game != "0" || won.Stake != 1000 || won.Payout != 1880 || won.HasValid || won.Status != venue.BetSettled ||
		won.Odds != "0.88" || won.OddsType != "HK" || won.Parlay || !won.SettledAt.Equal(at) || !won.UpdatedAt.Equal(at) || won.Round != "55" || won.Market != "total/" || won.Side != "over" ||
		!won.BetAt.Equal(at.Add(-5*time.Minute-2500*time.Millisecond)) || !json.Valid(won.Raw) {
		t.Errorf("won %+v", won)
	}
	if open.Status != venue.BetOpen || open.Payout != 0 || !open.SettledAt.IsZero() || !open.UpdatedAt.Equal(open.BetAt) {
		t.Errorf("open %+v", open)
	}
	for _, l := range []venue.BetLine{void, rejected} {
		if l.Status != venue.BetVoid || l.Payout != l.Stake || l.SettledAt.IsZero() {
			t.Errorf("void %+v", l)
		}
	}
	if half.Payout != 500 || half.Status != venue.BetSettled || !parlay.Parlay || parlay.Payout != 0 || parlay.Round != "" || draw.Payout != 1000 || draw.OddsType != "" {
		t.Errorf("half %+v, parlay %+v, draw %+v", half, parlay, draw)
	}
}

func TestARowThatCannotBeReadIsKeptBesideTheOthers(t *testing.T) {
	for name, bad := range map[string]string{
		"unknown state": change(`"won"`, `"thinking"`), "no number": change(`7001`, `""`), "no member": change(`"demo_test001"`, `null`), "no stake": change(`10.00`, `null`),
		"unreadable time": change("2023-11-14T17:55:04", "yesterday"), "no time": change(`"2023-11-14T17:50:01.5"`, `null`), "negative stake": change(`10.00`, `-10`),
		"won without a result": change(`8.80`, `null`), "won and never settled": change(`"2023-11-14T17:55:04"`, `null`), "no row at all": `"x"`,
	} {
		v, _ := openTest(t, map[string][]string{feed: {versions("9", change(`7001`, `"good"`), bad)}})
		p, err := v.PullVersions(t.Context(), "")
		if err != nil || len(p.Lines) != 1 || p.Lines[0].BetID != "good" || len(p.Unreadable) != 1 || string(p.Unreadable[0].Raw) != bad || p.Unreadable[0].Why == "" {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

// TestEmptyIsNotFailureAndFailureIsNotEmpty covers practice 16.
func TestEmptyIsNotFailureAndFailureIsNotEmpty(t *testing.T) {
	for _, answer := range []string{yes(`{"last_version_key":5}`), versions("5"), yes(`{"last_version_key":5,"BetDetails":null}`)} {
		v, _ := openTest(t, map[string][]string{feed: {answer}})
		if p, err := v.PullVersions(t.Context(), "5"); err != nil || len(p.Lines) != 0 || p.Next != "5" {
			t.Errorf("%s: %+v, %v", answer, p, err)
		}
	}
	for _, answer := range []string{no(1), no(9), no(10), yes("null"), yes("{}"), yes("[]"), yes(`{"BetDetails":[]}`), versions("5", betRow), "hang up", "", "{}", `{"Data":{"last_version_key":5}}`} {
		v, _ := openTest(t, map[string][]string{feed: {answer}, frame: {answer}})
		if p, err := v.PullVersions(t.Context(), "5"); err == nil {
			t.Errorf("%s passed as %+v", answer, p)
		}
		if answer == versions("5", betRow) {
			continue // a list by time does not go on
		}
		if p, err := v.PullBets(t.Context(), from, to, ""); err == nil {
			t.Errorf("%s passed as %+v", answer, p)
		}
	}
}

func TestABetIsInOneListOfAWindow(t *testing.T) {
	open := change(`7001`, `7002`, `"won"`, `"waiting"`, `"2023-11-14T17:55:04"`, `null`)
	outside := change(`7001`, `7003`, `2023-11-14T17:55:04`, `2023-11-14T18:12:20`)
	v, _ := openTest(t, map[string][]string{frame: {versions("0", betRow, open, outside)}})
	first, err1 := v.PullBets(t.Context(), from, to, "")
	second, err2 := v.PullBets(t.Context(), from, to, first.Next)
	if err1 != nil || err2 != nil || first.Next != "settled" || second.Next != "" {
		t.Fatalf("%+v, %v; %+v, %v", first, err1, second, err2)
	}
	if len(first.Lines) != 1 || first.Lines[0].BetID != "7002" || len(second.Lines) != 1 || second.Lines[0].BetID != "7001" {
		t.Errorf("%+v and %+v", first.Lines, second.Lines)
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
	if _, err := v.PullBets(t.Context(), from, to, "other"); err == nil || len(s.heard()) != 0 {
		t.Errorf("another page: %v after %v", err, s.heard())
	}
}
