package gateways

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/big"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const (
	maxForm    = 64 << 10
	maxOrderNo = 64
	maxAmount  = 1_000_000 * money.Yuan
)

var payTypes = []string{"alipay", "wxpay", "qqpay", "bank", "jdpay"}

// Config is one gateway.
type Config struct {
	Code    string // our gateway code: "epay"
	PID     string // merchant number
	Key     string
	BaseURL func() string
	Clock   calendar.Clock
	Log     *slog.Logger
	Books   *books.Books
	Faults  *faults.Box
	Stop    <-chan struct{} // closed when the sandbox stops
	Notices *Notices
}

// Epay answers the convention for one gateway.
type Epay struct {
	Config
}

// New makes a gateway; the configuration must be complete.
func New(c Config) *Epay {
	e := &Epay{Config: c}
	c.Notices.serve(e)
	return e
}

// Handler serves the gateway's addresses below prefix ("/gateways/epay").
func (e *Epay) Handler(prefix string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET "+prefix+"/submit.php", e.submit)
	mux.HandleFunc("POST "+prefix+"/submit.php", e.submit)
	mux.HandleFunc("POST "+prefix+"/mapi.php", e.mapi)
	mux.HandleFunc("GET "+prefix+"/api.php", e.query)
	mux.HandleFunc("GET "+prefix+"/cashier/{trade}", e.cashier)
	mux.HandleFunc("POST "+prefix+"/cashier/{trade}", e.pay)
	mux.HandleFunc("GET "+prefix+"/cashier.css", e.style)
	return mux
}

func (e *Epay) cashierURL(tradeNo string) string {
	return e.BaseURL() + "/gateways/" + e.Code + "/cashier/" + tradeNo
}

// refusal is a request the gateway says no to, in words for the merchant.
type refusal string

func (r refusal) Error() string { return string(r) }

// create checks a merchant's order and keeps it.
func (e *Epay) create(ctx context.Context, form url.Values, fault faults.Fault) (books.PayOrder, error) {
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
	switch fault.Kind {
	case faults.WrongAmount:
		order.Charged++
	case faults.NotFoundFlap:
		order.VeilUntil = calendar.System().Now().Add(fault.Pause())
	}
	kept, err := e.Books.CreateOrder(ctx, order)
	if errors.Is(err, books.ErrDuplicate) {
		return kept, refusal("商户订单号已存在")
	}
	return kept, err
}

// tradeNo is the gateway's own number: it opens the cashier page, so it cannot
// be guessed.
func (e *Epay) tradeNo() string {
	n, err := rand.Int(rand.Reader, big.NewInt(1_000_000_000_000))
	if err != nil {
		panic(err) // the system has no randomness: nothing can go on
	}
	return e.Clock.Now().In(calendar.Beijing).Format("20060102150405") + fmt.Sprintf("%012d", n)
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// loopbackURL tells whether a notice may go there.
func loopbackURL(text string) bool {
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") {
		return false
	}
	if u.Hostname() == "localhost" {
		return true
	}
	ip, err := netip.ParseAddr(u.Hostname())
	return err == nil && ip.Unmap().IsLoopback()
}

func webURL(text string) bool {
	u, err := url.Parse(text)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}

// form reads a request's fields, from the address or the body.
func form(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		return nil, refusal("请求格式不正确")
	}
	return r.Form, nil
}

// met takes the fault that waits for a call and plays its first act; done means
// that nothing more is to be answered.
func (e *Epay) met(w http.ResponseWriter, order string, call faults.Call) (fault faults.Fault, done bool) {
	fault = e.Faults.Take("gateway:"+e.Code, order, meaningless(call), call)
	switch fault.Kind {
	case faults.DropRequest:
		faults.Drop(w)
		return fault, true
	case faults.Maintenance:
		faults.UnderMaintenance(w)
		return fault, true
	case faults.Delay:
		if !faults.Wait(e.Stop, fault.Pause()) {
			faults.Drop(w)
			return fault, true
		}
	}
	return fault, false
}

// spoil plays the last act of a fault instead of the answer; false when there
// is nothing to spoil.
func (e *Epay) spoil(w http.ResponseWriter, fault faults.Fault) bool {
	if fault.Holds() && !e.Faults.Hold(e.Stop) {
		faults.Drop(w)
		return true
	}
	switch fault.Kind {
	case faults.DropResponse:
		faults.Drop(w)
	case faults.CommitThen500:
		faults.Fail500(w)
	default:
		return faults.Spoil(w, fault.Kind, `{"code":98765,"msg":"?","status":77}`)
	}
	return true
}

// meaningless lists the faults that a switch set for "any" keeps for another
// call, because this one would not show them.
func meaningless(call faults.Call) []faults.Kind {
	switch call {
	case faults.Create:
		return []faults.Kind{faults.Duplicate, faults.PlayerInGame, faults.Processing, faults.NotFoundFlap, faults.WrongAmount}
	case faults.Status:
		return []faults.Kind{faults.Duplicate, faults.PlayerInGame, faults.WrongAmount}
	default:
		return nil
	}
}

// mapi creates an order for a merchant's server.
func (e *Epay) mapi(w http.ResponseWriter, r *http.Request) {
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
func (e *Epay) place(o books.PayOrder) map[string]any {
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
func (e *Epay) query(w http.ResponseWriter, r *http.Request) {
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

func (e *Epay) lookUp(ctx context.Context, q url.Values, fault faults.Fault) (map[string]any, error) {
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

// another is a number of the same form that belongs to somebody else.
func another(number string) string {
	last := byte('7')
	if strings.HasSuffix(number, "7") {
		last = '3'
	}
	return number[:len(number)-1] + string(last)
}

// say answers a merchant's server that it did not work.
func (e *Epay) say(w http.ResponseWriter, err error) {
	var no refusal
	if !errors.As(err, &no) {
		e.Log.Error("sandbox gateway failed", "gateway", e.Code, "err", err)
		no = "系统异常"
	}
	writeJSON(w, map[string]any{"code": -1, "msg": string(no)})
}

func writeJSON(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(body)
}
