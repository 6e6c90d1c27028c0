package im

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
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
	testMerchant = "DEMO0000000000000000000000000032"
	testKey      = "made-up-password-key"
	testRef      = "T231115061320000ABCDEFGHtest001"

	transfer = "/Transaction/PerformTransfer"
	status   = "/Transaction/CheckTransferStatus"
	register = "/Player/Register"
	report   = "/Report/GetBetLog"
)

var (
	testTime = time.Unix(1700000000, 0).UTC() // 2023-11-15 06:13:20 in Beijing
	order    = venue.Movement{Ref: testRef, Account: "test001", Amount: 50 * money.Yuan}
)

// script is a company that answers by a list and keeps what it was asked.
type script struct {
	mu      sync.Mutex
	asked   []asked
	answers map[string][]string // path → answers in turn; the last one repeats
}

type asked struct {
	path string
	body map[string]any
}

// heard is what the company was asked so far, in order. A connection that it
// closed without an answer orders nothing, so the list is read under its lock.
func (s *script) heard() []asked {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a := asked{path: r.URL.Path}
	text, _ := io.ReadAll(r.Body)
	_ = json.Unmarshal(text, &a.body)
	s.mu.Lock()
	defer s.mu.Unlock()
	if r.Method != http.MethodPost || r.Header.Get("Content-Type") != "application/json" {
		a.path = r.Method + " " + r.Header.Get("Content-Type")
	}
	s.asked = append(s.asked, a)
	list := s.answers[r.URL.Path]
	if len(list) == 0 {
		http.Error(w, "not scripted", http.StatusTeapot)
		return
	}
	if len(list) > 1 {
		s.answers[r.URL.Path] = list[1:]
	}
	if list[0] == "hang up" {
		panic(http.ErrAbortHandler)
	}
	_, _ = io.WriteString(w, list[0])
}

func code(c string) string { return `{"Code":"` + c + `","Message":"x"}` }

func state(s string) string { return `{"Code":"0","Message":"Successful.","Status":"` + s + `"}` }

