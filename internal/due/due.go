// Package due asks companies about work that is due, one lane for each company.
//
// A lane has its own sweep with its own lease, so a silent or slow company
// delays only its own work. A queue of rows (Rows) takes due rows in a short
// transaction that also moves each row's next time, asks outside any
// transaction, and settles. If the process dies between the two, the row is due
// again after that time.
package due

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/calendar"
	"hongyun/internal/job"
)

// Rest is the lane of work whose company is not configured (any more). Its work
// is not asked about, and must not block a queue for ever.
const Rest = ""

// Work is one kind of due work with its lanes.
type Work struct {
	Name  string          // names its sweeps and metrics, such as "wallet.resolve"
	Lanes func() []string // the configured companies, and Rest where the work needs it

	// Run does what is due in one lane.
	Run func(ctx context.Context, lane string) error
	// Oldest is since when the oldest work of a lane has been due; zero: nothing
	// is due. It is only measured, and may be nil.
	Oldest func(ctx context.Context, lane string) (time.Time, error)

	Clock   calendar.Clock
	Metrics prometheus.Registerer // none if nil
	InTurn  bool                  // lanes run one after the other, for a simulation that is to be repeated

	once   sync.Once
	oldest *prometheus.GaugeVec
	asked  *prometheus.CounterVec
}

// Schedule gives each lane a sweep, and so a lease, of its own. Companies are
// configured when the program starts; so are the lanes.
func (w *Work) Schedule(q *job.Queue, every time.Duration) {
	for _, lane := range w.Lanes() {
		q.Every(w.sweep(lane), every, func(ctx context.Context) error { return w.RunLane(ctx, lane) })
	}
}

func (w *Work) sweep(lane string) string {
	if lane == Rest {
		return w.Name + ":rest"
	}
	return w.Name + ":" + lane
}

// RunLane does what is due in one lane and measures it.
func (w *Work) RunLane(ctx context.Context, lane string) error {
	w.count()
	ctx = context.WithValue(ctx, countKey{}, func(outcome string) { w.asked.WithLabelValues(lane, outcome).Inc() })
	err := w.Run(ctx, lane)
	if err != nil {
		err = fmt.Errorf("%s: %w", w.sweep(lane), err)
	}
	return errors.Join(err, w.measure(ctx, lane))
}

func (w *Work) measure(ctx context.Context, lane string) error {
	if w.Oldest == nil || ctx.Err() != nil {
		return nil
	}
	since, err := w.Oldest(ctx, lane)
	if err != nil {
		return fmt.Errorf("measure %s: %w", w.sweep(lane), err)
	}
	var age time.Duration
	if !since.IsZero() {
		age = max(w.Clock.Now().Sub(since), 0)
	}
	w.oldest.WithLabelValues(lane).Set(age.Seconds())
	return nil
}

// RunAll runs every lane at once and waits for all of them. A panic in one is
// handed to the caller once all have ended.
func (w *Work) RunAll(ctx context.Context) error {
	lanes := w.Lanes()
	failed := make([]error, len(lanes))
	together(len(lanes), w.InTurn, func(i int) { failed[i] = w.RunLane(ctx, lanes[i]) })
	return errors.Join(failed...)
}

func (w *Work) count() {
	w.once.Do(func() {
		labels := prometheus.Labels{"work": w.Name}
		w.oldest = prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "hongyun_due_oldest_seconds", Help: "For how long the oldest due work of a lane has waited.", ConstLabels: labels,
		}, []string{"lane"})
		w.asked = prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hongyun_due_questions_total", Help: "Questions to companies by lane, and whether they were answered.", ConstLabels: labels,
		}, []string{"lane", "outcome"})
		if w.Metrics != nil {
			w.Metrics.MustRegister(w.oldest, w.asked)
		}
	})
}

type countKey struct{}

// Asked counts a question of the lane that ctx belongs to.
func Asked(ctx context.Context, err error) {
	count, ok := ctx.Value(countKey{}).(func(string))
	if !ok {
		return // asked outside a lane, by a person
	}
	outcome := "answered"
	if err != nil {
		outcome = "failed"
	}
	count(outcome)
}
