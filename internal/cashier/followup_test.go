package cashier_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"hongyun/internal/cashier/chain"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/payment"
)

var errPromotion = errors.New("a promotion is broken")

// Money in does not depend on promotions: the credit stays when its hook fails,
// what the hook wrote is undone, and the hook runs again, once.
func TestCreditStaysWhenPromotionsFail(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.coins()
		broken := true
		h.Deposits.OnCredited = func(ctx context.Context, tx *db.Tx, d deposit.Deposit) error {
			_, err := h.ledger.Post(ctx, tx, ledger.Entry{Scope: "test", Key: "bonus:" + d.SN, Kind: "test.bonus",
				Postings: []ledger.Posting{{From: ledger.HouseBonus(), To: ledger.Centre(d.Player), Amount: 500}}})
			if err == nil && broken {
				err = errPromotion
			}
			if err == nil {
				h.credited.Add(1)
			}
			return err
		}
		told := 0
		h.Deposits.Notify = func(string) { told++ }
		online := h.deposit(h.order(20000))
		raw := h.gw.pay(online.SN, 20000)
		if err := h.callback(raw, h.gw.token(online.SN)); err != nil {
			t.Fatal(err)
		}
		coin := h.deposit(h.coinOrder(10000))
		h.chain.pay(coin.CoinAddress, coin.Coins, true)
		h.pull()
		h.expectBook("ming", "centre 30000 gateway -20000")
		if h.credited.Load() != 0 || told != 2 {
			t.Errorf("followed %d times, told %d times", h.credited.Load(), told)
		}
		if followUps, transfers, err := h.Deposits.HeldBack(t.Context()); err != nil || followUps != 2 || transfers != 0 {
			t.Errorf("held back: %d, %d, %v", followUps, transfers, err)
		}
		run := func(after time.Duration) {
			h.clock.Advance(after)
			if err := h.Deposits.RunFollowUps(t.Context()); err != nil {
				t.Error(err)
			}
		}
		run(16 * time.Second) // fails again, and waits longer
		broken = false
		run(16 * time.Second)
		if h.credited.Load() != 0 {
			t.Error("tried again before its back-off was over")
		}
		for range 3 {
			run(time.Minute)
		}
		if h.credited.Load() != 2 {
			t.Errorf("followed %d times", h.credited.Load())
		}
		h.expectBook("ming", "centre 31000 gateway -20000")
		if followUps, _, err := h.Deposits.HeldBack(t.Context()); err != nil || followUps != 0 {
			t.Errorf("still held back: %d, %v", followUps, err)
		}
		h.refuses("DELETE FROM deposit_followup")
		h.refuses("UPDATE deposit_followup SET done_at = 0, retry_at = 1")
	})
}

// One transfer whose credit fails does not stop the chain: the others are
// credited, and it is tried again with a back-off.
func TestTransferThatFailsHoldsBackItselfAlone(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.coins()
		h.register("hong", "")
		if _, err := h.guard.SetLimit(t.Context(), "ming", guard.Day, 1_000_000_00); err != nil {
			t.Fatal(err)
		}
		broken := true
		h.guard.Deposited = func(ctx context.Context, r db.Reader, player string, after []time.Time) ([]money.Fen, money.Fen, error) {
			if broken {
				return nil, 0, errPromotion
			}
			return h.Deposits.Toward(ctx, r, player, after)
		}
		broken = false
		first := h.deposit(h.coinOrder(10000))
		o := h.coinOrder(20000)
		o.Player = "hong"
		second := h.deposit(o)
		broken = true
		h.chain.pay(first.CoinAddress, first.Coins, true)
		h.chain.pay(second.CoinAddress, second.Coins, true)
		h.pull()
		if h.state(first.SN) != deposit.Pending || h.state(second.SN) != deposit.Credited {
			t.Errorf("states %s and %s", h.state(first.SN), h.state(second.SN))
		}
		list, _, err := h.Chains.Transfers(t.Context(), chain.TransferFilter{States: []string{usdt.TransferSeen}})
		if err != nil || len(list) != 1 || list[0].Failure == "" || list[0].Tries != 1 {
			t.Fatalf("%+v %v", list, err)
		}
		if _, transfers, err := h.Deposits.HeldBack(t.Context()); err != nil || transfers != 1 {
			t.Errorf("held back: %d, %v", transfers, err)
		}
		h.clock.Advance(16 * time.Second)
		h.pull()
		broken = false
		h.pull() // not due
		if h.state(first.SN) != deposit.Pending {
			t.Error("tried again before its back-off was over")
		}
		h.clock.Advance(time.Minute)
		for range 2 {
			h.pull()
		}
		if h.state(first.SN) != deposit.Credited || h.count("SELECT COUNT(*) FROM chain_transfer WHERE retry_at > 0 OR failure <> ''") != 0 {
			t.Errorf("state %s", h.state(first.SN))
		}
		h.expectBook("ming", "centre 10000")
	})
}

// B5: amounts below the floor are booked as dust and are no case for people.
func TestDustIsNoCase(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		payee := h.coins()
		for range 3 {
			h.chain.pay(payee, 1, true)
		}
		h.chain.pay(payee, h.set.DustBelow-1, true)
		h.pull()
		if n := h.count("SELECT COUNT(*) FROM stray_money"); n != 0 {
			t.Errorf("%d cases", n)
		}
		dust, err := h.ledger.Balance(t.Context(), h.d, ledger.HouseDust())
		if want := int64(h.set.DustBelow) + 2; err != nil || dust != want {
			t.Errorf("dust %d, want %d, %v", dust, want, err)
		}
		h.expectCoins(fmt.Sprintf("chain -%d", dust))
		h.chain.pay(payee, h.set.DustBelow, true)
		h.pull()
		h.strayCoins()
		h.sound()
		h.broken = true
		h.exec("INSERT INTO chain_transfer (network, tx, idx, sender, receiver, coins, at, block, confirmations, state, sn, seen_at, ended_at)" +
			" VALUES ('" + payment.TRC20 + "', 'ff', 0, 'a', 'b', 5, 1, 1, 1, 'dust', 'U-none', 1, 1)")
		if report, err := h.ledger.Verify(t.Context()); err != nil || report.OK {
			t.Errorf("dust that nobody booked: %+v %v", report, err)
		}
	})
}
