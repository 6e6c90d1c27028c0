package reconcile_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/guard"
	"hongyun/internal/reconcile"
	"hongyun/internal/reconcile/finding"
	"hongyun/internal/staff"
)

// A statement that differs by a fen stops payouts at once. One person cannot
// settle it, two can. The same difference is not found again then, and the gate
// may be opened. Trust REC-1, REC-3.
func TestABreakStopsPayoutsUntilTwoPeopleSettledIt(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		ctx := context.WithoutCancel(t.Context())
		anna, boris := h.AddStaff("anna", "finance"), h.AddStaff("boris", "finance")
		d := paid(t, h, "ming", 300_00)
		text := statement(h, d, "300.01")
		got, err := h.Reconcile.Import(ctx, anna, "gateway:epay", strings.NewReader(text))
		if err != nil || got.Lines != 1 || got.Opened != 1 {
			t.Fatalf("import: %+v, %v", got, err)
		}
		f := only(t, h)
		if f.Kind != finding.GatewayAmount || f.Subject != "deposit:"+d.SN || f.Difference != 1 || f.Player != "ming" {
			t.Fatalf("found %+v", f)
		}
		closing := standing(t, h, guard.DoorWithdrawals)
		if _, err := h.Cashier.Withdrawals.Approve(ctx, anna, "none", ""); !errors.Is(err, guard.ErrClosedStaff) {
			t.Errorf("a payout with a break open: %v, want closed", err)
		}
		if err := h.Reconcile.Ready(ctx, h.DB, closing); !errors.Is(err, reconcile.ErrOpen) {
			t.Errorf("the gate says %v, want that a break is open", err)
		}
		out, err := h.Reconcile.AskToSettle(ctx, anna, f.ID, "网关手续费，已核对")
		if err != nil || out.Done || out.ApprovalID == "" {
			t.Fatalf("settle by one: %+v, %v", out, err)
		}
		if _, err := h.Staff.Decide(ctx, anna, out.ApprovalID, true, ""); err == nil {
			t.Error("one person settled a break of money alone")
		}
		if _, err := h.Staff.Decide(ctx, boris, out.ApprovalID, true, ""); err != nil {
			t.Fatal(err)
		}
		if f, err = h.Reconcile.Find(ctx, h.DB, f.ID); err != nil || f.State != finding.Settled || f.SettledBy != "anna、boris" {
			t.Errorf("after both: %+v, %v", f, err)
		}
		if got, err = h.Reconcile.Import(ctx, anna, "gateway:epay", strings.NewReader(text)); err != nil || got.Opened != 0 {
			t.Errorf("what was settled is found again: %+v, %v", got, err)
		}
		if err := h.Reconcile.Ready(ctx, h.DB, closing); err != nil {
			t.Errorf("the gate may not be opened: %v", err)
		}
	})
}

