package cashier_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/cashier"
	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// WD-07, trust ADR-1, ADR-2: the prefix names the network, the checksum
// decides, and an address is one player's.
func TestAnAddressIsCheckedInFull(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		payee := h.coins()
		h.register("hong", "李红")
		add := func(player, network, text string) error {
			_, err := h.Addresses.Add(t.Context(), player, network, text)
			return err
		}
		good := wallet(payment.TRC20, 2)
		last := "A"
		if strings.HasSuffix(good, last) {
			last = "B"
		}
		for _, bad := range []struct {
			name, network, text string
			want                error
		}{
			{"nothing", "", " ", destination.ErrAddressEmpty},
			{"no network's prefix", "", "3abcdefabcdefabcdefabcdefabcdefabc", usdt.ErrAddressForm},
			{"an account number of EBPay", "", "8613800138000", usdt.ErrAddressForm},
			{"an account number that begins like OMNI", "", "13800138000", usdt.ErrAddressForm},
			{"a slip of the last letter", "", good[:33] + last, usdt.ErrAddressChecksum},
			{"a lower-case t passes the form and not the checksum", "", "t" + good[1:], usdt.ErrAddressChecksum},
			{"too short", "", good[:20], usdt.ErrAddressForm},
			{"another network than it says", "ERC20", good, destination.ErrAddressType},
			{"wrong capitals", "", "0x00112233445566778899aabbCcddeeff00112233", usdt.ErrAddressChecksum},
			{"the token's own contract", "", "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", usdt.ErrAddressNobody},
			{"an address of the house", "", payee, destination.ErrAddressOurs},
		} {
			expect(t, bad.name, add("ming", bad.network, bad.text), bad.want)
		}
		for n, text := range []string{good, wallet(payment.ERC20, 3), wallet(payment.Omni, 4)} {
			if err := add("ming", []string{"TRC20", "erc20", ""}[n], text); err != nil {
				t.Errorf("%s: %v", text, err)
			}
		}
		expect(t, "a fourth", add("ming", "", wallet(payment.TRC20, 5)), destination.ErrAddressesMost)
		expect(t, "the same again in other capitals", add("ming", "", strings.ToLower(wallet(payment.ERC20, 3))), destination.ErrAddressTaken)
		list, err := h.Addresses.List(t.Context(), "ming")
		if err != nil || len(list) != 3 || !list[0].IsDefault || list[0].Address != good[:7]+"*******"+good[27:] {
			t.Fatalf("%+v %v", list, err)
		}
		expect(t, "another player's as default", h.Addresses.SetDefault(t.Context(), "hong", list[0].ID), destination.ErrNoAddress)
		if h.count("SELECT COUNT(*) FROM player_address WHERE address LIKE '%' || ? || '%'", good) != 0 {
			t.Error("an address lies open in the database (trust PII-1)")
		}
	})
}

// WD-07, trust CON-4: of many at once three stay, and an address is there once for each player.
func TestAddressesAddedAtOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.register("hong", "李红")
		var added, taken atomic.Int64
		var all sync.WaitGroup
		for i := range 20 {
			all.Go(func() {
				if _, err := h.Addresses.Add(t.Context(), "ming", "", wallet(payment.TRC20, int64(10+i))); err == nil {
					added.Add(1)
				}
			})
			all.Go(func() {
				if _, err := h.Addresses.Add(t.Context(), []string{"ming", "hong"}[i%2], "", wallet(payment.ERC20, 9)); err == nil {
					taken.Add(1)
				}
			})
		}
		all.Wait()
		if n := h.count("SELECT COUNT(*) FROM player_address WHERE player = 'ming'"); n != 3 || taken.Load() > 2 {
			t.Errorf("%d addresses, one added %d times", n, taken.Load())
		}
	})
}

