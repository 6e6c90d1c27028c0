package bti

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
	"hongyun/internal/venue/wire"
)

const (
	testAgent    = "made-up-agent"
	testPassword = "made-up-agent-password"
	testRef      = "T231114221320000ABCDEFGH"

	in      = "TransferToWHL"
	out     = "TransferFromWHL"
	check   = "CheckTransaction"
	create  = "CreateUserNew"
	history = "get-history-bets-paging"
	open    = "get-open-bets-paging"
	login   = "authorize_v2"
)

var (
	testTime = time.Unix(1700000000, 0).UTC() // 2023-11-14 22:13:20
	order    = venue.Movement{Ref: testRef, Account: "test001", Amount: 50 * money.Yuan}
)

// script is a company that answers by a list and keeps what it was asked.
type script struct {
	mu      sync.Mutex
	asked   []asked
	answers map[string][]string // method → answers in turn; the last one repeats
}

type asked struct {
	method, query, form, body string
}

func (s *script) heard() []asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

// methods are the calls so far.
func (s *script) methods() string {
	var list []string
	for _, a := range s.heard() {
		list = append(list, a.method)
	}
	return strings.Join(list, " ")
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	a := asked{strings.TrimPrefix(r.URL.Path, "/"), r.URL.RawQuery, r.Method + " " + r.Header.Get("Content-Type"), string(text)}
	s.asked = append(s.asked, a)
	list := s.answers[a.method]
	if len(list) == 0 {
		http.Error(w, "not scripted", http.StatusTeapot)
		return
	}
	if len(list) > 1 {
		s.answers[a.method] = list[1:]
	}
	if list[0] == "hang up" {
		panic(http.ErrAbortHandler)
	}
	_, _ = io.WriteString(w, list[0])
}

// says is a wallet answer with a code and what comes beside it.
func says(code string, more ...string) string {
	return `<MerchantResponse xmlns="http://networkpot.com/"><ErrorCode>` + code + `</ErrorCode>` + strings.Join(more, "") + `</MerchantResponse>`
}

