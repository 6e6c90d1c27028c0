package reconcile_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/guard"
	"hongyun/internal/reconcile"
	"hongyun/internal/wallet"
)

// A break that was found while people had the door closed keeps it closed when
// they are done. Trust REC-3.
func TestADoorClosedByHandDoesNotOpenOnABreak(t *testing.T) {
	h := apptest.Open(t, "sqlite:"+t.TempDir()+"/house.db")
	ctx, anna := context.WithoutCancel(t.Context()), h.AddStaff("anna", "finance")
	d := paid(t, h, "ming", 300_00)
	if _, err := h.Guard.Gate.Close(ctx, anna, guard.DoorWithdrawals, "银行维护"); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Reconcile.Import(ctx, anna, "gateway:epay", strings.NewReader(statement(h, d, "30.00"))); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Guard.Gate.AskToOpen(ctx, anna, guard.DoorWithdrawals, "维护结束"); !errors.Is(err, reconcile.ErrOpen) {
		t.Errorf("asked to open with a break open: %v", err)
	}
}

// A difference too small to close a venue closes it once it has grown. Trust REC-3.
func TestABreakThatGrowsClosesItsVenue(t *testing.T) {
	h := apptest.Open(t, "sqlite:"+t.TempDir()+"/house.db")
	ctx := context.WithoutCancel(t.Context())
	h.Register("ming")
	h.Grant("ming", 500_00)
	if _, err := h.Wallets.ToVenue(ctx, wallet.Order{ID: "one", Player: "ming", Venue: "ky", Amount: 300_00}); err != nil {
		t.Fatal(err)
	}
	theirs, err := sql.Open("sqlite", "file:"+filepath.Join(h.Files, "sandbox.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer theirs.Close()
	for _, more := range []int64{1, 250_00} {
		if _, err := theirs.ExecContext(ctx, "UPDATE account SET balance = balance + ? WHERE venue = 'ky'", more); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			h.Advance(time.Minute)
			compared(t, h)
			for range 12 {
				h.Clock.Advance(time.Minute)
				if err := h.Feed.PullDue(ctx); err != nil {
					t.Fatal(err)
				}
			}
		}
		err := h.Guard.Gate.CheckIn(ctx, h.DB, guard.VenueDoor("ky"))
		if f := only(t, h); f.Kind != reconcile.KindBalance || (err != nil) != (f.Difference > 100_00) {
			t.Errorf("after %d more: %+v, door %v", more, f, err)
		}
	}
}
