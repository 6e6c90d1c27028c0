package cashier_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/cashier/chain"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/payment"
)

func (h *house) orderOf(player string, amount money.Fen) deposit.Deposit {
	h.t.Helper()
	o := h.coinOrder(amount)
	o.Player = player
	return h.deposit(o)
}

// A7, A13: with a key each player has one address, and what comes to it is that
// player's, whatever its amount and whoever ordered as much.
func TestATransferToAPlayersOwnAddressIsThatPlayers(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.key()
		h.register("hong", "")
		mine := h.orderOf("ming", 10000)
		theirs := h.orderOf("hong", 10000)
		if mine.CoinAddress == theirs.CoinAddress || mine.Coins != theirs.Coins || mine.Coins != 13_890_000 {
			t.Fatalf("%+v and %+v", mine, theirs)
		}
		if again := h.orderOf("ming", 20000); again.CoinAddress != mine.CoinAddress {
			t.Error("a second address for one player")
		}
		h.chain.pay(mine.CoinAddress, mine.Coins-money.Coin, true) // an exchange took its fee
		h.pull()
		h.expectBook("ming", "centre 9280")
		h.expectBook("hong", "")
		h.agree(h.USDT.SetRate(t.Context(), anna, h.seen(usdt.RateOrder{
			Network: payment.TRC20, Direction: usdt.ForDeposit, Rate: 70_000, Least: 10 * money.Coin, Most: 1000 * money.Coin, Open: true,
		}), "跟随市场行情"))
		h.chain.pay(mine.CoinAddress, mine.Coins, true) // the rate its order keeps
		h.chain.pay(mine.CoinAddress, 2*money.Coin, true)
		for range 2 {
			h.pull()
		}
		h.expectBook("ming", "centre 20680")
		if h.state(mine.SN) != deposit.Credited || h.state(theirs.SN) != deposit.Pending || h.credited.Load() != 3 {
			t.Errorf("%s, %s, credited %d times", h.state(mine.SN), h.state(theirs.SN), h.credited.Load())
		}
		if n := h.count("SELECT COUNT(*) FROM stray_money"); n != 0 {
			t.Errorf("%d cases", n)
		}
		_, err := h.Addresses.Add(t.Context(), "hong", "", mine.CoinAddress)
		expect(t, "an address of ours to withdraw to", err, destination.ErrAddressOurs)
		list, err := h.USDT.Payees(t.Context(), h.d)
		if err != nil || len(list) != 1 || list[0].Transfers != 3 {
			t.Errorf("%+v %v", list, err)
		}
	})
}

// An address is given once, by a counter without gaps, also to many at once; after
// a restore the places given since the backup are passed over.
func TestAnAddressIsGivenOnce(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.key()
		var all sync.WaitGroup
		for i := range 6 {
			h.register(fmt.Sprintf("pay%02d", i), "")
		}
		for i := range 12 {
			all.Go(func() {
				o := h.coinOrder(money.Fen(10000 + i))
				o.Player = fmt.Sprintf("pay%02d", i%6)
				if _, err := h.Deposits.Create(t.Context(), o); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if h.count("SELECT COUNT(*) FROM usdt_address") != 6 || h.count("SELECT MAX(idx) FROM usdt_address") != 5 {
			t.Error("places were left out")
		}
		h.exec(`INSERT INTO gate_closing (id, door, cause, reason, by_id, by_name, closed_at, opened_by, opened_at, open_reason)
			VALUES ('r1', 'all', 'restore', 'x', 'x', 'x', 1, 'x', 2, 'x')`)
		d := h.orderOf("ming", 10000)
		if idx := h.count("SELECT idx FROM usdt_address WHERE address = ?", d.CoinAddress); idx != 10_006 {
			t.Errorf("place %d after a restore", idx)
		}
		h.refuses("UPDATE usdt_index SET next_idx = 0")
		h.refuses("UPDATE usdt_address SET player = 'ming'")
		h.refuses("DELETE FROM usdt_address")
	})
}

// A row that the program did not write is never shown and credits no player.
func TestAnAlteredOwnAddressIsRefused(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.key()
		thief := wallet(payment.TRC20, 666)
		payee := h.count("SELECT id FROM coin_payee")
		h.exec("INSERT INTO usdt_index (network, next_idx, restores) VALUES ('trc20', 1, 0)")
		h.exec("INSERT INTO usdt_address (network, idx, payee, player, address, seal, made_at) VALUES ('trc20', 0, ?, 'ming', ?, 'x', 1)", payee, thief)
		_, err := h.Deposits.Create(t.Context(), h.coinOrder(10000))
		expect(t, "an address of a thief", err, order.ErrNoPayee)
		h.chain.pay(thief, 20*money.Coin, true)
		h.pull()
		h.expectBook("ming", "")
		h.strayCoins()
	})
}

