package wallet_test

import (
	"errors"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/wallet"
)

// While the gate is closed, nothing new is sent to a venue in either direction.
// Open transfers are still asked about and settled, and a repeat still gets its
// order's result (trust WDR-7, BAK-2).
func TestAClosedGateSendsNothingToAVenue(t *testing.T) {
	for _, door := range []guard.Door{guard.DoorAll, guard.DoorTransfers, guard.VenueDoor("ky")} {
		t.Run(string(door[:2]), func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				h, ctx := newHouse(t, d), t.Context()
				calls := func() int { // the money calls that reached the venue
					h.ky.mu.Lock()
					defer h.ky.mu.Unlock()
					return h.ky.credits
				}
				h.playing("ming", "ky", 100*money.Yuan)
				h.pay("ming", 50*money.Yuan)
				if err := h.SetAuto(ctx, "ming", true); err != nil {
					t.Fatal(err)
				}
				h.ky.plan("credit", dropResponse)
				open, err := h.ToVenue(ctx, order("before", 20))
				if err != nil || open.State != wallet.Pending {
					t.Fatalf("the transfer before: %+v, %v", open, err)
				}
				if _, err := h.guard.Gate.Close(ctx, staff.Actor{ID: "r", Name: "rita"}, door, "发现异常"); err != nil {
					t.Fatal(err)
				}
				sent := calls()
				closed := func(what string, err error) {
					t.Helper()
					if !errors.Is(err, guard.ErrClosed) {
						t.Errorf("%s: %v", what, err)
					}
				}
				_, err = h.ToVenue(ctx, order("in", 10))
				closed("to the venue", err)
				_, err = h.FromVenue(ctx, order("out", 10))
				closed("from the venue", err)
				recycled, err := h.Recycle(ctx, wallet.RecycleOrder{ID: "all", Player: "ming"})
				if door == guard.VenueDoor("ky") {
					if err != nil || recycled.Moved() != 0 {
						t.Errorf("recycle: %+v, %v", recycled, err)
					}
				} else {
					closed("recycle", err)
				}
				if again, err := h.ToVenue(ctx, order("before", 20)); err != nil || again.ID != open.ID {
					t.Errorf("a repeat: %+v, %v", again, err)
				}
				if now := calls(); now != sent {
					t.Errorf("%d money calls went out", now-sent)
				}
				h.resolve()
				if now := h.stored("before"); now.State != wallet.Completed {
					t.Errorf("what was under way: %+v", now)
				}
				_, err = h.BeforeLaunch(ctx, "ming", "ky", "")
				closed("a launch that would carry money", err)
				h.sound()
			})
		})
	}
}
