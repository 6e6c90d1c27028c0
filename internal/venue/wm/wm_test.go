package wm

import (
	"encoding/json"
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
	signature = "made-up signature&1"
	testRef   = "T231115061320000ABCDEFGH"
)

var (
	testTime = time.Unix(1700000000, 0).UTC() // 2023-11-15 06:13:20 in China
	order    = venue.Movement{Ref: testRef, Account: "test001", Amount: 50 * money.Yuan}
	from     = testTime.Add(-12 * time.Minute)
	to       = testTime.Add(-2 * time.Minute)
)

// script is a company that answers by a list and keeps what it was asked.
type script struct {
	mu      sync.Mutex
	asked   []string
	answers map[string][]string // cmd → answers in turn; the last one repeats
}

func (s *script) heard() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, string(text))
	form, err := url.ParseQuery(string(text))
	list := s.answers[form.Get("cmd")]
	if err != nil || r.Method != http.MethodPost || r.URL.String() != "/api/public/Gateway.php" || r.Header.Get("Content-Type") != "application/x-www-form-urlencoded" || len(list) == 0 {
		http.Error(w, "not scripted", http.StatusTeapot)
		return
	}
	if len(list) > 1 {
		s.answers[form.Get("cmd")] = list[1:]
	}
	if list[0] == "hang up" {
		panic(http.ErrAbortHandler)
	}
	_, _ = io.WriteString(w, list[0])
}

// yes is an answer with a result, no one with a code.
func yes(result string) string { return `{"errorCode":0,"errorMessage":"","result":` + result + `}` }

func no(code int) string { return fmt.Sprintf(`{"errorCode":%d,"errorMessage":"x","result":""}`, code) }

const done = `{"yourOrderNum":"` + testRef + `","orderId":"1","cash":"50.0000"}`

func trade(money, op string) string {
	return yes(`[{"user":"test001","orderid":"1","ordernum":"` + testRef + `","addtime":"2023-11-15 06:13:20","money":` + money + `,"op_code":"` + op + `","subtotal":"50"}]`)
}

