package turnover_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"pgregory.net/rapid"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/money"
	"hongyun/internal/turnover"
)

// For deliveries in any order: no bucket holds more than it asks. No bet gives
// more than its newest version is worth, and repeated deliveries change
// nothing.
func TestAllocationHoldsForAnyDeliveries(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		k := newDesk(d, turnover.Config{KindOf: kinds})
		run := 0
		rapid.Check(t, func(rt *rapid.T) {
			run++
			player := fmt.Sprintf("p%d", run)
			newest := map[string]turnover.Settled{}
			var sent []turnover.Settled
			required := money.Fen(0)
			write := func(fn func(ctx context.Context, tx *db.Tx) error) {
				if err := d.Write(context.Background(), fn); err != nil {
					rt.Fatal(err)
				}
			}
			for i := range rapid.IntRange(2, 25).Draw(rt, "steps") {
				dbtest.Clock(d).Advance(time.Second)
				switch rapid.IntRange(0, 4).Draw(rt, "what") {
				case 0:
					b := turnover.Bucket{Player: player, Source: "deposit", Ref: fmt.Sprintf("%s-%d", player, i),
						Required: money.Fen(rapid.IntRange(1, 300).Draw(rt, "required")), Terms: anyTerms(rt)}
					required += b.Required
					write(func(ctx context.Context, tx *db.Tx) error { return k.Open(ctx, tx, b) })
				case 1, 2, 3:
					batch := k.anyBets(rt, player, newest)
					sent = append(sent, batch...)
					write(func(ctx context.Context, tx *db.Tx) error { return k.Allocate(ctx, tx, batch) })
				case 4:
					if len(sent) == 0 {
						continue
					}
					before := k.state(rt, player)
					again := rapid.Permutation(sent).Draw(rt, "again")
					write(func(ctx context.Context, tx *db.Tx) error { return k.Allocate(ctx, tx, again) })
					if after := k.state(rt, player); after != before {
						rt.Fatalf("deliveries came again\nbefore %s\nafter  %s", before, after)
					}
				}
			}
			var worth money.Fen
			for _, s := range newest {
				worth += s.Valid
			}
			done := money.Fen(0)
			buckets, err := k.Buckets(context.Background(), d, player)
			if err != nil {
				rt.Fatal(err)
			}
			for _, b := range buckets {
				if b.Done < 0 || b.Done > b.Required {
					rt.Fatalf("bucket %s holds %d of %d", b.Ref, b.Done, b.Required)
				}
				done += b.Done
			}
			left, err := k.Outstanding(context.Background(), d, player)
			k.within(rt, player, worth)
			if err != nil || done > worth || left != required-done {
				rt.Fatalf("done %d of bets worth %d; outstanding %d of %d (%v)", done, worth, left, required, err)
			}
		})
		k.sound(t)
	})
}

// anyBets draws bets of a few ids in any versions, and keeps the newest of each.
func (k desk) anyBets(rt *rapid.T, player string, newest map[string]turnover.Settled) []turnover.Settled {
	batch := make([]turnover.Settled, rapid.IntRange(1, 4).Draw(rt, "bets"))
	for j := range batch {
		id := fmt.Sprintf("%s-%d", player, rapid.IntRange(0, 7).Draw(rt, "bet"))
		s := turnover.Settled{
			BetID: id, Venue: venueOf(id), Player: player,
			Version:  rapid.IntRange(1, 4).Draw(rt, "version"),
			Valid:    money.Fen(rapid.IntRange(0, 200).Draw(rt, "valid")),
			OddsType: "EU", Odds: rapid.SampledFrom([]string{"1.50", "2.00"}).Draw(rt, "odds"),
			BetAt: k.at().Add(-time.Duration(rapid.IntRange(0, 5).Draw(rt, "ago")) * time.Second), SettledAt: k.at(),
		}
		if old, known := newest[id]; known {
			s.BetAt = old.BetAt // when a bet was placed never changes
			if s.Version == old.Version {
				s = old // nor does a version that was reported
			}
		}
		if old, known := newest[id]; !known || s.Version > old.Version {
			newest[id] = s
		}
		batch[j] = s
	}
	return batch
}

// venueOf keeps a bet at one venue: cards or sport.
func venueOf(id string) string {
	if id[len(id)-1]%2 == 0 {
		return "im"
	}
	return "ky"
}

// anyTerms draws the terms of a requirement; most have none.
func anyTerms(rt *rapid.T) (t turnover.Terms) {
	if rapid.Bool().Draw(rt, "floor") {
		t.Odds = &turnover.OddsFloor{Local: 80, European: 180}
	}
	if rapid.Bool().Draw(rt, "weights") {
		t.Weights = map[string]int64{"board": int64(rapid.SampledFrom([]int{0, 1, 33, 50, 100}).Draw(rt, "weight"))}
	}
	return t
}

// within checks that the bets together gave no more than they are worth.
func (k desk) within(rt *rapid.T, player string, worth money.Fen) {
	var used money.Fen
	err := k.d.NewRaw("SELECT CAST(COALESCE(SUM(delta + lost), 0) AS BIGINT) FROM turnover_step WHERE player = ?", player).Scan(context.Background(), &used)
	if err != nil || used < 0 || used > worth {
		rt.Fatalf("bets worth %d gave %d (%v)", worth, used, err)
	}
}

func (k desk) state(rt *rapid.T, player string) string {
	buckets, err := k.Buckets(context.Background(), k.d, player)
	if err != nil {
		rt.Fatal(err)
	}
	text := ""
	for _, b := range buckets {
		text += fmt.Sprintf("%s %d/%d %s %d; ", b.Ref, b.Done, b.Required, b.State, len(b.Lines))
	}
	return text
}

// trust CON-1 for requirements: two nodes that store the same bets at once, and
// others of the same player, must not use a fen twice.
func TestParallelDeliveriesUseEachFenOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		k := newDesk(d, turnover.Config{})
		for i := range 4 {
			k.open(t, "ming", fmt.Sprintf("m%d", i), 500)
			k.open(t, "hong", fmt.Sprintf("h%d", i), 500)
		}
		dbtest.Clock(d).Advance(time.Minute)
		var batch []turnover.Settled
		for i := range 40 { // 40 × 30 each: 1200 of the 2000 asked
			m := k.bet(fmt.Sprintf("m%d", i), 1, 30)
			h := k.bet(fmt.Sprintf("h%d", i), 1, 30)
			h.Player = "hong"
			batch = append(batch, m, h)
		}
		var wg sync.WaitGroup
		for w := range 8 {
			wg.Go(func() {
				for i := range batch {
					b := batch[(i*7+w*11)%len(batch)] // another order in each worker
					err := d.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
						return k.Allocate(ctx, tx, []turnover.Settled{b, batch[(i*7+w*11+3)%len(batch)]})
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		for _, player := range []string{"ming", "hong"} {
			if left, err := k.Outstanding(t.Context(), d, player); err != nil || left != 800 {
				t.Errorf("%s: outstanding %d, %v; want 800", player, left, err)
			}
		}
		k.sound(t)
	})
}
