package avia

import (
	"compress/gzip"
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
	testSecret = "demo-secret"
	testKey    = "made-up-password-key"
	testRef    = "T20231114000001"
)

var (
	testTime = time.Unix(1700000000, 0).UTC() // 2023-11-15 06:13:20 in Beijing
	order    = venue.Movement{Ref: testRef, Account: "test001", Amount: 100 * money.Yuan}
)

// script is a company that answers by a list, in gzip, and keeps what it was asked.
type script struct {
	mu      sync.Mutex
	asked   []asked
	answers map[string][]string // path → answers in turn; the last one repeats
}

type asked struct {
	method, path, authorization string
	form                        url.Values
}

// heard is what the company was asked so far, in order. A connection that it
// closed without an answer orders nothing, so the list is read under its lock.
func (s *script) heard() []asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	_ = r.ParseForm()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, asked{r.Method, r.URL.Path, r.Header.Get("Authorization"), r.PostForm})
	path := strings.TrimPrefix(r.URL.Path, "/api/")
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
	w.Header().Set("Content-Encoding", "gzip")
	z := gzip.NewWriter(w)
	_, _ = io.WriteString(z, list[0])
	_ = z.Close()
}

func no(code string) string { return `{"success":0,"msg":"x","info":{"Error":"` + code + `"}}` }

func yes(info string) string { return `{"success":1,"msg":"ok","info":` + info + `}` }

