package gateways

import (
	"context"
	"embed"
	"errors"
	"html/template"
	"net/http"

	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

//go:embed pages
var files embed.FS

var pages = template.Must(template.ParseFS(files, "pages/*.html"))

// policy: the page is one form and one style sheet, and runs nothing.
const policy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// cashier shows an order and the button that pays it.
func (c *Company) cashier(w http.ResponseWriter, r *http.Request) {
	order, err := c.Books.PayOrder(r.Context(), c.Code, r.PathValue("trade"))
	if err != nil || order.TradeNo != r.PathValue("trade") {
		c.refuse(w, errors.Join(err, books.ErrNotFound))
		return
	}
	c.show(w, http.StatusOK, order, "")
}

// pay is what the button does.
func (c *Company) pay(w http.ResponseWriter, r *http.Request) {
	order, err := c.Books.PayOrder(r.Context(), c.Code, r.PathValue("trade"))
	if err != nil || order.TradeNo != r.PathValue("trade") {
		c.refuse(w, errors.Join(err, books.ErrNotFound))
		return
	}
	if order.Paid == 0 { // a second press pays nothing and tells nobody again
		out, err := c.Pay(context.WithoutCancel(r.Context()), order.TradeNo, Payment{})
		switch {
		case errors.Is(err, ErrDenied):
			c.show(w, http.StatusOK, order, "支付失败：付款被拒绝，未扣款。")
			return
		case errors.Is(err, ErrHeld):
			c.show(w, http.StatusOK, order, "支付处理中，请稍后再试。")
			return
		case errors.Is(err, ErrClosed):
			faults.UnderMaintenance(w)
			return
		case err != nil:
			c.refuse(w, err)
			return
		case out.Fault == faults.CommitThen500:
			faults.Fail500(w)
			return
		}
	}
	http.Redirect(w, r, c.cashierURL(order.TradeNo), http.StatusSeeOther)
}

func (c *Company) show(w http.ResponseWriter, status int, o books.PayOrder, warning string) {
	values := map[string]any{
		"Style": c.path("/cashier.css"), "Action": c.path(c.speaks.cashierPath(o.TradeNo)),
		"Order": o.OrderNo, "Trade": o.TradeNo, "Name": o.Name, "Type": c.speaks.way(o), "Facts": c.speaks.facts(o),
		"Amount": o.Charged.Grouped(), "Paid": "", "Return": "", "Warning": warning,
	}
	if o.Paid > 0 {
		values["Paid"], values["Return"] = o.Paid.Grouped(), c.speaks.back(o)
	}
	page(w, status, "cashier.html", values)
}

// refuse shows the payer that there is nothing to pay here.
func (c *Company) refuse(w http.ResponseWriter, err error) {
	status, text := http.StatusInternalServerError, "系统异常，请稍后再试"
	var no refusal
	switch {
	case errors.As(err, &no):
		status, text = http.StatusBadRequest, string(no)
	case errors.Is(err, books.ErrNotFound):
		status, text = http.StatusNotFound, "订单不存在"
	default:
		c.Log.Error("sandbox gateway failed", "gateway", c.Code, "err", err)
	}
	page(w, status, "refusal.html", map[string]any{"Style": c.path("/cashier.css"), "Text": text})
}

func (c *Company) style(w http.ResponseWriter, r *http.Request) {
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
