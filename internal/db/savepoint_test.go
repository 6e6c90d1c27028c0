package db_test

import (
	"context"
	"errors"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
)

// A part that fails is undone alone, also when a statement of it was refused by
// the database, and its news is not told.
func TestSavepointUndoesThePartThatFailed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		told := ""
		wrong := errors.New("wrong")
		put := func(ctx context.Context, tx *db.Tx, network string) error {
			_, err := tx.NewRaw("INSERT INTO chain_cursor (network, part, text) VALUES (?, 0, '')", network).Exec(ctx)
			tx.AfterCommit(func() { told += network + " " })
			return err
		}
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			if err := put(ctx, tx, "before"); err != nil {
				return err
			}
			err := tx.Savepoint(ctx, func(ctx context.Context, tx *db.Tx) error {
				if err := put(ctx, tx, "undone"); err != nil {
					return err
				}
				return tx.Savepoint(ctx, func(ctx context.Context, tx *db.Tx) error { return errors.Join(put(ctx, tx, "inner"), wrong) })
			})
			if !errors.Is(err, wrong) || db.Fatal(ctx, err) {
				t.Errorf("a part that fails: %v", err)
			}
			err = tx.Savepoint(ctx, func(ctx context.Context, tx *db.Tx) error { return put(ctx, tx, "before") })
			if !db.IsDuplicate(err) || db.Fatal(ctx, err) {
				t.Errorf("a statement that is refused: %v", err)
			}
			return tx.Savepoint(ctx, func(ctx context.Context, tx *db.Tx) error { return put(ctx, tx, "after") })
		})
		var names []string
		if e := d.NewRaw("SELECT network FROM chain_cursor ORDER BY network").Scan(t.Context(), &names); err != nil || e != nil {
			t.Fatal(err, e)
		}
		if len(names) != 2 || names[0] != "after" || names[1] != "before" || told != "before after " {
			t.Errorf("rows %v, told %q", names, told)
		}
	})
}