func openTest(t *testing.T, answers map[string][]string) (*Venue, *script) {
	t.Helper()
	s := &script{answers: answers}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	v, err := New(Config{
		Code: "wm", PlatformID: 21, BaseURL: server.URL + "/", VendorID: "demo", Signature: signature, PasswordKey: "key", Prefix: "hy",
		Clock: calendar.NewFixed(testTime), Timeout: 3 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return v, s
}

// The sheet's sample, section 3.
func TestTheSheetsSampleIsReproduced(t *testing.T) {
	s := &script{answers: map[string][]string{"ChangeBalance": {`{"errorCode":0,"errorMessage":"","result":{"yourOrderNum":"T20231114000001","orderId":"1","cash":"100.0000"}}`}}}
	server := httptest.NewServer(s)
	defer server.Close()
	v, err := New(Config{BaseURL: server.URL, VendorID: "demo", Signature: "demosig", PasswordKey: "k", Clock: calendar.NewFixed(testTime)})
	if err != nil {
		t.Fatal(err)
	}
	got, err := v.Credit(t.Context(), venue.Movement{Ref: "T20231114000001", Account: "test001", Amount: 100 * money.Yuan})
	if got != venue.Done || err != nil {
		t.Errorf("Credit = %v, %v", got, err)
	}
	want, err := url.ParseQuery("cmd=ChangeBalance&vendorId=demo&signature=demosig&user=test001&money=100&order=T20231114000001&timestamp=1700000000")
	if err != nil {
		t.Fatal(err)
	}
	if heard := s.heard(); len(heard) != 1 || heard[0] != want.Encode() {
		t.Errorf("asked %q, want %q", heard, want.Encode())
	}
}

// The golden requests.
func TestRequestsAreThoseOfTheSheet(t *testing.T) {
	v, s := openTest(t, map[string][]string{
		"MemberRegister": {yes(`"ok"`)}, "GetBalance": {yes(`"12.349"`)}, "ChangeBalance": {yes(done)}, "GetMemberTradeReport": {trade(`"-50.0000"`, "122")},
		"SigninGame": {yes(`"https://games.example/a?b=c"`)}, "LogoutGame": {yes(`"ok"`)}, "GetDateTimeReport": {yes("[]")},
	})
	if account := v.AccountName("test001"); account != "hytest001" {
		t.Errorf("AccountName = %q", account)
	}
	if err := v.EnsurePlayer(t.Context(), "test001"); err != nil {
		t.Error(err)
	}
	if got, err := v.Balance(t.Context(), "test001"); got != 1234 || err != nil {
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
	for _, game := range []string{"0", "101"} {
		got, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: game, BackURL: "https://site.example/#/Reale_03"})
		if got != "https://games.example/a?b=c" || err != nil {
			t.Errorf("Launch = %q, %v", got, err)
		}
	}
	if err := v.Kick(t.Context(), "test001"); err != nil {
		t.Error(err)
	}
	if _, err := v.PullBets(t.Context(), from, to, ""); err != nil {
		t.Error(err)
	}
	password := v.password("Test001")
	if len(password) != passwordLength || password != v.password("test001") || password == v.password("test002") {
		t.Errorf("password %q", password)
	}
	launch := []string{"SigninGame", "user", "test001", "password", password, "lang", "0", "returnurl", "https://site.example/#/Reale_03"}
	heard := s.heard()
	for i, want := range [][]string{
		{"MemberRegister", "user", "test001", "password", password, "username", "test001"}, {"GetBalance", "user", "test001"},
		{"ChangeBalance", "user", "test001", "money", "50", "order", testRef}, {"ChangeBalance", "user", "test001", "money", "-50.01", "order", testRef},
		{"GetMemberTradeReport", "order", testRef}, launch, launch, {"LogoutGame", "user", "test001"},
		{"GetDateTimeReport", "startTime", "20231115060120", "endTime", "20231115061120", "timetype", "1", "datatype", "0"},
	} {
		form := url.Values{"cmd": {want[0]}, "vendorId": {"demo"}, "signature": {signature}, "timestamp": {"1700000000"}}
		for j := 1; j < len(want); j += 2 {
			form.Set(want[j], want[j+1])
		}
		if heard[i] != form.Encode() {
			t.Errorf("asked %s, want %s", heard[i], form.Encode())
		}
	}
}

// Only the yes to an order is known; every other answer stays unknown (TRF-07).
func TestEachAnswerProvesWhatItProves(t *testing.T) {
	for answer, want := range map[string]venue.Outcome{
		yes(done): venue.Done, yes(`"ok"`): venue.Done, no(104): venue.Unknown, no(107): venue.Unknown, no(10801): venue.Unknown, no(1): venue.Unknown, no(98765): venue.Unknown,
		yes(`{"yourOrderNum":"other"}`): venue.Unknown, yes(`{}`): venue.Unknown, yes(`""`): venue.Unknown, yes("null"): venue.Unknown, "hang up": venue.Unknown, "": venue.Unknown,
		"{}": venue.Unknown, "<html></html>": venue.Unknown,
	} {
		v, s := openTest(t, map[string][]string{"ChangeBalance": {answer}})
		got, err := v.Debit(t.Context(), order)
		if got != want || (err == nil) != (want == venue.Done) || len(s.heard()) != 1 {
			t.Errorf("%s: %v, %v, want %v", answer, got, err, want)
		}
	}
}

func TestWhatTheReportOfAnOrderProves(t *testing.T) {
	for answer, want := range map[string]venue.Answer{
		trade("50", "121"): {Outcome: venue.Done, Amount: 5000}, trade(`"50.0000"`, "122"): {Outcome: venue.Done, Amount: 5000}, no(107): {Outcome: venue.Absent},
	} {
		v, _ := openTest(t, map[string][]string{"GetMemberTradeReport": {answer}})
		if got, err := v.Lookup(t.Context(), testRef); got != want || err != nil {
			t.Errorf("%s: %v, %v", answer, got, err)
		}
	}
	for _, answer := range []string{
		no(1), no(10501), trade("50", "123"), trade("0", "121"), trade(`"x"`, "121"), trade("null", "121"), strings.Replace(trade("50", "121"), testRef, "T1", 1), yes("[]"), yes("null"), yes(`""`), "hang up", "{}",
	} {
		v, _ := openTest(t, map[string][]string{"GetMemberTradeReport": {answer}})
		if got, err := v.Lookup(t.Context(), testRef); got.Outcome != venue.Unknown || err == nil {
			t.Errorf("%s: %v, %v", answer, got, err)
		}
	}
}

func TestAUserWhoIsNotThereIsRegisteredAndTheOrderSentAgain(t *testing.T) {
	v, s := openTest(t, map[string][]string{"ChangeBalance": {no(10501), yes(done)}, "MemberRegister": {no(104)}})
	if got, err := v.Credit(t.Context(), order); got != venue.Done || len(s.heard()) != 3 {
		t.Errorf("Credit = %v, %v after %q", got, err, s.heard())
	}
	v, s = openTest(t, map[string][]string{"SigninGame": {no(10501), yes(`"https://games.example"`)}, "MemberRegister": {yes(`"ok"`)}})
	if got, err := v.Launch(t.Context(), venue.Launch{Account: "test001"}); got != "https://games.example" || len(s.heard()) != 3 {
		t.Errorf("Launch = %q, %v", got, err)
	}
	v, _ = openTest(t, map[string][]string{"LogoutGame": {no(10501)}})
	if err := v.Kick(t.Context(), "test001"); err != nil {
		t.Errorf("nobody to throw out: %v", err)
	}
}

func TestWithoutARightOrderNothingIsSent(t *testing.T) {
	v, s := openTest(t, nil)
	for name, m := range map[string]venue.Movement{
		"nothing": {Ref: testRef, Account: "test001"}, "below zero": {Ref: testRef, Account: "test001", Amount: -1}, "too much": {Ref: testRef, Account: "test001", Amount: maxAmount + 1},
		"a strange name": {Ref: testRef, Account: "a&b", Amount: 100}, "a foreign reference": {Ref: "T-1", Account: "test001", Amount: 100},
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
		ref := v.NewRef("test001", testTime)
		if seen[ref] || !reference.MatchString(ref) || !strings.HasPrefix(ref, "T231115061320000") {
			t.Fatalf("reference %q", ref)
		}
		seen[ref] = true
	}
}

func TestABalanceIsRoundedDownAndNeverGuessed(t *testing.T) {
	for answer, want := range map[string]money.Fen{yes(`"1.2390"`): 123, yes("0"): 0, no(10501): 0} {
		v, _ := openTest(t, map[string][]string{"GetBalance": {answer}})
		if got, err := v.Balance(t.Context(), "test001"); got != want || err != nil {
			t.Errorf("%s: %s, %v", answer, got, err)
		}
	}
	for _, answer := range []string{yes("-1"), yes(`"x"`), yes(`""`), yes("null"), yes("{}"), no(1), "hang up", "{}"} {
		v, _ := openTest(t, map[string][]string{"GetBalance": {answer}})
		if got, err := v.Balance(t.Context(), "test001"); err == nil {
			t.Errorf("%s: %s", answer, got)
		}
	}
}

func TestOnlyAddressesOfTheListAreOpened(t *testing.T) {
	for answer, opens := range map[string]bool{
		yes(`"https://games.example/"`): true, yes(`"https://other.example/"`): false, yes(`"javascript:alert(1)"`): false, yes(`""`): false, yes("null"): false, no(1): false, "hang up": false,
	} {
		v, _ := openTest(t, map[string][]string{"SigninGame": {answer}})
		v.config.LaunchHosts = []string{"games.example"}
		if address, err := v.Launch(t.Context(), venue.Launch{Account: "test001"}); (err == nil) != opens || (address != "") != opens {
			t.Errorf("%s: %q, %v", answer, address, err)
		}
	}
}

func TestNoSecretIsInAnErrorOrALog(t *testing.T) {
	var log strings.Builder
	v, _ := openTest(t, map[string][]string{"ChangeBalance": {no(900)}, "MemberRegister": {"hang up"}})
	v.config.Log = slog.New(slog.NewTextHandler(&log, nil))
	_, err1 := v.Credit(t.Context(), order)
	err2 := v.EnsurePlayer(t.Context(), "test001")
	shown := fmt.Sprint(err1, err2, log.String())
	if err1 == nil || err2 == nil || strings.Contains(shown, signature) || strings.Contains(shown, url.QueryEscape(signature)) || strings.Contains(shown, v.password("test001")) {
		t.Errorf("log and errors: %s", shown)
	}
}

func TestContractsThatCannotWorkAreRefused(t *testing.T) {
	good := Config{BaseURL: "https://x.example", VendorID: "v", Signature: "s", PasswordKey: "k", Clock: calendar.NewFixed(testTime)}
	if v, err := New(good); err != nil || v.Rules().VisibleAfter != 2*time.Minute {
		t.Fatalf("%+v, %v", v, err)
	}
	for name, change := range map[string]func(*Config){
		"no address": func(c *Config) { c.BaseURL = "" }, "no vendor": func(c *Config) { c.VendorID = "" }, "no signature": func(c *Config) { c.Signature = "" },
		"no password key": func(c *Config) { c.PasswordKey = "" }, "no clock": func(c *Config) { c.Clock = nil }, "a strange prefix": func(c *Config) { c.Prefix = "a-b" },
	} {
		c := good
		change(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}

const betRow = `{"user":"test001","betId":"7001","betTime":"2023-11-15 06:03:01","beforeCash":"100","bet":"10.0000","validbet":"9.5000","winLoss":"9.5000","betCode":"Banker","gid":"101",
	"event":"113","tableId":"1","commission":"0","settime":"2023-11-15 06:03:40","reset":"N","gameResult":"庄:♦3♦3 闲:♥9♣10","gname":"x"}`

func change(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(betRow) }

func rows(list ...string) string { return yes("[" + strings.Join(list, ",") + "]") }

func TestRowsBecomeBetLines(t *testing.T) {
	v, _ := openTest(t, map[string][]string{"GetDateTimeReport": {rows(betRow, change(`"7001"`, `7002`, `"winLoss":"9.5000"`, `"winLoss":-10`),
		change(`"7001"`, `"7003"`, `"9.5000"`, `"0"`), change(`"7001"`, `"7004"`, `"9.5000"`, `"0"`, `庄:♦3♦3 闲:♥9♣10`, ``), change(`"7001"`, `"7005"`, `"101"`, `"999"`))}})
	p, err := v.PullBets(t.Context(), from, to, "")
	if err != nil || len(p.Lines) != 5 || len(p.Unreadable) != 0 || p.Next != "" || p.Count != -1 {
		t.Fatalf("PullBets = %+v, %v", p, err)
	}
	won, lost, tie, void, other := p.Lines[0], p.Lines[1], p.Lines[2], p.Lines[3], p.Lines[4]
	at := time.Date(2023, 11, 14, 22, 3, 40, 0, time.UTC)
	if won.BetID != "7001" || won.Account != "test001" || won.Game != "101" || won.GameName != "百家乐" || won.Stake != 1000 || won.Payout != 1950 || won.Valid != 950 || !won.HasValid ||
		won.Status != venue.BetSettled || !won.SettledAt.Equal(at) || !won.UpdatedAt.Equal(at) || !won.BetAt.Equal(at.Add(-39*time.Second)) || !json.Valid(won.Raw) {
		t.Errorf("won %+v", won)
	}
	if lost.BetID != "7002" || lost.Payout != 0 || tie.Status != venue.BetSettled || tie.Payout != 1000 || tie.Valid != 0 || void.Status != venue.BetVoid || void.Payout != 1000 || other.GameName != "x" {
		t.Errorf("lost %+v, tie %+v, void %+v, other %+v", lost, tie, void, other)
	}
}

func TestRowsOfTheEndsBelongToOneWindowOnly(t *testing.T) {
	v, _ := openTest(t, map[string][]string{"GetDateTimeReport": {rows(
		change(`"7001"`, `"begin"`, "06:03:40", "06:01:20"), change(`"7001"`, `"end"`, "06:03:40", "06:11:20"),
	)}})
	if p, err := v.PullBets(t.Context(), from, to, ""); err != nil || len(p.Lines) != 1 || p.Lines[0].BetID != "begin" {
		t.Errorf("%+v, %v", p, err)
	}
}

func TestARowThatCannotBeReadIsKeptBesideTheOthers(t *testing.T) {
	for name, bad := range map[string]string{
		"no number": change(`"7001"`, `""`), "no user": change(`"test001"`, `null`), "no game": change(`"101"`, `""`), "no result": change(`"winLoss":"9.5000"`, `"winLoss":null`),
		"no valid stake": change(`"validbet":"9.5000"`, `"x":1`), "unreadable time": change("2023-11-15 06:03:40", "yesterday"), "no time": change(`"2023-11-15 06:03:01"`, `null`),
		"negative stake": change(`"10.0000"`, `-10`), "no row at all": `"x"`,
	} {
		v, _ := openTest(t, map[string][]string{"GetDateTimeReport": {rows(change(`"7001"`, `"good"`), bad)}})
		p, err := v.PullBets(t.Context(), from, to, "")
		if err != nil || len(p.Lines) != 1 || p.Lines[0].BetID != "good" || len(p.Unreadable) != 1 || string(p.Unreadable[0].Raw) != bad || p.Unreadable[0].Why == "" {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

// TestEmptyIsNotFailureAndFailureIsNotEmpty covers practice 16.
func TestEmptyIsNotFailureAndFailureIsNotEmpty(t *testing.T) {
	for _, answer := range []string{no(107), rows()} {
		v, _ := openTest(t, map[string][]string{"GetDateTimeReport": {answer}})
		if p, err := v.PullBets(t.Context(), from, to, ""); err != nil || len(p.Lines) != 0 {
			t.Errorf("%s: %+v, %v", answer, p, err)
		}
	}
	for _, answer := range []string{no(1), no(900), `{"errorCode":900,"result":[]}`, yes("null"), yes("{}"), yes(`""`), "hang up", "", "{}", `{"result":[]}`} {
		v, _ := openTest(t, map[string][]string{"GetDateTimeReport": {answer}})
		if p, err := v.PullBets(t.Context(), from, to, ""); err == nil {
			t.Errorf("%s passed as %+v", answer, p)
		}
	}
}

func TestWindowsTheVendorDoesNotAnswerAreNotAsked(t *testing.T) {
	v, s := openTest(t, nil)
	for name, w := range map[string][2]time.Time{
		"too long": {to.Add(-feedWindow - time.Second), to}, "turned": {to, from}, "empty": {to, to}, "too young": {from, testTime.Add(-2*time.Minute + time.Second)},
	} {
		if _, err := v.PullBets(t.Context(), w[0], w[1], ""); err == nil {
			t.Errorf("%s passed", name)
		}
	}
	if _, err := v.PullBets(t.Context(), from, to, "2"); err == nil || len(s.heard()) != 0 {
		t.Errorf("another page: %v after %v", err, s.heard())
	}
}
