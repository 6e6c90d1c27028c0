package reconcile_test

import (
	"context"
	"testing"

	"hongyun/internal/apptest"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/reconcile/finding"
)

// H-478: a lost payout without a number of the bank is found within the minute.
func TestALostPayoutWithoutItsNumberIsAFinding(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		h.Broken = true
		ctx := context.WithoutCancel(t.Context())
		book := func(sn string) (id string) {
			t.Helper()
			err := h.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
				id, err = h.Ledger.Post(ctx, tx, ledger.Entry{
					Scope: "payout", Key: sn + ":pay", Kind: "payout.pay", Ref: sn, Memo: sn, By: "anna、boris",
					Postings: []ledger.Posting{{From: ledger.HouseAdjust(), To: ledger.HouseBank("payout"), Amount: 100}},
				})
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			return id
		}
		exec(t, h, "INSERT INTO cashier_proof (source, txn, sn, amount, at) VALUES ('payout', 'P1', 'L1', 100, 1)")
		book("L1")
		without := book("L2")
		if err := h.Reconcile.Watch(ctx); err != nil {
			t.Fatal(err)
		}
		var subjects []string
		if err := h.DB.NewRaw("SELECT subject FROM recon_finding WHERE kind = ?", string(finding.Orphan)).Scan(ctx, &subjects); err != nil {
			t.Fatal(err)
		}
		if len(subjects) != 1 || subjects[0] != "entry:"+without {
			t.Errorf("findings %v, want entry:%s", subjects, without)
		}
	})
}
