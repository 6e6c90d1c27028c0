package cashier_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/chain"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/suspense"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// DEP-05, DEP-10: an order in USDT is credited by a final transfer of exactly
// its coins to its address, once, with everything a deposit brings.
func TestATransferCreditsTheOrderItPays(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		payee := h.coins()
		d := h.deposit(h.coinOrder(10000))
		if d.Style != usdt.StyleCoin || d.Coins != 13_890_000 || d.CoinAddress != payee || d.Rate != 72_000 || d.Network != payment.TRC20 || d.Worth() != 10000 {
			t.Fatalf("%+v", d)
		}
		h.chain.pay(payee, d.Coins, false)
		h.pull()
		if h.state(d.SN) != deposit.Pending {
			t.Error("credited before it was final")
		}
		h.expectCoins("")
		h.chain.bury()
		for range 3 {
			h.pull()
		}
		if h.state(d.SN) != deposit.Credited || h.credited.Load() != 1 {
			t.Errorf("%s, credited %d times", h.state(d.SN), h.credited.Load())
		}
		h.expectBook("ming", "centre 10000")
		h.expectCoins("chain -13890000 fxUSDT 13890000 fxCNY -10000")
		if n, err := h.Deposits.Recent(t.Context(), "ming"); err != nil || len(n) != 1 || n[0].Amount != 10000 {
			t.Errorf("notices %+v, %v", n, err)
		}
		left, err := h.turnover.Outstanding(t.Context(), h.d, "ming")
		if err != nil || left != 10000 {
			t.Errorf("turnover %s, %v", left, err)
		}
		list, n, err := h.Chains.Transfers(t.Context(), chain.TransferFilter{Query: d.SN})
		if err != nil || n != 1 || list[0].State != usdt.TransferCredited || list[0].SN != d.SN {
			t.Errorf("%+v %d %v", list, n, err)
		}
		if h.count("SELECT COUNT(*) FROM cashier_proof WHERE source = 'chain:trc20'") != 1 {
			t.Error("the transfer is no proof of its own")
		}
	})
}

// RG-3: coins of an order that no longer fits the player's own limit wait for
// people, as a payment through a gateway does.
func TestCoinsAboveTheOwnLimitWait(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.guard.Deposited = h.Deposits.Toward
		payee := h.coins()
		d := h.deposit(h.coinOrder(10000))
		if _, err := h.guard.SetLimit(t.Context(), "ming", guard.Day, 5000); err != nil {
			t.Fatal(err)
		}
		h.chain.pay(payee, d.Coins, true)
		h.pull()
		if h.state(d.SN) != deposit.Pending || h.credited.Load() != 0 {
			t.Errorf("%s, credited %d times", h.state(d.SN), h.credited.Load())
		}
		list, n, err := h.Chains.Transfers(t.Context(), chain.TransferFilter{})
		if err != nil || n != 1 || list[0].State != usdt.TransferStray {
			t.Errorf("%+v %d %v", list, n, err)
		}
	})
}

