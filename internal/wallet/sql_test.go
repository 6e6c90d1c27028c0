package wallet

import (
	"context"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
)

// A transfer is written only in the state it was read in: a stale reader writes
// nothing (trust SAG-1).
func TestATransferThatHasMovedOnIsNotOverwritten(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return tx.WriteBatch(ctx, insertTransfers([]Transfer{{
				ID: "t1", Player: "ming", Venue: "ky", Direction: Out, Amount: 5, Account: "kyming", Ref: "r1", By: "ming", State: Pending, CreatedAt: tx.Now(),
			}}))
		})
		if err != nil {
			t.Fatal(err)
		}
		update := func(change func(stale Transfer) Transfer, version int64) error {
			return d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				before, err := lockTransfer(ctx, tx, "t1")
				if err != nil {
					return err
				}
				before.Version = version
				return updateTransfer(ctx, tx, before, change(before))
			})
		}
		manual := func(t Transfer) Transfer { return t.toPerson(reasonSilent) }
		if err := update(manual, 0); err != nil {
			t.Fatal(err)
		}
		if err := update(func(t Transfer) Transfer { t.Reason = "of before"; return t }, 0); err == nil {
			t.Error("a transfer was overwritten by a reader of before")
		}
		if got, err := findTransfer(t.Context(), d, "t1"); err != nil || got.Reason != reasonSilent {
			t.Errorf("reason %q, %v", got.Reason, err)
		}
	})
}
