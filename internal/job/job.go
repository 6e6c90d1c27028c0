// Package job is the program's durable work. It has a queue whose jobs are
// enqueued in the caller's transaction (River, which only this package
// imports). Sweeps look for due rows every so often, and calendar runs happen
// exactly once for each due time.
//
// A job, a sweep and a run may all happen twice: after a crash, or on a node
// that lost its lease. The unique key in the books keeps money from moving
// twice, never the queue. Due times are rows by the program's clock, so that a
// run missed during downtime is caught up.
package job

import (
	"context"
	"database/sql"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riverdatabasesql"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// Args are a job's arguments; Kind names its worker and is stored.
type Args = river.JobArgs

// Config holds the dependencies of a Queue.
type Config struct {
	Log     *slog.Logger
	Metrics prometheus.Registerer // none if nil
	Workers int                   // jobs at once on this node; 4 if 0
	Lease   time.Duration         // how long a node may stay silent before another takes over its run; 20 s if 0
	MaxRun  time.Duration         // how long one run of Every, or one job, may take before it is cancelled; 15 min if 0

	// Alone says that no other node works on this database. A killed process's
	// work is then taken over at once, and not only when its lease has run out.
	Alone bool
}

// Queue runs jobs, sweeps and calendar runs.
type Queue struct {
	d       *db.DB
	log     *slog.Logger
	node    string // who holds a lease
	workers *river.Workers
	kinds   int // of jobs that have a worker
	most    int
	lease   time.Duration
	maxRun  time.Duration
	alone   bool
	river   *river.Client[*sql.Tx]
	sweeps  []*sweep
	rows    dueRows
	took    *prometheus.HistogramVec
	failing failing
	stop    context.CancelFunc
	running sync.WaitGroup
}

// New is a queue on a database. Handle, Every and At come before Start.
func New(d *db.DB, c Config) *Queue {
	q := &Queue{d: d, log: c.Log, node: uuid.NewString(), workers: river.NewWorkers(), most: c.Workers, lease: c.Lease, maxRun: c.MaxRun, alone: c.Alone}
	if q.log == nil {
		q.log = slog.Default()
	}
	if q.most == 0 {
		q.most = 4
	}
	if q.lease == 0 {
		q.lease = 20 * time.Second
	}
	if q.maxRun == 0 {
		q.maxRun = 15 * time.Minute
	}
	q.took = prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "hongyun_job_seconds", Help: "How long jobs, sweeps and calendar runs took.",
		Buckets: []float64{.005, .05, .5, 5, 50},
	}, []string{"name", "outcome"})
	if c.Metrics != nil {
		c.Metrics.MustRegister(q.took)
	}
	return q
}

// Migrate makes the queue's own tables.
func Migrate(ctx context.Context, d *db.DB) error {
	ctx = db.ForLongWork(ctx)
	var err error
	if d.Postgres() {
		err = migrate(ctx, riverdatabasesql.New(d.SQL()))
	} else {
		err = migrate(ctx, riversqlite.New(d.SQL()))
	}
	if err != nil {
		return fmt.Errorf("job tables: %w", err)
	}
	return nil
}

// Handle gives jobs of one kind their worker. A worker that returns an error is
// run again, later and later, up to 25 times.
func Handle[A Args](q *Queue, work func(ctx context.Context, args A) error) {
	q.kinds++
	river.AddWorker(q.workers, river.WorkFunc(func(ctx context.Context, j *river.Job[A]) error {
		return q.timed(ctx, j.Kind, func(ctx context.Context) error { return work(ctx, j.Args) })
	}))
}

// HandleLong is Handle for a check that reads whole tables or asks companies
// about everything: it ends when it is done, and not after MaxRun.
func HandleLong[A Args](q *Queue, work func(ctx context.Context, args A) error) {
	q.kinds++
	river.AddWorker(q.workers, &longWorker[A]{work: func(ctx context.Context, j *river.Job[A]) error {
		return q.timed(ctx, j.Kind, func(ctx context.Context) error { return work(ctx, j.Args) })
	}})
}

type longWorker[A Args] struct {
	river.WorkerDefaults[A]
	work func(ctx context.Context, j *river.Job[A]) error
}

func (w *longWorker[A]) Work(ctx context.Context, j *river.Job[A]) error { return w.work(ctx, j) }

