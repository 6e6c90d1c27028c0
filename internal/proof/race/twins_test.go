package race_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/proof"
)

// flow is an order that a player places: how, and how many there are of it.
type flow struct {
	name, path string
	pairs      func(p *person, yuan int) []string
	orders     string // counts the player's orders
	number     string // where the answer names the order
}

var flows = []flow{
	{"transfer in", transferCall, func(p *person, yuan int) []string { return p.transfer("in", "ky", yuan) },
		"SELECT COUNT(*) FROM transfer WHERE player = ? AND direction = 'in'", "OrderSn"},
	{"transfer out", transferCall, func(p *person, yuan int) []string { return p.transfer("out", "ky", yuan) },
		"SELECT COUNT(*) FROM transfer WHERE player = ? AND direction = 'out'", "OrderSn"},
	{"withdrawal", withdrawCall, func(p *person, yuan int) []string { return p.withdrawal(money.Fen(yuan) * money.Yuan) },
		"SELECT COUNT(*) FROM withdrawal WHERE player = ?", "OrderSn"},
	{"deposit", depositCall, (*person).deposit, "SELECT COUNT(*) FROM deposit WHERE player = ?", "Data.order_sn"},
}

// stocked is a player with money everywhere.
func (h *house) stocked() *person {
	h.t.Helper()
	p := h.register(plenty).atVenues()
	if r := p.send(h.t.Context(), p.keyed("stocked-"+p.id, transferCall, p.transfer("in", "ky", 5000)...)); r.text("Status") != "1" {
		h.t.Fatalf("no money at the venue: %s", r)
	}
	return p
}

// wait lets the house's clock pass, so that what comes then is no twin of what
// was before. A house whose clock is the machine's waits.
func (h *house) wait(d time.Duration) {
	if clock, ok := h.Clock.(interface{ Advance(time.Duration) }); ok {
		clock.Advance(d)
		return
	}
	time.Sleep(d)
}

// Trust IDE-1: 50 requests with one key at once are one order, and all hear of
// the same one. The key with other contents is refused; another player's equal
// key is another key.
func oneKeyIsOneOrder(t *testing.T, h *house) {
	tally := proof.Begin(t, "races", "50 equal requests at once under one key: one order, one answer; other contents refused; another player's key is another")
	p, other := h.stocked(), h.stocked()
	for round := range proof.Of(1, 5) {
		for n, f := range flows {
			h.wait(5 * time.Second)
			key := fmt.Sprintf("one-key-%d-%d", round, n)
			before := h.count(f.orders, p.id)
			answers := make([]answer, 50)
			atOnce(len(answers), func(i int) {
				answers[i] = p.send(t.Context(), p.keyed(key, f.path, f.pairs(p, 100)...))
			})
			tally.Count(len(answers))
			final := p.send(t.Context(), p.keyed(key, f.path, f.pairs(p, 100)...))
			if !final.ok() || final.text(f.number) == "" {
				t.Errorf("%s: asked again: %s", f.name, final)
			}
			for i, r := range answers {
				if r.status == http.StatusConflict || r.raw == final.raw {
					continue
				}
				// While the venue or the gateway is being asked, the answer may be that it is under way.
				if !r.ok() || r.text(f.number) != final.text(f.number) || r.text("Status") == "2" {
					t.Errorf("%s, request %d: %s\n\tlater: %s", f.name, i, r, final)
				}
			}
			if n := h.count(f.orders, p.id) - before; n != 1 {
				t.Errorf("%s: %d orders under one key", f.name, n)
			}
			if r := p.send(t.Context(), p.keyed(key, f.path, f.pairs(p, 101)...)); r.status != http.StatusConflict {
				t.Errorf("%s: the key with other contents: %s", f.name, r)
			}
			if r := other.send(t.Context(), other.keyed(key, f.path, f.pairs(other, 100)...)); !r.ok() || r.text(f.number) == final.text(f.number) {
				t.Errorf("%s: another player's equal key: %s", f.name, r)
			}
			tally.Count(3)
		}
	}
	h.agree(p)
	h.agree(other)
}

