package pg

import (
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

	"github.com/google/uuid"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/secret"
	"hongyun/internal/venue"
)

const (
	testOperator = "made-up operator&token"
	testSecret   = "made-up secret&key"
	testRef      = "demo_test001-1700000000000ABCDEFGHIJ"

	create = "/Player/v1/Create"
	kick   = "/Player/v1/Kick"
	purse  = "/Cash/v3/GetPlayerWallet"
	in     = "/Cash/v3/TransferIn"
	out    = "/Cash/v3/TransferOut"
	single = "/Cash/v3/GetSingleTransaction"
	feed   = "/Bet/v4/GetHistory"
	ranged = "/Bet/v4/GetHistoryForSpecificTimeRange"
)

var (
	testTime = time.UnixMilli(1700000000000).UTC()
	order    = venue.Movement{Ref: testRef, Account: "demo_test001", Amount: 50 * money.Yuan}
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
	trace := r.URL.Query()
	if _, bad := uuid.Parse(trace.Get("trace_id")); bad != nil || len(trace) != 1 || r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/x-www-form-urlencoded" {
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
func yes(data string) string { return `{"data":` + data + `,"error":null}` }

func no(code string) string {
	return `{"data":null,"error":{"code":"` + code + `","message":"x","traceId":"t"}}`
}

func moved(amount string) string {
	return yes(`{"transactionId":90001,"balanceAmountBefore":0,"balanceAmount":50,"amount":` + amount + `}`)
}

func transaction(amount string) string {
	return yes(`{"transactionId":90001,"playerName":"DEMO_test001","transactionType":100,"transactionAmount":` + amount + `,"transactionDateTime":1700000000000}`)
}

func newSessions(t *testing.T, code string, clock calendar.Clock) *venue.Sessions {
	t.Helper()
	box, err := secret.NewBox(make([]byte, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	return venue.NewSessions(box, code, clock)
}

func openTest(t *testing.T, answers map[string][]string) (*Venue, *script) {
	t.Helper()
	s := &script{answers: answers}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	clock := calendar.NewFixed(testTime)
	v, err := New(Config{
		Code: "s8", PlatformID: 8, BaseURL: server.URL + "/", LaunchURL: "https://games.example/", OperatorToken: testOperator, SecretKey: testSecret, Prefix: "demo_", Lobby: "126",
		Sessions: newSessions(t, "s8", clock), Clock: clock, Timeout: 3 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return v, s
}

// The sheet's example, section 5. Its reference is not one of ours, so ours
// replaces it.
func TestTheSheetsVectorIsReproduced(t *testing.T) {
	s := &script{answers: map[string][]string{in: {moved("100.00")}}}
	server := httptest.NewServer(s)
	defer server.Close()
	clock := calendar.NewFixed(testTime)
	v, err := New(Config{BaseURL: server.URL, OperatorToken: "demo", SecretKey: "demo", Sessions: newSessions(t, "s8", clock), Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	ref := v.NewRef("test001", testTime)
	if got, err := v.Credit(t.Context(), venue.Movement{Ref: ref, Account: "test001", Amount: 100 * money.Yuan}); got != venue.Done || err != nil {
		t.Errorf("Credit = %v, %v", got, err)
	}
	want, err := url.ParseQuery("operator_token=demo&secret_key=demo&player_name=test001&amount=100.00&transfer_reference=T20231114000001&currency=CNY")
	if err != nil {
		t.Fatal(err)
	}
	want.Set("transfer_reference", ref)
	if heard := s.heard(); len(heard) != 1 || heard[0] != (asked{in, want.Encode()}) {
		t.Errorf("asked %+v, want %s", heard, want.Encode())
	}
}

// The golden requests.
func TestRequestsAreThoseOfTheSheet(t *testing.T) {
	v, s := openTest(t, map[string][]string{
		create: {yes(`{"action_result":1}`)}, kick: {yes(`{"action_result":1}`)}, purse: {yes(`{"currencyCode":"CNY","totalBalance":99,"cashBalance":12.349}`)},
		in: {moved("50.00")}, out: {moved("-50.01")}, single: {transaction("50.00")}, feed: {yes("[]")}, ranged: {yes("[]")},
	})
	account := v.AccountName("test001")
	if account != "demo_test001" {
		t.Errorf("AccountName = %q", account)
	}
	if err := v.EnsurePlayer(t.Context(), account); err != nil {
		t.Error(err)
	}
	if err := v.Kick(t.Context(), account); err != nil {
		t.Error(err)
	}
	if got, err := v.Balance(t.Context(), account); got != 1234 || err != nil {
		t.Errorf("Balance = %s, %v", got, err)
	}
	if got, err := v.Credit(t.Context(), order); got != venue.Done || err != nil {
		t.Errorf("Credit = %v, %v", got, err)
	}
	dust := order
	dust.Amount++
	if got, err := v.Debit(t.Context(), dust); got != venue.Done || err != nil {
		t.Errorf("Debit = %v, %v", got, err)
	}
	if got, err := v.Lookup(t.Context(), testRef); got != (venue.Answer{Outcome: venue.Done, Amount: 5000}) || err != nil {
		t.Errorf("Lookup = %v, %v", got, err)
	}
	if _, err := v.PullVersions(t.Context(), ""); err != nil {
		t.Error(err)
	}
	if _, err := v.PullBets(t.Context(), from, to, ""); err != nil {
		t.Error(err)
	}
	const keys, who = "operator_token=made-up+operator%26token", "player_name=demo_test001"
	const key = "secret_key=made-up+secret%26key"
	want := []asked{
		{create, "currency=CNY&nickname=demo_test001&" + keys + "&" + who + "&" + key},
		{kick, keys + "&" + who + "&" + key},
		{purse, keys + "&" + who + "&" + key},
		{in, "amount=50.00&currency=CNY&" + keys + "&" + who + "&" + key + "&transfer_reference=" + testRef},
		{out, "amount=50.01&currency=CNY&" + keys + "&" + who + "&" + key + "&transfer_reference=" + testRef},
		{single, keys + "&" + who + "&" + key + "&transfer_reference=" + testRef},
		{feed, "bet_type=1&count=5000&hands_status=0&" + keys + "&row_version=1&" + key},
		{ranged, "bet_type=1&count=5000&from_time=1699996340000&hands_status=0&" + keys + "&" + key + "&to_time=1699999940000"},
	}
	if got := s.heard(); !slices.Equal(got, want) {
		t.Errorf("asked\n%+v, want\n%+v", got, want)
	}
}

func TestALaunchIsTheSheetsAddress(t *testing.T) {
	v, s := openTest(t, map[string][]string{create: {no("1305")}})
	for game, want := range map[string]string{"8002": "8002", "": "126", "0": "126"} {
		text, err := v.Launch(t.Context(), venue.Launch{Account: "demo_test001", Game: game, BackURL: "https://site.example/#/Egame/8"})
		address, bad := url.Parse(text)
		if err != nil || bad != nil || address.Host != "games.example" || address.Path != "/"+want+"/index.html" {
			t.Fatalf("Launch = %q, %v", text, err)
		}
		q := address.Query()
		session := q.Get("ops")
		if account, err := v.config.Sessions.Account(session); account != "demo_test001" || err != nil || len(session) > 200 {
			t.Errorf("session %q of %q, %v", session, account, err)
		}
		q.Del("ops")
		if q.Encode() != (url.Values{"btt": {"1"}, "ot": {testOperator}, "l": {"zh"}, "f": {"https://site.example/#/Egame/8"}}).Encode() {
			t.Errorf("query %v", q)
		}
	}
	asked := len(s.heard())
	v.config.Lobby = ""
	for _, game := range []string{"", "a/b", "..", "x?y"} {
		if address, err := v.Launch(t.Context(), venue.Launch{Account: "demo_test001", Game: game}); err == nil || address != "" {
			t.Errorf("game %q opens %q", game, address)
		}
	}
	if len(s.heard()) != asked {
		t.Errorf("asked %v", s.heard()[asked:])
	}
	v, _ = openTest(t, map[string][]string{create: {no("1200")}})
	if address, err := v.Launch(t.Context(), venue.Launch{Account: "demo_test001", Game: "8002"}); err == nil || address != "" {
		t.Errorf("without an account: %q", address)
	}
}

type outcome struct {
	want   venue.Outcome
	reason venue.Reason
}

// The meaning of each answer to a transfer, beside the answer of
// GetSingleTransaction (TRF-07).
func TestEachAnswerProvesWhatItProves(t *testing.T) {
	done, absent := transaction("50.00"), no("3040")
	unknown := outcome{}
	refused := func(r venue.Reason) outcome { return outcome{venue.Refused, r} }
	for _, c := range []struct {
		answer, single string
		outcome
	}{
		{moved("50.00"), "", outcome{want: venue.Done}}, {moved(`"-50"`), "", outcome{want: venue.Done}},
		{moved("49.99"), absent, unknown}, {moved("49.99"), transaction("49.99"), unknown}, {moved("null"), done, outcome{want: venue.Done}}, {yes("{}"), absent, unknown}, {yes(`{"amount":50}`), absent, unknown},
		{no("3013"), absent, refused(venue.Insufficient)}, {no("3100"), absent, refused(venue.Other)}, {no("1204"), absent, refused(venue.Setup)}, {no("1034"), absent, refused(venue.Other)}, {no("3001"), absent, refused(venue.Other)},
		{no("3013"), done, outcome{want: venue.Done}}, {no("3100"), transaction("49.99"), unknown}, {no("3100"), no("3101"), unknown}, {no("3100"), no("1200"), unknown}, {no("3100"), "hang up", unknown},
		{no("3101"), absent, unknown}, {no("3101"), done, outcome{want: venue.Done}}, {no("3101"), no("3101"), unknown},
		{no("1035"), absent, unknown}, {no("1200"), absent, unknown}, {no("987"), absent, unknown}, {no("987"), done, outcome{want: venue.Done}},
		{"hang up", done, unknown}, {"", "", unknown}, {"{}", absent, unknown}, {yes("null"), absent, unknown}, {`{"data":null,"error":{}}`, absent, unknown}, {`{"error":null}`, absent, unknown}, {"<html></html>", done, unknown},
	} {
		v, _ := openTest(t, map[string][]string{out: {c.answer}, single: {c.single}})
		got, err := v.Debit(t.Context(), order)
		refusal, ok := errors.AsType[*venue.Refusal](err)
		if got != c.want || c.want == venue.Unknown && err == nil || c.want == venue.Refused && (!ok || refusal.Reason != c.reason) {
			t.Errorf("%s then %s: %v, %v, want %v", c.answer, c.single, got, err, c.outcome)
		}
	}
	v, _ := openTest(t, map[string][]string{in: {no("3013")}, single: {absent}})
	got, err := v.Credit(t.Context(), order)
	if refusal, ok := errors.AsType[*venue.Refusal](err); got != venue.Refused || !ok || refusal.Reason != venue.Float {
		t.Errorf("too little for a credit: %v, %v", got, err)
	}
}

func TestWhatAQuestionAboutAnOrderProves(t *testing.T) {
	for answer, want := range map[string]venue.Answer{
		transaction("50.00"): {Outcome: venue.Done, Amount: 5000}, transaction(`"-50"`): {Outcome: venue.Done, Amount: 5000}, yes(`{"transactionId":"1","amount":50}`): {Outcome: venue.Done, Amount: 5000},
		no("3040"): {Outcome: venue.Absent}, no("3101"): {},
	} {
		v, _ := openTest(t, map[string][]string{single: {answer}})
		if got, err := v.Lookup(t.Context(), testRef); got != want || err != nil {
			t.Errorf("%s: %v, %v", answer, got, err)
		}
	}
	for _, answer := range []string{
		no("1200"), no("1204"), no("3005"), no("99"), transaction("null"), transaction("0"), transaction(`"x"`), yes(`{"transactionAmount":50}`), strings.Replace(transaction("50"), "DEMO_test001", "demo_test002", 1),
		yes("null"), yes("[]"), yes(`{"version":"1"}`), "hang up", "{}", "",
	} {
		v, _ := openTest(t, map[string][]string{single: {answer}})
		if got, err := v.Lookup(t.Context(), testRef); got.Outcome != venue.Unknown || err == nil {
			t.Errorf("%s: %v, %v", answer, got, err)
		}
	}
}

func TestAPlayerWhoIsNotThereIsCreatedAndTheOrderSentAgain(t *testing.T) {
	v, s := openTest(t, map[string][]string{in: {no("3005"), moved("50")}, create: {yes(`{"action_result":1}`)}})
	if got, err := v.Credit(t.Context(), order); got != venue.Done || len(s.heard()) != 3 {
		t.Errorf("Credit = %v, %v after %+v", got, err, s.heard())
	}
	v, _ = openTest(t, map[string][]string{in: {no("3005")}, create: {no("1035")}, single: {no("3040")}})
	if got, err := v.Credit(t.Context(), order); got != venue.Refused {
		t.Errorf("Credit = %v, %v", got, err)
	}
	v, _ = openTest(t, map[string][]string{kick: {no("3005"), no("1200")}})
	if err := v.Kick(t.Context(), "demo_test001"); err != nil {
		t.Errorf("Kick of nobody: %v", err)
	}
	if err := v.Kick(t.Context(), "demo_test001"); err == nil {
		t.Error("a failed Kick passed")
	}
}

func TestWithoutARightOrderNothingIsSent(t *testing.T) {
	v, s := openTest(t, nil)
	for name, m := range map[string]venue.Movement{
		"nothing": {Ref: testRef, Account: "demo_test001"}, "below zero": {Ref: testRef, Account: "demo_test001", Amount: -1}, "too much": {Ref: testRef, Account: "demo_test001", Amount: maxAmount + 1},
		"a strange name": {Ref: testRef, Account: "a&b", Amount: 100}, "a foreign reference": {Ref: "T&1", Account: "demo_test001", Amount: 100}, "another player's reference": {Ref: testRef, Account: "demo_test002", Amount: 100},
	} {
		if got, err := v.Credit(t.Context(), m); got != venue.Refused || err == nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if _, err := v.Lookup(t.Context(), "T1"); err == nil {
		t.Error("a foreign reference was asked about")
	}
	if _, err := v.Balance(t.Context(), "a b"); err == nil || len(s.heard()) != 0 {
		t.Errorf("asked %v", s.heard())
	}
}

func TestReferencesAreNeverRepeatedAndFit(t *testing.T) {
	v, _ := openTest(t, nil)
	account := strings.Repeat("a", 24)
	seen := map[string]bool{}
	for range 1000 {
		ref := v.NewRef(account, testTime)
		if seen[ref] || !isRefOf(ref, account) || len(ref) > 50 || !strings.HasPrefix(ref, account+"-1700000000000") {
			t.Fatalf("reference %q", ref)
		}
		seen[ref] = true
	}
}

func TestABalanceIsCashRoundedDownAndNeverGuessed(t *testing.T) {
	for answer, want := range map[string]money.Fen{
		yes(`{"cashBalance":"1.239","totalBalance":9}`): 123, yes(`{"cashBalance":0,"totalBalance":5}`): 0, no("3005"): 0,
	} {
		v, _ := openTest(t, map[string][]string{purse: {answer}})
		if got, err := v.Balance(t.Context(), "demo_test001"); got != want || err != nil {
			t.Errorf("%s: %s, %v", answer, got, err)
		}
	}
	for _, answer := range []string{yes(`{"cashBalance":-1}`), yes(`{"cashBalance":"x"}`), yes(`{"totalBalance":5}`), yes("[]"), yes("null"), no("1200"), no("1204"), "hang up", "{}"} {
		v, _ := openTest(t, map[string][]string{purse: {answer}})
		if got, err := v.Balance(t.Context(), "demo_test001"); err == nil {
			t.Errorf("%s: %s", answer, got)
		}
	}
}

func TestNoSecretIsInAnErrorOrALog(t *testing.T) {
	var log strings.Builder
	v, _ := openTest(t, map[string][]string{in: {no("1204")}, single: {no("1204")}, create: {"hang up"}})
	v.config.Log = slog.New(slog.NewTextHandler(&log, nil))
	_, err1 := v.Credit(t.Context(), order)
	err2 := v.EnsurePlayer(t.Context(), "demo_test001")
	shown := fmt.Sprint(err1, err2, log.String())
	if !strings.Contains(log.String(), "contract") {
		t.Errorf("the log says nothing: %s", shown)
	}
	for _, key := range []string{testSecret, testOperator} {
		if strings.Contains(shown, key) || strings.Contains(shown, url.QueryEscape(key)) {
			t.Errorf("log and errors: %s", shown)
		}
	}
}

func TestContractsThatCannotWorkAreRefused(t *testing.T) {
	clock := calendar.NewFixed(testTime)
	good := Config{BaseURL: "https://x.example", OperatorToken: "o", SecretKey: "s", Sessions: newSessions(t, "s8", clock), Clock: clock}
	if _, err := New(good); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Config){
		"no address": func(c *Config) { c.BaseURL = "" }, "no operator": func(c *Config) { c.OperatorToken = "" }, "no key": func(c *Config) { c.SecretKey = "" }, "no clock": func(c *Config) { c.Clock = nil },
		"no sessions": func(c *Config) { c.Sessions = nil }, "a strange prefix": func(c *Config) { c.Prefix = "a-b" }, "a strange launch address": func(c *Config) { c.LaunchURL = "ftp://x" }, "a strange lobby": func(c *Config) { c.Lobby = "a/b" },
	} {
		c := good
		change(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}
