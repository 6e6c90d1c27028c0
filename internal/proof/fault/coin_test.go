package fault_test

import (
	"encoding/binary"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/staff"
	"hongyun/sandbox"
)

const (
	tron      = "chain:trc20"
	coinRoute = "11" // the seeded channel of USDT on TRON
)

// teller is the member of staff who pays out coins.
var teller = staff.Actor{ID: "s-teller", Name: "teller", Roles: []string{"finance"}}

// reviewer approves what the teller pays.
var reviewer = staff.Actor{ID: "s-reviewer", Name: "reviewer", Roles: []string{"finance"}}

// coinHouse gives the house what it needs to take and pay coins, once.
func (r *rig) coinHouse() string {
	r.t.Helper()
	payee := addressOf(1)
	r.ok(r.h.Cashier.USDT.Seed(r.t.Context(), []usdt.Seed{{
		Network: payment.TRC20, Address: payee, Wallet: sandbox.PayoutWallet(payment.TRC20), Deposit: 72_000, Payout: 72_500, Least: money.Coin, Most: 100_000 * money.Coin,
	}}))
	return payee
}

func addressOf(n int) string {
	var hash [20]byte
	binary.BigEndian.PutUint64(hash[:], uint64(n)*0x9e3779b97f4a7c15) //nolint:gosec // small
	binary.BigEndian.PutUint64(hash[12:], uint64(n)*0xbf58476d1ce4e5b9)
	return payment.AddressOf(payment.TRC20, hash).String()
}

// send has somebody send coins, of the token that counts or of one that only
// has its name.
func (r *rig) send(to, amount, token string) (tx string) {
	r.t.Helper()
	tx, _ = r.control(http.MethodPost, "/chains/trc20/transfers", map[string]any{"to": to, "amount": amount, "token": token})["tx"].(string)
	return tx
}

// payOut has the operator's wallet send coins.
func (r *rig) payOut(to, amount, token string) (tx string) {
	r.t.Helper()
	tx, _ = r.control(http.MethodPost, "/chains/trc20/transfers", map[string]any{"to": to, "amount": amount, "token": token, "from": "payout"})["tx"].(string)
	return tx
}

// bury puts blocks on what was sent.
func (r *rig) bury() {
	r.t.Helper()
	r.control(http.MethodPost, "/chains/trc20/blocks", map[string]any{"count": 30})
}

// sweep asks the chain as the jobs do. What it answers decides nothing here.
func (r *rig) sweep() {
	_ = r.h.Cashier.Chains.Pull(r.t.Context())
	_ = r.h.Cashier.Payouts.AskPayouts(r.t.Context())
	_ = r.h.Cashier.Deposits.ExpireOld(r.t.Context())
}

func (r *rig) coins(a ledger.Account) money.Coins {
	r.t.Helper()
	b, err := r.h.Ledger.Balance(r.t.Context(), r.h.DB, a)
	r.ok(err)
	return money.Coins(b)
}

// coinDeposit is an order in coins.
type coinDeposit struct {
	r        *rig
	sn       string
	num      string
	payee    string
	worth    money.Fen
	had      money.Fen
	chain    money.Coins // before
	suspense money.Coins
}

func (r *rig) coinDeposit() *coinDeposit {
	r.t.Helper()
	payee := r.coinHouse()
	d := &coinDeposit{r: r, payee: payee, had: r.centre(), chain: r.coins(ledger.HouseChain(payment.TRC20)), suspense: r.coins(ledger.SuspenseCoins("chain"))}
	reply, err := r.call(r.key(), "/v1/Do/CallDepositPay", "payment_id", coinRoute, "amount", r.amount(100, 900).String(), "device_id", "1")
	r.ok(err)
	if !reply.OK() || reply.Text("Data.virtualCoin.to_addr") != payee {
		r.t.Fatalf("no order: %s", reply)
	}
	found, err := r.h.Cashier.Deposits.Find(r.t.Context(), r.id, reply.Text("Data.order_sn"))
	r.ok(err)
	d.sn, d.num, d.worth = found.SN, found.Coins.String(), found.Worth()
	r.h.Clock.Advance(time.Minute) // a shared address credits no order younger than a block
	return d
}

// credited is the referee: exactly these coins came in and were credited once.
func (d *coinDeposit) credited() {
	d.r.t.Helper()
	found, err := d.r.h.Cashier.Deposits.Find(d.r.t.Context(), d.r.id, d.sn)
	d.r.ok(err)
	if found.State != deposit.Credited || d.r.centre() != d.had+d.worth {
		d.r.errorf("%s is %s, the player has %s and should have %s", d.sn, found.State, d.r.centre(), d.had+d.worth)
	}
	if in := d.chain - d.r.coins(ledger.HouseChain(payment.TRC20)); in != found.Coins {
		d.r.errorf("%s coins are in the books, %s came", in, found.Coins)
	}
	d.untouched()
}