// DEP-10, trust CBK-7: whatever does not fit exactly credits nothing, waits in
// suspense as coins, and is a case.
func TestNothingIsGuessedAboutATransfer(t *testing.T) {
	for _, c := range []struct {
		name  string
		money func(h *house, d deposit.Deposit)
		why   string
	}{
		{"a cent too little", func(h *house, d deposit.Deposit) { h.chain.pay(d.CoinAddress, d.Coins-money.Cent, true) }, "没有地址与数量完全相符的订单"},
		{"a cent too much", func(h *house, d deposit.Deposit) { h.chain.pay(d.CoinAddress, d.Coins+money.Cent, true) }, "没有地址与数量完全相符的订单"},
		{"a millionth too much", func(h *house, d deposit.Deposit) { h.chain.pay(d.CoinAddress, d.Coins+1, true) }, "没有地址与数量完全相符的订单"},
		{"too late", func(h *house, d deposit.Deposit) {
			h.clock.Advance(20*time.Minute + time.Second)
			h.chain.pay(d.CoinAddress, d.Coins, true)
		}, "过期后到账"},
		{"to an address out of use", func(h *house, d deposit.Deposit) {
			list, err := h.USDT.Payees(h.t.Context(), h.d)
			if err != nil {
				h.t.Fatal(err)
			}
			if err := h.USDT.DisablePayee(h.t.Context(), anna, list[0].ID, "钱包轮换"); err != nil {
				h.t.Fatal(err)
			}
			h.chain.pay(d.CoinAddress, d.Coins, true)
		}, "收款地址已停用"},
		{"for an order that staff look at", func(h *house, d deposit.Deposit) {
			if err := h.Deposits.ToReview(h.t.Context(), anna, d.SN, "来历不明"); err != nil {
				h.t.Fatal(err)
			}
			h.chain.pay(d.CoinAddress, d.Coins, true)
		}, "当前状态为“待复核”"},
		{"before the order", func(h *house, d deposit.Deposit) {
			h.chain.pay(d.CoinAddress, d.Coins, true)
			h.chain.sent[0].At = d.CreatedAt.Add(-2 * time.Second)
		}, "没有地址与数量完全相符的订单"},
		{"within a block of the order", func(h *house, d deposit.Deposit) {
			h.chain.pay(d.CoinAddress, d.Coins, true)
			h.chain.sent[0].At = d.CreatedAt.Add(10 * time.Second)
		}, "不足一个区块的时间"},
	} {
		t.Run(c.name, func(t *testing.T) {
			each(t, func(t *testing.T, h *house) {
				h.coins()
				d := h.deposit(h.coinOrder(10000))
				c.money(h, d)
				for range 2 {
					h.pull()
				}
				h.expectBook("ming", "")
				if h.credited.Load() != 0 || h.state(d.SN) == deposit.Credited {
					t.Error("credited")
				}
				sn := h.strayCoins()
				m, history, err := h.Incoming.Find(t.Context(), sn)
				if err != nil || m.Coins != h.chain.sent[0].Amount || m.Amount != 0 || !strings.Contains(m.Note, c.why) || len(history) != 1 {
					t.Errorf("%+v %v %v", m, history, err)
				}
				h.expectCoins(fmt.Sprintf("chain -%d suspense %d", m.Coins, m.Coins))
			})
		})
	}
}

// What was paid in time is not late because the chain was out of reach, and
// nothing is known while it is.
func TestASilentChainMakesNobodyLate(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.coins()
		d := h.deposit(h.coinOrder(10000))
		h.clock.Advance(19*time.Minute + 30*time.Second)
		h.chain.pay(d.CoinAddress, d.Coins, true)
		h.chain.say(errNode)
		if err := h.Chains.Pull(t.Context()); !errors.Is(err, errNode) {
			t.Errorf("a silent chain: %v", err)
		}
		if h.count("SELECT COUNT(*) FROM chain_cursor WHERE text <> '' OR answered_at > 0") != 0 {
			t.Error("the cursor moved without an answer")
		}
		h.clock.Advance(3 * time.Hour)
		if err := h.Deposits.ExpireOld(t.Context()); err != nil {
			t.Fatal(err)
		}
		if h.state(d.SN) != deposit.Expired {
			t.Errorf("state %s", h.state(d.SN))
		}
		h.chain.say(nil)
		h.pull()
		if h.state(d.SN) != deposit.Credited {
			t.Errorf("state %s", h.state(d.SN))
		}
		h.expectBook("ming", "centre 10000")
	})
}

