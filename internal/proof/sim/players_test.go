package sim

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
	"hongyun/internal/wallet/breaker"
)

// transferOrder is what a player asked for, and what the player was told.
type transferOrder struct {
	id, player, venue string
	direction         wallet.Direction
	amount            money.Fen
	told              wallet.State // "" until the house has answered
	byHand            wallet.State // what people decided, "" if they did not
	seen              wallet.State // as the referee saw it last
	version           int64
	short             money.Fen // what the player lacks if people decide so
}

// code is what an error means to the one who gets it.
func code(err error) string {
	var f *fault.Fault
	if errors.As(err, &f) {
		return f.Code
	}
	if err != nil {
		return "error: " + err.Error()
	}
	return "ok"
}

func (w *world) name(kind string) string {
	w.serial++
	return fmt.Sprint(kind, w.serial)
}

func (w *world) anyPlayer() string { return w.players[w.rng.IntN(len(w.players))] }
func (w *world) anyVenue() string  { return []string{"ky", "leg"}[w.rng.IntN(2)] }

// someAmount is mostly a part of what is there, sometimes all, sometimes more.
func (w *world) someAmount(of money.Fen) money.Fen {
	switch w.rng.IntN(8) {
	case 0:
		return max(of, 1)
	case 1:
		return of + 1 + money.Fen(w.rng.IntN(10_000))
	}
	return 1 + money.Fen(w.rng.Int64N(int64(max(of, 2))))
}

func (w *world) balance(a ledger.Account) money.Fen {
	held, err := w.nodes[w.cur].ledger.Balance(w.ctx, w.d, a)
	w.must(err)
	return money.Fen(held)
}

// moves is a player who moves money between centre and venue.
func (w *world) moves(direction wallet.Direction) {
	p, v := w.anyPlayer(), w.anyVenue()
	have := w.balance(ledger.Centre(p))
	if direction == wallet.Out {
		have = w.venues[v].book[v+p]
	}
	o := &transferOrder{id: w.name("t"), player: p, venue: v, direction: direction, amount: w.someAmount(have)}
	w.orders[o.id] = o
	w.sendTransfer(o)
}

// sendTransfer sends an order until it is answered: a player whose page gave
// none presses again, with the same order.
func (w *world) sendTransfer(o *transferOrder) {
	what := fmt.Sprintf("%s %s %s %s %s", o.player, o.id, o.direction, o.venue, o.amount)
	if o.told != "" { // pressed again although it was answered
		what += " again"
	}
	w.look |= transfers
	died := w.act(what, func(n *node) {
		send := n.wallets.ToVenue
		if o.direction == wallet.Out {
			send = n.wallets.FromVenue
		}
		t, err := send(w.ctx, wallet.Order{ID: o.id, Player: o.player, Venue: o.venue, Amount: o.amount, Keyless: w.of(o.id).IntN(3) == 0})
		if err == nil {
			w.say("%s: %s %s", what, t.State, t.Reason)
			o.told = t.State
			return
		}
		w.say("%s: %s", what, code(err))
		w.expected(what, err, wallet.ErrBusy, wallet.ErrTwin, wallet.ErrDisputed, wallet.ErrEmpty, wallet.ErrTooMuch, wallet.ErrAmount, venue.ErrSilent,
			venue.ErrMaintained, venue.ErrMaintenance, breaker.ErrBusy, ledger.ErrInsufficient)
		if have := w.balance(ledger.Centre(o.player)); errors.Is(err, ledger.ErrInsufficient) && have >= o.amount {
			w.fail("%s was refused for want of money, with %s there", o.id, have)
		}
		if o.told != "" {
			w.fail("%s was %s, and asked again it is %v", o.id, o.told, err)
		}
	})
	switch {
	case died:
		w.in(w.soon(), func() { w.sendTransfer(o) })
	case o.told != "" && !w.calm && w.rng.IntN(10) == 0:
		w.in(w.soon(), func() { w.sendTransfer(o) })
	}
}

// soon is when somebody tries again.
func (w *world) soon() time.Duration {
	return time.Duration(1+w.rng.IntN(120)) * time.Second
}

// expected fails the run for an answer that nobody should get.
func (w *world) expected(what string, err error, fine ...error) {
	for _, f := range fine {
		if errors.Is(err, f) {
			return
		}
	}
	w.fail("%s: %v", what, err)
}

