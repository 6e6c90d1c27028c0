package job

import (
	"context"
	"errors"
	"maps"
	"sync"

	"github.com/riverqueue/river"
)

// failing counts the failures of jobs in a row on this node.
type failing struct {
	mu    sync.Mutex
	times map[string]int
}

func (f *failing) note(ctx context.Context, name string, err error) {
	var later *river.JobSnoozeError
	if errors.As(err, &later) || err != nil && errors.Is(ctx.Err(), context.Canceled) {
		return // it did not fail: it waits, or the process stops
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if err == nil {
		delete(f.times, name)
		return
	}
	if f.times == nil {
		f.times = map[string]int{}
	}
	f.times[name]++
}

// Failing is how often each job, sweep and calendar run failed in a row on this
// node, without those whose last run was good.
func (q *Queue) Failing() map[string]int {
	q.failing.mu.Lock()
	defer q.failing.mu.Unlock()
	return maps.Clone(q.failing.times)
}
