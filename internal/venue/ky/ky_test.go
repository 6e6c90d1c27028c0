package ky

import (
	"context"
	"crypto/aes"
	"crypto/des"
	"encoding/base64"
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
	"hongyun/internal/venue/wire"
)

// The keys are made up; the vectors are the protocol sheet's.
const (
	testAgent  = "70001"
	testDESKey = "0123456789abcdef"
	testMD5Key = "demoMd5KeyForKy1"
)

var testTime = time.UnixMilli(1700000000000)

// script is a company that answers by a list and keeps what it was asked.
type script struct {
	t       *testing.T
	mu      sync.Mutex
	asked   []url.Values
	answers map[string][]string // command number → answers in turn; the last one repeats
}

// heard is what the company was asked so far, in order. A connection that it
// closed without an answer orders nothing, so the list is read under its lock.
func (s *script) heard() []url.Values {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	inner := unseal(s.t, r.URL.Query().Get("param"))
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, inner)
	list := s.answers[inner.Get("s")]
	if len(list) == 0 {
		http.Error(w, "not scripted", http.StatusTeapot)
		return
	}
	if len(list) > 1 {
		s.answers[inner.Get("s")] = list[1:]
	}
	if list[0] == "hang up" {
		panic(http.ErrAbortHandler)
	}
	fmt.Fprint(w, list[0])
}

func unseal(t *testing.T, param string) url.Values {
	sealed, err := base64.StdEncoding.DecodeString(param)
	if err != nil || len(sealed)%16 != 0 || len(sealed) == 0 {
		t.Errorf("param %q is no sealed text", param)
		return nil
	}
	block, _ := aes.NewCipher([]byte(testDESKey))
	for at := 0; at < len(sealed); at += 16 {
		block.Decrypt(sealed[at:at+16], sealed[at:at+16])
	}
	plain := string(sealed[:len(sealed)-int(sealed[len(sealed)-1])])
	values := url.Values{}
	for pair := range strings.SplitSeq(plain, "&") {
		name, value, _ := strings.Cut(pair, "=")
		values.Set(name, value) // the inner text is not url-encoded
	}
	return values
}

func open4test(t *testing.T, answers map[string][]string) (*Venue, *script) {
	s := &script{t: t, answers: answers}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	v, err := New(Config{
		Code: "ky", PlatformID: 26, BaseURL: server.URL + "/channelHandle", RecordURL: server.URL + "/getRecordHandle",
		Agent: testAgent, DESKey: testDESKey, MD5Key: testMD5Key, LineCode: "hy01",
		Clock: calendar.NewFixed(testTime), Timeout: 2 * time.Second,
	})
	if err != nil {
		t.Fatal(err)
	}
	return v, s
}

func TestSealAndKeyMatchTheSheetsVectors(t *testing.T) {
	key, err := newCipherKey(testDESKey)
	if err != nil {
		t.Fatal(err)
	}
	for inner, want := range map[string]string{
		"s=1&account=test001": "XiJi6BoGcQpC6U4uF+sxmC0o9ptnHXJz0OCT/isDoE4=",
		"s=2&account=test001&orderid=7000120231114221320000test001&money=100.00": "VbVqYo+81FmFScR55lTCfJ3SnKIBs90CSQSh5d204fIog5RHfJwxIu2JgbJa5qhmwXMw1ZwUbp0K+XP+FWSsqswHDS5S1JKlyrBcvyxUCW4=",
		"s=6&startTime=1699999400000&endTime=1699999700000":                      "eTx5eI3AumsyLHoIu9DOIpzB9XSECp75GnDW7ixfqk38fsNns+kMiXvQ2+i7gdyk6l8SYCwGBNMCH3h//8kvSQ==",
	} {
		if got, err := key.seal(inner); err != nil || got != want {
			t.Errorf("seal(%q)\n got %s, %v\nwant %s", inner, got, err, want)
		}
	}
	if got := callKey(testAgent, 1700000000000, testMD5Key); got != "aff68f12584ad8054cbb4c23b516443c" {
		t.Errorf("key = %s", got)
	}
	v, _ := open4test(t, nil)
	got, err := v.address("http://h/channelHandle", 1700000000000, "s=1&account=test001")
	if err != nil || !strings.Contains(got, "param=XiJi6BoGcQpC6U4uF%2BsxmC0o9ptnHXJz0OCT%2FisDoE4%3D") {
		t.Errorf("address = %s, %v", got, err)
	}
}

