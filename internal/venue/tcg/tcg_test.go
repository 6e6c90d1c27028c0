package tcg

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
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
)

const (
	testKey     = "12345678"
	testSignKey = "demoSignKey"
	testRef     = "T20231115061320000ABCDEFGHIJ"
)

var (
	testTime = time.UnixMilli(1700000000000).UTC() // 2023-11-15 06:13:20 in Beijing
	order    = venue.Movement{Ref: testRef, Account: "test001", Amount: 100 * money.Yuan}
)

// script is a company that answers by a list and keeps what it was asked.
type script struct {
	mu      sync.Mutex
	cipher  func(sealed []byte) ([]byte, error)
	asked   []string            // the decrypted questions
	signs   []string            // params + sign as they came
	answers map[string][]string // method → answers in turn; the last one repeats
}

func (s *script) heard() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	sealed, _ := base64.StdEncoding.DecodeString(r.PostFormValue("params"))
	text, err := s.cipher(sealed)
	var q struct {
		Method string `json:"method"`
	}
	if err != nil || json.Unmarshal(text, &q) != nil || r.URL.Path != apiPath || r.PostFormValue("merchant_code") != "hongyun" {
		http.Error(w, "not scripted", http.StatusTeapot)
		return
	}
	s.asked = append(s.asked, string(text))
	s.signs = append(s.signs, r.PostFormValue("params")+" "+r.PostFormValue("sign"))
	list := s.answers[q.Method]
	if len(list) == 0 {
		http.Error(w, "not scripted", http.StatusTeapot)
		return
	}
	if len(list) > 1 {
		s.answers[q.Method] = list[1:]
	}
	if list[0] == "hang up" {
		panic(http.ErrAbortHandler)
	}
	_, _ = io.WriteString(w, list[0])
}

func testConfig() Config {
	return Config{
		Code: "tcg", PlatformID: 51, BaseURL: "https://tcg.example", Merchant: "hongyun", Key: testKey, SignKey: testSignKey, PasswordKey: "pk",
		FileURL: "ftp://files.example/ELOTTO", FileUser: "u", FilePassword: "p", Clock: calendar.NewFixed(testTime), Timeout: 3 * time.Second,
	}
}

func openTest(t *testing.T, answers map[string][]string) (*Venue, *script) {
	t.Helper()
	s := &script{answers: answers}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	c := testConfig()
	c.BaseURL, c.LaunchURL = server.URL+"/", "https://games.example/"
	v, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	s.cipher = v.cipher.Open
	return v, s
}

func state(text string) string {
	return `{"status":0,"error_desc":null,"transaction_status":"` + text + `"}`
}

func code(number string) string { return `{"status":` + number + `,"error_desc":"x"}` }

// The sheet's vectors.
func TestTheSheetsEnvelopesAreReproduced(t *testing.T) {
	v, _ := openTest(t, nil)
	for name, c := range map[string]struct {
		question           any
		text, params, sign string
	}{
		"gb": {
			balanceAsk{"gb", "test001", product}, `{"method":"gb","username":"test001","product_type":2}`,
			"Dfnhth5I4FajcikdLMCUchXqjjcmyxcCY0Gm7Be2BtYaiSvzg+N2D0VpOt6wsPlRpIg4+hTWWwc=",
			"a7eb56a183008ec97af1774dae1bd066189449e9b3f2ecbcc19568eeaab8439b",
		},
		"ft": {
			transferAsk{"ft", "test001", product, intoVenue, 100, "T20231114000001"},
			`{"method":"ft","username":"test001","product_type":2,"fund_type":1,"amount":100,"reference_no":"T20231114000001"}`,
			"Dfnhth5I4FbD172sk8FErRXqjjcmyxcCY0Gm7Be2BtYaiSvzg+N2D0VpOt6wsPlR924qmACQT5MkbrEvpqL6F5VjF9eAGnLwfhqq+p3U8i9DBwhskf3BkW3ehCj4JBFT9rjJD8V5/45OoMswXahZiu35Z+pvE7S8",
			"5bcf380f7981683105e93ff764332aec4073f6323659b6fe6ab8459c6aad0700",
		},
	} {
		text, err := json.Marshal(c.question)
		if err != nil || string(text) != c.text {
			t.Errorf("%s is written %s, %v", name, text, err)
		}
		if params, sign := v.seal(text); params != c.params || sign != c.sign {
			t.Errorf("%s: params %s, sign %s", name, params, sign)
		}
	}
}