// An address and an amount are one order's: the next asks a cent more, up to a
// hundred, and a pair rests after its order is over.
func TestAnAddressAndAnAmountAreOneOrders(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.CoinOrdersOpen, s.RateMaxAge = 1000, 0 }, func(t *testing.T, h *house) {
		payee := h.coins()
		var first deposit.Deposit
		paid := h.deposit(h.coinOrder(900000))
		h.chain.pay(payee, paid.Coins, true)
		h.pull() // ming is known
		for i := range 100 {
			d := h.deposit(h.coinOrder(10000))
			if i == 0 {
				first = d
			}
			if want := 13_890_000 + money.Coins(i)*money.Cent; d.Coins != want {
				t.Fatalf("order %d asks %s, want %s", i, d.Coins, want)
			}
		}
		_, err := h.Deposits.Create(t.Context(), h.coinOrder(10000))
		expect(t, "the hundred and first", err, order.ErrNoPayee)
		if err := h.Deposits.MarkPaid(t.Context(), "ming", first.SN); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(39 * time.Minute)
		if err := h.Deposits.ExpireOld(t.Context()); err != nil {
			t.Fatal(err)
		}
		_, err = h.Deposits.Create(t.Context(), h.coinOrder(10000))
		expect(t, "while the pairs rest", err, order.ErrNoPayee)
		h.clock.Advance(2 * time.Minute)
		if d := h.deposit(h.coinOrder(10000)); d.Coins == first.Coins {
			t.Error("an amount that its player called paid was given again")
		}
		h.clock.Advance(22*time.Hour + 20*time.Minute)
		if err := h.Deposits.ExpireOld(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(time.Hour)
		if d := h.deposit(h.coinOrder(10000)); d.Coins != first.Coins || d.CoinAddress != payee {
			t.Errorf("%+v", d)
		}
		h.refuses(`INSERT INTO deposit (sn, order_id, contents, player, channel, method_name, channel_name, style, token, amount, state, day, created_at, expires_at,
			network, coin_address, coins, rate) VALUES ('X1', 'x1', '', 'ming', 11, '', '', 'VirtualCoin', 'tok', 1, 'pending', 20260301, 0, 1, 'trc20', ?, 13890000, 72000)`, payee)
	})
}

// Orders at once, from many players, never share a pair.
func TestOrdersAtOnceNeverShareAnAmount(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.coins()
		for i := range 8 {
			h.register(fmt.Sprintf("pay%02d", i), "")
		}
		var all sync.WaitGroup
		var mu sync.Mutex
		seen := map[money.Coins]bool{}
		for i := range 24 {
			all.Go(func() {
				o := h.coinOrder(10000)
				o.Player = fmt.Sprintf("pay%02d", i%8)
				d, err := h.Deposits.Create(t.Context(), o)
				if err != nil {
					t.Error(err)
					return
				}
				mu.Lock()
				defer mu.Unlock()
				if seen[d.Coins] {
					t.Errorf("%s twice", d.Coins)
				}
				seen[d.Coins] = true
			})
		}
		all.Wait()
		o := h.coinOrder(10000)
		o.Player = "pay00"
		_, err := h.Deposits.Create(t.Context(), o)
		expect(t, "a fourth open order", err, deposit.ErrCoinOpen)
	})
}

// Two transfers for one order: one credits it, the other is nobody's.
func TestTwoTransfersForOneOrder(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.coins()
		d := h.deposit(h.coinOrder(10000))
		h.chain.pay(d.CoinAddress, d.Coins, true)
		h.chain.pay(d.CoinAddress, d.Coins, true)
		var nodes sync.WaitGroup
		for range 4 { // nodes that read the same page
			nodes.Go(func() {
				if err := h.Chains.Pull(t.Context()); err != nil {
					t.Error(err)
				}
			})
		}
		nodes.Wait()
		h.expectBook("ming", "centre 10000")
		h.expectCoins("chain -27780000 fxUSDT 13890000 fxCNY -10000 suspense 13890000")
		if h.credited.Load() != 1 || h.count("SELECT COUNT(*) FROM chain_transfer") != 2 || h.count("SELECT COUNT(*) FROM stray_money") != 1 {
			t.Error("credited more than once, or a transfer was kept twice")
		}
	})
}

// One transfer that would pay two orders pays none.
func TestOneTransferForTwoOrders(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.coins()
		d := h.deposit(h.coinOrder(10000))
		h.clock.Advance(time.Minute)
		// The index refuses two that wait; one that is over may still overlap if
		// somebody shortened the rest.
		h.exec("UPDATE deposit SET state = 'expired', ended_at = 1 WHERE sn = ?", d.SN)
		h.exec(`INSERT INTO deposit (sn, order_id, contents, player, channel, method_name, channel_name, style, token, amount, state, day, created_at, expires_at,
			network, coin_address, coins, rate) SELECT 'X1', 'x1', '', player, channel, '', '', style, 'tok', amount, 'pending', day, created_at, expires_at,
			network, coin_address, coins, rate FROM deposit WHERE sn = ?`, d.SN)
		h.chain.pay(d.CoinAddress, d.Coins, true)
		h.pull()
		h.expectBook("ming", "")
		if m, _, err := h.Incoming.Find(t.Context(), h.strayCoins()); err != nil || m.Note != "同时符合多笔订单" {
			t.Errorf("%+v %v", m, err)
		}
	})
}

