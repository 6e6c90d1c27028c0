package sexy

import (
	"context"
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
)

const (
	testCert = "made-up cert&1"
	testRef  = "T231115061320000ABCDEFGH"
	hangUp   = "hang up"
)

var (
	testTime = time.Unix(1700000000, 0).UTC() // 2023-11-15 06:13:20 in China
	order    = venue.Movement{Ref: testRef, Account: "hytest001", Amount: 50 * money.Yuan}
	from     = testTime.Add(-12 * time.Minute)
	to       = testTime.Add(-2 * time.Minute)
)

// script is a company that answers by a list and keeps what it was asked.
type script struct {
	mu      sync.Mutex
	asked   []string            // path and form
	answers map[string][]string // by path, in turn; the last one repeats
}

func (s *script) heard() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, _ := io.ReadAll(r.Body)
	path := strings.TrimPrefix(r.URL.Path, "/")
	s.mu.Lock()
	s.asked = append(s.asked, path+" "+string(text))
	list := s.answers[path]
	if len(list) > 1 {
		s.answers[path] = list[1:]
	}
	s.mu.Unlock()
	if r.Method != http.MethodPost || r.URL.RawQuery != "" || r.Header.Get("Content-Type") != "application/x-www-form-urlencoded" || len(list) == 0 {
		http.Error(w, "not scripted", http.StatusTeapot)
		return
	}
	if list[0] == hangUp {
		panic(http.ErrAbortHandler)
	}
	_, _ = io.WriteString(w, list[0])
}

// yes is an answer with further fields, no one with a status.
func yes(fields string) string {
	if fields != "" {
		fields = "," + fields
	}
	return `{"status":"0000","desc":""` + fields + `}`
}

func no(status string) string { return `{"status":"` + status + `","desc":"x"}` }

func moved(amount string) string {
	return yes(`"amount":` + amount + `,"currentBalance":"70.00","databaseId":12,"lastModified":"2023-11-15T06:13:20+08:00","txCode":"` + testRef + `"`)
}

func checked(status, amount string) string {
	return yes(`"txCode":"` + testRef + `","txStatus":` + status + `,"transferAmount":` + amount + `,"transferType":"x","balance":"70.00"`)
}