// recycles is a player who has everything back from the venues.
func (w *world) recycles() {
	p, id := w.anyPlayer(), w.name("r")
	var again func()
	again = func() {
		w.look |= transfers
		died := w.act(p+" recycles "+id, func(n *node) {
			r, err := n.wallets.Recycle(w.ctx, wallet.RecycleOrder{ID: id, Player: p})
			if err != nil {
				w.expected("recycle "+id, err, wallet.ErrRecycling)
				w.say("%s recycles %s: %s", p, id, code(err))
				w.in(time.Minute, again)
				return
			}
			text := ""
			for _, part := range r.Parts {
				text += fmt.Sprintf(" %s %s %s %s", part.Venue, part.State, part.Amount, part.Reason)
			}
			w.say("%s recycles %s:%s", p, id, text)
		})
		if died {
			w.in(time.Minute, again)
		}
	}
	for _, v := range []string{"ky", "leg"} { // the orders that may come of it
		w.orders[id+":"+v] = &transferOrder{id: id + ":" + v, player: p, venue: v, direction: wallet.Out}
	}
	again()
}

// launches is a player who opens a game, with the centre balance going there
// first.
func (w *world) launches() {
	p, v := w.anyPlayer(), w.anyVenue()
	var open int
	w.must(w.d.NewRaw("SELECT COUNT(*) FROM transfer WHERE player = ? AND venue = ? AND state IN ('pending', 'manual')", p, v).Scan(w.ctx, &open))
	if open > 0 {
		return // it would wait for the other one, by the machine's clock
	}
	stuck := w.stuck
	w.stuck = true // and nobody else comes between
	defer func() { w.stuck = stuck }()
	w.look |= transfers
	w.act(p+" launches "+v, func(n *node) {
		w.must(n.wallets.SetAuto(w.ctx, p, true))
		_, err := n.wallets.BeforeLaunch(w.ctx, p, v, "")
		w.say("%s launches %s: %s", p, v, code(err))
		if err != nil {
			w.expected(p+" launches "+v, err, wallet.ErrAutoRefused, wallet.ErrDisputed, venue.ErrSilent, venue.ErrMaintained, venue.ErrMaintenance)
		}
	})
}

// plays is a player who wins or loses at a venue. The feed brings it to our
// books later.
func (w *world) plays() {
	p, v := w.anyPlayer(), w.anyVenue()
	c := w.venues[v]
	if !c.known[v+p] {
		return
	}
	result := money.Fen(w.rng.Int64N(20_000)) - 10_000
	if result = max(result, -c.book[v+p]); result == 0 {
		return
	}
	c.book[v+p] += result
	id := w.name("b")
	w.say("%s plays at %s: %s", p, v, result)
	w.in(time.Duration(w.rng.IntN(30))*time.Minute, func() {
		posting := ledger.Posting{From: ledger.HouseGaming(), To: ledger.VenueWallet(p, v), Amount: int64(result)}
		if result < 0 {
			posting = ledger.Posting{From: posting.To, To: posting.From, Amount: -posting.Amount}
		}
		w.post("play", id, posting)
		w.book.gaming -= result
	})
}

func (w *world) post(scope, key string, p ledger.Posting) {
	w.must(w.d.Write(w.ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := w.nodes[0].ledger.Post(ctx, tx, ledger.Entry{Scope: scope, Key: key, Kind: scope, Postings: []ledger.Posting{p}})
		return err
	}))
}

// grant is money that a player starts with.
func (w *world) grant(p string, amount money.Fen) {
	w.post("grant", p, ledger.Posting{From: ledger.HouseAdjust(), To: ledger.Centre(p), Amount: int64(amount)})
	w.book.granted[p] = amount
}

// maintains is a venue that closes for a while. Its customers may be told, or
// may find out.
func (w *world) maintains() {
	c := w.venues[w.anyVenue()]
	d := time.Duration(1+w.rng.IntN(60)) * time.Minute
	c.closed = true
	w.say("%s closes for %s", c.code, d)
	w.in(d, func() { c.closed = false })
	if w.rng.IntN(2) == 0 {
		return
	}
	w.act("anna closes "+c.code, func(n *node) {
		_, err := n.venues.SetState(w.ctx, anna, venue.StateChange{
			Venue: c.code, State: venue.StateMaintenance, From: w.clock.Now(), To: w.clock.Now().Add(d), Reason: "场馆通知",
		})
		w.must(err)
	})
}
