package omni

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/payment"
)

const (
	ours   = "11MXTrefsj1ZS3Q5e9D6DxGzZKHWALyo9"
	payer  = "1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2"
	number = "ab12000000000000000000000000000000000000000000000000000000000cde"
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
		result = map[string]string{"omni_getinfo": `{"block":1005}`, "omni_listtransactions": "[" + send31() + "]", "omni_gettransaction": send31()}[q.Method]
	}
	if code, refused := strings.CutPrefix(result, "code "); refused {
		w.WriteHeader(http.StatusInternalServerError)
		_, _ = fmt.Fprintf(w, `{"result":null,"error":{"code":%s,"message":"x"},"id":%d}`, code, q.ID)
		return
	}
	_, _ = fmt.Fprintf(w, `{"result":%s,"error":null,"id":%d}`, result, q.ID)
}

// send31 is 15.63 USDT to ours, six deep; a change is "old→new".
func send31(changes ...string) string {
	text := fmt.Sprintf(`{"txid":%q,"sendingaddress":%q,"referenceaddress":%q,"type_int":0,"propertyid":31,"divisible":true,"amount":"15.63000000","valid":true,"confirmations":6,"block":1000,"positioninblock":3,"blocktime":1700000000}`,
		number, payer, ours)
	for _, change := range changes {
		from, to, _ := strings.Cut(change, "→")
		text = strings.Replace(text, from, to, 1)
	}
	return text
}