// Money without an order becomes a player's by two people, at the order's rate
// whatever it is by now, or goes back under a transaction its chain knows.
func TestStrayCoinsAreSettledByTwo(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		payee := h.coins()
		d := h.deposit(h.coinOrder(10000))
		h.agree(h.USDT.SetRate(t.Context(), anna, h.seen(usdt.RateOrder{
			Network: payment.TRC20, Direction: usdt.ForDeposit, Rate: 72_400, Least: money.Coin, Most: 1000 * money.Coin, Open: true,
		}), "跟随市场行情"))
		h.chain.pay(payee, d.Coins-money.Coin, true)
		h.pull()
		sn := h.strayCoins()
		_, err := h.Deposits.ConfirmByHand(t.Context(), anna, deposit.Confirmation{SN: d.SN, Received: 10000, BankRef: "X1", Reason: "玩家说已付"})
		expect(t, "a credit by hand", err, deposit.ErrCoinProof)
		transfer := h.deposit(h.bankOrder(10000))
		_, err = h.Incoming.Assign(t.Context(), anna, suspense.Assignment{SN: sn, Deposit: transfer.SN, Reason: "认领"})
		expect(t, "coins for an order in yuan", err, suspense.ErrCoinAssign)

		h.agree(h.Incoming.Assign(t.Context(), anna, suspense.Assignment{SN: sn, Deposit: d.SN, Reason: "少付一个"}))
		h.expectBook("ming", "centre 9280") // 12.89 at the order's 7.20, down
		h.expectCoins("chain -12890000 fxUSDT 12890000 fxCNY -9280")
		if got := h.state(d.SN); got != deposit.Credited {
			t.Errorf("state %s", got)
		}
		_, err = h.Deposits.Reverse(t.Context(), anna, order.Reported{SN: d.SN, Reference: "REV1", Reason: "冲正"})
		expect(t, "a reversal of what is final", err, deposit.ErrCoinReverse)

		h.chain.pay(payee, 50*money.Coin, true)
		h.pull()
		h.agree(h.Incoming.Assign(t.Context(), anna, suspense.Assignment{SN: h.strayCoins(), Player: "ming", Reason: "没有订单"}))
		h.expectBook("ming", "centre 45480") // 50 at the 7.24 of the day

		payer := payment.AddressOf(payment.TRC20, hashOf(50))
		h.chain.payFrom(payer, payee, 7*money.Coin, true)
		h.pull()
		sn = h.strayCoins()
		back := func(tx string) error {
			_, err := h.Incoming.SendBack(t.Context(), anna, order.Reported{SN: sn, Reference: tx, Reason: "退回付款人"})
			return err
		}
		expect(t, "no number", back("abc"), usdt.ErrTx)
		expect(t, "a number the chain does not have", back(strings.Repeat("ab", 32)), usdt.ErrTxUnproved)
		wrong := h.chain.pay(wallet(payment.TRC20, 50), 6*money.Coin, true)
		expect(t, "another amount", back(wrong), suspense.ErrBackDiffers)
		foreign := h.chain.payFrom(payment.AddressOf(payment.TRC20, hashOf(60)), payer.String(), 7*money.Coin, true)
		expect(t, "from somebody else's wallet", back(foreign), suspense.ErrBackDiffers)
		stranger := h.chain.pay(wallet(payment.TRC20, 51), 7*money.Coin, true)
		expect(t, "to somebody else", back(stranger), suspense.ErrBackDiffers)
		tx := h.chain.pay(wallet(payment.TRC20, 50), 7*money.Coin, false)
		expect(t, "not final", back(tx), usdt.ErrTxUnproved)
		h.chain.bury()
		h.agree(h.Incoming.SendBack(t.Context(), anna, order.Reported{SN: sn, Reference: tx, Reason: "退回付款人"}))
		h.expectCoins("chain -62890000 fxUSDT 62890000 fxCNY -45480")
		h.chain.payFrom(payer, payee, 7*money.Coin, true)
		h.chain.sent[len(h.chain.sent)-1].At = h.clock.Now().Add(-time.Minute)
		h.pull()
		sn = h.strayCoins()
		expect(t, "one payment back for two", back(tx), bank.ErrReferenceUsed)
	})
}