// The golden requests of all calls.
func TestRequestsAreThoseOfTheSheet(t *testing.T) {
	v, s := openTest(t, map[string][]string{
		"cm": {`{"status":0,"error_desc":null}`}, "gb": {`{"status":0,"balance":12.349}`}, "ft": {state("SUCCESS")},
		"cs": {`{"status":"0","transaction_status":"SUCCESS","transaction_details":{"amount":"100.0","reference_no":"` + testRef + `"}}`},
		"lg": {`{"status":0,"game_url":"/play?token=a&b=c"}`},
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
	if got, err := v.Lookup(t.Context(), testRef); got.Outcome != venue.Done || got.Amount != 100*money.Yuan || err != nil {
		t.Errorf("Lookup = %v, %v", got, err)
	}
	for _, l := range []venue.Launch{{Account: "test001"}, {Account: "test001", Game: "0"}, {Account: "test001", Game: "SSC", Device: "h5", BackURL: "https://site.example/#/Lottery_00"}} {
		if got, err := v.Launch(t.Context(), l); got != "https://games.example/play?token=a&b=c" || err != nil {
			t.Errorf("Launch = %q, %v", got, err)
		}
	}
	const lobbyAsk = `{"method":"lg","username":"test001","product_type":2,"platform":"html5","game_mode":1,"game_code":"Lobby","language":"ZH_CN"}`
	want := []string{
		`{"method":"cm","username":"test001","password":"8805a2168204","currency":"CNY"}`,
		`{"method":"gb","username":"test001","product_type":2}`,
		`{"method":"ft","username":"test001","product_type":2,"fund_type":1,"amount":100,"reference_no":"` + testRef + `"}`,
		`{"method":"ft","username":"test001","product_type":2,"fund_type":2,"amount":100,"reference_no":"` + testRef + `"}`,
		`{"method":"cs","product_type":2,"ref_no":"` + testRef + `"}`,
		lobbyAsk, lobbyAsk,
		`{"method":"lg","username":"test001","product_type":2,"platform":"html5","game_mode":1,"game_code":"SSC","language":"ZH_CN","back_url":"https://site.example/#/Lottery_00"}`,
	}
	heard := s.heard()
	for i := range want {
		if i >= len(heard) || heard[i] != want[i] {
			t.Fatalf("question %d of %q, want %s", i, heard, want[i])
		}
		params, sign := v.seal([]byte(want[i]))
		if s.signs[i] != params+" "+sign {
			t.Errorf("question %d is sent as %s", i, s.signs[i])
		}
	}
}

// The decision table: only status 0 with SUCCESS is success, and the order's own
// record outranks the answer (TRF-07).
func TestEachAnswerProvesWhatItProves(t *testing.T) {
	for name, c := range map[string]struct {
		answer, record string
		want           venue.Outcome
		reason         venue.Reason
	}{
		"success":                             {state("SUCCESS"), "hang up", venue.Done, 0},
		"success in another spelling":         {state(" success "), "hang up", venue.Done, 0},
		"0 without a state, then success":     {code("0"), state("SUCCESS"), venue.Done, 0},
		"0 without a state, never heard of":   {code("0"), code("24"), venue.Unknown, 0},
		"pending, then success":               {state("PENDING"), state("SUCCESS"), venue.Done, 0},
		"pending still":                       {state("PENDING"), state("PENDING"), venue.Unknown, 0},
		"pending, never heard of":             {state("PENDING"), state("NOT FOUND"), venue.Unknown, 0},
		"unknown, then failed":                {state("UNKNOWN"), state("FAILED"), venue.Refused, venue.Other},
		"failed, never heard of":              {state("FAILED"), state("NOT_FOUND"), venue.Refused, venue.Other},
		"failed, an earlier one did":          {state("FAILED"), state("SUCCESS"), venue.Done, 0},
		"a known reference, done":             {code("12"), state("SUCCESS"), venue.Done, 0},
		"a known reference, never heard of":   {code("12"), code("24"), venue.Unknown, 0},
		"too little":                          {code("11"), code("24"), venue.Refused, venue.Insufficient},
		"too little, an earlier one did":      {code("11"), state("SUCCESS"), venue.Done, 0},
		"too little, no record":               {code("11"), "hang up", venue.Unknown, 0},
		"too little, unknown":                 {code("11"), state("UNKNOWN"), venue.Unknown, 0},
		"no credit":                           {code("16"), state("FAILED"), venue.Refused, venue.Float},
		"decimals":                            {code("26"), code("24"), venue.Refused, venue.Limit},
		"maintenance":                         {code("27"), code("24"), venue.Refused, venue.Maintenance},
		"maintenance of the record too":       {code("27"), code("27"), venue.Unknown, 0},
		"a wrong signature":                   {code("7"), code("24"), venue.Refused, venue.Setup},
		"busy":                                {code("23"), code("24"), venue.Unknown, 0},
		"an unknown code":                     {code("777"), code("24"), venue.Unknown, 0},
		"success of another amount":           {state("PENDING"), `{"status":0,"transaction_status":"SUCCESS","transaction_details":{"amount":99.99}}`, venue.Unknown, 0},
		"the record of another order":         {state("PENDING"), `{"status":0,"transaction_status":"SUCCESS","transaction_details":{"reference_no":"x"}}`, venue.Unknown, 0},
		"a record whose details are a text":   {state("PENDING"), `{"status":0,"transaction_status":"SUCCESS","transaction_details":"x"}`, venue.Done, 0},
		"a record with a state nobody knows":  {state("PENDING"), state("REVERSED"), venue.Unknown, 0},
		"a record without a state":            {state("PENDING"), code("0"), venue.Unknown, 0},
		"no answer at all":                    {"hang up", state("SUCCESS"), venue.Unknown, 0},
		"half an answer":                      {`{"status":0,"transaction_sta`, state("SUCCESS"), venue.Unknown, 0},
		"an answer without a status":          {`{"transaction_status":"SUCCESS"}`, state("SUCCESS"), venue.Unknown, 0},
		"success beside a code is no success": {`{"status":1,"transaction_status":"SUCCESS"}`, code("24"), venue.Unknown, 0},
	} {
		v, _ := openTest(t, map[string][]string{"ft": {c.answer}, "cs": {c.record}})
		got, err := v.Debit(t.Context(), order)
		no, ok := errors.AsType[*venue.Refusal](err)
		if got != c.want || c.want == venue.Refused && (!ok || no.Reason != c.reason) || c.want == venue.Unknown && err == nil {
			t.Errorf("%s: %v, %v, want %v", name, got, err, c.want)
		}
	}
}

func TestTooLittleForACreditIsOurFloat(t *testing.T) {
	v, _ := openTest(t, map[string][]string{"ft": {code("11")}, "cs": {code("24")}})
	got, err := v.Credit(t.Context(), order)
	if no, ok := errors.AsType[*venue.Refusal](err); got != venue.Refused || !ok || no.Reason != venue.Float {
		t.Errorf("Credit = %v, %v", got, err)
	}
}

func TestLookupTellsAbsentFromFailed(t *testing.T) {
	for name, c := range map[string]struct {
		answer string
		want   venue.Outcome
		fails  bool
	}{
		"success": {state("SUCCESS"), venue.Done, false}, "failed": {state("FAILED"), venue.Refused, false}, "pending": {state("PENDING"), venue.Unknown, false},
		"not found by state": {state("NOT FOUND"), venue.Absent, false}, "not found by code": {code("24"), venue.Absent, false},
		"no such user": {code("15"), venue.Unknown, true}, "busy": {code("23"), venue.Unknown, true}, "silent": {"hang up", venue.Unknown, true},
	} {
		v, _ := openTest(t, map[string][]string{"cs": {c.answer}})
		if got, err := v.Lookup(t.Context(), testRef); got.Outcome != c.want || (err != nil) != c.fails {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}

// A player who is there already is told by the balance, whatever the vendor's code for it.
func TestPlayersAreCreatedOnceWithoutKnowingTheCodeForIt(t *testing.T) {
	for name, c := range map[string]struct {
		create, balance string
		fails           bool
	}{
		"new": {code("0"), "hang up", false}, "there": {code("22"), `{"status":0,"balance":"0"}`, false}, "neither": {code("22"), code("15"), true},
		"no balance": {code("22"), code("0"), true}, "silent": {"hang up", `{"status":0,"balance":"0"}`, true},
	} {
		v, _ := openTest(t, map[string][]string{"cm": {c.create}, "gb": {c.balance}})
		if err := v.EnsurePlayer(t.Context(), "test001"); (err != nil) != c.fails {
			t.Errorf("%s: %v", name, err)
		}
	}
	v, s := openTest(t, map[string][]string{"ft": {code("15"), state("SUCCESS")}, "cm": {code("0")}, "lg": {code("15"), `{"status":0,"game_url":"play"}`}, "gb": {code("15")}})
	if got, err := v.Credit(t.Context(), order); got != venue.Done || len(s.heard()) != 3 {
		t.Errorf("Credit = %v, %v after %q", got, err, s.heard())
	}
	if got, err := v.Launch(t.Context(), venue.Launch{Account: "test001"}); got != "https://games.example/play" || err != nil {
		t.Errorf("Launch = %q, %v", got, err)
	}
	if got, err := v.Balance(t.Context(), "test001"); got != 0 || err != nil {
		t.Errorf("Balance = %s, %v", got, err)
	}
}

func TestWithoutARightOrderNothingIsSent(t *testing.T) {
	v, s := openTest(t, nil)
	for name, m := range map[string]venue.Movement{
		"nothing": {Ref: testRef, Account: "test001"}, "below zero": {Ref: testRef, Account: "test001", Amount: -100}, "part of a yuan": {Ref: testRef, Account: "test001", Amount: 150},
		"too much": {Ref: testRef, Account: "test001", Amount: maxAmount + money.Yuan}, "a long name": {Ref: testRef, Account: "test00100000001", Amount: 100},
		"no reference": {Account: "test001", Amount: 100}, "a foreign one": {Ref: "T20231114000001", Account: "test001", Amount: 100},
	} {
		if got, err := v.Credit(t.Context(), m); got != venue.Refused || err == nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if _, err := v.Lookup(t.Context(), "T20231114000001"); err == nil {
		t.Error("asked for a foreign reference")
	}
	if _, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: "a b"}); err == nil {
		t.Error("asked for a game that cannot be")
	}
	if len(s.heard()) != 0 {
		t.Errorf("asked %v", s.heard())
	}
}

func TestContractsThatCannotWorkAreRefused(t *testing.T) {
	for _, good := range []string{"ftp://files.example:2121/ELOTTO/", "ftp://files.example", "ftp://[::1]/TCG_LOTTO_VN/ELOTTO", "https://files.example/ELOTTO"} {
		c := testConfig()
		c.FileURL = good
		if _, err := New(c); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for name, change := range map[string]func(*Config){
		"address": func(c *Config) { c.BaseURL = "tcg.example" }, "launches": func(c *Config) { c.LaunchURL = "games.example" }, "merchant": func(c *Config) { c.Merchant = "" },
		"key": func(c *Config) { c.Key = "1234567" }, "sign key": func(c *Config) { c.SignKey = "" }, "password key": func(c *Config) { c.PasswordKey = "" },
		"clock": func(c *Config) { c.Clock = nil }, "prefix": func(c *Config) { c.Prefix = "abcde" }, "no files": func(c *Config) { c.FileURL = "" },
		"files by another way": func(c *Config) { c.FileURL = "file:///etc" }, "a user in the address": func(c *Config) { c.FileURL = "ftp://u:p@files.example/ELOTTO" },
		"a root with blanks": func(c *Config) { c.FileURL = "ftp://files.example/a b" }, "a root that climbs": func(c *Config) { c.FileURL = "ftp://files.example/%0d%0aDELE" },
		"file user": func(c *Config) { c.FileUser = "" }, "file password": func(c *Config) { c.FilePassword = "p\r\nDELE x" },
	} {
		c := testConfig()
		change(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}

func TestOnlyAgreedHostsAreOpened(t *testing.T) {
	for address, want := range map[string]string{
		"play?x=1": "https://games.example/play?x=1", "//evil.example/x": "https://games.example/evil.example/x", "https://games.example/y": "https://games.example/y",
		"https://other.example/y": "", "javascript:alert(1)": "https://games.example/javascript:alert(1)", "ftp://games.example/y": "", "": "",
	} {
		v, _ := openTest(t, map[string][]string{"lg": {`{"status":0,"game_url":"` + address + `"}`}})
		v.config.LaunchHosts = []string{"games.example"}
		if got, err := v.Launch(t.Context(), venue.Launch{Account: "test001"}); got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", address, got, err)
		}
	}
}

// A contract that the vendor does not accept is told to operators, without its keys.
func TestKeysReachNoLog(t *testing.T) {
	v, _ := openTest(t, map[string][]string{"gb": {code("7")}})
	var log strings.Builder
	v.config.Log = newTestLog(&log)
	_, err := v.Balance(t.Context(), "test001")
	if err == nil || !strings.Contains(log.String(), "contract") || strings.Contains(log.String()+err.Error(), testSignKey) || strings.Contains(log.String()+err.Error(), testKey) {
		t.Errorf("%v, log %s", err, log.String())
	}
}
