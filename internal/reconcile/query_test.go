package reconcile_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/reconcile"
	"hongyun/internal/venue"
)

// mute is a venue that answers no question about a transfer.
type mute struct{ venue.Venue }

func (v mute) Rules() venue.Rules {
	r := v.Venue.Rules()
	r.NoQuery = true
	return r
}

func (mute) Lookup(context.Context, string) (venue.Answer, error) {
	return venue.Answer{}, errors.New("no question about a transfer is known")
}

// A comparison leaves out the transfers of a venue that cannot be asked about
// them: they are no orders without an answer.
func TestTransfersOfAVenueWithoutAQueryAreNotCompared(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		openAccounts(t, h, 3)
		at := h.Clock.Now().UnixMilli()
		exec(t, h, fmt.Sprintf(`INSERT INTO transfer (id, player, venue, direction, amount, account, ref, made_by, state, booked, created_at)
			SELECT 't' || player, player, venue, 'out', 1, account, 'r' || player, 'test', 'pending', '', %d FROM venue_account`, at))
		exec(t, h, fmt.Sprintf("UPDATE transfer SET state = 'refused', booked = 'back', settled_at = %d", at))
		h.Clock.Advance(24 * time.Hour)
		asked, _ := h.Reconcile.Venues.Adapter("ky")
		for name, c := range map[string]struct {
			venue    venue.Venue
			compared int64
		}{"asked": {asked, 3}, "not asked": {mute{asked}, 0}} {
			h.Reconcile.Venues = venue.New(venue.Config{DB: h.DB, Adapters: map[string]venue.Venue{"ky": c.venue}})
			run, err := h.Reconcile.Run(t.Context(), "test", reconcile.ByHand, h.Clock.Now().Add(-48*time.Hour))
			if err != nil || run.Looked["transfers"] != c.compared || c.compared == 0 && len(run.Unasked) != 0 {
				t.Errorf("%s: compared %d, without an answer %v, %v", name, run.Looked["transfers"], run.Unasked, err)
			}
		}
	})
}