// The sheet's vector of the DS dialect, which no venue speaks: the same parts over DES. Its
// signature is our key of a call, its param our way of sealing with another cipher.
func TestTheVectorOfTheRelatedDialectIsReproduced(t *testing.T) {
	block, err := des.NewCipher([]byte("12345678"))
	if err != nil {
		t.Fatal(err)
	}
	if got := base64.StdEncoding.EncodeToString(wire.ECB{Block: block}.Seal([]byte("ac=2&userCode=test001"))); got != "ZzYgOG3//brvkoeKFaUa+oLsSOJ7sRqA" {
		t.Errorf("param = %s", got)
	}
	if got := callKey("7001", 1700000000000, "demoMd5Key"); got != "ba0cb379d1dc2c39ea9516e99cd6422c" {
		t.Errorf("sign = %s", got)
	}
}

func TestReferenceHasTheVendorsShapeAndIsNeverRepeated(t *testing.T) {
	v, _ := open4test(t, nil)
	if got := v.NewRef("test001", testTime); got != "7000120231115061320000test001" { // 06:13:20 in Beijing
		t.Errorf("NewRef = %s", got)
	}
	seen := map[string]bool{}
	for range 1000 {
		ref := v.NewRef("test001", testTime)
		if seen[ref] || len(ref) > 100 {
			t.Fatalf("reference %s again, or too long", ref)
		}
		seen[ref] = true
	}
}

func answer(command int, fields string) string {
	return fmt.Sprintf(`{"s":%d,"m":"/channelHandle","d":{%s}}`, 100+command, fields)
}

// TRF-07, trust F2, F3, F5, F6, F14: which answers of the vendor prove what. A
// wrong line here gives money back that the venue has, or keeps money that it
// has not.
func TestWhatEachAnswerProves(t *testing.T) {
	const absent, done, failed, busy = `"code":0,"status":-1`, `"code":0,"status":0,"money":50`, `"code":0,"status":2`, `"code":0,"status":3`
	for _, tc := range []struct {
		name    string
		first   string // inner answer to the transfer
		order   string // inner answer to the question for the order
		outcome venue.Outcome
		reason  venue.Reason
	}{
		{"yes", `"code":0,"money":150.00`, "", venue.Done, 0},
		{"yes in an old version's text", `"code":"0","money":"150.00"`, "", venue.Done, 0},
		{"seen before and carried out", `"code":34`, done, venue.Done, 0},
		{"seen before and failed", `"code":34`, failed, venue.Refused, venue.Other},
		{"seen before and under way", `"code":34`, busy, venue.Unknown, 0},
		{"seen before and not to be found", `"code":34`, absent, venue.Unknown, 0},
		{"still processing, then carried out", `"code":44`, done, venue.Done, 0},
		{"still processing", `"code":44`, busy, venue.Unknown, 0},
		{"carried out with another amount", `"code":34`, `"code":0,"status":0,"money":50.01`, venue.Unknown, 0},
		{"too little money", `"code":38`, absent, venue.Refused, venue.Insufficient},
		{"too little money, old code, order kept as failed", `"code":1005`, failed, venue.Refused, venue.Insufficient},
		{"too little money, but the order went through", `"code":38`, done, venue.Done, 0},
		{"too little money, and the order cannot be asked for", `"code":38`, `"code":27`, venue.Unknown, 0},
		{"our credit is used up", `"code":1002`, absent, venue.Refused, venue.Float},
		{"account blocked", `"code":20`, absent, venue.Refused, venue.Blocked},
		{"another operation for the account", `"code":39`, absent, venue.Unknown, 0},
		{"asked too often", `"code":43`, absent, venue.Unknown, 0},
		{"held by their risk control", `"code":52`, absent, venue.Unknown, 0},
		{"database trouble there", `"code":27`, absent, venue.Unknown, 0},
		{"general failure", `"code":999`, absent, venue.Unknown, 0},
		{"general failure, order kept as failed", `"code":999`, failed, venue.Refused, venue.Other},
		{"a code nobody knows", `"code":98765`, absent, venue.Unknown, 0},
		{"a code nobody knows, order absent by code", `"code":98765`, `"code":26`, venue.Unknown, 0},
		{"key not accepted, order neither", `"code":15`, `"code":15`, venue.Unknown, 0},
		{"no code at all", `"money":1`, done, venue.Unknown, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			v, _ := open4test(t, map[string][]string{"2": {answer(2, tc.first)}, "4": {answer(4, tc.order)}})
			got, err := v.Credit(t.Context(), venue.Movement{Ref: v.NewRef("ming", testTime), Account: "ming", Amount: 5000})
			if got != tc.outcome {
				t.Fatalf("Credit = %v, %v; want %v", got, err, tc.outcome)
			}
			refusal, _ := errors.AsType[*venue.Refusal](err)
			if got == venue.Refused && (refusal == nil || refusal.Reason != tc.reason) {
				t.Errorf("refused with %v; want reason %v", err, tc.reason)
			}
			if (got == venue.Unknown) != (err != nil && refusal == nil) {
				t.Errorf("%v came with %v", got, err)
			}
		})
	}
}

