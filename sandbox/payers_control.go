package sandbox

import (
	"context"
	"errors"
	"net/http"

	"hongyun/sandbox/books"
	"hongyun/sandbox/payers"
)

// payoutView is a pay-out in GET /books.
type payoutView struct {
	Order  string `json:"order"`
	Amount string `json:"amount"`
	Paid   string `json:"paid"`
	State  string `json:"state"`
	Number string `json:"number"`
}

func viewPayout(p books.Payout) payoutView {
	return payoutView{Order: p.OrderNo, Amount: p.Amount.String(), Paid: p.Paid.String(), State: p.State, Number: p.Number}
}

// payerView is a company that pays out in GET /books.
type payerView struct {
	Balance string       `json:"balance"`
	Orders  []payoutView `json:"orders"`
}

func (s *Server) viewPayers(ctx context.Context) (map[string]payerView, error) {
	out := map[string]payerView{}
	for code := range s.payers {
		balance, err := s.books.PayerBalance(ctx, code)
		if err != nil {
			return nil, err
		}
		list, err := s.books.Payouts(ctx, code)
		if err != nil {
			return nil, err
		}
		v := payerView{Balance: balance.String(), Orders: []payoutView{}}
		for _, p := range list {
			v.Orders = append(v.Orders, viewPayout(p))
		}
		out[code] = v
	}
	return out, nil
}

func (s *Server) payer(r *http.Request) (*payers.Payer, error) {
	p, ok := s.payers[r.PathValue("code")]
	if !ok {
		return nil, wrong{http.StatusNotFound, "no payer " + r.PathValue("code")}
	}
	return p, nil
}

func (s *Server) settlePayout(r *http.Request) (any, error) {
	p, err := s.payer(r)
	if err != nil {
		return nil, err
	}
	var ask struct {
		State  string  `json:"state"`
		Amount *amount `json:"amount"`
		Times  int     `json:"times"`
		Sign   string  `json:"sign"`
	}
	if err := read(r, &ask); err != nil {
		return nil, err
	}
	how := payers.Settlement{Paid: ask.State == books.PayoutPaid, Times: ask.Times, Forged: ask.Sign == "bad"}
	if ask.Amount != nil {
		how.Amount = ask.Amount.Fen
	}
	switch {
	case ask.State != books.PayoutPaid && ask.State != books.PayoutFailed:
		return nil, bad("state %q is neither \"paid\" nor \"failed\"", ask.State)
	case ask.Times < 0 || ask.Times > 1000:
		return nil, bad("times %d is not between 0 and 1000", ask.Times)
	}
	o, err := p.Settle(r.Context(), r.PathValue("order"), how)
	if errors.Is(err, books.ErrNotFound) {
		return nil, wrong{http.StatusNotFound, "no pay-out " + r.PathValue("order")}
	}
	return viewPayout(o), err
}

func (s *Server) setPayerBalance(r *http.Request) (any, error) {
	if _, err := s.payer(r); err != nil {
		return nil, err
	}
	var ask struct {
		Amount amount `json:"amount"`
	}
	if err := read(r, &ask); err != nil {
		return nil, err
	}
	return map[string]string{"balance": ask.Amount.String()}, s.books.SetPayerBalance(r.Context(), r.PathValue("code"), ask.Amount.Fen)
}