func (d *coinDeposit) untouched() {
	d.r.t.Helper()
	if held := d.r.coins(ledger.SuspenseCoins("chain")); held != d.suspense {
		d.r.errorf("%s coins wait for people", held-d.suspense)
	}
}

// nothing: no coin of it is the player's.
func (d *coinDeposit) nothing() {
	d.r.t.Helper()
	if d.r.centre() != d.had {
		d.r.errorf("the player was credited %s", d.r.centre()-d.had)
	}
}

// waits: so many coins are in suspense, and nobody was credited.
func (d *coinDeposit) waits(coins money.Coins) {
	d.r.t.Helper()
	d.nothing()
	if held := d.r.coins(ledger.SuspenseCoins("chain")) - d.suspense; held != coins {
		d.r.errorf("%s coins wait for people, %s came", held, coins)
	}
}

// chainFails has the chain answer wrongly for a while, before and after it is paid.
func chainFails(kinds ...string) func(*rig) {
	return func(r *rig) {
		d := r.coinDeposit()
		r.send(d.payee, d.num, "")
		r.bury()
		kind := pick(r, kinds...)
		times := r.upTo(3)
		answers := times // that are wrong; one sweep asks more than once
		lasting := slices.Contains([]string{"drop_request", "drop_response", "commit_then_500", "garbage", "refuse", "maintenance"}, kind) && times > 2
		if lasting {
			answers = -1
		}
		r.fault(wish{Target: tron, Call: "any", Fault: kind, Times: answers, Delay: 1})
		for range times {
			r.sweep()
		}
		if lasting {
			d.nothing()
		}
		r.healthy()
		for range 2 {
			r.sweep()
		}
		d.credited()
	}
}

func coinsSlow(r *rig) {
	d := r.coinDeposit()
	r.send(d.payee, d.num, "")
	for range r.upTo(3) {
		r.sweep()
	}
	d.nothing()
	r.h.Clock.Advance(time.Duration(r.rnd.IntN(40)) * time.Minute) // the order may be over by then
	r.bury()
	for range 2 {
		r.sweep()
	}
	d.credited()
}

func coinsTwice(r *rig) {
	d := r.coinDeposit()
	r.send(d.payee, d.num, "")
	r.bury()
	var all sync.WaitGroup
	for range 6 {
		all.Go(r.sweep)
	}
	all.Wait()
	r.sweep()
	d.credited()
}

func coinsOtherAmount(r *rig) {
	d := r.coinDeposit()
	want, err := money.ParseCoins(d.num)
	r.ok(err)
	other := want + pick(r, -money.Cent, money.Cent, 1, -1, 99*want)
	r.send(d.payee, other.String(), "")
	r.bury()
	for range 2 {
		r.sweep()
	}
	d.waits(other)
}

func coinsOtherToken(r *rig) {
	d := r.coinDeposit()
	r.send(d.payee, d.num, "fake")
	r.bury()
	for range 2 {
		r.sweep()
	}
	d.waits(0)
}

func coinsElsewhere(r *rig) {
	d := r.coinDeposit()
	r.send(addressOf(7), d.num, "")
	r.bury()
	for range 2 {
		r.sweep()
	}
	d.waits(0)
}

func coinsPlayerActs(r *rig) {
	d := r.coinDeposit()
	for range r.upTo(5) {
		if _, err := r.call(r.key(), "/v1/Do/UsdtDepositPayAction", "OrderSn", d.sn); err != nil {
			r.ok(err)
		}
	}
	r.sweep()
	d.nothing()
	r.send(d.payee, d.num, "")
	r.bury()
	for range 2 {
		r.sweep()
	}
	d.credited()
}

// coinPayout is a withdrawal in coins that staff have approved.
type coinPayout struct {
	r     *rig
	sn    string
	to    string
	coins money.Coins
	had   money.Fen // in the centre, the order already asked for
	held  money.Fen
	chain money.Coins // before
}