func openTest(t *testing.T, answers map[string][]string) (*Venue, *script) {
	t.Helper()
	s := &script{answers: answers}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	v, err := New(Config{
		Code: "avia", PlatformID: 41, BaseURL: server.URL + "/", SecretKey: testSecret, PasswordKey: testKey,
		Clock: calendar.NewFixed(testTime), Timeout: 3 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return v, s
}

// The sheet's example: the golden request, its answer, and the answer to the
// same request sent again.
func TestTheSheetsExampleIsReproduced(t *testing.T) {
	v, s := openTest(t, map[string][]string{
		"user/transfer":     {yes(`{"ID":"88","OrderID":"T20231114000001","Balance":"100.00","Credit":"999900.00"}`), no("EXISTSORDER")},
		"user/transferinfo": {yes(`{"Status":"Finish","Money":"100.00","Type":"IN","UserName":"test001","CreateAt":"2023-11-15 06:13:20","Balance":"100.00"}`)},
	})
	for range 2 {
		if got, err := v.Credit(t.Context(), order); got != venue.Done || err != nil {
			t.Fatalf("Credit = %v, %v", got, err)
		}
	}
	for i, want := range map[int]string{
		0: "ID=T20231114000001&Money=100.00&Type=IN&UserName=test001", 1: "ID=T20231114000001&Money=100.00&Type=IN&UserName=test001", 2: "ID=T20231114000001",
	} {
		if a := s.heard()[i]; a.form.Encode() != want || a.method != http.MethodPost || a.authorization != testSecret {
			t.Errorf("asked %+v, want %s", a, want)
		}
	}
	if s.heard()[0].path != "/api/user/transfer" || s.heard()[2].path != "/api/user/transferinfo" || len(s.heard()) != 3 {
		t.Errorf("asked %+v", s.heard())
	}
}

// TestEachAnswerProvesWhatItProves goes through the codes of a transfer and
// what the vendor's own record says afterwards (TRF-07).
func TestEachAnswerProvesWhatItProves(t *testing.T) {
	finish, failed, pending := yes(`{"Status":"Finish","Money":"100.00"}`), yes(`{"Status":"Faild"}`), yes(`{"Status":"None"}`)
	none := no("NOORDER")
	for name, c := range map[string]struct {
		answer, record string
		want           venue.Outcome
		reason         venue.Reason
	}{
		"too little money, never heard of":       {no("NOBALANCE"), none, venue.Refused, venue.Insufficient},
		"too little money, not found":            {no("NOBALANCE"), no("ORDER_NOTFOUND"), venue.Refused, venue.Insufficient},
		"too little money, failed":               {no("NOBALANCE"), failed, venue.Refused, venue.Insufficient},
		"too little money, and yet done":         {no("NOBALANCE"), finish, venue.Done, 0},
		"our credit is used up":                  {no("NOCREDIT"), none, venue.Refused, venue.Float},
		"blocked":                                {no("USERLOCK"), none, venue.Refused, venue.Blocked},
		"maintenance":                            {no("MAINTENANCE"), none, venue.Refused, venue.Maintenance},
		"the secret":                             {no("Authorization"), none, venue.Refused, venue.Setup},
		"known reference, done":                  {no("EXISTSORDER"), finish, venue.Done, 0},
		"known reference, taken out":             {no("EXISTSORDER"), yes(`{"Status":"Finish","Money":-100}`), venue.Done, 0},
		"known reference, failed":                {no("EXISTSORDER"), failed, venue.Refused, venue.Other},
		"known reference, under way":             {no("EXISTSORDER"), pending, venue.Unknown, 0},
		"known reference, never heard of":        {no("EXISTSORDER"), none, venue.Unknown, 0},
		"under way":                              {no("PROCCESSING"), pending, venue.Unknown, 0},
		"under way, never heard of":              {no("PROCCESSING"), none, venue.Unknown, 0},
		"their time ran out":                     {no("TIMEOUT"), none, venue.Unknown, 0},
		"failed without a reason":                {no("Faild"), none, venue.Unknown, 0},
		"unknown code, done":                     {no("WHATEVER"), finish, venue.Done, 0},
		"no code, never heard of":                {`{"success":0,"msg":"x","info":null}`, none, venue.Unknown, 0},
		"done by another amount":                 {no("EXISTSORDER"), yes(`{"Status":"Finish","Money":"99"}`), venue.Unknown, 0},
		"the record is about another order":      {no("NOBALANCE"), yes(`{"Status":"Faild","OrderID":"T9"}`), venue.Unknown, 0},
		"the record has an unknown state":        {no("NOBALANCE"), yes(`{"Status":"Maybe"}`), venue.Unknown, 0},
		"the record has no state":                {no("NOBALANCE"), yes(`{}`), venue.Unknown, 0},
		"the record is not allowed to us":        {no("NOBALANCE"), no("IP"), venue.Unknown, 0},
		"no answer at all":                       {"hang up", finish, venue.Unknown, 0},
		"half an answer":                         {`{"success":`, finish, venue.Unknown, 0},
		"an answer that is neither yes nor no":   {`{"success":2}`, finish, venue.Unknown, 0},
		"an answer without success":              {`{"info":{"OrderID":"T20231114000001"}}`, finish, venue.Unknown, 0},
		"a yes to another order":                 {yes(`{"OrderID":"T9"}`), finish, venue.Unknown, 0},
		"a yes to another amount":                {yes(`{"Money":"1.00"}`), finish, venue.Unknown, 0},
		"a yes without anything":                 {yes(`"ok"`), finish, venue.Unknown, 0},
		"the record does not answer either":      {no("NOBALANCE"), "hang up", venue.Unknown, 0},
		"the record's amount is no plain number": {no("NOBALANCE"), yes(`{"Status":"Finish","Money":"1e2"}`), venue.Unknown, 0},
	} {
		v, _ := openTest(t, map[string][]string{"user/transfer": {c.answer}, "user/transferinfo": {c.record}})
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
	}
}

func TestAPlayerWhoIsNotThereIsCreatedAndTheOrderSentAgain(t *testing.T) {
	v, s := openTest(t, map[string][]string{"user/transfer": {no("NOUSER"), yes(`{"OrderID":"` + testRef + `"}`)}, "user/register": {yes(`{}`)}})
	if got, err := v.Debit(t.Context(), order); got != venue.Done || err != nil {
		t.Fatalf("Debit = %v, %v", got, err)
	}
	if len(s.heard()) != 3 || s.heard()[1].form.Encode() != "Password="+v.password("test001")+"&UserName=test001" || s.heard()[2].form.Get("Type") != "OUT" {
		t.Errorf("asked %+v", s.heard())
	}
}

func TestAnExistingPlayerIsNoFailure(t *testing.T) {
	v, _ := openTest(t, map[string][]string{"user/register": {no("EXISTSUSER"), no("BADNAME")}})
	if err := v.EnsurePlayer(t.Context(), "test001"); err != nil {
		t.Error(err)
	}
	if err := v.EnsurePlayer(t.Context(), "test001"); err == nil {
		t.Error("a failure passed")
	}
	if p := v.password("test001"); len(p) != passwordChars {
		t.Errorf("password %q", p)
	}
}

func TestWithoutARightOrderNothingIsSent(t *testing.T) {
	v, s := openTest(t, nil)
	for name, m := range map[string]venue.Movement{
		"no amount":       {Ref: testRef, Account: "test001"},
		"negative amount": {Ref: testRef, Account: "test001", Amount: -1},
		"too much":        {Ref: testRef, Account: "test001", Amount: maxAmount + 1},
		"strange account": {Ref: testRef, Account: "a b", Amount: 1},
		"strange ref":     {Ref: "x/../y", Account: "test001", Amount: 1},
	} {
		if got, err := v.Credit(t.Context(), m); got != venue.Refused || err == nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if a, err := v.Lookup(t.Context(), "x"); err == nil || a.Outcome != venue.Unknown {
		t.Errorf("Lookup = %v, %v", a, err)
	}
	if len(s.heard()) != 0 {
		t.Errorf("asked %+v", s.heard())
	}
}

func TestTheBalanceIsRoundedDownToAFen(t *testing.T) {
	for answer, want := range map[string]money.Fen{
		yes(`{"Money":12.3499,"Currency":"CNY"}`): 1234, yes(`{"Money":"5"}`): 500, yes(`{"Money":0}`): 0, no("NOUSER"): 0,
	} {
		v, _ := openTest(t, map[string][]string{"user/balance": {answer}})
		if got, err := v.Balance(t.Context(), "test001"); err != nil || got != want {
			t.Errorf("%s: %s, %v", answer, got, err)
		}
	}
	for _, answer := range []string{yes(`{}`), yes(`{"Money":-1}`), yes(`{"Money":null}`), no("MAINTENANCE"), "<html>", "hang up"} {
		v, _ := openTest(t, map[string][]string{"user/balance": {answer}})
		if got, err := v.Balance(t.Context(), "test001"); err == nil {
			t.Errorf("%s: %s", answer, got)
		}
	}
}

func TestALaunchIsALogin(t *testing.T) {
	v, s := openTest(t, map[string][]string{"user/login": {no("NOUSER"), yes(`{"Url":"https://games.example/?token=1"}`)}, "user/register": {yes(`{}`)}})
	address, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: "moba", Device: "h5"})
	if err != nil || address != "https://games.example/?token=1" || len(s.heard()) != 3 || s.heard()[2].form.Encode() != "CateID=moba&UserName=test001" {
		t.Fatalf("Launch = %q, %v after %+v", address, err, s.heard())
	}
	if _, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: "0"}); err != nil || s.heard()[3].form.Encode() != "UserName=test001" {
		t.Errorf("the whole book: %v after %+v", err, s.heard()[3])
	}
	v.config.LaunchHosts = []string{"other.example"}
	if address, err := v.Launch(t.Context(), venue.Launch{Account: "test001"}); err == nil {
		t.Errorf("a host that is not on the list: %q", address)
	}
	for _, bad := range []string{yes(`{"Url":"javascript:alert(1)"}`), yes(`{}`), no("MAINTENANCE"), "hang up"} {
		v, _ := openTest(t, map[string][]string{"user/login": {bad}})
		if address, err := v.Launch(t.Context(), venue.Launch{Account: "test001"}); err == nil || address != "" {
			t.Errorf("%s: %q, %v", bad, address, err)
		}
	}
	if address, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: "no game"}); err == nil || address != "" {
		t.Errorf("a strange game: %q", address)
	}
}

