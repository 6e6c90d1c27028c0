package db_test

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
)

// walAfter writes some megabytes while readers overlap all the time, and gives
// the largest size that the write-ahead log had.
func walAfter(t *testing.T, megabytes int, hold time.Duration) (largest int64) {
	t.Helper()
	address := dbtest.SQLite(t)
	d, err := db.Open(t.Context(), address, db.Options{WALSize: 2 << 20, Log: dbtest.Quiet()})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	if _, err := d.SQL().ExecContext(t.Context(), "CREATE TABLE thing (n INTEGER PRIMARY KEY, text TEXT)"); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var readers sync.WaitGroup
	for i := range 4 { // each holds a state of the database, and begins before another ends
		readers.Go(func() {
			time.Sleep(time.Duration(i) * hold / 4)
			for ctx.Err() == nil {
				err := d.Snapshot(ctx, func(ctx context.Context, r db.Reader) error {
					var n int
					if err := r.NewRaw("SELECT COUNT(*) FROM thing").Scan(ctx, &n); err != nil {
						return err
					}
					time.Sleep(hold)
					return nil
				})
				if err != nil && ctx.Err() == nil && !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
			}
		})
	}
	text := strings.Repeat("x", 64<<10)
	for range megabytes * 16 {
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw("INSERT INTO thing (text) VALUES (?)", text).Exec(ctx)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(db.Path(address) + "-wal"); err == nil {
			largest = max(largest, info.Size())
		}
	}
	stop()
	readers.Wait()
	return largest
}

// Readers that overlap all the time do not make the write-ahead log grow with
// what is written (H-144).
func TestTheWriteAheadLogStaysSmallUnderReaders(t *testing.T) {
	if largest := walAfter(t, 40, 20*time.Millisecond); largest > 5<<20 {
		t.Errorf("the log grew to %d MB", largest>>20)
	}
}

// A reader that takes long delays the writer by moments, and the log is emptied
// as soon as it has ended.
func TestALongReaderHoldsTheWriterForMomentsOnly(t *testing.T) {
	if largest := walAfter(t, 24, 400*time.Millisecond); largest > 16<<20 {
		t.Errorf("the log grew to %d MB", largest>>20)
	}
}
