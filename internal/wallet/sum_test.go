package wallet_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
	"hongyun/internal/wallet/breaker"
)

var storms = flag.Int("wallet.storms", 300, "random sequences of TestRandomOrdersAndAnswers on SQLite; a sixth of it on PostgreSQL")

// TRF-07, trust section 2: random orders in both directions, and companies that
// do anything at any time. After every step, the player's money in our books
// plus unbooked money at the venue equals the money paid in.
func TestRandomOrdersAndAnswers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.rest = time.Millisecond
		h.restart(nil)
		n := *storms / slower
		if d.Postgres() {
			n /= 6
		} else if _, err := d.SQL().ExecContext(t.Context(), "PRAGMA synchronous = OFF"); err != nil {
			t.Fatal(err)
		}
		if err := flag.Set("rapid.checks", fmt.Sprint(n)); err != nil {
			t.Fatal(err)
		}
		run := 0
		rapid.Check(t, func(r *rapid.T) {
			run++
			storm(r, h, fmt.Sprint("p", run))
		})
		h.sound()
		var ended []struct {
			State, Direction, Reason string
			N                        int
		}
		if err := d.NewRaw(`SELECT state, direction, reason, COUNT(*) AS n FROM transfer GROUP BY state, direction, reason ORDER BY 1, 2, 3`).Scan(t.Context(), &ended); err != nil {
			t.Fatal(err)
		}
		t.Logf("%d afternoons: %v", run, ended)
	})
}

// storm is one player's random afternoon.
func storm(r *rapid.T, h *fixture, player string) {
	ctx := context.Background()
	const paid = 1000 * money.Yuan
	h.pay(player, paid)
	answers := []string{dropResponse, arriveLate, "", dropRequest, working, ""}
	lookups := []string{lie, "", down}
	companies := map[string]*company{"ky": h.ky, "leg": h.leg}

	check := func() {
		total, err := h.ledger.Balances(ctx, h.db, player)
		if err != nil {
			r.Fatal(err)
		}
		var sum money.Fen
		for _, b := range total {
			sum += money.Fen(b.Minor)
			if b.Minor < 0 {
				r.Fatalf("%s is %d", b.Account, b.Minor)
			}
		}
		// A late yes to money that went back, and that the player has spent, is the
		// operator's loss (trust F9).
		var lost money.Fen
		err = h.db.NewRaw("SELECT COALESCE(SUM(amount), 0) FROM posting WHERE player = ? AND from_account = ?", player, ledger.HouseLoss().Name).Scan(ctx, &lost)
		if err != nil {
			r.Fatal(err)
		}
		if sum != paid+lost {
			r.Fatalf("%s has %s of %s and %s that were lost", player, sum, paid, lost)
		}
	}
	for code := range companies { // so that both ways are open
		in := wallet.Order{ID: player + code, Player: player, Venue: code, Amount: 300 * money.Yuan}
		_, err := h.ToVenue(ctx, in)
		for ; errors.Is(err, breaker.ErrBusy); _, err = h.ToVenue(ctx, in) {
			time.Sleep(5 * time.Millisecond) // it rests from the afternoon before
		}
		if err != nil {
			r.Fatal(err)
		}
	}
	for i := range rapid.IntRange(6, 20).Draw(r, "steps") {
		code := rapid.SampledFrom([]string{"ky", "leg"}).Draw(r, "venue")
		c := companies[code]
		again := rapid.SampledFrom([]int{0, 0, 0, 1}).Draw(r, "again") // now and then an order is repeated, or its id is
		o := wallet.Order{
			ID: fmt.Sprint(player, "-", i-again), Player: player, Venue: code,
			Amount: money.Fen(rapid.IntRange(1, 250).Draw(r, "yuan")) * money.Yuan,
		}
		switch rapid.IntRange(0, 5).Draw(r, "step") {
		case 0, 1:
			c.plan("credit", rapid.SampledFrom(answers).Draw(r, "answer"))
			_, _ = h.ToVenue(ctx, o) // refusals are part of the game
			c.clear("credit")
		case 2, 3:
			c.plan("debit", rapid.SampledFrom(answers).Draw(r, "answer"))
			_, _ = h.FromVenue(ctx, o)
			c.clear("debit")
		case 4:
			c.plan("lookup", rapid.SampledFrom(lookups).Draw(r, "lookup"))
			h.sweep(time.Duration(rapid.IntRange(1, 200).Draw(r, "seconds")) * time.Second)
			c.clear("lookup")
		case 5:
			c.arrive()
		}
		check()
	}
	settleAll(r, h, player, companies)
	check()
	for code, c := range companies {
		mirror, err := h.ledger.Balance(ctx, h.db, ledger.VenueWallet(player, code))
		if err != nil || money.Fen(mirror) != c.book[code+player] {
			r.Fatalf("%s holds %s, our mirror says %s (%v)", code, c.book[code+player], money.Fen(mirror), err)
		}
	}
}

// settleAll lets everything arrive, asks until nothing is open, and has people
// decide what the companies contradicted.
func settleAll(r *rapid.T, h *fixture, player string, companies map[string]*company) {
	for _, c := range companies {
		c.arrive()
	}
	h.resolve()
	h.sweep(25 * time.Hour) // the last look at what was denied
	disputed, _, err := h.List(context.Background(), h.db, wallet.Filter{Player: player, States: []wallet.State{wallet.Disputed}})
	if err != nil {
		r.Fatal(err)
	}
	for _, t := range disputed {
		answer, err := companies[t.Venue].Lookup(context.Background(), t.Ref)
		if err != nil || answer.Outcome != venue.Done {
			r.Fatalf("a dispute about what was not done: %+v %v", answer, err)
		}
		h.decide(t.ID, venue.Done)
	}
}

func (c *company) clear(call string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.next, call)
}
