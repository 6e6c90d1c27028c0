package gateways

import (
	"context"
	"crypto/md5" //nolint:gosec // the convention signs with MD5
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

// epusdt answers the protocol of epusdt for one installation.
type epusdt struct{ *Company }

const (
	// coinAddress is a well-formed address that nobody has a key of.
	coinAddress = "T9yZXXENpbqxic72funvcNeQuM4bnKkDAS"
	// coinPrice is what one USDT costs, in hundredths of a yuan.
	coinPrice = 720
	// coinTerm is how long a payer has.
	coinTerm = 10 * time.Minute

	epusdtRepeats = 5
)

func (g *epusdt) routes(mux *http.ServeMux, prefix string) {
	mux.HandleFunc("POST "+prefix+"/api/v1/order/create-transaction", g.order)
	mux.HandleFunc("GET "+prefix+"/pay/check-status/{trade}", g.check)
}

func (*epusdt) heard(body string) bool            { return body == "ok" }
func (*epusdt) repeats() int                      { return epusdtRepeats }
func (*epusdt) way(books.PayOrder) string         { return "USDT-TRC20" }
func (*epusdt) cashierPath(tradeNo string) string { return "/pay/checkout-counter/" + tradeNo }
func (*epusdt) back(o books.PayOrder) string      { return o.ReturnURL }
func (*epusdt) odd() string                       { return `{"status_code":98765,"message":"?","data":null}` }

func (*epusdt) facts(o books.PayOrder) []fact {
	return []fact{{"转账数量", coinsFor(o.Charged) + " USDT"}, {"收款地址", coinAddress}}
}

// coinsFor is the USDT that a payer sends for an amount, in its shortest form
// with at most four places.
func coinsFor(amount money.Fen) string {
	units := (int64(amount)*10_000 + coinPrice/2) / coinPrice
	return shortest(fmt.Sprintf("%d.%04d", units/10_000, units%10_000))
}

// shortest is a decimal number without the zeros that say nothing.
func shortest(number string) string {
	if strings.Contains(number, ".") {
		number = strings.TrimSuffix(strings.TrimRight(number, "0"), ".")
	}
	return number
}

// signPlain is the protocol's signature: the non-empty fields except the
// signature, in ASCII order of their names, as k=v joined by &, with the token
// put directly behind; MD5 in lower hex.
func signPlain(fields map[string]string, token string) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if fields[name] != "" && name != "signature" {
			parts = append(parts, name+"="+fields[name])
		}
	}
	sum := md5.Sum([]byte(strings.Join(parts, "&") + token)) //nolint:gosec // see above
	return hex.EncodeToString(sum[:])
}

// orderCall is a merchant's order.
type orderCall struct {
	OrderID     string      `json:"order_id"`
	Amount      json.Number `json:"amount"`
	NotifyURL   string      `json:"notify_url"`
	RedirectURL string      `json:"redirect_url"`
	Signature   string      `json:"signature"`
}

// coded is a refusal with its code.
type coded struct {
	code int
	refusal
}

// Unwrap makes a coded refusal a refusal.
func (c coded) Unwrap() error { return c.refusal }

func (g *epusdt) order(w http.ResponseWriter, r *http.Request) {
	ctx := context.WithoutCancel(r.Context())
	var call orderCall
	err := json.NewDecoder(http.MaxBytesReader(w, r.Body, maxForm)).Decode(&call)
	if err != nil {
		err = coded{10009, "无法解析参数"}
	}
	fault, done := g.met(w, call.OrderID, faults.Create)
	if done {
		return
	}
	if fault.Kind == faults.Late {
		g.Faults.Later(func() { _, _ = g.create(ctx, call, faults.Fault{}) })
		faults.Drop(w)
		return
	}
	var order books.PayOrder
	if err == nil {
		order, err = g.create(ctx, call, fault)
	}
	if err == nil && fault.Kind == faults.Duplicate {
		order, err = g.create(ctx, call, faults.Fault{})
	}
	switch {
	case g.spoil(w, fault):
	case err != nil:
		g.say(w, err)
	default:
		writeJSON(w, map[string]any{"status_code": 200, "message": "success", "request_id": "", "data": map[string]any{
			"trade_id": order.TradeNo, "order_id": order.OrderNo, "amount": json.Number(shortest(order.Amount.String())),
			"actual_amount": json.Number(coinsFor(order.Charged)), "token": coinAddress,
			"expiration_time": g.Clock.Now().Add(coinTerm).Unix(), "payment_url": g.cashierURL(order.TradeNo),
		}})
	}
}

