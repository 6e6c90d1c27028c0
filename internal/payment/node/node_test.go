package node

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"golang.org/x/crypto/sha3"

	"hongyun/internal/payment"
)

const secret = "a-key-in-the-address"

func open(t *testing.T, do http.HandlerFunc) *Node {
	t.Helper()
	server := httptest.NewServer(do)
	t.Cleanup(server.Close)
	n, err := New(Config{URL: server.URL + "/v3/" + secret, Timeout: 300 * time.Millisecond, User: "u", Password: secret, Header: map[string]string{"X-Key": secret}})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// answers is a node that says one thing to everything.
func answers(status int, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}
}

func TestWhatANodeSaysIsReadOrRefused(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		body   string
		want   string
		code   int64
	}{
		"a result":             {200, `{"jsonrpc":"2.0","id":1,"result":"0x1"}`, "0x1", 0},
		"null":                 {200, `{"id":1,"result":null}`, "", 0},
		"an error":             {200, `{"id":1,"error":{"code":-32005,"message":"` + secret + `"}}`, "", -32005},
		"bitcoin's error":      {500, `{"result":null,"error":{"code":-5,"message":"x"},"id":1}`, "", -5},
		"a page":               {503, `<h1>maintenance</h1>`, "", 503},
		"a page with 200":      {200, `<h1>It works</h1>`, "", -1},
		"nothing":              {200, ``, "", -1},
		"half":                 {200, `{"id":1,"result":"0x`, "", -1},
		"another's answer":     {200, `{"id":2,"result":"0x1"}`, "", -1},
		"an answer to text":    {200, `{"id":"1","result":"0x1"}`, "", -1},
		"no id":                {200, `{"result":"0x1"}`, "", -1},
		"no result":            {200, `{"id":1}`, "", -1},
		"an error of text":     {200, `{"id":1,"error":"x"}`, "", -1},
		"an empty error":       {200, `{"id":1,"error":{},"result":"0x1"}`, "", -1},
		"a result of a kind":   {200, `{"id":1,"result":{"a":1}}`, "", -1},
		"a result in an error": {500, `{"id":1,"result":"0x1"}`, "", 500},
		"two answers":          {200, `{"id":1,"result":"0x1"}{"id":1,"result":"0x2"}`, "", -1},
	} {
		n := open(t, answers(c.status, c.body))
		var got string
		err := n.Call(t.Context(), "eth_blockNumber", &got)
		no, refused := errors.AsType[*Refused](err)
		switch {
		case c.code == 0 && (err != nil || got != c.want),
			c.code == -1 && !errors.Is(err, ErrGarbage),
			c.code != 0 && c.code != -1 && (!refused || no.Code != c.code):
			t.Errorf("%s: %q, %v", name, got, err)
		}
		if err != nil && strings.Contains(err.Error(), secret) {
			t.Errorf("%s: a secret in %v", name, err)
		}
	}
}