func openTest(t *testing.T, answers map[string][]string) (*Venue, *script) {
	t.Helper()
	s := &script{answers: answers}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	v, err := New(Config{
		Code: "im", PlatformID: 12, BaseURL: server.URL + "/", MerchantCode: testMerchant, PasswordKey: testKey,
		Clock: calendar.NewFixed(testTime), Timeout: 3 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return v, s
}

// The sheet's example: an order of 50 out of the sportsbook. Our reference
// holds the account besides.
func TestTheSheetsExampleIsReproduced(t *testing.T) {
	v, s := openTest(t, map[string][]string{transfer: {state("Approved")}})
	got, err := v.Debit(t.Context(), order)
	want := map[string]any{
		"MerchantCode": testMerchant, "PlayerId": "test001", "ProductWallet": "301", "TransactionId": testRef, "Amount": "-50.00",
	}
	if got != venue.Done || err != nil || len(s.heard()) != 1 || s.heard()[0].path != transfer || !maps.Equal(s.heard()[0].body, want) {
		t.Fatalf("Debit = %v, %v after %+v", got, err, s.heard())
	}
	if got, err := v.Credit(t.Context(), order); got != venue.Done || s.heard()[1].body["Amount"] != "50.00" {
		t.Errorf("Credit = %v, %v after %+v", got, err, s.heard()[1])
	}
	v.config.Wallet = WalletEsports
	if got, err := v.Credit(t.Context(), order); got != venue.Done || s.heard()[2].body["ProductWallet"] != "401" {
		t.Errorf("Credit = %v, %v after %+v", got, err, s.heard()[2])
	}
}

// The golden requests of the other calls.
func TestRequestsAreThoseOfTheSheet(t *testing.T) {
	v, s := openTest(t, map[string][]string{
		register: {code("0")}, "/Player/GetBalance": {`{"Code":0,"Balance":12.349}`}, status: {state("Approved")},
		"/Game/NewLaunchGame":       {`{"Code":"0","GameUrl":"https://games.example/a"}`},
		"/Game/NewLaunchMobileGame": {`{"Code":"0","GameUrl":"https://games.example/b"}`},
		report:                      {code("558")},
	})
	if err := v.EnsurePlayer(t.Context(), "test001"); err != nil {
		t.Error(err)
	}
	if got, err := v.Balance(t.Context(), "test001"); got != 1234 || err != nil {
		t.Errorf("Balance = %s, %v", got, err)
	}
	if got, err := v.Lookup(t.Context(), testRef); got.Outcome != venue.Done || got.Amount != 0 || err != nil {
		t.Errorf("Lookup = %v, %v", got, err)
	}
	for device, want := range map[string]string{"pc": "https://games.example/a", "h5": "https://games.example/b"} {
		if got, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Device: device, Language: "zh-CN", IP: "203.0.113.7"}); got != want || err != nil {
			t.Errorf("Launch = %q, %v", got, err)
		}
	}
	if _, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: "IMSB", Language: "en"}); err != nil || s.heard()[5].body["Language"] != "EN" {
		t.Errorf("in English: %v after %+v", err, s.heard()[5])
	}
	first, err := v.PullBets(t.Context(), from, to, "")
	if err != nil || first.Next != "settled:" {
		t.Fatalf("PullBets = %+v, %v", first, err)
	}
	if last, err := v.PullBets(t.Context(), from, to, first.Next); err != nil || last.Next != "" {
		t.Errorf("PullBets = %+v, %v", last, err)
	}
	launch := map[string]any{"PlayerId": "test001", "GameCode": "IMSB", "Language": "ZH-CN", "IpAddress": "203.0.113.7", "ProductWallet": "301"}
	window := map[string]any{
		"StartDate": "2023-11-15 05.49.20", "EndDate": "2023-11-15 05.58.20", "Page": 1.0, "ProductWallet": "301", "Currency": "CNY", "Language": "ZH-CN",
	}
	with := func(fields map[string]any, filter, betStatus float64) map[string]any {
		all := maps.Clone(fields)
		all["DateFilterType"], all["BetStatus"] = filter, betStatus
		return all
	}
	heard := s.heard()
	for i, want := range map[int]asked{
		0: {register, map[string]any{"PlayerId": "test001", "Currency": "CNY", "Password": v.password("test001")}},
		1: {"/Player/GetBalance", map[string]any{"PlayerId": "test001", "ProductWallet": "301"}},
		2: {status, map[string]any{"PlayerId": "test001", "ProductWallet": "301", "TransactionId": testRef}},
		6: {report, with(window, 1, 0)},
		7: {report, with(window, 3, 1)},
	} {
		want.body["MerchantCode"] = testMerchant
		if heard[i].path != want.path || !maps.Equal(heard[i].body, want.body) {
			t.Errorf("asked %+v, want %+v", heard[i], want)
		}
	}
	launch["MerchantCode"] = testMerchant
	for _, a := range heard[3:5] {
		if !maps.Equal(a.body, launch) {
			t.Errorf("launch asked %+v, want %v", a, launch)
		}
	}
	if len(v.password("test001")) > 25 {
		t.Error("a password has at most 25 characters")
	}
}

