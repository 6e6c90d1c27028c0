// Package erc20 reads USDT on Ethereum through the JSON-RPC of a node. See
// README.md for its quirks.
package erc20

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

	"hongyun/internal/payment"
	"hongyun/internal/payment/node"
)

// MainNet is the contract of USDT on Ethereum's main net.
const MainNet = "0xdAC17F958D2ee523a2206206994597C13D831ec7"

// Config is one way to Ethereum.
type Config struct {
	URL      string // of the JSON-RPC, with the provider's key in its path where it has one
	Contract string // the token's; default MainNet

	// ChainID and Genesis, the number of block 0, tell networks apart. Default:
	// those of the main net.
	ChainID int64
	Genesis string

	// Confirmations make a block final; default 12. Finalized asks the network
	// for the block it calls finalized instead, which comes some 15 minutes later.
	Confirmations int
	Finalized     bool

	Span    int64 // most blocks of one question for logs; default 2000
	Overlap int64 // final blocks that are read again each time; default 100

	Timeout time.Duration // of one question; default node.DefaultTimeout
	HTTP    *http.Client  // nil makes one
	Log     *slog.Logger  // nil is silent
}

// Chain is Ethereum as one node tells it.
type Chain struct {
	config   Config
	node     *node.Node
	contract payment.Address
	proved   *otter.Cache[string, []payment.Transfer] // of final transactions, which never change
}

var _ payment.Chain = (*Chain)(nil)

const (
	mark                 = "b"
	defaultConfirmations = 12
	defaultSpan          = 2000
	defaultOverlap       = 100
	receiptsMost         = 100 // asked for in one call of Incoming
	addressMost          = 500
	remembered           = 20_000
)

