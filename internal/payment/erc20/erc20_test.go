package erc20

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"hongyun/internal/payment"
	"hongyun/internal/payment/node"
)

const (
	ours   = "0x00112233445566778899AABbCCdDeeFf00112233"
	other  = "0x74472e7d35395a6b5add427eecb7f4b62ad2b071"
	number = "0xab12000000000000000000000000000000000000000000000000000000000cde"
	hashA  = "0xaa00000000000000000000000000000000000000000000000000000000000001"
	hashB  = "0xbb00000000000000000000000000000000000000000000000000000000000002"
)

// rpc is a node that says what it is told to, by method.
type rpc map[string]string

func (n rpc) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var q struct {
		ID     int64  `json:"id"`
		Method string `json:"method"`
	}
	body, _ := io.ReadAll(r.Body)
	_ = json.Unmarshal(body, &q)
	result, ok := n[q.Method]
	if !ok {
		result = healthy[q.Method]
	}
	_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%d,"result":%s}`, q.ID, result)
}

// healthy: block 0x3e8 (1000) has the transfer, and the head is 0x3f3 (1011).
var healthy = rpc{
	"eth_blockNumber": `"0x3f3"`, "eth_getBlockByNumber": block("0x3e8", hashA), "eth_getLogs": "[" + line("") + "]",
	"eth_getTransactionReceipt": receiptOf("0x1", hashA, line("")), "eth_getTransactionByHash": "null",
}

func block(number, hash string) string {
	return fmt.Sprintf(`{"number":%q,"hash":%q,"timestamp":"0x65920080"}`, number, hash)
}

// line is a log of 15.63 USDT to ours; change is "old→new".
func line(changes ...string) string {
	text := fmt.Sprintf(`{"address":"0xdac17f958d2ee523a2206206994597c13d831ec7","topics":["0x%s","0x000000000000000000000000c0ffee0000000000000000000000000000000001",%q],"data":"0x%064x","blockNumber":"0x3e8","blockHash":%q,"transactionHash":%q,"logIndex":"0x7","removed":false}`,
		node.TransferTopic, "0x000000000000000000000000"+strings.ToLower(ours[2:]), 15_630_000, hashA, number)
	for _, change := range changes {
		if from, to, ok := strings.Cut(change, "→"); ok {
			text = strings.Replace(text, from, to, 1)
		}
	}
	return text
}

func receiptOf(status, hash string, logs ...string) string {
	return fmt.Sprintf(`{"transactionHash":%q,"blockHash":%q,"blockNumber":"0x3e8","status":%q,"logs":[%s]}`, number, hash, status, strings.Join(logs, ","))
}

func (n rpc) open(t *testing.T, c Config) *Chain {
	t.Helper()
	server := httptest.NewServer(n)
	t.Cleanup(server.Close)
	c.URL, c.Timeout = server.URL, time.Second
	chain, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return chain
}

func house(t *testing.T) []payment.Address {
	t.Helper()
	a, err := payment.ParseAddress(payment.ERC20, ours)
	if err != nil {
		t.Fatal(err)
	}
	return []payment.Address{a}
}

// trust CBK-7: a token is its contract, and what pays is the log in the block
// that stands.
func TestWhatIsATransferAndWhatOnlyLooksLikeOne(t *testing.T) {
	for name, c := range map[string]struct {
		node rpc
		told int
		bad  bool
	}{
		"a transfer":                     {rpc{}, 1, false},
		"told twice":                     {rpc{"eth_getLogs": "[" + line() + "," + line() + "]"}, 1, false},
		"removed by a reorganisation":    {rpc{"eth_getLogs": "[" + line(`"removed":false→"removed":true`) + "]"}, 0, false},
		"another token's":                {rpc{"eth_getLogs": "[" + line("0xdac17f958d2ee523a2206206994597c13d831ec7→"+other) + "]"}, 0, false},
		"another token's in the receipt": {rpc{"eth_getTransactionReceipt": receiptOf("0x1", hashA, line("0xdac17f958d2ee523a2206206994597c13d831ec7→"+other))}, 0, true},
		"to somebody else":               {rpc{"eth_getLogs": "[" + line("00112233445566778899aabbccddeeff00112233→00112233445566778899aabbccddeeff00112234") + "]"}, 0, false},
		"another event":                  {rpc{"eth_getLogs": "[" + line("ddf252ad→8c5be1e5") + "]"}, 0, false},
		"failed in the receipt":          {rpc{"eth_getTransactionReceipt": receiptOf("0x0", hashA, line())}, 0, true},
		"another amount":                 {rpc{"eth_getTransactionReceipt": receiptOf("0x1", hashA, line("ee7eb0\"→ee7eb1\""))}, 0, true},
		"in another block by now":        {rpc{"eth_getTransactionReceipt": receiptOf("0x1", hashB, line())}, 0, false},
		"its block stands no more":       {rpc{"eth_getBlockByNumber": block("0x3e8", hashB)}, 0, false},
		"no receipt any more":            {rpc{"eth_getTransactionReceipt": "null"}, 0, false},
		"another's receipt":              {rpc{"eth_getTransactionReceipt": strings.Replace(receiptOf("0x1", hashA, line()), number, hashB, 1)}, 0, true},
		"a receipt without a status":     {rpc{"eth_getTransactionReceipt": receiptOf("", hashA, line())}, 0, true},
		"another block than asked for":   {rpc{"eth_getBlockByNumber": block("0x3e9", hashA)}, 0, true},
		"no block":                       {rpc{"eth_getBlockByNumber": "null"}, 0, true},
		"logs that are null":             {rpc{"eth_getLogs": "null"}, 0, true},
		"a log beyond the question":      {rpc{"eth_getLogs": "[" + line(`"0x3e8"→"0xffffff"`) + "]"}, 0, true},
		"a log without a block":          {rpc{"eth_getLogs": "[" + line(`"0x3e8"→null`) + "]"}, 0, true},
		"a log without a number":         {rpc{"eth_getLogs": "[" + line(number+"→0x12") + "]"}, 0, true},
		"short data":                     {rpc{"eth_getLogs": "[" + line("0x0000→0x00") + "]"}, 0, true},
		"a head that is no number":       {rpc{"eth_blockNumber": `"many"`}, 0, true},
	} {
		list, next, err := c.node.open(t, Config{}).Incoming(t.Context(), house(t), payment.Cursor{Text: "b900"})
		if len(list) != c.told || (err != nil) != c.bad {
			t.Errorf("%s: %v, %v", name, list, err)
		}
		for _, m := range list {
			if m.Amount != 15_630_000 || !m.Final || m.Confirmations != 12 || m.To.String() != ours || m.Tx != number || m.Index != 0 || m.At.Unix() != 0x65920080 {
				t.Errorf("%s: %+v", name, m)
			}
		}
		if err == nil && next.Text != "b901" {
			t.Errorf("%s: the cursor is %s", name, next.Text)
		}
	}
}

// The twelfth confirmation makes it final, or the network's word where that is
// asked for.
func TestFinality(t *testing.T) {
	for name, c := range map[string]struct {
		node  rpc
		set   Config
		final bool
		deep  int
	}{
		"eleven":                 {rpc{"eth_blockNumber": `"0x3f2"`}, Config{}, false, 11},
		"twelve":                 {rpc{}, Config{}, true, 12},
		"two are enough":         {rpc{"eth_blockNumber": `"0x3e9"`}, Config{Confirmations: 2}, true, 2},
		"the network says so":    {rpc{"eth_getBlockByNumber": block("0x3e8", hashA)}, Config{Finalized: true}, true, 12},
		"the network says: less": {rpc{"eth_getBlockByNumber": block("0x3e7", hashA)}, Config{Finalized: true}, false, 12},
	} {
		s, err := c.node.open(t, c.set).Lookup(t.Context(), number)
		if strings.HasSuffix(name, "less") { // the same answer serves the question for the block, which then does not fit
			if err == nil {
				t.Errorf("%s: %+v", name, s)
			}
			continue
		}
		want := payment.Open
		if c.final {
			want = payment.Paid
		}
		if err != nil || s.State != want || s.Confirmations != c.deep || s.Transfers[0].Final != c.final {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
}

func TestLookups(t *testing.T) {
	for name, c := range map[string]struct {
		node rpc
		want payment.State
	}{
		"paid":                     {rpc{}, payment.Paid},
		"failed":                   {rpc{"eth_getTransactionReceipt": receiptOf("0x0", hashA)}, payment.Failed},
		"another token's":          {rpc{"eth_getTransactionReceipt": receiptOf("0x1", hashA, line("0xdac17f958d2ee523a2206206994597c13d831ec7→"+other))}, payment.Failed},
		"waits":                    {rpc{"eth_getTransactionReceipt": "null", "eth_getTransactionByHash": `{"hash":"` + number + `"}`}, payment.Open},
		"nowhere":                  {rpc{"eth_getTransactionReceipt": "null"}, payment.Absent},
		"another waits":            {rpc{"eth_getTransactionReceipt": "null", "eth_getTransactionByHash": `{"hash":"` + hashB + `"}`}, payment.Unknown},
		"its block stands no more": {rpc{"eth_getBlockByNumber": block("0x3e8", hashB)}, payment.Unknown},
		"a receipt of text":        {rpc{"eth_getTransactionReceipt": `"0x1"`}, payment.Unknown},
	} {
		s, err := c.node.open(t, Config{}).Lookup(t.Context(), number)
		if s.State != c.want || (err != nil) != (c.want == payment.Unknown) {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
}

func TestSettingsThatCannotBe(t *testing.T) {
	for name, c := range map[string]Config{
		"no address": {}, "a contract mistyped": {URL: "http://node", Contract: MainNet[:41] + "8"},
		"confirmations below one": {URL: "http://node", Confirmations: -1}, "a span too small": {URL: "http://node", Span: 100},
	} {
		if _, err := New(c); err == nil {
			t.Errorf("%s passes", name)
		}
	}
}

// FuzzWire: whatever a node says, what comes out is an error or a transfer of
// the token to an address that was asked for.
func FuzzWire(f *testing.F) {
	f.Add(line(), receiptOf("0x1", hashA, line()))
	f.Add(`{}`, `{"status":"0x1","logs":[{}]}`)
	contract, err := payment.ParseContract(payment.ERC20, MainNet)
	if err != nil {
		f.Fatal(err)
	}
	to, _ := payment.ParseAddress(payment.ERC20, ours)
	c := &Chain{contract: contract}
	f.Fuzz(func(t *testing.T, text, r string) {
		var l logLine
		if json.Unmarshal([]byte(text), &l) == nil {
			if e, ours, err := c.entry(l, []payment.Address{to}); ours && (err != nil || e.amount <= 0 || e.to != to || !strings.EqualFold(strings.TrimPrefix(l.Address, "0x"), MainNet[2:])) {
				t.Errorf("%+v of %+v, %v", e, l, err)
			}
		}
		var logs []logLine
		if json.Unmarshal([]byte(r), &logs) != nil {
			return
		}
		list, err := (&receipt{done: true, logs: logs}).transfers(contract, time.Time{})
		for _, m := range list {
			if err != nil || m.Amount <= 0 || m.Index >= len(logs) {
				t.Errorf("%+v", m)
			}
		}
	})
}