// WD-06, trust MON-5: the confirmation pays what was quoted, once, and in time.
func TestAQuoteIsHonouredOnceAndInTime(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.coins()
		h.give("ming", 1_000_00)
		id := h.address("ming", 2)
		quote, err := h.Withdrawals.Quote(t.Context(), "ming", id, 100_00)
		if err != nil || quote.Coins != 13_790_000 || quote.Rate != 72_500 || quote.Address != wallet(payment.TRC20, 2) || quote.Network != payment.TRC20 {
			t.Fatalf("%+v %v", quote, err)
		}
		ask := func(amount money.Fen) (withdrawal.Withdrawal, error) {
			return h.Withdrawals.Ask(t.Context(), h.coinWithdrawal("ming", id, amount))
		}
		_, err = ask(200_00)
		expect(t, "another amount than was quoted", err, withdrawal.ErrQuoteOver)
		h.agree(h.USDT.SetRate(t.Context(), anna, h.seen(usdt.RateOrder{
			Network: payment.TRC20, Direction: usdt.ForWithdrawal, Rate: 90_000, Least: money.Coin, Most: 1000 * money.Coin, Open: true,
		}), "跟随市场行情"))
		h.clock.Advance(119 * time.Second)
		w, err := ask(100_00)
		if err != nil || w.Payout == nil || w.Payout.Coins != 13_790_000 || w.Payout.Rate != 72_500 || w.BankName != "USDT-TRC20" {
			t.Fatalf("%+v %v", w, err)
		}
		_, err = ask(100_00)
		expect(t, "a quote that was used", err, withdrawal.ErrQuoteOver)
		if _, err := h.Withdrawals.Quote(t.Context(), "ming", id, 100_00); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(120 * time.Second)
		_, err = ask(100_00)
		expect(t, "a quote that is over", err, withdrawal.ErrQuoteOver)
		h.expectBook("ming", "centre 90000 locked 10000")

		for name, bad := range map[string]struct {
			id     int64
			amount money.Fen
			want   error
		}{
			"below the minimum":    {id, 99_99, withdrawal.ErrMin},
			"WD-04 more than held": {id, 900_01, withdrawal.ErrBalance},
			"nobody's address":     {id + 1, 100_00, withdrawal.ErrAddress},
			"more than there is":   {id, 100_000_00, withdrawal.ErrBalance},
		} {
			_, err := h.Withdrawals.Quote(t.Context(), "ming", bad.id, bad.amount)
			expect(t, name, err, bad.want)
		}
		h.give("ming", 100_000_00)
		_, err = h.Withdrawals.Quote(t.Context(), "ming", id, 90_000_00)
		expect(t, "DEP-06 more coins than one order may be about", err, usdt.ErrCoinLimits)
		_, err = h.Withdrawals.Quote(t.Context(), "ming", h.addressOn("ming", payment.ERC20, 3), 100_00)
		expect(t, "a network that is not connected", err, usdt.ErrNetworkClosed)
	})
}

// addressOn adds an address of another network.
func (h *house) addressOn(player, network string, n int64) int64 {
	h.t.Helper()
	a, err := h.Addresses.Add(h.t.Context(), player, "", wallet(network, n))
	if err != nil {
		h.t.Fatal(err)
	}
	return a.ID
}

// WD-10, trust MON-5: many confirmations of one quote at once withdraw once.
func TestConfirmationsAtOnceWithdrawOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.coins()
		h.give("ming", 1_000_00)
		id := h.address("ming", 2)
		if _, err := h.Withdrawals.Quote(t.Context(), "ming", id, 100_00); err != nil {
			t.Fatal(err)
		}
		var done atomic.Int64
		var all sync.WaitGroup
		for range 20 {
			all.Go(func() {
				if _, err := h.Withdrawals.Ask(t.Context(), h.coinWithdrawal("ming", id, 100_00)); err == nil {
					done.Add(1)
				}
			})
		}
		all.Wait()
		if done.Load() != 1 {
			t.Errorf("%d withdrawals", done.Load())
		}
		h.expectBook("ming", "centre 90000 locked 10000")
	})
}

// D-23, trust ADR-5, WD-08: limits, holds and flags are those of every
// withdrawal, and a new address is held though it is not the first.
func TestAWithdrawalInCoinsObeysTheRulesOfAll(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.HoldAfterChange, s.RateMaxAge = 24*time.Hour, 0 }, func(t *testing.T, h *house) {
		h.coins()
		h.give("ming", 10_000_00)
		old := h.address("ming", 2)
		h.clock.Advance(25 * time.Hour)
		second := h.address("ming", 3)
		w := h.askCoins("ming", second, 100_00)
		if w.HeldUntil.IsZero() || !hasFlag(w, "held") || !hasFlag(w, "new_address") || !hasFlag(w, "first_withdrawal") {
			t.Errorf("a new address is not held: %+v", w)
		}
		if w := h.askCoins("ming", old, 100_00); !w.HeldUntil.IsZero() {
			t.Errorf("an old address is held: %+v", w)
		}
		for range 3 {
			h.askCoins("ming", old, 100_00)
		}
		if _, err := h.Withdrawals.Quote(t.Context(), "ming", old, 100_00); err != nil {
			t.Fatal(err)
		}
		_, err := h.Withdrawals.Ask(t.Context(), h.coinWithdrawal("ming", old, 100_00))
		expect(t, "a sixth of the day", err, withdrawal.ErrTimes)
		h.expectBook("ming", "centre 950000 locked 50000")
	})
}

