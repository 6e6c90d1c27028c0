// Package omni reads USDT of the Omni layer on Bitcoin through the RPC of an
// Omni Core. Its issuer has stopped, so it is shipped without a contract and
// stays off until an operator writes one. See README.md for its quirks.
package omni

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/payment/node"
)

// Tether is the property number of USDT.
const Tether = 31

// Config is one way to an Omni Core whose wallet watches the house's addresses.
type Config struct {
	URL            string
	User, Password string // of its RPC
	Property       int64  // default Tether
	Genesis        string // number of block 0, which tells networks apart; default Bitcoin's main net
	Confirmations  int    // make a transaction final; default 6
	Span           int64  // most blocks of one question; default 1000, a week
	Overlap        int64  // final blocks that are read again each time; default 6

	Timeout time.Duration // of one question; default node.DefaultTimeout
	HTTP    *http.Client  // nil makes one
	Log     *slog.Logger  // nil is silent
}

// Chain is the Omni layer as one node tells it.
type Chain struct {
	config Config
	node   *node.Node
}

var _ payment.Chain = (*Chain)(nil)

const (
	mark                 = "o"
	defaultConfirmations = 6
	defaultSpan          = 1000
	defaultOverlap       = 6
	pageRows             = 200
	pagesMost            = 20 // in one span of blocks
	addressMost          = 500

	simpleSend  = 0
	notThere    = -5 // no such transaction, or none of this layer
	microDigits = 6  // of the eight that the layer writes
)

