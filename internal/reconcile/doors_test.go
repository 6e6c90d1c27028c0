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
	"hongyun/internal/money"
	"hongyun/internal/reconcile"
	"hongyun/internal/reconcile/finding"
	"hongyun/internal/staff"
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
		if f := only(t, h); f.Kind != finding.Balance || (err != nil) != (f.Difference > 100_00) {
			t.Errorf("after %d more: %+v, door %v", more, f, err)
		}
	}
}

// Two people book the difference they saw, or nothing: what came in since the
// comparison is not booked a second time.
func TestARebuiltBalanceIsTheOneThatWasSeen(t *testing.T) {
	h := apptest.Open(t, "sqlite:"+t.TempDir()+"/house.db")
	ctx := context.WithoutCancel(t.Context())
	anna, boris := h.AddStaff("anna", "finance"), h.AddStaff("boris", "finance")
	h.Register("ming")
	h.Grant("ming", 500_00)
	send := func(id string, amount money.Fen) {
		t.Helper()
		if _, err := h.Wallets.ToVenue(ctx, wallet.Order{ID: id, Player: "ming", Venue: "ky", Amount: amount}); err != nil {
			t.Fatal(err)
		}
	}
	look := func() {
		t.Helper()
		for range 3 {
			compared(t, h)
			for range 12 {
				h.Clock.Advance(time.Minute)
				if err := h.Feed.PullDue(ctx); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	send("one", 300_00)
	theirs, err := sql.Open("sqlite", "file:"+filepath.Join(h.Files, "sandbox.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer theirs.Close()
	if _, err := theirs.ExecContext(ctx, "UPDATE account SET balance = balance + 5000 WHERE venue = 'ky'"); err != nil {
		t.Fatal(err)
	}
	look()
	f := only(t, h)
	ask := func() string {
		t.Helper()
		request, err := h.Reconcile.AskToRebuild(ctx, anna, reconcile.RebuildOrder{Finding: f.ID, Reason: "场馆账单如此"})
		if err != nil {
			t.Fatal(err)
		}
		return request
	}
	request := ask()
	send("two", 10_00)
	if _, err := h.Staff.Decide(ctx, boris, request, true, ""); !errors.Is(err, staff.ErrSubjectChange) {
		t.Errorf("booked on a balance that has moved since: %v", err)
	}
	look()
	if _, err := h.Staff.Decide(ctx, boris, ask(), true, ""); err != nil {
		t.Errorf("looked at again: %v", err)
	}
	if title, err := h.Staff.Favoured(ctx, h.DB, anna, f.Player, time.Time{}, h.Clock.Now()); err != nil || title == "" || f.Player == "" {
		t.Errorf("the request does not name %q (H-183): %v", f.Player, err)
	}
	look()
	if f, err = h.Reconcile.Find(ctx, h.DB, f.ID); err != nil || f.State != finding.Settled {
		t.Errorf("after both: %+v, %v", f, err)
	}
	if run := compared(t, h); run.Open != 0 {
		t.Errorf("something is left: %+v", run)
	}
}
