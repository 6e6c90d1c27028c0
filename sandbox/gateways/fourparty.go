package gateways

import (
	"context"
	"crypto/md5" //nolint:gosec // the convention signs with MD5
	"encoding/hex"
	"errors"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

// fourParty answers the pay_* convention for one gateway.
type fourParty struct{ *Company }

// bankCodes are the ways to pay: each gateway numbers its own.
var bankCodes = map[string]string{"903": "支付宝扫码", "902": "微信扫码", "907": "网银支付"}

// scanCode is the way that answers with the text of a code and no page.
const scanCode = "902"

func (g *fourParty) routes(mux *http.ServeMux, prefix string) {
	mux.HandleFunc("POST "+prefix+"/Pay_Index.html", g.order)
	mux.HandleFunc("POST "+prefix+"/Pay_Trade_query.html", g.query)
}

func (*fourParty) heard(body string) bool            { return strings.TrimSpace(body) == "OK" }
func (*fourParty) repeats() int                      { return MaxNotices }
func (*fourParty) way(o books.PayOrder) string       { return bankCodes[o.Type] }
func (*fourParty) facts(books.PayOrder) []fact       { return nil }
func (*fourParty) cashierPath(tradeNo string) string { return "/cashier/" + tradeNo }
func (*fourParty) odd() string                       { return `{"status":"98765","msg":"?","trade_state":"?"}` }

// signUpper is the convention's signature: the non-empty values except the
// signatures and attach, in ASCII order of their names, as k=v joined by &, then
// &key= and the key; MD5 in upper hex. Values are taken raw.
func signUpper(values url.Values, key string) string {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if value := values.Get(name); value != "" && name != "sign" && name != "pay_md5sign" && name != "attach" {
			text.WriteString(name + "=" + value + "&")
		}
	}
	sum := md5.Sum([]byte(text.String() + "key=" + key)) //nolint:gosec // see above
	return strings.ToUpper(hex.EncodeToString(sum[:]))
}

// signedOrderFields are the fields of an order that its signature covers.
var signedOrderFields = []string{"pay_memberid", "pay_orderid", "pay_applydate", "pay_bankcode", "pay_notifyurl", "pay_callbackurl", "pay_amount"}

// order creates an order: for a merchant's server, which asks for JSON, or for a
// payer's browser, which goes on to the cashier.
func (g *fourParty) order(w http.ResponseWriter, r *http.Request) {
	ctx := context.WithoutCancel(r.Context())
	values, err := form(w, r)
	fault, done := g.met(w, values.Get("pay_orderid"), faults.Create)
	if done {
		return
	}
	if fault.Kind == faults.Late {
		g.Faults.Later(func() { _, _ = g.create(ctx, values, faults.Fault{}) })
		faults.Drop(w)
		return
	}
	var order books.PayOrder
	if err == nil {
		order, err = g.create(ctx, values, fault)
	}
	if err == nil && fault.Kind == faults.Duplicate {
		order, err = g.create(ctx, values, faults.Fault{})
	}
	byServer := values.Get("type") == "json"
	switch {
	case g.spoil(w, fault):
	case err != nil && byServer:
		g.say(w, err)
	case err != nil:
		g.refuse(w, err)
	case byServer:
		writeJSON(w, g.place(order))
	default:
		http.Redirect(w, r, g.cashierURL(order.TradeNo), http.StatusSeeOther)
	}
}

// place is the answer to a new order. Each leads to the same cashier page.
func (g *fourParty) place(o books.PayOrder) map[string]any {
	answer := map[string]any{"status": "1", "msg": "Success", "pay_amount": o.Amount.String(), "order_sn": o.TradeNo}
	if o.Type == scanCode {
		answer["codeUrl"] = g.cashierURL(o.TradeNo)
	} else {
		answer["payUrl"] = g.cashierURL(o.TradeNo)
	}
	return answer
}

// create checks a merchant's order and keeps it. A number that is there already
// is refused, whatever the order says.
func (g *fourParty) create(ctx context.Context, form url.Values, fault faults.Fault) (books.PayOrder, error) {
	if fault.Kind == faults.Refuse {
		return books.PayOrder{}, refusal("通道已关闭")
	}
	covered := url.Values{}
	for _, name := range signedOrderFields {
		if form.Get(name) == "" {
			return books.PayOrder{}, refusal("缺少参数 " + name)
		}
		covered.Set(name, form.Get(name))
	}
	amount, err := money.ParseYuan(form.Get("pay_amount"))
	_, badDate := time.ParseInLocation(time.DateTime, form.Get("pay_applydate"), calendar.Beijing)
	switch {
	case form.Get("pay_memberid") != g.PID:
		return books.PayOrder{}, refusal("商户不存在")
	case !same(form.Get("pay_md5sign"), signUpper(covered, g.Key)):
		return books.PayOrder{}, refusal("签名验证失败")
	case bankCodes[form.Get("pay_bankcode")] == "":
		return books.PayOrder{}, refusal("通道不存在")
	case badDate != nil:
		return books.PayOrder{}, refusal("提交时间不正确")
	case err != nil || amount <= 0 || amount > maxAmount:
		return books.PayOrder{}, refusal("金额不正确")
	case len(form.Get("pay_orderid")) > 20 || strings.ContainsAny(form.Get("pay_orderid"), "/?#% \t\r\n"):
		return books.PayOrder{}, refusal("订单号不正确")
	case !loopbackURL(form.Get("pay_notifyurl")):
		return books.PayOrder{}, refusal("pay_notifyurl 只允许本机地址")
	case !webURL(form.Get("pay_callbackurl")):
		return books.PayOrder{}, refusal("pay_callbackurl 不正确")
	}
	return g.keep(ctx, spoilt(books.PayOrder{
		Gateway: g.Code, TradeNo: g.tradeNo(), OrderNo: form.Get("pay_orderid"), Type: form.Get("pay_bankcode"), Name: form.Get("pay_productname"),
		Amount: amount, Charged: amount, NotifyURL: form.Get("pay_notifyurl"), ReturnURL: form.Get("pay_callbackurl"),
		Param: form.Get("pay_attach"), CreatedAt: g.Clock.Now(),
	}, fault), refusal("重复订单！请尝试重新提交订单"))
}

