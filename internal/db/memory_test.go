package db_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"hongyun/internal/db"
)

// A database that hangs holds everybody as long as one reading, however many
// wait, and whoever leaves is let go.
func TestWhoWaitsBehindAFailedReadingSharesIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		down := errors.New("the database hangs")
		var readings atomic.Int32
		m := db.NewMemory(5*time.Second, func(ctx context.Context) (int, error) {
			readings.Add(1)
			<-ctx.Done()
			return 0, down
		})
		began := time.Now()
		var waiting sync.WaitGroup
		for range 100 {
			waiting.Go(func() {
				if _, err := m.Get(t.Context()); !errors.Is(err, down) {
					t.Errorf("heard %v", err)
				}
			})
		}
		waiting.Go(func() {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			synctest.Wait() // behind the others
			if _, err := m.Get(ctx); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > time.Second {
				t.Errorf("left after %v with %v", time.Since(began), err)
			}
		})
		waiting.Wait()
		if took := time.Since(began); took != 5*time.Second || readings.Load() != 1 {
			t.Errorf("held for %v by %d readings", took, readings.Load())
		}
		// Whoever comes later tries for themselves.
		if _, err := m.Get(t.Context()); !errors.Is(err, down) || readings.Load() != 2 {
			t.Errorf("later: %v after %d readings", err, readings.Load())
		}
	})
}
