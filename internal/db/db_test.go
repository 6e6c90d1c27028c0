package db_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
)

func table(t *testing.T, d *db.DB) {
	t.Helper()
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("CREATE TABLE thing (id TEXT PRIMARY KEY, n BIGINT NOT NULL CHECK (n >= 0))").Exec(ctx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func insert(d *db.DB, ctx context.Context, id string, n int) error {
	return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("INSERT INTO thing (id, n) VALUES (?, ?)", id, n).Exec(ctx)
		return err
	})
}

func count(t *testing.T, d *db.DB) int {
	t.Helper()
	var n int
	if err := d.NewRaw("SELECT count(*) FROM thing").Scan(context.Background(), &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// One bad operation must not fail its neighbours, whatever kind of bad it is:
// a fault, a broken rule of the database, a duplicate, a panic.
func TestAFailureRollsBackItsCallerAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		table(t, d)
		refused := errors.New("refused")
		var wg sync.WaitGroup
		var stored, wrong atomic.Int32
		for i := range 200 {
			wg.Go(func() {
				defer func() {
					if p := recover(); (p != nil) != (i%5 == 4) {
						wrong.Add(1)
					}
				}()
				err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					n := i
					if i%5 == 1 {
						n = -1
					}
					if _, err := tx.NewRaw("INSERT INTO thing (id, n) VALUES (?, ?)", fmt.Sprint("id", i), n).Exec(ctx); err != nil {
						return err
					}
					switch i % 5 {
					case 2:
						return refused
					case 3:
						_, err := tx.NewRaw("INSERT INTO thing (id, n) VALUES (?, 1)", fmt.Sprint("id", i)).Exec(ctx)
						return err
					case 4:
						panic("a bug of one caller")
					}
					return nil
				})
				switch {
				case i%5 == 0 && err == nil:
					stored.Add(1)
				case i%5 == 1 && db.IsCheck(err), i%5 == 2 && errors.Is(err, refused), i%5 == 3 && db.IsDuplicate(err):
				default:
					wrong.Add(1)
					t.Errorf("caller %d heard %v", i, err)
				}
			})
		}
		wg.Wait()
		if got := count(t, d); got != 40 || stored.Load() != 40 || wrong.Load() != 0 {
			t.Errorf("%d rows stored, %d callers told so, %d surprised; want 40, 40, 0", got, stored.Load(), wrong.Load())
		}
	})
}

// A test that fails inside Write ends the goroutine it runs on; the database
// must go on and tell the others.
func TestAnEndedGoroutineDoesNotStopTheDatabase(t *testing.T) {
	d := dbtest.Open(t, dbtest.SQLite(t))
	table(t, d)
	done := make(chan error, 1)
	go func() {
		done <- d.Write(context.Background(), func(context.Context, *db.Tx) error {
			exit()
			return nil
		})
	}()
	if err := <-done; err == nil {
		t.Error("the caller was told that it committed")
	}
	if err := insert(d, t.Context(), "after", 1); err != nil {
		t.Errorf("the database stopped: %v", err)
	}
}

func TestACallerWhoGaveUpBeforeItsTurnLeavesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		table(t, d)
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := insert(d, ctx, "gone", 1); !errors.Is(err, context.Canceled) {
			t.Errorf("heard %v", err)
		}
		if n := count(t, d); n != 0 {
			t.Errorf("%d rows", n)
		}
	})
}

// On SQLite a cancelled statement would undo the whole shared transaction, so
// a caller's cancellation never reaches it.
func TestCancellingDuringAWriteDoesNotHurtNeighbours(t *testing.T) {
	d := dbtest.Open(t, dbtest.SQLite(t))
	table(t, d)
	var wg sync.WaitGroup
	for i := range 100 {
		wg.Go(func() {
			ctx, cancel := context.WithCancel(context.Background())
			defer cancel()
			err := d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				if i%3 == 0 {
					cancel()
				}
				_, err := tx.NewRaw("INSERT INTO thing (id, n) VALUES (?, 1)", fmt.Sprint(i)).Exec(ctx)
				return err
			})
			if err != nil {
				t.Errorf("caller %d: %v", i, err)
			}
		})
	}
	wg.Wait()
	if n := count(t, d); n != 100 {
		t.Errorf("%d rows, want 100", n)
	}
}

func TestWriteInsideWriteIsRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		err := d.Write(t.Context(), func(ctx context.Context, _ *db.Tx) error {
			return d.Write(ctx, func(context.Context, *db.Tx) error { return nil })
		})
		if !errors.Is(err, db.ErrNested) {
			t.Errorf("heard %v", err)
		}
	})
}

func TestAfterCommitRunsOnlyAfterACommit(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ran := 0
		for _, fail := range []bool{true, false} {
			_ = d.Write(t.Context(), func(_ context.Context, tx *db.Tx) error {
				tx.AfterCommit(func() { ran++ })
				if fail {
					return errors.New("no")
				}
				return nil
			})
		}
		if ran != 1 {
			t.Errorf("ran %d times, want 1", ran)
		}
	})
}

