package reconcile_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"hongyun/internal/app"
	"hongyun/internal/apptest"
	"hongyun/internal/reconcile"
	"hongyun/internal/wallet"
)

// An installation without faults has no findings, and the run says what it
// compared. Trust REC-1.
func TestARunWithoutFaultsHasNoFindings(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		h.Register("ming")
		h.Grant("ming", 500_00)
		_, err := h.Wallets.ToVenue(t.Context(), wallet.Order{ID: "one", Player: "ming", Venue: "ky", Amount: 300_00})
		if err != nil {
			t.Fatal(err)
		}
		h.Advance(10 * time.Minute)
		run := compared(t, h)
		if run.Opened != 0 || run.Open != 0 || !run.Whole() {
			t.Errorf("a right house is called broken: %+v", run)
		}
		if run.Looked["transfers"] != 1 || run.Looked["balances"] != 1 {
			t.Errorf("looked at %v, want the transfer and the balance", run.Looked)
		}
	})
}

func compared(t *testing.T, h *apptest.House) reconcile.Run {
	t.Helper()
	run, err := h.Reconcile.Run(context.WithoutCancel(t.Context()), "test", reconcile.ByHand, h.Clock.Now().Add(-48*time.Hour))
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// The command works beside the running program and reports the same. Trust
// REC-1.
func TestTheCommandComparesBesideTheRunningProgram(t *testing.T) {
	h := apptest.Open(t, "sqlite:"+t.TempDir()+"/house.db")
	ctx := context.WithoutCancel(t.Context())
	d := paid(t, h, "ming", 300_00)
	config := h.Config

	h.Advance(10 * time.Minute)
	got, err := app.Compare(ctx, config, 2)
	if err != nil || !got.Right() || got.Looked["deposits"] != 1 {
		t.Fatalf("%+v, %v\n%s", got, err, got.Text())
	}
	got, err = app.CompareStatement(ctx, config, "gateway:epay", strings.NewReader(statement(h, d, "300.01")))
	if err != nil || got.Right() || !strings.Contains(got.Text(), d.SN) || !strings.Contains(got.Text(), "应查看") {
		t.Fatalf("%+v, %v\n%s", got, err, got.Text())
	}
}
