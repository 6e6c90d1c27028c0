package pinnacle

import (
	"context"
	"crypto/cipher"
	"encoding/base64"
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
)

// The keys of the sheet's vector, and what it comes to.
const (
	testAgent   = "DEMO1"
	testKey     = "11111111-2222-3333-4444-555555555555"
	testSecret  = "0123456789abcdef"
	vectorToken = "0zeO1053t60qcsLjeZ0fvPUhYt8ff2k5nkzGqKL2H88Vn53c2FdYPFc5UlR9orPhL2P0T4Ip8Vt+UQsdPiKzhA=="

	testAccount = "hyming"
	testRef     = "T231114181320000ABCDEFGH23"

	create   = "/player/create"
	login    = "/player/loginV2"
	logout   = "/player/logout"
	info     = "/player/info"
	deposit  = "/player/deposit"
	withdraw = "/player/withdraw"
	status   = "/player/depositwithdraw/status"
	wagers   = "/report/all-wagers"

	hangUp = "hang up"
	made   = `{"userCode":"DEMO10001","loginId":"hyming"}`
	moved  = `{"userCode":"DEMO10001","loginId":"hyming","availableBalance":150.00,"amount":50.00}`
)

var (
	testTime = time.UnixMilli(1700000000000).UTC() // 2023-11-14 18:13:20 in GMT-4
	order    = venue.Movement{Ref: testRef, Account: testAccount, Amount: 50 * money.Yuan}
)

// script is a company that answers by a list and keeps what it was asked.
type script struct {
	mu      sync.Mutex
	asked   []asked
	answers map[string][]string // path → answers in turn; the last one repeats
}

type asked struct{ method, path, query, agent, token string }

func (s *script) heard() []asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	path, _ := strings.CutPrefix(r.URL.Path, "/b2b")
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, asked{r.Method, path, r.URL.RawQuery, r.Header.Get("userCode"), r.Header.Get("token")})
	list := s.answers[path]
	if len(list) == 0 {
		http.Error(w, "not scripted", http.StatusTeapot)
		return
	}
	if len(list) > 1 {
		s.answers[path] = list[1:]
	}
	if list[0] == hangUp {
		panic(http.ErrAbortHandler)
	}
	_, _ = io.WriteString(w, list[0])
}

func code(c string) string { return `{"code":"` + c + `","message":"x"}` }

func state(s string) string {
	return `{"status":"` + s + `","transferDate":"2023-11-14 18:13:20","transferType":"DEPOSIT","amount":50.00,"userCode":"DEMO10001"}`
}

const (
	trace = `{"trace":"DEMO1|secret-token|28642330553954"}`
	none  = `{"status":"NOT_EXISTS"}`
)