// Two transactions that lock in opposite order deadlock on PostgreSQL; the
// caller must not see it.
func TestDeadlocksAreRunAgain(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		table(t, d)
		for _, id := range []string{"a", "b"} {
			if err := insert(d, t.Context(), id, 0); err != nil {
				t.Fatal(err)
			}
		}
		var wg sync.WaitGroup
		for i := range 4 {
			wg.Go(func() {
				ids := []string{"a", "b"}
				if i%2 == 1 {
					ids = []string{"b", "a"}
				}
				err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					for _, id := range ids {
						if _, err := tx.NewRaw("UPDATE thing SET n = n + 1 WHERE id = ?", id).Exec(ctx); err != nil {
							return err
						}
						if d.Postgres() {
							time.Sleep(2 * time.Millisecond)
						}
					}
					return nil
				})
				if err != nil {
					t.Errorf("caller %d: %v", i, err)
				}
			})
		}
		wg.Wait()
		var n int
		if err := d.NewRaw("SELECT CAST(sum(n) AS BIGINT) FROM thing").Scan(t.Context(), &n); err != nil || n != 8 {
			t.Errorf("sum %d, %v; want 8", n, err)
		}
	})
}

// A transaction that collides with others however often it is run again has
// written nothing, and its caller hears that the database is busy.
func TestWhoAlwaysCollidesHearsThatItIsBusy(t *testing.T) {
	d := dbtest.Open(t, dbtest.Postgres(t))
	runs := 0
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		runs++
		_, err := tx.NewRaw("DO $$ BEGIN RAISE EXCEPTION 'collided' USING ERRCODE = '40001'; END $$").Exec(ctx)
		return err
	})
	if !errors.Is(err, db.ErrBusy) || runs < 10 {
		t.Errorf("after %d runs: %v", runs, err)
	}
}

func TestSnapshotSeesOneState(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		table(t, d)
		err := d.Snapshot(t.Context(), func(ctx context.Context, r db.Reader) error {
			var before, after int
			if err := r.NewRaw("SELECT count(*) FROM thing").Scan(ctx, &before); err != nil {
				return err
			}
			if err := insert(d, context.Background(), "meanwhile", 1); err != nil {
				return err
			}
			if err := r.NewRaw("SELECT count(*) FROM thing").Scan(ctx, &after); err != nil {
				return err
			}
			if before != after {
				t.Errorf("%d, then %d", before, after)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	})
}

func TestLikeFindsTextLiterally(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		table(t, d)
		for _, id := range []string{"100%", "1000", "Ab_c", "abxc"} {
			if err := insert(d, t.Context(), id, 1); err != nil {
				t.Fatal(err)
			}
		}
		for text, want := range map[string]string{"0%": "100%", "B_C": "Ab_c"} {
			var got []string
			if err := d.NewRaw("SELECT id FROM thing WHERE "+d.Like("id"), db.Contains(text)).Scan(t.Context(), &got); err != nil {
				t.Fatal(err)
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%q finds %v, want %s", text, got, want)
			}
		}
	})
}

func TestMigrateTwiceChangesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		if err := d.Migrate(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestNoRowIsErrNoRows(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		table(t, d)
		var row struct{ ID string }
		if err := d.NewRaw("SELECT id FROM thing WHERE id = 'x'").Scan(t.Context(), &row); !errors.Is(err, sql.ErrNoRows) {
			t.Errorf("heard %v", err)
		}
	})
}

// An answered write survives a killed process: the parent counts what the
// child was told is stored, kills it, and looks.
func TestAnsweredWritesSurviveAKill(t *testing.T) {
	if os.Getenv("DB_KILL_FILE") != "" {
		writeUntilKilled(t)
		return
	}
	address := dbtest.SQLite(t)
	child := exec.Command(os.Args[0], "-test.run=^TestAnsweredWritesSurviveAKill$")
	child.Env = append(os.Environ(), "DB_KILL_FILE="+address)
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(700*time.Millisecond, func() { _ = child.Process.Kill() })
	told := readLines(out)
	_ = child.Wait()
	d := dbtest.Open(t, address)
	for _, id := range told {
		var n int
		if err := d.NewRaw("SELECT count(*) FROM thing WHERE id = ?", id).Scan(t.Context(), &n); err != nil || n != 1 {
			t.Fatalf("%s was answered and is gone (%d, %v)", id, n, err)
		}
	}
	if len(told) == 0 {
		t.Error("the child stored nothing: the test proved nothing")
	}
	if _, err := os.Stat(filepath.Clean(strings.TrimPrefix(address, "sqlite:"))); err != nil {
		t.Error(err)
	}
}