func hasFlag(w withdrawal.Withdrawal, code string) bool {
	for _, f := range w.Flags {
		if f.Code == code {
			return true
		}
	}
	return false
}

// WD-06: a withdrawal is paid when its chain has a final transfer of exactly
// its coins to exactly its address, and by nothing else.
func TestOnlyTheChainPaysAWithdrawal(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.coins()
		h.give("ming", 1_000_00)
		to := wallet(payment.TRC20, 2)
		w := h.approved("ming", h.address("ming", 2), 100_00)
		d, err := h.Payouts.Destination(t.Context(), clara, w.SN)
		if err != nil || d.Number != to || d.Coins != 13_790_000 || d.Network != payment.TRC20 {
			t.Fatalf("%+v %v", d, err)
		}
		pay := func(tx string) (withdrawal.Withdrawal, error) { return h.Payouts.Pay(t.Context(), clara, w.SN, tx) }
		_, err = pay("BANK0001")
		expect(t, "a bank's number", err, usdt.ErrTx)
		for name, tx := range map[string]string{
			"a cent too little":   h.chain.pay(to, d.Coins-money.Cent, true),
			"a cent too much":     h.chain.pay(to, d.Coins+money.Cent, true),
			"to somebody else":    h.chain.pay(wallet(payment.TRC20, 3), d.Coins, true),
			"one that moved none": strings.Repeat("f", 64),
		} {
			h.chain.failed = map[string]bool{strings.Repeat("f", 64): true}
			_, err := pay(tx)
			expect(t, name, err, usdt.ErrTxDiffers)
			h.expectBook("ming", "centre 90000 locked 10000")
		}
		// Not final, and out of reach: it waits.
		tx := h.chain.pay(to, d.Coins, false)
		h.chain.say(errNode)
		if got, err := pay("0x" + strings.ToUpper(tx)); err != nil || got.State != withdrawal.Approved || got.Payout.Tx != tx {
			t.Fatalf("%+v %v", got, err)
		}
		_, err = h.Payouts.FailPayout(t.Context(), anna, w.SN, "没有转出")
		expect(t, "called not paid while nothing is known", err, payer.ErrPayoutOpen)
		_, err = pay(strings.Repeat("a", 64))
		expect(t, "another number while nothing is known", err, payer.ErrPayoutOpen)
		h.chain.say(nil)
		for range 3 {
			h.clock.Advance(time.Minute)
			if err := h.Payouts.AskPayouts(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		h.expectBook("ming", "centre 90000 locked 10000")
		h.chain.bury()
		h.clock.Advance(time.Hour)
		for range 3 {
			if err := h.Payouts.AskPayouts(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		h.expectBook("ming", "centre 90000")
		h.expectCoins("chain 13790000 fxUSDT -13790000 fxCNY 10000")
		got, err := h.Withdrawals.Find(t.Context(), "ming", w.SN)
		if err != nil || got.State != withdrawal.Paid || got.Reference != tx || got.Payout.Said != "paid" {
			t.Errorf("%+v %v", got, err)
		}
		h.refuses("UPDATE withdrawal SET payout_tx = 'x' WHERE sn = ?", w.SN)
		_, err = h.Payouts.Returned(t.Context(), anna, order.Reported{SN: w.SN, Reference: tx, Reason: "退回"})
		expect(t, "a chain returns nothing", err, payer.ErrPayoutReturns)

		// One transaction pays one order.
		other := h.approved("ming", h.address("ming", 4), 100_00)
		_, err = h.Payouts.Pay(t.Context(), clara, other.SN, tx)
		expect(t, "a number that paid another", err, bank.ErrReferenceUsed)
	})
}

// One transaction entered for two orders at once, to the same address and of
// the same coins, pays one of them.
func TestOneTransactionPaysOneOrder(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.coins()
		h.give("ming", 1_000_00)
		id := h.address("ming", 2)
		a, b := h.approved("ming", id, 100_00), h.approved("ming", id, 100_00)
		tx := h.chain.pay(wallet(payment.TRC20, 2), 13_790_000, true)
		var all sync.WaitGroup
		for i := range 8 {
			all.Go(func() { _, _ = h.Payouts.Pay(t.Context(), clara, []string{a.SN, b.SN}[i%2], tx) })
		}
		all.Wait()
		h.clock.Advance(time.Hour)
		if err := h.Payouts.AskPayouts(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.expectBook("ming", "centre 80000 locked 10000")
		h.expectCoins("chain 13790000 fxUSDT -13790000 fxCNY 10000")
	})
}

// A payout whose number no chain has for a day was never made; until then the
// money stays where it is. One that turns up later is the house's loss.
func TestAPayoutThatWasNeverMade(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.coins()
		h.give("ming", 1_000_00)
		w := h.approved("ming", h.address("ming", 2), 100_00)
		hash := strings.Repeat("ab", 32)
		if got, err := h.Payouts.Pay(t.Context(), clara, w.SN, hash); err != nil || got.State != withdrawal.Approved || got.Payout.Said != "absent" {
			t.Fatalf("%+v %v", got, err)
		}
		fail := func() error {
			_, err := h.Payouts.FailPayout(t.Context(), anna, w.SN, "没有转出")
			return err
		}
		h.clock.Advance(24*time.Hour - time.Second)
		expect(t, "before a day", fail(), payer.ErrPayoutOpen)
		h.clock.Advance(time.Second)
		if err := fail(); err != nil {
			t.Fatal(err)
		}
		h.expectBook("ming", "centre 100000")

		late := func(tx string) (order.Outcome, error) {
			return h.Payouts.Late(t.Context(), anna, order.Reported{SN: w.SN, Reference: tx, Reason: "链上查到"})
		}
		_, err := late(strings.Repeat("cd", 32))
		expect(t, "what no chain has", err, usdt.ErrTxUnproved)
		_, err = late(h.chain.pay(wallet(payment.TRC20, 7), 13_790_000, true))
		expect(t, "what went elsewhere", err, usdt.ErrTxDiffers)
		tx := h.chain.pay(wallet(payment.TRC20, 2), 13_790_000, true)
		h.agree(late(tx))
		h.expectBook("ming", "centre 100000")
		h.expectCoins("chain 13790000 fxUSDT -13790000 fxCNY 10000")
		h.agree(h.Payouts.Recover(t.Context(), anna, payer.Recovery{SN: w.SN, FromPlayer: true, Reason: "向玩家追回"}))
		h.expectBook("ming", "centre 90000")
	})
}