// DEP-10, trust CRA-1: the process dies at each step of a pull; what is read
// again credits once.
func TestAPullSurvivesDeathAtEachStep(t *testing.T) {
	for _, point := range []string{"C0", "C4", "C5", "C1", "C2", "C6", "C7"} {
		t.Run(point, func(t *testing.T) {
			each(t, func(t *testing.T, h *house) {
				h.coins()
				d := h.deposit(h.coinOrder(10000))
				h.chain.pay(d.CoinAddress, d.Coins, true)
				h.chain.pay(d.CoinAddress, 5*money.Coin, true)
				h.dies("Chain."+point, func() { _ = h.Chains.Pull(t.Context()) })
				h.sound()
				for range 2 {
					h.pull()
				}
				h.expectBook("ming", "centre 10000")
				h.expectCoins("chain -18890000 fxUSDT 13890000 fxCNY -10000 suspense 5000000")
			})
		})
	}
}

// Pages are read on from where the last ended; several addresses are asked
// about in parts.
func TestPagesAndPartsAreReadOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		payee := h.coins()
		for n := int64(2); n <= 5; n++ {
			h.agree(h.USDT.AddPayee(t.Context(), anna, payment.TRC20, wallet(payment.TRC20, n), "备用", "钱包轮换"))
		}
		h.chain.page = 2
		for i := range 9 {
			h.chain.pay(wallet(payment.TRC20, int64(1+i%5)), money.Coins(i+1)*money.Coin, true)
		}
		h.pull()
		if n := h.count("SELECT COUNT(*) FROM chain_transfer WHERE state = 'stray'"); n != 9 {
			t.Errorf("%d transfers", n)
		}
		asked := h.chain.asked
		h.pull()
		if h.chain.asked != asked+3 {
			t.Errorf("%d questions where nothing is new", h.chain.asked-asked)
		}
		if payee == "" || h.count("SELECT COUNT(*) FROM chain_cursor") != 3 {
			t.Error("parts")
		}
	})
}

// A receiving address takes two people, its chain's checksum, and no hand on
// the database.
func TestAReceivingAddressTakesTwo(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.coins()
		add := func(address string) (order.Outcome, error) {
			return h.USDT.AddPayee(t.Context(), anna, payment.TRC20, address, "冷钱包", "启用新的收款钱包")
		}
		good := wallet(payment.TRC20, 2)
		last := byte('A')
		if good[len(good)-1] == last {
			last = 'B'
		}
		_, err := add(good[:len(good)-1] + string(last))
		expect(t, "a slip of a letter", err, usdt.ErrAddressChecksum)
		_, err = add("hello")
		expect(t, "no address", err, usdt.ErrAddressForm)
		_, err = add(wallet(payment.TRC20, 1))
		expect(t, "one in use", err, usdt.ErrPayeeThere)
		h.address("ming", 40)
		_, err = add(wallet(payment.TRC20, 40))
		expect(t, "a player's", err, usdt.ErrPayeePlayers)
		o, err := add(good)
		if err != nil {
			t.Fatal(err)
		}
		h.agree(o, nil)
		if n := h.count("SELECT COUNT(*) FROM coin_payee WHERE enabled"); n != 2 {
			t.Errorf("%d addresses", n)
		}
		// An address exchanged in the database is never shown.
		h.refuses("UPDATE coin_payee SET address = ?", wallet(payment.TRC20, 666))
		h.refuses("DELETE FROM coin_payee")
		h.exec(`INSERT INTO coin_payee (id, network, address, seal, label, enabled, made_by, made_at, changed_by, changed_at)
			VALUES (666, 'trc20', ?, 'x', 'x', TRUE, 'x', 0, 'x', 0)`, wallet(payment.TRC20, 666))
		for range 3 {
			if d := h.deposit(h.coinOrder(10000)); d.CoinAddress == wallet(payment.TRC20, 666) {
				t.Error("an address put in by hand is shown")
			}
		}
		list, err := h.USDT.Payees(t.Context(), h.d)
		altered := 0
		for _, p := range list {
			if p.Altered {
				altered++
			}
		}
		if err != nil || altered != 1 {
			t.Errorf("%+v %v", list, err)
		}
	})
}