// CBK-7: a node's answer comes from where it was asked, in time, in bounds.
func TestARedirectALongAndASlowAnswerAreErrors(t *testing.T) {
	elsewhere := httptest.NewServer(answers(200, `{"id":1,"result":"0x1"}`))
	defer elsewhere.Close()
	for name, do := range map[string]http.HandlerFunc{
		"redirect": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL, http.StatusTemporaryRedirect)
		},
		"long": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `{"id":1,"result":"`+strings.Repeat("0", answerLimit)+`"}`)
		},
		"slow": func(_ http.ResponseWriter, r *http.Request) {
			_, _ = io.Copy(io.Discard, r.Body) // only then is a caller's leaving seen
			<-r.Context().Done()
		},
		"torn": func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
	} {
		n := open(t, do)
		var got string
		began := time.Now()
		err := n.Call(t.Context(), "x", &got)
		if err == nil || got != "" || strings.Contains(err.Error(), secret) || time.Since(began) > 2*time.Second {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	n, err := New(Config{URL: "http://127.0.0.1:1/" + secret})
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := n.Post(t.Context(), "/x", 1, &got); err == nil || strings.Contains(err.Error(), secret) {
		t.Errorf("nobody listens: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := n.Get(ctx, "/x", nil, &got); !errors.Is(err, context.Canceled) {
		t.Errorf("given up: %v", err)
	}
}

func TestAddressesOfNodesThatCannotBe(t *testing.T) {
	for _, address := range []string{"", "127.0.0.1", "ftp://node", "http://", "http://u:p@node", "http://node?key=1", "http://node#x", "file:///etc/passwd"} {
		if _, err := New(Config{URL: address}); err == nil {
			t.Errorf("%q passes", address)
		}
	}
}

const (
	topic = "0x" + TransferTopic
	payer = "0x000000000000000000000000c0ffee0000000000000000000000000000000001"
	payee = "0x00000000000000000000000000112233445566778899aabbccddeeff00112233"
)

// The sheet's topic is the hash of the event's signature.
func TestTheTopicOfATransferIsTheHashOfItsSignature(t *testing.T) {
	const want = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
	hash := sha3.NewLegacyKeccak256()
	_, _ = hash.Write([]byte("Transfer(address,address,uint256)"))
	if got := fmt.Sprintf("0x%x", hash.Sum(nil)); got != want || topic != want {
		t.Errorf("hash %s, topic %s, want %s", got, topic, want)
	}
}

func amountWord(n *big.Int) string { return fmt.Sprintf("0x%064x", n) }

func TestLogsOfTransfers(t *testing.T) {
	beyond := new(big.Int).Add(big.NewInt(math.MaxInt64), big.NewInt(1))
	for name, c := range map[string]struct {
		topics []string
		data   string
		amount int64
		bad    bool
	}{
		"a transfer":              {[]string{topic, payer, payee}, amountWord(big.NewInt(15_630_000)), 15_630_000, false},
		"the largest":             {[]string{topic, payer, payee}, amountWord(big.NewInt(math.MaxInt64)), math.MaxInt64, false},
		"without 0x":              {[]string{TransferTopic, payer[2:], payee[2:]}, amountWord(big.NewInt(1))[2:], 1, false},
		"nothing":                 {[]string{topic, payer, payee}, amountWord(big.NewInt(0)), 0, false},
		"an approval":             {[]string{"0x8c5be1e5ebec7d5bd14f71427d1e84f3dd0314c0f7b2291e5b200ac8c7c3b925", payer, payee}, amountWord(big.NewInt(1)), 0, false},
		"no topics":               {nil, "", 0, false},
		"more than there is":      {[]string{topic, payer, payee}, amountWord(beyond), 0, true},
		"an unlimited amount":     {[]string{topic, payer, payee}, "0x" + strings.Repeat("f", 64), 0, true},
		"two topics":              {[]string{topic, payer}, amountWord(big.NewInt(1)), 0, true},
		"the id of a collectible": {[]string{topic, payer, payee, payee}, "0x", 0, true},
		"short data":              {[]string{topic, payer, payee}, "0x01", 0, true},
		"long data":               {[]string{topic, payer, payee}, amountWord(big.NewInt(1)) + "00", 0, true},
		"data that is no hex":     {[]string{topic, payer, payee}, "0x" + strings.Repeat("g", 64), 0, true},
		"a sign in the data":      {[]string{topic, payer, payee}, "0x-" + strings.Repeat("0", 63), 0, true},
		"an address too long":     {[]string{topic, payer, "0x01" + payee[4:]}, amountWord(big.NewInt(1)), 0, true},
		"an address too short":    {[]string{topic, payer, payee[:42]}, amountWord(big.NewInt(1)), 0, true},
	} {
		_, to, amount, moved, err := ReadTransfer(c.topics, c.data)
		if (err != nil) != c.bad || amount != c.amount && err == nil || moved != (c.amount > 0 && !c.bad) {
			t.Errorf("%s: %d, %v, %v", name, amount, moved, err)
		}
		if moved && WordOf(to) != payee {
			t.Errorf("%s: to %x", name, to)
		}
	}
}

func TestQuantities(t *testing.T) {
	for text, want := range map[string]int64{"0x0": 0, "0x1a": 26, "0x7fffffffffffffff": math.MaxInt64, "0x0a": 10} {
		if got, err := Quantity(text); err != nil || got != want {
			t.Errorf("%s: %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "0x", "1a", "0x-1", "0x+1", "0x1_0", "0x8000000000000000", "0xg", " 0x1", "0x1 ", "0X1"} {
		if got, err := Quantity(text); err == nil {
			t.Errorf("%q is %d", text, got)
		}
	}
	if got := QuantityOf(1_000_000); got != "0xf4240" {
		t.Error(got)
	}
}

func TestWindowsOfBlocks(t *testing.T) {
	const again, most = 10, 100
	for name, c := range map[string]struct {
		cursor      string
		head, final int64
		held, cut   int64
		from, to    int64
		next        string
		more        bool
	}{
		"the beginning":              {"", 1000, 989, 0, 0, 980, 1000, "b980", false},
		"at the tip":                 {"b980", 1001, 990, 0, 0, 980, 1001, "b981", false},
		"far behind":                 {"b500", 1000, 989, 0, 0, 500, 599, "b600", true},
		"nearly there":               {"b895", 1000, 989, 0, 0, 895, 994, "b990", true},
		"a node that is behind":      {"b980", 950, 939, 0, 0, 980, 950, "b980", false},
		"a node a little behind":     {"b980", 985, 974, 0, 0, 980, 985, "b980", false},
		"something is still open":    {"b970", 1000, 989, 975, 0, 970, 1000, "b975", false},
		"open beyond what is final":  {"b970", 1000, 989, 995, 0, 970, 1000, "b980", false},
		"cut":                        {"b970", 1000, 989, 0, 977, 970, 1000, "b977", true},
		"cut where it began":         {"b970", 1000, 989, 0, 970, 970, 1000, "b970", false},
		"cut beyond what is final":   {"b970", 1000, 989, 0, 995, 970, 1000, "b990", true},
		"open before it was cut":     {"b970", 1000, 989, 972, 977, 970, 1000, "b972", false},
		"a chain of a few blocks":    {"", 3, -8, 0, 0, 0, 3, "b0", false},
		"nothing was final for long": {"b500", 1000, 499, 0, 0, 500, 599, "b500", false},
	} {
		w, err := Open("b", payment.Cursor{Text: c.cursor}, c.head, c.final, again, most)
		if err != nil || w.From != c.from || w.To != c.to {
			t.Errorf("%s: %+v, %v", name, w, err)
		}
		if next := w.Next("b", c.held, c.cut); next.Text != c.next || next.More != c.more {
			t.Errorf("%s: next %+v", name, next)
		}
	}
}

// FuzzReadTransfer: whatever passes is an amount above zero that the data says.
func FuzzReadTransfer(f *testing.F) {
	f.Add(topic, payer, payee, amountWord(big.NewInt(15_630_000)))
	f.Add(TransferTopic, payer[2:], payee[2:], "ff")
	f.Fuzz(func(t *testing.T, a, b, c, data string) {
		_, to, amount, moved, err := ReadTransfer([]string{a, b, c}, data)
		if moved != (amount > 0) && err == nil || err != nil && (moved || amount != 0) {
			t.Errorf("%d, %v, %v", amount, moved, err)
		}
		if moved {
			if n, ok := new(big.Int).SetString(strings.TrimPrefix(data, "0x"), 16); !ok || !n.IsInt64() || n.Int64() != amount {
				t.Errorf("%q is not %d", data, amount)
			}
			if !strings.EqualFold(strings.TrimPrefix(c, "0x"), WordOf(to)[2:]) {
				t.Errorf("%q is not %x", c, to)
			}
		}
	})
}

// FuzzQuantity: whatever passes is read back.
func FuzzQuantity(f *testing.F) {
	f.Add("0x1a")
	f.Add("0x")
	f.Fuzz(func(t *testing.T, text string) {
		n, err := Quantity(text)
		if err != nil {
			return
		}
		if again, err := Quantity(QuantityOf(n)); err != nil || again != n || n < 0 {
			t.Errorf("%q: %d, %d, %v", text, n, again, err)
		}
	})
}
