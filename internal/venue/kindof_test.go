package venue_test

import (
	"context"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/venue"
)

// H-438: the kind of a game is its own, else its venue's. A game that is new in the catalogue
// is known after a minute, and until then no bet asks the database.
func TestAGameIsOfItsOwnKind(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		expect := func(code, game string, want venue.Kind) {
			t.Helper()
			if got, err := h.KindOf(t.Context(), d, code, game); err != nil || got != want {
				t.Errorf("%s %s is of kind %q, %v; want %q", code, game, got, err, want)
			}
		}
		expect("ag", "6", venue.Fish)
		expect("ag", "BAC", venue.Live)
		expect("ag", "", venue.Live)
		expect("ag", "never heard of", venue.Live)
		expect("bbin", "ball", venue.Sport)
		expect("bbin", "Ltlottery", venue.Lottery)
		expect("s9", "f02", venue.Fish)
		expect("nowhere", "6", "")
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw(`UPDATE venue_game SET kind = 'fish' WHERE venue = 'ag' AND code = 'BAC'`).Exec(ctx)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(59 * time.Second)
		expect("ag", "BAC", venue.Live)
		h.clock.Advance(time.Second)
		expect("ag", "BAC", venue.Fish)
	})
}
