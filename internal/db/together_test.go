package db_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
)

// put is an operation of the groups below: it stores a thing once.
type put struct {
	id   string
	n    int64
	does string // what is wrong with it
}

var errUnwanted = errors.New("unwanted")

// crowd is a group that stores things, and lets a test have many callers meet
// in one transaction: the first caller waits until all others stand in line.
type crowd struct {
	*db.Group[put]
	hold    chan struct{}
	largest atomic.Int32 // batch
	single  atomic.Int32 // transactions of one
}

func newCrowd(t *testing.T, d *db.DB) *crowd {
	c := &crowd{hold: make(chan struct{})}
	c.Group = db.NewGroup(d, func(ctx context.Context, tx *db.Tx, ops []put) ([]error, error) {
		if ops[0].does == "hold" {
			<-c.hold
		}
		if n := int32(len(ops)); n == 1 {
			c.single.Add(1)
		} else if n > c.largest.Load() {
			c.largest.Store(n)
		}
		return store(ctx, tx, ops)
	})
	return c
}

// store decides first and writes then, as groups do.
func store(ctx context.Context, tx *db.Tx, ops []put) ([]error, error) {
	refused := make([]error, len(ops))
	ids := make([]string, len(ops))
	for i, o := range ops {
		ids[i] = o.id
	}
	known, beside := map[string]bool{}, map[string]bool{}
	var stored []string
	where, arg := tx.Among("id", ids)
	if err := db.ReadAllFixed(ctx, tx, &stored, "SELECT id FROM thing WHERE "+where, arg); err != nil {
		return nil, err
	}
	for _, id := range stored {
		known[id] = true
	}
	var rows [][]any
	for i, o := range ops {
		switch {
		case o.does == "unwanted":
			refused[i] = errUnwanted
		case beside[o.id]:
			refused[i] = db.ErrAlone
		case !known[o.id]:
			rows = append(rows, []any{o.id, o.n})
			beside[o.id] = true
		}
	}
	if _, err := tx.InsertRows(ctx, "thing (id, n)", "", rows); err != nil {
		return nil, err
	}
	for _, o := range ops {
		switch o.does {
		case "panic":
			panic("a bug of one caller")
		case "end":
			runtime.Goexit()
		}
	}
	return refused, nil
}

// meet has all operations wait while the first is at work, and gives what each
// of their callers heard.
func (c *crowd) meet(ops []put) []error {
	heard := make([]error, len(ops))
	var wg sync.WaitGroup
	wg.Go(func() { _ = c.Do(context.Background(), put{id: "first", does: "hold"}) })
	time.Sleep(20 * time.Millisecond)
	for i, o := range ops {
		wg.Add(1)
		go func() {
			defer wg.Done()
			defer func() {
				if p := recover(); p != nil {
					heard[i] = fmt.Errorf("panic: %v", p)
				}
			}()
			heard[i] = errors.New("its goroutine was ended")
			heard[i] = c.Do(context.Background(), o)
		}()
	}
	time.Sleep(100 * time.Millisecond)
	close(c.hold)
	wg.Wait()
	return heard
}

func things(n int, bad string) []put {
	ops := make([]put, n)
	for i := range ops {
		ops[i] = put{id: fmt.Sprint("thing", i), n: int64(i)}
	}
	if bad != "" {
		ops[n/2].does = bad
	}
	return ops
}

// The dangers of doing many things in one transaction: whatever one of them
// does, its neighbours are stored and told so, and it hears its own fault.
func TestTogetherOneHarmsNobodyElse(t *testing.T) {
	const n = 20
	for _, tc := range []struct {
		bad, hears string
		alone      bool // whether the transaction broke and each went by itself
	}{
		{"", "", false},
		{"unwanted", "unwanted", false},
		{"check", "", true}, // the database refuses it: what it hears depends on the engine
		{"panic", "panic: a bug of one caller", true},
	} {
		t.Run("one is "+tc.bad, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				table(t, d)
				c := newCrowd(t, d)
				ops := things(n, tc.bad)
				if tc.bad == "check" {
					ops[n/2].n = -1
				}
				heard := c.meet(ops)
				for i, err := range heard {
					switch {
					case i != n/2 || tc.bad == "":
						if err != nil {
							t.Errorf("neighbour %d heard %v", i, err)
						}
					case tc.bad == "check":
						if !db.IsCheck(err) {
							t.Errorf("it heard %v", err)
						}
					case err == nil || err.Error() != tc.hears:
						t.Errorf("it heard %v, want %s", err, tc.hears)
					}
				}
				want := n + 1
				if tc.bad != "" {
					want--
				}
				if got := count(t, d); got != want {
					t.Errorf("%d things stored, want %d", got, want)
				}
				if c.largest.Load() != n {
					t.Errorf("the largest batch was %d, want %d", c.largest.Load(), n)
				}
				if alone := c.single.Load() > 1; alone != tc.alone {
					t.Errorf("%d transactions of one", c.single.Load())
				}
			})
		})
	}
}

// The same order in one batch: one is stored, the others are answered from
// what is stored, once it is.
func TestTogetherADuplicateIsAnsweredFromTheStore(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		table(t, d)
		c := newCrowd(t, d)
		ops := things(10, "")
		for i := range 5 {
			ops[i].id = "same"
		}
		for i, err := range c.meet(ops) {
			if err != nil {
				t.Errorf("caller %d heard %v", i, err)
			}
		}
		if got := count(t, d); got != 7 {
			t.Errorf("%d things stored, want 7", got)
		}
	})
}

