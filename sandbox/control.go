package sandbox

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/chains"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/gateways"
)

const (
	maxBody  = 64 << 10
	maxDelay = 10 * time.Minute
)

// wrong is an error of the caller, with the status it is answered with.
type wrong struct {
	status int
	text   string
}

func (w wrong) Error() string { return w.text }

func bad(format string, args ...any) error {
	return wrong{http.StatusBadRequest, fmt.Sprintf(format, args...)}
}

// control serves /control.
func (s *Server) control() http.Handler {
	mux := http.NewServeMux()
	handle := func(pattern string, do func(*http.Request) (any, error)) {
		mux.HandleFunc(pattern, func(w http.ResponseWriter, r *http.Request) {
			r.Body = http.MaxBytesReader(w, r.Body, maxBody)
			body, err := do(r)
			s.write(w, body, err)
		})
	}
	handle("GET /control/books", s.showBooks)
	handle("POST /control/bets", s.putBet)
	handle("POST /control/rounds", s.dealRound)
	handle("GET /control/faults", s.listFaults)
	handle("POST /control/faults", s.setFault)
	handle("DELETE /control/faults", s.clearFaults)
	handle("POST /control/release", s.release)
	handle("GET /control/bots", s.listBots)
	handle("POST /control/bots", s.setBots)
	mux.HandleFunc("GET /control/{$}", s.showBots)
	mux.HandleFunc("POST /control/bots/form", s.saveBots)
	if s.messages != nil {
		handle("GET /control/messages", func(*http.Request) (any, error) {
			return map[string]any{"messages": s.messages.Sent()}, nil
		})
		mux.HandleFunc("GET /control/messages/{$}", s.messages.ShowPage)
	}
	handle("POST /control/venues/{code}/transfers/{order}/reverse", s.reverseTransfer)
	handle("POST /control/gateways/{code}/orders/{order}/pay", s.payOrder)
	handle("POST /control/gateways/{code}/orders/{order}/reverse", s.reversePayment)
	handle("POST /control/payers/{code}/orders/{order}/settle", s.settlePayout)
	handle("POST /control/payers/{code}/balance", s.setPayerBalance)
	handle("POST /control/chains/{network}/transfers", s.payOnChain)
	handle("POST /control/chains/{network}/transfers/{tx}/reorganise", s.reorganise)
	handle("POST /control/chains/{network}/blocks", s.mine)
	handle("/control/", func(r *http.Request) (any, error) {
		return nil, wrong{http.StatusNotFound, r.Method + " " + r.URL.Path + " is no control call"}
	})
	return mux
}

