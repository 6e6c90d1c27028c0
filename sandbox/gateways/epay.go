package gateways

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

var payTypes = []string{"alipay", "wxpay", "qqpay", "bank", "jdpay"}

// epay answers the Epay convention for one gateway.
type epay struct{ *Company }

func (e *epay) routes(mux *http.ServeMux, prefix string) {
	mux.HandleFunc("GET "+prefix+"/submit.php", e.submit)
	mux.HandleFunc("POST "+prefix+"/submit.php", e.submit)
	mux.HandleFunc("POST "+prefix+"/mapi.php", e.mapi)
	mux.HandleFunc("GET "+prefix+"/api.php", e.query)
}

func (*epay) heard(body string) bool            { return strings.TrimSpace(body) == "success" }
func (*epay) repeats() int                      { return MaxNotices }
func (*epay) way(o books.PayOrder) string       { return typeNames[o.Type] }
func (*epay) facts(books.PayOrder) []fact       { return nil }
func (*epay) cashierPath(tradeNo string) string { return "/cashier/" + tradeNo }
func (*epay) odd() string                       { return `{"code":98765,"msg":"?","status":77}` }

var typeNames = map[string]string{"alipay": "支付宝", "wxpay": "微信支付", "qqpay": "QQ 钱包", "bank": "网银支付", "jdpay": "京东支付"}

// fields are the signed fields "this order is paid".
func (e *epay) fields(n notice) url.Values {
	values := url.Values{
		"pid": {n.merchant}, "trade_no": {n.order.TradeNo}, "out_trade_no": {n.order.OrderNo}, "type": {n.order.Type}, "name": {n.order.Name},
		"money": {n.amount.String()}, "trade_status": {"TRADE_SUCCESS"},
	}
	if n.order.Param != "" {
		values.Set("param", n.order.Param)
	}
	return signed(values, n.key)
}

// write is a GET with the signed fields. A mangled one has an amount that is no
// number and a signature that fits nothing.
func (e *epay) write(n notice) message {
	values := e.fields(n)
	if n.mangled {
		values.Set("money", "1oo.oo")
		values.Set("trade_status", "??")
	}
	return message{method: http.MethodGet, query: values}
}

// back is the merchant's return address with the same signed fields as the
// notice, as the convention has it.
func (e *epay) back(o books.PayOrder) string {
	return withQuery(o.ReturnURL, e.fields(e.tells(o, o.Paid)))
}

// withQuery adds fields to an address.
func withQuery(address string, values url.Values) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	query := u.Query()
	for name, value := range values {
		query[name] = value
	}
	u.RawQuery = query.Encode()
	return u.String()
}