// A rate takes two people, is never changed, and orders keep theirs.
func TestARateTakesTwo(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.coins()
		order := usdt.RateOrder{Network: payment.TRC20, Direction: usdt.ForDeposit, Rate: 72_300, Least: 10 * money.Coin, Most: 500 * money.Coin, Open: true}
		for name, bad := range map[string]struct {
			o    usdt.RateOrder
			want error
		}{
			"no network":       {usdt.RateOrder{Network: "x", Direction: usdt.ForDeposit, Rate: 1, Least: money.Cent, Most: money.Cent}, usdt.ErrNetwork},
			"no direction":     {usdt.RateOrder{Network: payment.TRC20, Rate: 1, Least: money.Cent, Most: money.Cent}, usdt.ErrDirection},
			"no rate":          {usdt.RateOrder{Network: payment.TRC20, Direction: usdt.ForDeposit, Least: money.Cent, Most: money.Cent}, usdt.ErrRate},
			"bounds reversed":  {usdt.RateOrder{Network: payment.TRC20, Direction: usdt.ForDeposit, Rate: 1, Least: 2 * money.Cent, Most: money.Cent}, usdt.ErrRateLimits},
			"less than a cent": {usdt.RateOrder{Network: payment.TRC20, Direction: usdt.ForDeposit, Rate: 1, Least: 1, Most: money.Cent}, usdt.ErrRateLimits},
		} {
			_, err := h.USDT.SetRate(t.Context(), anna, h.seen(bad.o), "例行调整")
			expect(t, name, err, bad.want)
		}
		before := h.deposit(h.coinOrder(10000))
		o, err := h.USDT.SetRate(t.Context(), anna, h.seen(order), "跟随市场行情")
		if err != nil {
			t.Fatal(err)
		}
		if d := h.deposit(h.coinOrder(20000)); d.Rate != 72_000 {
			t.Error("in force before the second person")
		}
		h.agree(o, nil)
		if d := h.deposit(h.coinOrder(20000)); d.Rate != 72_300 {
			t.Errorf("rate %s", d.Rate)
		}
		// DEP-09: the page is told the rate in force with its two limits.
		offered, err := h.USDT.Offered(t.Context())
		at := slices.IndexFunc(offered, func(r usdt.CoinRate) bool { return r.Network == payment.TRC20 })
		if err != nil || at < 0 || offered[at].Rate != 72_300 || offered[at].Least != order.Least || offered[at].Most != order.Most {
			t.Errorf("offered %+v, %v", offered, err)
		}
		if d, err := h.Deposits.Find(t.Context(), "ming", before.SN); err != nil || d.Rate != 72_000 {
			t.Errorf("an order's rate moved: %s, %v", d.Rate, err)
		}
		_, err = h.Deposits.Create(t.Context(), h.coinOrder(500_000))
		expect(t, "DEP-06 above the limit of coins", err, usdt.ErrCoinLimits)
		h.refuses("UPDATE coin_rate SET rate = 1")
		h.refuses("DELETE FROM coin_rate")
		// Closed, it is no way to deposit.
		order.Open = false
		h.agree(h.USDT.SetRate(t.Context(), anna, h.seen(order), "流动性控制"))
		_, err = h.Deposits.Create(t.Context(), h.coinOrder(10000))
		expect(t, "a closed network", err, method.ErrNoChannel)
		if offered, err := h.USDT.Offered(t.Context()); err != nil || len(offered) != 0 {
			t.Errorf("%+v %v", offered, err)
		}
	})
}