func TestThrowingOutSomebodyWhoIsNotThereIsNoError(t *testing.T) {
	v, _ := openTest(t, map[string][]string{"user/logout": {yes(`{}`), no("NOUSER"), no("IP")}})
	for i, fails := range []bool{false, false, true} {
		if err := v.Kick(t.Context(), "test001"); (err != nil) != fails {
			t.Errorf("kick %d: %v", i+1, err)
		}
	}
}

func TestReferencesAreNeverRepeated(t *testing.T) {
	v, _ := openTest(t, nil)
	seen := map[string]bool{}
	for range 1000 {
		ref := v.NewRef("test001", testTime)
		if seen[ref] || !reference.MatchString(ref) || !strings.HasPrefix(ref, "T231115061320000") {
			t.Fatalf("reference %s", ref)
		}
		seen[ref] = true
	}
}

func TestNoSecretIsInAnErrorOrALog(t *testing.T) {
	var log strings.Builder
	v, _ := openTest(t, map[string][]string{"user/transfer": {no("Authorization")}, "user/transferinfo": {"hang up"}, "user/register": {no("IP")}})
	v.config.Log = slog.New(slog.NewTextHandler(&log, nil))
	_, err1 := v.Credit(t.Context(), order)
	err2 := v.EnsurePlayer(t.Context(), "test001")
	shown := fmt.Sprint(err1, err2, log.String())
	if !strings.Contains(log.String(), "contract") || strings.Contains(shown, testSecret) || strings.Contains(shown, v.password("test001")) {
		t.Errorf("log and errors: %s", shown)
	}
}