// A key is entered by two people, who see its first addresses; a private key is
// refused. One that is out of use gives no address, and what comes is a case.
func TestAKeyTakesTwo(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.key()
		public, private := xpub(t, 2)
		add := func(text string) (order.Outcome, error) {
			return h.USDT.AddPayee(t.Context(), anna, payment.TRC20, text, "冷钱包", "启用新的收款钱包")
		}
		_, err := add(private)
		expect(t, "a private key", err, usdt.ErrPrivateKey)
		_, err = add(public[:len(public)-1] + "x")
		expect(t, "a slip", err, usdt.ErrKey)
		before := h.orderOf("ming", 10000)
		o, err := add(public)
		if err != nil {
			t.Fatal(err)
		}
		var details string
		if err := h.d.NewRaw("SELECT details FROM staff_approval WHERE id = ?", o.ApprovalID).Scan(t.Context(), &details); err != nil {
			t.Fatal(err)
		}
		key, err := payment.ParseExtendedKey(payment.TRC20, public)
		if err != nil {
			t.Fatal(err)
		}
		first, err := key.Address(0)
		if err != nil || !strings.Contains(details, first.String()) {
			t.Errorf("details without the first address: %s, %v", details, err)
		}
		h.clock.Advance(time.Second)
		h.agree(o, nil)
		after := h.orderOf("ming", 10000)
		if after.CoinAddress == before.CoinAddress {
			t.Error("the newest key is not used")
		}
		h.chain.pay(before.CoinAddress, 20*money.Coin, true) // the old key is still in use
		h.pull()
		h.expectBook("ming", "centre 14400")
		list, err := h.USDT.Payees(t.Context(), h.d)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range list {
			if p.Address == public {
				if err := h.USDT.DisablePayee(t.Context(), anna, p.ID, "疑似泄露"); err != nil {
					t.Fatal(err)
				}
			}
		}
		h.chain.pay(after.CoinAddress, after.Coins, true)
		h.pull()
		h.expectBook("ming", "centre 14400")
		h.strayCoins()
	})
}

// Own addresses without an order for a day are read too, and lose nothing.
func TestEveryOwnAddressIsReadInTurn(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.key()
		var orders []deposit.Deposit
		for i := range 14 { // seven parts of two
			h.register(fmt.Sprintf("pay%02d", i), "")
			orders = append(orders, h.orderOf(fmt.Sprintf("pay%02d", i), 10000))
		}
		h.pull()
		h.clock.Advance(23 * time.Hour)
		h.clock.Advance(59 * time.Minute)
		h.agree(h.USDT.SetRate(t.Context(), anna, h.seen(usdt.RateOrder{
			Network: payment.TRC20, Direction: usdt.ForDeposit, Rate: 72_000, Least: 10 * money.Coin, Most: 1000 * money.Coin, Open: true,
		}), "例行调整"))
		h.clock.Advance(2 * time.Hour)
		for _, d := range orders {
			h.chain.pay(d.CoinAddress, 20*money.Coin, true)
		}
		h.pull()
		h.clock.Advance(time.Second)
		h.pull()
		if n := h.count("SELECT COUNT(*) FROM deposit WHERE state = 'credited'"); n != 14 {
			t.Errorf("%d of 14 credited", n)
		}
	})
}

// A node that fails at one address does not keep back the money at the others.
func TestAnAddressThatFailsHoldsBackItselfAlone(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.key()
		var orders []deposit.Deposit
		for i := range 6 { // three parts of two
			name := fmt.Sprintf("pay%02d", i)
			h.register(name, "")
			orders = append(orders, h.orderOf(name, 10000))
		}
		for _, d := range orders {
			h.chain.pay(d.CoinAddress, d.Coins, true)
		}
		var err error
		if h.chain.broken, err = payment.ParseAddress(payment.TRC20, orders[0].CoinAddress); err != nil {
			t.Fatal(err)
		}
		if err := h.Chains.Pull(t.Context()); err == nil {
			t.Error("the failure is not told")
		}
		if n := h.count("SELECT COUNT(*) FROM deposit WHERE state = 'credited'"); n != 4 {
			t.Errorf("%d of 4 credited beside the two that the node fails at", n)
		}
		h.chain.broken = payment.Address{}
		h.pull()
		if n := h.count("SELECT COUNT(*) FROM deposit WHERE state = 'credited'"); n != 6 {
			t.Errorf("%d of 6 credited", n)
		}
	})
}

