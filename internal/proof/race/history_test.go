package race_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/anishathalye/porcupine"

	"hongyun/internal/money"
	"hongyun/internal/proof"
)

// clientsOfAWallet is how many act on one wallet at once: a checker's work
// grows steeply with it.
const clientsOfAWallet = 8

// Trust CON-3: each wallet behaves as if one operation came after the other,
// balance reads included.
func TestEveryWalletsHistoryIsOneAfterTheOther(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		tally := proof.Begin(t, "races", "histories of single wallets under 8 clients, reads included, are linearizable")
		wallets, steps := proof.Of(2, 8), proof.Of(12, 50)
		var longest time.Duration
		var unknowns int
		for n := range wallets {
			seed := firstSeed() + uint64(n)
			begin := 2000 * money.Yuan
			w := &watched{house: h, p: h.register(begin).atVenues(), seed: seed}
			w.race(steps)
			result, took := linearizable(wallet{Centre: begin}, w.history)
			longest = max(longest, took)
			tally.Count(len(w.history))
			unknowns += w.unknowns
			if result != porcupine.Ok {
				t.Errorf("seed %d: the history is %s after %s; again: HONGYUN_SEED=%d\n%s", seed, result, took, seed, describe(w.history))
			}
			h.agree(w.p)
		}
		tally.Note("%d wallets, %d operations nobody waited for, longest check %s", wallets, unknowns, longest.Round(time.Millisecond))
	}, lifted)
}

// watched is a wallet whose every operation is written down.
type watched struct {
	*house
	p    *person
	seed uint64

	mu       sync.Mutex
	began    time.Time
	history  []porcupine.Operation
	unknowns int
	locked   []lock // withdrawals that staff may end
}

type lock struct {
	sn     string
	amount money.Fen
}

func (w *watched) race(steps int) {
	w.began = time.Now()
	atOnce(clientsOfAWallet, func(client int) {
		rnd := chance(w.seed*100 + uint64(client))
		for n := range steps {
			w.act(rnd, client, fmt.Sprintf("history-%d-%d-%d", w.seed, client, n))
		}
	})
	w.settle()
}

// add writes an operation down.
func (w *watched) add(client int, from, to int64, in step, out any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.history = append(w.history, porcupine.Operation{ClientId: client, Input: in, Call: from, Output: out, Return: to})
}

func (w *watched) now() int64 { return int64(time.Since(w.began)) }

func (w *watched) act(rnd *rand.Rand, client int, key string) {
	ctx := context.WithoutCancel(w.t.Context())
	switch n := rnd.IntN(100); {
	case n < 30:
		w.read(ctx, client)
	case n < 55:
		w.withdraw(ctx, rnd, client, key)
	case n < 65:
		w.end(ctx, rnd, client)
	case n < 85:
		w.transfer(ctx, client, key, "in", rnd.IntN(2), 1+rnd.IntN(200))
	default:
		w.transfer(ctx, client, key, "out", rnd.IntN(2), 1+rnd.IntN(200))
	}
}

func (w *watched) read(ctx context.Context, client int) {
	from := w.now()
	r := w.p.send(ctx, w.p.fresh(balanceCall))
	to := w.now()
	if !r.ok() {
		w.t.Errorf("balance: %s", r)
		return
	}
	s := seen{centre: r.yuan("Balance"), locked: r.yuan("LockBalance"), transit: r.yuan("TransitBalance")}
	for _, v := range r.body["VenueAmount"].([]any) {
		venue := answer{body: v.(map[string]any)}
		for i, code := range []string{"ky", "leg"} {
			if venue.text("venue_code") == code {
				s.at[i] = venue.yuan("Balance")
			}
		}
	}
	w.add(client, from, to, step{what: "read"}, s)
}

func (w *watched) withdraw(ctx context.Context, rnd *rand.Rand, client int, key string) {
	amount := money.Fen(100 + rnd.IntN(40_000))
	if rnd.IntN(20) == 0 { // a client that does not wait for the answer
		gone, cancel := context.WithTimeout(ctx, time.Duration(rnd.IntN(3000))*time.Microsecond)
		defer cancel()
		ctx = gone
	}
	from := w.now()
	r := w.p.send(ctx, w.p.keyed(key, withdrawCall, w.p.withdrawal(amount)...))
	to, in := w.now(), step{what: "withdraw", amount: amount}
	switch {
	case r.status == 0:
		w.add(client, from, never, in, unknown)
		w.mu.Lock()
		w.unknowns++
		w.mu.Unlock()
	case r.ok():
		w.add(client, from, to, in, yes)
		w.mu.Lock()
		w.locked = append(w.locked, lock{r.text("OrderSn"), amount})
		w.mu.Unlock()
	case r.status == http.StatusBadRequest && r.text("Code") == "withdrawal.balance":
		w.add(client, from, to, in, short)
	default:
		w.t.Errorf("withdrawal: %s", r)
	}
}

