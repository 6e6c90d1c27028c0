package erc20

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/payment/node"
)

// tip asks for the newest block and works out the newest final one.
func (c *Chain) tip(ctx context.Context) (tip, error) {
	var text string
	if err := c.node.Call(ctx, "eth_blockNumber", &text); err != nil {
		return tip{}, err
	}
	head, err := node.Quantity(text)
	if err != nil {
		return tip{}, err
	}
	t := tip{head: head, final: head - int64(c.config.Confirmations) + 1}
	if c.config.Finalized {
		b, err := c.blockBy(ctx, "finalized")
		if err != nil {
			return tip{}, err
		}
		if t.final, err = node.Quantity(b.Number); err != nil {
			return tip{}, err
		}
	}
	return t, nil
}

type blockHead struct {
	Number string `json:"number"`
	Hash   string `json:"hash"`
	Time   string `json:"timestamp"`
}

func (c *Chain) blockBy(ctx context.Context, which string) (blockHead, error) {
	var b *blockHead
	if err := c.node.Call(ctx, "eth_getBlockByNumber", &b, which, false); err != nil {
		return blockHead{}, err
	}
	if b == nil {
		return blockHead{}, node.ErrGarbage
	}
	return *b, nil
}

// block asks for the time and the hash of the block that is now at a height.
func (c *Chain) block(ctx context.Context, height int64) (at time.Time, hash string, err error) {
	b, err := c.blockBy(ctx, node.QuantityOf(height))
	if err != nil {
		return at, "", err
	}
	number, err := node.Quantity(b.Number)
	if err != nil || number != height {
		return at, "", node.ErrGarbage
	}
	seconds, err := node.Quantity(b.Time)
	if err != nil {
		return at, "", err
	}
	hash, ok := payment.ParseTx(payment.ERC20, b.Hash)
	if !ok {
		return at, "", node.ErrGarbage
	}
	return time.Unix(seconds, 0).UTC(), hash, nil
}

// logLine is a log as nodes tell it.
type logLine struct {
	Address   string   `json:"address"`
	Topics    []string `json:"topics"`
	Data      string   `json:"data"`
	Block     string   `json:"blockNumber"`
	BlockHash string   `json:"blockHash"`
	Tx        string   `json:"transactionHash"`
	Index     string   `json:"logIndex"`
	Removed   bool     `json:"removed"`
}

// entry is a transfer to one of the addresses asked for, as eth_getLogs tells it.
type entry struct {
	tx, blockHash string
	block, index  int64
	to            payment.Address
	amount        money.Coins
}

// logs asks for the token's transfers to the addresses in a span of blocks.
// What was removed by a reorganisation is left out.
func (c *Chain) logs(ctx context.Context, to []payment.Address, from, until int64) ([]entry, error) {
	words := make([]string, len(to))
	for i, address := range to {
		words[i] = node.WordOf(address.Hash())
	}
	var lines *[]logLine
	err := c.node.Call(ctx, "eth_getLogs", &lines, map[string]any{
		"fromBlock": node.QuantityOf(from), "toBlock": node.QuantityOf(until),
		"address": strings.ToLower(c.contract.String()), "topics": []any{"0x" + node.TransferTopic, nil, words},
	})
	if err != nil {
		return nil, err
	}
	if lines == nil {
		return nil, node.ErrGarbage
	}
	var all []entry
	for _, l := range *lines {
		if l.Removed {
			continue
		}
		e, ours, err := c.entry(l, to)
		if err != nil || ours && (e.block < from || e.block > until) {
			return nil, node.ErrGarbage
		}
		same := func(o entry) bool { return o.tx == e.tx && o.index == e.index && o.blockHash == e.blockHash }
		if ours && !slices.ContainsFunc(all, same) {
			all = append(all, e)
		}
	}
	slices.SortFunc(all, func(a, b entry) int { return cmp.Or(cmp.Compare(a.block, b.block), cmp.Compare(a.index, b.index)) })
	return all, nil
}

