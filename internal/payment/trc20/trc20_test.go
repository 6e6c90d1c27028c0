package trc20

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
	ours   = "T9yZXXENpbqxic72funvcNeQuM4bnKkDAS"
	fake   = "TLa2f6VPqDgRE67v1736s7bJ8Ray5wYjU7" // a contract that is not the token's
	number = "ab12000000000000000000000000000000000000000000000000000000000cde"
)

// grid is a TronGrid that says what it is told to.
type grid struct {
	rows, solid, newest string
	asked               []string
}

func (g *grid) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.asked = append(g.asked, r.URL.Path)
	switch {
	case strings.HasSuffix(r.URL.Path, "/transactions/trc20"):
		_, _ = io.WriteString(w, g.rows)
	case r.URL.Path == solidified+"/gettransactioninfobyid":
		_, _ = io.WriteString(w, g.solid)
	case r.URL.Path == newest+"/gettransactioninfobyid":
		_, _ = io.WriteString(w, g.newest)
	default:
		_, _ = io.WriteString(w, `{"block_header":{"raw_data":{"number":1050}}}`)
	}
}

func (g *grid) open(t *testing.T) *Chain {
	t.Helper()
	server := httptest.NewServer(g)
	t.Cleanup(server.Close)
	c, err := New(Config{URL: server.URL, Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func rowOf(token, kind, to, value string) string {
	return fmt.Sprintf(`{"transaction_id":%q,"token_info":{"symbol":"USDT","address":%q,"decimals":6},"block_timestamp":4102444800000,"from":%q,"to":%q,"type":%q,"value":%q}`,
		number, token, fake, to, kind, value)
}

func page(rows ...string) string {
	return `{"data":[` + strings.Join(rows, ",") + `],"success":true,"meta":{"at":1,"page_size":1}}`
}

// info is a receipt with logs of a token (in hex) that paid ours.
func info(result, receipt string, logs ...string) string {
	return fmt.Sprintf(`{"id":%q,"blockNumber":1000,"blockTimeStamp":4102444800000,"receipt":{"result":%q},"log":[%s]%s}`,
		number, receipt, strings.Join(logs, ","), result)
}

func logOf(token string, amount int64) string {
	return fmt.Sprintf(`{"address":%q,"topics":[%q,"000000000000000000000000c0ffee0000000000000000000000000000000001","00000000000000000000000000112233445566778899aabbccddeeff00112233"],"data":"%064x"}`,
		token, node.TransferTopic, amount)
}

const usdt, other = "a614f803b6fd780986a42c78ec9c7f77e6ded13c", "74472e7d35395a6b5add427eecb7f4b62ad2b071"

func house(t *testing.T) []payment.Address {
	t.Helper()
	a, err := payment.ParseAddress(payment.TRC20, ours)
	if err != nil {
		t.Fatal(err)
	}
	return []payment.Address{a}
}

// trust CBK-7: a token is its contract, and what pays is the log.
func TestWhatIsATransferAndWhatOnlyLooksLikeOne(t *testing.T) {
	good := rowOf(MainNet, "Transfer", ours, "15630000")
	for name, c := range map[string]struct {
		rows, solid string
		told        int
		bad         bool
	}{
		"a transfer":                       {page(good), info("", "SUCCESS", logOf(usdt, 15_630_000)), 1, false},
		"behind logs of others":            {page(good), info("", "SUCCESS", logOf(other, 7), logOf(usdt, 15_630_000)), 1, false},
		"told twice":                       {page(good, good), info("", "SUCCESS", logOf(usdt, 15_630_000)), 1, false},
		"a token that is called USDT too":  {page(rowOf(fake, "Transfer", ours, "15630000")), info("", "SUCCESS", logOf(other, 15_630_000)), 0, false},
		"the row says USDT, the log not":   {page(good), info("", "SUCCESS", logOf(other, 15_630_000)), 0, true},
		"an approval":                      {page(rowOf(MainNet, "Approval", ours, "15630000")), info("", "SUCCESS", logOf(usdt, 15_630_000)), 0, false},
		"to somebody else":                 {page(rowOf(MainNet, "Transfer", fake, "15630000")), info("", "SUCCESS", logOf(usdt, 15_630_000)), 0, false},
		"of nothing":                       {page(rowOf(MainNet, "Transfer", ours, "0")), info("", "SUCCESS", logOf(usdt, 0)), 0, false},
		"reverted":                         {page(good), info(`,"result":"FAILED"`, "REVERT", logOf(usdt, 15_630_000)), 0, true},
		"out of energy":                    {page(good), info("", "OUT_OF_ENERGY", logOf(usdt, 15_630_000)), 0, true},
		"a receipt of nothing":             {page(good), info("", "", logOf(usdt, 15_630_000)), 0, true},
		"another amount":                   {page(good), info("", "SUCCESS", logOf(usdt, 15_630_001)), 0, true},
		"listed and not solidified":        {page(good), `{}`, 0, false},
		"another transaction's receipt":    {page(good), strings.Replace(info("", "SUCCESS", logOf(usdt, 15_630_000)), number, strings.Repeat("0", 64), 1), 0, true},
		"an amount with a point":           {page(rowOf(MainNet, "Transfer", ours, "15.63")), "{}", 0, true},
		"an amount below zero":             {page(rowOf(MainNet, "Transfer", ours, "-15630000")), "{}", 0, true},
		"an amount with an exponent":       {page(rowOf(MainNet, "Transfer", ours, "1e7")), "{}", 0, true},
		"an amount of eighteen decimals":   {page(rowOf(MainNet, "Transfer", ours, "15630000000000000000")), "{}", 0, true},
		"no amount":                        {page(rowOf(MainNet, "Transfer", ours, "")), "{}", 0, true},
		"no number":                        {page(strings.Replace(good, number, "ab", 1)), "{}", 0, true},
		"the newest first":                 {page(good, strings.Replace(good, "4102444800000", "4102444700000", 1)), "{}", 0, true},
		"older than asked for":             {page(strings.Replace(good, "4102444800000", "1000", 1)), "{}", 0, true},
		"not a success":                    {`{"data":[],"success":false}`, "{}", 0, true},
		"no data":                          {`{"success":true}`, "{}", 0, true},
		"no list":                          {`{"data":{},"success":true}`, "{}", 0, true},
		"a log that is no transfer's form": {page(good), info("", "SUCCESS", fmt.Sprintf(`{"address":%q,"topics":[%q],"data":""}`, usdt, node.TransferTopic)), 0, true},
	} {
		g := &grid{rows: c.rows, solid: c.solid}
		list, next, err := g.open(t).Incoming(t.Context(), house(t), payment.Cursor{})
		if len(list) != c.told || (err != nil) != c.bad {
			t.Errorf("%s: %v, %v", name, list, err)
		}
		for _, transfer := range list {
			if transfer.Amount != 15_630_000 || !transfer.Final || transfer.To.String() != ours || transfer.Tx != number || transfer.Confirmations != 51 {
				t.Errorf("%s: %+v", name, transfer)
			}
		}
		if c.solid == `{}` && !c.bad && next.Text != "t4102444200000" { // ten minutes before
			t.Errorf("%s: the cursor went past it: %s", name, next.Text)
		}
	}
}

// A transfer that is listed and that the node has not got yet holds the cursor,
// even when later ones are proved.
func TestTheCursorWaitsForWhatTheNodeHasNot(t *testing.T) {
	later := strings.Repeat("0", 63) + "1"
	rows := page(rowOf(MainNet, "Transfer", ours, "15630000"),
		strings.NewReplacer(number, later, "4102444800000", "4102448400000").Replace(rowOf(MainNet, "Transfer", ours, "15630000")))
	solid := "{}"
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		switch {
		case strings.HasSuffix(r.URL.Path, "/transactions/trc20"):
			_, _ = io.WriteString(w, rows)
		case strings.Contains(string(body), later):
			_, _ = io.WriteString(w, strings.Replace(info("", "SUCCESS", logOf(usdt, 15_630_000)), number, later, 1))
		case strings.Contains(string(body), number):
			_, _ = io.WriteString(w, solid)
		default:
			_, _ = io.WriteString(w, `{"block_header":{"raw_data":{"number":1050}}}`)
		}
	}))
	defer server.Close()
	c, err := New(Config{URL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	list, next, err := c.Incoming(t.Context(), house(t), payment.Cursor{Text: "t4102440000000"})
	if err != nil || len(list) != 1 || list[0].Tx != later || next != (payment.Cursor{Text: "t4102444800000"}) {
		t.Errorf("%v, %+v, %v", list, next, err)
	}
	solid = info("", "SUCCESS", logOf(usdt, 15_630_000))
	list, next, err = c.Incoming(t.Context(), house(t), next)
	if err != nil || len(list) != 2 || next.Text != "t4102447800000" {
		t.Errorf("then %v, %+v, %v", list, next, err)
	}
}

// What is known to be final is asked for once.
func TestAFinalTransactionIsProvedOnce(t *testing.T) {
	g := &grid{rows: page(rowOf(MainNet, "Transfer", ours, "15630000")), solid: info("", "SUCCESS", logOf(usdt, 15_630_000))}
	c := g.open(t)
	for range 3 {
		if list, _, err := c.Incoming(t.Context(), house(t), payment.Cursor{}); len(list) != 1 || err != nil {
			t.Fatal(list, err)
		}
	}
	n := 0
	for _, path := range g.asked {
		if path == solidified+"/gettransactioninfobyid" {
			n++
		}
	}
	if n != 1 {
		t.Errorf("asked %d times", n)
	}
}

func TestLookupsOfBothChains(t *testing.T) {
	paid := info("", "SUCCESS", logOf(usdt, 15_630_000))
	for name, c := range map[string]struct {
		solid, newest string
		want          payment.State
		moved         int
	}{
		"solidified":       {paid, "", payment.Paid, 1},
		"not yet":          {"{}", paid, payment.Open, 1},
		"nowhere":          {"{}", "{}", payment.Absent, 0},
		"failed for good":  {info(`,"result":"FAILED"`, "REVERT"), "", payment.Failed, 0},
		"failed, not yet":  {"{}", info(`,"result":"FAILED"`, "REVERT"), payment.Open, 0},
		"another token's":  {info("", "SUCCESS", logOf(other, 15_630_000)), "", payment.Failed, 0},
		"garbage":          {`[]`, paid, payment.Unknown, 0},
		"no block":         {`{"id":"` + number + `"}`, paid, payment.Unknown, 0},
		"half not yet":     {"{}", `{"id":"x"}`, payment.Unknown, 0},
		"a block below 1":  {strings.Replace(paid, `"blockNumber":1000`, `"blockNumber":-1`, 1), "", payment.Unknown, 0},
		"a time of a text": {strings.Replace(paid, `4102444800000`, `"now"`, 1), "", payment.Unknown, 0},
	} {
		s, err := (&grid{solid: c.solid, newest: c.newest}).open(t).Lookup(t.Context(), number)
		if s.State != c.want || len(s.Transfers) != c.moved || (err != nil) != (c.want == payment.Unknown) {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
}

func TestSettingsThatCannotBe(t *testing.T) {
	for name, c := range map[string]Config{
		"no address": {}, "a key in the query": {URL: "http://node?key=1"},
		"a contract mistyped": {URL: "http://node", Contract: MainNet[:33] + "u"}, "another network's contract": {URL: "http://node", Contract: "0xdAC17F958D2ee523a2206206994597C13D831ec7"},
	} {
		if _, err := New(c); err == nil {
			t.Errorf("%s passes", name)
		}
	}
}

// FuzzWire: whatever a node says, what comes out is an error or what was asked.
func FuzzWire(f *testing.F) {
	f.Add(page(rowOf(MainNet, "Transfer", ours, "15630000")), info("", "SUCCESS", logOf(usdt, 15_630_000)))
	f.Add(`{"data":[{}],"success":true,"meta":{"fingerprint":"x"}}`, `{"id":"","log":[{}]}`)
	contract, err := payment.ParseContract(payment.TRC20, MainNet)
	if err != nil {
		f.Fatal(err)
	}
	c := &Chain{contract: contract}
	to, _ := payment.ParseAddress(payment.TRC20, ours)
	f.Fuzz(func(t *testing.T, rows, solid string) {
		var l listed
		if json.Unmarshal([]byte(rows), &l) == nil && l.Data != nil {
			for _, r := range *l.Data {
				if h, err := c.hint(r, to); err == nil && h.tx != "" && (h.amount <= 0 || r.Token.Address != MainNet || h.to != to) {
					t.Errorf("%+v of %+v", h, r)
				}
			}
		}
		var r receipt
		if json.Unmarshal([]byte(solid), &r) != nil || r.Block == nil || r.At == nil {
			return
		}
		list, err := r.transfers(number, contract)
		for _, m := range list {
			if err != nil || m.Amount <= 0 || m.Index < 0 || m.Index >= len(r.Log) {
				t.Errorf("%+v", m)
			}
		}
	})
}