// A company's late report is right when it comes: the finding ends by itself. A
// file that one person brings opens findings and ends none, and an unreadable
// file has no effect at all.
func TestALaterAgreementClearsAFinding(t *testing.T) {
	h := apptest.Open(t, "sqlite:"+t.TempDir()+"/house.db")
	ctx, anna := context.WithoutCancel(t.Context()), h.AddStaff("anna", "finance")
	d := paid(t, h, "ming", 300_00)
	for _, bad := range []string{"", "order,txn,amount,status\n", "order,txn,amount,status,time\nA,B,1.234,paid,2026-03-02 12:00:00\n", "order,txn,amount,status,time\n"} {
		if _, err := h.Reconcile.Import(ctx, anna, "gateway:epay", strings.NewReader(bad)); !errors.Is(err, reconcile.ErrStatement) {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if _, err := h.Reconcile.Import(ctx, anna, "gateway:other", strings.NewReader("")); !errors.Is(err, reconcile.ErrChannel) {
		t.Errorf("a gateway nobody knows: %v", err)
	}
	if _, err := h.Reconcile.Import(ctx, anna, "gateway:epay", strings.NewReader(statement(h, d, "299.99"))); err != nil {
		t.Fatal(err)
	}
	f := only(t, h)
	if _, err := h.Reconcile.Import(ctx, anna, "gateway:epay", strings.NewReader(statement(h, d, "300.00"))); err != nil {
		t.Fatal(err)
	}
	if f, err := h.Reconcile.Find(ctx, h.DB, f.ID); err != nil || f.State != finding.Open {
		t.Errorf("one person's second file took the finding back: %+v, %v", f, err)
	}
	h.Advance(10 * time.Minute)
	compared(t, h)
	if f, err := h.Reconcile.Find(ctx, h.DB, f.ID); err != nil || f.State != finding.Cleared {
		t.Errorf("after the gateway said what was paid: %+v, %v", f, err)
	}
}

// After a restore the gate waits for a comparison that asked every company.
func TestAfterARestoreTheGateWaitsForAWholeComparison(t *testing.T) {
	h := apptest.Open(t, "sqlite:"+t.TempDir()+"/house.db")
	ctx := context.WithoutCancel(t.Context())
	now := h.Clock.Now()
	c := guard.Closing{Door: guard.DoorAll, Cause: guard.ByRestore, Since: now, From: now.Add(-time.Hour)}
	paid(t, h, "ming", 300_00)
	ready := func() error { return h.Reconcile.Ready(ctx, h.DB, c) }
	if err := ready(); !errors.Is(err, reconcile.ErrUnchecked) {
		t.Errorf("before any comparison: %v", err)
	}
	for _, since := range []time.Time{now, now.Add(-time.Hour)} {
		if _, err := h.Reconcile.Run(ctx, "test", reconcile.Restore, since); err != nil {
			t.Fatal(err)
		}
		if err := ready(); (err == nil) != (since.Equal(c.From)) {
			t.Errorf("compared since %s: %v", since, err)
		}
	}
}

// paid is a deposit through the gateway that was paid and credited.
func paid(t *testing.T, h *apptest.House, player string, amount int64) deposit.Deposit {
	t.Helper()
	h.Register(player)
	d, err := h.Cashier.Deposits.Create(t.Context(), deposit.Order{ID: "one", Player: player, ChannelID: 2, Amount: 300_00, ClientIP: "203.0.113.9"})
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.Post(h.Sandbox+"/control/gateways/epay/orders/"+d.SN+"/pay", "application/json", bytes.NewReader([]byte("{}")))
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	if d, err = h.Cashier.Deposits.Find(t.Context(), player, d.SN); err != nil || d.State != deposit.Credited {
		t.Fatalf("%+v, %v", d, err)
	}
	return d
}

func statement(h *apptest.House, d deposit.Deposit, amount string) string {
	return fmt.Sprintf("order,txn,amount,status,time\n%s,%s,%s,paid,%s\n", d.SN, d.GatewayTxn, amount, calendar.Stamp(h.Clock.Now()))
}

func only(t *testing.T, h *apptest.House) finding.Finding {
	t.Helper()
	list, total, err := h.Reconcile.List(t.Context(), reconcile.Filter{State: finding.Open, Page: staff.Page{Number: 1, Size: 20}})
	if err != nil || total != 1 {
		t.Fatalf("%d findings: %+v, %v", total, list, err)
	}
	return list[0]
}

func standing(t *testing.T, h *apptest.House, door guard.Door) guard.Closing {
	t.Helper()
	closed, err := h.Guard.Gate.Standing(t.Context(), h.DB)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range closed {
		if c.Door == door && c.Cause == guard.ByBreak {
			return c
		}
	}
	t.Fatalf("%s is not closed by the break: %+v", door, closed)
	return guard.Closing{}
}

// A missing guard is a state that people cannot settle. It is found as long as
// it lasts and whenever it comes back (H-264).
func TestAMissingGuardIsNotSettledAway(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		ctx := context.WithoutCancel(t.Context())
		anna := h.AddStaff("anna", "finance")
		drop := "DROP TRIGGER withdrawal_order"
		if h.DB.Postgres() {
			drop += " ON withdrawal"
		}
		if _, err := h.DB.SQL().ExecContext(ctx, drop); err != nil {
			t.Fatal(err)
		}
		open := func(want int) {
			t.Helper()
			if err := h.Reconcile.Watch(ctx); err != nil {
				t.Fatal(err)
			}
			if n, err := h.Reconcile.CountOpen(ctx, h.DB); err != nil || n != want {
				t.Errorf("%d findings open, %v; want %d", n, err, want)
			}
		}
		open(1)
		f := only(t, h)
		if _, err := h.Reconcile.AskToSettle(ctx, anna, f.ID, "例行维护，已处理"); !errors.Is(err, reconcile.ErrEndsItself) {
			t.Errorf("settled by one person: %v", err)
		}
		// One that was settled before this rule does not hide the next.
		if _, err := h.DB.SQL().ExecContext(ctx, "UPDATE recon_finding SET state = 'settled', note = 'x', settled_by = 'anna', ended_at = 1"); err != nil {
			t.Fatal(err)
		}
		open(1)
	})
}