// trust F6: an answer that cannot be read proves nothing.
func TestUnreadableAnswersProveNothing(t *testing.T) {
	for _, body := range []string{
		"", "null", "[]", `"ok"`, "<html>502</html>", `{"s":102`, `{"s":102,"d":null}`, `{"s":102,"d":{}}`, `{"s":102,"d":{"code":null}}`,
		`{"s":107,"d":{"code":0}}`, `{"d":{"code":0}}`, `{"s":102,"d":{"code":"x"}}`, `{"s":102,"d":{"code":0.5}}`, "hang up",
		`{"s":102,"d":{"code":0,"money":` + strings.Repeat("1", commandLimit) + `}}`,
	} {
		v, _ := open4test(t, map[string][]string{"2": {body}, "3": {body}, "4": {body}})
		m := venue.Movement{Ref: v.NewRef("ming", testTime), Account: "ming", Amount: 5000}
		if got, err := v.Credit(t.Context(), m); got != venue.Unknown || err == nil {
			t.Errorf("%.40q: Credit = %v, %v", body, got, err)
		}
		if got, err := v.Debit(t.Context(), m); got != venue.Unknown || err == nil {
			t.Errorf("%.40q: Debit = %v, %v", body, got, err)
		}
		if got, err := v.Lookup(t.Context(), m.Ref); got.Outcome != venue.Unknown || err == nil {
			t.Errorf("%.40q: Lookup = %v, %v", body, got, err)
		}
	}
}

func TestAccountThatIsNotThereIsCreatedAndTheSameOrderSentAgain(t *testing.T) {
	v, s := open4test(t, map[string][]string{
		"2": {answer(2, `"code":35`), answer(2, `"code":0,"money":50`)},
		"0": {answer(0, `"code":0,"url":"https://game.example/x"`)},
	})
	ref := v.NewRef("ming", testTime)
	if got, err := v.Credit(t.Context(), venue.Movement{Ref: ref, Account: "ming", Amount: 5000}); got != venue.Done {
		t.Fatalf("Credit = %v, %v", got, err)
	}
	var order []string
	for _, q := range s.heard() {
		order = append(order, q.Get("s"))
	}
	if strings.Join(order, " ") != "2 0 2" || s.heard()[0].Get("orderid") != ref || s.heard()[2].Get("orderid") != ref {
		t.Errorf("asked %v", s.heard())
	}
	if login := s.heard()[1]; login.Get("money") != "0" || login.Get("account") != "ming" || login.Get("lineCode") != "hy01" || login.Get("KindID") != "0" {
		t.Errorf("created with %v", login)
	}
}

// trust F5: money on a table is a clear no, and only when the order is not there.
func TestTakingMoneyOffATableIsRefused(t *testing.T) {
	v, _ := open4test(t, map[string][]string{
		"3": {answer(3, `"code":33`)}, "4": {answer(4, `"code":0,"status":-1`)},
		"7": {answer(7, `"code":0,"totalMoney":"100.00","freeMoney":"20.00","gameStatus":1,"status":1`)},
	})
	got, err := v.Debit(t.Context(), venue.Movement{Ref: v.NewRef("ming", testTime), Account: "ming", Amount: 5000})
	refusal, _ := errors.AsType[*venue.Refusal](err)
	if got != venue.Refused || refusal == nil || refusal.Reason != venue.InGame {
		t.Fatalf("Debit = %v, %v", got, err)
	}
}