// New checks the settings. It asks nobody.
func New(c Config) (*Chain, error) {
	if c.Contract == "" {
		c.Contract = MainNet
	}
	contract, err := payment.ParseContract(payment.ERC20, c.Contract)
	if err != nil {
		return nil, fmt.Errorf("erc20: contract: %w", err)
	}
	c.ChainID, c.Genesis = cmp.Or(c.ChainID, mainChainID), cmp.Or(c.Genesis, mainGenesis)
	c.Confirmations = cmp.Or(c.Confirmations, defaultConfirmations)
	c.Span, c.Overlap = cmp.Or(c.Span, defaultSpan), cmp.Or(c.Overlap, defaultOverlap)
	if c.Confirmations < 1 || c.Overlap < 1 || c.Span <= c.Overlap+int64(c.Confirmations) {
		return nil, errors.New("erc20: Confirmations and Overlap must be above zero and Span above both together")
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	n, err := node.New(node.Config{URL: c.URL, Timeout: c.Timeout, HTTP: c.HTTP})
	if err != nil {
		return nil, fmt.Errorf("erc20: %w", err)
	}
	return &Chain{
		config: c, node: n, contract: contract,
		proved: otter.Must(&otter.Options[string, []payment.Transfer]{MaximumSize: remembered}),
	}, nil
}

// Network is payment.ERC20.
func (c *Chain) Network() string { return payment.ERC20 }

// Rules gives the limits.
func (c *Chain) Rules() payment.ChainRules {
	rules := payment.ChainRules{Confirmations: c.config.Confirmations, Timeout: c.node.Timeout(), MaxAddresses: addressMost}
	if c.config.Finalized {
		rules.Confirmations = 0
	}
	return rules
}

// tip is the newest block and the newest final one.
type tip struct{ head, final int64 }

// depth is how many blocks stand from one on, itself included.
func (t tip) depth(block int64) int { return int(min(max(t.head-block+1, 1), 1_000_000_000)) }

// Incoming asks for the token's logs to the addresses and takes each transfer
// from the receipt of its transaction, in the block that is now at its height.
// Logs and receipt that tell different things are an error.
func (c *Chain) Incoming(ctx context.Context, to []payment.Address, from payment.Cursor) ([]payment.Transfer, payment.Cursor, error) {
	if len(to) == 0 || len(to) > addressMost {
		return nil, payment.Cursor{}, errors.New("erc20: none or too many addresses")
	}
	for _, address := range to {
		if address.Network() != payment.ERC20 {
			return nil, payment.Cursor{}, errors.New("erc20: an address of another network")
		}
	}
	t, err := c.tip(ctx)
	if err != nil {
		return nil, payment.Cursor{}, fmt.Errorf("erc20: newest block: %w", err)
	}
	w, err := node.Open(mark, from, t.head, t.final, c.config.Overlap, c.config.Span)
	if err != nil {
		return nil, payment.Cursor{}, fmt.Errorf("erc20: %w", err)
	}
	if w.To < w.From {
		return nil, w.Next(mark, 0, 0), nil
	}
	logs, err := c.logs(ctx, to, w.From, w.To)
	if err != nil {
		return nil, payment.Cursor{}, fmt.Errorf("erc20: logs: %w", err)
	}
	list, held, cut, err := c.prove(ctx, logs, t)
	if err != nil {
		return nil, payment.Cursor{}, fmt.Errorf("erc20: prove a transfer: %w", err)
	}
	return list, w.Next(mark, held, cut), nil
}

// prove takes the transfers from the receipts of the transactions whose logs
// were told. held is the first block that is to be read again, cut the first
// that was not come to.
func (c *Chain) prove(ctx context.Context, logs []entry, t tip) (list []payment.Transfer, held, cut int64, err error) {
	told := map[string]bool{}
	asked := 0
	for i, l := range logs {
		if told[l.tx] {
			continue
		}
		told[l.tx] = true
		moved, known := c.proved.GetIfPresent(l.tx + l.blockHash)
		if !known {
			if asked == receiptsMost {
				return list, held, l.block, nil
			}
			asked++
			r, err := c.receipt(ctx, l.tx)
			if err != nil {
				return nil, 0, 0, err
			}
			at, current, err := c.block(ctx, l.block)
			if err != nil {
				return nil, 0, 0, err
			}
			if r == nil || r.hash != l.blockHash || current != l.blockHash {
				// The chain was reorganised between the questions.
				c.config.Log.Info("erc20: a transfer has changed its block", "tx", l.tx, "block", l.block)
				if held == 0 {
					held = l.block
				}
				continue
			}
			if moved, err = r.transfers(c.contract, at); err != nil {
				return nil, 0, 0, err
			}
		}
		if err := agree(logs[i:], l.tx, moved); err != nil {
			return nil, 0, 0, err
		}
		if l.block <= t.final {
			c.proved.Set(l.tx+l.blockHash, moved)
		}
		for _, transfer := range moved {
			if slices.ContainsFunc(logs[i:], func(o entry) bool { return o.tx == l.tx && o.to == transfer.To }) {
				list = append(list, t.dated(transfer))
			}
		}
	}
	return list, held, 0, nil
}

// dated adds what changes with each block.
func (t tip) dated(transfer payment.Transfer) payment.Transfer {
	transfer.Confirmations, transfer.Final = t.depth(transfer.Block), transfer.Block <= t.final
	return transfer
}

// agree compares the logs told about one transaction with its transfers: each
// must be among them. It is the transfers that count, so a row told twice, or one
// that a page cut off, makes no difference.
func agree(rows []entry, tx string, moved []payment.Transfer) error {
	for _, r := range rows {
		same := func(t payment.Transfer) bool { return t.To == r.to && t.Amount == r.amount }
		if r.tx == tx && !slices.ContainsFunc(moved, same) {
			return errors.New("logs and receipt tell different transfers")
		}
	}
	return nil
}

// Lookup asks for the receipt of a transaction, and for the block at its height.
func (c *Chain) Lookup(ctx context.Context, text string) (payment.Sent, error) {
	tx, ok := payment.ParseTx(payment.ERC20, text)
	if !ok {
		return payment.Sent{}, payment.ErrNotTx
	}
	s, err := c.lookUp(ctx, tx)
	if err != nil {
		return payment.Sent{}, fmt.Errorf("erc20: look up a transaction: %w", err)
	}
	return s, nil
}

func (c *Chain) lookUp(ctx context.Context, tx string) (payment.Sent, error) {
	t, err := c.tip(ctx)
	if err != nil {
		return payment.Sent{}, err
	}
	r, err := c.receipt(ctx, tx)
	if err != nil {
		return payment.Sent{}, err
	}
	if r == nil {
		waiting, err := c.pending(ctx, tx)
		switch {
		case err != nil:
			return payment.Sent{}, err
		case waiting:
			return payment.Sent{State: payment.Open}, nil
		}
		return payment.Sent{State: payment.Absent}, nil
	}
	at, current, err := c.block(ctx, r.block)
	if err != nil {
		return payment.Sent{}, err
	}
	if current != r.hash {
		return payment.Sent{}, errors.New("the chain is being reorganised")
	}
	moved, err := r.transfers(c.contract, at)
	if err != nil {
		return payment.Sent{}, err
	}
	s := payment.Sent{State: payment.Open, At: at, Block: r.block, Confirmations: t.depth(r.block)}
	for _, m := range moved {
		s.Transfers = append(s.Transfers, t.dated(m))
	}
	switch final := r.block <= t.final; {
	case final && len(moved) > 0:
		s.State = payment.Paid
	case final:
		s.State = payment.Failed
	}
	return s, nil
}
