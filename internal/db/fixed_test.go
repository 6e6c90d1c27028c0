package db_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
)

// A prepared statement gives and takes the same values as one that is written
// out, the first time and every time after it, also for many writers in one
// commit of which some are rolled back.
func TestFixedStatementsKeepValuesAsTheyAre(t *testing.T) {
	const insert = "INSERT INTO fixed_item (id, what, amount, maybe, flag) VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING"
	const read = "SELECT what, amount, maybe, flag FROM fixed_item WHERE id = ?"
	words := []string{"", "a?b", "it's ?1 \\ \"quoted\"", "金额 ¥", "$1"}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		if _, err := d.SQL().ExecContext(t.Context(), "CREATE TABLE fixed_item (id TEXT PRIMARY KEY, what TEXT, amount BIGINT, maybe BIGINT, flag BOOLEAN)"); err != nil {
			t.Fatal(err)
		}
		refused := errors.New("no")
		var wg sync.WaitGroup
		for n := range 40 {
			wg.Go(func() {
				id, maybe := fmt.Sprint("item", n), new(int64)
				if *maybe = int64(n); n%2 == 0 {
					maybe = nil
				}
				err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					for range 2 { // the second time it is there already
						if _, err := tx.ExecFixed(ctx, insert, id, words[n%len(words)], int64(n)<<40, maybe, n%3 == 0); err != nil {
							return err
						}
					}
					if n%5 == 4 {
						return refused
					}
					return nil
				})
				if n%5 == 4 && !errors.Is(err, refused) || n%5 != 4 && err != nil {
					t.Errorf("item %d: %v", n, err)
				}
			})
		}
		wg.Wait()
		for n := range 40 {
			want := fmt.Sprint([]string{fmt.Sprint(words[n%len(words)], " ", int64(n)<<40, " ", n%2 == 0, " ", n%3 == 0)})
			if n%5 == 4 {
				want = "[]"
			}
			var got []string
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				got = nil
				rows, err := tx.QueryFixed(ctx, read, fmt.Sprint("item", n))
				if err != nil {
					return err
				}
				defer rows.Close()
				for rows.Next() {
					var what string
					var amount int64
					var maybe *int64
					var flag bool
					if err := rows.Scan(&what, &amount, &maybe, &flag); err != nil {
						return err
					}
					if maybe != nil && *maybe != int64(n) {
						t.Errorf("item %d came back with %d", n, *maybe)
					}
					got = append(got, fmt.Sprint(what, " ", amount, " ", maybe == nil, " ", flag))
				}
				return rows.Err()
			})
			if err != nil || fmt.Sprint(got) != want {
				t.Errorf("item %d: %v, %v, want %s", n, got, err, want)
			}
		}
	})
}

// A statement that refuses its values can be used again.
func TestFixedStatementAfterARefusal(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		if _, err := d.SQL().ExecContext(t.Context(), "CREATE TABLE fixed_once (id TEXT PRIMARY KEY)"); err != nil {
			t.Fatal(err)
		}
		for n := range 6 {
			for _, again := range []bool{false, true} {
				err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					_, err := tx.ExecFixed(ctx, "INSERT INTO fixed_once (id) VALUES (?)", fmt.Sprint(n))
					return err
				})
				if db.IsDuplicate(err) != again || !again && err != nil {
					t.Errorf("row %d, again %v: %v", n, again, err)
				}
			}
		}
	})
}

// A node goes on reading while another one migrates the table under it.
func TestFixedStatementAfterAMigration(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := t.Context()
		if _, err := d.SQL().ExecContext(ctx, "CREATE TABLE fixed_wide (id TEXT PRIMARY KEY, n BIGINT NOT NULL)"); err != nil {
			t.Fatal(err)
		}
		if _, err := d.SQL().ExecContext(ctx, "INSERT INTO fixed_wide VALUES ('a', 7)"); err != nil {
			t.Fatal(err)
		}
		look := func() {
			t.Helper()
			type row struct {
				ID string
				N  int64
			}
			for range 3 {
				var outside, inside row
				if err := db.ReadFixed(ctx, d, &outside, "SELECT * FROM fixed_wide WHERE id = ?", "a"); err != nil || outside != (row{"a", 7}) {
					t.Errorf("outside a transaction: %+v, %v", outside, err)
				}
				err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
					inside = row{}
					return db.ReadFixed(ctx, tx, &inside, "SELECT * FROM fixed_wide WHERE id = ?", "a")
				})
				if err != nil || inside != (row{"a", 7}) {
					t.Errorf("inside a transaction: %+v, %v", inside, err)
				}
				var none int64
				if err := db.ReadFixed(ctx, d, &none, "SELECT n FROM fixed_wide WHERE id = ?", "b"); !errors.Is(err, sql.ErrNoRows) {
					t.Errorf("nobody's row: %d, %v", none, err)
				}
			}
		}
		look()
		if _, err := d.SQL().ExecContext(ctx, "ALTER TABLE fixed_wide ADD COLUMN more TEXT NOT NULL DEFAULT 'x'"); err != nil {
			t.Fatal(err)
		}
		look()
	})
}
