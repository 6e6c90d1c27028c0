package reconcile_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/suspense"
	"hongyun/internal/guard"
	"hongyun/internal/staff"
)

// A payment that two people booked as returned, or as come another way, is no
// break. Payouts go on, whatever the gateway says of it by then. Trust F10,
// REC-1.
func TestASettledPaymentStopsNoPayouts(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		ctx := context.WithoutCancel(t.Context())
		anna, boris := h.AddStaff("anna", "finance"), h.AddStaff("boris", "finance")
		agree := func(out order.Outcome, err error) {
			t.Helper()
			if err == nil {
				_, err = h.Staff.Decide(ctx, boris, out.ApprovalID, true, "")
			}
			if err != nil {
				t.Fatal(err)
			}
		}
		d := paid(t, h, "ming", 300_00)
		agree(h.Cashier.Deposits.Reverse(ctx, anna, order.Reported{SN: d.SN, Reference: "CB-1", Reason: "通道已冲正"}))
		stray, err := h.Cashier.Incoming.Record(ctx, anna, suspense.StrayOrder{Account: "gateway:epay", Amount: 50_00, Payer: "李四", Reference: "STRAY-1"})
		if err != nil {
			t.Fatal(err)
		}
		agree(h.Cashier.Incoming.Assign(ctx, anna, suspense.Assignment{SN: stray.SN, Player: "ming", Reason: "客服核实"}))
		for _, text := range []string{statement(h, d, "300.00"), strings.Replace(statement(h, d, "300.00"), ",paid,", ",refunded,", 1)} {
			if got, err := h.Reconcile.Import(ctx, staff.System("test"), "gateway:epay", strings.NewReader(text)); err != nil || got.Opened != 0 {
				t.Errorf("%s: %+v, %v", text, got, err)
			}
		}
		h.Clock.Advance(time.Hour)
		if run, err := h.Reconcile.Run(ctx, "test", "hand", h.Clock.Now().AddDate(0, 0, -1)); err != nil || run.Opened != 0 {
			t.Errorf("the gateway's own answers: %+v, %v", run, err)
		}
		if err := h.Guard.Gate.CheckIn(ctx, h.DB, guard.DoorWithdrawals); err != nil {
			t.Errorf("payouts are stopped: %v", err)
		}
	})
}
