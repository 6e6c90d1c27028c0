package vr

import (
	"encoding/json"
	"errors"
	"fmt"
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
	testKey = "0123456789abcdef0123456789abcdef"
	testRef = "T20231114221320000ABCDEFGHIJ"
)

var (
	testTime = time.Unix(1700000000, 0).UTC() // 2023-11-14T22:13:20Z
	order    = venue.Movement{Ref: testRef, Account: "test001", Amount: 100 * money.Yuan}
)

// script is a company that answers by a list and keeps what it was asked.
type script struct {
	v       *Venue
	mu      sync.Mutex
	asked   []asked
	answers map[string][]string // path → answers in turn, in clear; the last one repeats
}

type asked struct {
	path, text string
	form       url.Values
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
	text, err := s.v.open([]byte(r.PostForm.Get("data")))
	if err != nil {
		text = []byte("not to be read")
	}
	s.asked = append(s.asked, asked{r.URL.Path, string(text), r.PostForm})
	list := s.answers[r.URL.Path]
	if len(list) == 0 {
		http.Error(w, "not scripted", http.StatusTeapot)
		return
	}
	if len(list) > 1 {
		s.answers[r.URL.Path] = list[1:]
	}
	switch answer, isPlain := strings.CutPrefix(list[0], "plain "); {
	case list[0] == "hang up":
		panic(http.ErrAbortHandler)
	case isPlain:
		_, _ = fmt.Fprint(w, answer)
	default:
		_, _ = fmt.Fprint(w, s.v.seal([]byte(list[0])))
	}
}

