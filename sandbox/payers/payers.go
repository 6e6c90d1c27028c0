// Package payers is a company of the Dfpay convention: a merchant orders a transfer
// to a bank card, the company works on it and tells the merchant how it ended, and
// answers queries.
//
// Our choices where the convention leaves room:
//
//   - An order number that was used before is refused.
//   - The amount leaves the merchant's balance with the order, and comes back with a
//     failure.
//   - Notices go to loopback addresses only, as form POSTs, until the answer is "OK":
//     at once and then after 1 s, 5 s, 30 s and 5 min of real time.
package payers

import (
	"context"
	"crypto/md5" //nolint:gosec // the convention signs with MD5
	"crypto/rand"
	"crypto/subtle"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const (
	maxForm   = 64 << 10
	maxAmount = 1_000_000 * money.Yuan
	lookEvery = 100 * time.Millisecond
)

// DefaultRetry is how long the company waits after each unheard notice.
var DefaultRetry = []time.Duration{time.Second, 5 * time.Second, 30 * time.Second, 5 * time.Minute}

// Config is one company.
type Config struct {
	Code     string // our code of the company: "dfpay"
	Merchant string
	Key      string
	Balance  money.Fen     // the merchant's, at the first start
	After    time.Duration // of business time an order is worked on; below 0: until Settle
	Clock    calendar.Clock
	Log      *slog.Logger
	Books    *books.Books
	Faults   *faults.Box
	Stop     <-chan struct{}
	Retry    []time.Duration // nil: DefaultRetry
}

// Payer answers the convention for one company.
type Payer struct {
	Config
	client  *http.Client
	machine calendar.Clock
	running sync.WaitGroup
}

// New makes a company and starts its work.
func New(ctx context.Context, c Config) (*Payer, error) {
	if c.Retry == nil {
		c.Retry = DefaultRetry
	}
	if err := c.Books.OpenPayer(ctx, c.Code, c.Balance); err != nil {
		return nil, err
	}
	p := &Payer{Config: c, machine: calendar.System(), client: &http.Client{
		Timeout:       15 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
	p.running.Go(p.work)
	return p, nil
}

// Wait returns when the background work has ended after the stop.
func (p *Payer) Wait() {
	p.running.Wait()
	p.client.CloseIdleConnections()
}

// Handler serves the company's addresses below prefix ("/payers/dfpay").
func (p *Payer) Handler(prefix string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+prefix+"/Payment_Dfpay_add.html", p.add)
	mux.HandleFunc("POST "+prefix+"/Payment_Dfpay_query.html", p.query)
	return mux
}

// refusal is a request the company says no to, in words for the merchant.
type refusal string

func (r refusal) Error() string { return string(r) }

func (p *Payer) add(w http.ResponseWriter, r *http.Request) {
	ctx := context.WithoutCancel(r.Context())
	values, err := form(w, r)
	fault, done := p.met(w, values.Get("out_trade_no"), faults.Create)
	if done {
		return
	}
	if fault.Kind == faults.Late {
		p.Faults.Later(func() { _, _ = p.create(ctx, values, faults.Fault{}) })
		faults.Drop(w)
		return
	}
	var o books.Payout
	if err == nil {
		o, err = p.create(ctx, values, fault)
	}
	switch {
	case p.spoil(w, fault):
	case err == nil && fault.Kind == faults.RefuseButTake:
		p.say(w, refusal("系统繁忙，请稍后再试"))
	case err != nil:
		p.say(w, err)
	default:
		writeJSON(w, map[string]any{"status": "success", "msg": "代付申请成功", "transaction_id": o.Txn})
	}
}

func (p *Payer) create(ctx context.Context, form url.Values, fault faults.Fault) (books.Payout, error) {
	if fault.Kind == faults.Refuse {
		return books.Payout{}, refusal("代付通道维护中")
	}
	for _, name := range []string{"mchid", "out_trade_no", "money", "bankname", "subbranch", "accountname", "cardnumber", "province", "city", "pay_md5sign"} {
		if form.Get(name) == "" {
			return books.Payout{}, refusal("缺少参数" + name)
		}
	}
	amount, err := money.ParseYuan(form.Get("money"))
	switch {
	case form.Get("mchid") != p.Merchant:
		return books.Payout{}, refusal("商户不存在")
	case !same(form.Get("pay_md5sign"), sign(form, p.Key)):
		return books.Payout{}, refusal("验签失败")
	case err != nil || amount <= 0 || amount > maxAmount:
		return books.Payout{}, refusal("金额错误")
	case len(form.Get("out_trade_no")) > 20:
		return books.Payout{}, refusal("订单号过长")
	case form.Get("notifyurl") != "" && !loopbackURL(form.Get("notifyurl")):
		return books.Payout{}, refusal("notifyurl 只允许本机地址")
	}
	o := books.Payout{
		Payer: p.Code, Txn: "DF" + rand.Text()[:18], OrderNo: form.Get("out_trade_no"), Amount: amount, Bank: form.Get("bankname"),
		Holder: form.Get("accountname"), Number: form.Get("cardnumber"), NotifyURL: form.Get("notifyurl"), State: books.PayoutWorking, MadeAt: p.Clock.Now(),
	}
	if fault.Kind == faults.NotFoundFlap {
		o.VeilUntil = p.machine.Now().Add(fault.Pause())
	}
	err = p.Books.CreatePayout(ctx, o)
	switch {
	case errors.Is(err, books.ErrShort):
		return o, refusal("账户余额不足")
	case errors.Is(err, books.ErrDuplicate):
		return o, refusal("订单号重复")
	}
	return o, err
}

// query answers what became of an order, signed.
func (p *Payer) query(w http.ResponseWriter, r *http.Request) {
	values, err := form(w, r)
	fault, done := p.met(w, values.Get("out_trade_no"), faults.Status)
	if done {
		return
	}
	var answer map[string]string
	if err == nil {
		answer, err = p.lookUp(r.Context(), values, fault)
	}
	switch {
	case p.spoil(w, fault):
	case err != nil:
		p.say(w, err)
	default:
		writeJSON(w, answer)
	}
}

func (p *Payer) lookUp(ctx context.Context, form url.Values, fault faults.Fault) (map[string]string, error) {
	switch {
	case fault.Kind == faults.Refuse:
		return nil, refusal("查询过于频繁")
	case form.Get("mchid") != p.Merchant || !same(form.Get("pay_md5sign"), sign(form, p.Key)):
		return nil, refusal("验签失败")
	}
	number := form.Get("out_trade_no")
	o, err := p.Books.Payout(ctx, p.Code, number)
	if err != nil && !errors.Is(err, books.ErrNotFound) {
		return nil, err
	}
	code, text := "3", "处理中"
	switch {
	case err != nil || fault.Kind == faults.NotFoundFlap || p.machine.Now().Before(o.VeilUntil):
		code, text, o = "7", "交易不存在", books.Payout{Amount: 1}
	case fault.Kind == faults.SayDone || o.State == books.PayoutPaid:
		code, text = "1", "成功"
	case fault.Kind == faults.SayFailed || o.State == books.PayoutFailed:
		code, text = "2", "失败"
	}
	if fault.Kind == faults.Processing {
		code, text = "3", "处理中"
	}
	amount := o.Amount
	if o.Paid > 0 {
		amount = o.Paid
	}
	mchid := p.Merchant
	switch fault.Kind {
	case faults.WrongAmount:
		amount++
	case faults.WrongUnit:
		amount *= 100
	case faults.WrongOrder:
		number += "X"
	case faults.WrongMerchant:
		mchid += "1"
	}
	answer := url.Values{
		"status": {"success"}, "msg": {"请求成功"}, "mchid": {mchid}, "out_trade_no": {number}, "amount": {amount.String() + "00"},
		"transaction_id": {o.Txn}, "refCode": {code}, "refMsg": {text},
	}
	if code == "1" {
		answer.Set("success_time", calendar.Stamp(o.EndedAt))
	}
	key := p.Key
	if fault.Kind == faults.WrongSign {
		key = "not the key"
	}
	answer.Set("pay_md5sign", sign(answer, key))
	out := map[string]string{}
	for name := range answer {
		out[name] = answer.Get(name)
	}
	return out, nil
}

// Settlement is how an order ends, and is told.
type Settlement struct {
	Paid   bool
	Amount money.Fen // 0: what was ordered
	Times  int       // notices at once; 0: one
	Forged bool      // notices with a wrong signature, and nothing behind them
}

// Settle ends an order, or ends it otherwise. It tells the merchant before it returns.
func (p *Payer) Settle(ctx context.Context, orderNo string, s Settlement) (books.Payout, error) {
	o, err := p.Books.Payout(ctx, p.Code, orderNo)
	if err != nil {
		return o, err
	}
	if s.Amount == 0 {
		s.Amount = o.Amount
	}
	state, paid := books.PayoutFailed, money.Fen(0)
	if s.Paid {
		state, paid = books.PayoutPaid, s.Amount
	}
	if !s.Forged && o.State != state {
		if err := p.Books.EndPayout(ctx, o, state, paid, p.Clock.Now(), p.machine.Now().Add(p.Retry[0])); err != nil {
			return o, err
		}
	}
	told := o
	told.State, told.Paid = state, paid
	for range max(s.Times, 1) {
		p.tell(told, s.Forged)
	}
	return p.Books.Payout(ctx, p.Code, orderNo)
}

// work ends orders by themselves and delivers notices until the sandbox stops.
func (p *Payer) work() {
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for {
		select {
		case <-p.Stop:
			return
		case <-ticker.C:
		}
		if err := p.step(context.Background()); err != nil {
			p.Log.Error("sandbox payer", "payer", p.Code, "err", err)
		}
	}
}

func (p *Payer) step(ctx context.Context) error {
	if p.After >= 0 {
		working, err := p.Books.WorkingPayouts(ctx, p.Code, p.Clock.Now().Add(-p.After))
		if err != nil {
			return err
		}
		for _, o := range working {
			state, paid := books.PayoutPaid, o.Amount
			switch fault := p.Faults.TakeOf("payer:"+p.Code, o.OrderNo, faults.TransferOut, faults.Refuse, faults.WrongAmount); fault.Kind {
			case faults.Refuse:
				state, paid = books.PayoutFailed, 0
			case faults.WrongAmount:
				paid++
			}
			if err := p.Books.EndPayout(ctx, o, state, paid, p.Clock.Now(), p.machine.Now()); err != nil {
				return err
			}
		}
	}
	owed, err := p.Books.DuePayoutNotices(ctx, p.Code, p.machine.Now())
	for _, o := range owed {
		next := time.Time{}
		if !p.tell(o, false) && o.Notices < len(p.Retry) {
			next = p.machine.Now().Add(p.Retry[o.Notices])
		}
		err = errors.Join(err, p.Books.AfterPayoutNotice(ctx, o, next))
	}
	return err
}

// tell sends the merchant one notice and says whether it was understood.
func (p *Payer) tell(o books.Payout, forged bool) bool {
	if o.NotifyURL == "" || !loopbackURL(o.NotifyURL) {
		return true
	}
	fault := p.Faults.TakeOf("payer:"+p.Code, o.OrderNo, faults.TransferOut, faults.DropRequest, faults.DropResponse, faults.Duplicate)
	if fault.Kind == faults.DropRequest {
		return false
	}
	code, text, amount := "2", "失败", o.Amount
	if o.State == books.PayoutPaid {
		code, text, amount = "1", "成功", o.Paid
	}
	v := url.Values{
		"memberid": {p.Merchant}, "orderid": {o.OrderNo}, "transaction_id": {o.Txn}, "amount": {amount.String() + "00"},
		"datetime": {p.Clock.Now().In(calendar.Beijing).Format("20060102150405")}, "returncode": {"00"}, "refCode": {code}, "refMsg": {text},
	}
	key := p.Key
	if forged {
		key = "not the key"
	}
	v.Set("sign", sign(v, key))
	understood := p.post(o.NotifyURL, v)
	if fault.Kind == faults.Duplicate {
		understood = p.post(o.NotifyURL, v)
	}
	return understood && fault.Kind != faults.DropResponse
}

func (p *Payer) post(to string, v url.Values) bool {
	answer, err := p.client.PostForm(to, v)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, 1<<10))
	return err == nil && answer.StatusCode == http.StatusOK && strings.TrimSpace(string(body)) == "OK"
}

