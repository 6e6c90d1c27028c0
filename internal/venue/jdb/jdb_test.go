package jdb

import (
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

const (
	testKey = "0123456789abcdef" // of the sheet's vectors
	testIV  = "fedcba9876543210"
	testRef = "T231114181320000ABCDEFGHIJ"

	sealedBalance = "oMADSMzjJyvPq6Vv6FaeP8PgbGRqddlsAGNlDSccRUw4YJ9yAxjET_4GxP4iycezAPPdo-2Zk6GoL6nVd2-jPjJplYa9NAbtRKTf4lJNRVc"
	hangUp        = "hang up"
)

var (
	testTime = time.UnixMilli(1700000000000).UTC() // 18:13:20 at the vendor
	order    = venue.Movement{Ref: testRef, Account: "test001", Amount: 50 * money.Yuan}
)

// script is a company that answers by a list and keeps what it was asked.
type script struct {
	mu      sync.Mutex
	asked   []string         // the questions, decrypted
	sealed  string           // x of the last one
	answers map[int][]string // action → answers in turn; the last one repeats
}

func (s *script) heard() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	x, ours := strings.CutPrefix(string(body), "dc=DE%26MO&x=")
	s.sealed = x
	plain, err := unseal(x)
	if err != nil || !ours || r.Method != http.MethodPost || r.URL.Path != "/api.do" || r.Header.Get("Content-Type") != "application/x-www-form-urlencoded" {
		http.Error(w, "not a call", http.StatusTeapot)
		return
	}
	s.asked = append(s.asked, plain)
	var ask struct{ Action int }
	_ = json.Unmarshal([]byte(plain), &ask) // an unscripted action is answered 418
	list := s.answers[ask.Action]
	if len(list) == 0 {
		http.Error(w, "not scripted", http.StatusTeapot)
		return
	}
	if len(list) > 1 {
		s.answers[ask.Action] = list[1:]
	}
	if list[0] == hangUp {
		panic(http.ErrAbortHandler)
	}
	if status, err := strconv.Atoi(list[0]); err == nil {
		w.WriteHeader(status)
		return
	}
	_, _ = io.WriteString(w, list[0])
}

// unseal decrypts x and checks its padding.
func unseal(x string) (string, error) {
	sealed, err := base64.RawURLEncoding.DecodeString(x)
	if err != nil || len(sealed) == 0 || len(sealed)%aes.BlockSize != 0 {
		return "", errors.New("not sealed")
	}
	block, err := aes.NewCipher([]byte(testKey))
	if err != nil {
		return "", err
	}
	cipher.NewCBCDecrypter(block, []byte(testIV)).CryptBlocks(sealed, sealed)
	pad := int(sealed[len(sealed)-1])
	if pad < 1 || pad > aes.BlockSize || strings.Trim(string(sealed[len(sealed)-pad:]), string(rune(pad))) != "" {
		return "", errors.New("not padded")
	}
	return string(sealed[:len(sealed)-pad]), nil
}

const (
	moved    = `{"status":"0000","err_text":"","userBalance":50,"pid":12345}`
	found    = `{"status":"0000","err_text":"","data":[{"amount":50.00}]}`
	absent   = `{"status":"9015","err_text":"x"}`
	done     = `{"status":"0000","err_text":""}`
	balanced = `{"status":"0000","err_text":"","data":[{"uid":"test001","balance":12.349}]}`
)

func no(code string) string { return `{"status":"` + code + `","err_text":"x"}` }