func openTest(t *testing.T, answers map[string][]string) (*Venue, *script) {
	t.Helper()
	s := &script{answers: answers}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	v, err := New(Config{
		Code: "vr", PlatformID: 52, BaseURL: server.URL, MerchantID: "demo", Key: testKey, LaunchURL: "https://games.example/",
		Clock: calendar.NewFixed(testTime), Timeout: 3 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	s.v = v
	return v, s
}

// The vectors of the sheet.
func TestTheSheetsVectorsAreReproduced(t *testing.T) {
	v, _ := openTest(t, nil)
	for text, want := range map[string]string{
		`{"playerName":"test001"}`:                                      "Q1MDUaCJsCMXUzUDLzT27b/0q322dh5EF69mx7VGug0=",
		"playerName=test001&loginTime=2023-11-14T22:13:20Z&channelId=1": "uuhK6oKfTPYAMF7IFrQefrvSNli43ZtuX7Xth4hpdJFIWXephF8yrICV1+XnK1+inYjGpJzamcaMDgB8VCtDog==",
	} {
		if got := v.seal([]byte(text)); got != want {
			t.Errorf("%s is sealed as %s, want %s", text, got, want)
		}
		if got, err := v.open([]byte(want)); err != nil || string(got) != text {
			t.Errorf("opened %q, %v", got, err)
		}
	}
}

func TestAPlayerIsCreatedAsTheSheetSays(t *testing.T) {
	v, s := openTest(t, map[string][]string{"/Account/CreateUser": {`{"errorCode":0}`, `{"errorCode":"18"}`, `{"errorCode":5}`, `{}`}})
	for i := range 4 {
		if err := v.EnsurePlayer(t.Context(), "test001"); (err == nil) != (i < 2) {
			t.Errorf("answer %d: %v", i, err)
		}
	}
	if got, want := s.heard()[0].form.Encode(), "data=Q1MDUaCJsCMXUzUDLzT27b%2F0q322dh5EF69mx7VGug0%3D&id=demo&version=1.0"; got != want {
		t.Errorf("form %s, want %s", got, want)
	}
}

// The golden requests of a transfer.
func TestTransfersAreSentAsTheSheetSays(t *testing.T) {
	v, s := openTest(t, map[string][]string{"/UserWallet/Transaction": {`{"state":0,"amount":100,"balance":100}`}})
	for i, send := range []func() (venue.Outcome, error){
		func() (venue.Outcome, error) { return v.Credit(t.Context(), order) },
		func() (venue.Outcome, error) { return v.Debit(t.Context(), order) },
	} {
		if got, err := send(); got != venue.Done || err != nil {
			t.Fatalf("%v, %v", got, err)
		}
		want := fmt.Sprintf(`{"serialNumber":"%s","playerName":"test001","type":%d,"amount":100.00,"createTime":"2023-11-14T22:13:20Z"}`, testRef, i)
		if got := s.heard()[i].text; got != want {
			t.Errorf("asked %s, want %s", got, want)
		}
	}
}

func record(fields string) string {
	return `{"totalRecords":1,"recordPage":0,"records":[{` + fields + `}]}`
}

// TestEachAnswerProvesWhatItProves goes through the states of a transfer and
// the vendor's own record afterwards (TRF-07).
func TestEachAnswerProvesWhatItProves(t *testing.T) {
	const none = `{"totalRecords":0,"recordPage":0,"records":[]}`
	done := record(`"serialNumber":"` + testRef + `","type":1,"state":0,"amount":100.00`)
	for name, c := range map[string]struct {
		answer, record string
		want           venue.Outcome
		reason         venue.Reason
	}{
		"too little money, never heard of":     {`{"state":10}`, none, venue.Refused, venue.Insufficient},
		"too little money, and yet done":       {`{"state":10}`, done, venue.Done, 0},
		"the amount":                           {`{"state":17}`, none, venue.Refused, venue.Limit},
		"the key":                              {`{"state":5}`, none, venue.Refused, venue.Setup},
		"known number, done":                   {`{"state":14}`, done, venue.Done, 0},
		"known number, never heard of":         {`{"state":14}`, none, venue.Unknown, 0},
		"known number, negative amount":        {`{"state":14}`, record(`"amount":-100`), venue.Done, 0},
		"known number, the list has no name":   {`{"state":14}`, strings.Replace(done, "records", "whatever", 1), venue.Done, 0},
		"state 2 is not on the list of noes":   {`{"state":2}`, none, venue.Unknown, 0},
		"unknown state":                        {`{"state":987}`, none, venue.Unknown, 0},
		"done by another amount":               {`{"state":0,"amount":99}`, none, venue.Unknown, 0},
		"recorded with another amount":         {`{"state":14}`, record(`"amount":99`), venue.Unknown, 0},
		"recorded about another order":         {`{"state":14}`, record(`"serialNumber":"T9","amount":100`), venue.Unknown, 0},
		"recorded in another state":            {`{"state":14}`, record(`"state":3,"amount":100`), venue.Unknown, 0},
		"two orders of one number":             {`{"state":14}`, `{"totalRecords":2,"records":[{},{}]}`, venue.Unknown, 0},
		"a total without its row":              {`{"state":10}`, `{"totalRecords":1,"records":[]}`, venue.Unknown, 0},
		"a record without a total":             {`{"state":10}`, `{"errorCode":3}`, venue.Unknown, 0},
		"no answer at all":                     {"hang up", done, venue.Unknown, 0},
		"an answer in clear":                   {`plain {"state":0}`, done, venue.Unknown, 0},
		"an answer without a state":            {`{"balance":1}`, done, venue.Unknown, 0},
		"an answer about another player":       {`{"state":0,"playerName":"test002"}`, done, venue.Unknown, 0},
		"the record does not answer either":    {`{"state":10}`, "hang up", venue.Unknown, 0},
		"the record's amount is not a number":  {`{"state":10}`, record(`"amount":"much"`), venue.Unknown, 0},
		"the answer's amount is not a decimal": {`{"state":0,"amount":1e2}`, done, venue.Unknown, 0},
	} {
		v, _ := openTest(t, map[string][]string{"/UserWallet/Transaction": {c.answer}, "/UserWallet/TransactionRecord": {c.record}})
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

func TestAnOrderIsLookedUpAroundTheTimeOfItsReference(t *testing.T) {
	v, s := openTest(t, map[string][]string{"/UserWallet/TransactionRecord": {`{"totalRecords":0,"records":null}`}})
	if a, err := v.Lookup(t.Context(), testRef); err != nil || a.Outcome != venue.Absent {
		t.Errorf("Lookup = %v, %v", a, err)
	}
	want := `{"startTime":"2023-11-14T21:13:20Z","endTime":"2023-11-14T23:13:20Z","serialNumber":"` + testRef + `","playerName":"","recordPage":0,"recordCountPerPage":10}`
	if got := s.heard()[0].text; got != want {
		t.Errorf("asked %s, want %s", got, want)
	}
	for _, strange := range []string{"", "T1", "T20231314221320000ABCDEFGHIJ", testRef + "X"} {
		if a, err := v.Lookup(t.Context(), strange); err == nil || a.Outcome != venue.Unknown {
			t.Errorf("%q: %v, %v", strange, a, err)
		}
	}
	if len(s.heard()) != 1 {
		t.Errorf("asked %v", s.heard())
	}
}

func TestAPlayerWhoIsNotThereIsCreatedAndTheOrderSentAgain(t *testing.T) {
	v, s := openTest(t, map[string][]string{"/UserWallet/Transaction": {`{"state":8}`, `{"state":0}`}, "/Account/CreateUser": {`{"errorCode":0}`}})
	if got, err := v.Credit(t.Context(), order); got != venue.Done || err != nil {
		t.Fatalf("Credit = %v, %v", got, err)
	}
	if len(s.heard()) != 3 || s.heard()[1].path != "/Account/CreateUser" || s.heard()[2].text != s.heard()[0].text {
		t.Errorf("asked %+v", s.heard())
	}
}

func TestWithoutARightOrderNothingIsSent(t *testing.T) {
	v, s := openTest(t, nil)
	for name, m := range map[string]venue.Movement{
		"no amount":       {Ref: testRef, Account: "test001"},
		"negative amount": {Ref: testRef, Account: "test001", Amount: -1},
		"too much":        {Ref: testRef, Account: "test001", Amount: maxAmount + 1},
		"strange account": {Ref: testRef, Account: `a"b`, Amount: 1},
		"strange ref":     {Ref: "x/../y", Account: "test001", Amount: 1},
	} {
		if got, err := v.Credit(t.Context(), m); got != venue.Refused || err == nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if len(s.heard()) != 0 {
		t.Errorf("asked %+v", s.heard())
	}
}

func TestANegativeBalanceIsAFailureUnlessTheAccountIsNew(t *testing.T) {
	for name, c := range map[string]struct {
		balance, create string
		want            money.Fen
		fails           bool
	}{
		"rounded down":     {`{"playerName":"TEST001","balance":12.3499}`, "", 1234, false},
		"as text":          {`{"playerName":"test001","balance":"5"}`, "", 500, false},
		"new account":      {`{"balance":-1}`, `{"errorCode":0}`, 0, false},
		"known account":    {`{"balance":-1}`, `{"errorCode":18}`, 0, true},
		"create fails too": {`{"balance":-1}`, `{"errorCode":3}`, 0, true},
		"another player":   {`{"playerName":"test002","balance":5}`, "", 0, true},
		"no balance":       {`{"errorCode":3}`, "", 0, true},
		"in clear":         {`plain {"balance":5}`, "", 0, true},
	} {
		v, _ := openTest(t, map[string][]string{"/UserWallet/Balance": {c.balance}, "/Account/CreateUser": {c.create}})
		if got, err := v.Balance(t.Context(), "test001"); got != c.want || (err != nil) != c.fails {
			t.Errorf("%s: %s, %v", name, got, err)
		}
	}
}

func TestALaunchAddressIsBuiltHereOnceTheAccountIsThere(t *testing.T) {
	v, s := openTest(t, map[string][]string{"/Account/CreateUser": {`{"errorCode":18}`, `{"errorCode":18}`, "hang up"}})
	address, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: "0", Device: "h5"})
	const want = "https://games.example/Account/LoginValidate?version=1.0&id=demo&data=uuhK6oKfTPYAMF7IFrQefrvSNli43ZtuX7Xth4hpdJFIWXephF8yrICV1%2BXnK1%2BinYjGpJzamcaMDgB8VCtDog%3D%3D"
	if err != nil || address != want {
		t.Errorf("Launch = %s, %v, want %s", address, err, want)
	}
	address, err = v.Launch(t.Context(), venue.Launch{Account: "test001", Game: "13", BackURL: "https://site.example/#/Lottery_01?a=1&b=2"})
	if err != nil {
		t.Fatal(err)
	}
	u, _ := url.Parse(address)
	text, err := v.open([]byte(u.Query().Get("data")))
	if want := "playerName=test001&loginTime=2023-11-14T22:13:20Z&channelId=13&departureUrl=https%3A%2F%2Fsite.example%2F%23%2FLottery_01%3Fa%3D1%26b%3D2"; err != nil || string(text) != want {
		t.Errorf("launched with %s, want %s", text, want)
	}
	if address, err := v.Launch(t.Context(), venue.Launch{Account: "test001"}); err == nil || address != "" {
		t.Errorf("without an account: %q, %v", address, err)
	}
	if address, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: "1&playerName=x"}); err == nil || address != "" {
		t.Errorf("a strange game: %q, %v", address, err)
	}
	if len(s.heard()) != 3 {
		t.Errorf("asked %+v", s.heard())
	}
}

func TestThrowingOutAsksOnlyAboutAccountsThatWereThere(t *testing.T) {
	v, s := openTest(t, map[string][]string{"/Account/CreateUser": {`{"errorCode":0}`, `{"errorCode":18}`}, "/Account/KickUser": {`{"errorCode":0}`, `{"errorCode":4}`}})
	for i, fails := range []bool{false, false, true} {
		if err := v.Kick(t.Context(), "test001"); (err != nil) != fails {
			t.Errorf("kick %d: %v", i+1, err)
		}
	}
	if len(s.heard()) != 5 || s.heard()[2].path != "/Account/KickUser" {
		t.Errorf("asked %+v", s.heard())
	}
}

func TestReferencesAreNeverRepeated(t *testing.T) {
	v, _ := openTest(t, nil)
	seen := map[string]bool{}
	for range 1000 {
		ref := v.NewRef("test001", testTime)
		if seen[ref] || !reference.MatchString(ref) || !strings.HasPrefix(ref, "T20231114221320000") {
			t.Fatalf("reference %s", ref)
		}
		seen[ref] = true
	}
}

func TestNoSecretIsInAnErrorOrALog(t *testing.T) {
	var log strings.Builder
	v, s := openTest(t, map[string][]string{"/UserWallet/Transaction": {`{"state":5}`}, "/UserWallet/TransactionRecord": {"hang up"}, "/Account/CreateUser": {`{"errorCode":2}`}})
	v.config.Log = slog.New(slog.NewTextHandler(&log, nil))
	_, err1 := v.Credit(t.Context(), order)
	err2 := v.EnsurePlayer(t.Context(), "test001")
	text := fmt.Sprint(err1, err2, log.String())
	if !strings.Contains(log.String(), "contract") || strings.Contains(text, testKey) || strings.Contains(text, s.heard()[0].form.Get("data")) {
		t.Errorf("log and errors: %s", text)
	}
}

func TestContractsThatCannotWorkAreRefused(t *testing.T) {
	good := Config{BaseURL: "https://x.example", MerchantID: "m", Key: testKey, Clock: calendar.NewFixed(testTime)}
	if _, err := New(good); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Config){
		"no address": func(c *Config) { c.BaseURL = "" }, "no merchant": func(c *Config) { c.MerchantID = "" }, "a short key": func(c *Config) { c.Key = "k" },
		"no clock": func(c *Config) { c.Clock = nil }, "strange prefix": func(c *Config) { c.Prefix = "a&b" }, "a launch address with a query": func(c *Config) { c.LaunchURL = "https://x.example/?a" },
	} {
		c := good
		change(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}

const betRow = `{"serialNumber":"B1","playerName":"test001","merchantCode":"demo","channelId":13,"channelName":"快乐骰","issueNumber":"20231114-1",
	"betTypeName":"大小","number":"大","position":"","odds":1.98,"cost":10,"unit":2,"multiple":5,"count":1,"playerPrize":19.8,"lossPrize":0,"merchantPrize":0,
	"state":3,"subState":0,"prizeDetail":"","winningNumber":"4,5,6","note":"","createTime":"2023-11-14T21:50:01Z","updateTime":"2023-11-14T21:50:05Z"}`

func page(number, total int, rows ...string) string {
	return fmt.Sprintf(`{"recordPage":%d,"recordCountPerPage":1000,"totalRecords":%d,"betRecords":[%s]}`, number, total, strings.Join(rows, ","))
}

var (
	from = testTime.Add(-25 * time.Minute)
	to   = testTime.Add(-time.Minute)
)

func TestRowsBecomeBetLines(t *testing.T) {
	change := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(betRow) }
	v, s := openTest(t, map[string][]string{"/MerchantQuery/Bet": {page(0, 4, betRow,
		change(`"B1"`, `"B2"`, `"state":3`, `"state":0`, `"playerPrize":19.8`, `"playerPrize":0`),
		change(`"B1"`, `"B3"`, `"state":3`, `"state":1`, `"playerPrize":19.8`, `"playerPrize":0`),
		change(`"B1"`, `"B4"`, `"state":3`, `"state":2`, `"playerPrize":19.8`, `"playerPrize":"0.00"`))}})
	p, err := v.PullBets(t.Context(), from, to, "")
	if err != nil || len(p.Lines) != 4 || len(p.Unreadable) != 0 || p.Next != "" || p.Count != -1 {
		t.Fatalf("PullBets = %+v, %v", p, err)
	}
	want := `{"startTime":"2023-11-14T21:48:20Z","endTime":"2023-11-14T22:12:20Z","channelId":-1,"issueNumber":"","playerName":"","serialNumber":"","state":-1,"isUpdateTime":true,"recordCountPerPage":1000,"recordPage":0}`
	if got := s.heard()[0].text; got != want {
		t.Errorf("asked %s, want %s", got, want)
	}
	won, open, void, lost := p.Lines[0], p.Lines[1], p.Lines[2], p.Lines[3]
	at := time.Date(2023, 11, 14, 21, 50, 5, 0, time.UTC)
	if won.BetID != "B1" || won.Account != "test001" || won.Game != "13" || won.GameName != "快乐骰" || won.Stake != 1000 || won.Payout != 1980 || won.HasValid ||
		won.Status != venue.BetSettled || won.Odds != "1.98" || !won.SettledAt.Equal(at) || !won.UpdatedAt.Equal(at) || !won.BetAt.Equal(at.Add(-4*time.Second)) {
		t.Errorf("won %+v", won)
	}
	if open.Status != venue.BetOpen || open.Payout != 0 || !open.SettledAt.IsZero() {
		t.Errorf("open %+v", open)
	}
	if void.Status != venue.BetVoid || void.Payout != void.Stake || lost.Status != venue.BetSettled || lost.Payout != 0 {
		t.Errorf("void %+v, lost %+v", void, lost)
	}
	if !json.Valid(won.Raw) || !strings.Contains(string(won.Raw), `"winningNumber"`) {
		t.Errorf("raw %s", won.Raw)
	}
}

func TestRowsOfTheEndsBelongToOneWindowOnly(t *testing.T) {
	at := time.Date(2023, 11, 14, 21, 50, 5, 0, time.UTC)
	for name, c := range map[string]struct {
		from, to time.Time
		want     int
	}{
		"begins there": {at, to, 1}, "ends there": {from, at, 0}, "ends behind it": {from, at.Add(time.Millisecond), 1}, "begins behind it": {at.Add(time.Millisecond), to, 0},
	} {
		v, _ := openTest(t, map[string][]string{"/MerchantQuery/Bet": {page(0, 1, betRow)}})
		if p, err := v.PullBets(t.Context(), c.from, c.to, ""); err != nil || len(p.Lines) != c.want {
			t.Errorf("%s: %d lines, %v", name, len(p.Lines), err)
		}
	}
}

// A bet that changes while pages are read leaves the window, and the row behind
// it moves to a page that was read already. Such a window is not complete.
func TestPagesAreReadToTheirEndOrTheWindowFails(t *testing.T) {
	rows := make([]string, pageSize)
	for i := range rows {
		rows[i] = strings.Replace(betRow, `"B1"`, fmt.Sprintf(`"B%d"`, i), 1)
	}
	last := strings.Replace(betRow, `"B1"`, `"last"`, 1)
	v, s := openTest(t, map[string][]string{"/MerchantQuery/Bet": {
		page(0, pageSize+1, rows...), page(1, pageSize+1, last), page(1, pageSize), page(1, pageSize+1), page(0, pageSize+1, last),
	}})
	first, err := v.PullBets(t.Context(), from, to, "")
	if err != nil || len(first.Lines) != pageSize || first.Next == "" {
		t.Fatalf("first page: %d lines, next %q, %v", len(first.Lines), first.Next, err)
	}
	second, err := v.PullBets(t.Context(), from, to, first.Next)
	if err != nil || len(second.Lines) != 1 || second.Next != "" || !strings.Contains(s.heard()[1].text, `"recordPage":1`) {
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
	for _, empty := range []string{page(0, 0), `{"totalRecords":0,"betRecords":null}`} {
		v, _ := openTest(t, map[string][]string{"/MerchantQuery/Bet": {empty}})
		if p, err := v.PullBets(t.Context(), from, to, ""); err != nil || len(p.Lines) != 0 {
			t.Errorf("%s: %+v, %v", empty, p, err)
		}
	}
	for name, answer := range map[string]string{
		"a page too short": page(0, 2, betRow), "no total": `{"betRecords":[]}`, "negative total": page(0, -1), "an error": `{"errorCode":3}`, "in clear": "plain " + page(0, 0),
		"html": "plain <html></html>", "half an answer": page(0, 1, betRow)[:200], "rows are no list": `{"totalRecords":1,"betRecords":{}}`, "rows are missing": `{"totalRecords":1}`,
		"the connection closed": "hang up",
	} {
		v, _ := openTest(t, map[string][]string{"/MerchantQuery/Bet": {answer}})
		if p, err := v.PullBets(t.Context(), from, to, ""); err == nil {
			t.Errorf("%s passed as %d lines", name, len(p.Lines))
		}
	}
}

func TestARowThatCannotBeReadIsKeptBesideTheOthers(t *testing.T) {
	for name, bad := range map[string]string{
		"unknown state": strings.Replace(betRow, `"state":3`, `"state":7`, 1), "no state": strings.Replace(betRow, `"state":3`, `"state":null`, 1),
		"no number": strings.Replace(betRow, `"B1"`, `""`, 1), "unreadable time": strings.Replace(betRow, "2023-11-14T21:50:05Z", "yesterday", 1),
		"amount of letters": strings.Replace(betRow, `"cost":10`, `"cost":"ten"`, 1), "an exponent": strings.Replace(betRow, `"cost":10`, `"cost":1e1`, 1),
		"negative stake": strings.Replace(betRow, `"cost":10`, `"cost":-10`, 1), "won without a prize": strings.Replace(betRow, `"playerPrize":19.8`, `"playerPrize":null`, 1),
		"no row at all": `"x"`,
	} {
		v, _ := openTest(t, map[string][]string{"/MerchantQuery/Bet": {page(0, 2, strings.Replace(betRow, `"B1"`, `"good"`, 1), bad)}})
		p, err := v.PullBets(t.Context(), from, to, "")
		if err != nil || len(p.Lines) != 1 || p.Lines[0].BetID != "good" || len(p.Unreadable) != 1 || string(p.Unreadable[0].Raw) != bad || p.Unreadable[0].Why == "" {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

func TestWindowsTheVendorDoesNotAnswerAreNotAsked(t *testing.T) {
	v, s := openTest(t, map[string][]string{"/MerchantQuery/Bet": {page(0, 0)}})
	for name, w := range map[string][2]time.Time{
		"too long": {to.Add(-feedWindow - time.Second), to}, "too young": {from, testTime}, "turned round": {to, from}, "nothing": {to, to},
	} {
		if _, err := v.PullBets(t.Context(), w[0], w[1], ""); err == nil {
			t.Errorf("%s passed", name)
		}
	}
	for _, page := range []string{"0/5", "-1/5", "x", "1", "1/-1"} {
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
	f.Add([]byte(page(0, 1, betRow)))
	f.Add([]byte(`{"totalRecords":"0","betRecords":null}`))
	p, _ := wire.ParsePage("", firstPage)
	f.Fuzz(func(t *testing.T, body []byte) {
		if out, err := readPage(body, p, wire.Window{From: from, To: to}); err != nil && len(out.Lines) != 0 {
			t.Fatalf("%d lines beside an error", len(out.Lines))
		}
	})
}
