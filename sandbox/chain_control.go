package sandbox

import (
	"errors"
	"net/http"
	"strings"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/chains"
)

func (s *Server) chainOf(r *http.Request) (*chains.Chain, error) {
	chain, ok := s.chains[r.PathValue("network")]
	if !ok {
		return nil, wrong{http.StatusNotFound, "no chain " + r.PathValue("network")}
	}
	return chain, nil
}

// coins is decimal USDT in a JSON string; a plain number is read too.
type coins struct{ money.Coins }

func (c *coins) UnmarshalJSON(b []byte) error {
	n, err := money.ParseCoins(strings.Trim(string(b), `"`))
	if err != nil {
		return bad("%s is not an amount such as \"12.345678\"", b)
	}
	c.Coins = n
	return nil
}

// payOnChain is the faucet.
func (s *Server) payOnChain(r *http.Request) (any, error) {
	chain, err := s.chainOf(r)
	if err != nil {
		return nil, err
	}
	var ask struct {
		To     string `json:"to"`
		From   string `json:"from"`
		Amount *coins `json:"amount"`
		Token  string `json:"token"`
		Status string `json:"status"`
		Times  *int   `json:"times"`
	}
	if err := read(r, &ask); err != nil {
		return nil, err
	}
	if ask.From == "payout" {
		ask.From = chains.PayoutWallet(chain.Network)
	}
	p := chains.Payment{To: ask.To, From: ask.From, Fake: ask.Token != "" && ask.Token != "USDT", Failed: ask.Status == "failed", Times: 1}
	if ask.Times != nil {
		p.Times = *ask.Times
	}
	switch {
	case ask.Amount == nil:
		return nil, bad("amount is missing")
	case ask.Status != "" && ask.Status != "done" && ask.Status != "failed":
		return nil, bad("status %q is neither \"done\" nor \"failed\"", ask.Status)
	case p.Times < 1 || p.Times > chains.MaxTimes || p.Times > 1 && chain.Network == chains.Omni:
		return nil, bad("times %d is not between 1 and %d, and 1 on omni", p.Times, chains.MaxTimes)
	}
	p.Amount = ask.Amount.Coins
	tx, err := chain.Pay(r.Context(), p)
	if errors.Is(err, chains.ErrAddress) || errors.Is(err, chains.ErrAmount) {
		return nil, bad("%v", err)
	}
	return map[string]any{"tx": tx}, err
}

// mine lets blocks come at once.
func (s *Server) mine(r *http.Request) (any, error) {
	chain, err := s.chainOf(r)
	if err != nil {
		return nil, err
	}
	ask := struct {
		Count int64 `json:"count"`
	}{1}
	if err := read(r, &ask); err != nil {
		return nil, err
	}
	if ask.Count < 1 || ask.Count > chains.MaxBlocks {
		return nil, bad("count %d is not between 1 and %d", ask.Count, chains.MaxBlocks)
	}
	height, err := chain.Mine(r.Context(), ask.Count)
	return map[string]any{"height": height}, err
}

// reorganise takes a transaction out of its block.
func (s *Server) reorganise(r *http.Request) (any, error) {
	chain, err := s.chainOf(r)
	if err != nil {
		return nil, err
	}
	var ask struct {
		Lost bool `json:"lost"`
	}
	if err := read(r, &ask); err != nil {
		return nil, err
	}
	err = chain.Reorganise(r.Context(), r.PathValue("tx"), ask.Lost)
	if errors.Is(err, books.ErrNotFound) {
		return nil, wrong{http.StatusNotFound, "no transaction " + r.PathValue("tx")}
	}
	return map[string]any{"tx": r.PathValue("tx"), "lost": ask.Lost}, err
}