func openTest(t *testing.T, answers map[int][]string) (*Venue, *script) {
	t.Helper()
	s := &script{answers: answers}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	v, err := New(Config{
		Code: "s9", PlatformID: 9, BaseURL: server.URL + "/api.do", DC: "DE&MO", Parent: "demoagent", Key: testKey, IV: testIV,
		LaunchHosts: []string{"games.example"}, Clock: calendar.NewFixed(testTime), Timeout: 3 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return v, s
}

// The sheet's vector with PKCS#7 padding is one of our questions. The other vector has
// zero bytes, which only the company's side reads.
func TestTheSheetsVectorIsReproduced(t *testing.T) {
	v, s := openTest(t, map[int][]string{actionBalance: {balanced}})
	if got, err := v.Balance(t.Context(), "test001"); got != 1234 || err != nil {
		t.Errorf("Balance = %s, %v", got, err)
	}
	if s.sealed != sealedBalance {
		t.Errorf("x is %s, want %s", s.sealed, sealedBalance)
	}
	if heard := s.heard(); heard[0] != `{"action":15,"ts":1700000000000,"parent":"demoagent","uid":"test001"}` {
		t.Errorf("asked %s", heard[0])
	}
}

// The golden requests.
func TestRequestsAreThoseOfTheSheet(t *testing.T) {
	const path = `{"status":"0000","err_text":"","path":"https://games.example/1?x=2"}`
	v, s := openTest(t, map[int][]string{
		actionCreate: {done}, actionLaunch: {path}, actionKick: {done}, actionTransfer: {moved}, actionStatus: {found}, actionRecent: {absent}, actionOlder: {absent},
	})
	if err := v.EnsurePlayer(t.Context(), "test001"); err != nil {
		t.Error(err)
	}
	if err := v.Kick(t.Context(), "test001"); err != nil {
		t.Error(err)
	}
	for _, game := range []string{"8001", "f7001", "0", ""} {
		if got, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: game, BackURL: "https://site.example/#/Egame"}); got != "https://games.example/1?x=2" || err != nil {
			t.Errorf("Launch = %q, %v", got, err)
		}
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
	for _, age := range []time.Duration{4 * time.Minute, 3 * time.Hour} {
		if _, err := v.PullBets(t.Context(), testTime.Add(-age-4*time.Minute), testTime.Add(-age), ""); err != nil {
			t.Error(err)
		}
	}
	begin := func(action int) string {
		return fmt.Sprintf(`{"action":%d,"ts":1700000000000,"parent":"demoagent",`, action)
	}
	const back = `"lobbyURL":"https://site.example/#/Egame"}`
	want := []string{
		begin(12) + `"uid":"test001","name":"test001","credit_allocated":0}`,
		begin(17) + `"uid":"test001"}`,
		begin(11) + `"uid":"test001","lang":"ch","gType":0,"mType":8001,"windowMode":2,` + back,
		begin(11) + `"uid":"test001","lang":"ch","gType":7,"mType":7001,"windowMode":2,` + back,
		begin(11) + `"uid":"test001","lang":"ch","windowMode":1,` + back,
		begin(11) + `"uid":"test001","lang":"ch","windowMode":1,` + back,
		begin(19) + `"uid":"test001","serialNo":"` + testRef + `","amount":50.00,"allCashOutFlag":"0"}`,
		begin(19) + `"uid":"test001","serialNo":"` + testRef + `","amount":-50.01,"allCashOutFlag":"0"}`,
		begin(55) + `"serialNo":"` + testRef + `"}`,
		begin(29) + `"starttime":"14-11-2023 18:05:00","endtime":"14-11-2023 18:10:00","gTypes":[0,7,9,12,18]}`,
		begin(64) + `"starttime":"14-11-2023 15:09:00","endtime":"14-11-2023 15:14:00","gTypes":[0,7,9,12,18]}`,
	}
	if got := s.heard(); !slices.Equal(got, want) {
		t.Errorf("asked\n%s, want\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

type outcome struct {
	want   venue.Outcome
	reason venue.Reason
}

// The answers to a transfer, each with what action 55 says afterwards (TRF-07).
func TestEachAnswerProvesWhatItProves(t *testing.T) {
	carriedOut, unknown := outcome{want: venue.Done}, outcome{}
	refused := func(r venue.Reason) outcome { return outcome{venue.Refused, r} }
	with := func(more string) string { return strings.Replace(moved, `"pid"`, more+`,"pid"`, 1) }
	other := strings.Replace(found, "50.00", "49.99", 1)
	for _, c := range []struct {
		answer, status string
		outcome
	}{
		{moved, "", carriedOut}, {with(`"amount":"-50.00"`), "", carriedOut}, {with(`"serialNo":"` + testRef + `"`), "", carriedOut},
		{with(`"amount":-49.99`), found, unknown}, {with(`"amount":"x"`), found, unknown}, {with(`"serialNo":"T0"`), found, unknown},
		{done, found, unknown}, {balanced, found, unknown}, {`{"status":"0000","userBalance":50}`, found, unknown}, {`{"status":"0000","pid":1}`, found, unknown},
		{no("6002"), absent, refused(venue.Insufficient)}, {no("6006"), absent, refused(venue.Insufficient)},
		{no("6006"), found, carriedOut}, {no("6006"), other, unknown}, {no("6006"), no("9999"), unknown}, {no("6006"), hangUp, unknown}, {no("6006"), "503", unknown},
		{no("9011"), absent, unknown}, {no("9011"), found, carriedOut}, {no("9011"), strings.Replace(found, "50.00", `"-50.00"`, 1), carriedOut},
		{no("7405"), absent, unknown}, {no("7602"), absent, unknown}, {no("9015"), absent, unknown}, {no("9999"), absent, unknown}, {no("987"), found, carriedOut},
		{hangUp, found, unknown}, {"500", found, unknown}, {"503", absent, unknown}, {"", found, unknown}, {"{}", absent, unknown}, {`{"status":null}`, absent, unknown}, {`{"status":""}`, absent, unknown},
		{"[]", absent, unknown}, {"<html></html>", found, unknown}, {`{"status":"60`, absent, unknown},
	} {
		v, _ := openTest(t, map[int][]string{actionTransfer: {c.answer}, actionStatus: {c.status}})
		got, err := v.Debit(t.Context(), order)
		refusal, ok := errors.AsType[*venue.Refusal](err)
		if got != c.want || c.want == venue.Unknown && err == nil || c.want == venue.Refused && (!ok || refusal.Reason != c.reason) {
			t.Errorf("%s then %s: %v, %v, want %v", c.answer, c.status, got, err, c.outcome)
		}
	}
	v, _ := openTest(t, map[int][]string{actionTransfer: {no("6006")}, actionStatus: {absent}})
	got, err := v.Credit(t.Context(), order)
	if refusal, ok := errors.AsType[*venue.Refusal](err); got != venue.Refused || !ok || refusal.Reason != venue.Float {
		t.Errorf("too little for a credit: %v, %v", got, err)
	}
}

func TestAQuestionAboutAnOrderProvesWhatItProves(t *testing.T) {
	data := func(rows string) string { return `{"status":"0000","err_text":"","data":` + rows + `}` }
	for answer, want := range map[string]venue.Answer{
		found: {Outcome: venue.Done, Amount: 5000}, data(`[{"amount":"-50","serialNo":"` + testRef + `"}]`): {Outcome: venue.Done, Amount: 5000}, absent: {Outcome: venue.Absent},
	} {
		v, _ := openTest(t, map[int][]string{actionStatus: {answer}})
		if got, err := v.Lookup(t.Context(), testRef); got != want || err != nil {
			t.Errorf("%s: %v, %v", answer, got, err)
		}
	}
	for _, answer := range []string{
		data(`[]`), data(`null`), data(`{}`), data(`[{}]`), data(`[{"amount":null}]`), data(`[{"amount":0}]`), data(`[{"amount":"x"}]`), data(`[{"amount":1},{"amount":1}]`),
		data(`[{"amount":50,"serialNo":"T0"}]`), moved, done, no("6006"), no("7501"), no("9999"), hangUp, "404", "", "{}",
	} {
		v, _ := openTest(t, map[int][]string{actionStatus: {answer}})
		if got, err := v.Lookup(t.Context(), testRef); got.Outcome != venue.Unknown || err == nil {
			t.Errorf("%s: %v, %v", answer, got, err)
		}
	}
}

func TestAMemberWhoIsNotThereIsCreatedAndTheOrderSentAgain(t *testing.T) {
	v, s := openTest(t, map[int][]string{actionTransfer: {no("7501"), moved}, actionCreate: {done}})
	if got, err := v.Credit(t.Context(), order); got != venue.Done || len(s.heard()) != 3 {
		t.Errorf("Credit = %v, %v after %v", got, err, s.heard())
	}
	v, _ = openTest(t, map[int][]string{actionTransfer: {no("7501"), hangUp}, actionCreate: {done}, actionStatus: {absent}})
	if got, err := v.Credit(t.Context(), order); got != venue.Unknown || err == nil {
		t.Errorf("Credit = %v, %v", got, err)
	}
	v, _ = openTest(t, map[int][]string{actionTransfer: {no("7501")}, actionCreate: {no("9999")}, actionStatus: {absent}})
	if got, err := v.Credit(t.Context(), order); got != venue.Refused {
		t.Errorf("Credit = %v, %v", got, err)
	}
	v, _ = openTest(t, map[int][]string{actionCreate: {no("7602"), no("7501")}, actionKick: {no("7405"), no("7501"), no("9999")}})
	if err := v.EnsurePlayer(t.Context(), "test001"); err != nil {
		t.Errorf("a member who exists: %v", err)
	}
	if err := v.EnsurePlayer(t.Context(), "test001"); err == nil {
		t.Error("a failed creation passed")
	}
	for range 2 {
		if err := v.Kick(t.Context(), "test001"); err != nil {
			t.Errorf("Kick of one who is not there: %v", err)
		}
	}
	if err := v.Kick(t.Context(), "test001"); err == nil {
		t.Error("a failed Kick passed")
	}
}

func TestALaunchCreatesTheMemberAndChecksTheAddress(t *testing.T) {
	path := func(at string) string { return `{"status":"0000","path":"` + at + `"}` }
	v, s := openTest(t, map[int][]string{actionLaunch: {no("7501"), path("https://games.example/1")}, actionCreate: {done}})
	if got, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: "8001"}); got != "https://games.example/1" || len(s.heard()) != 3 {
		t.Errorf("Launch = %q, %v", got, err)
	}
	for _, answer := range []string{path("https://other.example/1"), path("javascript:alert(1)"), path(""), done, no("9999"), no("7501"), hangUp, "{}"} {
		v, _ := openTest(t, map[int][]string{actionLaunch: {answer}, actionCreate: {done}})
		if got, err := v.Launch(t.Context(), venue.Launch{Account: "test001", Game: "8001"}); err == nil || got != "" {
			t.Errorf("%s opens %q", answer, got)
		}
	}
	v, s = openTest(t, nil)
	for _, l := range []venue.Launch{{Account: "test001", Game: "no game"}, {Account: "test001", Game: "x7001"}, {Account: "test001", Game: "-1"}, {Account: "Test", Game: "8001"}, {Game: "8001"}} {
		if got, err := v.Launch(t.Context(), l); err == nil || got != "" || len(s.heard()) != 0 {
			t.Errorf("%+v opens %q", l, got)
		}
	}
}

func TestCodesOfGamesAreKindAndNumber(t *testing.T) {
	for code, want := range map[string]game{"8001": {0, 8001}, "9": {0, 9}, "f01": {7, 1}, "f7001": {7, 7001}, "a9001": {9, 9001}, "l12001": {12, 12001}, "c18001": {18, 18001}} {
		if got, err := readGame(code); got != want || err != nil || got.code() != code {
			t.Errorf("%s is %+v, %v, and back %s", code, got, err, got.code())
		}
	}
	for _, code := range []string{"", "f", "z1", "f-1", "1f", "ff1", "1234567890", " 1"} {
		if got, err := readGame(code); err == nil {
			t.Errorf("%q is %+v", code, got)
		}
	}
	if got := (game{99, 1}).code(); got != "" {
		t.Errorf("an unknown kind is %q", got)
	}
}

func TestWithoutARightOrderNothingIsSent(t *testing.T) {
	v, s := openTest(t, nil)
	for name, m := range map[string]venue.Movement{
		"nothing": {Ref: testRef, Account: "test001"}, "below zero": {Ref: testRef, Account: "test001", Amount: -1}, "too much": {Ref: testRef, Account: "test001", Amount: maxAmount + 1},
		"a strange name": {Ref: testRef, Account: "Test001", Amount: 100}, "a foreign reference": {Ref: "T&1", Account: "test001", Amount: 100},
	} {
		if got, err := v.Credit(t.Context(), m); got != venue.Refused || err == nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if _, err := v.Lookup(t.Context(), "T1"); err == nil {
		t.Error("a foreign reference was asked about")
	}
	_, err1 := v.Balance(t.Context(), "a b")
	err2, err3 := v.EnsurePlayer(t.Context(), "A"), v.Kick(t.Context(), "")
	if err1 == nil || err2 == nil || err3 == nil || len(s.heard()) != 0 {
		t.Errorf("asked %v", s.heard())
	}
}

func TestNamesAndReferencesFit(t *testing.T) {
	v, _ := openTest(t, nil)
	v.config.Prefix = "abcdefghi"
	if got := v.AccountName("MingMing10"); got != "abcdefghimingming10" || !plainName.MatchString(got) {
		t.Errorf("AccountName = %q", got)
	}
	seen := map[string]bool{}
	for range 1000 {
		ref := v.NewRef("test001", testTime)
		if seen[ref] || !reference.MatchString(ref) || len(ref) > 32 || !strings.HasPrefix(ref, "T231114181320000") {
			t.Fatalf("reference %q", ref)
		}
		seen[ref] = true
	}
}

func TestABalanceIsRoundedDownAndNeverGuessed(t *testing.T) {
	data := func(rows string) string { return `{"status":"0000","data":` + rows + `}` }
	for answer, want := range map[string]money.Fen{data(`[{"balance":"1.239"}]`): 123, data(`[{"balance":0}]`): 0, no("7501"): 0} {
		v, _ := openTest(t, map[int][]string{actionBalance: {answer}})
		if got, err := v.Balance(t.Context(), "test001"); got != want || err != nil {
			t.Errorf("%s: %s, %v", answer, got, err)
		}
	}
	for _, answer := range []string{
		data(`[]`), data(`null`), data(`[{}]`), data(`[{"balance":null}]`), data(`[{"balance":-1}]`), data(`[{"balance":"x"}]`), data(`[{"balance":1},{"balance":2}]`), data(`[{"balance":1,"uid":"test002"}]`),
		moved, done, no("6002"), no("9015"), no("9999"), hangUp, "{}", "",
	} {
		v, _ := openTest(t, map[int][]string{actionBalance: {answer}})
		if got, err := v.Balance(t.Context(), "test001"); err == nil {
			t.Errorf("%s: %s", answer, got)
		}
	}
}

// The sheet has no code for keys that the vendor does not accept. So an
// operator is told of every code that the sheet lacks.
func TestACodeThatIsNotOnTheSheetIsLogged(t *testing.T) {
	var log strings.Builder
	v, _ := openTest(t, map[int][]string{actionBalance: {no("9006"), no("7501")}})
	v.config.Log = slog.New(slog.NewTextHandler(&log, nil))
	if _, err := v.Balance(t.Context(), "test001"); err == nil || !strings.Contains(log.String(), "code=9006") || !strings.Contains(log.String(), "action=15") {
		t.Errorf("%v, logged %q", err, log.String())
	}
	log.Reset()
	if _, err := v.Balance(t.Context(), "test001"); err != nil || log.String() != "" {
		t.Errorf("%v, logged %q", err, log.String())
	}
}

func TestNoSecretIsInAnErrorOrALog(t *testing.T) {
	var log strings.Builder
	v, s := openTest(t, map[int][]string{actionTransfer: {no("9006")}, actionStatus: {hangUp}, actionCreate: {"500"}, actionBalance: {"<html></html>"}})
	v.config.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	_, err1 := v.Credit(t.Context(), order)
	err2 := v.EnsurePlayer(t.Context(), "test001")
	_, err3 := v.Balance(t.Context(), "test001")
	v.config.BaseURL = "http://127.0.0.1:1/" + testKey
	_, err4 := v.Balance(t.Context(), "test001")
	shown := fmt.Sprint(err1, err2, err3, err4, log.String())
	if err1 == nil || err2 == nil || err3 == nil || err4 == nil || log.String() == "" {
		t.Errorf("nothing to search: %s", shown)
	}
	for _, secret := range []string{testKey, testIV, s.sealed, "x="} {
		if strings.Contains(shown, secret) {
			t.Errorf("%q is shown: %s", secret, shown)
		}
	}
}

func TestContractsThatCannotWorkAreRefused(t *testing.T) {
	good := Config{BaseURL: "https://x.example/api", DC: "D", Parent: "p", Key: testKey, IV: testIV, Clock: calendar.NewFixed(testTime)}
	if _, err := New(good); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Config){
		"no address": func(c *Config) { c.BaseURL = "" }, "a query": func(c *Config) { c.BaseURL += "?a=1" }, "no dc": func(c *Config) { c.DC = "" }, "no parent": func(c *Config) { c.Parent = "" },
		"a short key": func(c *Config) { c.Key = "short" }, "a long iv": func(c *Config) { c.IV += "0" }, "no clock": func(c *Config) { c.Clock = nil },
		"capitals before names": func(c *Config) { c.Prefix = "HY" }, "a sign before names": func(c *Config) { c.Prefix = "hy_" }, "too much before names": func(c *Config) { c.Prefix = "abcdefghij" },
	} {
		c := good
		change(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s passed", name)
		}
	}
}
