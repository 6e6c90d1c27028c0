package db_test

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
)

// pairs makes a table of pairs whose key is both columns.
func pairs(t *testing.T, d *db.DB) {
	t.Helper()
	if _, err := d.SQL().ExecContext(t.Context(), "CREATE TABLE pair (a TEXT NOT NULL, b TEXT NOT NULL, n BIGINT, note TEXT, PRIMARY KEY (a, b))"); err != nil {
		t.Fatal(err)
	}
}

func insertPairs(t *testing.T, d *db.DB, from, to int) {
	t.Helper()
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		var rows [][]any
		for i := from; i < to; i++ {
			n, note := int64(i), fmt.Sprint("note ", i)
			row := []any{"x", fmt.Sprintf("%06d", i), &n, &note}
			if i%2 == 1 {
				row[2], row[3] = (*int64)(nil), (*string)(nil)
			}
			rows = append(rows, row)
		}
		stored, err := tx.InsertRows(ctx, "pair (a, b, n, note)", "ON CONFLICT (a, b) DO NOTHING", rows)
		if err == nil && int(stored) != to-from {
			err = fmt.Errorf("stored %d of %d rows", stored, to-from)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Any number of rows is stored, whether or not it fills whole calls of SQLite.
func TestInsertRowsStoresAnyNumberOfRows(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		pairs(t, d)
		from := 0
		for _, n := range []int{1, 15, 16, 17, 100} {
			insertPairs(t, d, from, from+n)
			from += n
		}
		var count, nulls int
		if err := d.SQL().QueryRowContext(t.Context(), "SELECT COUNT(*), COUNT(CASE WHEN n IS NULL AND note IS NULL THEN 1 END) FROM pair").Scan(&count, &nulls); err != nil {
			t.Fatal(err)
		}
		if count != from || nulls != from/2 {
			t.Errorf("%d rows, %d of them of nothing; want %d and %d", count, nulls, from, from/2)
		}
	})
}

func readPairs(t *testing.T, d *db.DB, keys []string) (found []string) {
	t.Helper()
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		if err := tx.ByIndex(ctx); err != nil {
			return err
		}
		rows, err := tx.QueryEach(ctx, "SELECT b FROM pair WHERE a = ? AND b = {key}", keys, "x")
		if err != nil {
			return err
		}
		defer rows.Close()
		for rows.Next() {
			var b string
			if err := rows.Scan(&b); err != nil {
				return err
			}
			found = append(found, b)
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestQueryEachReadsTheRowsOfItsKeys(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		pairs(t, d)
		insertPairs(t, d, 0, 50)
		for _, keys := range [][]string{{"000007"}, {"000007", "000049", "none"}, {}} {
			want := 0
			for _, k := range keys {
				if k != "none" {
					want++
				}
			}
			if found := readPairs(t, d, keys); len(found) != want {
				t.Errorf("%q: found %q", keys, found)
			}
		}
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			//lint:ignore rowserrcheck it is refused, and has no rows
			_, err := tx.QueryEach(ctx, "SELECT b FROM pair WHERE b = {key} AND a = ?", nil, "x")
			return err
		})
		if err == nil || !strings.Contains(err.Error(), "{key}") {
			t.Errorf("a query that does not end with its key: %v", err)
		}
	})
}

// A plan that was kept while the table was small looks up each key in the index
// of both columns when the table has grown, and does not read all rows of the
// first column.
func TestQueryEachKeepsToTheIndexWhileATableGrows(t *testing.T) {
	d, err := db.Open(t.Context(), dbtest.Postgres(t), db.Options{MaxConns: 1, Log: dbtest.Quiet()})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	pairs(t, d)
	insertPairs(t, d, 0, 20)
	if _, err := d.SQL().ExecContext(t.Context(), "ALTER TABLE pair SET (autovacuum_enabled = false)"); err != nil {
		t.Fatal(err)
	}
	if _, err := d.SQL().ExecContext(t.Context(), "ANALYZE pair"); err != nil {
		t.Fatal(err)
	}
	keys := []string{"000001", "000002", "000003"}
	for range 8 { // after five, the server keeps one plan
		readPairs(t, d, keys)
	}
	insertPairs(t, d, 20, 20_020)
	before := fetched(t, d)
	readPairs(t, d, keys)
	if read := fetched(t, d) - before; read > 100 {
		t.Errorf("%d rows were read for %d keys", read, len(keys))
	}
}

// fetched is how many rows of pair the one connection has read so far.
func fetched(t *testing.T, d *db.DB) (n int) {
	t.Helper()
	if _, err := d.SQL().ExecContext(t.Context(), "SELECT pg_stat_force_next_flush()"); err != nil {
		t.Fatal(err)
	}
	var read sql.NullInt64
	err := d.SQL().QueryRowContext(t.Context(), "SELECT seq_tup_read + COALESCE(idx_tup_fetch, 0) FROM pg_stat_user_tables WHERE relname = 'pair'").Scan(&read)
	if err != nil {
		t.Fatal(err)
	}
	return int(read.Int64)
}

// Pairs are looked up in an index that begins with what is compared before them.
func TestReadPairsReadsThePairsAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			for _, text := range []string{"CREATE TABLE seat (house TEXT, a TEXT, b TEXT)", "CREATE INDEX seat_place ON seat (house, a, b)",
				"INSERT INTO seat VALUES ('x', 'r1', 'ming'), ('x', 'r1', 'hong'), ('x', 'r2', 'ming'), ('x', 'r2', 'hong'), ('y', 'r1', 'ming')"} {
				if _, err := tx.ExecContext(ctx, text); err != nil {
					return err
				}
			}
			var found []struct{ House, A, B string }
			err := tx.ReadPairs(ctx, &found, "SELECT house, a, b FROM seat WHERE house = ? AND (a, b) = {pair}",
				[][2]string{{"r1", "ming"}, {"r2", "hong"}, {"r3", "ming"}, {`"`, "'"}}, "x")
			if got := fmt.Sprint(found); err != nil || got != "[{x r1 ming} {x r2 hong}]" && got != "[{x r2 hong} {x r1 ming}]" {
				t.Errorf("found %v, %v", found, err)
			}
			if err := tx.ReadPairs(ctx, &found, "SELECT house, a, b FROM seat", nil); err == nil {
				t.Error("a query without a place for the pair")
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}
