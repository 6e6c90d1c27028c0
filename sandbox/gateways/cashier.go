package gateways

import (
	"context"
	"embed"
	"errors"
	"html/template"
	"net/http"
	"net/url"

	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

//go:embed pages
var files embed.FS

var pages = template.Must(template.ParseFS(files, "pages/*.html"))

// policy: the page is one form and one style sheet, and runs nothing.
const policy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

var typeNames = map[string]string{"alipay": "支付宝", "wxpay": "微信支付", "qqpay": "QQ 钱包", "bank": "网银支付", "jdpay": "京东支付"}

// submit creates an order for a payer's browser and takes it to the cashier.
func (e *Epay) submit(w http.ResponseWriter, r *http.Request) {
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

// cashier shows an order and the button that pays it.
func (e *Epay) cashier(w http.ResponseWriter, r *http.Request) {
	order, err := e.Books.PayOrder(r.Context(), e.Code, r.PathValue("trade"))
	if err != nil || order.TradeNo != r.PathValue("trade") {
		e.refuse(w, errors.Join(err, books.ErrNotFound))
		return
	}
	e.show(w, http.StatusOK, order, "")
}

// pay is what the button does.
func (e *Epay) pay(w http.ResponseWriter, r *http.Request) {
	order, err := e.Books.PayOrder(r.Context(), e.Code, r.PathValue("trade"))
	if err != nil || order.TradeNo != r.PathValue("trade") {
		e.refuse(w, errors.Join(err, books.ErrNotFound))
		return
	}
	if order.Paid == 0 { // a second press pays nothing and tells nobody again
		out, err := e.Pay(context.WithoutCancel(r.Context()), order.TradeNo, Payment{})
		switch {
		case errors.Is(err, ErrDenied):
			e.show(w, http.StatusOK, order, "支付失败：付款被拒绝，未扣款。")
			return
		case errors.Is(err, ErrHeld):
			e.show(w, http.StatusOK, order, "支付处理中，请稍后再试。")
			return
		case errors.Is(err, ErrClosed):
			faults.UnderMaintenance(w)
			return
		case err != nil:
			e.refuse(w, err)
			return
		case out.Fault == faults.CommitThen500:
			faults.Fail500(w)
			return
		}
	}
	http.Redirect(w, r, e.cashierURL(order.TradeNo), http.StatusSeeOther)
}

func (e *Epay) show(w http.ResponseWriter, status int, o books.PayOrder, warning string) {
	values := map[string]any{
		"Style": "/gateways/" + e.Code + "/cashier.css", "Action": "/gateways/" + e.Code + "/cashier/" + o.TradeNo,
		"Order": o.OrderNo, "Trade": o.TradeNo, "Name": o.Name, "Type": typeNames[o.Type],
		"Amount": o.Charged.Grouped(), "Paid": "", "Return": "", "Warning": warning,
	}
	if o.Paid > 0 {
		values["Paid"], values["Return"] = o.Paid.Grouped(), e.wayBack(o)
	}
	page(w, status, "cashier.html", values)
}

// wayBack is the merchant's return address with the same signed fields as the
// notice, as the convention has it.
func (e *Epay) wayBack(o books.PayOrder) string {
	u, err := url.Parse(o.ReturnURL)
	if err != nil {
		return o.ReturnURL
	}
	query := u.Query()
	for name, value := range e.notice(o, o.Paid) {
		query[name] = value
	}
	u.RawQuery = query.Encode()
	return u.String()
}

// refuse shows the payer that there is nothing to pay here.
func (e *Epay) refuse(w http.ResponseWriter, err error) {
	status, text := http.StatusInternalServerError, "系统异常，请稍后再试"
	var no refusal
	switch {
	case errors.As(err, &no):
		status, text = http.StatusBadRequest, string(no)
	case errors.Is(err, books.ErrNotFound):
		status, text = http.StatusNotFound, "订单不存在"
	default:
		e.Log.Error("sandbox gateway failed", "gateway", e.Code, "err", err)
	}
	page(w, status, "refusal.html", map[string]any{"Style": "/gateways/" + e.Code + "/cashier.css", "Text": text})
}

func (e *Epay) style(w http.ResponseWriter, r *http.Request) {
	http.ServeFileFS(w, r, files, "pages/cashier.css")
}

func page(w http.ResponseWriter, status int, name string, values map[string]any) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = pages.ExecuteTemplate(w, name, values) // the payer has gone: nobody to tell
}
