package db_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
)

// limited is a PostgreSQL database whose callers have little time.
func limited(t *testing.T, l db.Limits) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), dbtest.Postgres(t), db.Options{Clock: calendar.NewFixed(dbtest.Noon), Log: dbtest.Quiet(), MaxConns: 4, Limits: l})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	table(t, d)
	return d
}

// DOS-3: the usual limits, and those of jobs and of long work, which leave no
// trace on the connection that they used.
func TestSessionsHaveLimits(t *testing.T) {
	d, err := db.Open(t.Context(), dbtest.Postgres(t), db.Options{Log: dbtest.Quiet(), MaxConns: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	for _, tc := range []struct {
		ctx                   context.Context
		statement, lock, idle string
	}{
		{t.Context(), "5s", "5s", "10s"},
		{db.ForJob(t.Context()), "1min", "10s", "1min"},
		{db.ForLongWork(t.Context()), "1h", "30s", "15min"},
		{db.ForJob(db.ForLongWork(t.Context())), "1h", "30s", "15min"},
		{t.Context(), "5s", "5s", "10s"},
	} {
		for name, want := range map[string]string{"statement_timeout": tc.statement, "lock_timeout": tc.lock, "idle_in_transaction_session_timeout": tc.idle} {
			var got string
			if err := d.NewRaw("SELECT current_setting(?)", name).Scan(tc.ctx, &got); err != nil || got != want {
				t.Errorf("%s is %s, %v; want %s", name, got, err, want)
			}
		}
	}
}

func TestAWaitForALockEndsAsBusy(t *testing.T) {
	d := limited(t, db.Limits{Statement: 5 * time.Second, Lock: 100 * time.Millisecond, Idle: time.Minute})
	if err := insert(d, t.Context(), "a", 1); err != nil {
		t.Fatal(err)
	}
	foreign, err := d.SQL().BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = foreign.Rollback() }()
	if _, err := foreign.Exec("UPDATE thing SET n = 2 WHERE id = 'a'"); err != nil {
		t.Fatal(err)
	}
	change := func(ctx context.Context, tx *db.Tx) error {
		if _, err := tx.NewRaw("INSERT INTO thing (id, n) VALUES ('b', 1)").Exec(ctx); err != nil {
			return err
		}
		_, err := tx.NewRaw("UPDATE thing SET n = 3 WHERE id = 'a'").Exec(ctx)
		return err
	}
	if err := d.Write(t.Context(), change); !errors.Is(err, db.ErrBusy) {
		t.Errorf("Write: %v", err)
	}
	g := db.NewGroup(d, func(ctx context.Context, tx *db.Tx, ops []string) ([]error, error) {
		return make([]error, len(ops)), change(ctx, tx)
	})
	if err := g.Do(t.Context(), "x"); !errors.Is(err, db.ErrBusy) {
		t.Errorf("Group: %v", err)
	}
	if n := count(t, d); n != 1 {
		t.Errorf("%d things are stored, want 1", n)
	}
}

func TestAStatementThatRunsTooLongEndsAsBusy(t *testing.T) {
	d := limited(t, db.Limits{Statement: 100 * time.Millisecond, Lock: time.Second, Idle: time.Minute})
	sleep := func(ctx context.Context) error {
		return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw("SELECT pg_sleep(0.4)").Exec(ctx)
			return err
		})
	}
	if err := sleep(t.Context()); !errors.Is(err, db.ErrBusy) {
		t.Errorf("a caller: %v", err)
	}
	if err := sleep(db.ForJob(t.Context())); err != nil {
		t.Errorf("a job: %v", err)
	}
	var one int
	if err := db.ReadFixed(t.Context(), d, &one, "SELECT 1 FROM pg_sleep(0.4)"); !errors.Is(err, db.ErrBusy) {
		t.Errorf("a read: %v", err)
	}
}

// A node that stops inside a transaction, as a frozen process does, loses its
// locks, and what it did is not stored.
func TestASleeperInsideATransactionLosesItsLocks(t *testing.T) {
	d := limited(t, db.Limits{Statement: 5 * time.Second, Lock: 5 * time.Second, Idle: 200 * time.Millisecond})
	if err := insert(d, t.Context(), "a", 1); err != nil {
		t.Fatal(err)
	}
	set := func(n int, asleep chan struct{}, wake chan struct{}) error {
		return d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw("UPDATE thing SET n = ? WHERE id = 'a'", n).Exec(ctx)
			if asleep != nil {
				close(asleep)
				<-wake
			}
			return err
		})
	}
	asleep, wake := make(chan struct{}), make(chan struct{})
	var slept error
	var wg sync.WaitGroup
	wg.Go(func() { slept = set(2, asleep, wake) })
	<-asleep
	if err := set(3, nil, nil); err != nil {
		t.Errorf("the row stayed locked: %v", err)
	}
	close(wake)
	wg.Wait()
	var n int
	if err := d.NewRaw("SELECT n FROM thing").Scan(t.Context(), &n); err != nil || n != 3 || slept == nil {
		t.Errorf("n is %d, %v; the sleeper got %v", n, err, slept)
	}
}

