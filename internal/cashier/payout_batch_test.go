package cashier_test

import (
	"context"
	"testing"

	"hongyun/internal/cashier/bankfile"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
)

// H-381: a batch file and a statement line pay the amount. The fee was taken beside
// it, so no code that pays subtracts it.
func TestABatchAndAStatementPayTheAmountWithoutItsFee(t *testing.T) {
	eachWith(t, func(s *order.Settings) { s.WithdrawFee = order.Fee{Fixed: 200, Rate: 150} }, func(t *testing.T, h *house) {
		ctx := t.Context()
		h.give("ming", 50_000)
		w := h.withdraw(h.bind("ming", 1), 10_000)
		if w.Fee != 350 {
			t.Fatalf("fee %d", w.Fee)
		}
		h.approve(anna, w.SN)
		batch, err := h.Batches.Create(ctx, clara, []string{w.SN})
		if err != nil || batch.Amount != 10_000 {
			t.Fatalf("%+v, %v", batch, err)
		}
		file, err := h.Batches.File(ctx, clara, batch.Number)
		if err != nil || len(file.Lines) != 1 || file.Lines[0].Amount != 10_000 {
			t.Fatalf("%+v, %v", file, err)
		}
		h.load(dora, statement(2, numbered, h.out(10_000, "王小明", file.Lines[0].Number, "P1")))
		if p := h.proposals("P1"); len(p) != 1 || p[0].SN != w.SN || p[0].Level != bankfile.Certain {
			t.Fatalf("proposed: %+v", p)
		}
		expect(t, "paid by its line", h.payLine(clara, "P1", w.SN), nil)
		h.expectBook("ming", "centre 39650 payout 10000")
		h.expectFees(350)
		h.settled()
	})
}

// An order is paid in one way: a batch takes none that a company may pay, and a
// company none of a batch.
func TestABatchAndACompanyDoNotPayOneOrder(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		h.give("ming", 50_000)
		card := h.bind("ming", 1)
		inBatch, alone := h.withdraw(card, 10_000), h.withdraw(card, 20_000)
		h.approve(anna, inBatch.SN)
		h.approve(anna, alone.SN)
		if _, err := h.Batches.Create(ctx, clara, []string{inBatch.SN}); err != nil {
			t.Fatal(err)
		}
		begin := func(sn string) error {
			return h.d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				_, err := h.Payouts.BeginAttempt(ctx, tx, nil, sn, "R-"+sn, "payer")
				return err
			})
		}
		expect(t, "a company and a batch", begin(inBatch.SN), withdrawal.ErrInBatch)
		if err := begin(alone.SN); err != nil {
			t.Fatal(err)
		}
		_, err := h.Batches.Create(ctx, clara, []string{alone.SN})
		expect(t, "a batch and a company", err, payer.ErrBatchOrder)
	})
}
