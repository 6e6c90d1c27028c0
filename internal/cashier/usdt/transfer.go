package usdt

import (
	"context"
	"errors"
	"strconv"
	"time"

	"hongyun/internal/cashier/order"
	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// OnChain asks a chain about a transaction that must be final: ErrTxUnproved
// when it is not, or nothing is known.
func OnChain(ctx context.Context, h *order.Deps, network, hash string) (payment.Sent, error) {
	chain := h.Chains[network]
	if chain == nil {
		return payment.Sent{}, ErrTxUnproved
	}
	sent, err := chain.Lookup(ctx, hash)
	switch {
	case errors.Is(err, payment.ErrNotTx):
		return sent, ErrTx
	case err != nil:
		h.Log.WarnContext(ctx, "a chain does not answer about a transaction", "network", network, "err", err)
		return sent, ErrTxUnproved
	case sent.State == payment.Failed:
		return sent, ErrTxDiffers
	case sent.State != payment.Paid:
		return sent, ErrTxUnproved
	}
	return sent, nil
}

// Transfer is a movement of coins to an address of the house, and what
// became of it.
type Transfer struct {
	Network       string
	Tx            string
	Index         int
	From, To      string
	Coins         money.Coins
	At            time.Time // of its block
	Block         int64
	Confirmations int
	State         string
	SN            string // the deposit, or the money without an order
	SeenAt        time.Time
	EndedAt       time.Time
	Failure       string // why it could not be settled yet; it is tried again at RetryAt
	Tries         int
	RetryAt       time.Time
}

// Key is the transfer's own number, by which it counts once.
func (t Transfer) Key() string { return TransferKey(t.Tx, t.Index) }

func TransferKey(tx string, index int) string { return tx + ":" + strconv.Itoa(index) }

// TransferRow is a row of chain_transfer.
type TransferRow struct {
	Network, Tx      string
	Idx              int
	Sender, Receiver string
	Coins, At, Block int64
	Confirmations    int
	State            string
	SN               string `bun:"sn"`
	SeenAt, EndedAt  int64
	Failure          string
	Tries            int
	RetryAt          int64
}

func (r TransferRow) Transfer() Transfer {
	return Transfer{
		Network: r.Network, Tx: r.Tx, Index: r.Idx, From: r.Sender, To: r.Receiver, Coins: money.Coins(r.Coins), At: order.Stamped(r.At), Block: r.Block,
		Confirmations: r.Confirmations, State: r.State, SN: r.SN, SeenAt: order.Stamped(r.SeenAt), EndedAt: order.Stamped(r.EndedAt),
		Failure: r.Failure, Tries: r.Tries, RetryAt: order.Stamped(r.RetryAt),
	}
}