func openTest(t *testing.T, answers map[string][]string) (*Venue, *script) {
	t.Helper()
	s := &script{answers: answers}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	v, err := New(Config{
		Code: "sexy", PlatformID: 22, BaseURL: server.URL + "/", AgentID: "demo", Cert: testCert, LimitIDs: []string{"260901"}, Prefix: "hy",
		Clock: calendar.NewFixed(testTime), Timeout: 3 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return v, s
}

// The golden requests: the exact bytes of each call of the sheet, which has no vectors.
func TestRequestsAreThoseOfTheSheet(t *testing.T) {
	v, s := openTest(t, map[string][]string{
		createMember: {yes("")}, getBalance: {yes(`"results":[{"userId":"HYtest001","balance":"12.349","lastModified":"x"}]`)}, deposit: {moved(`"50.00"`)}, withdraw: {moved("50.01")},
		checkTransfer: {checked("1", `"50.00"`)}, login: {yes(`"url":"https://games.example/a?b=c"`)}, launchGame: {yes(`"url":"https://games.example/a?b=c"`)},
		logout: {yes("")}, betsByUpdate: {no(codeNoData)},
	})
	account := v.AccountName("Test001")
	if account != "hytest001" {
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
	if got, err := v.Lookup(t.Context(), testRef); got != (venue.Answer{Outcome: venue.Done, Amount: 5000}) || err != nil {
		t.Errorf("Lookup = %v, %v", got, err)
	}
	for _, l := range []venue.Launch{{Game: "0", Device: "pc", BackURL: "https://site.example/#/Reale_03"}, {Device: "h5", Game: "live"}, {Game: "MX-LIVE-001", Device: "pc"}} {
		l.Account = account
		if got, err := v.Launch(t.Context(), l); got != "https://games.example/a?b=c" || err != nil {
			t.Errorf("Launch = %q, %v", got, err)
		}
	}
	if err := v.Kick(t.Context(), account); err != nil {
		t.Error(err)
	}
	if _, err := v.PullBets(t.Context(), from.Add(time.Millisecond), to, ""); err != nil {
		t.Error(err)
	}
	const (
		keys   = "agentId=demo&"
		cert   = "cert=made-up+cert%261"
		limits = "betLimit=%7B%22SEXYBCRT%22%3A%7B%22LIVE%22%3A%7B%22limitId%22%3A%5B260901%5D%7D%7D%7D&"
	)
	want := []string{
		"wallet/createMember " + keys + limits + cert + "&currency=CNY&language=cn&userId=hytest001&userName=hytest001",
		"wallet/getBalance " + keys + cert + "&userIds=hytest001",
		"wallet/deposit " + keys + cert + "&transferAmount=50.00&txCode=" + testRef + "&userId=hytest001",
		"wallet/withdraw " + keys + cert + "&transferAmount=50.01&txCode=" + testRef + "&userId=hytest001&withdrawType=0",
		"wallet/checkTransferOperation " + keys + cert + "&txCode=" + testRef,
		"wallet/login " + keys + cert + "&externalURL=https%3A%2F%2Fsite.example%2F%23%2FReale_03&gameType=LIVE&isMobileLogin=false&language=cn&platform=SEXYBCRT&userId=hytest001",
		"wallet/login " + keys + cert + "&gameType=LIVE&isMobileLogin=true&language=cn&platform=SEXYBCRT&userId=hytest001",
		"wallet/doLoginAndLaunchGame " + keys + limits + cert + "&gameCode=MX-LIVE-001&gameType=LIVE&isMobileLogin=false&language=cn&platform=SEXYBCRT&userId=hytest001",
		"wallet/logout " + keys + cert + "&userIds=hytest001",
		"fetch/gzip/getTransactionByUpdateDate " + keys + cert + "&platform=SEXYBCRT&timeFrom=2023-11-15T06%3A01%3A19%2B08%3A00",
	}
	if heard := s.heard(); !slices.Equal(heard, want) {
		t.Errorf("asked\n%s\nwant\n%s", strings.Join(heard, "\n"), strings.Join(want, "\n"))
	}
}

func TestAnAccountThatIsThereIsAsGoodAsANewOne(t *testing.T) {
	for answer, ok := range map[string]bool{yes(""): true, no(codeExists): true, no("1000"): false, no("1027"): false, no(codeNoUser): false, no("9999"): false, hangUp: false, "{}": false} {
		v, _ := openTest(t, map[string][]string{createMember: {answer}})
		if err := v.EnsurePlayer(t.Context(), "hytest001"); (err == nil) != ok {
			t.Errorf("%s: %v", answer, err)
		}
	}
	for answer, ok := range map[string]bool{yes(""): true, no(codeNoUser): true, no("9999"): false, hangUp: false} {
		v, _ := openTest(t, map[string][]string{logout: {answer}})
		if err := v.Kick(t.Context(), "hytest001"); (err == nil) != ok {
			t.Errorf("logout %s: %v", answer, err)
		}
	}
}

type outcome struct {
	want   venue.Outcome
	reason venue.Reason
}

// Each answer to a transfer, beside what checkTransferOperation says then (TRF-07).
func TestEachAnswerProvesWhatItProves(t *testing.T) {
	unknown, done := outcome{}, outcome{want: venue.Done}
	refused := func(r venue.Reason) outcome { return outcome{venue.Refused, r} }
	there, failed, absent := checked("1", `"50.00"`), checked("0", `"50.00"`), no(codeNoTx)
	for _, c := range []struct {
		answer, check string
		outcome
	}{
		{moved(`"50.00"`), "", done}, {moved("50"), "", done}, {moved("-50"), "", done},
		{moved(`"49.99"`), there, unknown}, {moved(`"5000"`), there, unknown}, {moved("null"), there, unknown}, {moved(`"x"`), there, unknown},
		{yes(`"amount":"50"`), there, unknown}, {yes(`"amount":"50","txCode":"other"`), there, unknown}, {yes(""), there, unknown},
		{no("1018"), absent, refused(venue.Insufficient)}, {no("1018"), failed, refused(venue.Insufficient)}, {no("1018"), there, done}, {no("1018"), checked("1", `"49.99"`), unknown},
		{no("1018"), no("9998"), unknown}, {no("1018"), hangUp, unknown}, {no("1018"), checked("2", `"50.00"`), unknown}, {no("1018"), no("1039"), unknown},
		{no("1013"), absent, refused(venue.Blocked)}, {no("1014"), failed, refused(venue.Blocked)}, {no("1010"), absent, refused(venue.Limit)},
		{no("1016"), there, done}, {no("1016"), absent, unknown}, {no("1016"), failed, unknown}, {no("1038"), there, done}, {no("1038"), absent, unknown},
		{no("1012"), absent, unknown}, {no("1012"), there, done}, {no("1046"), absent, unknown}, {no("1046"), failed, unknown}, {no("1040"), failed, unknown},
		{no("1027"), absent, unknown}, {no("1031"), absent, unknown}, {no("1028"), absent, unknown}, {no("9998"), failed, unknown}, {no("9999"), failed, unknown}, {no("7777"), absent, unknown},
		{no("1000"), absent, unknown}, {no("1011"), absent, unknown}, {no("0"), absent, unknown}, {`{"status":0,"txCode":"` + testRef + `","amount":50}`, absent, unknown},
		{hangUp, there, unknown}, {"", there, unknown}, {"{}", there, unknown}, {"[]", there, unknown}, {"<html></html>", there, unknown}, {`{"status":"0000"`, there, unknown}, {`{"status":null}`, there, unknown},
	} {
		v, _ := openTest(t, map[string][]string{withdraw: {c.answer}, checkTransfer: {c.check}})
		got, err := v.Debit(t.Context(), order)
		refusal, ok := errors.AsType[*venue.Refusal](err)
		if got != c.want || c.want == venue.Unknown && err == nil || c.want == venue.Refused && (!ok || refusal.Reason != c.reason) {
			t.Errorf("%s then %s: %v, %v, want %v", c.answer, c.check, got, err, c.outcome)
		}
	}
	v, _ := openTest(t, map[string][]string{deposit: {no("1018")}, checkTransfer: {absent}})
	got, err := v.Credit(t.Context(), order)
	if refusal, ok := errors.AsType[*venue.Refusal](err); got != venue.Refused || !ok || refusal.Reason != venue.Float || refusal.Code != "1018" {
		t.Errorf("too little for a credit: %v, %v", got, err)
	}
}

// An order that failed counts as a no only later, as the vendor's manual wants it.
func TestWhatAQuestionAboutAnOrderProves(t *testing.T) {
	for answer, want := range map[string]venue.Answer{
		checked("1", `"50.00"`): {Outcome: venue.Done, Amount: 5000}, checked(`"1"`, "-50"): {Outcome: venue.Done, Amount: 5000}, checked("1", "49.99"): {Outcome: venue.Done, Amount: 4999},
		checked("0", `"50.00"`): {Outcome: venue.Absent}, yes(`"txStatus":0`): {Outcome: venue.Absent}, no(codeNoTx): {Outcome: venue.Absent},
	} {
		v, _ := openTest(t, map[string][]string{checkTransfer: {answer}})
		if got, err := v.Lookup(t.Context(), testRef); got != want || err != nil {
			t.Errorf("%s: %v, %v", answer, got, err)
		}
	}
	for _, answer := range []string{
		checked("2", "50"), checked("null", "50"), checked("1", "null"), checked("1", "0"), checked("1", `"x"`), yes(`"txCode":"other","txStatus":1,"transferAmount":50`), yes(""),
		no("1039"), no("1012"), no("1027"), no("9998"), no("9999"), no("7777"), hangUp, "", "{}", "<html></html>",
	} {
		v, _ := openTest(t, map[string][]string{checkTransfer: {answer}})
		if got, err := v.Lookup(t.Context(), testRef); got.Outcome != venue.Unknown || err == nil {
			t.Errorf("%s: %v, %v", answer, got, err)
		}
	}
	if v, _ := openTest(t, nil); v.Rules().VisibleAfter < 200*time.Second {
		t.Errorf("an order counts as absent after %v", v.Rules().VisibleAfter)
	}
}

func TestAUserWhoIsNotThereIsCreatedAndTheOrderSentAgain(t *testing.T) {
	v, s := openTest(t, map[string][]string{deposit: {no(codeNoUser), moved("50")}, createMember: {no(codeExists)}})
	if got, err := v.Credit(t.Context(), order); got != venue.Done || len(s.heard()) != 3 {
		t.Errorf("Credit = %v, %v after %q", got, err, s.heard())
	}
	v, _ = openTest(t, map[string][]string{deposit: {no(codeNoUser)}, createMember: {no("9999")}, checkTransfer: {no(codeNoTx)}})
	if got, err := v.Credit(t.Context(), order); got != venue.Unknown || err == nil {
		t.Errorf("Credit = %v, %v", got, err)
	}
	v, s = openTest(t, map[string][]string{login: {no(codeNoUser), yes(`"url":"https://games.example"`)}, createMember: {yes("")}})
	if got, err := v.Launch(t.Context(), venue.Launch{Account: "hytest001"}); got != "https://games.example" || len(s.heard()) != 3 {
		t.Errorf("Launch = %q, %v", got, err)
	}
}

func TestWithoutARightOrderNothingIsSent(t *testing.T) {
	v, s := openTest(t, nil)
	for name, m := range map[string]venue.Movement{
		"nothing": {Ref: testRef, Account: "hytest001"}, "below zero": {Ref: testRef, Account: "hytest001", Amount: -1}, "too much": {Ref: testRef, Account: "hytest001", Amount: maxAmount + 1},
		"a strange name": {Ref: testRef, Account: "a&b", Amount: 100}, "capitals": {Ref: testRef, Account: "Hytest", Amount: 100}, "a foreign reference": {Ref: "T-1", Account: "hytest001", Amount: 100},
	} {
		if got, err := v.Credit(t.Context(), m); got != venue.Refused || err == nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	for _, l := range []venue.Launch{{Account: "hytest001", Game: "a b"}, {Account: "a&b"}} {
		if address, err := v.Launch(t.Context(), l); err == nil || address != "" {
			t.Errorf("%+v opens %q", l, address)
		}
	}
	_, err1 := v.Balance(t.Context(), "a,b")
	_, err2 := v.Lookup(t.Context(), "T-1")
	if err := errors.Join(v.EnsurePlayer(t.Context(), "a b"), v.Kick(t.Context(), "a,b")); err == nil || err1 == nil || err2 == nil || len(s.heard()) != 0 {
		t.Errorf("asked %v", s.heard())
	}
}

func TestReferencesAreNeverRepeatedAndFit(t *testing.T) {
	v, _ := openTest(t, nil)
	seen := map[string]bool{}
	for range 1000 {
		ref := v.NewRef("hytest001", testTime)
		if seen[ref] || !reference.MatchString(ref) || !strings.HasPrefix(ref, "T231115061320000") {
			t.Fatalf("reference %q", ref)
		}
		seen[ref] = true
	}
}

func TestABalanceIsRoundedDownAndNeverGuessed(t *testing.T) {
	list := func(rows string) string { return yes(`"results":[` + rows + `]`) }
	for answer, want := range map[string]money.Fen{
		list(`{"userId":"hytest001","balance":"1.239"}`): 123, list(`{"userId":"hytest001","balance":0}`): 0, no(codeNoUser): 0,
	} {
		v, _ := openTest(t, map[string][]string{getBalance: {answer}})
		if got, err := v.Balance(t.Context(), "hytest001"); got != want || err != nil {
			t.Errorf("%s: %s, %v", answer, got, err)
		}
	}
	for _, answer := range []string{
		list(""), list(`{"userId":"hytest001","balance":-1}`), list(`{"userId":"hytest001","balance":"x"}`), list(`{"userId":"hytest001","balance":null}`), list(`{"userId":"other","balance":5}`), list(`{"balance":5}`),
		list(`{"userId":"hytest001","balance":1},{"userId":"hytest001","balance":2}`), yes(""), yes(`"results":{}`), no("1027"), no("9999"), hangUp, "{}",
	} {
		v, _ := openTest(t, map[string][]string{getBalance: {answer}})
		if got, err := v.Balance(t.Context(), "hytest001"); err == nil {
			t.Errorf("%s: %s", answer, got)
		}
	}
}

func TestOnlyAddressesOfTheListAreOpened(t *testing.T) {
	for answer, opens := range map[string]bool{
		yes(`"url":"https://games.example/"`): true, yes(`"url":"https://other.example/"`): false, yes(`"url":"javascript:alert(1)"`): false, yes(`"url":""`): false, yes(""): false, no("1033"): false, hangUp: false,
	} {
		v, _ := openTest(t, map[string][]string{login: {answer}})
		v.config.LaunchHosts = []string{"games.example"}
		if address, err := v.Launch(t.Context(), venue.Launch{Account: "hytest001"}); (err == nil) != opens || (address != "") != opens {
			t.Errorf("%s: %q, %v", answer, address, err)
		}
	}
}

// slowScript counts how many transfers of one player are under way at once.
type slowScript struct {
	mu        sync.Mutex
	now, most int
}

func (s *slowScript) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm()
	s.mu.Lock()
	s.now++
	s.most = max(s.most, s.now)
	s.mu.Unlock()
	time.Sleep(20 * time.Millisecond)
	s.mu.Lock()
	s.now--
	s.mu.Unlock()
	_, _ = io.WriteString(w, yes(`"amount":"50","txCode":"`+r.PostForm.Get("txCode")+`"`))
}

// 1012 refuses a second transfer of a player while one is under way.
func TestOrdersOfOnePlayerWaitForEachOther(t *testing.T) {
	for name, accounts := range map[string][]string{"one player": {"ming", "ming", "ming"}, "three players": {"ming", "hong", "lan"}} {
		t.Run(name, func(t *testing.T) {
			s := &slowScript{}
			server := httptest.NewServer(s)
			defer server.Close()
			v, err := New(Config{BaseURL: server.URL, AgentID: "a", Cert: "c", LimitIDs: []string{"1"}, Clock: calendar.NewFixed(testTime)})
			if err != nil {
				t.Fatal(err)
			}
			var wg sync.WaitGroup
			for i, account := range accounts {
				wg.Go(func() {
					send := v.Credit
					if i%2 == 1 {
						send = v.Debit
					}
					m := venue.Movement{Ref: v.NewRef(account, testTime), Account: account, Amount: 5000}
					if got, err := send(t.Context(), m); got != venue.Done {
						t.Errorf("%v, %v", got, err)
					}
				})
			}
			wg.Wait()
			if name == "one player" && s.most != 1 {
				t.Errorf("%d orders of one player at once", s.most)
			}
			if len(v.turns.open) != 0 {
				t.Errorf("turns of %d accounts are kept", len(v.turns.open))
			}
		})
	}
}

func TestACallerWhoGivesUpWaitingSendsNothing(t *testing.T) {
	v, s := openTest(t, nil)
	leave, err := v.turns.take(t.Context(), "hytest001")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if got, err := v.Credit(ctx, order); got != venue.Unknown || !errors.Is(err, context.DeadlineExceeded) || len(s.heard()) != 0 {
		t.Errorf("Credit = %v, %v after %v", got, err, s.heard())
	}
	leave()
	if len(v.turns.open) != 0 {
		t.Errorf("turns of %d accounts are kept", len(v.turns.open))
	}
}

func TestNoSecretIsInAnErrorOrALog(t *testing.T) {
	var log strings.Builder
	v, _ := openTest(t, map[string][]string{deposit: {no("1027")}, checkTransfer: {no("1027")}, createMember: {hangUp}})
	v.config.Log = slog.New(slog.NewTextHandler(&log, nil))
	_, err1 := v.Credit(t.Context(), order)
	err2 := v.EnsurePlayer(t.Context(), "hytest001")
	v.config.BaseURL = "http://127.0.0.1:1"
	_, err3 := v.Balance(t.Context(), "hytest001")
	shown := fmt.Sprint(err1, err2, err3, log.String())
	if err1 == nil || err2 == nil || err3 == nil || !strings.Contains(log.String(), "contract") {
		t.Errorf("log and errors: %s", shown)
	}
	if strings.Contains(shown, testCert) || strings.Contains(shown, url.QueryEscape(testCert)) || strings.Contains(shown, "127.0.0.1:1/wallet") {
		t.Errorf("log and errors: %s", shown)
	}
}

func TestContractsThatCannotWorkAreRefused(t *testing.T) {
	good := Config{BaseURL: "https://x.example", AgentID: "a", Cert: "c", LimitIDs: []string{"1", "2"}, Clock: calendar.NewFixed(testTime)}
	if v, err := New(good); err != nil || v.betLimit != `{"SEXYBCRT":{"LIVE":{"limitId":[1,2]}}}` {
		t.Fatalf("%+v, %v", v, err)
	}
	for name, change := range map[string]func(*Config){
		"no address": func(c *Config) { c.BaseURL = "" }, "no agent": func(c *Config) { c.AgentID = "" }, "no cert": func(c *Config) { c.Cert = "" }, "no clock": func(c *Config) { c.Clock = nil },
		"no limits": func(c *Config) { c.LimitIDs = nil }, "a strange limit": func(c *Config) { c.LimitIDs = []string{"x"} }, "a limit below one": func(c *Config) { c.LimitIDs = []string{"0"} },
		"a strange prefix": func(c *Config) { c.Prefix = "a-b" }, "capitals": func(c *Config) { c.Prefix = "HY" },
	} {
		c := good
		change(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}