// Trust IDE-3: 20 equal requests at once from a client without keys are one
// order. The same bytes a minute later are still that one; an equal new request
// 4 s later is a second.
func twinsAreOneOrder(t *testing.T, h *house) {
	tally := proof.Begin(t, "races", "20 equal requests at once without a key: one order; the same bytes 60 s later the same one; a new one after 4 s a second")
	p := h.stocked()
	for round := range proof.Of(1, 5) {
		for _, f := range flows {
			h.wait(5 * time.Second)
			before := h.count(f.orders, p.id)
			answers, requests := make([]answer, 20), make([]request, 20)
			for i := range requests {
				requests[i] = p.fresh(f.path, f.pairs(p, 100)...)
			}
			atOnce(len(answers), func(i int) { answers[i] = p.send(t.Context(), requests[i]) })
			tally.Count(len(answers))
			first := -1
			for i, r := range answers {
				if r.isBroken() {
					t.Errorf("%s: %s", f.name, r)
				}
				if r.ok() && first >= 0 {
					t.Errorf("%s: two of the twins were accepted: %s and %s", f.name, answers[first], r)
				}
				if r.ok() {
					first = i
				}
			}
			if n := h.count(f.orders, p.id) - before; n != 1 || first < 0 {
				t.Errorf("round %d, %s: %d orders of 20 twins, the first told is %d", round, f.name, n, first)
				continue
			}
			h.wait(time.Minute)
			if r := p.send(t.Context(), requests[first]); r.text(f.number) != answers[first].text(f.number) {
				t.Errorf("%s: the same bytes a minute later: %s\n\tfirst: %s", f.name, r, answers[first])
			}
			if n := h.count(f.orders, p.id) - before; n != 1 {
				t.Errorf("%s: the same bytes a minute later are order %d", f.name, n)
			}
			for nth := 2; nth <= 3; nth++ {
				if r := p.send(t.Context(), p.fresh(f.path, f.pairs(p, 100)...)); !r.ok() || r.text(f.number) == answers[first].text(f.number) {
					t.Errorf("%s: a new equal request: %s", f.name, r)
				}
				if n := h.count(f.orders, p.id) - before; n != nth {
					t.Errorf("%s: a new equal request after 4 s: %d orders, want %d", f.name, n, nth)
				}
				h.wait(4 * time.Second)
			}
			tally.Count(3)
		}
	}
	h.agree(p)
}

// Trust IDE-4: a key stays used. Eight days later, after everything that is
// swept away was, the same key is the same order, and the same bytes without a
// key are too old to be heard.
func TestAKeyIsStillUsedEightDaysLater(t *testing.T) {
	apptest.Each(t, func(t *testing.T, real *apptest.House) {
		h := furnish(t, real)
		tally := proof.Begin(t, "races", "requests that come again after 8 days: no new effect")
		p := h.stocked()
		var keyed, keyless []request
		var first []answer
		for i, f := range flows {
			real.Clock.Advance(5 * time.Second)
			keyed = append(keyed, p.keyed(fmt.Sprintf("eight-days-%d", i), f.path, f.pairs(p, 100)...))
			first = append(first, p.send(t.Context(), keyed[i]))
			real.Clock.Advance(5 * time.Second)
			keyless = append(keyless, p.fresh(f.path, f.pairs(p, 100)...))
			if r := p.send(t.Context(), keyless[i]); !first[i].ok() || !r.ok() {
				t.Fatalf("%s: %s, %s", f.name, first[i], r)
			}
		}
		counted := func() (all []int) {
			for _, f := range flows {
				all = append(all, h.count(f.orders, p.id))
			}
			return all
		}
		before, centre := counted(), h.balance(ledger.Centre(p.id))
		real.Clock.Advance(8 * 24 * time.Hour)
		for _, sweep := range []func(context.Context) error{h.Players.Sweep, h.Cashier.Deposits.ExpireOld, h.Cashier.Deposits.Prune, h.Accounts.Sweep} {
			if err := sweep(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for i, f := range flows {
			keyed[i].seconds = h.now().Unix()
			if r := p.send(t.Context(), keyed[i]); r.text(f.number) != first[i].text(f.number) {
				t.Errorf("%s: the key after 8 days: %s\n\tfirst: %s", f.name, r, first[i])
			}
			if r := p.send(t.Context(), keyless[i]); r.status != http.StatusForbidden {
				t.Errorf("%s: the same bytes after 8 days: %s", f.name, r)
			}
			tally.Count(2)
		}
		if after := counted(); fmt.Sprint(after) != fmt.Sprint(before) || h.balance(ledger.Centre(p.id)) != centre {
			t.Errorf("orders %v became %v, %s became %s", before, after, centre, h.balance(ledger.Centre(p.id)))
		}
	}, lifted)
}