// The sheet's decision table, and what the vendor's own record says afterwards (TRF-07).
func TestEachAnswerProvesWhatItProves(t *testing.T) {
	type outcome struct {
		answer, record string
		want           venue.Outcome
		reason         venue.Reason
	}
	none := code("541")
	cases := map[string]outcome{
		"approved":                             {state("Approved"), "hang up", venue.Done, 0},
		"a number as code":                     {`{"Code":0,"Status":"Approved"}`, "hang up", venue.Done, 0},
		"declined":                             {state("Declined"), state("Declined"), venue.Refused, venue.Other},
		"declined, never heard of":             {state("Declined"), none, venue.Refused, venue.Other},
		"declined, and yet done":               {state("Declined"), state("Approved"), venue.Done, 0},
		"under way, then done":                 {state("Processed"), state("Approved"), venue.Done, 0},
		"under way, then declined":             {state("Processed"), state("Declined"), venue.Refused, venue.Other},
		"under way still":                      {state("Processed"), state("Processed"), venue.Unknown, 0},
		"under way, never heard of":            {state("Processed"), none, venue.Unknown, 0},
		"an unknown state":                     {state("Maybe"), state("Maybe"), venue.Unknown, 0},
		"no state":                             {code("0"), code("0"), venue.Unknown, 0},
		"not at the provider":                  {code("516"), code("516"), venue.Unknown, 0},
		"not found":                            {code("541"), none, venue.Unknown, 0},
		"an unknown code, done":                {code("777"), state("Approved"), venue.Done, 0},
		"failed":                               {code("999"), none, venue.Unknown, 0},
		"the provider failed":                  {code("600"), none, venue.Unknown, 0},
		"the secret":                           {code("501"), code("501"), venue.Unknown, 0},
		"too little money, an earlier one did": {code("510"), state("Approved"), venue.Done, 0},
		"too little money, no record":          {code("510"), "hang up", venue.Unknown, 0},
		"too little money, under way":          {code("510"), state("Processed"), venue.Unknown, 0},
		"no answer at all":                     {"hang up", state("Approved"), venue.Unknown, 0},
		"half an answer":                       {`{"Code":"0"`, state("Approved"), venue.Unknown, 0},
		"an answer without a code":             {`{"Status":"Approved"}`, state("Approved"), venue.Unknown, 0},
		"an answer of another company":         {`{"code":0,"status":"Approved"}`, state("Approved"), venue.Unknown, 0},
	}
	for _, c := range []string{"517", "520", "556", "557", "560", "998"} {
		cases[c+", under way"] = outcome{code(c), code(c), venue.Unknown, 0}
		cases[c+", done"] = outcome{code(c), state("Approved"), venue.Done, 0}
	}
	for _, c := range []string{"514", "523"} {
		cases[c+", done"] = outcome{code(c), state("Approved"), venue.Done, 0}
		cases[c+", declined"] = outcome{code(c), state("Declined"), venue.Refused, venue.Other}
		cases[c+", never heard of"] = outcome{code(c), none, venue.Unknown, 0}
	}
	for c, reason := range map[string]venue.Reason{
		"510": venue.Insufficient, "540": venue.Blocked, "543": venue.Limit, "544": venue.InGame, "603": venue.Limit, "604": venue.Limit, "605": venue.Limit,
	} {
		cases[c+", declined"] = outcome{code(c), state("Declined"), venue.Refused, reason}
		cases[c+", never heard of"] = outcome{code(c), code("516"), venue.Refused, reason}
	}
	for name, c := range cases {
		v, s := openTest(t, map[string][]string{transfer: {c.answer}, status: {c.record}})
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
			if a.path == transfer {
				sent++
			}
		}
		if sent != 1 {
			t.Errorf("%s: sent %d times", name, sent)
		}
	}
}

// Too little money for a way in is our own credit with the vendor.
func TestTooLittleForACreditIsOurFloat(t *testing.T) {
	v, _ := openTest(t, map[string][]string{transfer: {code("510")}, status: {code("541")}})
	got, err := v.Credit(t.Context(), order)
	if refused, ok := errors.AsType[*venue.Refusal](err); got != venue.Refused || !ok || refused.Reason != venue.Float {
		t.Errorf("Credit = %v, %v", got, err)
	}
}

func TestWhatARecordOfAnOrderProves(t *testing.T) {
	for answer, want := range map[string]venue.Outcome{
		state("Approved"): venue.Done, state("Declined"): venue.Refused, state("Processed"): venue.Unknown, code("516"): venue.Absent, code("541"): venue.Absent,
		code("520"): venue.Unknown, code("504"): venue.Unknown, code("540"): venue.Unknown, code("999"): venue.Unknown, state("approved"): venue.Unknown, "hang up": venue.Unknown,
	} {
		v, _ := openTest(t, map[string][]string{status: {answer}})
		if got, err := v.Lookup(t.Context(), testRef); got.Outcome != want || got.Amount != 0 || (err != nil && want != venue.Unknown) {
			t.Errorf("%s: %v, %v, want %v", answer, got, err, want)
		}
	}
}