// create checks a merchant's order and keeps it.
func (e *epay) create(ctx context.Context, form url.Values, fault faults.Fault) (books.PayOrder, error) {
	if fault.Kind == faults.Refuse {
		return books.PayOrder{}, refusal("通道已关闭")
	}
	for _, name := range []string{"pid", "type", "out_trade_no", "notify_url", "return_url", "name", "money", "sign"} {
		if form.Get(name) == "" {
			return books.PayOrder{}, refusal("缺少参数 " + name)
		}
	}
	amount, err := money.ParseYuan(form.Get("money"))
	switch {
	case form.Get("pid") != e.PID:
		return books.PayOrder{}, refusal("商户不存在")
	case !same(form.Get("sign"), sign(form, e.Key)):
		return books.PayOrder{}, refusal("签名校验失败")
	case form.Get("sign_type") != "MD5":
		return books.PayOrder{}, refusal("签名类型不支持")
	case !slices.Contains(payTypes, form.Get("type")):
		return books.PayOrder{}, refusal("支付方式不存在")
	case err != nil || amount <= 0 || amount > maxAmount:
		return books.PayOrder{}, refusal("金额不正确")
	case len(form.Get("out_trade_no")) > maxOrderNo || strings.ContainsAny(form.Get("out_trade_no"), "/?#% \t\r\n"):
		return books.PayOrder{}, refusal("订单号不正确")
	case !loopbackURL(form.Get("notify_url")):
		return books.PayOrder{}, refusal("notify_url 只允许本机地址")
	case !webURL(form.Get("return_url")):
		return books.PayOrder{}, refusal("return_url 不正确")
	}
	order := books.PayOrder{
		Gateway: e.Code, TradeNo: e.tradeNo(), OrderNo: form.Get("out_trade_no"), Type: form.Get("type"), Name: form.Get("name"),
		Amount: amount, Charged: amount, NotifyURL: form.Get("notify_url"), ReturnURL: form.Get("return_url"),
		Param: form.Get("param"), CreatedAt: e.Clock.Now(),
	}
	order = spoilt(order, fault)
	kept, err := e.Books.CreateOrder(ctx, order)
	if errors.Is(err, books.ErrDuplicate) {
		return kept, refusal("商户订单号已存在")
	}
	return kept, err
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// submit creates an order for a payer's browser and takes it to the cashier.
func (e *epay) submit(w http.ResponseWriter, r *http.Request) {
	values, err := form(w, r)
	fault, done := e.met(w, values.Get("out_trade_no"), faults.Create)
	if done {
		return
	}
	var order books.PayOrder
	if err == nil {
		order, err = e.create(context.WithoutCancel(r.Context()), values, fault)
	}
	if e.spoil(w, fault) {
		return
	}
	if err != nil {
		e.refuse(w, err)
		return
	}
	http.Redirect(w, r, e.cashierURL(order.TradeNo), http.StatusSeeOther)
}

// mapi creates an order for a merchant's server.
func (e *epay) mapi(w http.ResponseWriter, r *http.Request) {
	ctx := context.WithoutCancel(r.Context())
	values, err := form(w, r)
	fault, done := e.met(w, values.Get("out_trade_no"), faults.Create)
	if done {
		return
	}
	if fault.Kind == faults.Late {
		e.Faults.Later(func() { _, _ = e.create(ctx, values, faults.Fault{}) })
		faults.Drop(w)
		return
	}
	if err == nil && values.Get("clientip") == "" {
		err = refusal("缺少参数 clientip")
	}
	var order books.PayOrder
	if err == nil {
		order, err = e.create(ctx, values, fault)
	}
	if err == nil && fault.Kind == faults.Duplicate {
		order, err = e.create(ctx, values, faults.Fault{})
	}
	if e.spoil(w, fault) {
		return
	}
	if err != nil {
		e.say(w, err)
		return
	}
	writeJSON(w, e.place(order))
}

// place is the answer to a new order: the text of a code for qqpay, a message for
// bank, and the address of the cashier page for the others. Each leads to the
// same cashier page.
func (e *epay) place(o books.PayOrder) map[string]any {
	answer := map[string]any{"code": 1, "msg": "success", "trade_no": o.TradeNo}
	switch o.Type {
	case "qqpay":
		answer["qrcode"] = e.cashierURL(o.TradeNo)
	case "bank":
		answer["msg"] = strings.Join([]string{
			"收款银行：演示银行", "收款户名：鸿运演示有限公司", "收款账号：6222020000000000000", "转账金额：" + o.Charged.String(),
			"转账附言：" + o.TradeNo[len(o.TradeNo)-6:], "演示付款：" + e.cashierURL(o.TradeNo),
		}, "\n")
	default:
		answer["payurl"] = e.cashierURL(o.TradeNo)
	}
	return answer
}

// query answers api.php?act=order, and act=orders.
func (e *epay) query(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Get("act") == "orders" {
		e.list(w, r)
		return
	}
	fault, done := e.met(w, r.URL.Query().Get("out_trade_no"), faults.Status)
	if done {
		return
	}
	answer, err := e.lookUp(r.Context(), r.URL.Query(), fault)
	switch {
	case e.spoil(w, fault):
	case err != nil:
		e.say(w, err)
	default:
		writeJSON(w, answer)
	}
}

func (e *epay) lookUp(ctx context.Context, q url.Values, fault faults.Fault) (map[string]any, error) {
	switch {
	case fault.Kind == faults.Refuse:
		return nil, refusal("查询过于频繁")
	case q.Get("act") != "order":
		return nil, refusal("No Act!")
	case q.Get("pid") != e.PID || !same(q.Get("key"), e.Key):
		return nil, refusal("商户密钥错误")
	}
	number := q.Get("out_trade_no")
	if number == "" {
		number = q.Get("trade_no")
	}
	o, err := e.Books.PayOrder(ctx, e.Code, number)
	veiled := calendar.System().Now().Before(o.VeilUntil)
	if errors.Is(err, books.ErrNotFound) || fault.Kind == faults.NotFoundFlap || (err == nil && veiled) {
		return nil, refusal("订单号不存在")
	}
	if err != nil {
		return nil, err
	}
	amount, status, endTime := o.Charged, 0, ""
	if o.Paid > 0 && fault.Kind != faults.Processing {
		amount, status, endTime = o.Paid, 1, calendar.Stamp(o.PaidAt)
	}
	orderNo, pid := o.OrderNo, e.PID
	switch fault.Kind {
	case faults.WrongAmount:
		amount++
	case faults.WrongUnit:
		amount *= 100
	case faults.WrongOrder:
		orderNo = another(orderNo)
	case faults.WrongMerchant:
		pid = another(pid)
	case faults.SayDone:
		status = 1
	case faults.SayFailed:
		status = 2 // in no manual
	}
	return map[string]any{
		"code": 1, "msg": "succ", "trade_no": o.TradeNo, "out_trade_no": orderNo, "api_trade_no": "", "type": o.Type,
		"pid": pid, "addtime": calendar.Stamp(o.CreatedAt), "endtime": endTime, "name": o.Name, "money": amount.String(),
		"status": status, "param": o.Param,
	}, nil
}

// say answers a merchant's server that it did not work.
func (e *epay) say(w http.ResponseWriter, err error) {
	writeJSON(w, map[string]any{"code": -1, "msg": e.words(err)})
}

func writeJSON(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(body)
}