// create checks a merchant's order and keeps it. A number that is there already
// is refused, whatever the order says.
func (g *epusdt) create(ctx context.Context, call orderCall, fault faults.Fault) (books.PayOrder, error) {
	if fault.Kind == faults.Refuse {
		return books.PayOrder{}, coded{10003, "无可用钱包地址，无法发起支付"}
	}
	number := call.Amount.String()
	fields := map[string]string{"order_id": call.OrderID, "amount": shortest(number), "notify_url": call.NotifyURL, "redirect_url": call.RedirectURL}
	amount, err := money.ParseYuan(number)
	switch {
	case !same(call.Signature, signPlain(fields, g.Key)):
		return books.PayOrder{}, coded{401, "签名认证错误"}
	case err != nil || amount <= 0 || amount > maxAmount:
		return books.PayOrder{}, coded{10004, "支付金额有误, 无法满足最小支付单位"}
	case call.OrderID == "" || len(call.OrderID) > 32 || strings.ContainsAny(call.OrderID, "/?#% \t\r\n"):
		return books.PayOrder{}, coded{10009, "无法解析参数"}
	case !loopbackURL(call.NotifyURL):
		return books.PayOrder{}, coded{10009, "notify_url 只允许本机地址"}
	}
	return g.keep(ctx, spoilt(books.PayOrder{
		Gateway: g.Code, TradeNo: g.tradeNo(), OrderNo: call.OrderID, Type: "usdt", Name: "USDT",
		Amount: amount, Charged: amount, NotifyURL: call.NotifyURL, ReturnURL: call.RedirectURL, CreatedAt: g.Clock.Now(),
	}, fault), coded{10002, "支付交易已存在，请勿重复创建"})
}

// check answers the cashier page's question whether its order is paid. It is no
// interface for merchants: nothing in it is signed.
func (g *epusdt) check(w http.ResponseWriter, r *http.Request) {
	trade := r.PathValue("trade")
	o, err := g.Books.PayOrder(r.Context(), g.Code, trade)
	if err == nil && o.TradeNo != trade {
		err = books.ErrNotFound
	}
	fault, done := g.met(w, o.OrderNo, faults.Status)
	if done || g.spoil(w, fault) {
		return
	}
	if errors.Is(err, books.ErrNotFound) {
		err = coded{10008, "订单不存在"}
	}
	if err != nil {
		g.say(w, err)
		return
	}
	status := 1
	if o.Paid > 0 {
		status = 2
	}
	writeJSON(w, map[string]any{"status_code": 200, "message": "success", "data": map[string]any{"trade_id": o.TradeNo, "status": status}})
}

// write is a JSON POST with the signed fields. The protocol has no merchant
// number: what is meant for another merchant is signed with another token.
func (g *epusdt) write(n notice) message {
	tx := sha256.Sum256([]byte(n.order.TradeNo))
	fields := map[string]string{
		"trade_id": n.order.TradeNo, "order_id": n.order.OrderNo, "amount": shortest(n.amount.String()), "actual_amount": coinsFor(n.amount),
		"token": coinAddress, "block_transaction_id": hex.EncodeToString(tx[:]), "status": "2",
	}
	key := n.key
	if n.merchant != g.PID {
		key = another(key)
	}
	fields["signature"] = signPlain(fields, key)
	if n.mangled {
		fields["status"] = "77"
	}
	body := map[string]any{}
	for name, value := range fields {
		switch name {
		case "amount", "actual_amount", "status":
			body[name] = json.Number(value)
		default:
			body[name] = value
		}
	}
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // strings and numbers are always written
	}
	return message{method: http.MethodPost, contentType: "application/json", body: string(text)}
}

// say answers a merchant's server that it did not work.
func (g *epusdt) say(w http.ResponseWriter, err error) {
	var no coded
	code := 400
	if errors.As(err, &no) {
		code = no.code
	}
	writeJSON(w, map[string]any{"status_code": code, "message": g.words(err), "data": nil})
}