// A test that fails inside ends the goroutine that works for all; the others
// are done all the same. (On SQLite each then shares the committer's next
// transaction with it, and hears of that.)
func TestTogetherAnEndedGoroutineIsNobodysLoss(t *testing.T) {
	d := dbtest.Open(t, dbtest.Postgres(t))
	table(t, d)
	for i, err := range newCrowd(t, d).meet(things(10, "end")) {
		if (err != nil) != (i == 5) {
			t.Errorf("caller %d heard %v", i, err)
		}
	}
	if got := count(t, d); got != 10 {
		t.Errorf("%d things stored, want 10", got)
	}
}

func TestTogetherWhoGivesUpInTimeLeavesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		table(t, d)
		c := newCrowd(t, d)
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			time.Sleep(60 * time.Millisecond)
			cancel()
		}()
		var gaveUp error
		var wg sync.WaitGroup
		wg.Go(func() {
			time.Sleep(30 * time.Millisecond)
			gaveUp = c.Do(ctx, put{id: "gone"})
		})
		c.meet(things(3, ""))
		wg.Wait()
		if !errors.Is(gaveUp, context.Canceled) || count(t, d) != 4 {
			t.Errorf("heard %v, %d things stored", gaveUp, count(t, d))
		}
	})
}

func TestTogetherInsideWriteIsRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		c := newCrowd(t, d)
		err := d.Write(t.Context(), func(ctx context.Context, _ *db.Tx) error { return c.Do(ctx, put{id: "x"}) })
		if !errors.Is(err, db.ErrNested) {
			t.Errorf("heard %v", err)
		}
	})
}

// Several nodes on one database: each has its own group, all take the same
// rows in different orders, and nothing is lost (the rows are locked in the
// order of their names and no balance is remembered).
func TestTogetherOnSeveralNodes(t *testing.T) {
	address := dbtest.Postgres(t)
	const nodes, callers, moves = 3, 8, 25
	first := dbtest.Open(t, address)
	table(t, first)
	for i := range 10 {
		if err := insert(first, t.Context(), fmt.Sprint("t", i), 1000); err != nil {
			t.Fatal(err)
		}
	}
	var wg sync.WaitGroup
	for range nodes {
		d := dbtest.Open(t, address)
		g := db.NewGroup(d, move)
		for c := range callers {
			wg.Go(func() {
				for m := range moves {
					if err := g.Do(context.Background(), [2]string{fmt.Sprint("t", (c+m)%10), fmt.Sprint("t", (c*3+m*7+1)%10)}); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
	wg.Wait()
	var sum, moved int64
	if err := first.NewRaw("SELECT CAST(SUM(n) AS BIGINT), CAST(SUM(CASE WHEN n <> 1000 THEN 1 ELSE 0 END) AS BIGINT) FROM thing").Scan(t.Context(), &sum, &moved); err != nil {
		t.Fatal(err)
	}
	if sum != 10_000 || moved == 0 {
		t.Errorf("the sum is %d, %d rows changed", sum, moved)
	}
}

// move takes one from a thing and adds it to another, by what it read under lock.
func move(ctx context.Context, tx *db.Tx, ops [][2]string) ([]error, error) {
	var ids []string
	for _, o := range ops {
		ids = append(ids, o[0], o[1])
	}
	var rows []struct {
		ID string
		N  int64
	}
	where, arg := tx.Among("id", ids)
	if err := db.ReadAllFixed(ctx, tx, &rows, "SELECT id, n FROM thing WHERE "+where+" ORDER BY id"+tx.ForUpdate(), arg); err != nil {
		return nil, err
	}
	n := map[string]int64{}
	for _, r := range rows {
		n[r.ID] = r.N
	}
	for _, o := range ops {
		n[o[0]]--
		n[o[1]]++
	}
	var after [][]any
	for id, has := range n {
		after = append(after, []any{has, id})
	}
	_, err := tx.ExecRows(ctx, "UPDATE thing SET n = ? WHERE id = ?",
		"UPDATE thing SET n = c.n FROM {rows} AS c (n, id) WHERE thing.id = c.id", after)
	return make([]error, len(ops)), err
}

// Reads that go together get each their own answer, a missing row included.
func TestReadsTogetherGetTheirOwnAnswers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		table(t, d)
		for i := range 20 {
			if err := insert(d, t.Context(), fmt.Sprint("t", i), i); err != nil {
				t.Fatal(err)
			}
		}
		var wg sync.WaitGroup
		for w := range 40 {
			wg.Go(func() {
				for range 20 {
					var row struct {
						ID string
						N  int
					}
					err := db.ReadFixed(t.Context(), d, &row, "SELECT id, n FROM thing WHERE id = ?", fmt.Sprint("t", w))
					switch {
					case w < 20 && (err != nil || row.N != w || row.ID != fmt.Sprint("t", w)):
						t.Errorf("t%d reads %+v, %v", w, row, err)
					case w >= 20 && (err == nil || err.Error() != "sql: no rows in result set"):
						t.Errorf("a missing row: %v", err)
					}
					var all []int64
					if err := db.ReadAllFixed(t.Context(), d, &all, "SELECT n FROM thing WHERE n < ? ORDER BY n", w); err != nil || len(all) != min(w, 20) {
						t.Errorf("below %d: %v, %v", w, all, err)
					}
				}
			})
		}
		wg.Wait()
	})
}
