// Package trc20 reads USDT on TRON through a TronGrid or a node of one's own
// that has the same paths. See README.md for its quirks.
package trc20

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"github.com/maypok86/otter/v2"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/payment/node"
)

// MainNet is the contract of USDT on TRON's main net.
const MainNet = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t"

// Config is one way to TRON.
type Config struct {
	URL      string // up to but without /v1, /wallet and /walletsolidity
	Key      string // TRON-PRO-API-KEY; "" sends none
	Contract string // the token's; default MainNet

	Genesis string // number of block 0, which tells networks apart; default the main net's

	// Overlap is how long behind the newest transfer seen a page begins again,
	// because the lists of an index fill late. Default 10 minutes.
	Overlap time.Duration

	Timeout time.Duration // of one question; default node.DefaultTimeout
	HTTP    *http.Client  // nil makes one
	Clock   calendar.Clock
	Log     *slog.Logger // nil is silent
}

// Chain is TRON as one node tells it.
type Chain struct {
	config   Config
	node     *node.Node
	contract payment.Address
	proved   *otter.Cache[string, *receipt] // final ones, which never change
}

var _ payment.Chain = (*Chain)(nil)

const (
	mark         = "t"
	pageRows     = 200 // TronGrid's most
	pagesMost    = 3   // of one address in one call of Incoming
	receiptsMost = 100 // asked for in one call of Incoming
	addressMost  = 50
	remembered   = 20_000
)

