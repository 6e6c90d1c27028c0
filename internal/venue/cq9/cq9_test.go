package cq9

import (
	"errors"
	"fmt"
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
	testToken = "made-up-api-token"
	testKey   = "made-up-password-key"
)

var testTime = time.UnixMilli(1700000000000).UTC() // 2023-11-14T18:13:20-04:00

// script is a company that answers by a list and keeps what it was asked.
type script struct {
	mu      sync.Mutex
	asked   []asked
	answers map[string][]string // path → answers in turn; the last one repeats
}

type asked struct {
	method, path, authorization string
	values                      url.Values
	query                       string // as it was written
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
	s.asked = append(s.asked, asked{r.Method, r.URL.Path, r.Header.Get("Authorization"), r.Form, r.URL.RawQuery})
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
	_, _ = fmt.Fprint(w, list[0])
}

func status(code string) string {
	return `{"data":null,"status":{"code":"` + code + `","message":"x"}}`
}

func data(text string) string {
	return `{"data":` + text + `,"status":{"code":"0","message":"Success"}}`
}

func openTest(t *testing.T, answers map[string][]string) (*Venue, *script) {
	t.Helper()
	s := &script{answers: map[string][]string{}}
	for path, list := range answers {
		s.answers["/gameboy"+path] = list
	}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	v, err := New(Config{
		Code: "s47", PlatformID: 47, BaseURL: server.URL, Token: testToken, PasswordKey: testKey,
		Clock: calendar.NewFixed(testTime), Timeout: 3 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return v, s
}

const testRef = "T231114181320000ABCDEFGHIJ"

var order = venue.Movement{Ref: testRef, Account: "test001", Amount: 100 * money.Yuan}

// TestEachAnswerProvesWhatItProves goes through the codes of a transfer and
// what the vendor's own record says afterwards (TRF-07).
func TestEachAnswerProvesWhatItProves(t *testing.T) {
	record := "/transaction/record/" + testRef
	success, failed, pending := data(`{"mtcode":"`+testRef+`","status":"success","amount":100}`), data(`{"status":"failed"}`), data(`{"status":"pending"}`)
	for name, c := range map[string]struct {
		answer, record string
		want           venue.Outcome
		reason         venue.Reason
	}{
		"too little money, never heard of":      {status("1"), status("8"), venue.Refused, venue.Insufficient},
		"too little money, failed":              {status("1"), failed, venue.Refused, venue.Insufficient},
		"too little money, and yet done":        {status("1"), success, venue.Done, 0},
		"known reference, done":                 {status("9"), success, venue.Done, 0},
		"known reference, failed":               {status("9"), failed, venue.Refused, venue.Other},
		"known reference, under way":            {status("9"), pending, venue.Unknown, 0},
		"known reference, never heard of":       {status("9"), status("8"), venue.Unknown, 0},
		"under way, then done":                  {status("33"), success, venue.Done, 0},
		"their fault, never heard of":           {status("101"), status("8"), venue.Unknown, 0},
		"unknown code, done":                    {status("987"), success, venue.Done, 0},
		"maintenance, never heard of":           {status("23"), status("8"), venue.Refused, venue.Maintenance},
		"frozen owner":                          {status("200"), status("8"), venue.Refused, venue.Setup},
		"done by another amount":                {status("9"), data(`{"status":"success","amount":99}`), venue.Unknown, 0},
		"the record is about another order":     {status("9"), data(`{"mtcode":"T9","status":"success"}`), venue.Unknown, 0},
		"the record has an unknown state":       {status("1"), data(`{"status":"maybe"}`), venue.Unknown, 0},
		"no answer at all":                      {"hang up", success, venue.Unknown, 0},
		"half an answer":                        {`{"data":`, success, venue.Unknown, 0},
		"the record does not answer either":     {status("1"), "hang up", venue.Unknown, 0},
		"an answer without a code is no answer": {`{"data":{"balance":1},"status":{}}`, success, venue.Unknown, 0},
	} {
		v, _ := openTest(t, map[string][]string{"/player/withdraw": {c.answer}, record: {c.record}})
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
	v, s := openTest(t, map[string][]string{"/player/deposit": {status("2"), data(`{}`)}, "/player": {data(`null`)}})
	if got, err := v.Credit(t.Context(), order); got != venue.Done || err != nil {
		t.Fatalf("Credit = %v, %v", got, err)
	}
	if len(s.heard()) != 3 || s.heard()[1].path != "/gameboy/player" || s.heard()[2].values.Get("mtcode") != testRef {
		t.Errorf("asked %+v", s.heard())
	}
}

func TestAnExistingPlayerIsNoFailure(t *testing.T) {
	v, s := openTest(t, map[string][]string{"/player": {status("6")}})
	if err := v.EnsurePlayer(t.Context(), "test001"); err != nil {
		t.Error(err)
	}
	if p := s.heard()[0].values.Get("password"); len(p) != passwordChars || strings.Contains(p, "test") {
		t.Errorf("password %q", p)
	}
	first := v.password("test001")
	if first == v.password("test002") || first != v.password("test001") {
		t.Error("passwords do not belong to their accounts")
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
	if len(s.heard()) != 0 {
		t.Errorf("asked %+v", s.heard())
	}
}

func TestALaunchTakesALoginAndThenTheGame(t *testing.T) {
	v, s := openTest(t, map[string][]string{
		"/player/login": {status("2"), data(`{"usertoken":"u1"}`)}, "/player": {data(`null`)},
		"/player/gamelink":  {data(`{"url":"https://games.example/x?token=1","token":"1"}`)},
		"/player/lobbylink": {data(`{"url":"https://games.example/lobby"}`)},
	})
	address, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: "47001", Device: "h5"})
	if err != nil || address != "https://games.example/x?token=1" {
		t.Fatalf("Launch = %q, %v", address, err)
	}
	if got, want := s.heard()[3].values.Encode(), "app=N&gamecode=47001&gamehall=cq9&gameplat=MOBILE&lang=zh-cn&usertoken=u1"; got != want {
		t.Errorf("gamelink %s, want %s", got, want)
	}
	if address, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: "0"}); err != nil || address != "https://games.example/lobby" {
		t.Errorf("lobby: %q, %v", address, err)
	}
	v.config.LaunchHosts = []string{"other.example"}
	if address, err := v.Launch(t.Context(), venue.Launch{Account: "test001"}); err == nil {
		t.Errorf("a host that is not on the list: %q", address)
	}
}