// query answers a signed question about an order with a signed state.
func (g *fourParty) query(w http.ResponseWriter, r *http.Request) {
	values, err := form(w, r)
	fault, done := g.met(w, values.Get("pay_orderid"), faults.Status)
	if done {
		return
	}
	var answer map[string]any
	if err == nil {
		answer, err = g.lookUp(r.Context(), values, fault)
	}
	switch {
	case g.spoil(w, fault):
	case err != nil:
		g.say(w, err)
	default:
		writeJSON(w, answer)
	}
}

func (g *fourParty) lookUp(ctx context.Context, form url.Values, fault faults.Fault) (map[string]any, error) {
	asked := url.Values{"pay_memberid": {form.Get("pay_memberid")}, "pay_orderid": {form.Get("pay_orderid")}}
	switch {
	case fault.Kind == faults.Refuse:
		return nil, refusal("查询过于频繁")
	case form.Get("pay_memberid") != g.PID:
		return nil, refusal("不存在的商户编号!")
	case !same(form.Get("pay_md5sign"), signUpper(asked, g.Key)):
		return nil, refusal("验签失败!")
	}
	o, err := g.Books.PayOrder(ctx, g.Code, form.Get("pay_orderid"))
	veiled := calendar.System().Now().Before(o.VeilUntil)
	if errors.Is(err, books.ErrNotFound) || fault.Kind == faults.NotFoundFlap || (err == nil && veiled) {
		return nil, refusal("不存在的交易订单.")
	}
	if err != nil {
		return nil, err
	}
	said := url.Values{
		"memberid": {g.PID}, "orderid": {o.OrderNo}, "transaction_id": {o.TradeNo}, "returncode": {"00"},
		"time_end": {"1970-01-01 08:00:00"}, "trade_state": {"NOTPAY"},
	}
	amount := o.Charged
	if o.Paid > 0 && fault.Kind != faults.Processing {
		amount = o.Paid
		said.Set("trade_state", "SUCCESS")
		said.Set("time_end", calendar.Stamp(o.PaidAt))
	}
	switch fault.Kind {
	case faults.WrongAmount:
		amount++
	case faults.WrongUnit:
		amount *= 100
	case faults.WrongOrder:
		said.Set("orderid", another(o.OrderNo))
	case faults.WrongMerchant:
		said.Set("memberid", another(g.PID))
	case faults.SayDone:
		said.Set("trade_state", "SUCCESS")
	case faults.SayFailed:
		said.Set("trade_state", "CLOSED") // in no manual
	}
	said.Set("amount", amount.String()+"00") // four places, as the convention's own software has it
	said.Set("sign", signUpper(said, g.Key))
	answer := map[string]any{}
	for name := range said {
		answer[name] = said.Get(name)
	}
	return answer, nil
}

// fields are the signed fields "this order is paid".
func (g *fourParty) fields(n notice) url.Values {
	values := url.Values{
		"memberid": {n.merchant}, "orderid": {n.order.OrderNo}, "transaction_id": {n.order.TradeNo}, "amount": {n.amount.String()},
		"datetime": {n.order.PaidAt.In(calendar.Beijing).Format("20060102150405")}, "returncode": {"00"}, "attach": {n.order.Param},
	}
	values.Set("sign", signUpper(values, n.key))
	return values
}

// write is a form POST with the signed fields.
func (g *fourParty) write(n notice) message {
	values := g.fields(n)
	if n.mangled {
		values.Set("amount", "1oo.oo")
		values.Set("returncode", "??")
	}
	return message{method: http.MethodPost, contentType: "application/x-www-form-urlencoded", body: values.Encode()}
}

// back is the merchant's return address with the fields of the notice.
func (g *fourParty) back(o books.PayOrder) string {
	return withQuery(o.ReturnURL, g.fields(g.tells(o, o.Paid)))
}

// say answers a merchant's server that it did not work.
func (g *fourParty) say(w http.ResponseWriter, err error) {
	writeJSON(w, map[string]any{"status": "error", "msg": g.words(err), "data": []any{}})
}
