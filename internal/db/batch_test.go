package db_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
)

// batchOf has fn run as the one operation of a group.
func batchOf(ctx context.Context, d *db.DB, fn func(ctx context.Context, tx *db.Tx) error) error {
	g := db.NewGroup(d, func(ctx context.Context, tx *db.Tx, _ []string) ([]error, error) {
		return []error{nil}, fn(ctx, tx)
	})
	return g.Do(ctx, "one")
}

const (
	raiseOne  = "UPDATE thing SET n = n + ? WHERE id = ?"
	raiseMany = "UPDATE thing SET n = thing.n + more.n FROM {rows} AS more (n, id) WHERE thing.id = more.id"
)

func TestChangesOfABatchAreMadeInTheirOrder(t *testing.T) {
	eachWithThings(t, func(t *testing.T, d *db.DB) {
		err := batchOf(t.Context(), d, func(ctx context.Context, tx *db.Tx) error {
			return tx.WriteBatch(ctx,
				db.Insertion("insert", "thing (id, n)", "", [][]any{{"a", int64(1)}, {"b", int64(2)}}),
				db.Updates("nothing to do", raiseOne, raiseMany, nil),
				db.Updates("raise", raiseOne, raiseMany, [][]any{{int64(10), "a"}, {int64(20), "b"}}),
			)
		})
		if err != nil {
			t.Fatal(err)
		}
		var stored []int64
		if err := d.NewRaw("SELECT n FROM thing ORDER BY id").Scan(t.Context(), &stored); err != nil || !slices.Equal(stored, []int64{11, 22}) {
			t.Errorf("stored %v, %v", stored, err)
		}
	})
}

func TestAFailedChangeOfABatchLeavesNothing(t *testing.T) {
	for name, second := range map[string]struct {
		change db.Change
		is     func(error) bool
	}{
		"a row that is missing": {db.Updates("raise", raiseOne, raiseMany, [][]any{{int64(1), "a"}, {int64(1), "nobody"}}),
			func(err error) bool { return errors.Is(err, db.ErrNotAll) }},
		"a key that is taken": {db.Insertion("insert", "thing (id, n)", "ON CONFLICT DO NOTHING", [][]any{{"a", int64(2)}}),
			func(err error) bool { return errors.Is(err, db.ErrNotAll) }},
		"a row that is refused": {db.Updates("lower", raiseOne, raiseMany, [][]any{{int64(-5), "a"}}), db.IsCheck},
	} {
		t.Run(name, func(t *testing.T) {
			eachWithThings(t, func(t *testing.T, d *db.DB) {
				err := batchOf(t.Context(), d, func(ctx context.Context, tx *db.Tx) error {
					return tx.WriteBatch(ctx, db.Insertion("insert", "thing (id, n)", "", [][]any{{"a", int64(1)}}), second.change,
						db.Insertion("insert", "thing (id, n)", "", [][]any{{"c", int64(1)}}))
				})
				if !second.is(err) || count(t, d) != 0 {
					t.Errorf("%d stored, %v", count(t, d), err)
				}
			})
		})
	}
}

func TestReadsOfABatchSeeWhatItsTransactionWrote(t *testing.T) {
	eachWithThings(t, func(t *testing.T, d *db.DB) {
		type thing struct {
			ID string
			N  int64
		}
		var all []thing
		var high []int64
		err := batchOf(t.Context(), d, func(ctx context.Context, tx *db.Tx) error {
			if err := tx.WriteBatch(ctx, db.Insertion("insert", "thing (id, n)", "", [][]any{{"a", int64(1)}, {"b", int64(7)}})); err != nil {
				return err
			}
			return tx.ReadBatch(ctx,
				db.Read{Into: &all, Query: "SELECT * FROM thing ORDER BY id"},
				db.Read{Into: &high, Query: "SELECT n FROM thing WHERE n > ?", Args: []any{int64(5)}},
			)
		})
		if err != nil || !slices.Equal(all, []thing{{"a", 1}, {"b", 7}}) || !slices.Equal(high, []int64{7}) {
			t.Errorf("read %v and %v, %v", all, high, err)
		}
	})
}

// A statement that was prepared before a migration changed its table.
func TestABatchOutlivesAMigration(t *testing.T) {
	eachWithThings(t, func(t *testing.T, d *db.DB) {
		add := func(id string) {
			t.Helper()
			var all []struct{ ID string }
			err := batchOf(t.Context(), d, func(ctx context.Context, tx *db.Tx) error {
				err := tx.ReadBatch(ctx, db.Read{Into: &all, Query: "SELECT * FROM thing"})
				if err != nil {
					return err
				}
				return tx.WriteBatch(ctx, db.Insertion("insert", "thing (id, n)", "", [][]any{{id, int64(1)}}))
			})
			if err != nil {
				t.Errorf("%s: %v", id, err)
			}
		}
		for _, id := range []string{"a", "b", "c"} {
			add(id)
		}
		if _, err := d.SQL().ExecContext(t.Context(), "ALTER TABLE thing ADD COLUMN more TEXT NOT NULL DEFAULT 'x'"); err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{"d", "e", "f"} {
			add(id)
		}
		if count(t, d) != 6 {
			t.Errorf("%d stored", count(t, d))
		}
	})
}

// database/sql ends a transaction behind the back of a function whose caller gave up.
func TestABatchIsNotWrittenAfterItsTransactionEnded(t *testing.T) {
	eachWithThings(t, func(t *testing.T, d *db.DB) {
		if !d.Postgres() {
			t.Skip("SQLite's committer hears no caller's cancellation")
		}
		ctx, cancel := context.WithCancel(t.Context())
		err := batchOf(ctx, d, func(_ context.Context, tx *db.Tx) error {
			cancel()
			time.Sleep(100 * time.Millisecond)
			return tx.WriteBatch(context.Background(), db.Insertion("insert", "thing (id, n)", "", [][]any{{"a", int64(1)}}))
		})
		if err == nil || count(t, d) != 0 {
			t.Errorf("%d stored, %v", count(t, d), err)
		}
	})
}

func eachWithThings(t *testing.T, fn func(t *testing.T, d *db.DB)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		table(t, d)
		fn(t, d)
	})
}
