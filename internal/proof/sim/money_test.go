package sim

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
)

// depositOrder is what a player wants to pay in, and what was told.
type depositOrder struct {
	id, player string
	channel    int64
	amount     money.Fen
	sn         string // "" until the house has answered
	account    string // of the house, for a bank transfer
	willPay    bool   // a bank transfer is on its way
	claimed    bool   // the house has noted, in time, that it is paid
	arrival    *bankArrival
	byHand     money.Fen // what people would credit
	closing    bool      // people would close it
	seen       string    // as the referee saw it last
}

// withdrawOrder is what a player wants to have paid out.
type withdrawOrder struct {
	id, player string
	amount     money.Fen
	sn         string
	seen       string
	rejecting  bool // people would give it back
	payout     string
}

const (
	channelBank   = 1
	channelOnline = 2
)

// depositsOnline is a player who pays through the gateway.
func (w *world) depositsOnline() {
	o := &depositOrder{id: w.name("d"), player: w.anyPlayer(), channel: channelOnline, amount: money.Fen(1000 + w.rng.Int64N(120_000))}
	w.deposits[o.id] = o
	w.sendDeposit(o)
}

// depositsByBank is a player who sends money from a bank.
func (w *world) depositsByBank() {
	o := &depositOrder{id: w.name("d"), player: w.anyPlayer(), channel: channelBank, amount: money.Fen(10_000 + w.rng.Int64N(120_000))}
	w.deposits[o.id] = o
	w.sendDeposit(o)
}

func (w *world) sendDeposit(o *depositOrder) {
	what := fmt.Sprintf("%s %s deposit %s by %d", o.player, o.id, o.amount, o.channel)
	order := deposit.Order{ID: o.id, Keyless: w.of(o.id).IntN(3) == 0, Player: o.player, ChannelID: o.channel, Amount: o.amount, ClientIP: "203.0.113.7"}
	if o.channel == channelBank {
		order.Name, order.Type = "王小明", "1"
	}
	again, first := false, o.sn == ""
	var dep deposit.Deposit
	w.look |= deposits
	died := w.act(what, func(n *node) {
		var err error
		dep, err = n.Deposits.Create(w.ctx, order)
		if err != nil {
			w.say("%s: %s", what, code(err))
			w.expected(what, err, deposit.ErrGatewayRefused, deposit.ErrGatewaySilent, deposit.ErrPending, deposit.ErrTwin)
			again = errors.Is(err, deposit.ErrGatewaySilent) || errors.Is(err, deposit.ErrPending)
			return
		}
		w.say("%s: %s %v", what, dep.State, dep.Link != "")
		if o.sn != "" && o.sn != dep.SN {
			w.fail("%s was one order, and asked again it is another", o.id)
		}
		o.sn = dep.SN
	})
	switch {
	case died || again:
		w.in(w.soon(), func() { w.sendDeposit(o) })
	case o.sn == "" || !first:
	case o.channel == channelBank:
		w.planTransfer(o, dep)
	case dep.Link != "":
		// The last but one question falls half an hour after the expiry or later.
		w.gateway.orders[o.sn].watched = dep.ExpiresAt.Add(15 * time.Minute)
		w.planPayment(o)
	}
}

// planPayment is what the payer does on the gateway's page.
func (w *world) planPayment(o *depositOrder) {
	chance := w.of("payer", o.id)
	after := time.Duration(chance.Int64N(int64(3 * time.Minute)))
	amount, ref := o.amount, o.sn
	switch chance.IntN(12) {
	case 0:
		after = w.rules.expiry + time.Duration(chance.Int64N(int64(2*time.Hour)))
	case 1:
		amount += money.Fen(chance.IntN(3) - 1)
	case 2:
		amount = amount/2 + 1
	case 3: // twice
		w.in(after+time.Duration(chance.Int64N(int64(time.Hour))), func() { w.gateway.pays(ref, o.amount) })
	case 4: // the gateway says that it failed, and then perhaps that it did not
		w.in(after, func() { w.gateway.orders[ref].failed = true })
		if chance.IntN(2) == 0 {
			w.in(after+time.Duration(chance.Int64N(int64(time.Hour))), func() { w.gateway.pays(ref, o.amount) })
		}
		return
	case 5:
		return // never
	}
	w.in(after, func() { w.gateway.pays(ref, amount) })
	if chance.IntN(3) == 0 {
		w.in(time.Duration(chance.Int64N(int64(10*time.Minute))), func() { w.claim(o) })
	}
}