func TestAPlayerWhoIsNotThereIsCreatedAndTheOrderSentAgain(t *testing.T) {
	v, s := openTest(t, map[string][]string{transfer: {code("504"), state("Approved")}, register: {code("0")}})
	if got, err := v.Credit(t.Context(), order); got != venue.Done || len(s.heard()) != 3 {
		t.Errorf("Credit = %v, %v after %+v", got, err, s.heard())
	}
	v, _ = openTest(t, map[string][]string{register: {code("503"), code("506")}})
	for i, fails := range []bool{false, true} {
		if err := v.EnsurePlayer(t.Context(), "test001"); (err != nil) != fails {
			t.Errorf("registering %d: %v", i+1, err)
		}
	}
}

func TestWithoutARightOrderNothingIsSent(t *testing.T) {
	v, s := openTest(t, nil)
	for name, m := range map[string]venue.Movement{
		"nothing":            {Ref: testRef, Account: "test001"},
		"below zero":         {Ref: testRef, Account: "test001", Amount: -1},
		"too much":           {Ref: testRef, Account: "test001", Amount: maxAmount + 1},
		"no name":            {Ref: testRef, Amount: 100},
		"another's":          {Ref: testRef, Account: "test002", Amount: 100},
		"no reference":       {Account: "test001", Amount: 100},
		"a strange name":     {Ref: "T231115061320000ABCDEFGHa&b", Account: "a&b", Amount: 100},
		"a foreign one":      {Ref: "T20231114000001", Account: "test001", Amount: 100},
		"a name too long":    {Ref: "T231115061320000ABCDEFGH" + strings.Repeat("a", 26), Account: strings.Repeat("a", 26), Amount: 100},
		"small letters in T": {Ref: strings.ToLower(testRef), Account: "test001", Amount: 100},
	} {
		if got, err := v.Credit(t.Context(), m); got != venue.Refused || err == nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if _, err := v.Lookup(t.Context(), "T20231114000001"); err == nil {
		t.Error("asked for a foreign reference")
	}
	if address, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: "ESPORTSBULL"}); err == nil || address != "" {
		t.Errorf("a game of another wallet: %q", address)
	}
	if len(s.heard()) != 0 {
		t.Errorf("asked %v", s.heard())
	}
}

func TestReferencesAreNeverRepeatedAndFit(t *testing.T) {
	v, _ := openTest(t, nil)
	seen := map[string]bool{}
	account := strings.Repeat("a", 25)
	for range 1000 {
		ref := v.NewRef(account, testTime)
		if seen[ref] || accountOf(ref) != account || len(ref) > 50 || !strings.HasPrefix(ref, "T231115061320000") {
			t.Fatalf("reference %s", ref)
		}
		seen[ref] = true
	}
}

func TestABalanceIsRoundedDownAndNeverGuessed(t *testing.T) {
	for answer, want := range map[string]money.Fen{`{"Code":"0","Balance":"1.239"}`: 123, `{"Code":"0","Balance":0}`: 0, code("504"): 0} {
		v, _ := openTest(t, map[string][]string{"/Player/GetBalance": {answer}})
		if got, err := v.Balance(t.Context(), "test001"); got != want || err != nil {
			t.Errorf("%s: %s, %v", answer, got, err)
		}
	}
	for _, answer := range []string{`{"Code":"0"}`, `{"Code":"0","Balance":-1}`, `{"Code":"0","Balance":"x"}`, code("540"), code("998"), "hang up", `{}`} {
		v, _ := openTest(t, map[string][]string{"/Player/GetBalance": {answer}})
		if got, err := v.Balance(t.Context(), "test001"); err == nil {
			t.Errorf("%s: %s", answer, got)
		}
	}
}

