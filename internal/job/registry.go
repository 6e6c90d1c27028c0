package job

import (
	"context"
	"fmt"
	"slices"
)

// Names are the registered sweeps and calendar runs, in their order. A test
// that must cover all of them takes its list from here.
func (q *Queue) Names() []string {
	names := make([]string, len(q.sweeps))
	for i, s := range q.sweeps {
		names[i] = s.name
	}
	return names
}

// RunNamed runs one sweep or calendar run now, whether it is due or not. It
// takes no lease and moves no due time: it is for tests and measurements.
func (q *Queue) RunNamed(ctx context.Context, name string) error {
	i := slices.IndexFunc(q.sweeps, func(s *sweep) bool { return s.name == name })
	if i < 0 {
		return fmt.Errorf("no job is called %s", name)
	}
	s := q.sweeps[i]
	return q.timed(ctx, name, func(ctx context.Context) error {
		if s.at != nil {
			return s.at(ctx, q.d.Clock().Now())
		}
		return s.run(ctx)
	})
}