// entry reads a log; ours is false for another token's, another payee's, or
// one that moves nothing.
func (c *Chain) entry(l logLine, to []payment.Address) (e entry, ours bool, err error) {
	token, err := node.Hash20(l.Address)
	if err != nil || token != c.contract.Hash() {
		return e, false, err
	}
	_, payee, amount, moved, err := node.ReadTransfer(l.Topics, l.Data)
	e.to, e.amount = payment.AddressOf(payment.ERC20, payee), money.Coins(amount)
	if err != nil || !moved || !slices.Contains(to, e.to) {
		return e, false, err
	}
	var okTx, okHash bool
	e.tx, okTx = payment.ParseTx(payment.ERC20, l.Tx)
	e.blockHash, okHash = payment.ParseTx(payment.ERC20, l.BlockHash)
	if e.block, err = node.Quantity(l.Block); err == nil {
		e.index, err = node.Quantity(l.Index)
	}
	if err != nil || !okTx || !okHash {
		return e, false, node.ErrGarbage
	}
	return e, true, nil
}

// receipt is what a transaction did.
type receipt struct {
	tx, hash string // of the transaction and of its block
	block    int64
	done     bool
	logs     []logLine
}

// receipt asks for a transaction's receipt; nil when no block has it.
func (c *Chain) receipt(ctx context.Context, tx string) (*receipt, error) {
	var w *struct {
		Tx     string     `json:"transactionHash"`
		Hash   string     `json:"blockHash"`
		Block  string     `json:"blockNumber"`
		Status string     `json:"status"`
		Logs   *[]logLine `json:"logs"`
	}
	if err := c.node.Call(ctx, "eth_getTransactionReceipt", &w, tx); err != nil || w == nil {
		return nil, err
	}
	r := receipt{done: w.Status == "0x1"}
	var okTx, okHash bool
	r.tx, okTx = payment.ParseTx(payment.ERC20, w.Tx)
	r.hash, okHash = payment.ParseTx(payment.ERC20, w.Hash)
	block, err := node.Quantity(w.Block)
	if err != nil || !okTx || !okHash || r.tx != tx || w.Logs == nil || w.Status != "0x1" && w.Status != "0x0" {
		return nil, node.ErrGarbage
	}
	r.block, r.logs = block, *w.Logs
	return &r, nil
}

// transfers are the movements of a token in a transaction that succeeded. Their
// index is the place in the receipt: the one in the block changes when a
// reorganisation moves the transaction.
func (r *receipt) transfers(contract payment.Address, at time.Time) ([]payment.Transfer, error) {
	if !r.done {
		return nil, nil
	}
	var list []payment.Transfer
	for i, l := range r.logs {
		token, err := node.Hash20(l.Address)
		if err != nil {
			return nil, err
		}
		if token != contract.Hash() || l.Removed {
			continue
		}
		from, to, amount, moved, err := node.ReadTransfer(l.Topics, l.Data)
		if err != nil {
			return nil, err
		}
		if moved {
			list = append(list, payment.Transfer{
				Network: payment.ERC20, Tx: r.tx, Index: i, From: payment.AddressOf(payment.ERC20, from), To: payment.AddressOf(payment.ERC20, to),
				Amount: money.Coins(amount), At: at, Block: r.block,
			})
		}
	}
	return list, nil
}

// pending tells whether the node knows a transaction that no block has yet.
func (c *Chain) pending(ctx context.Context, tx string) (bool, error) {
	var w *struct {
		Hash string `json:"hash"`
	}
	if err := c.node.Call(ctx, "eth_getTransactionByHash", &w, tx); err != nil || w == nil {
		return false, err
	}
	if got, ok := payment.ParseTx(payment.ERC20, w.Hash); !ok || got != tx {
		return false, node.ErrGarbage
	}
	return true, nil
}
