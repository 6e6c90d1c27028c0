package tf

import (
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/secret"
	"hongyun/internal/venue"
)

const (
	testPrivate = "made-up private&token"
	testPublic  = "made-up public&token"
	testRef     = "demo_test001ABCDEFGHIJKLMNO"

	members  = "POST /api/v2/members/"
	balance  = "GET /api/v2/balance/"
	deposit  = "POST /api/v2/deposit/"
	withdraw = "POST /api/v2/withdraw/"
	status   = "GET /api/v2/transfer-status/"
	feed     = "GET /api/v2/bet-transaction/"
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
	answers map[string][]string // method and path → status and body in turn; the last one repeats
}

type asked struct{ path, query, body string }

func (s *script) heard() []asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	path := r.Method + " " + r.URL.Path
	kind := r.Header.Get("Content-Type")
	if r.Header.Get("Authorization") != "Token "+testPrivate || (kind == "application/json") != (r.Method == http.MethodPost) {
		path = "wrong headers"
	}
	s.asked = append(s.asked, asked{path, r.URL.RawQuery, string(text)})
	list := s.answers[path]
	if len(list) == 0 {
		http.Error(w, "not scripted", http.StatusTeapot)
		return
	}
	if len(list) > 1 {
		s.answers[path] = list[1:]
	}
	number, body, _ := strings.Cut(list[0], " ")
	code, err := strconv.Atoi(number)
	if err != nil {
		panic(http.ErrAbortHandler)
	}
	w.WriteHeader(code)
	_, _ = io.WriteString(w, body)
}

const (
	hangUp   = "hang up"
	taken    = `400 {"member_code":["exists"]}`
	done     = `201 {"reference_no":"` + testRef + `"}`
	found    = `200 {"reference_no":"` + testRef + `"}`
	notFound = `404 {"detail":"Not found."}`
	short    = `409 {"code":4091,"detail":"x"}`
	locked   = `409 {"code":"4092"}`
	used     = `400 {"reference_no":["used"]}`
	noBets   = `200 {"count":0,"next":null,"previous":null,"results":[]}`
	someone  = `200 {"count":1,"next":null,"previous":null,"results":[{"member_code":"DEMO_test001","balance":12.349}]}`
)

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
		Code: "tf", PlatformID: 42, BaseURL: server.URL + "/", LaunchURL: "https://games.example/", PrivateToken: testPrivate, PublicToken: testPublic,
		OperatorID: "1001", Prefix: "demo_", Sessions: newSessions(t, "tf", clock), Clock: clock, Timeout: 3 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return v, s
}