func TestAmountsAreReadAndWrittenExactly(t *testing.T) {
	for text, want := range map[string]money.Fen{
		`"code":0,"money":0.1`: 10, `"code":0,"money":"0.29"`: 29, `"code":0,"money":1234567.89`: 123456789,
		`"code":0,"money":"10.0000"`: 1000, `"code":0,"money":7`: 700, `"code":0,"money":19.999`: 1999,
	} {
		v, _ := open4test(t, map[string][]string{"1": {answer(1, text)}})
		if got, err := v.Balance(t.Context(), "ming"); err != nil || got != want {
			t.Errorf("balance of %s = %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{`"code":0`, `"code":0,"money":null`, `"code":0,"money":"1e3"`, `"code":0,"money":"١"`, `"code":0,"money":"1,000"`, `"code":0,"money":true`, `"code":0,"money":{}`, `"code":0,"money":""`} {
		v, _ := open4test(t, map[string][]string{"1": {answer(1, text)}})
		if got, err := v.Balance(t.Context(), "ming"); err == nil {
			t.Errorf("balance of %s = %v, want an error", text, got)
		}
	}
	v, s := open4test(t, map[string][]string{"2": {answer(2, `"code":0`)}})
	for amount, want := range map[money.Fen]string{1: "0.01", 29: "0.29", 10000: "100.00", 1_000_000_000: "10000000.00"} {
		s.asked = nil
		_, _ = v.Credit(t.Context(), venue.Movement{Ref: v.NewRef("ming", testTime), Account: "ming", Amount: amount})
		if len(s.heard()) != 1 || s.heard()[0].Get("money") != want {
			t.Errorf("%d fen sent as %v, want %s", amount, s.heard(), want)
		}
	}
}

// Text from outside must never become a parameter of a signed call.
func TestNothingIsSentThatCouldChangeTheCommand(t *testing.T) {
	v, s := open4test(t, nil)
	ref := v.NewRef("ming", testTime)
	for _, account := range []string{"", "a&money=9999", "a b", "米", strings.Repeat("a", 65)} {
		if got, _ := v.Credit(t.Context(), venue.Movement{Ref: ref, Account: account, Amount: 100}); got == venue.Done {
			t.Errorf("account %q was sent", account)
		}
		_, _ = v.Balance(t.Context(), account)
		_, _ = v.Launch(t.Context(), venue.Launch{Account: account})
		_ = v.Kick(t.Context(), account)
		_ = v.EnsurePlayer(t.Context(), account)
	}
	_, _ = v.Lookup(t.Context(), "7000120231115061320000ming&s=8")
	for _, amount := range []money.Fen{0, -1, maxAmount + 1} {
		if got, _ := v.Debit(t.Context(), venue.Movement{Ref: ref, Account: "ming", Amount: amount}); got != venue.Refused {
			t.Errorf("amount %d: %v", amount, got)
		}
	}
	for _, game := range []string{"0&money=100", "-1", "ky2", "620 "} {
		if _, err := v.Launch(t.Context(), venue.Launch{Account: "ming", Game: game}); err == nil {
			t.Errorf("game %q was opened", game)
		}
	}
	if len(s.heard()) != 0 {
		t.Errorf("sent %v", s.heard())
	}
}

// LNCH-02, GAME-06: the board launch links carry game "ky" or "0", the lobby.
func TestLaunchOpensTheLobbyAndKeepsTheAddress(t *testing.T) {
	v, s := open4test(t, map[string][]string{"0": {answer(0, `"code":0,"url":"https://game.example/i?b=2&a=1"`)}})
	got, err := v.Launch(t.Context(), venue.Launch{Account: "ming", Game: "ky", Mode: "1", Language: "zh-CN", IP: "::ffff:1.2.3.4", BackURL: "https://site.example/#/"})
	if err != nil || got != "https://game.example/i?b=2&a=1&backUrl=https%3A%2F%2Fsite.example%2F%23%2F&jumpType=3" {
		t.Errorf("Launch = %s, %v", got, err)
	}
	if q := s.heard()[0]; q.Get("KindID") != "0" || q.Get("ip") != "1.2.3.4" || q.Get("money") != "0" {
		t.Errorf("asked %v", q)
	}
	for _, bad := range []string{"", "javascript:alert(1)", "//x", "/path", "data:text/html,x"} {
		v, _ := open4test(t, map[string][]string{"0": {answer(0, fmt.Sprintf(`"code":0,"url":%q`, bad))}})
		if got, err := v.Launch(t.Context(), venue.Launch{Account: "ming"}); err == nil {
			t.Errorf("address %q was passed on as %q", bad, got)
		}
	}
}

// trust T13: a reply of the venue must not become a redirect to anywhere.
func TestAGameOutsideTheListedHostsIsNotOpened(t *testing.T) {
	for address, open := range map[string]bool{
		"https://game.example/x": true, "https://game.example:8443/x": true, "https://evil.example/x": false,
		"https://game.example@evil.example/": false, "https://evil.example/?game.example": false,
	} {
		v, _ := open4test(t, map[string][]string{"0": {answer(0, fmt.Sprintf(`"code":0,"url":%q`, address))}})
		v.config.LaunchHosts = []string{"game.example"}
		if got, err := v.Launch(t.Context(), venue.Launch{Account: "ming"}); (err == nil) != open {
			t.Errorf("%s: %q, %v", address, got, err)
		}
	}
}

func TestALaunchBesideATransferIsTriedOnceMore(t *testing.T) {
	v, s := open4test(t, map[string][]string{"0": {answer(0, `"code":39`), answer(0, `"code":0,"url":"https://game.example/x"`)}})
	if got, err := v.Launch(t.Context(), venue.Launch{Account: "ming"}); err != nil || len(s.heard()) != 2 {
		t.Errorf("Launch = %q, %v after %d calls", got, err, len(s.heard()))
	}
}

func TestSettingsThatCannotWorkAreRefused(t *testing.T) {
	good := Config{BaseURL: "http://h/c", RecordURL: "http://h/r", Agent: "7", DESKey: testDESKey, MD5Key: "x", Clock: calendar.System()}
	if _, err := New(good); err != nil {
		t.Fatal(err)
	}
	for name, spoil := range map[string]func(*Config){
		"short key": func(c *Config) { c.DESKey = "short" }, "no agent": func(c *Config) { c.Agent = "" }, "no key": func(c *Config) { c.MD5Key = "" },
		"no address": func(c *Config) { c.BaseURL = "" }, "query": func(c *Config) { c.RecordURL = "http://h/r?x=1" },
		"line code": func(c *Config) { c.LineCode = "a&b" }, "prefix": func(c *Config) { c.Prefix = "a=" }, "no clock": func(c *Config) { c.Clock = nil },
	} {
		c := good
		spoil(&c)
		if _, err := New(c); err == nil {
			t.Errorf("%s passed", name)
		} else if strings.Contains(err.Error(), "short") {
			t.Errorf("%s: the error quotes a key: %v", name, err)
		}
	}
}

func TestARedirectIsNotFollowed(t *testing.T) {
	reached := false
	elsewhere := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer elsewhere.Close()
	server := httptest.NewServer(http.RedirectHandler(elsewhere.URL, http.StatusFound))
	defer server.Close()
	v, err := New(Config{BaseURL: server.URL, RecordURL: server.URL, Agent: "7", DESKey: testDESKey, MD5Key: "x", Clock: calendar.System()})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := v.Balance(t.Context(), "ming"); err == nil || reached {
		t.Errorf("a signed call was carried elsewhere: %v", err)
	}
}

func TestErrorsHoldNeitherKeysNorSignatures(t *testing.T) {
	v, err := New(Config{BaseURL: "http://127.0.0.1:1/c", RecordURL: "http://127.0.0.1:1/r", Agent: testAgent, DESKey: testDESKey, MD5Key: testMD5Key, Clock: calendar.NewFixed(testTime)})
	if err != nil {
		t.Fatal(err)
	}
	_, err = v.Credit(context.Background(), venue.Movement{Ref: v.NewRef("ming", testTime), Account: "ming", Amount: 100})
	for _, secret := range []string{testDESKey, testMD5Key, "param=", "key=", "aff68f12584ad8054cbb4c23b516443c"} {
		if err == nil || strings.Contains(err.Error(), secret) {
			t.Errorf("error %v holds %q", err, secret)
		}
	}
}
