package due

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"hongyun/internal/db"
)

// takeFor is how long one run of a lane goes on taking rows. The next run
// follows at once; the end only lets the lane be measured and its lease end.
const takeFor = time.Minute

// Rows is a queue in a table: rows of one kind that a company is to be asked about.
type Rows[T any] struct {
	DB *db.DB
	// Take locks at most limit due rows of a lane and returns them. It moves
	// each one's next time to after its question can have ended.
	Take func(ctx context.Context, tx *db.Tx, lane string, limit int) ([]T, error)
	// Taken, where set, is called between the commit of a Take and the questions.
	Taken func()
	// Ask asks about one row and settles what the answer proves. Its failures are
	// its own to log: the row is due again. An error ends the run.
	Ask func(ctx context.Context, lane string, row T) error

	Parallel int  // questions of one lane under way at once
	InTurn   bool // one question after the other
}

// Run takes and asks until no more is due. It takes a row only when there is a
// place to ask about it. So the row is not due again before it was asked about.
func (r Rows[T]) Run(ctx context.Context, lane string) error {
	taking, cancel := context.WithTimeout(ctx, takeFor)
	defer cancel()
	a := &asking{places: make(chan struct{}, r.Parallel)}
	for taking.Err() == nil {
		free := a.reserve(taking)
		if free == 0 {
			break
		}
		rows, err := r.take(ctx, lane, free)
		if err != nil || len(rows) == 0 {
			a.give(free)
			a.fail(err)
			break
		}
		a.give(free - len(rows))
		for _, row := range rows {
			a.start(r.InTurn, func() error { return r.Ask(ctx, lane, row) })
		}
		if len(rows) < free || a.ended.Load() {
			break // no more is due, or the run has failed
		}
	}
	return a.wait()
}

func (r Rows[T]) take(ctx context.Context, lane string, limit int) (rows []T, err error) {
	err = r.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
		rows, err = r.Take(ctx, tx, lane, limit)
		return err
	})
	if err == nil && len(rows) > 0 && r.Taken != nil {
		r.Taken()
	}
	return rows, err
}

// asking is the questions of one run that are under way.
type asking struct {
	places chan struct{}
	wg     sync.WaitGroup
	ended  atomic.Bool // by an error or a panic

	mu       sync.Mutex
	err      error
	panicked *any
}

// reserve waits for a free place and takes all that are free.
func (a *asking) reserve(ctx context.Context) (n int) {
	select {
	case a.places <- struct{}{}:
		n = 1
	case <-ctx.Done():
		return 0
	}
	for {
		select {
		case a.places <- struct{}{}:
			n++
		default:
			return n
		}
	}
}

func (a *asking) give(n int) {
	for range n {
		<-a.places
	}
}

func (a *asking) start(inTurn bool, ask func() error) {
	run := func() {
		defer a.give(1)
		defer func() {
			if p := recover(); p != nil {
				a.mu.Lock()
				a.panicked = &p
				a.mu.Unlock()
				a.ended.Store(true)
			}
		}()
		if a.ended.Load() {
			return // the row is due again later
		}
		a.fail(ask())
	}
	if inTurn {
		run()
		return
	}
	a.wg.Go(run)
}

func (a *asking) fail(err error) {
	if err == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.err == nil {
		a.err = err
	}
	a.ended.Store(true)
}

// wait ends with the first error. A panic belongs to the caller of the run and
// not to the process.
func (a *asking) wait() error {
	a.wg.Wait()
	if a.panicked != nil {
		panic(*a.panicked)
	}
	return a.err
}

// together does something for each of n at the same time and waits for all.
func together(n int, inTurn bool, do func(i int)) {
	a := &asking{places: make(chan struct{}, n)}
	for i := range n {
		a.places <- struct{}{}
		a.start(inTurn, func() error { do(i); return nil })
	}
	_ = a.wait()
}