func TestContractsThatCannotWorkAreRefused(t *testing.T) {
	good := Config{BaseURL: "https://x.example", SecretKey: "s", PasswordKey: "p", Clock: calendar.NewFixed(testTime)}
	if _, err := New(good); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Config){
		"no address": func(c *Config) { c.BaseURL = "" }, "no secret": func(c *Config) { c.SecretKey = "" }, "no key": func(c *Config) { c.PasswordKey = "" },
		"no clock": func(c *Config) { c.Clock = nil }, "strange prefix": func(c *Config) { c.Prefix = "a-b" }, "a prefix too long": func(c *Config) { c.Prefix = "abcdefg" },
	} {
		c := good
		change(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}

const betRow = `{"OrderID":"B1","UserName":"test001","Type":"Single","Status":"Win","BetAmount":"10.00","BetMoney":"9.50","Money":"8.8","CreateAt":"2023-11-15 05:50:01",
	"ResultAt":"2023-11-15 05:55:03","RewardAt":"2023-11-15 05:55:04","UpdateAt":"2023-11-15 05:55:05","Odds":1.88,"OddsType":"EU","CateID":2,"Category":"刀塔","League":"L","Match":"M",
	"Bet":"胜","Content":"C","Result":"R","Details":[],"ReSettlement":0,"IsTest":0,"Currency":"CNY"}`

func page(number, total int, rows ...string) string {
	return yes(fmt.Sprintf(`{"RecordCount":%d,"PageIndex":%d,"PageSize":1000,"list":[%s]}`, total, number, strings.Join(rows, ",")))
}

func change(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(betRow) }

var (
	from = testTime.Add(-40 * time.Minute)
	to   = testTime.Add(-time.Minute)
)

func TestRowsBecomeBetLines(t *testing.T) {
	v, s := openTest(t, map[string][]string{"log/get": {page(1, 5, betRow,
		change(`"B1"`, `"B2"`, `"Win"`, `"None"`, "2023-11-15 05:55:03", "1900-01-01 00:00:00", "2023-11-15 05:55:04", "1900/1/1 00:00:00", `"8.8"`, `0`),
		change(`"B1"`, `"B3"`, `"Win"`, `"Revoke"`, "2023-11-15 05:55:04", "1900-01-01 00:00:00", `"8.8"`, `0`),
		change(`"B1"`, `"B4"`, `"Win"`, `"Cancel"`, "2023-11-15 05:55:03", "1900-01-01 00:00:00", "2023-11-15 05:55:04", "1900-01-01 00:00:00"),
		change(`"B1"`, `"B5"`, `"Win"`, `"Lose"`, `"Single"`, `"Combo"`, `"8.8"`, `"-10.00"`, `"CateID":2`, `"CateID":null`))}})
	p, err := v.PullBets(t.Context(), from, to, "")
	if err != nil || len(p.Lines) != 5 || len(p.Unreadable) != 0 || p.Next != "" || p.Count != -1 {
		t.Fatalf("PullBets = %+v, %v", p, err)
	}
	if got, want := s.heard()[0].form.Encode(), "EndAt=2023-11-15+06%3A12%3A20&OrderType=All&PageIndex=1&PageSize=1000&StartAt=2023-11-15+05%3A33%3A20&Type=UpdateAt"; got != want {
		t.Errorf("asked %s, want %s", got, want)
	}
	won, open, revoked, cancelled, lost := p.Lines[0], p.Lines[1], p.Lines[2], p.Lines[3], p.Lines[4]
	at := time.Date(2023, 11, 14, 21, 55, 5, 0, time.UTC)
	if won.BetID != "B1" || won.Account != "test001" || won.Game != "2" || won.GameName != "刀塔" || won.Stake != 1000 || won.Payout != 1880 || won.Valid != 950 || !won.HasValid ||
		won.Status != venue.BetSettled || won.Odds != "1.88" || won.OddsType != "EU" || won.Parlay || !won.SettledAt.Equal(at.Add(-time.Second)) || !won.UpdatedAt.Equal(at) ||
		!won.BetAt.Equal(at.Add(-5*time.Minute-4*time.Second)) {
		t.Errorf("won %+v", won)
	}
	if open.Status != venue.BetOpen || open.Payout != 0 || open.Valid != 0 || !open.SettledAt.IsZero() {
		t.Errorf("open %+v", open)
	}
	if revoked.Status != venue.BetVoid || revoked.Payout != revoked.Stake || revoked.Valid != 0 || !revoked.SettledAt.Equal(at.Add(-2*time.Second)) {
		t.Errorf("revoked %+v", revoked)
	}
	if cancelled.Status != venue.BetVoid || cancelled.Payout != cancelled.Stake || !cancelled.SettledAt.Equal(at) {
		t.Errorf("cancelled %+v", cancelled)
	}
	if lost.Status != venue.BetSettled || lost.Payout != 0 || !lost.Parlay || lost.Game != "Combo" {
		t.Errorf("lost %+v", lost)
	}
	if !json.Valid(won.Raw) || !strings.Contains(string(won.Raw), `"League"`) {
		t.Errorf("raw %s", won.Raw)
	}
}

func TestRowsOfTheEndsBelongToOneWindowOnly(t *testing.T) {
	at := time.Date(2023, 11, 14, 21, 55, 5, 0, time.UTC)
	for name, c := range map[string]struct {
		from, to time.Time
		want     int
	}{
		"begins there": {at, to, 1}, "ends there": {from, at, 0}, "ends behind it": {from, at.Add(time.Millisecond), 1}, "begins behind it": {at.Add(time.Millisecond), to, 0},
	} {
		v, _ := openTest(t, map[string][]string{"log/get": {page(1, 1, betRow)}})
		if p, err := v.PullBets(t.Context(), c.from, c.to, ""); err != nil || len(p.Lines) != c.want {
			t.Errorf("%s: %d lines, %v", name, len(p.Lines), err)
		}
	}
}

func TestPagesAreReadToTheirEndOrTheWindowFails(t *testing.T) {
	rows := make([]string, pageSize)
	for i := range rows {
		rows[i] = change(`"B1"`, fmt.Sprintf(`"B%d"`, i))
	}
	v, s := openTest(t, map[string][]string{"log/get": {
		page(1, pageSize+1, rows...), page(2, pageSize+1, change(`"B1"`, `"last"`)), page(2, pageSize), page(2, pageSize+1), page(1, pageSize+1, betRow),
	}})
	first, err := v.PullBets(t.Context(), from, to, "")
	if err != nil || len(first.Lines) != pageSize || first.Next == "" {
		t.Fatalf("first page: %d lines, next %q, %v", len(first.Lines), first.Next, err)
	}
	second, err := v.PullBets(t.Context(), from, to, first.Next)
	if err != nil || len(second.Lines) != 1 || second.Next != "" || s.heard()[1].form.Get("PageIndex") != "2" {
		t.Errorf("second page: %+v, %v", second, err)
	}
	for _, name := range []string{"a row left the window", "a row is missing", "it is another page"} {
		if p, err := v.PullBets(t.Context(), from, to, first.Next); err == nil || len(p.Lines) != 0 {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

// TestEmptyIsNotFailureAndFailureIsNotEmpty covers practice 16.
func TestEmptyIsNotFailureAndFailureIsNotEmpty(t *testing.T) {
	for _, empty := range []string{page(1, 0), yes(`{"RecordCount":0,"list":null}`)} {
		v, _ := openTest(t, map[string][]string{"log/get": {empty}})
		if p, err := v.PullBets(t.Context(), from, to, ""); err != nil || len(p.Lines) != 0 {
			t.Errorf("%s: %+v, %v", empty, p, err)
		}
	}
	for name, answer := range map[string]string{
		"a page too short": page(1, 2, betRow), "no total": yes(`{"list":[]}`), "negative total": page(1, -1), "a wrong window": no("DATEEROOR"), "maintenance": no("MAINTENANCE"),
		"html": "<html></html>", "half an answer": page(1, 1, betRow)[:200], "rows are no list": yes(`{"RecordCount":1,"list":{}}`), "rows are missing": yes(`{"RecordCount":1}`), "the connection closed": "hang up",
	} {
		v, _ := openTest(t, map[string][]string{"log/get": {answer}})
		if p, err := v.PullBets(t.Context(), from, to, ""); err == nil {
			t.Errorf("%s passed as %d lines", name, len(p.Lines))
		}
	}
}

func TestARowThatCannotBeReadIsKeptBesideTheOthers(t *testing.T) {
	for name, bad := range map[string]string{
		"unknown state": change(`"Win"`, `"Half"`), "no number": change(`"B1"`, `""`), "unreadable time": change("2023-11-15 05:55:05", "yesterday"), "no time": change("2023-11-15 05:55:05", "1900-01-01 00:00:00"),
		"amount of letters": change(`"10.00"`, `"ten"`), "negative stake": change(`"10.00"`, `-10`), "won without a result": change(`"8.8"`, `null`), "negative valid stake": change(`"9.50"`, `-1`), "no row at all": `"x"`,
	} {
		v, _ := openTest(t, map[string][]string{"log/get": {page(1, 2, change(`"B1"`, `"good"`), bad)}})
		p, err := v.PullBets(t.Context(), from, to, "")
		if err != nil || len(p.Lines) != 1 || p.Lines[0].BetID != "good" || len(p.Unreadable) != 1 || string(p.Unreadable[0].Raw) != bad || p.Unreadable[0].Why == "" {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

func TestWindowsTheVendorDoesNotAnswerAreNotAsked(t *testing.T) {
	v, s := openTest(t, nil)
	for name, w := range map[string][2]time.Time{
		"too long": {to.Add(-feedWindow - time.Second), to}, "too young": {from, testTime}, "turned round": {to, from}, "nothing": {to, to},
	} {
		if _, err := v.PullBets(t.Context(), w[0], w[1], ""); err == nil {
			t.Errorf("%s passed", name)
		}
	}
	for _, page := range []string{"0/5", "1/5", "-1/5", "x", "2", "2/-1"} {
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
	f.Add([]byte(`{"RecordCount":1,"PageIndex":1,"list":[` + betRow + `]}`))
	f.Add([]byte(`{"RecordCount":"0","list":null}`))
	p, _ := wire.ParsePage("", firstPage)
	f.Fuzz(func(t *testing.T, info []byte) {
		if out, err := readPage(info, p, wire.Window{From: from, To: to}); err != nil && len(out.Lines) != 0 {
			t.Fatalf("%d lines beside an error", len(out.Lines))
		}
	})
}
