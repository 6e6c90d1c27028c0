package adminapi_test

import (
	"context"
	"testing"

	"hongyun/internal/apptest"
	"hongyun/internal/db"
	"hongyun/internal/earning"
	"hongyun/internal/ledger"
	"hongyun/internal/staff"
)

// H-478: a payout that a restore lost is a withdrawal of the day on which two people
// book it, and no cost; the player's statement has it.
func TestALostPayoutIsAWithdrawalOfItsDayAndNoCost(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		maker, checker := sit(t, h, "lin", "finance"), sit(t, h, "zhou", "finance")
		ming(t, h, "Ming", cardA, 500_00)
		move(t, h, "Ming", "ky", 440_00)
		lost := func(amount, ref string) map[string]any {
			return map[string]any{"amount": amount, "reference": ref, "reason": "银行流水有，账目没有"}
		}
		const at = "/players/Ming/lost-payout"
		expect(t, maker.post(at, lost("100", "P1")), 422, "code", "payout.not_restored")
		err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return h.Guard.Gate.CloseRestored(ctx, tx, staff.System("restore"), "从备份恢复")
		})
		if err != nil {
			t.Fatal(err)
		}
		expect(t, maker.post(at, lost("x", "P1")), 400, "code", "payout.lost_amount")
		expect(t, maker.post(at, lost("100", "")), 400, "code", "withdrawal.reference")
		expect(t, maker.post("/players/nobody/lost-payout", lost("100", "P1")), 404)
		expect(t, sit(t, h, "kefu", "support").post(at, lost("100", "P1")), 403, "code", "staff.denied")
		two(t, maker, checker, at, lost("100", "P1"))
		expect(t, maker.post(at, lost("100", "P1")), 409)
		expect(t, maker.get("/players/ming"), 200, "owed", "40.00", "frozen", "[withdraw]")
		expect(t, maker.get("/earnings"), 200, "total.cost", "500.00", "total.withdrawals.amount", "100.00", "total.withdrawals.count", "1",
			"withdrawals.0.method", earning.Restored, "withdrawals.0.amount", "100.00")
		h.Advance(10 * minute)
		h.Advance(10 * minute)
		expect(t, maker.logInAgain().get("/earnings"), 200, "total.cost", "500.00", "total.withdrawals.amount", "100.00")
		found, err := earning.Verify(t.Context(), h.DB, ledger.Span{Whole: true})
		if err != nil || len(found) > 0 {
			t.Errorf("%v, %v", found, err)
		}
	})
}