// met takes the fault that waits for a call and plays its first act; done means
// that nothing more is to be answered.
func (p *Payer) met(w http.ResponseWriter, order string, call faults.Call) (fault faults.Fault, done bool) {
	fault = p.Faults.Take("payer:"+p.Code, order, nil, call)
	return fault, faults.Begin(w, p.Stop, fault)
}

// spoil plays the last act of a fault instead of the answer.
func (p *Payer) spoil(w http.ResponseWriter, fault faults.Fault) bool {
	return p.Faults.End(w, p.Stop, fault, `{"status":"98765","msg":"?","refCode":"77"}`)
}

func (p *Payer) say(w http.ResponseWriter, err error) {
	var no refusal
	if !errors.As(err, &no) {
		p.Log.Error("sandbox payer failed", "payer", p.Code, "err", err)
		faults.Fail500(w)
		return
	}
	writeJSON(w, map[string]any{"status": "error", "msg": string(no)})
}

func writeJSON(w http.ResponseWriter, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	_ = json.NewEncoder(w).Encode(body)
}

func form(w http.ResponseWriter, r *http.Request) (url.Values, error) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		return nil, refusal("请求格式不正确")
	}
	return r.PostForm, nil
}

// sign is the convention's signature over the non-empty fields, in ASCII order, with
// &key= at the end; MD5 in upper hex.
func sign(values url.Values, key string) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if v := values.Get(name); v != "" && name != "sign" && name != "pay_md5sign" && name != "attach" {
			parts = append(parts, name+"="+v)
		}
	}
	sum := md5.Sum([]byte(strings.Join(append(parts, "key="+key), "&"))) //nolint:gosec // see above
	return strings.ToUpper(hex.EncodeToString(sum[:]))
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
	return err == nil && net.IP(ip.Unmap().AsSlice()).IsLoopback()
}
