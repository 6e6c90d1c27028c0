package wallet_test

import (
	"errors"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
)

// Trust F10: the venue takes back what both sides had as done. Staff who ask
// hear it, and two people put the books right.
func TestATransferThatTheVenueTookBackIsACase(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		if got, err := h.ToVenue(t.Context(), order("t1", 30)); err != nil || got.State != wallet.Completed {
			t.Fatalf("%+v, %v", got, err)
		}
		if _, err := h.Resolve(t.Context(), second, "t1"); !errors.Is(err, wallet.ErrSettled) {
			t.Errorf("nothing new: %v", err)
		}
		for _, o := range h.ky.orders {
			o.state = venue.Refused
		}
		h.ky.book["kyming"] = 0
		if got, err := h.Resolve(t.Context(), second, "t1"); err != nil || got.State != wallet.Disputed || got.Reason != "reversed" {
			t.Fatalf("asked again: %+v, %v", got, err)
		}
		h.decide("t1", venue.Refused)
		if got := h.book(); got != "centre 100.00 transit 0.00 venue 0.00 ky 0.00" {
			t.Error(got)
		}
		h.sound()
	})
}
