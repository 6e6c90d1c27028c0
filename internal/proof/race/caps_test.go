package race_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/proof"
)

// Trust CON-4: a limit that is counted holds however many come at once.
func TestLimitsHoldUnderRaces(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		tally := proof.Begin(t, "races", "200 cards at once: 3 are bound; 100 withdrawals at once: 5 a day and not above the day's sum")
		for round := range proof.Of(1, 5) {
			p := h.register(plenty)
			var bound, taken, large atomic.Int64
			atOnce(200, func(i int) {
				r := p.send(t.Context(), p.fresh(cardCall, "playerName", p.name, "bankType", "ICBC", "bankAddress", "天河支行", "province", "广东省", "city", "广州市",
					"trueName", "王小明", "accountNumber", fmt.Sprintf("6217%04d%04d%07d", round, i, h.people.Load())))
				if r.isBroken() || r.status == 400 {
					t.Errorf("card: %s", r)
				}
				if r.ok() {
					bound.Add(1)
				}
			})
			if n := h.count("SELECT COUNT(*) FROM player_card WHERE player = ?", p.id); n != 3 || bound.Load() != 2 { // one came with the player
				t.Errorf("round %d: %d cards, %d were told to be bound", round, n, bound.Load())
			}
			atOnce(100, func(i int) {
				r := p.send(t.Context(), p.keyed(fmt.Sprintf("five-a-day-%d-%d", round, i), withdrawCall, p.withdrawal(100*money.Yuan)...))
				if r.isBroken() {
					t.Errorf("withdrawal: %s", r)
				}
				if r.ok() {
					taken.Add(1)
				}
			})
			if locked := h.balance(ledger.Locked(p.id)); taken.Load() != 5 || locked != 500*money.Yuan {
				t.Errorf("round %d: %d withdrawals, %s locked", round, taken.Load(), locked)
			}
			rich := h.register(plenty)
			atOnce(100, func(i int) { // 200,000 a day: three of 60,000
				if rich.send(t.Context(), rich.keyed(fmt.Sprintf("day-sum-%d-%d", round, i), withdrawCall, rich.withdrawal(60_000*money.Yuan)...)).ok() {
					large.Add(1)
				}
			})
			if large.Load() != 3 {
				t.Errorf("round %d: %d withdrawals of 60,000 in a day of 200,000", round, large.Load())
			}
			tally.Count(400)
		}
	}, relaxed)
}