func openTest(t *testing.T, answers map[string][]string) (*Venue, *script) {
	t.Helper()
	s := &script{answers: answers}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	v, err := New(Config{
		Code: "bti", PlatformID: 15, BaseURL: server.URL + "/", GameURL: "https://games.example/", Agent: testAgent, Password: testPassword,
		Clock: calendar.NewFixed(testTime), Timeout: 3 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return v, s
}

// The example of the sheet, and the same without its namespace, in another one
// and behind a declaration.
func TestTheSheetsExampleIsRead(t *testing.T) {
	const example = `<MerchantResponse xmlns="http://networkpot.com/"><ErrorCode>NoError</ErrorCode><CustomerID>5001</CustomerID><Balance>100.00</Balance><TransactionID>7001</TransactionID></MerchantResponse>`
	for _, body := range []string{
		example, strings.Replace(example, "http://networkpot.com/", "http://other.example/", 1), strings.Replace(example, ` xmlns="http://networkpot.com/"`, "", 1),
		`<?xml version="1.0" encoding="utf-8"?>` + "\n" + example,
		strings.NewReplacer("</", "</n:", "<", "<n:", ` xmlns=`, ` xmlns:n=`).Replace(example),
	} {
		r, err := readReply([]byte(body))
		if err != nil || r.code != "NoError" || r.balance != "100.00" {
			t.Errorf("%s: %+v, %v", body, r, err)
		}
		if f, err := r.readBalance(); f != 100*money.Yuan || err != nil {
			t.Errorf("balance %s, %v", f, err)
		}
	}
	for _, body := range []string{"", "{}", "<html></html>", example[:90], "<MerchantResponse/>", strings.ReplaceAll(example, "MerchantResponse", "Other")} {
		if r, err := readReply([]byte(body)); err == nil {
			t.Errorf("%s: %+v", body, r)
		}
	}
}

// The golden requests.
func TestRequestsAreThoseOfTheSheet(t *testing.T) {
	v, s := openTest(t, map[string][]string{
		create: {says("NoError")}, "GetBalance": {says("NoError", "<Balance>12.349</Balance>")}, in: {says("NoError")}, out: {says("NoError")}, check: {says("NoError")},
		"GetCustomerAuthToken": {says("NoError", "<AuthToken>a b+c</AuthToken>")},
		login:                  {`{"errorCode":0,"token":"t&1"}`}, open: {bets(0, -1)}, history: {bets(0, -1)},
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
	if got, err := v.Lookup(t.Context(), testRef); got.Outcome != venue.Done || got.Amount != 0 || err != nil {
		t.Errorf("Lookup = %v, %v", got, err)
	}
	for language, want := range map[string]string{"zh-CN": "zh", "": "zh", "en": "en"} {
		got, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: "0", Language: language})
		if got != "https://games.example/"+want+"/sports?operatorToken=a+b%2Bc" || err != nil {
			t.Errorf("Launch = %q, %v", got, err)
		}
	}
	for _, page := range []string{"", "history:"} {
		if _, err := v.PullBets(t.Context(), from, to, page); err != nil {
			t.Error(err)
		}
	}
	player := func(more url.Values) url.Values {
		all := url.Values{"AgentUserName": {testAgent}, "AgentPassword": {testPassword}, "MerchantCustomerCode": {"test001"}}
		maps.Copy(all, more)
		return all
	}
	checked := player(url.Values{"RefTransactionCode": {testRef}})
	checked.Del("MerchantCustomerCode")
	heard := s.heard()
	for i, want := range []struct {
		method string
		form   url.Values
	}{
		{create, player(url.Values{
			"LoginName": {"test001"}, "CurrencyCode": {"CNY"}, "CountryCode": {"CN"}, "City": {"CN"}, "FirstName": {"test001"}, "LastName": {"test001"},
			"Group1ID": {"0"}, "CustomerMoreInfo": {""}, "CustomerDefaultLanguage": {"zh"}, "DomainID": {""}, "DateOfBirth": {""},
		})},
		{"GetBalance", player(nil)},
		{in, player(url.Values{"Amount": {"50.00"}, "RefTransactionCode": {testRef}, "BonusCode": {""}})},
		{out, player(url.Values{"Amount": {"50.00"}, "RefTransactionCode": {testRef}})},
		{check, checked},
		{"GetCustomerAuthToken", player(nil)},
	} {
		if a := heard[i]; a.method != want.method || a.form != "POST application/x-www-form-urlencoded" || a.query != "" || a.body != want.form.Encode() {
			t.Errorf("asked %+v, want %+v", a, want)
		}
	}
	const window = `{"From":"2023-11-14T21:28:20Z","To":"2023-11-14T21:58:20Z","Pagination":{"page":0,"rowperpage":1000}}`
	if got, want := heard[8:], []asked{
		{login, "", "POST application/json", `{"AgentPassword":"` + testPassword + `","AgentUserName":"` + testAgent + `"}`},
		{open, "token=t%261", "POST application/json", window}, {history, "token=t%261", "POST application/json", window},
	}; !slices.Equal(got, want) {
		t.Errorf("asked %+v, want %+v", got, want)
	}
}

// An answer other than yes proves nothing by itself: the vendor answers
// Exception to an order that it has carried out before. Its record decides (TRF-07).
func TestEachAnswerProvesWhatItProves(t *testing.T) {
	yes, no, none := says("NoError"), says("Exception"), says("TransactionCodeNotFound")
	for name, c := range map[string]struct {
		answer, record string
		want           venue.Outcome
		reason         venue.Reason
	}{
		"yes":                                {yes, "hang up", venue.Done, 0},
		"an exception, done before":          {no, yes, venue.Done, 0},
		"an exception, never heard of":       {no, none, venue.Unknown, 0},
		"an exception twice":                 {no, no, venue.Unknown, 0},
		"an unknown code, done":              {says("Short"), yes, venue.Done, 0},
		"an unknown code, never heard of":    {says("Short"), none, venue.Unknown, 0},
		"a frozen contract":                  {says("MerchantIsFrozen"), none, venue.Refused, venue.Setup},
		"a frozen contract, done before":     {says("MerchantIsFrozen"), yes, venue.Done, 0},
		"a frozen contract, no record":       {says("MerchantIsFrozen"), says("MerchantIsFrozen"), venue.Unknown, 0},
		"a contract that is not active":      {says("MerchantNotActive"), none, venue.Refused, venue.Setup},
		"the password":                       {says("AuthenticationFailed"), none, venue.Unknown, 0},
		"no reference":                       {says("RefTransactionCodeIsEmpty"), none, venue.Refused, venue.Other},
		"no answer at all":                   {"hang up", yes, venue.Unknown, 0},
		"half an answer":                     {yes[:60], yes, venue.Unknown, 0},
		"an answer without a code":           {"<MerchantResponse></MerchantResponse>", yes, venue.Unknown, 0},
		"an answer of another company":       {`{"ErrorCode":"NoError"}`, yes, venue.Unknown, 0},
		"a code in small letters is another": {says("noerror"), none, venue.Unknown, 0},
	} {
		for method, send := range map[string]func(*Venue) (venue.Outcome, error){
			in:  func(v *Venue) (venue.Outcome, error) { return v.Credit(t.Context(), order) },
			out: func(v *Venue) (venue.Outcome, error) { return v.Debit(t.Context(), order) },
		} {
			v, s := openTest(t, map[string][]string{method: {c.answer}, check: {c.record}})
			got, err := send(v)
			if got != c.want {
				t.Errorf("%s %s: %v, %v, want %v", method, name, got, err, c.want)
			}
			refused, ok := errors.AsType[*venue.Refusal](err)
			if c.want == venue.Refused && (!ok || refused.Reason != c.reason) || c.want == venue.Unknown && err == nil {
				t.Errorf("%s %s: %v with %v", method, name, got, err)
			}
			if n := strings.Count(s.methods(), method); n != 1 {
				t.Errorf("%s %s: sent %d times", method, name, n)
			}
		}
	}
}

func TestARecordOfAnOrderProvesTwoThings(t *testing.T) {
	for answer, want := range map[string]venue.Outcome{
		says("NoError"): venue.Done, says("TransactionCodeNotFound"): venue.Absent, says("Exception"): venue.Unknown, says("CustomerNotFound"): venue.Unknown,
		says("MerchantIsFrozen"): venue.Unknown, says("RefTransactionCodeIsEmpty"): venue.Unknown, "hang up": venue.Unknown, "{}": venue.Unknown,
	} {
		v, _ := openTest(t, map[string][]string{check: {answer}})
		if got, err := v.Lookup(t.Context(), testRef); got.Outcome != want || got.Amount != 0 || (err == nil) == (want == venue.Unknown) {
			t.Errorf("%s: %v, %v, want %v", answer, got, err, want)
		}
	}
}

func TestAPlayerWhoIsNotThereIsCreatedAndTheOrderSentAgain(t *testing.T) {
	v, s := openTest(t, map[string][]string{in: {says("CustomerNotFound"), says("NoError")}, create: {says("NoError")}})
	if got, err := v.Credit(t.Context(), order); got != venue.Done || s.methods() != in+" "+create+" "+in {
		t.Errorf("Credit = %v, %v after %s", got, err, s.methods())
	}
	v, _ = openTest(t, map[string][]string{create: {says("DuplicateMerchantCustomerCode"), says("DuplicateLoginName"), says("Exception")}})
	for i, fails := range []bool{false, false, true} {
		if err := v.EnsurePlayer(t.Context(), "test001"); (err != nil) != fails {
			t.Errorf("creating %d: %v", i+1, err)
		}
	}
}

func TestWithoutARightOrderNothingIsSent(t *testing.T) {
	v, s := openTest(t, nil)
	for name, m := range map[string]venue.Movement{
		"nothing":        {Ref: testRef, Account: "test001"},
		"below zero":     {Ref: testRef, Account: "test001", Amount: -1},
		"too much":       {Ref: testRef, Account: "test001", Amount: maxAmount + 1},
		"no name":        {Ref: testRef, Amount: 100},
		"a strange name": {Ref: testRef, Account: "a&b", Amount: 100},
		"no reference":   {Account: "test001", Amount: 100},
		"a foreign one":  {Ref: "T20231114000001", Account: "test001", Amount: 100},
	} {
		if got, err := v.Credit(t.Context(), m); got != venue.Refused || err == nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if _, err := v.Lookup(t.Context(), "T20231114000001"); err == nil {
		t.Error("asked for a foreign reference")
	}
	if address, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: "7"}); err == nil || address != "" {
		t.Errorf("a game that is not there: %q", address)
	}
	if len(s.heard()) != 0 {
		t.Errorf("asked %v", s.heard())
	}
}

func TestABalanceIsRoundedDownAndNeverGuessed(t *testing.T) {
	for answer, want := range map[string]money.Fen{
		says("NoError", "<Balance>1.239</Balance>"): 123, says("NoError", "<Balance>0</Balance>"): 0, says("CustomerNotFound"): 0,
		says("NoError", "<Balance>7</Balance><OpenBetsBalance>5.00</OpenBetsBalance>"): 700,
	} {
		v, _ := openTest(t, map[string][]string{"GetBalance": {answer}})
		if got, err := v.Balance(t.Context(), "test001"); got != want || err != nil {
			t.Errorf("%s: %s, %v", answer, got, err)
		}
	}
	for _, answer := range []string{
		says("NoError"), says("NoError", "<Balance></Balance>"), says("NoError", "<Balance>-1</Balance>"), says("NoError", "<Balance>1e3</Balance>"), says("Exception"), "hang up", "{}",
	} {
		v, _ := openTest(t, map[string][]string{"GetBalance": {answer}})
		if got, err := v.Balance(t.Context(), "test001"); err == nil {
			t.Errorf("%s: %s", answer, got)
		}
	}
}

func TestALaunchNeedsAToken(t *testing.T) {
	v, s := openTest(t, map[string][]string{"GetCustomerAuthToken": {says("CustomerNotFound"), says("NoError", "<AuthToken>t</AuthToken>")}, create: {says("NoError")}})
	if address, err := v.Launch(t.Context(), venue.Launch{Account: "test001"}); err != nil || address == "" || len(s.heard()) != 3 {
		t.Errorf("Launch = %q, %v after %s", address, err, s.methods())
	}
	for _, bad := range []string{says("NoError"), says("Exception"), "hang up"} {
		v, _ := openTest(t, map[string][]string{"GetCustomerAuthToken": {bad}})
		if address, err := v.Launch(t.Context(), venue.Launch{Account: "test001"}); err == nil || address != "" {
			t.Errorf("%s: %q, %v", bad, address, err)
		}
	}
}

func TestNoSecretIsInAnErrorOrALog(t *testing.T) {
	var log strings.Builder
	v, _ := openTest(t, map[string][]string{
		in: {says("AuthenticationFailed")}, check: {"hang up"}, login: {`{"errorCode":0,"token":"token-of-the-data"}`, `{"errorCode":-1}`},
		open: {"hang up", `{"errorCode":-1000}`},
	})
	v.config.Log = slog.New(slog.NewTextHandler(&log, nil))
	_, err1 := v.Credit(t.Context(), order)
	_, err2 := v.PullBets(t.Context(), from, to, "")
	_, err3 := v.PullBets(t.Context(), from, to, "")
	shown := fmt.Sprint(err1, err2, err3, log.String())
	if strings.Count(log.String(), "contract") != 2 || strings.Contains(shown, testPassword) || strings.Contains(shown, "token-of-the-data") {
		t.Errorf("log and errors: %s", shown)
	}
}

func TestContractsThatCannotWorkAreRefused(t *testing.T) {
	good := Config{BaseURL: "https://x.example", Agent: "a", Password: "p", Clock: calendar.NewFixed(testTime)}
	if v, err := New(good); err != nil || v.config.DataURL != "https://x.example" || v.config.GameURL != "https://x.example" {
		t.Fatalf("%+v, %v", v, err)
	}
	for name, change := range map[string]func(*Config){
		"no address": func(c *Config) { c.BaseURL = "" }, "a data address with a query": func(c *Config) { c.DataURL = "https://x.example/?a" },
		"a game address that is none": func(c *Config) { c.GameURL = "javascript:alert(1)" }, "no agent": func(c *Config) { c.Agent = "" },
		"no password": func(c *Config) { c.Password = "" }, "no clock": func(c *Config) { c.Clock = nil }, "strange prefix": func(c *Config) { c.Prefix = "a-b" },
	} {
		c := good
		change(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}

const betRow = `{"PurchaseID":"7001","MerchantCustomerID":"test001","BetStatus":"Won","BetTypeId":1,"BetTypeName":"Single bets","TotalStake":10.00,"ValidStake":8.8,"PL":8.8,
	"Return":18.80,"RealMoneyAmount":10,"Odds":-114,"OddsDec":1.88,"OddsInUserStyle":"0.88","OddsStyleOfUser":"HongKong","CreationDate":"2023-11-14T21:50:01.5",
	"BetSettledDate":"2023-11-14T21:55:04","UpdateDate":"2023-11-14T21:55:05.123","NumberOfBets":1,"Selections":[{"Id":1}],"FreeBet":false}`

func bets(page, pages int, rows ...string) string {
	return fmt.Sprintf(`{"errorCode":0,"Bets":[%s],"currentPage":%d,"totalPages":%d,"LastUpdateDate":"2023-11-14T22:13:20"}`, strings.Join(rows, ","), page, pages)
}

func change(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(betRow) }

var (
	from = testTime.Add(-45 * time.Minute)
	to   = testTime.Add(-15 * time.Minute)
)

// feed is a venue whose history answers in turn.
func feed(t *testing.T, answers ...string) (*Venue, *script) {
	t.Helper()
	return openTest(t, map[string][]string{login: {`{"errorCode":0,"token":"t"}`}, history: answers, open: answers})
}

func TestRowsBecomeBetLines(t *testing.T) {
	v, _ := feed(t, bets(0, 1, betRow,
		change(`7001`, `7002`, `"Won"`, `"Opened"`, `8.8,`, `null,`, `18.80`, `null`, `"2023-11-14T21:55:04"`, `null`),
		change(`7001`, `7003`, `"Won"`, `"Canceled"`, `"PL":8.8`, `"PL":0`, `18.80`, `10`),
		change(`7001`, `7004`, `"Won"`, `"Lost"`, `"PL":8.8`, `"PL":-10`, `18.80`, `0`, `"BetTypeId":1`, `"BetTypeId":2`),
		change(`7001`, `7005`, `"Won"`, `"Half Lost"`, `"PL":8.8`, `"PL":"-5"`, `18.80`, `"5.00"`, `"OddsInUserStyle":"0.88"`, `"OddsInUserStyle":""`, `[{"Id":1}]`, `null`),
		change(`"7001"`, `7006`, `"Won"`, `"Cashout"`, `"PL":8.8`, `"PL":-2`, `,
	"Return":18.80`, ``, `21:50:01.5"`, `21:50:01Z"`, `"2023-11-14T21:55:05.123"`, `"2023-11-15T05:55:05+08:00"`, `[{"Id":1}]`, `[{},{}]`),
		change(`7001`, `7007`, `"Won"`, `"Declined"`, `"PL":8.8`, `"PL":null`)))
	p, err := v.PullBets(t.Context(), from, to, "history:")
	if err != nil || len(p.Lines) != 7 || len(p.Unreadable) != 0 || p.Next != "" || p.Count != -1 {
		t.Fatalf("PullBets = %+v, %v", p, err)
	}
	won, opened, void, lost, half, sold, declined := p.Lines[0], p.Lines[1], p.Lines[2], p.Lines[3], p.Lines[4], p.Lines[5], p.Lines[6]
	at := time.Date(2023, 11, 14, 21, 55, 5, 0, time.UTC)
	if won.BetID != "7001" || won.Account != "test001" || won.Game != "0" || won.Stake != 1000 || won.Payout != 1880 || !won.HasValid || won.Valid != 880 ||
		won.Status != venue.BetSettled || won.Odds != "0.88" || won.OddsType != "HongKong" || won.Parlay || !won.SettledAt.Equal(at.Add(-time.Second)) ||
		!won.UpdatedAt.Equal(at.Add(123*time.Millisecond)) || !won.BetAt.Equal(at.Add(-5*time.Minute-3500*time.Millisecond)) || !json.Valid(won.Raw) {
		t.Errorf("won %+v", won)
	}
	if opened.Status != venue.BetOpen || opened.Payout != 0 || !opened.SettledAt.IsZero() || opened.HasValid {
		t.Errorf("open %+v", opened)
	}
	for _, l := range []venue.BetLine{void, declined} {
		if l.Status != venue.BetVoid || l.Payout != l.Stake || l.HasValid {
			t.Errorf("void %+v", l)
		}
	}
	if lost.Status != venue.BetSettled || lost.Payout != 0 || !lost.Parlay {
		t.Errorf("lost %+v", lost)
	}
	if half.Payout != 500 || half.Parlay || half.Odds != "1.88" || half.OddsType != "EU" {
		t.Errorf("half lost %+v", half)
	}
	if sold.BetID != "7006" || sold.Payout != 800 || !sold.Parlay || !sold.UpdatedAt.Equal(at) || !sold.BetAt.Equal(at.Add(-5*time.Minute-4*time.Second)) {
		t.Errorf("sold %+v", sold)
	}
}

func TestARowThatCannotBeReadIsKeptBesideTheOthers(t *testing.T) {
	for name, bad := range map[string]string{
		"unknown state": change(`"Won"`, `"Maybe"`), "no number": change(`"7001"`, `""`), "no player": change(`"test001"`, `null`),
		"unreadable time": change("2023-11-14T21:55:05.123", "yesterday"), "no time": change(`"2023-11-14T21:50:01.5"`, `null`),
		"amount of letters": change(`10.00`, `"ten"`), "negative stake": change(`"TotalStake":10.00`, `"TotalStake":-10`), "won without a result": change(`"PL":8.8`, `"PL":null`),
		"two results": change(`18.80`, `18.81`), "a free bet": change(`"FreeBet":false`, `"FreeBet":true`), "a free bet by its number": change(`"FreeBet":false`, `"FreeBet":{"Id":5}`),
		"a negative valid stake": change(`"ValidStake":8.8`, `"ValidStake":-1`), "no row at all": `"x"`,
	} {
		v, _ := feed(t, bets(0, 1, change(`7001`, `good`), bad))
		p, err := v.PullBets(t.Context(), from, to, "history:")
		if err != nil || len(p.Lines) != 1 || p.Lines[0].BetID != "good" || len(p.Unreadable) != 1 || string(p.Unreadable[0].Raw) != bad || p.Unreadable[0].Why == "" {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

// An open bet belongs to the window of its placing, a decided one to that of
// its last change.
func TestRowsOfTheEndsBelongToOneWindowOnly(t *testing.T) {
	changed := time.Date(2023, 11, 14, 21, 55, 5, 123e6, time.UTC)
	placed := time.Date(2023, 11, 14, 21, 50, 1, 500e6, time.UTC)
	for page, at := range map[string]time.Time{"history:": changed, "": placed} {
		for name, c := range map[string]struct {
			from, to time.Time
			want     int
		}{
			"begins there": {at, at.Add(time.Minute), 1}, "ends there": {at.Add(-time.Minute), at, 0},
			"ends behind it": {at.Add(-time.Minute), at.Add(time.Millisecond), 1}, "begins behind it": {at.Add(time.Millisecond), at.Add(time.Minute), 0},
		} {
			v, _ := feed(t, bets(0, 1, betRow))
			if p, err := v.PullBets(t.Context(), c.from, c.to, page); err != nil || len(p.Lines) != c.want {
				t.Errorf("%q %s: %d lines, %v", page, name, len(p.Lines), err)
			}
		}
	}
}

// many are rows of one page, numbered from a start.
func many(start, n int) []string {
	rows := make([]string, n)
	for i := range rows {
		rows[i] = change("7001", fmt.Sprint(start+i))
	}
	return rows
}

// The vendor counts pages and not rows, so the pages are read from the last to
// the first.
func TestPagesAreReadFromTheLastToTheFirst(t *testing.T) {
	first, last := bets(0, 2, many(1, pageRows)...), bets(1, 2, many(pageRows+1, 3)...)
	v, s := feed(t, first, last, first)
	seen := map[string]bool{}
	var pages []string
	for page := "history:"; ; {
		p, err := v.PullBets(t.Context(), from, to, page)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range p.Lines {
			if seen[l.BetID] {
				t.Errorf("bet %s twice", l.BetID)
			}
			seen[l.BetID] = true
		}
		if page = p.Next; page == "" {
			break
		}
		pages = append(pages, page)
	}
	if len(seen) != pageRows+3 || !slices.Equal(pages, []string{"history:1/2", "history:0/2"}) {
		t.Errorf("%d bets of pages %v", len(seen), pages)
	}
	if heard := s.heard(); !strings.Contains(heard[2].body, `"page":1,`) || !strings.Contains(heard[3].body, `"page":0,`) {
		t.Errorf("asked %+v", heard[1:])
	}
}

// A bet that is decided again leaves the window while its pages are read. The
// row that takes its place on an earlier page is read there.
func TestARowThatLeavesTheWindowHidesNoOther(t *testing.T) {
	before, after := many(1, pageRows+2), many(2, pageRows+1) // the first row leaves
	v, _ := feed(t, bets(0, 2, before[:pageRows]...), bets(1, 2, before[pageRows:]...), bets(0, 2, after[:pageRows]...))
	seen := map[string]bool{}
	for page, first := "history:", true; first || page != ""; first = false {
		p, err := v.PullBets(t.Context(), from, to, page)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range p.Lines {
			seen[l.BetID] = true
		}
		page = p.Next
	}
	for i := 2; i <= pageRows+2; i++ {
		if !seen[fmt.Sprint(i)] {
			t.Errorf("bet %d was never read", i)
		}
	}
}

func TestAPageThatIsNotWholeFailsTheWindow(t *testing.T) {
	for name, c := range map[string]struct{ page, answer string }{
		"a first page that is short":  {"history:", bets(0, 2, betRow)},
		"a last page without rows":    {"history:1/2", bets(1, 2)},
		"a middle page that is short": {"history:1/3", bets(1, 3, betRow)},
		"more pages than before":      {"history:1/2", bets(1, 3, many(1, pageRows)...)},
		"another page":                {"history:1/2", bets(0, 2, many(1, pageRows)...)},
		"rows behind the last page":   {"history:1/2", bets(1, 1, betRow)},
		"too many rows":               {"history:", bets(0, 1, many(1, pageRows+1)...)},
		"rows of no page":             {"history:", bets(0, -1, betRow)},
	} {
		v, _ := feed(t, c.answer)
		if p, err := v.PullBets(t.Context(), from, to, c.page); err == nil || len(p.Lines) != 0 {
			t.Errorf("%s: %d lines, next %q, %v", name, len(p.Lines), p.Next, err)
		}
	}
	v, _ := feed(t, bets(1, 1)) // the last page's rows have left the window
	if p, err := v.PullBets(t.Context(), from, to, "history:1/2"); err != nil || p.Next != "history:0/2" {
		t.Errorf("a page that is gone: %+v, %v", p, err)
	}
}

// TestEmptyIsNotFailureAndFailureIsNotEmpty covers practice 16.
func TestEmptyIsNotFailureAndFailureIsNotEmpty(t *testing.T) {
	for _, empty := range []string{bets(0, -1), bets(0, 0), `{"errorCode":0,"Bets":null,"currentPage":0,"totalPages":-1}`, `{"errorCode":0,"totalPages":-1}`} {
		v, _ := feed(t, empty)
		if p, err := v.PullBets(t.Context(), from, to, "history:"); err != nil || len(p.Lines) != 0 || p.Next != "" {
			t.Errorf("%s: %+v, %v", empty, p, err)
		}
		if p, err := v.PullBets(t.Context(), from, to, ""); err != nil || p.Next != "history:" {
			t.Errorf("%s: %+v, %v", empty, p, err)
		}
	}
	for name, answer := range map[string]string{
		"no pages": `{"errorCode":0,"Bets":[]}`, "no rows": `{"errorCode":0,"totalPages":1}`, "a number of pages that is none": bets(0, -2), "a wrong window": `{"errorCode":-4}`,
		"failed": `{"errorCode":-3}`, "no code": `{"Bets":[],"totalPages":-1}`, "html": "<html></html>", "half an answer": bets(0, 1, betRow)[:200],
		"rows are no list": `{"errorCode":0,"totalPages":1,"Bets":{}}`, "the connection closed": "hang up", "nothing": "",
	} {
		v, _ := feed(t, answer)
		if p, err := v.PullBets(t.Context(), from, to, "history:"); err == nil {
			t.Errorf("%s passed as %d lines", name, len(p.Lines))
		}
	}
}

func TestATokenThatIsOverIsReplacedOnce(t *testing.T) {
	v, s := openTest(t, map[string][]string{
		login: {`{"errorCode":0,"token":"first"}`, `{"errorCode":0,"token":"second"}`}, history: {bets(0, -1), `{"errorCode":-1000}`, bets(0, -1)},
	})
	for range 2 {
		if _, err := v.PullBets(t.Context(), from, to, "history:"); err != nil {
			t.Error(err)
		}
	}
	heard := s.heard()
	if s.methods() != strings.Join([]string{login, history, history, login, history}, " ") || heard[2].query != "token=first" || heard[4].query != "token=second" {
		t.Errorf("asked %+v", heard)
	}
	v, s = openTest(t, map[string][]string{login: {`{"errorCode":0,"token":"t"}`}, history: {`{"errorCode":-1000}`}})
	if _, err := v.PullBets(t.Context(), from, to, "history:"); err == nil || len(s.heard()) != 4 {
		t.Errorf("a token that never works: %v after %s", err, s.methods())
	}
	for _, bad := range []string{`{"errorCode":-3}`, `{"errorCode":0}`, "{}", "hang up"} {
		v, _ := openTest(t, map[string][]string{login: {bad}, history: {bets(0, -1)}})
		if _, err := v.PullBets(t.Context(), from, to, "history:"); err == nil {
			t.Errorf("%s passed", bad)
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
	for _, page := range []string{"0/5", "history", "history:2/2", "history:0/1", "other:", "open:x", "history:2", "history:-1/2"} {
		if _, err := v.PullBets(t.Context(), from, to, page); err == nil {
			t.Errorf("page %q passed", page)
		}
	}
	if len(s.heard()) != 0 {
		t.Errorf("asked %v", s.heard())
	}
}

// FuzzReadPage reads what a stranger's server sends: it may refuse, never fall over.
func FuzzReadPage(f *testing.F) {
	f.Add([]byte(bets(0, 1, betRow)))
	f.Add([]byte(bets(0, -1)))
	f.Fuzz(func(t *testing.T, body []byte) {
		var r dataReply
		if json.Unmarshal(body, &r) != nil || r.Code == nil {
			return
		}
		if out, err := lists[1].readPage(r, feedPage{pages: -1}, wire.Window{From: from, To: to}); err != nil && len(out.Lines) != 0 {
			t.Fatalf("%d lines beside an error", len(out.Lines))
		}
	})
}