func openTest(t *testing.T, answers map[string][]string) (*Venue, *script) {
	t.Helper()
	s := &script{answers: answers}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	v, err := New(Config{
		Code: "pin", PlatformID: 6, BaseURL: server.URL + "/", Agent: testAgent, AgentKey: testKey, SecretKey: testSecret, Prefix: "hy",
		Clock: calendar.NewFixed(testTime), Timeout: 3 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return v, s
}

// The vector of the sheet.
func TestTheSheetsVectorIsReproduced(t *testing.T) {
	block, err := newCipher(testSecret)
	if err != nil {
		t.Fatal(err)
	}
	if got := sign(block, testAgent, testKey, testTime); got != vectorToken {
		t.Errorf("token %s, want %s", got, vectorToken)
	}
	sealed, err := base64.StdEncoding.DecodeString(vectorToken)
	if err != nil {
		t.Fatal(err)
	}
	cipher.NewCBCDecrypter(block, []byte("RandomInitVector")).CryptBlocks(sealed, sealed)
	if want := "DEMO1|1700000000000|33d638d5ed8a6fb47d1630d816815991"; !strings.HasPrefix(string(sealed), want) {
		t.Errorf("the token holds %q, want %q", sealed, want)
	}
}

// The golden requests of all calls.
func TestRequestsAreThoseOfTheSheet(t *testing.T) {
	v, s := openTest(t, map[string][]string{
		create: {made}, deposit: {moved}, withdraw: {moved}, status: {state("SUCCESS")}, wagers: {`[]`}, logout: {`{"status":"successful"}`},
		info:  {`{"userCode":"DEMO10001","loginId":"hyming","status":"ACTIVE","availableBalance":12.349,"outstanding":3}`},
		login: {`{"loginUrl":"https://games.example/login-token?locale=zh-cn&token=a%2Bb","userCode":"DEMO10001","loginId":"hyming","token":"a+b","updatedDate":1}`},
	})
	if err := v.EnsurePlayer(t.Context(), testAccount); err != nil {
		t.Error(err)
	}
	if got, err := v.Credit(t.Context(), order); got != venue.Done {
		t.Errorf("Credit = %v, %v", got, err)
	}
	if got, err := v.Debit(t.Context(), order); got != venue.Done {
		t.Errorf("Debit = %v, %v", got, err)
	}
	if got, err := v.Lookup(t.Context(), testRef); got.Outcome != venue.Done || got.Amount != 5000 || err != nil {
		t.Errorf("Lookup = %v, %v", got, err)
	}
	if got, err := v.Balance(t.Context(), testAccount); got != 1234 || err != nil {
		t.Errorf("Balance = %s, %v", got, err)
	}
	l := venue.Launch{Account: testAccount, Game: "0", Device: "h5", Language: "zh-CN", BackURL: "https://site.example/#/Sport_01"}
	if got, err := v.Launch(t.Context(), l); got != "https://games.example/login-token?locale=zh-cn&token=a%2Bb&externalUrl=https%3A%2F%2Fsite.example%2F%23%2FSport_01" || err != nil {
		t.Errorf("Launch = %q, %v", got, err)
	}
	if got, err := v.Launch(t.Context(), venue.Launch{Account: testAccount, Language: "en"}); got != "https://games.example/login-token?locale=zh-cn&token=a%2Bb" || err != nil {
		t.Errorf("Launch without a way back = %q, %v", got, err)
	}
	if err := v.Kick(t.Context(), testAccount); err != nil {
		t.Error(err)
	}
	if p, err := v.PullBets(t.Context(), from, to, ""); err != nil || p.Next != "" || p.Count != -1 {
		t.Errorf("PullBets = %+v, %v", p, err)
	}
	amount := "amount=50.00&transactionId=" + testRef + "&userCode=hyming"
	heard := s.heard()
	for i, want := range []asked{
		{http.MethodPost, create, "loginId=hyming", testAgent, vectorToken},
		{http.MethodPost, deposit, amount, testAgent, vectorToken},
		{http.MethodPost, withdraw, amount, testAgent, vectorToken},
		{http.MethodGet, status, "transactionId=" + testRef, testAgent, vectorToken},
		{http.MethodGet, info, "userCode=hyming", testAgent, vectorToken},
		{http.MethodPost, login, "locale=zh-cn&loginId=hyming&oddsFormat=HK", testAgent, vectorToken},
		{http.MethodPost, login, "locale=en&loginId=hyming&oddsFormat=HK", testAgent, vectorToken},
		{http.MethodPost, logout, "userCode=hyming", testAgent, vectorToken},
		{http.MethodGet, wagers, "dateFrom=2023-11-14+17%3A13%3A20&dateTo=2023-11-14+18%3A12%3A20&filterBy=update_date&locale=zh-cn&settle=-1", testAgent, vectorToken},
	} {
		if i >= len(heard) || heard[i] != want {
			t.Errorf("asked %+v, want %+v", heard[min(i, len(heard)-1)], want)
		}
	}
}

// A token is made once in ten minutes, and anew where the vendor refuses it.
func TestATokenIsKeptUntilItIsOldOrRefused(t *testing.T) {
	balance := `{"loginId":"hyming","availableBalance":1}`
	v, s := openTest(t, map[string][]string{info: {balance, balance, code("401"), balance, code("403"), code("401"), code("401")}})
	clock := v.config.Clock.(*calendar.Fixed)
	ask := func(fails bool) {
		t.Helper()
		if _, err := v.Balance(t.Context(), testAccount); (err != nil) != fails {
			t.Errorf("Balance: %v", err)
		}
	}
	ask(false)
	clock.Advance(10 * time.Minute)
	ask(false)
	clock.Advance(time.Second)
	ask(false) // 401, then a balance
	clock.Advance(time.Second)
	ask(true) // 403, then 401: not a third time
	heard := s.heard()
	if len(heard) != 6 || heard[0].token != heard[1].token || heard[2].token == heard[1].token || heard[5].token == heard[4].token {
		t.Errorf("%d questions: %+v", len(heard), heard)
	}
}

// The decision table of a transfer, and what the vendor's own record says afterwards (TRF-07).
func TestEachAnswerProvesWhatItProves(t *testing.T) {
	type outcome struct {
		answer, record string
		want           venue.Outcome
		reason         venue.Reason
	}
	cases := map[string]outcome{
		"done":                                 {moved, hangUp, venue.Done, 0},
		"another amount":                       {strings.Replace(moved, "50.00}", "49.99}", 1), state("SUCCESS"), venue.Unknown, 0},
		"no amount":                            {made, state("SUCCESS"), venue.Unknown, 0},
		"another player":                       {strings.Replace(moved, "hyming", "hyhong", 1), state("SUCCESS"), venue.Unknown, 0},
		"a trace, done":                        {trace, state("SUCCESS"), venue.Done, 0},
		"a trace, another amount":              {trace, strings.Replace(state("SUCCESS"), "50.00", "49.99", 1), venue.Unknown, 0},
		"a trace, failed":                      {trace, state("FAILED"), venue.Refused, venue.Other},
		"a trace, never heard of":              {trace, none, venue.Unknown, 0},
		"a trace twice":                        {trace, trace, venue.Unknown, 0},
		"a trace, an unknown state":            {trace, state("MAYBE"), venue.Unknown, 0},
		"parameters, done":                     {code("306"), state("SUCCESS"), venue.Done, 0},
		"parameters, failed":                   {code("306"), state("FAILED"), venue.Refused, venue.Other},
		"parameters, never heard of":           {code("306"), none, venue.Unknown, 0},
		"an unknown code":                      {code("777"), none, venue.Unknown, 0},
		"an unknown code, done":                {code("777"), state("SUCCESS"), venue.Done, 0},
		"the token":                            {code("401"), code("401"), venue.Unknown, 0},
		"the address list":                     {code("305"), none, venue.Unknown, 0},
		"too little money, an earlier one did": {code("309"), state("SUCCESS"), venue.Done, 0},
		"too little money, no record":          {code("309"), hangUp, venue.Unknown, 0},
		"no answer at all":                     {hangUp, state("SUCCESS"), venue.Unknown, 0},
		"half an answer":                       {`{"loginId":"hym`, state("SUCCESS"), venue.Unknown, 0},
		"a list":                               {`[]`, state("SUCCESS"), venue.Unknown, 0},
		"an empty object":                      {`{}`, state("SUCCESS"), venue.Unknown, 0},
		"an answer of another company":         {`{"s":1,"code":-98765}`, state("SUCCESS"), venue.Unknown, 0},
	}
	for c, reason := range map[string]venue.Reason{
		"103": venue.Blocked, "106": venue.Blocked, "307": venue.Other, "308": venue.Limit, "309": venue.Insufficient, "310": venue.Float,
		"311": venue.Limit, "405": venue.Other, "406": venue.Blocked,
	} {
		cases[c+", failed"] = outcome{code(c), state("FAILED"), venue.Refused, reason}
		cases[c+", never heard of"] = outcome{code(c), none, venue.Refused, reason}
	}
	for name, c := range cases {
		v, s := openTest(t, map[string][]string{withdraw: {c.answer}, status: {c.record}})
		got, err := v.Debit(t.Context(), order)
		if got != c.want {
			t.Errorf("%s: %v, %v, want %v", name, got, err, c.want)
		}
		refused, ok := errors.AsType[*venue.Refusal](err)
		if c.want == venue.Refused && (!ok || refused.Reason != c.reason) {
			t.Errorf("%s: refused with %v", name, err)
		}
		if c.want == venue.Unknown && err == nil {
			t.Errorf("%s: unknown without an error", name)
		}
		sent := 0
		for _, a := range s.heard() {
			if a.path == withdraw {
				sent++
			}
		}
		if sent > 1 && c.answer != code("401") { // a refused token carried nothing out
			t.Errorf("%s: sent %d times", name, sent)
		}
	}
}

// Too little money for a way in is our own credit with the vendor.
func TestTooLittleForACreditIsOurFloat(t *testing.T) {
	for _, c := range []string{"309", "310"} {
		v, _ := openTest(t, map[string][]string{deposit: {code(c)}, status: {none}})
		got, err := v.Credit(t.Context(), order)
		if refused, ok := errors.AsType[*venue.Refusal](err); got != venue.Refused || !ok || refused.Reason != venue.Float {
			t.Errorf("%s: Credit = %v, %v", c, got, err)
		}
	}
}

func TestWhatARecordOfAnOrderProves(t *testing.T) {
	for answer, want := range map[string]venue.Outcome{
		state("SUCCESS"): venue.Done, state("FAILED"): venue.Refused, none: venue.Absent, state("success"): venue.Unknown, state("PENDING"): venue.Unknown,
		`{"status":"SUCCESS"}`: venue.Unknown, `{"status":"SUCCESS","amount":0}`: venue.Unknown, `{"status":"SUCCESS","amount":-50}`: venue.Unknown,
		code("306"): venue.Unknown, code("104"): venue.Unknown, trace: venue.Unknown, hangUp: venue.Unknown, `{}`: venue.Unknown, `[]`: venue.Unknown,
	} {
		v, _ := openTest(t, map[string][]string{status: {answer}})
		if got, err := v.Lookup(t.Context(), testRef); got.Outcome != want || (err == nil) != (want != venue.Unknown) {
			t.Errorf("%s: %v, %v, want %v", answer, got, err, want)
		}
	}
}

func TestAPlayerWhoIsNotThereIsCreatedAndTheOrderSentAgain(t *testing.T) {
	for _, absent := range []string{"104", "115"} {
		v, s := openTest(t, map[string][]string{deposit: {code(absent), moved}, create: {made}})
		if got, err := v.Credit(t.Context(), order); got != venue.Done || len(s.heard()) != 3 {
			t.Errorf("Credit = %v, %v after %+v", got, err, s.heard())
		}
	}
	v, _ := openTest(t, map[string][]string{create: {code("111"), code("112"), trace, `{"loginId":"hyhong"}`, hangUp}})
	for i, fails := range []bool{false, true, true, true, true} {
		if err := v.EnsurePlayer(t.Context(), testAccount); (err != nil) != fails {
			t.Errorf("creating %d: %v", i+1, err)
		}
	}
}

func TestWithoutARightOrderNothingIsSent(t *testing.T) {
	v, s := openTest(t, nil)
	for name, m := range map[string]venue.Movement{
		"nothing":          {Ref: testRef, Account: testAccount},
		"below zero":       {Ref: testRef, Account: testAccount, Amount: -1},
		"too much":         {Ref: testRef, Account: testAccount, Amount: maxAmount + 1},
		"a name too short": {Ref: testRef, Account: "hying", Amount: 100},
		"a strange name":   {Ref: testRef, Account: "hy&ming", Amount: 100},
		"no reference":     {Account: testAccount, Amount: 100},
		"a foreign one":    {Ref: "T20231114000001", Account: testAccount, Amount: 100},
	} {
		if got, err := v.Credit(t.Context(), m); got != venue.Refused || err == nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if _, err := v.Lookup(t.Context(), "T20231114000001"); err == nil {
		t.Error("asked for a foreign reference")
	}
	if address, err := v.Launch(t.Context(), venue.Launch{Account: testAccount, Game: "chess"}); err == nil || address != "" {
		t.Errorf("another game: %q", address)
	}
	for _, err := range []error{v.EnsurePlayer(t.Context(), "ming"), v.Kick(t.Context(), "ming")} {
		if err == nil {
			t.Error("a name too short was sent")
		}
	}
	if len(s.heard()) != 0 {
		t.Errorf("asked %v", s.heard())
	}
}

func TestReferencesAreNeverRepeatedAndFit(t *testing.T) {
	v, _ := openTest(t, nil)
	seen := map[string]bool{}
	for range 1000 {
		ref := v.NewRef(testAccount, testTime)
		if seen[ref] || len(ref) > 50 || !reference.MatchString(ref) || !strings.HasPrefix(ref, "T231114181320000") {
			t.Fatalf("reference %s", ref)
		}
		seen[ref] = true
	}
}

func TestABalanceIsRoundedDownAndNeverGuessed(t *testing.T) {
	of := func(balance string) string { return `{"loginId":"HYming","availableBalance":` + balance + `}` }
	for answer, want := range map[string]money.Fen{of(`"1.239"`): 123, of("0"): 0, code("104"): 0, code("115"): 0} {
		v, _ := openTest(t, map[string][]string{info: {answer}})
		if got, err := v.Balance(t.Context(), testAccount); got != want || err != nil {
			t.Errorf("%s: %s, %v", answer, got, err)
		}
	}
	for _, answer := range []string{made, of("-1"), of(`"x"`), `{"loginId":"hyhong","availableBalance":1}`, `{"availableBalance":1}`, code("103"), trace, hangUp, `{}`, `[]`} {
		v, _ := openTest(t, map[string][]string{info: {answer}})
		if got, err := v.Balance(t.Context(), testAccount); err == nil {
			t.Errorf("%s: %s", answer, got)
		}
	}
}

func TestOnlyAddressesOfTheListAreOpened(t *testing.T) {
	at := func(address string) string { return `{"loginId":"hyming","loginUrl":"` + address + `"}` }
	v, _ := openTest(t, map[string][]string{login: {at("https://games.example/book")}})
	v.config.LaunchHosts = []string{"games.example"}
	if address, err := v.Launch(t.Context(), venue.Launch{Account: testAccount, BackURL: "https://site.example/"}); err != nil || address != "https://games.example/book?externalUrl=https%3A%2F%2Fsite.example%2F" {
		t.Errorf("Launch = %q, %v", address, err)
	}
	for _, bad := range []string{at("https://other.example/"), at("javascript:alert(1)"), made, `{"loginUrl":"https://games.example/"}`, code("103"), code("104"), trace, hangUp} {
		v, _ := openTest(t, map[string][]string{login: {bad}})
		v.config.LaunchHosts = []string{"games.example"}
		if address, err := v.Launch(t.Context(), venue.Launch{Account: testAccount}); err == nil || address != "" {
			t.Errorf("%s: %q, %v", bad, address, err)
		}
	}
}

func TestAPlayerWhoIsNotThereIsOut(t *testing.T) {
	for answer, fails := range map[string]bool{`{"status":"successful"}`: false, code("104"): false, code("115"): false, code("103"): true, `{"status":"?"}`: true, trace: true, hangUp: true} {
		v, _ := openTest(t, map[string][]string{logout: {answer}})
		if err := v.Kick(t.Context(), testAccount); (err != nil) != fails {
			t.Errorf("%s: %v", answer, err)
		}
	}
}

// The vendor answers a number of creates and logins in some seconds; the next
// one waits, as long as its caller does.
func TestCallsKeepThePaceOfTheVendor(t *testing.T) {
	v, s := openTest(t, map[string][]string{create: {made}})
	v.paces[create] = &pace{most: 2, over: 300 * time.Millisecond}
	began := time.Now()
	for range 3 {
		if err := v.EnsurePlayer(t.Context(), testAccount); err != nil {
			t.Error(err)
		}
	}
	if took := time.Since(began); took < 300*time.Millisecond || len(s.heard()) != 3 {
		t.Errorf("%d calls took %v", len(s.heard()), took)
	}
	v.paces[create] = &pace{most: 1, over: time.Hour}
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := v.EnsurePlayer(ctx, testAccount); err != nil {
		t.Error(err)
	}
	if err := v.EnsurePlayer(ctx, testAccount); !errors.Is(err, context.DeadlineExceeded) || len(s.heard()) != 4 {
		t.Errorf("the caller's end: %v after %d calls", err, len(s.heard()))
	}
	for path, want := range map[string]int{create: 10, login: 20} {
		if fresh, _ := openTest(t, nil); fresh.paces[path].most != want || fresh.paces[path].over < 5*time.Second {
			t.Errorf("%s: %+v", path, fresh.paces[path])
		}
	}
}

func TestNoSecretIsInAnErrorOrALog(t *testing.T) {
	var log strings.Builder
	v, _ := openTest(t, map[string][]string{deposit: {code("423")}, status: {hangUp}, create: {trace}, info: {code("401")}})
	v.config.Log = slog.New(slog.NewTextHandler(&log, nil))
	_, err1 := v.Credit(t.Context(), order)
	err2 := v.EnsurePlayer(t.Context(), testAccount)
	_, err3 := v.Balance(t.Context(), testAccount)
	shown := fmt.Sprint(err1, err2, err3, log.String())
	if !strings.Contains(log.String(), "contract") {
		t.Errorf("log: %s", log.String())
	}
	for _, secret := range []string{testKey, testSecret, vectorToken, url.QueryEscape(vectorToken), "secret-token"} {
		if strings.Contains(shown, secret) {
			t.Errorf("a secret is in %s", shown)
		}
	}
}

func TestContractsThatCannotWorkAreRefused(t *testing.T) {
	good := Config{BaseURL: "https://x.example", Agent: testAgent, AgentKey: testKey, SecretKey: testSecret, Prefix: "hy", Clock: calendar.NewFixed(testTime)}
	if _, err := New(good); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Config){
		"no address": func(c *Config) { c.BaseURL = "" }, "an address with a query": func(c *Config) { c.BaseURL = "https://x.example/?a" },
		"a short secret": func(c *Config) { c.SecretKey = "x" }, "no agent": func(c *Config) { c.Agent = "" }, "a bar in the agent": func(c *Config) { c.Agent = "a|b" },
		"no agent key": func(c *Config) { c.AgentKey = "" }, "no clock": func(c *Config) { c.Clock = nil },
		"no prefix": func(c *Config) { c.Prefix = "" }, "a prefix too short": func(c *Config) { c.Prefix = "h" }, "a strange prefix": func(c *Config) { c.Prefix = "a-b" },
	} {
		c := good
		change(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}

const betRow = `{"wagerId":6719824,"eventId":704431488,"eventName":"A -vs- B","wagerDateFm":"2023-11-14 17:40:01","eventDateFm":"2023-11-14 17:30:00","settleDateFm":"2023-11-14 17:50:05",
	"resettleDateFm":null,"status":"SETTLED","homeTeam":"A","awayTeam":"B","selection":"B","handicap":-0.75,"odds":0.990,"oddsFormat":2,"wagerType":"single","betType":2,"leagueId":545,
	"league":"L","stake":10.00,"sportId":29,"sport":"足球","currencyCode":"CNY","inplayScore":"0-1","inPlay":true,"period":0,"cancellationStatus":null,"parlaySelections":[],
	"toWin":9.9000000,"toRisk":10.0000000,"product":"SB","isResettle":false,"userCode":"DEMO10001","loginId":"hyming","winLoss":9.90,"turnover":10.000000000,
	"scores":[{"period":0,"score":"1-2"}],"result":"WIN","volume":9.9,"view":"D-Compact"}`

func change(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(betRow) }

func rows(list ...string) string { return "[" + strings.Join(list, ",") + "]" }

var (
	from = testTime.Add(-time.Hour)
	to   = testTime.Add(-time.Minute)
)

func TestRowsBecomeBetLines(t *testing.T) {
	v, _ := openTest(t, map[string][]string{wagers: {rows(betRow,
		change(`6719824`, `"B2"`, `SETTLED`, `OPEN`, `"2023-11-14 17:50:05"`, `null`, `"winLoss":9.90`, `"winLoss":0.00`),
		change(`6719824`, `3`, `SETTLED`, `CANCELLED`, `"winLoss":9.90`, `"winLoss":0.00`),
		change(`6719824`, `4`, `9.90`, `-10.00`, `"single"`, `"parlay"`, `"oddsFormat":2`, `"oddsFormat":1`),
		change(`6719824`, `5`, `9.90`, `-5`, `"betType":2`, `"betType":6`, `"turnover":10.000000000`, `"turnover":null`),
		change(`6719824`, `6`, `"resettleDateFm":null`, `"resettleDateFm":"2023-11-14 18:00:07"`, `"toRisk":10.0000000`, `"toRisk":8.0000000`, `0.990`, `-0.80`, `"oddsFormat":2`, `"oddsFormat":4`),
		change(`6719824`, `7`, `SETTLED`, `DELETED`, `"2023-11-14 17:50:05"`, `null`, `"toRisk":10.0000000`, `"toRisk":null`),
		change(`6719824`, `8`, `SETTLED`, `PENDING`, `"2023-11-14 17:50:05"`, `null`, `"sportId":29`, `"sportId":null`, `"winLoss":9.90`, `"winLoss":null`),
	)}})
	p, err := v.PullBets(t.Context(), from, to, "")
	if err != nil || len(p.Lines) != 8 || len(p.Unreadable) != 0 || p.Next != "" || p.Count != -1 {
		t.Fatalf("PullBets = %+v, %v", p, err)
	}
	at := time.Date(2023, 11, 14, 21, 50, 5, 0, time.UTC)
	placed := at.Add(-10*time.Minute - 4*time.Second)
	won, open, void, lost, half, again, deleted, pending := p.Lines[0], p.Lines[1], p.Lines[2], p.Lines[3], p.Lines[4], p.Lines[5], p.Lines[6], p.Lines[7]
	if won.BetID != "6719824" || won.Account != testAccount || won.Game != "29" || won.GameName != "足球" || won.Stake != 1000 || won.Payout != 1990 || !won.HasValid || won.Valid != 1000 ||
		won.Status != venue.BetSettled || won.Odds != "0.990" || won.OddsType != "HK" || won.Parlay || !won.SettledAt.Equal(at) || !won.UpdatedAt.Equal(at) || !won.BetAt.Equal(placed) ||
		won.Round != "704431488" || won.Market != "handicap/0/0.75/0-1" || won.Side != "away" || !json.Valid(won.Raw) {
		t.Errorf("won %+v", won)
	}
	if open.BetID != "B2" || open.Status != venue.BetOpen || open.Payout != 0 || !open.SettledAt.IsZero() || !open.UpdatedAt.Equal(placed) {
		t.Errorf("open %+v", open)
	}
	if void.Status != venue.BetVoid || void.Payout != void.Stake || !void.SettledAt.Equal(at) {
		t.Errorf("void %+v", void)
	}
	if lost.Payout != 0 || !lost.Parlay || lost.OddsType != "EU" || lost.Round+lost.Market+lost.Side != "" {
		t.Errorf("lost %+v", lost)
	}
	if half.Payout != 500 || !half.Parlay || half.HasValid {
		t.Errorf("half lost %+v", half)
	}
	if again.Stake != 800 || again.Payout != 1790 || again.OddsType != "MY" || !again.SettledAt.Equal(at.Add(10*time.Minute+2*time.Second)) || again.UpdatedAt != again.SettledAt {
		t.Errorf("settled again %+v", again)
	}
	if deleted.Status != venue.BetVoid || deleted.Payout != 1000 || !deleted.SettledAt.Equal(placed) {
		t.Errorf("deleted %+v", deleted)
	}
	if pending.Status != venue.BetOpen || pending.Game != "0" {
		t.Errorf("pending %+v", pending)
	}
}

// Both sides of a line are in one market, whose line is the home team's. A team is one side, whether or not a
// selection repeats the line. A draw is possible unless the sport knows none.
func TestSidesOfAMarketAreTold(t *testing.T) {
	const match, result = "704431488", "|home+draw+away"
	for name, c := range map[string]struct{ row, round, market, side string }{
		"result":          {change(`"betType":2`, `"betType":1`), match, "result/0" + result, "away"},
		"draw":            {change(`"betType":2`, `"betType":1`, `"selection":"B"`, `"selection":"Draw"`), match, "result/0" + result, "draw"},
		"no known result": {change(`"betType":2`, `"betType":1`, `"selection":"B"`, `"selection":"C"`), match, "", ""},
		"tennis":          {change(`"betType":2`, `"betType":1`, `"sportId":29`, `"sportId":33`), match, "winner/0", "away"},
		"a draw there":    {change(`"betType":2`, `"betType":1`, `"sportId":29`, `"sportId":33`, `"selection":"B"`, `"selection":"Draw"`), match, "", ""},
		"first half":      {change(`"betType":2`, `"betType":1`, `"sportId":29`, `"sportId":4`, `"period":0`, `"period":1`), match, "result/1" + result, "away"},
		"other side":      {change(`-0.75`, `0.75`, `"selection":"B"`, `"selection":"A"`), match, "handicap/0/0.75/0-1", "home"},
		"other line":      {change(`"selection":"B"`, `"selection":"A"`), match, "handicap/0/-0.75/0-1", "home"},
		"with line":       {change(`"selection":"B"`, `"selection":"B -0.75"`), match, "handicap/0/0.75/0-1", "away"},
		"from 0-0":        {change(`"0-1"`, `"0-0"`), match, "handicap/0/0.75", "away"},
		"neither":         {change(`"selection":"B"`, `"selection":"C"`), match, "", ""},
		"no line":         {change(`-0.75`, `null`), match, "", ""},
		"total":           {change(`"betType":2`, `"betType":"3"`, `-0.75`, `2.50`, `"selection":"B"`, `"selection":"大"`), match, "total/0/2.5", "over"},
		"its line again":  {change(`"betType":2`, `"betType":"3"`, `-0.75`, `2.50`, `"selection":"B"`, `"selection":"Under 2.5"`), match, "total/0/2.5", "under"},
		"team total":      {change(`"betType":2`, `"betType":4`, `"period":0`, `"period":1`, `-0.75`, `1`, `"selection":"B"`, `"selection":"Over"`), match, "total/1.team4/1", "over"},
		"odd, even":       {change(`"betType":2`, `"betType":97`, `"selection":"B"`, `"selection":"Odd"`), match, "oddeven/0", "odd"},
		"special":         {change(`"betType":2`, `"betType":99`), match, "", ""},
		"parlay":          {change(`"betType":2`, `"betType":6`), "", "", ""},
		"teaser":          {change(`"single"`, `"teaser"`), "", "", ""},
		"two legs":        {change(`"parlaySelections":[]`, `"parlaySelections":[{},{}]`), "", "", ""},
		"no match":        {change(match, `null`), "", "", ""},
	} {
		l, err := readLine([]byte(c.row))
		if err != nil || l.Round != c.round || l.Market != c.market || l.Side != c.side {
			t.Errorf("%s: %q %q %q, %v", name, l.Round, l.Market, l.Side, err)
		}
	}
}

func TestRowsOfTheEndsBelongToOneWindowOnly(t *testing.T) {
	changed := time.Date(2023, 11, 14, 21, 50, 5, 0, time.UTC)
	for name, c := range map[string]struct {
		from, to time.Time
		want     int
	}{
		"begins there": {changed, changed.Add(time.Minute), 1}, "ends there": {changed.Add(-time.Minute), changed, 0},
		"ends behind it": {changed.Add(-time.Minute), changed.Add(time.Millisecond), 1}, "begins behind it": {changed.Add(time.Millisecond), changed.Add(time.Minute), 0},
		"far away, by a change the row does not tell": {changed.Add(2 * time.Minute), changed.Add(3 * time.Minute), 1},
	} {
		v, _ := openTest(t, map[string][]string{wagers: {rows(betRow)}})
		if p, err := v.PullBets(t.Context(), c.from, c.to, ""); err != nil || len(p.Lines) != c.want {
			t.Errorf("%s: %d lines, %v", name, len(p.Lines), err)
		}
	}
}

// TestEmptyIsNotFailureAndFailureIsNotEmpty covers practice 16.
func TestEmptyIsNotFailureAndFailureIsNotEmpty(t *testing.T) {
	v, _ := openTest(t, map[string][]string{wagers: {" []\n"}})
	if p, err := v.PullBets(t.Context(), from, to, ""); err != nil || len(p.Lines) != 0 {
		t.Errorf("%+v, %v", p, err)
	}
	for name, answer := range map[string]string{
		"an error": code("306"), "a trace": trace, "an object": made, "an empty object": `{}`, "html": "<html></html>", "nothing": "",
		"half a list": rows(betRow)[:200], "a list cut behind a row": "[" + betRow, "the connection closed": hangUp,
	} {
		v, _ := openTest(t, map[string][]string{wagers: {answer}})
		if p, err := v.PullBets(t.Context(), from, to, ""); err == nil {
			t.Errorf("%s passed as %d lines", name, len(p.Lines))
		}
	}
}

func TestARowThatCannotBeReadIsKeptBesideTheOthers(t *testing.T) {
	for name, bad := range map[string]string{
		"unknown state": change("SETTLED", "DONE"), "no state": change(`"SETTLED"`, `null`), "no number": change(`6719824`, `""`), "nobody's": change(`"hyming"`, `null`),
		"unreadable time": change("2023-11-14 17:50:05", "yesterday"), "no time": change(`"2023-11-14 17:40:01"`, `null`), "settled without a time": change(`"2023-11-14 17:50:05"`, `null`),
		"amount of letters": change(`"stake":10.00`, `"stake":"ten"`), "no stake": change(`"stake":10.00`, `"stake":null`), "negative risk": change(`"toRisk":10.0000000`, `"toRisk":-10`),
		"settled without a result": change(`"winLoss":9.90`, `"winLoss":null`), "negative turnover": change(`"turnover":10.000000000`, `"turnover":-1`), "no row at all": `"x"`,
	} {
		v, _ := openTest(t, map[string][]string{wagers: {rows(change(`6719824`, `"good"`), bad)}})
		p, err := v.PullBets(t.Context(), from, to, "")
		if err != nil || len(p.Lines) != 1 || p.Lines[0].BetID != "good" || len(p.Unreadable) != 1 || string(p.Unreadable[0].Raw) != bad || p.Unreadable[0].Why == "" {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
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
	if _, err := v.PullBets(t.Context(), from, to, "2/5"); err == nil || len(s.heard()) != 0 {
		t.Errorf("a second page: %v after %v", err, s.heard())
	}
}

// FuzzReadLine reads what a stranger's server sends: it may refuse, never fall over.
func FuzzReadLine(f *testing.F) {
	f.Add([]byte(betRow))
	f.Add([]byte(rows(betRow)))
	f.Fuzz(func(t *testing.T, body []byte) {
		if l, err := readLine(body); err == nil && (l.BetID == "" || l.Account == "" || l.Stake < 0) {
			t.Fatalf("line %+v", l)
		}
		_, _ = readReply(body) // only not to fall over
	})
}