func TestAddressesThatNoBrowserMayOpenAreRefused(t *testing.T) {
	for _, bad := range []string{"javascript:alert(1)", "", "/relative", "https://"} {
		v, _ := openTest(t, map[string][]string{"/player/login": {data(`{"usertoken":"u"}`)}, "/player/lobbylink": {data(`{"url":"` + bad + `"}`)}})
		if address, err := v.Launch(t.Context(), venue.Launch{Account: "test001"}); err == nil || address != "" {
			t.Errorf("%q: %q, %v", bad, address, err)
		}
	}
}

func TestTheBalanceIsRoundedDownToAFen(t *testing.T) {
	for text, want := range map[string]money.Fen{"12.3499": 1234, `"5"`: 500, "0": 0} {
		v, _ := openTest(t, map[string][]string{"/player/balance/test001": {data(`{"balance":` + text + `,"currency":"CNY"}`)}})
		if got, err := v.Balance(t.Context(), "test001"); err != nil || got != want {
			t.Errorf("%s: %s, %v", text, got, err)
		}
	}
	v, _ := openTest(t, map[string][]string{"/player/balance/test001": {status("2")}})
	if got, err := v.Balance(t.Context(), "test001"); err != nil || got != 0 {
		t.Errorf("nobody has %s, %v", got, err)
	}
}

func TestReferencesAreNeverRepeated(t *testing.T) {
	v, _ := openTest(t, nil)
	seen := map[string]bool{}
	for range 1000 {
		ref := v.NewRef("test001", testTime)
		if seen[ref] || !reference.MatchString(ref) || !strings.HasPrefix(ref, "T231114181320000") {
			t.Fatalf("reference %s", ref)
		}
		seen[ref] = true
	}
}

func TestContractsThatCannotWorkAreRefused(t *testing.T) {
	good := Config{BaseURL: "https://x.example", Token: "t", PasswordKey: "k", Clock: calendar.NewFixed(testTime)}
	for name, change := range map[string]func(*Config){
		"no address": func(c *Config) { c.BaseURL = "" }, "no token": func(c *Config) { c.Token = "" }, "no key": func(c *Config) { c.PasswordKey = "" },
		"no clock": func(c *Config) { c.Clock = nil }, "strange prefix": func(c *Config) { c.Prefix = "a_b" },
	} {
		c := good
		change(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}
