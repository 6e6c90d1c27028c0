package chains

import (
	"context"
	"embed"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"hongyun/internal/money"
)

//go:embed pages
var files embed.FS

var pages = template.Must(template.ParseFS(files, "pages/*.html"))

// policy: the pages are one form and one style sheet, and run nothing.
const policy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

var names = map[string]string{TRC20: "USDT-TRC20", ERC20: "USDT-ERC20", Omni: "USDT-OMNI"}

// shown are the confirmations after which the page calls a transfer final, as
// operators usually set them.
var shown = map[string]int64{TRC20: solidDepth + 1, ERC20: 12, Omni: 6}

func (c *Chain) prefix() string { return "/chains/" + c.Network }

// wallet shows the form that pays, filled from ?to=, ?amount= and ?from=.
func (c *Chain) wallet(w http.ResponseWriter, r *http.Request) {
	c.show(w, http.StatusOK, "wallet.html", map[string]any{
		"To": r.URL.Query().Get("to"), "Amount": r.URL.Query().Get("amount"), "Operator": r.URL.Query().Get("from") == fromOperator,
	})
}

// fromOperator says that the operator pays, and not a player.
const fromOperator = "payout"

// pay is what the button does.
func (c *Chain) pay(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	to, text := strings.TrimSpace(r.PostFormValue("to")), strings.TrimSpace(r.PostFormValue("amount"))
	again := func(warning string) {
		c.show(w, http.StatusBadRequest, "wallet.html", map[string]any{"To": to, "Amount": text, "Operator": r.PostFormValue("from") == fromOperator, "Warning": warning})
	}
	p := Payment{To: to}
	if r.PostFormValue("from") == fromOperator {
		p.From = PayoutWallet(c.Network)
	}
	amount, err := money.ParseCoins(text)
	if err != nil || amount == 0 || amount > maxAmount {
		again("金额不正确，最多六位小数。")
		return
	}
	p.Amount = amount
	tx, err := c.Pay(context.WithoutCancel(r.Context()), p)
	switch {
	case errors.Is(err, ErrAddress):
		again("收款地址不是 " + names[c.Network] + " 的地址。")
	case err != nil:
		c.Log.Error("sandbox chain failed", "chain", c.Network, "err", err)
		again("系统异常，请稍后再试。")
	default:
		http.Redirect(w, r, c.BaseURL()+c.prefix()+"/tx/"+url.PathEscape(tx), http.StatusSeeOther)
	}
}

// paid shows what became of a transfer, and looks again by itself until it is
// final.
func (c *Chain) paid(w http.ResponseWriter, r *http.Request) {
	height, _, err := c.tip(r.Context())
	list, err2 := c.Books.ChainTx(r.Context(), c.Network, bare(r.PathValue("tx")))
	if err = errors.Join(err, err2); err != nil || len(list) == 0 {
		if err != nil {
			c.Log.Error("sandbox chain failed", "chain", c.Network, "err", err)
		}
		c.show(w, http.StatusNotFound, "paid.html", map[string]any{"Warning": "没有这笔交易。"})
		return
	}
	deep := max(height-list[0].Block+1, 0)
	c.show(w, http.StatusOK, "paid.html", map[string]any{
		"Tx": c.txText(list[0].Tx), "To": c.addressText(list[0].To), "Amount": list[0].Amount.String(), "Failed": list[0].Failed,
		"Final": deep >= shown[c.Network], "Confirmations": strconv.FormatInt(min(deep, shown[c.Network]), 10) + " / " + strconv.FormatInt(shown[c.Network], 10),
	})
}

func (c *Chain) show(w http.ResponseWriter, status int, name string, values map[string]any) {
	values["Style"], values["Action"], values["Name"] = c.prefix()+"/wallet.css", c.prefix(), names[c.Network]
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = pages.ExecuteTemplate(w, name, values) // the payer has gone: there is no reader
}

func style(w http.ResponseWriter, r *http.Request) {
	http.ServeFileFS(w, r, files, "pages/wallet.css")
}