// DEP-01: without a network, an address and a rate there is no such method.
func TestAHouseWithoutCoinsHasNoSuchMethod(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		methods := func() string {
			list, err := h.Methods.Methods(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			names := ""
			for _, m := range list {
				names += m.Code + " "
			}
			channels, err := h.Methods.Channels(t.Context(), "usdt")
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range channels {
				names += c.Code + " "
			}
			return names
		}
		if got := methods(); got != "bank online " {
			t.Errorf("methods: %s", got)
		}
		h.coins()
		if got := methods(); got != "bank online usdt usdt_trc20 " {
			t.Errorf("methods: %s", got)
		}
		o := h.coinOrder(10000)
		o.PayAddress = wallet(payment.ERC20, 3)
		_, err := h.Deposits.Create(t.Context(), o)
		expect(t, "an address of another network", err, destination.ErrAddressType)
		o.PayAddress = "3abc"
		_, err = h.Deposits.Create(t.Context(), o)
		expect(t, "DEP-06 no address", err, usdt.ErrAddressForm)
		h.exec("UPDATE pay_method SET show_address = TRUE WHERE code = 'usdt'")
		o.PayAddress = ""
		_, err = h.Deposits.Create(t.Context(), o)
		expect(t, "DEP-06 none where one is asked for", err, deposit.ErrChoice)
		o.PayAddress = wallet(payment.TRC20, 3)
		if d := h.deposit(o); d.PayAddress != o.PayAddress {
			t.Errorf("%+v", d)
		}
		if h.count("SELECT COUNT(*) FROM deposit WHERE pay_address LIKE '%' || ? || '%'", o.PayAddress) != 0 {
			t.Error("a player's address lies open in the database (trust PII-1)")
		}
	})
}

// DEP-05, trust CBK-6: "I have paid" credits nothing.
func TestSayingThatCoinsArePaidCreditsNothing(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.coins()
		d := h.deposit(h.coinOrder(10000))
		for range 3 {
			if err := h.Deposits.MarkPaid(t.Context(), "ming", d.SN); err != nil {
				t.Error(err)
			}
		}
		expect(t, "a stranger", h.Deposits.MarkPaid(t.Context(), "hong", d.SN), deposit.ErrNotFound)
		h.pull()
		h.expectBook("ming", "")
		if h.state(d.SN) != deposit.Claimed {
			t.Errorf("state %s", h.state(d.SN))
		}
		again := h.coinOrder(10000)
		first := h.deposit(again)
		if twice := h.deposit(again); twice.SN != first.SN || twice.Coins != first.Coins {
			t.Errorf("DEP-07 the same order twice: %+v", twice)
		}
	})
}

// The books name what somebody bent by hand.
func TestTheBooksCompareCoinsWithTheirTransfers(t *testing.T) {
	for name, bend := range map[string]func(h *house, d deposit.Deposit){
		"a transfer nobody credited": func(h *house, d deposit.Deposit) {
			h.exec(`INSERT INTO chain_transfer (network, tx, idx, sender, receiver, coins, at, block, confirmations, state, sn, seen_at, ended_at)
				VALUES ('trc20', 'ff', 0, 'a', ?, 5, 1, 1, 1, 'credited', 'D-none', 1, 1)`, d.CoinAddress)
		},
		"a credit without a transfer": func(h *house, d deposit.Deposit) {
			h.exec("DROP TRIGGER chain_transfer_stays" + map[bool]string{true: " ON chain_transfer"}[h.d.Postgres()])
			h.exec("DELETE FROM chain_transfer")
		},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, h *house) {
				h.coins()
				d := h.deposit(h.coinOrder(10000))
				h.chain.pay(d.CoinAddress, d.Coins, true)
				h.pull()
				h.sound()
				bend(h, d)
				h.broken = true
				report, err := h.ledger.Verify(t.Context())
				if err != nil || report.OK || len(report.Broken) < 2 {
					t.Errorf("%+v %v", report.Broken, err)
				}
			})
		})
	}
}