// Others of the same kind go on while one operation waits for a row that
// another transaction holds, and it goes on when the row is free.
func TestALockedRowDelaysItsOwnOperationOnly(t *testing.T) {
	d := limited(t, db.Limits{Statement: 20 * time.Second, Lock: 20 * time.Second, Idle: time.Minute})
	for _, id := range []string{"a", "b", "c"} {
		if err := insert(d, t.Context(), id, 1); err != nil {
			t.Fatal(err)
		}
	}
	foreign, err := d.SQL().BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = foreign.Rollback() }()
	if _, err := foreign.Exec("UPDATE thing SET n = 2 WHERE id = 'a'"); err != nil {
		t.Fatal(err)
	}
	// One group passes rows over; the other only waits, for which it has little time.
	free := db.NewGroup(d, func(ctx context.Context, tx *db.Tx, ops []string) ([]error, error) {
		refused := make([]error, len(ops))
		for i, id := range ops {
			var locked []string
			if err := db.ReadAllFixed(ctx, tx, &locked, "SELECT id FROM thing WHERE id = ?"+tx.ForUpdateFree(), id); err != nil {
				return nil, err
			}
			if len(locked) == 0 {
				refused[i] = db.ErrAlone
			}
		}
		return refused, nil
	})
	waiting := db.NewGroup(d, func(ctx context.Context, tx *db.Tx, ops []string) ([]error, error) {
		for _, id := range ops {
			if _, err := tx.ExecFixed(ctx, "UPDATE thing SET n = n WHERE id = ?", id); err != nil {
				return nil, err
			}
		}
		return make([]error, len(ops)), nil
	})
	for name, g := range map[string]*db.Group[string]{"passes over": free, "waits": waiting} {
		var own sync.WaitGroup
		done := make(chan error, 1)
		own.Go(func() { done <- g.Do(t.Context(), "a") })
		time.Sleep(20 * time.Millisecond)
		var others sync.WaitGroup
		for _, id := range []string{"b", "c", "b", "c"} {
			others.Go(func() {
				if err := g.Do(t.Context(), id); err != nil {
					t.Errorf("%s, %s: %v", name, id, err)
				}
			})
		}
		others.Wait() // would never return if they waited for the row
		select {
		case err := <-done:
			t.Errorf("%s: a locked row was passed over for good: %v", name, err)
		default:
		}
		defer func() {
			if err := <-done; err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}()
	}
	if err := foreign.Rollback(); err != nil {
		t.Fatal(err)
	}
}

// A caller that gives up after its batch has begun hears how the batch ended:
// "cancelled" must never mean "perhaps done".
func TestTogetherACallerThatGivesUpTooLateHearsTheOutcome(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		table(t, d)
		begun, hold := make(chan struct{}, 2), make(chan struct{})
		g := db.NewGroup(d, func(ctx context.Context, tx *db.Tx, ops []put) ([]error, error) {
			begun <- struct{}{}
			<-hold
			return store(ctx, tx, ops)
		})
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		heard := make([]error, 3)
		wg.Go(func() { heard[0] = g.Do(t.Context(), put{id: "first"}) })
		<-begun
		for i := 1; i < 3; i++ { // two, so that they are a batch
			wg.Go(func() { heard[i] = g.Do(ctx, put{id: string(rune('a' + i))}) })
		}
		time.Sleep(100 * time.Millisecond) // until both wait
		hold <- struct{}{}
		<-begun // the batch is under way
		cancel()
		time.Sleep(20 * time.Millisecond)
		close(hold)
		wg.Wait()
		for i, err := range heard {
			if err != nil {
				t.Errorf("caller %d heard %v", i, err)
			}
		}
		if n := count(t, d); n != 3 {
			t.Errorf("%d things are stored, want 3", n)
		}
	})
}

// SQLite: a caller breaks the transaction that it shares. Its neighbours are
// stored all the same, each by itself.
func TestABrokenTransactionIsNobodyElsesFailure(t *testing.T) {
	d := dbtest.Open(t, dbtest.SQLite(t))
	table(t, d)
	hold := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		_ = d.Write(t.Context(), func(context.Context, *db.Tx) error { <-hold; return nil })
	})
	time.Sleep(50 * time.Millisecond)
	heard := make([]error, 11)
	for i := range heard {
		wg.Go(func() {
			heard[i] = d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				if i == 5 {
					_, err := tx.ExecContext(ctx, "ROLLBACK")
					return err
				}
				_, err := tx.NewRaw("INSERT INTO thing (id, n) VALUES (?, 1)", string(rune('a'+i))).Exec(ctx)
				return err
			})
		})
	}
	time.Sleep(100 * time.Millisecond) // until all wait for the one transaction
	close(hold)
	wg.Wait()
	for i, err := range heard {
		if (err != nil) != (i == 5) {
			t.Errorf("caller %d heard %v", i, err)
		}
	}
	if n := count(t, d); n != 10 {
		t.Errorf("%d things are stored, want 10", n)
	}
}