// planTransfer is what the payer does at the bank.
func (w *world) planTransfer(o *depositOrder, dep deposit.Deposit) {
	o.account = map[string]string{"6222020000000000000": "1", "6212840000000000003": "2"}[dep.Payee.Number]
	chance := w.of("payer", o.id)
	if o.willPay = chance.IntN(5) > 0; o.willPay {
		amount := o.amount
		if chance.IntN(8) == 0 {
			amount -= money.Fen(chance.IntN(300))
		}
		w.in(time.Duration(chance.Int64N(int64(90*time.Minute))), func() {
			o.arrival = &bankArrival{ref: "B" + strings.ToUpper(o.id), order: o, amount: amount}
			w.bank.arrived[o.arrival.ref] = o.arrival
			w.say("%s arrives at bank %s: %s of %s", o.id, o.account, amount, o.amount)
		})
	}
	if chance.IntN(3) > 0 {
		w.in(time.Duration(chance.Int64N(int64(40*time.Minute))), func() { w.claim(o) })
	}
}

// claim is a player who says that it is paid.
func (w *world) claim(o *depositOrder) {
	w.look |= deposits
	died := w.act(o.player+" says "+o.id+" is paid", func(n *node) {
		err := n.Deposits.MarkPaid(w.ctx, o.player, o.sn)
		w.say("%s says %s is paid: %s", o.player, o.id, code(err))
		if err != nil {
			w.expected(o.id, err, deposit.ErrExpired, deposit.ErrClosed)
		}
		o.claimed = o.claimed || err == nil
	})
	if died {
		w.in(w.soon(), func() { w.claim(o) })
	}
}

// withdraws is a player who wants money paid out.
func (w *world) withdraws() {
	p := w.anyPlayer()
	o := &withdrawOrder{id: w.name("w"), player: p, amount: w.someAmount(w.balance(ledger.Centre(p)))}
	if w.rng.IntN(3) > 0 {
		o.amount = max(o.amount, 100*money.Yuan)
	}
	w.withdrawals[o.id] = o
	w.sendWithdrawal(o)
}

func (w *world) sendWithdrawal(o *withdrawOrder) {
	what := fmt.Sprintf("%s %s withdraw %s", o.player, o.id, o.amount)
	w.look |= withdrawals
	died := w.act(what, func(n *node) {
		row, err := n.Withdrawals.Ask(w.ctx, withdrawal.Order{
			ID: o.id, Keyless: w.of(o.id).IntN(3) == 0, Player: o.player, CardID: w.store.cards[o.player], Amount: o.amount, ClientIP: "203.0.113.7",
		})
		w.say("%s: %s %s", what, row.State, code(err))
		switch {
		case err == nil:
			if o.sn != "" && o.sn != row.SN {
				w.fail("%s was one order, and asked again it is another", o.id)
			}
			o.sn = row.SN
		case errors.Is(err, withdrawal.ErrBalance) && w.balance(ledger.Centre(o.player)) >= o.amount:
			w.fail("%s was refused for want of money, and it is there", o.id)
		default:
			w.expected(what, err, withdrawal.ErrBalance, withdrawal.ErrMin, withdrawal.ErrTimes, withdrawal.ErrDaily, withdrawal.ErrTwin)
			if o.sn != "" {
				w.fail("%s was taken, and asked again it is %v", o.id, err)
			}
		}
	})
	if died || o.sn != "" && !w.calm && w.rng.IntN(10) == 0 {
		w.in(w.soon(), func() { w.sendWithdrawal(o) })
	}
}