// New checks the settings. It asks nobody.
func New(c Config) (*Chain, error) {
	if c.Contract == "" {
		c.Contract = MainNet
	}
	contract, err := payment.ParseContract(payment.TRC20, c.Contract)
	if err != nil {
		return nil, fmt.Errorf("trc20: contract: %w", err)
	}
	c.Genesis = cmp.Or(c.Genesis, mainGenesis)
	if c.Overlap == 0 {
		c.Overlap = 10 * time.Minute
	}
	if c.Clock == nil {
		c.Clock = calendar.System()
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	header := map[string]string{}
	if c.Key != "" {
		header["TRON-PRO-API-KEY"] = c.Key
	}
	n, err := node.New(node.Config{URL: c.URL, Header: header, Timeout: c.Timeout, HTTP: c.HTTP})
	if err != nil {
		return nil, fmt.Errorf("trc20: %w", err)
	}
	return &Chain{
		config: c, node: n, contract: contract,
		proved: otter.Must(&otter.Options[string, *receipt]{MaximumSize: remembered}),
	}, nil
}

// Network is payment.TRC20.
func (c *Chain) Network() string { return payment.TRC20 }

// Rules gives the limits. TRON says itself what is final.
func (c *Chain) Rules() payment.ChainRules {
	return payment.ChainRules{Timeout: c.node.Timeout(), MaxAddresses: addressMost}
}

// hint is a row of TronGrid's list: it says where to look and proves nothing.
type hint struct {
	tx     string
	at     int64 // block time in milliseconds
	to     payment.Address
	amount money.Coins
}

// Incoming reads the lists of the addresses and takes each transfer from the
// log of its transaction, as the solidified chain has it. A list that says
// something else than the log is an error.
func (c *Chain) Incoming(ctx context.Context, to []payment.Address, from payment.Cursor) ([]payment.Transfer, payment.Cursor, error) {
	since, set, err := node.ReadMark(mark, from)
	if err == nil && !set {
		since = calendar.Millis(c.config.Clock.Now().Add(-c.config.Overlap))
	}
	if err == nil && (len(to) == 0 || len(to) > addressMost) {
		err = errors.New("none or too many addresses")
	}
	if err != nil {
		return nil, payment.Cursor{}, fmt.Errorf("trc20: %w", err)
	}
	var hints []hint
	p := progress{since: since, newest: since}
	for _, address := range to {
		if address.Network() != payment.TRC20 {
			return nil, payment.Cursor{}, errors.New("trc20: an address of another network")
		}
		rows, more, err := c.list(ctx, address, since)
		if err != nil {
			return nil, payment.Cursor{}, fmt.Errorf("trc20: list transfers: %w", err)
		}
		if more {
			last := rows[len(rows)-1].at
			if last <= since {
				return nil, payment.Cursor{}, errors.New("trc20: more transfers in one block than can be read")
			}
			p.cut(last)
		}
		for _, r := range rows {
			if r.tx != "" {
				hints = append(hints, r)
			}
			p.newest = max(p.newest, r.at)
		}
	}
	slices.SortStableFunc(hints, func(a, b hint) int { return cmp.Compare(a.at, b.at) })
	list, err := c.prove(ctx, hints, &p)
	if err != nil {
		return nil, payment.Cursor{}, fmt.Errorf("trc20: %w", err)
	}
	return list, p.next(calendar.Millis(time.UnixMilli(p.newest).Add(-c.config.Overlap))), nil
}

// progress is how far a page of Incoming gets.
type progress struct {
	since, newest int64
	stopped       int64 // where the page was cut; 0: nowhere
	proved        int   // transactions that need not be asked for again
	held          int64 // what must be read again; 0: nothing
}

func (p *progress) cut(at int64) {
	if p.stopped == 0 || at < p.stopped {
		p.stopped = at
	}
}

func (p *progress) hold(at int64) {
	if p.held == 0 || at < p.held {
		p.held = at
	}
}

// next begins at what was cut off, and otherwise an overlap behind the newest.
func (p *progress) next(behind int64) payment.Cursor {
	next, more := behind, false
	if p.stopped > 0 {
		// Many transfers of one moment are proved in several rounds.
		next, more = p.stopped, p.stopped > p.since || p.proved > 0
	}
	if p.held > 0 && p.held <= next {
		next, more = p.held, false
	}
	return node.Mark(mark, max(next, p.since), more)
}

// prove takes the transfers from the receipts of the transactions hinted at.
func (c *Chain) prove(ctx context.Context, hints []hint, p *progress) ([]payment.Transfer, error) {
	var list []payment.Transfer
	told := map[string]bool{}
	asked, head := 0, int64(0)
	for i, h := range hints {
		if told[h.tx] {
			continue
		}
		told[h.tx] = true
		r, known := c.proved.GetIfPresent(h.tx)
		if !known {
			if asked == receiptsMost {
				p.cut(h.at)
				break
			}
			asked++
			var err error
			if r, err = c.receipt(ctx, solidified, h.tx); err != nil {
				return nil, fmt.Errorf("prove a transfer: %w", err)
			}
			if r == nil {
				p.hold(h.at) // the index knows it as confirmed, this node not yet
				c.config.Log.Warn("trc20: a transfer is listed and not yet on the solidified chain", "tx", h.tx)
				continue
			}
		}
		wanted := hints[i:]
		moved, err := r.transfers(h.tx, c.contract)
		if err == nil {
			err = agree(wanted, h.tx, moved)
		}
		if err != nil {
			return nil, fmt.Errorf("prove a transfer: %w", err)
		}
		if head == 0 {
			if head, err = c.head(ctx); err != nil {
				return nil, fmt.Errorf("newest block: %w", err)
			}
		}
		if c.proved.Set(h.tx, r); !known {
			p.proved++
		}
		for _, t := range moved {
			if slices.ContainsFunc(wanted, func(w hint) bool { return w.tx == h.tx && w.to == t.To }) {
				t.Final, t.Confirmations = true, depth(head, t.Block)
				list = append(list, t)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b payment.Transfer) int { return cmp.Compare(a.Block, b.Block) })
	return list, nil
}

// agree compares the rows of the list about one transaction with its transfers: each
// must be among them. It is the transfers that count, so a row told twice, or one
// that a page cut off, makes no difference.
func agree(rows []hint, tx string, moved []payment.Transfer) error {
	for _, r := range rows {
		same := func(t payment.Transfer) bool { return t.To == r.to && t.Amount == r.amount }
		if r.tx == tx && !slices.ContainsFunc(moved, same) {
			return errors.New("list and log tell different transfers")
		}
	}
	return nil
}

// depth is how many blocks stand from one on, itself included.
func depth(head, block int64) int { return int(min(max(head-block+1, 1), 1_000_000_000)) }

// Lookup asks the solidified chain for a transaction, and the newest blocks if
// it is not there.
func (c *Chain) Lookup(ctx context.Context, text string) (payment.Sent, error) {
	tx, ok := payment.ParseTx(payment.TRC20, text)
	if !ok {
		return payment.Sent{}, payment.ErrNotTx
	}
	final := true
	r, err := c.receipt(ctx, solidified, tx)
	if err == nil && r == nil {
		final = false
		r, err = c.receipt(ctx, newest, tx)
	}
	if err == nil && r == nil {
		return payment.Sent{State: payment.Absent}, nil
	}
	var head int64
	var moved []payment.Transfer
	if err == nil {
		head, err = c.head(ctx)
	}
	if err == nil {
		moved, err = r.transfers(tx, c.contract)
	}
	if err != nil {
		return payment.Sent{}, fmt.Errorf("trc20: look up a transaction: %w", err)
	}
	s := payment.Sent{State: payment.Open, At: time.UnixMilli(*r.At).UTC(), Block: *r.Block, Confirmations: depth(head, *r.Block)}
	for i := range moved {
		moved[i].Final, moved[i].Confirmations = final, s.Confirmations
	}
	s.Transfers = moved
	switch {
	case final && len(moved) > 0:
		s.State = payment.Paid
	case final:
		s.State = payment.Failed
	}
	return s, nil
}