// Fault matrix W: the process dies at each step of a payout; the transaction is
// not forgotten once it was committed, and the order is paid once.
func TestAPayoutSurvivesDeathAtEachStep(t *testing.T) {
	for _, point := range []string{"C1", "C2", "C4", "C5", "C6", "C7"} {
		t.Run(point, func(t *testing.T) {
			each(t, func(t *testing.T, h *house) {
				h.coins()
				h.give("ming", 1_000_00)
				w := h.approved("ming", h.address("ming", 2), 100_00)
				tx := h.chain.pay(wallet(payment.TRC20, 2), 13_790_000, true)
				h.dies("PayCoins."+point, func() { _, _ = h.Payouts.Pay(t.Context(), clara, w.SN, tx) })
				h.sound()
				if point == "C1" { // not committed: staff enter it again
					if _, err := h.Payouts.Pay(t.Context(), clara, w.SN, tx); err != nil {
						t.Error(err)
					}
				}
				for range 3 {
					h.clock.Advance(time.Hour)
					if err := h.Payouts.AskPayouts(t.Context()); err != nil {
						t.Fatal(err)
					}
				}
				h.expectBook("ming", "centre 90000")
				h.expectCoins("chain 13790000 fxUSDT -13790000 fxCNY 10000")
			})
		})
	}
}

// REC-02: coins stand in the cash record among the other deposits and withdrawals.
func TestCoinsStandInTheCashRecord(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.coins()
		d := h.deposit(h.coinOrder(100_00))
		h.chain.pay(d.CoinAddress, d.Coins, true)
		h.pull()
		h.give("ming", 1_000_00)
		h.exec("UPDATE turnover_bucket SET state = 'dropped', closed_at = 1, reason = 'x'")
		w := h.askCoins("ming", h.address("ming", 2), 100_00)
		for kind, sn := range map[string]string{cashier.KindDeposit: d.SN, cashier.KindWithdrawal: w.SN} {
			f, err := h.Records.Funding(t.Context(), "ming", kind, 0, 0, 1)
			if err != nil || len(f.Items) != 1 || f.Items[0].SN != sn || f.Items[0].Amount != 100_00 {
				t.Errorf("%q: %+v %v", kind, f, err)
			}
		}
		h.broken = true // the requirement was taken away by hand
	})
}