func TestOnlyAddressesOfTheListAreOpened(t *testing.T) {
	v, s := openTest(t, map[string][]string{"/Game/NewLaunchGame": {code("504"), `{"Code":"0","GameUrl":"https://games.example/"}`}, register: {code("0")}})
	v.config.LaunchHosts = []string{"games.example"}
	if address, err := v.Launch(t.Context(), venue.Launch{Account: "test001"}); err != nil || address == "" || len(s.heard()) != 3 {
		t.Errorf("Launch = %q, %v after %+v", address, err, s.heard())
	}
	for _, bad := range []string{`{"Code":"0","GameUrl":"https://other.example/"}`, `{"Code":"0","GameUrl":"javascript:alert(1)"}`, code("0"), code("540"), "hang up"} {
		v, _ := openTest(t, map[string][]string{"/Game/NewLaunchGame": {bad}})
		v.config.LaunchHosts = []string{"games.example"}
		if address, err := v.Launch(t.Context(), venue.Launch{Account: "test001"}); err == nil || address != "" {
			t.Errorf("%s: %q, %v", bad, address, err)
		}
	}
}

func TestNoSecretIsInAnErrorOrALog(t *testing.T) {
	var log strings.Builder
	v, _ := openTest(t, map[string][]string{transfer: {code("501")}, status: {"hang up"}, register: {code("522")}})
	v.config.Log = slog.New(slog.NewTextHandler(&log, nil))
	_, err1 := v.Credit(t.Context(), order)
	err2 := v.EnsurePlayer(t.Context(), "test001")
	shown := fmt.Sprint(err1, err2, log.String())
	if !strings.Contains(log.String(), "contract") || strings.Contains(shown, testMerchant) || strings.Contains(shown, v.password("test001")) {
		t.Errorf("log and errors: %s", shown)
	}
}