// New checks the settings. It asks nobody.
func New(c Config) (*Chain, error) {
	c.Property, c.Confirmations = cmp.Or(c.Property, Tether), cmp.Or(c.Confirmations, defaultConfirmations)
	c.Genesis = cmp.Or(c.Genesis, mainGenesis)
	c.Span, c.Overlap = cmp.Or(c.Span, defaultSpan), cmp.Or(c.Overlap, defaultOverlap)
	if c.Property < 1 || c.Confirmations < 1 || c.Overlap < 1 || c.Span <= c.Overlap+int64(c.Confirmations) {
		return nil, errors.New("omni: Property, Confirmations and Overlap must be above zero and Span above the latter together")
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	n, err := node.New(node.Config{URL: c.URL, User: c.User, Password: c.Password, Timeout: c.Timeout, HTTP: c.HTTP})
	if err != nil {
		return nil, fmt.Errorf("omni: %w", err)
	}
	return &Chain{config: c, node: n}, nil
}

// Network is payment.Omni.
func (c *Chain) Network() string { return payment.Omni }

// Rules gives the limits.
func (c *Chain) Rules() payment.ChainRules {
	return payment.ChainRules{Confirmations: c.config.Confirmations, Timeout: c.node.Timeout(), MaxAddresses: addressMost}
}

// send is a transaction as the node tells it. What stands in no block has
// neither valid nor a block.
type send struct {
	Tx            string `json:"txid"`
	From          string `json:"sendingaddress"`
	To            string `json:"referenceaddress"`
	Type          *int64 `json:"type_int"`
	Property      int64  `json:"propertyid"`
	Divisible     bool   `json:"divisible"`
	Amount        string `json:"amount"`
	Valid         *bool  `json:"valid"`
	Confirmations *int64 `json:"confirmations"`
	Block         int64  `json:"block"`
	Position      int64  `json:"positioninblock"`
	Time          int64  `json:"blocktime"`
}

// Incoming reads what the node's wallet saw, block by block, and asks for each
// transaction once more by its number. Only a simple send that the layer calls
// valid counts: Bitcoin carries the others just as well.
func (c *Chain) Incoming(ctx context.Context, to []payment.Address, from payment.Cursor) ([]payment.Transfer, payment.Cursor, error) {
	if len(to) == 0 || len(to) > addressMost {
		return nil, payment.Cursor{}, errors.New("omni: none or too many addresses")
	}
	for _, address := range to {
		if address.Network() != payment.Omni {
			return nil, payment.Cursor{}, errors.New("omni: an address of another network")
		}
	}
	var info struct {
		Block int64 `json:"block"`
	}
	err := c.node.Call(ctx, "omni_getinfo", &info)
	if err == nil && info.Block <= 0 {
		err = node.ErrGarbage
	}
	if err != nil {
		return nil, payment.Cursor{}, fmt.Errorf("omni: newest block: %w", err)
	}
	final := info.Block - int64(c.config.Confirmations) + 1
	w, err := node.Open(mark, from, info.Block, final, c.config.Overlap, c.config.Span)
	if err != nil {
		return nil, payment.Cursor{}, fmt.Errorf("omni: %w", err)
	}
	if w.To < w.From {
		return nil, w.Next(mark, 0, 0), nil
	}
	sends, err := c.list(ctx, w.From, w.To)
	if err != nil {
		return nil, payment.Cursor{}, fmt.Errorf("omni: list transactions: %w", err)
	}
	var list []payment.Transfer
	var held int64
	for _, s := range sends {
		t, moved, err := c.transfer(s)
		if err != nil {
			return nil, payment.Cursor{}, fmt.Errorf("omni: list transactions: %w", err)
		}
		if !moved || !slices.Contains(to, t.To) {
			continue
		}
		proved, err := c.prove(ctx, t)
		if err != nil {
			return nil, payment.Cursor{}, fmt.Errorf("omni: prove a transfer: %w", err)
		}
		if proved == nil {
			if held == 0 || t.Block < held {
				held = t.Block
			}
			c.config.Log.Info("omni: a transfer has changed its block", "tx", t.Tx, "block", t.Block)
			continue
		}
		list = append(list, *proved)
	}
	return list, w.Next(mark, held, 0), nil
}

// prove asks for a listed transfer by its number. It is nil when that is not
// there or stands in another block by now; an answer of another content is an
// error.
func (c *Chain) prove(ctx context.Context, listed payment.Transfer) (*payment.Transfer, error) {
	s, err := c.get(ctx, listed.Tx)
	if err != nil || s == nil || s.Valid == nil || s.Block != listed.Block {
		return nil, err
	}
	t, moved, err := c.transfer(*s)
	if err != nil {
		return nil, err
	}
	if !moved || t.To != listed.To || t.Amount != listed.Amount || t.From != listed.From {
		return nil, errors.New("list and transaction tell different transfers")
	}
	if listed.Confirmations < t.Confirmations { // the smaller of two answers
		t.Confirmations, t.Final = listed.Confirmations, listed.Final
	}
	return &t, nil
}

// Lookup asks for a transaction.
func (c *Chain) Lookup(ctx context.Context, text string) (payment.Sent, error) {
	tx, ok := payment.ParseTx(payment.Omni, text)
	if !ok {
		return payment.Sent{}, payment.ErrNotTx
	}
	s, err := c.get(ctx, tx)
	if err != nil {
		return payment.Sent{}, fmt.Errorf("omni: look up a transaction: %w", err)
	}
	if s == nil {
		return payment.Sent{State: payment.Absent}, nil
	}
	if s.Valid == nil || *s.Confirmations < 1 {
		return payment.Sent{State: payment.Open}, nil
	}
	t, moved, err := c.transfer(*s)
	if err != nil {
		return payment.Sent{}, fmt.Errorf("omni: look up a transaction: %w", err)
	}
	sent := payment.Sent{State: payment.Open, At: time.Unix(s.Time, 0).UTC(), Block: s.Block, Confirmations: depth(*s.Confirmations)}
	if moved {
		sent.Transfers = []payment.Transfer{t}
	}
	switch final := sent.Confirmations >= c.config.Confirmations; {
	case final && moved:
		sent.State = payment.Paid
	case final:
		sent.State = payment.Failed
	}
	return sent, nil
}

// list pages through the wallet's transactions in a span of blocks. Their order
// differs between versions of the node, so it is made here.
func (c *Chain) list(ctx context.Context, from, to int64) ([]send, error) {
	var all []send
	seen := map[string]bool{}
	for page := range pagesMost {
		var rows *[]send
		if err := c.node.Call(ctx, "omni_listtransactions", &rows, "*", pageRows, page*pageRows, from, to); err != nil {
			return nil, err
		}
		if rows == nil {
			return nil, node.ErrGarbage
		}
		for _, s := range *rows {
			if !seen[s.Tx] && s.Valid != nil && s.Block >= from && s.Block <= to {
				all = append(all, s)
			}
			seen[s.Tx] = true
		}
		if len(*rows) < pageRows {
			slices.SortStableFunc(all, func(a, b send) int {
				return cmp.Or(cmp.Compare(a.Block, b.Block), cmp.Compare(a.Position, b.Position))
			})
			return all, nil
		}
	}
	return nil, errors.New("the wallet saw more than can be read; set a smaller span")
}

// get asks for a transaction; nil where the node has none of this layer.
func (c *Chain) get(ctx context.Context, tx string) (*send, error) {
	var s *send
	err := c.node.Call(ctx, "omni_gettransaction", &s, tx)
	if no, ok := errors.AsType[*node.Refused](err); ok && no.Code == notThere {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	if s == nil || s.Confirmations == nil {
		return nil, node.ErrGarbage
	}
	if got, ok := payment.ParseTx(payment.Omni, s.Tx); !ok || got != tx {
		return nil, node.ErrGarbage
	}
	return s, nil
}

// transfer reads a send of the house's token; moved is false for everything
// else, for what is not valid and for nothing.
func (c *Chain) transfer(s send) (t payment.Transfer, moved bool, err error) {
	if s.Valid == nil || !*s.Valid || s.Property != c.config.Property || s.Type == nil || *s.Type != simpleSend {
		return t, false, nil
	}
	tx, ok := payment.ParseTx(payment.Omni, s.Tx)
	if !ok || !s.Divisible || s.Confirmations == nil || *s.Confirmations < 1 || s.Block <= 0 || s.Time <= 0 {
		return t, false, node.ErrGarbage
	}
	amount, err := micro(s.Amount)
	if err != nil {
		return t, false, err
	}
	// A payer may hold an address of a kind the house does not pay to; the payee
	// is compared with the house's own.
	to, err := payment.ParseAddress(payment.Omni, s.To)
	if err != nil {
		return t, false, nil
	}
	from, _ := payment.ParseAddress(payment.Omni, s.From)
	return payment.Transfer{
		Network: payment.Omni, Tx: tx, From: from, To: to, Amount: amount, At: time.Unix(s.Time, 0).UTC(), Block: s.Block,
		Confirmations: depth(*s.Confirmations), Final: *s.Confirmations >= int64(c.config.Confirmations),
	}, amount > 0, nil
}

func depth(confirmations int64) int { return int(min(max(confirmations, 0), 1_000_000_000)) }

var decimal = regexp.MustCompile(`^(0|[1-9][0-9]{0,12})\.([0-9]{8})$`)

// micro reads an amount of eight places as 1/1,000,000 USDT. The token's other
// homes have six places: a smaller rest is not credited.
func micro(text string) (money.Coins, error) {
	parts := decimal.FindStringSubmatch(text)
	if parts == nil {
		return 0, node.ErrGarbage
	}
	n, err := strconv.ParseInt(parts[1]+parts[2][:microDigits], 10, 64)
	if err != nil {
		return 0, node.ErrGarbage
	}
	return money.Coins(n), nil
}