func (r *rig) coinPayout() *coinPayout {
	r.t.Helper()
	r.coinHouse()
	ctx := r.t.Context()
	list, err := r.h.Cashier.Addresses.List(ctx, r.id)
	r.ok(err)
	to := addressOf(1000 + r.players)
	if len(list) == 0 {
		_, err = r.h.Cashier.Addresses.Add(ctx, r.id, "", to)
		r.ok(err)
		list, err = r.h.Cashier.Addresses.List(ctx, r.id)
		r.ok(err)
	}
	amount := r.amount(100, 900)
	r.purse(amount+3000*money.Yuan, 0)
	id := fmt.Sprint(list[0].ID)
	reply, err := r.call(r.key(), "/v1/Do/UsdtWithdrawPre", "id", id, "withdrawAmount", amount.String())
	r.ok(err)
	p := &coinPayout{r: r, to: reply.Text("Data.UsdtAddress"), chain: r.coins(ledger.HouseChain(payment.TRC20))}
	if reply, err = r.call(r.key(), "/v1/Do/UsdtWithdrawAction", "usdtId", id, "withdrawAmount", amount.String()); err != nil || !reply.OK() {
		r.t.Fatalf("no withdrawal: %s %v", reply, err)
	}
	p.sn = reply.Text("OrderSn")
	w, err := r.h.Cashier.Withdrawals.Claim(ctx, reviewer, p.sn)
	r.ok(err)
	_, err = r.h.Cashier.Withdrawals.Approve(ctx, reviewer, p.sn, "")
	r.ok(err)
	p.coins, p.had, p.held = w.Payout.Coins, r.centre(), r.balance(ledger.Locked(r.id))
	return p
}

func (p *coinPayout) enter(tx string) error {
	_, err := p.r.h.Cashier.Payouts.Pay(p.r.t.Context(), teller, p.sn, tx)
	return err
}

// later has the chain asked again, as time goes by.
func (p *coinPayout) later() {
	p.r.h.Clock.Advance(time.Minute)
	p.r.sweep()
}

// paid is the referee: the coins left once, and the player's money with them.
func (p *coinPayout) paid() {
	p.r.t.Helper()
	w, err := p.r.h.Cashier.Withdrawals.Find(p.r.t.Context(), p.r.id, p.sn)
	p.r.ok(err)
	if left := p.r.coins(ledger.HouseChain(payment.TRC20)) - p.chain; w.State != withdrawal.Paid || left != p.coins || p.r.balance(ledger.Locked(p.r.id)) != p.held-w.Amount {
		p.r.errorf("%s is %s, %s of %s coins left by the books", p.sn, w.State, left, p.coins)
	}
	if p.r.centre() != p.had {
		p.r.errorf("the player's wallet moved by %s", p.r.centre()-p.had)
	}
}

// waiting: nothing left, the money is where it was, and the order is not ended.
func (p *coinPayout) waiting() {
	p.r.t.Helper()
	w, err := p.r.h.Cashier.Withdrawals.Find(p.r.t.Context(), p.r.id, p.sn)
	p.r.ok(err)
	if w.State != withdrawal.Approved || p.r.coins(ledger.HouseChain(payment.TRC20)) != p.chain || p.r.balance(ledger.Locked(p.r.id)) != p.held || p.r.centre() != p.had {
		p.r.errorf("%s is %s", p.sn, w.State)
	}
}

// payoutChainFails has the chain answer wrongly when it is asked about a payout.
func payoutChainFails(kinds ...string) func(*rig) {
	return func(r *rig) {
		p := r.coinPayout()
		tx := r.payOut(p.to, p.coins.String(), "")
		r.bury()
		r.fault(wish{Target: tron, Call: "any", Fault: pick(r, kinds...), Times: 1 + r.upTo(2), Delay: 1})
		r.ok(p.enter(tx))
		r.healthy()
		for range 2 {
			p.later()
		}
		p.paid()
	}
}

func payoutNotFinal(r *rig) {
	p := r.coinPayout()
	tx := r.payOut(p.to, p.coins.String(), "")
	r.ok(p.enter(tx))
	for range r.upTo(3) {
		p.r.sweep()
	}
	p.waiting()
	r.bury()
	for range 2 {
		p.later()
	}
	p.paid()
}

func payoutEnteredOften(r *rig) {
	p := r.coinPayout()
	tx := r.payOut(p.to, p.coins.String(), "")
	r.bury()
	var all sync.WaitGroup
	for range 6 {
		all.Go(func() { _ = p.enter(tx) })
	}
	all.Wait()
	p.later()
	p.paid()
}

// payoutDiffers has staff enter a transaction that paid something else.
func payoutDiffers(send func(r *rig, p *coinPayout) string) func(*rig) {
	return func(r *rig) {
		p := r.coinPayout()
		tx := send(r, p)
		r.bury()
		_ = p.enter(tx)
		p.later()
		p.waiting()
		right := r.payOut(p.to, p.coins.String(), "")
		r.bury()
		r.ok(p.enter(right))
		p.later()
		p.paid()
	}
}

func payoutUsed(r *rig) {
	first := r.coinPayout()
	tx := r.payOut(first.to, first.coins.String(), "")
	r.bury()
	r.ok(first.enter(tx))
	first.later()
	first.paid()
	p := r.coinPayout()
	if err := p.enter(tx); err == nil {
		r.errorf("a transaction paid two orders")
	}
	p.later()
	p.waiting()
	right := r.payOut(p.to, p.coins.String(), "")
	r.bury()
	r.ok(p.enter(right))
	p.later()
	p.paid()
}