func (s *Server) write(w http.ResponseWriter, body any, err error) {
	status := http.StatusOK
	if err != nil {
		var w wrong
		if status = http.StatusInternalServerError; errors.As(err, &w) {
			status = w.status
		} else {
			s.log.Error("sandbox control", "err", err)
		}
		body = map[string]string{"error": err.Error()}
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// read reads a JSON body strictly: a misspelt field is an error and not a
// silence. An empty body is the zero value.
func read(r *http.Request, into any) error {
	d := json.NewDecoder(r.Body)
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil && !errors.Is(err, io.EOF) {
		return bad("body: %v", err)
	}
	if d.More() {
		return bad("body: more than one JSON value")
	}
	return nil
}

// amount is decimal yuan in a JSON string; a plain number is read too.
type amount struct{ money.Fen }

func (a *amount) UnmarshalJSON(b []byte) error {
	fen, err := money.ParseYuan(strings.Trim(string(b), `"`))
	if err != nil {
		return fmt.Errorf("%s is not an amount such as \"12.34\"", b)
	}
	a.Fen = fen
	return nil
}

// orderView is a gateway's order in GET /books.
type orderView struct {
	Order  string `json:"order"`
	Amount string `json:"amount"`
	Paid   string `json:"paid"`
	Status string `json:"status"`
}

func viewOrder(o books.PayOrder) orderView {
	v := orderView{Order: o.OrderNo, Amount: o.Amount.String(), Paid: o.Paid.String(), Status: "unpaid"}
	if o.Paid > 0 {
		v.Status = "paid"
	}
	return v
}

func (s *Server) showBooks(r *http.Request) (any, error) {
	balances, err := s.books.Balances(r.Context())
	if err != nil {
		return nil, err
	}
	venues := map[string]map[string]string{}
	for code := range s.venues {
		venues[code] = map[string]string{}
		for player, balance := range balances[code] {
			venues[code][player] = balance.String()
		}
	}
	orders, err := s.books.PayOrders(r.Context())
	if err != nil {
		return nil, err
	}
	payments := map[string][]orderView{}
	for code := range s.gateways {
		payments[code] = []orderView{}
	}
	for _, o := range orders {
		if list, ok := payments[o.Gateway]; ok {
			payments[o.Gateway] = append(list, viewOrder(o))
		}
	}
	transfers := map[string][]chains.Row{}
	for network, chain := range s.chains {
		if transfers[network], err = chain.Rows(r.Context()); err != nil {
			return nil, err
		}
	}
	payouts, err := s.viewPayers(r.Context())
	if err != nil {
		return nil, err
	}
	return map[string]any{"venues": venues, "gateways": payments, "payers": payouts, "chains": transfers}, nil
}

func (s *Server) listFaults(*http.Request) (any, error) {
	list := map[string]any{"faults": s.faults.List()}
	if held := s.faults.Held(); held > 0 {
		list["held"] = held
	}
	return list, nil
}

func (s *Server) release(*http.Request) (any, error) {
	return map[string]any{"released": s.faults.Release()}, nil
}

func (s *Server) reverseTransfer(r *http.Request) (any, error) {
	venue, ok := s.venues[r.PathValue("code")]
	if !ok {
		return nil, wrong{http.StatusNotFound, "no venue " + r.PathValue("code")}
	}
	return reversed(r, venue.Reverse)
}

func (s *Server) reversePayment(r *http.Request) (any, error) {
	gateway, ok := s.gateways[r.PathValue("code")]
	if !ok {
		return nil, wrong{http.StatusNotFound, "no gateway " + r.PathValue("code")}
	}
	return reversed(r, gateway.Reverse)
}

func reversed(r *http.Request, reverse func(context.Context, string) error) (any, error) {
	order := r.PathValue("order")
	if err := reverse(r.Context(), order); errors.Is(err, books.ErrNotFound) {
		return nil, wrong{http.StatusNotFound, "nothing to take back under " + order}
	} else if err != nil {
		return nil, err
	}
	return map[string]any{"order": order, "status": "reversed"}, nil
}

func (s *Server) setFault(r *http.Request) (any, error) {
	f := faults.Fault{Times: 1}
	if err := read(r, &f); err != nil {
		return nil, err
	}
	if f.Times < -1 {
		return nil, bad("times %d is below -1", f.Times)
	}
	if err := s.faults.Set(f); err != nil {
		return nil, bad("%v", err)
	}
	return s.listFaults(r)
}

func (s *Server) clearFaults(r *http.Request) (any, error) {
	s.faults.Clear()
	return s.listFaults(r)
}

func (s *Server) payOrder(r *http.Request) (any, error) {
	gateway, ok := s.gateways[r.PathValue("code")]
	if !ok {
		return nil, wrong{http.StatusNotFound, "no gateway " + r.PathValue("code")}
	}
	var ask struct {
		Amount  *amount `json:"amount"`
		Times   *int    `json:"times"`
		DelayMs int     `json:"delayMs"`
		Sign    string  `json:"sign"`
	}
	if err := read(r, &ask); err != nil {
		return nil, err
	}
	p := gateways.Payment{Times: 1, Delay: time.Duration(ask.DelayMs) * time.Millisecond, Forged: ask.Sign == "bad", Wait: true}
	if ask.Times != nil {
		p.Times = *ask.Times
	}
	if ask.Amount != nil {
		p.Amount = ask.Amount.Fen
	}
	switch {
	case ask.Amount != nil && p.Amount == 0:
		return nil, bad("amount must be above zero")
	case p.Times < 1 || p.Times > gateways.MaxNotices:
		return nil, bad("times %d is not between 1 and %d", p.Times, gateways.MaxNotices)
	case p.Delay < 0 || p.Delay > maxDelay:
		return nil, bad("delayMs %d is not between 0 and %d", ask.DelayMs, maxDelay.Milliseconds())
	case ask.Sign != "" && ask.Sign != "bad":
		return nil, bad("sign %q is not \"bad\"", ask.Sign)
	}
	out, err := gateway.Pay(r.Context(), r.PathValue("order"), p)
	switch {
	case errors.Is(err, gateways.ErrNoOrder):
		return nil, wrong{http.StatusNotFound, "no order " + r.PathValue("order")}
	case errors.Is(err, gateways.ErrDenied), errors.Is(err, gateways.ErrHeld), errors.Is(err, gateways.ErrClosed):
		return nil, wrong{http.StatusConflict, err.Error()}
	case err != nil:
		return nil, err
	case out.Fault == faults.CommitThen500:
		return nil, wrong{http.StatusInternalServerError, "paid; this answer is the fault asked for"}
	}
	return struct {
		orderView
		TradeNo   string `json:"tradeNo"`
		Notices   int    `json:"notices"`
		Delivered int    `json:"delivered"`
	}{viewOrder(out.Order), out.Order.TradeNo, out.Notices, out.Delivered}, nil
}