func TestContractsThatCannotWorkAreRefused(t *testing.T) {
	good := Config{BaseURL: "https://x.example", MerchantCode: testMerchant, PasswordKey: "p", Clock: calendar.NewFixed(testTime)}
	if v, err := New(good); err != nil || v.config.GameCode != "IMSB" || v.config.Wallet != "301" {
		t.Fatalf("%+v, %v", v, err)
	}
	for name, change := range map[string]func(*Config){
		"no address": func(c *Config) { c.BaseURL = "" }, "a report address with a query": func(c *Config) { c.ReportURL = "https://x.example/?a" },
		"a short secret": func(c *Config) { c.MerchantCode = "x" }, "no key": func(c *Config) { c.PasswordKey = "" }, "no clock": func(c *Config) { c.Clock = nil },
		"another wallet": func(c *Config) { c.Wallet = "201" }, "strange prefix": func(c *Config) { c.Prefix = "a-b" }, "a prefix too long": func(c *Config) { c.Prefix = "abcdefg" },
	} {
		c := good
		change(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}

const betRow = `{"Provider":"IMSB","GameId":"IMSB","BetId":"B1","WagerCreationDateTime":"2023-11-15 05:50:01","LastUpdatedDate":"2023-11-15 05:55:05",
	"SettlementDateTime":"2023-11-15 05:55:04","PlayerId":"test001","ProviderPlayerId":"p","Currency":"CNY","StakeAmount":"10.00","MemberExposure":"10.00","PayoutAmount":"18.80",
	"WinLoss":"8.8","OddsType":"EURO","WagerType":"Single","Platform":"Web","IsSettled":1,"IsConfirmed":1,"IsCancelled":0,"DetailItems":[{"Odds":"1.88"}]}`

func page(number, perPage, total int, rows ...string) string {
	return fmt.Sprintf(`{"Code":"0","Message":"x","Pagination":{"CurrentPage":%d,"TotalPage":1,"ItemPerPage":%d,"TotalCount":%d},"Result":[%s]}`,
		number, perPage, total, strings.Join(rows, ","))
}

func change(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(betRow) }

var (
	from = testTime.Add(-24 * time.Minute)
	to   = testTime.Add(-15 * time.Minute)
)

func TestRowsBecomeBetLines(t *testing.T) {
	v, _ := openTest(t, map[string][]string{report: {page(1, 5000, 6, betRow,
		change(`"B1"`, `"B2"`, `"IsSettled":1`, `"IsSettled":"0"`, `"8.8"`, `"0"`, `"2023-11-15 05:55:04"`, `null`),
		change(`"B1"`, `"B3"`, `"IsCancelled":0`, `"IsCancelled":1`, `"8.8"`, `"0"`),
		change(`"B1"`, `"B4"`, `"8.8"`, `-10`, `{"Odds":"1.88"}`, `{"Odds":"1.88"},{"Odds":"2"}`),
		change(`"B1"`, `"B5"`, `"8.8"`, `-5`, `"Single"`, `"WagerParlay"`, `[{"Odds":"1.88"}]`, `null`),
		change(`"B1"`, `"B6"`, `05:50:01"`, `05:50:01 +08:00"`, `"2023-11-15 05:55:05"`, `"2023-11-14T21:55:05Z"`, `"2023-11-15 05:55:04"`, `"2023-11-15 05.55.04"`))}})
	p, err := v.PullBets(t.Context(), from, to, "settled:")
	if err != nil || len(p.Lines) != 6 || len(p.Unreadable) != 0 || p.Next != "" || p.Count != -1 {
		t.Fatalf("PullBets = %+v, %v", p, err)
	}
	won, open, void, lost, half, zones := p.Lines[0], p.Lines[1], p.Lines[2], p.Lines[3], p.Lines[4], p.Lines[5]
	at := time.Date(2023, 11, 14, 21, 55, 5, 0, time.UTC)
	if won.BetID != "B1" || won.Account != "test001" || won.Game != "IMSB" || won.Stake != 1000 || won.Payout != 1880 || won.HasValid || won.Status != venue.BetSettled ||
		won.Odds != "1.88" || won.OddsType != "EURO" || won.Parlay || !won.SettledAt.Equal(at.Add(-time.Second)) || !won.UpdatedAt.Equal(at) ||
		!won.BetAt.Equal(at.Add(-5*time.Minute-4*time.Second)) || !json.Valid(won.Raw) {
		t.Errorf("won %+v", won)
	}
	if open.Status != venue.BetOpen || open.Payout != 0 || !open.SettledAt.IsZero() {
		t.Errorf("open %+v", open)
	}
	if void.Status != venue.BetVoid || void.Payout != void.Stake {
		t.Errorf("void %+v", void)
	}
	if lost.Status != venue.BetSettled || lost.Payout != 0 || !lost.Parlay || lost.Odds != "" {
		t.Errorf("lost %+v", lost)
	}
	if half.Payout != 500 || !half.Parlay {
		t.Errorf("half lost %+v", half)
	}
	if !zones.BetAt.Equal(won.BetAt) || !zones.SettledAt.Equal(won.SettledAt) || !zones.UpdatedAt.Equal(at) {
		t.Errorf("times in other forms %+v", zones)
	}
}

// An open bet belongs to the window of its placing, a decided one to that of
// its last change.
func TestRowsOfTheEndsBelongToOneWindowOnly(t *testing.T) {
	changed := time.Date(2023, 11, 14, 21, 55, 5, 0, time.UTC)
	placed := changed.Add(-5*time.Minute - 4*time.Second)
	for page1, at := range map[string]time.Time{"settled:": changed, "": placed} {
		for name, c := range map[string]struct {
			from, to time.Time
			want     int
		}{
			"begins there": {at, at.Add(time.Minute), 1}, "ends there": {at.Add(-time.Minute), at, 0},
			"ends behind it": {at.Add(-time.Minute), at.Add(time.Millisecond), 1}, "begins behind it": {at.Add(time.Millisecond), at.Add(time.Minute), 0},
		} {
			v, _ := openTest(t, map[string][]string{report: {page(1, 5000, 1, betRow)}})
			if p, err := v.PullBets(t.Context(), c.from, c.to, page1); err != nil || len(p.Lines) != c.want {
				t.Errorf("%q %s: %d lines, %v", page1, name, len(p.Lines), err)
			}
		}
	}
}

func TestPagesAreReadToTheirEndOrTheWindowFails(t *testing.T) {
	v, s := openTest(t, map[string][]string{report: {
		page(1, 2, 3, betRow, change(`"B1"`, `"B2"`)), page(2, 2, 3, change(`"B1"`, `"B3"`)), // two pages, then faults
		page(2, 2, 2), page(2, 2, 3), page(1, 2, 3, betRow), code("558"),
	}})
	first, err := v.PullBets(t.Context(), from, to, "settled:")
	if err != nil || len(first.Lines) != 2 || first.Next != "settled:2/3" {
		t.Fatalf("first page: %d lines, next %q, %v", len(first.Lines), first.Next, err)
	}
	second, err := v.PullBets(t.Context(), from, to, first.Next)
	if err != nil || len(second.Lines) != 1 || second.Next != "" || s.heard()[1].body["Page"] != 2.0 {
		t.Errorf("second page: %+v, %v", second, err)
	}
	for _, name := range []string{"a row left the window", "a row is missing", "it is another page", "all rows left the window"} {
		if p, err := v.PullBets(t.Context(), from, to, first.Next); err == nil || len(p.Lines) != 0 {
			t.Errorf("%s: %+v, %v", name, p, err)
		}
	}
}

// TestEmptyIsNotFailureAndFailureIsNotEmpty covers practice 16.
func TestEmptyIsNotFailureAndFailureIsNotEmpty(t *testing.T) {
	for _, empty := range []string{page(1, 5000, 0), code("558"), code("579")} {
		v, _ := openTest(t, map[string][]string{report: {empty}})
		if p, err := v.PullBets(t.Context(), from, to, "settled:"); err != nil || len(p.Lines) != 0 || p.Next != "" {
			t.Errorf("%s: %+v, %v", empty, p, err)
		}
	}
	for name, answer := range map[string]string{
		"a page too short": page(1, 5000, 2, betRow), "no pages": `{"Code":"0","Result":[]}`, "negative total": page(1, 5000, -1), "a page of no size": page(1, 0, 1, betRow),
		"no rows": `{"Code":"0","Pagination":{"CurrentPage":1,"ItemPerPage":5000,"TotalCount":0}}`, "a wrong window": code("547"), "failed": code("999"), "html": "<html></html>",
		"half an answer": page(1, 5000, 1, betRow)[:200], "rows are no list": `{"Code":"0","Pagination":{},"Result":{}}`, "the connection closed": "hang up",
	} {
		v, _ := openTest(t, map[string][]string{report: {answer}})
		if p, err := v.PullBets(t.Context(), from, to, "settled:"); err == nil || errors.Is(err, venue.ErrTooSoon) {
			t.Errorf("%s passed as %d lines, %v", name, len(p.Lines), err)
		}
	}
	for _, busy := range []string{"556", "557", "998"} {
		v, _ := openTest(t, map[string][]string{report: {code(busy)}})
		if _, err := v.PullBets(t.Context(), from, to, ""); !errors.Is(err, venue.ErrTooSoon) {
			t.Errorf("%s: %v", busy, err)
		}
	}
}

func TestARowThatCannotBeReadIsKeptBesideTheOthers(t *testing.T) {
	for name, bad := range map[string]string{
		"unknown state": change(`"IsSettled":1`, `"IsSettled":2`), "no state": change(`"IsSettled":1`, `"IsSettled":null`), "no number": change(`"B1"`, `""`),
		"unreadable time": change("2023-11-15 05:55:05", "yesterday"), "no time": change(`"2023-11-15 05:50:01"`, `null`),
		"amount of letters": change(`"10.00"`, `"ten"`), "negative stake": change(`"StakeAmount":"10.00"`, `"StakeAmount":-10`), "won without a result": change(`"8.8"`, `null`),
		"no row at all": `"x"`,
	} {
		v, _ := openTest(t, map[string][]string{report: {page(1, 5000, 2, change(`"B1"`, `"good"`), bad)}})
		p, err := v.PullBets(t.Context(), from, to, "settled:")
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
	for _, page := range []string{"0/5", "settled", "settled:1/5", "other:", "open:x", "settled:2", "settled:2/-1"} {
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
	f.Add([]byte(page(1, 5000, 1, betRow)))
	f.Add([]byte(code("558")))
	p, _ := wire.ParsePage("", firstPage)
	f.Fuzz(func(t *testing.T, body []byte) {
		r, err := readReply(body)
		if err != nil {
			return
		}
		if out, err := lists[1].readPage(r, p, wire.Window{From: from, To: to}); err != nil && len(out.Lines) != 0 {
			t.Fatalf("%d lines beside an error", len(out.Lines))
		}
	})
}