// end has staff pay a withdrawal or give it back.
func (w *watched) end(ctx context.Context, rnd *rand.Rand, client int) {
	w.mu.Lock()
	if len(w.locked) == 0 {
		w.mu.Unlock()
		return
	}
	l := w.locked[0]
	w.locked = w.locked[1:]
	w.mu.Unlock()
	by, of := w.clerks[0], w.Cashier.Withdrawals
	_, err := of.Claim(ctx, by, l.sn)
	in := step{what: "return", amount: l.amount}
	if rnd.IntN(2) == 0 && err == nil {
		in.what = "paid"
		_, err = of.Approve(ctx, by, l.sn, "")
	}
	from := w.now()
	if err == nil && in.what == "paid" {
		_, err = w.Cashier.Payouts.Pay(ctx, w.clerks[1], l.sn, "BANK"+l.sn)
	} else if err == nil {
		_, err = of.Reject(ctx, by, l.sn, "资料不符")
	}
	to := w.now()
	if err != nil {
		w.t.Errorf("staff, %s: %v", l.sn, err)
		return
	}
	w.add(client, from, to, in, yes)
}

func (w *watched) transfer(ctx context.Context, client int, key, direction string, venue, yuan int) {
	in := step{what: "begin", out: direction == "out", venue: venue, amount: money.Fen(yuan) * money.Yuan, id: key}
	from := w.now()
	r := w.p.send(ctx, w.p.keyed(key, transferCall, w.p.transfer(direction, []string{"ky", "leg"}[venue], yuan)...))
	to := w.now()
	ended := in
	ended.what = "end"
	switch {
	case r.text("Code") == "wallet.busy":
		w.add(client, from, to, in, busy)
	case r.text("Code") == "ledger.insufficient":
		w.add(client, from, to, in, short)
	case r.text("Status") == "1":
		w.add(client, from, to, in, yes)
		w.add(client, from, to, ended, yes)
	case r.text("Status") == "2":
		w.add(client, from, to, in, yes)
		w.add(client, from, to, ended, no)
	case r.text("Status") == "0":
		w.add(client, from, to, in, yes)
		w.add(client, from, never, ended, unknown)
	default:
		w.t.Errorf("transfer %s: %s", direction, r)
	}
}

// A wallet with the oldest mistake there is, to look first and take later, is
// found out by the same check.
func TestAWalletThatLooksFirstAndTakesLaterIsCaught(t *testing.T) {
	tally := proof.Begin(t, "races", "a planted wallet that looks first and takes later is caught by the same check")
	for round := range proof.Of(3, 20) {
		var mu sync.Mutex
		centre, locked := 1000*money.Yuan, money.Fen(0)
		look := func() (money.Fen, money.Fen) { mu.Lock(); defer mu.Unlock(); return centre, locked }
		began := time.Now()
		now := func() int64 { return int64(time.Since(began)) }
		var history []porcupine.Operation
		var note sync.Mutex
		add := func(client int, from, to int64, in step, out any) {
			note.Lock()
			defer note.Unlock()
			history = append(history, porcupine.Operation{ClientId: client, Input: in, Call: from, Output: out, Return: to})
		}
		atOnce(clientsOfAWallet, func(client int) {
			rnd := chance(uint64(round*100 + client))
			for range 20 {
				from := now()
				if rnd.IntN(3) == 0 {
					c, l := look()
					add(client, from, now(), step{what: "read"}, seen{centre: c, locked: l})
					continue
				}
				amount, told := money.Fen(1+rnd.IntN(20_000)), short
				if have, held := look(); have >= amount {
					runtime.Gosched() // where another may come between
					time.Sleep(time.Microsecond)
					mu.Lock()
					centre, locked, told = have-amount, held+amount, yes
					mu.Unlock()
				}
				add(client, from, now(), step{what: "withdraw", amount: amount}, told)
			}
		})
		if result, took := linearizable(wallet{Centre: 1000 * money.Yuan}, history); result != porcupine.Illegal {
			t.Errorf("round %d: a broken wallet's history is %s after %s", round, result, took)
		}
		tally.Count(1)
	}
}