// The golden requests: the exact bytes of each call of the sheet.
func TestRequestsAreThoseOfTheSheet(t *testing.T) {
	v, s := openTest(t, map[string][]string{
		members: {`201 {"member_code":"demo_test001"}`}, balance: {someone}, deposit: {done}, withdraw: {`200 {}`}, status: {found}, feed: {noBets},
	})
	account := v.AccountName("test001")
	if account != "demo_test001" {
		t.Errorf("AccountName = %q", account)
	}
	if err := v.EnsurePlayer(t.Context(), account); err != nil {
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
	if got, err := v.Lookup(t.Context(), testRef); got != (venue.Answer{Outcome: venue.Done}) || err != nil {
		t.Errorf("Lookup = %v, %v", got, err)
	}
	if _, err := v.PullBets(t.Context(), from.Add(time.Millisecond), to.Add(-time.Millisecond), ""); err != nil {
		t.Error(err)
	}
	want := []asked{
		{members, "", `{"member_code":"demo_test001"}`},
		{balance, "LoginName=demo_test001", ""},
		{deposit, "", `{"member":"demo_test001","operator_id":"1001","amount":50.00,"reference_no":"` + testRef + `"}`},
		{withdraw, "", `{"member":"demo_test001","operator_id":"1001","amount":50.01,"reference_no":"` + testRef + `"}`},
		{status, "member_code=demo_test001&reference_no=" + testRef, ""},
		{feed, "from_modified_datetime=2023-11-14T21%3A12%3A20Z&page=1&page_size=1000&to_modified_datetime=2023-11-14T22%3A12%3A20Z", ""},
	}
	if got := s.heard(); !slices.Equal(got, want) {
		t.Errorf("asked\n%+v, want\n%+v", got, want)
	}
}

func TestALaunchIsTheSheetsAddress(t *testing.T) {
	v, s := openTest(t, map[string][]string{members: {taken}, balance: {someone}})
	for _, game := range []string{"", "0"} {
		text, err := v.Launch(t.Context(), venue.Launch{Account: "demo_test001", Game: game, BackURL: "https://site.example/#/Esports"})
		address, bad := url.Parse(text)
		if err != nil || bad != nil || address.Host != "games.example" || address.Path != "/launch.html" {
			t.Fatalf("Launch = %q, %v", text, err)
		}
		q := address.Query()
		if account, err := v.config.Sessions.Account(q.Get("token")); account != "demo_test001" || err != nil {
			t.Errorf("token of %q, %v", account, err)
		}
		q.Del("token")
		if q.Encode() != (url.Values{"auth": {testPublic}, "lang": {"zh"}}).Encode() {
			t.Errorf("query %v", q)
		}
	}
	asked := len(s.heard())
	if address, err := v.Launch(t.Context(), venue.Launch{Account: "demo_test001", Game: "moba"}); err == nil || address != "" || len(s.heard()) != asked {
		t.Errorf("a game that is not the lobby opens %q", address)
	}
	v, _ = openTest(t, map[string][]string{members: {`500 {}`}})
	if address, err := v.Launch(t.Context(), venue.Launch{Account: "demo_test001"}); err == nil || address != "" {
		t.Errorf("without an account: %q", address)
	}
}

// The vendor has one status for a member who is there already and for a name that it
// does not want.
func TestAMemberIsThereIfTheBalanceSaysSo(t *testing.T) {
	for _, c := range []struct {
		members, balance string
		ok               bool
	}{
		{`201 {}`, "", true}, {`200 {}`, "", true}, {taken, someone, true}, {taken, notFound, false}, {taken, hangUp, false}, {taken, noBets, false},
		{`401 {"detail":"x"}`, someone, false}, {`200 {"code":1}`, someone, false}, {`500 {}`, someone, false}, {hangUp, someone, false}, {`201 `, someone, false},
	} {
		v, _ := openTest(t, map[string][]string{members: {c.members}, balance: {c.balance}})
		if err := v.EnsurePlayer(t.Context(), "demo_test001"); (err == nil) != c.ok {
			t.Errorf("%s then %s: %v", c.members, c.balance, err)
		}
	}
}

type outcome struct {
	want   venue.Outcome
	reason venue.Reason
}

// The meaning of each answer to a transfer, beside the answer of
// transfer-status (TRF-07).
func TestEachAnswerProvesWhatItProves(t *testing.T) {
	unknown, yes := outcome{}, outcome{want: venue.Done}
	refused := func(r venue.Reason) outcome { return outcome{venue.Refused, r} }
	for _, c := range []struct {
		answer, status string
		outcome
	}{
		{done, "", yes}, {`200 {}`, "", yes}, {`201 {"amount":50}`, "", yes},
		{`201 {"reference_no":"other"}`, notFound, unknown}, {`201 {"reference_no":"other"}`, found, yes}, {`201 {"code":1}`, notFound, unknown}, {`200 {"code":1}`, found, unknown}, {`201 {"code":null}`, notFound, unknown},
		{`202 {}`, notFound, unknown}, {`202 {}`, `202 {}`, unknown}, {`202 {}`, found, yes},
		{short, notFound, refused(venue.Insufficient)}, {locked, notFound, refused(venue.Blocked)},
		{short, found, yes}, {short, `202 {}`, unknown}, {short, hangUp, unknown}, {short, `404 <html>`, unknown}, {short, `404 {"code":1}`, unknown},
		{`409 {"code":4093}`, notFound, unknown}, {`409 {"detail":"x"}`, notFound, unknown}, {`200 {"code":4091}`, notFound, unknown}, {`400 {"code":4091}`, notFound, unknown},
		{used, notFound, unknown}, {used, found, yes}, {`400 {"reference_no":["x"],"amount":["x"]}`, notFound, unknown}, {`400 {}`, notFound, unknown}, {`400 {"detail":"x"}`, notFound, unknown},
		{`400 {"amount":["x"]}`, notFound, refused(venue.Limit)}, {`400 {"operator_id":["x"],"amount":["x"]}`, notFound, refused(venue.Setup)}, {`400 {"amount":["x"]}`, found, yes},
		{`401 {"detail":"x"}`, notFound, unknown}, {`403 {"detail":"x"}`, notFound, unknown}, {`500 {"detail":"x"}`, notFound, unknown}, {`503 {}`, notFound, unknown}, {`302 {}`, notFound, unknown},
		{hangUp, found, unknown}, {`201 `, found, unknown}, {`201 []`, found, unknown}, {`201 null`, found, unknown}, {`201 <html></html>`, found, unknown}, {`201 {"reference_no":`, found, unknown},
	} {
		v, _ := openTest(t, map[string][]string{withdraw: {c.answer}, status: {c.status}})
		got, err := v.Debit(t.Context(), order)
		refusal, ok := errors.AsType[*venue.Refusal](err)
		if got != c.want || c.want == venue.Unknown && err == nil || c.want == venue.Refused && (!ok || refusal.Reason != c.reason) {
			t.Errorf("%s then %s: %v, %v, want %v", c.answer, c.status, got, err, c.outcome)
		}
	}
	v, _ := openTest(t, map[string][]string{deposit: {short}, status: {notFound}})
	got, err := v.Credit(t.Context(), order)
	if refusal, ok := errors.AsType[*venue.Refusal](err); got != venue.Refused || !ok || refusal.Reason != venue.Float || refusal.Code != "409/4091" {
		t.Errorf("too little for a credit: %v, %v", got, err)
	}
}

func TestWhatAQuestionAboutAnOrderProves(t *testing.T) {
	for answer, want := range map[string]venue.Outcome{
		found: venue.Done, `200 {}`: venue.Done, notFound: venue.Absent, `404 {}`: venue.Absent,
		`200 {"reference_no":"other"}`: venue.Unknown, `200 {"reference_no":7}`: venue.Unknown, `200 {"code":1}`: venue.Unknown, `404 {"code":1}`: venue.Unknown,
		`404 <html>`: venue.Unknown, `404 `: venue.Unknown, `404 []`: venue.Unknown, `201 {}`: venue.Unknown, `202 {}`: venue.Unknown, `400 {}`: venue.Unknown, used: venue.Unknown,
		`401 {}`: venue.Unknown, `409 {}`: venue.Unknown, `500 {}`: venue.Unknown, `200 `: venue.Unknown, hangUp: venue.Unknown,
	} {
		v, _ := openTest(t, map[string][]string{status: {answer}})
		got, err := v.Lookup(t.Context(), testRef)
		if got != (venue.Answer{Outcome: want}) || (err == nil) != (want != venue.Unknown) {
			t.Errorf("%s: %v, %v", answer, got, err)
		}
	}
}

func TestAPlayerWhoIsNotThereIsCreatedAndTheOrderSentAgain(t *testing.T) {
	for _, no := range []string{notFound, `400 {"member":["unknown"]}`} {
		v, s := openTest(t, map[string][]string{deposit: {no, done}, members: {`201 {}`}})
		if got, err := v.Credit(t.Context(), order); got != venue.Done || len(s.heard()) != 3 {
			t.Errorf("%s: Credit = %v, %v after %+v", no, got, err, s.heard())
		}
	}
	v, _ := openTest(t, map[string][]string{deposit: {notFound}, members: {`500 {}`}, status: {notFound}})
	if got, err := v.Credit(t.Context(), order); got != venue.Unknown || err == nil {
		t.Errorf("Credit = %v, %v", got, err)
	}
}

func TestWithoutARightOrderNothingIsSent(t *testing.T) {
	v, s := openTest(t, nil)
	for name, m := range map[string]venue.Movement{
		"nothing": {Ref: testRef, Account: "demo_test001"}, "below zero": {Ref: testRef, Account: "demo_test001", Amount: -1}, "too much": {Ref: testRef, Account: "demo_test001", Amount: maxAmount + 1},
		"a strange name": {Ref: testRef, Account: "a&b", Amount: 100}, "a foreign reference": {Ref: "T1", Account: "demo_test001", Amount: 100}, "another player's reference": {Ref: testRef, Account: "demo_test00", Amount: 100},
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
	if err := v.EnsurePlayer(t.Context(), "a b"); err == nil || len(s.heard()) != 0 {
		t.Errorf("asked %v", s.heard())
	}
}

func TestReferencesNameTheirAccountAndFit(t *testing.T) {
	v, _ := openTest(t, nil)
	for _, account := range []string{"a", "AAAAAAAAAAAAAAAA", "demo_234567"} {
		for range 100 {
			if ref := v.NewRef(account, testTime); accountOf(ref) != account || len(ref) > 32 {
				t.Fatalf("reference %q of %q", ref, account)
			}
		}
	}
}

func TestABalanceIsRoundedDownAndNeverGuessed(t *testing.T) {
	list := func(row string) string { return `200 {"results":[` + row + `]}` }
	for answer, want := range map[string]money.Fen{
		someone: 1234, list(`{"balance":"1.239"}`): 123, list(`{"balance":0}`): 0, notFound: 0, noBets: 0,
	} {
		v, _ := openTest(t, map[string][]string{balance: {answer}})
		if got, err := v.Balance(t.Context(), "demo_test001"); got != want || err != nil {
			t.Errorf("%s: %s, %v", answer, got, err)
		}
	}
	for _, answer := range []string{
		list(`{"balance":-1}`), list(`{"balance":"x"}`), list(`{"balance":null}`), list(`{}`), list(`{"member_code":"other","balance":5}`), list(`{"balance":1},{"balance":2}`),
		`200 {"code":1,"results":[]}`, `404 {"code":1}`, `404 <html>`, `201 {"results":[]}`, `401 {}`, `500 {}`, `200 {"balance":5}`, `200 []`, `200 `, hangUp,
	} {
		v, _ := openTest(t, map[string][]string{balance: {answer}})
		if got, err := v.Balance(t.Context(), "demo_test001"); err == nil {
			t.Errorf("%s: %s", answer, got)
		}
	}
}

func TestNoSecretIsInAnErrorOrALog(t *testing.T) {
	var log strings.Builder
	v, _ := openTest(t, map[string][]string{deposit: {`401 {"detail":"` + testPrivate + `"}`}, status: {`401 {}`}, members: {hangUp}})
	v.config.Log = slog.New(slog.NewTextHandler(&log, nil))
	_, err1 := v.Credit(t.Context(), order)
	err2 := v.EnsurePlayer(t.Context(), "demo_test001")
	v.config.BaseURL = "http://127.0.0.1:1"
	_, err3 := v.Balance(t.Context(), "demo_test001")
	shown := fmt.Sprint(err1, err2, err3, log.String())
	if !strings.Contains(log.String(), "contract") {
		t.Errorf("the log says nothing: %s", shown)
	}
	for _, key := range []string{testPrivate, testPublic, url.QueryEscape(testPublic), "LoginName"} {
		if strings.Contains(shown, key) {
			t.Errorf("log and errors: %s", shown)
		}
	}
}

func TestContractsThatCannotWorkAreRefused(t *testing.T) {
	clock := calendar.NewFixed(testTime)
	good := Config{BaseURL: "https://x.example", PrivateToken: "p", PublicToken: "q", OperatorID: "1", Sessions: newSessions(t, "tf", clock), Clock: clock}
	if _, err := New(good); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Config){
		"no address": func(c *Config) { c.BaseURL = "" }, "no private token": func(c *Config) { c.PrivateToken = "" }, "no public token": func(c *Config) { c.PublicToken = "" },
		"no operator": func(c *Config) { c.OperatorID = "" }, "no sessions": func(c *Config) { c.Sessions = nil }, "no clock": func(c *Config) { c.Clock = nil },
		"a strange prefix": func(c *Config) { c.Prefix = "a-b" }, "a strange launch address": func(c *Config) { c.LaunchURL = "ftp://x" },
	} {
		c := good
		change(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}