// B9: a rate that is too old makes no new order or quote, and holds back what has
// no order; a deposit rate above a withdrawal rate is refused.
func TestOldAndCrossedRatesAreRefused(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.key()
		d := h.orderOf("ming", 10000)
		rate := usdt.RateOrder{Network: payment.ERC20, Direction: usdt.ForDeposit, Rate: 72_600, Least: money.Coin, Most: money.Coin, Open: true}
		_, err := h.USDT.SetRate(t.Context(), anna, h.seen(rate), "例行调整")
		expect(t, "a deposit dearer than a withdrawal on another network", err, usdt.ErrRateCross)
		rate.Network, rate.Direction, rate.Rate = payment.TRC20, usdt.ForWithdrawal, 71_900
		_, err = h.USDT.SetRate(t.Context(), anna, h.seen(rate), "例行调整")
		expect(t, "a withdrawal cheaper than a deposit", err, usdt.ErrRateCross)
		rate.Rate = 72_000
		lower, err := h.USDT.SetRate(t.Context(), anna, h.seen(rate), "例行调整")
		if err != nil {
			t.Fatal(err)
		}
		rate.Direction, rate.Rate, rate.Least, rate.Most = usdt.ForDeposit, 72_400, 10*money.Coin, 1000*money.Coin
		h.agree(h.USDT.SetRate(t.Context(), anna, h.seen(rate), "例行调整"))
		if _, err := h.staff.Decide(t.Context(), boris, lower.ApprovalID, true, ""); err == nil {
			t.Error("two changes crossed together")
		}
		h.clock.Advance(h.set.RateMaxAge + time.Second)
		_, err = h.Deposits.Create(t.Context(), h.coinOrder(10000))
		expect(t, "an order at an old rate", err, usdt.ErrRateOld)
		if rates, err := h.USDT.Rates(t.Context(), h.d); err != nil || !rates[0].Stale {
			t.Errorf("%+v %v", rates, err)
		}
		h.chain.pay(d.CoinAddress, 20*money.Coin, true)
		h.pull()
		h.expectBook("ming", "")
		rate.Rate = 72_000
		h.agree(h.USDT.SetRate(t.Context(), anna, h.seen(rate), "例行调整"))
		h.clock.Advance(time.Minute)
		h.pull()
		h.expectBook("ming", "centre 14400")
	})
}

// A13: accounts that never paid use up half of the amounts at the most.
func TestThrowAwayAccountsLeaveAmountsToOthers(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.CoinOrdersOpen = 1000 }, func(t *testing.T, h *house) {
		payee := h.coins()
		h.register("hong", "")
		paid := h.orderOf("hong", 50000)
		h.chain.pay(payee, paid.Coins, true)
		h.pull()
		for range 50 {
			h.orderOf("ming", 10000)
		}
		_, err := h.Deposits.Create(t.Context(), h.coinOrder(10000))
		expect(t, "the fifty-first of a stranger", err, order.ErrNoPayee)
		h.orderOf("hong", 10000)
	})
}

// A player chose a promotion with an order and an exchange kept a fee: the amount
// fits no order, and the choice still counts. A choice whose time is over, or
// another player's, does not.
func TestACoinDepositOfAnotherAmountKeepsTheChosenActivity(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.key()
		h.register("hong", "")
		var got []string
		h.Deposits.OnCredited = func(_ context.Context, _ *db.Tx, d deposit.Deposit) error {
			got = append(got, d.Player+" "+d.ActivityID)
			return nil
		}
		o := h.coinOrder(10000)
		o.ActivityID = "38"
		mine := h.deposit(o)
		theirs := h.orderOf("hong", 10000)
		h.chain.pay(mine.CoinAddress, mine.Coins-money.Coin, true)
		h.chain.pay(theirs.CoinAddress, theirs.Coins-money.Coin, true)
		h.pull()
		h.clock.Advance(time.Hour)
		h.chain.pay(mine.CoinAddress, mine.Coins-2*money.Coin, true)
		h.pull()
		slices.Sort(got)
		if want := []string{"hong ", "ming ", "ming 38"}; !slices.Equal(got, want) {
			t.Errorf("credited %q, want %q", got, want)
		}
	})
}

// A chain tells a transfer once more with another amount and another receiver:
// what was settled stays as it was, and nothing is credited a second time.
func TestATransferToldAgainWithOtherContentsChangesNothing(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.key()
		h.register("hong", "")
		mine, theirs := h.orderOf("ming", 10000), h.orderOf("hong", 10000)
		tx := h.chain.pay(mine.CoinAddress, mine.Coins, true)
		h.pull()
		to, err := payment.ParseAddress(payment.TRC20, theirs.CoinAddress)
		if err != nil {
			t.Fatal(err)
		}
		h.chain.sent[0].To, h.chain.sent[0].Amount = to, 50*mine.Coins
		h.exec("UPDATE chain_cursor SET text = ''")
		for range 2 {
			h.pull()
		}
		h.expectBook("ming", "centre 10000")
		h.expectBook("hong", "")
		h.expectCoins("chain -13890000 fxUSDT 13890000 fxCNY -10000")
		list, n, err := h.Chains.Transfers(t.Context(), chain.TransferFilter{Query: tx})
		if err != nil || n != 1 || list[0].Coins != mine.Coins || list[0].To != mine.CoinAddress || list[0].SN != mine.SN {
			t.Errorf("%+v %d %v", list, n, err)
		}
	})
}
