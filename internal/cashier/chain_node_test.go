package cashier_test

import (
	"errors"
	"testing"
	"time"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// cashier B19: a node of another network credits nothing and proves no payout. It
// is found at the first call and later on, and read again once it is the right one.
func TestANodeOfAnotherNetworkIsNotBelieved(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.coins()
		h.give("ming", 1_000_00)
		d := h.deposit(h.coinOrder(10000))
		w := h.approved("ming", h.address("ming", 2), 100_00)
		h.chain.pay(d.CoinAddress, d.Coins, true)
		tx := h.chain.pay(wallet(payment.TRC20, 2), 13_790_000, true)
		var wrong *payment.WrongNetwork
		refused := func() {
			t.Helper()
			if err := h.Chains.Pull(t.Context()); !errors.As(err, &wrong) {
				t.Errorf("pull: %v", err)
			}
			if got, err := h.Payouts.Pay(t.Context(), clara, w.SN, tx); err != nil || got.State != withdrawal.Approved {
				t.Errorf("payout: %+v %v", got, err)
			}
			nodes, err := h.USDT.Nodes(t.Context(), h.d)
			if err != nil || len(nodes) != 1 || nodes[0].Wrong == "" || !nodes[0].CheckedAt.Equal(h.clock.Now()) {
				t.Errorf("%+v %v", nodes, err)
			}
			if h.chain.asked != 0 {
				t.Error("a node of another network was read")
			}
			h.expectBook("ming", "centre 90000 locked 10000")
		}
		h.chain.wrong = payment.Same("chain id", "5", "1")
		refused()
		checks := h.chain.checks
		h.pullFails()
		if h.chain.checks != checks {
			t.Error("a node is asked which network it serves before it is due")
		}
		h.chain.wrong = nil
		h.clock.Advance(10 * time.Minute)
		h.pull()
		if h.state(d.SN) != deposit.Credited {
			t.Errorf("with the right node: %s", h.state(d.SN))
		}
		if nodes, err := h.USDT.Nodes(t.Context(), h.d); err != nil || nodes[0].Wrong != "" || nodes[0].ReadAt.IsZero() {
			t.Errorf("%+v %v", nodes, err)
		}

		// It is exchanged while the program runs.
		later := h.deposit(h.coinOrder(20000))
		h.chain.pay(later.CoinAddress, later.Coins, true)
		h.chain.wrong, h.chain.asked = payment.Same("block 0", "ab", "cd"), 0
		h.clock.Advance(10 * time.Minute)
		h.pullFails()
		if h.chain.asked != 0 || h.state(later.SN) == deposit.Credited {
			t.Error("an exchanged node was believed")
		}
	})
}

// A node that does not say which network it serves is not read before its first
// answer; one that was right is read on.
func TestASilentCheckStopsOnlyTheFirstRead(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		payee := h.coins()
		h.chain.wrong = errNode
		h.pullFails()
		if h.chain.asked != 0 {
			t.Error("read before the node said which network it serves")
		}
		h.chain.wrong = nil
		h.pull()
		h.chain.wrong = errNode
		h.clock.Advance(time.Hour)
		h.chain.pay(payee, 5*money.Coin, true)
		h.pull()
		h.strayCoins()
	})
}

func (h *house) pullFails() {
	h.t.Helper()
	if err := h.Chains.Pull(h.t.Context()); err == nil {
		h.t.Error("a pull from such a node succeeds")
	}
}
