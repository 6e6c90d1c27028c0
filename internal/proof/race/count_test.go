package race_test

import (
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"

	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/proof"
)

// Everything that must come out at an exact number, on one house an engine.
func TestWhatIsCountedComesOutExactly(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, h *house) {
		h.run(t, "a thousand withdrawals", aThousandWithdrawals)
		h.run(t, "two tabs", twoTabs)
		h.run(t, "recycle", recycleMeetsTransfers)
		h.run(t, "one key", oneKeyIsOneOrder)
		h.run(t, "twins", twinsAreOneOrder)
	}, lifted)
}

// run runs one race of a house as a test of its own.
func (h *house) run(t *testing.T, name string, race func(t *testing.T, h *house)) {
	t.Run(name, func(t *testing.T) {
		whole := h.t
		h.t = t
		defer func() { h.t = whole }()
		race(t, h)
	})
}

// Trust CON-1: of 1,000 withdrawals of a against b at once, ⌊b/a⌋ succeed and
// the rest of b stays.
func aThousandWithdrawals(t *testing.T, h *house) {
	tally := proof.Begin(t, "races", "1,000 withdrawals of a at once against a balance of b: ⌊b/a⌋ succeed, the remainder is exact")
	seeds := uint64(proof.Of(1, 20))
	paid := 0
	for seed := firstSeed(); seed < firstSeed()+seeds; seed++ {
		paid += h.thousand(t, seed)
		tally.Count(1000)
	}
	tally.Note("%d seeds, %d succeeded", seeds, paid)
}

func (h *house) thousand(t *testing.T, seed uint64) int {
	t.Helper()
	rnd := chance(seed)
	a := money.Fen(100 + rnd.Int64N(20_000)) // 1.00 and more
	b := a*money.Fen(rnd.IntN(400)) + money.Fen(rnd.Int64N(int64(a)))
	p := h.register(b)
	var taken, refused atomic.Int64
	atOnce(1000, func(i int) {
		r := p.send(t.Context(), p.keyed(fmt.Sprintf("thousand-%d-%d", seed, i), withdrawCall, p.withdrawal(a)...))
		switch {
		case r.ok():
			taken.Add(1)
		case r.status == http.StatusBadRequest && r.text("Code") == "withdrawal.balance":
			refused.Add(1)
		default:
			t.Errorf("seed %d: %s", seed, r)
		}
	})
	want := min(int64(b/a), 1000)
	centre, locked := h.balance(ledger.Centre(p.id)), h.balance(ledger.Locked(p.id))
	if taken.Load() != want || taken.Load()+refused.Load() != 1000 || centre != b-money.Fen(want)*a || locked != money.Fen(want)*a {
		t.Errorf("seed %d: %s against %s: %d succeeded, %d refused, want %d; left %s, locked %s; again: HONGYUN_SEED=%d", seed, a, b, taken.Load(), refused.Load(), want, centre, locked, seed)
	}
	if n := h.count("SELECT COUNT(*) FROM withdrawal WHERE player = ?", p.id); int64(n) != taken.Load() {
		t.Errorf("seed %d: %d orders for %d yeses", seed, n, taken.Load())
	}
	return int(taken.Load())
}

// LNCH-05: two tabs open games of one venue, with automatic transfer on: the
// money moves once, and both games open. Of more tabs the venue, which does one
// thing for a player at a time, may turn some away; no money hangs on that.
func twoTabs(t *testing.T, h *house) {
	tally := proof.Begin(t, "races", "launches of one venue's games in several tabs at once, automatic transfer on: the money moves once")
	for round := range proof.Of(2, 12) {
		p := h.register(300 * money.Yuan)
		if round%2 == 0 { // otherwise the tabs meet over making the account, too
			p.atVenues()
		}
		if err := h.Wallets.SetAuto(t.Context(), p.id, true); err != nil {
			t.Fatal(err)
		}
		tabs := 2 + round%4
		answers := make([]answer, tabs)
		atOnce(tabs, func(i int) {
			answers[i] = p.send(t.Context(), p.fresh(launchCall, "platformId", "26", "playerName", p.name, "gameId", "ky", "mode", "1", "language", "zh-CN"))
			tally.Count(1)
		})
		for _, r := range answers {
			if !r.ok() && (tabs == 2 || r.text("Code") != "venue.launch") {
				t.Errorf("round %d, %d tabs: %s", round, tabs, r)
			}
		}
		moved := h.count("SELECT COUNT(*) FROM transfer WHERE player = ? AND state = 'completed'", p.id)
		all := h.count("SELECT COUNT(*) FROM transfer WHERE player = ?", p.id)
		if at := h.balance(ledger.VenueWallet(p.id, "ky")); moved != 1 || all != 1 || at != 300*money.Yuan || h.balance(ledger.Centre(p.id)) != 0 {
			t.Errorf("round %d, %d tabs: %d transfers of %d came through, %s is at the venue", round, tabs, moved, all, at)
		}
	}
}

// TRF-05: a recycle meets transfers under way, and other recycles. Whatever
// each was told, no fen is made or lost, and the venues agree.
func recycleMeetsTransfers(t *testing.T, h *house) {
	tally := proof.Begin(t, "races", "recycles meet transfers under way and each other: every answer is true, no fen is made or lost")
	for round := range proof.Of(2, 20) {
		p := h.register(1000 * money.Yuan).atVenues()
		var mu sync.Mutex
		said := map[string]money.Fen{} // what each transfer that was told of as done moved
		note := func(r answer, amount money.Fen) {
			mu.Lock()
			defer mu.Unlock()
			if r.isBroken() {
				t.Errorf("round %d: %s", round, r)
			}
			if r.ok() && r.text("Status") == "1" {
				said[r.text("OrderSn")] = amount
			}
		}
		atOnce(8, func(i int) {
			venue := []string{"ky", "leg"}[i%2]
			for step := range 4 {
				tally.Count(1)
				switch {
				case i >= 6:
					if r := p.send(t.Context(), p.keyed(fmt.Sprintf("recycle-%d-%d-%d", round, i, step), recycleCall)); r.isBroken() {
						t.Errorf("round %d: %s", round, r)
					}
				case i >= 4:
					note(p.send(t.Context(), p.keyed(fmt.Sprintf("out-%d-%d-%d", round, i, step), transferCall, p.transfer("out", venue, 7)...)), 7*money.Yuan)
				default:
					note(p.send(t.Context(), p.keyed(fmt.Sprintf("in-%d-%d-%d", round, i, step), transferCall, p.transfer("in", venue, 50)...)), 50*money.Yuan)
				}
			}
		})
		h.settle()
		h.agree(p)
		done := h.count("SELECT COUNT(*) FROM transfer WHERE player = ? AND state = 'completed' AND batch = ''", p.id)
		if done != len(said) {
			t.Errorf("round %d: %d transfers came through, %d were told of", round, done, len(said))
		}
		all := h.balance(ledger.Centre(p.id)) + h.balance(ledger.Transit(p.id)) + h.balance(ledger.VenueWallet(p.id, "ky")) + h.balance(ledger.VenueWallet(p.id, "leg"))
		if all != 1000*money.Yuan {
			t.Errorf("round %d: 1000.00 has become %s", round, all)
		}
	}
}