func (n rpc) open(t *testing.T) *Chain {
	t.Helper()
	server := httptest.NewServer(n)
	t.Cleanup(server.Close)
	c, err := New(Config{URL: server.URL, User: "u", Password: "p", Timeout: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The sheet's payload of a payment is "omni", version 0, type 0, property 31 and an amount of
// eight places. A node writes that amount as text, and the same 100 arrive here.
func TestTheSheetsPayloadIsTheAmountThatArrives(t *testing.T) {
	payload, err := hex.DecodeString("6f6d6e69" + "0000" + "0000" + "0000001f" + "00000002540be400")
	if err != nil || string(payload[:4]) != "omni" || binary.BigEndian.Uint32(payload[8:]) != Tether {
		t.Fatalf("%x, %v", payload, err)
	}
	units := binary.BigEndian.Uint64(payload[12:])
	text := fmt.Sprintf("%d.%08d", units/1e8, units%1e8)
	if text != "100.00000000" {
		t.Errorf("the payload holds %s", text)
	}
	to, err := payment.ParseAddress(payment.Omni, ours)
	if err != nil {
		t.Fatal(err)
	}
	node := rpc{"omni_listtransactions": "[" + send31("15.63000000→"+text) + "]", "omni_gettransaction": send31("15.63000000→" + text)}
	list, _, err := node.open(t).Incoming(t.Context(), []payment.Address{to}, payment.Cursor{Text: "o900"})
	if err != nil || len(list) != 1 || list[0].Amount != 100_000_000 {
		t.Errorf("%+v, %v", list, err)
	}
}

// trust CBK-7: the layer's verdict, not Bitcoin's, says what was paid.
func TestWhatIsATransferAndWhatOnlyLooksLikeOne(t *testing.T) {
	to, err := payment.ParseAddress(payment.Omni, ours)
	if err != nil {
		t.Fatal(err)
	}
	both := func(changes ...string) rpc {
		return rpc{"omni_listtransactions": "[" + send31(changes...) + "]", "omni_gettransaction": send31(changes...)}
	}
	for name, c := range map[string]struct {
		node   rpc
		amount money.Coins
		bad    bool
	}{
		"a transfer":                        {rpc{}, 15_630_000, false},
		"told twice":                        {rpc{"omni_listtransactions": "[" + send31() + "," + send31() + "]"}, 15_630_000, false},
		"not valid":                         {both(`"valid":true→"valid":false`), 0, false},
		"no verdict yet":                    {both(`"valid":true→"valid":null`), 0, false},
		"another property":                  {both(`"propertyid":31→"propertyid":2147483651`), 0, false},
		"another kind of transaction":       {both(`"type_int":0→"type_int":3`), 0, false},
		"no kind":                           {both(`"type_int":0→"type_int":null`), 0, false},
		"to somebody else":                  {both(ours + "→" + payer), 0, false},
		"of nothing":                        {both("15.63000000→0.00000000"), 0, false},
		"less than a micro":                 {both("15.63000000→0.00000099"), 0, false},
		"a rest below a micro":              {both("15.63000000→15.63000199"), 15_630_001, false},
		"not divisible":                     {both(`"divisible":true→"divisible":false`), 0, true},
		"an amount of six places":           {both("15.63000000→15.630000"), 0, true},
		"an amount below zero":              {both("15.63000000→-15.63000000"), 0, true},
		"an amount with a comma":            {both("15.63000000→15,63000000"), 0, true},
		"an amount that is a number":        {both(`"15.63000000"→15.63000000`), 0, true},
		"another amount the second time":    {rpc{"omni_gettransaction": send31("15.63→15.64")}, 0, true},
		"not valid the second time":         {rpc{"omni_gettransaction": send31(`"valid":true→"valid":false`)}, 0, true},
		"in another block the second time":  {rpc{"omni_gettransaction": send31(`"block":1000→"block":1001`)}, 0, false},
		"not there the second time":         {rpc{"omni_gettransaction": "code -5"}, 0, false},
		"no answer the second time":         {rpc{"omni_gettransaction": "code -28"}, 0, true},
		"another number the second time":    {rpc{"omni_gettransaction": send31("ab12→ab13")}, 0, true},
		"no list":                           {rpc{"omni_listtransactions": "null"}, 0, true},
		"a node that has only just started": {rpc{"omni_getinfo": `{}`}, 0, true},
	} {
		list, _, err := c.node.open(t).Incoming(t.Context(), []payment.Address{to}, payment.Cursor{Text: "o900"})
		if (err != nil) != c.bad || len(list) > 1 || (len(list) == 1) != (c.amount > 0) {
			t.Errorf("%s: %v, %v", name, list, err)
		}
		for _, m := range list {
			if m.Amount != c.amount || !m.Final || m.To != to || m.From.String() != payer || m.Tx != number {
				t.Errorf("%s: %+v", name, m)
			}
		}
	}
}

func TestLookups(t *testing.T) {
	for name, c := range map[string]struct {
		answer string
		want   payment.State
	}{
		"paid":                  {send31(), payment.Paid},
		"five confirmations":    {send31(`"confirmations":6→"confirmations":5`), payment.Open},
		"waits":                 {`{"txid":"` + number + `","confirmations":0,"type_int":0,"propertyid":31,"amount":"15.63000000"}`, payment.Open},
		"not valid":             {send31(`"valid":true→"valid":false`), payment.Failed},
		"not valid, not yet":    {send31(`"valid":true→"valid":false`, `"confirmations":6→"confirmations":5`), payment.Open},
		"another property":      {send31(`"propertyid":31→"propertyid":1`), payment.Failed},
		"not there":             {"code -5", payment.Absent},
		"the node begins":       {"code -28", payment.Unknown},
		"null":                  {"null", payment.Unknown},
		"another's":             {send31("ab12→ab13"), payment.Unknown},
		"no confirmations told": {send31(`"confirmations":6,→`), payment.Unknown},
	} {
		s, err := rpc{"omni_gettransaction": c.answer}.open(t).Lookup(t.Context(), number)
		if s.State != c.want || (err != nil) != (c.want == payment.Unknown) || s.State == payment.Paid && s.Transfers[0].Amount != 15_630_000 {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
}

// FuzzMicro: whatever passes is what the text says, cut to six places.
func FuzzMicro(f *testing.F) {
	f.Add("15.63000000")
	f.Add("0.00000099")
	f.Add("9999999999999.99999999")
	f.Fuzz(func(t *testing.T, text string) {
		n, err := micro(text)
		if err != nil {
			if n != 0 {
				t.Errorf("%q: %d, %v", text, n, err)
			}
			return
		}
		back := money.USDT.Format(int64(n))
		if n < 0 || back != text[:len(text)-2] {
			t.Errorf("%q became %s", text, back)
		}
	})
}
