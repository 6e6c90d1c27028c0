package payout_test

import (
	"context"
	"testing"
	"time"

	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/payout"
	"hongyun/internal/staff"
)

// restored notes that the database was restored, and opens the gate again.
func (f *fixture) restored() {
	f.t.Helper()
	err := f.d.Write(f.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return f.guard.Gate.CloseRestored(ctx, tx, staff.System("gate"), "数据库已从备份恢复")
	})
	if err == nil {
		err = f.guard.Gate.OpenAlone(f.t.Context(), staff.System("gate open"), guard.DoorAll, "对账完成", true)
	}
	if err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) bookLost(amount money.Fen, ref string) (approval string, err error) {
	f.t.Helper()
	out, err := f.cashier.Payouts.BookLost(f.t.Context(), clara, payer.LostPayout{Player: "ming", Amount: amount, Reference: ref, Reason: "银行流水有，账目没有"})
	return out.ApprovalID, err
}

// H-478: a company's number under which people booked a lost payout pays no order by
// itself, in whatever case of letters the company sends it.
func TestANumberOfALostPayoutLeavesTheAttemptToPeople(t *testing.T) {
	for name, late := range map[string]bool{"under way": false, "failed before": true} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, f *fixture) {
				f.restored()
				lost, err := f.bookLost(1000_00, "T-SAME")
				if err != nil {
					t.Fatal(err)
				}
				f.approveRequest(boris, lost)
				c := f.companies["alpha"]
				c.txn = "t-same"
				sn, ref := f.sent(1000_00, "alpha")
				if late {
					c.says(ref, payment.Failed, 0)
					f.later(time.Minute)
				}
				c.says(ref, payment.Paid, 1000_00)
				f.later(time.Hour)
				if a := f.numbered(sn, ref); a.Needs == "" || a.Txn != "t-same" || a.Paid != 1000_00 {
					t.Fatalf("%+v", a)
				}
				f.byHand(sn, payout.ErrNeedsPeople)
				f.decided(ref, true)
				f.is(sn, withdrawal.Paid, payout.Paid, 98_000_00, 0, 2000_00)
			})
		})
	}
}

// H-478: what a company says about a withdrawal of the player is decided first.
func TestALostPayoutWaitsForTheUndecidedAttemptOfItsPlayer(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		f.restored()
		sn, ref := f.sent(1000_00, "alpha")
		_, err := f.bookLost(1000_00, "P1")
		f.expect("under way", err, payer.ErrUnfinished)
		f.companies["alpha"].says(ref, payment.Paid, 1000_00)
		f.later(time.Minute)
		f.exec("UPDATE payout_attempt SET needs = 'reversed' WHERE ref = ?", ref)
		f.is(sn, withdrawal.Paid, payout.Paid, 99_000_00, 0, 1000_00)
		_, err = f.bookLost(1000_00, "P1")
		f.expect("a contradiction", err, payer.ErrUnfinished)
		f.exec("UPDATE payout_attempt SET needs = '' WHERE ref = ?", ref)
		if _, err = f.bookLost(1000_00, "P1"); err != nil {
			t.Error(err)
		}
	})
}