func (w *longWorker[A]) Timeout(*river.Job[A]) time.Duration { return maxCalendarRun }

// Cancel is a worker's result when a retry is useless.
func Cancel(err error) error { return river.JobCancel(err) }

// Snooze is a worker's result to be run again after a while, without a failure.
func Snooze(d time.Duration) error { return river.JobSnooze(d) }

// Option says how a job is enqueued.
type Option func(*river.InsertOpts)

// Once keeps a second job with equal arguments out while the first is waiting
// or at work.
func Once() Option {
	return func(o *river.InsertOpts) { o.UniqueOpts = river.UniqueOpts{ByArgs: true} }
}

// Enqueue stores a job in the caller's transaction: it exists if and only if
// what it is about exists.
func (q *Queue) Enqueue(ctx context.Context, tx *db.Tx, args Args, options ...Option) error {
	client, err := q.client()
	if err != nil {
		return err
	}
	o := &river.InsertOpts{}
	for _, set := range options {
		set(o)
	}
	if _, err := client.InsertTx(ctx, tx.Tx.Tx, args, o); err != nil {
		return fmt.Errorf("enqueue %s: %w", args.Kind(), err)
	}
	return nil
}

func (q *Queue) client() (*river.Client[*sql.Tx], error) {
	if q.river != nil {
		return q.river, nil
	}
	c := &river.Config{
		Queues:  map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: q.most}},
		Workers: q.workers, Logger: q.log,
		FetchPollInterval: 250 * time.Millisecond, FetchCooldown: 100 * time.Millisecond,
		JobTimeout: q.maxRun, CompletedJobRetentionPeriod: time.Hour,
	}
	var err error
	if q.d.Postgres() {
		q.river, err = river.NewClient(riverdatabasesql.New(q.d.SQL()), c)
	} else {
		q.river, err = river.NewClient(riversqlite.New(q.d.SQL()), c)
	}
	return q.river, err
}

// Start begins to work. It returns at once; Stop ends it.
func (q *Queue) Start(ctx context.Context) error {
	client, err := q.client()
	if err != nil {
		return err
	}
	if q.alone {
		if err := q.takeOver(ctx); err != nil {
			return err
		}
	}
	ctx, q.stop = context.WithCancel(context.WithoutCancel(ctx))
	if q.kinds > 0 { // River refuses to start without a worker
		if err := client.Start(ctx); err != nil {
			return fmt.Errorf("start the queue: %w", err)
		}
	}
	moved := make(chan struct{}, 1)
	if m, ok := q.d.Clock().(interface{ OnMove(func()) }); ok {
		m.OnMove(func() {
			select {
			case moved <- struct{}{}:
			default:
			}
		})
	}
	for _, s := range q.sweeps {
		q.running.Go(func() { q.loop(ctx, s) })
	}
	q.running.Go(func() { q.passOn(ctx, moved) })
	return nil
}

// Stop lets what is at work finish, as long as ctx allows.
func (q *Queue) Stop(ctx context.Context) error {
	if q.stop == nil {
		return nil
	}
	q.stop()
	var err error
	if q.kinds > 0 {
		err = q.river.Stop(ctx)
	}
	done := make(chan struct{})
	go func() { q.running.Wait(); close(done) }()
	select {
	case <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// timed runs something by its name, measures it, and keeps its panic from
// ending the process: the next sweep must still happen.
func (q *Queue) timed(ctx context.Context, name string, run func(context.Context) error) (err error) {
	begin := calendar.System().Now()
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%s panicked: %v", name, p)
			q.log.ErrorContext(ctx, "job panicked", "job", name, "panic", p)
		}
		outcome := "ok"
		if err != nil {
			outcome = "error"
		}
		q.failing.note(ctx, name, err)
		q.took.WithLabelValues(name, outcome).Observe(calendar.System().Now().Sub(begin).Seconds())
	}()
	return run(db.ForJob(ctx)) // work that reads whole tables asks for more by itself
}

func migrate[T any](ctx context.Context, driver riverdriver.Driver[T]) error {
	m, err := rivermigrate.New(driver, nil)
	if err != nil {
		return err
	}
	_, err = m.Migrate(ctx, rivermigrate.DirectionUp, nil)
	return err
}
