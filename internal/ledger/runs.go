package ledger

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/job"
)

// States of a run.
const (
	Running   = "running"
	Passed    = "passed"
	Failed    = "failed"
	Undecided = "error" // it could not look; that is no verdict
)

// RunStates are the states of a run.
var RunStates = []string{Running, Passed, Failed, Undecided}

// Run is one verification of the books.
type Run struct {
	ID         string
	StartedAt  time.Time
	FinishedAt time.Time // zero while running
	By         string
	State      string
	Problem    string // why it is undecided
	Report     Report
}

// Verifier goes through the books in the background and keeps what it found.
type Verifier struct {
	l      *Ledger
	d      *db.DB
	queue  *job.Queue
	log    *slog.Logger
	passed prometheus.Gauge
}

// verifyArgs is the job of one run.
type verifyArgs struct {
	ID string `json:"id"`
}

// Kind names the job's worker.
func (verifyArgs) Kind() string { return "books_verify" }

// NewVerifier connects runs to the queue that does them.
func NewVerifier(d *db.DB, l *Ledger, q *job.Queue, log *slog.Logger, metrics prometheus.Registerer) *Verifier {
	v := &Verifier{l: l, d: d, queue: q, log: log, passed: prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "hongyun_books_passed", Help: "1 if the last run through the books found nothing wrong, 0 if it did.",
	})}
	if metrics != nil {
		metrics.MustRegister(v.passed)
	}
	job.HandleLong(q, func(ctx context.Context, a verifyArgs) error { return v.work(ctx, a.ID, l.Verify) })
	return v
}

// Start begins a run in the background, or fails with ErrRunning. It calls
// also, which writes the audit note, in the same transaction.
func (v *Verifier) Start(ctx context.Context, by string, also func(ctx context.Context, tx *db.Tx, run string) error) (Run, error) {
	return v.begin(ctx, by, func(ctx context.Context, tx *db.Tx, id string) error {
		if err := v.queue.Enqueue(ctx, tx, verifyArgs{id}); err != nil {
			return err
		}
		return also(ctx, tx, id)
	})
}

// Now reads everything at once and waits for it.
func (v *Verifier) Now(ctx context.Context, by string) (Run, error) {
	return v.now(ctx, by, v.l.Verify)
}

// Night is Now as it is done every night: see Ledger.VerifyNight.
func (v *Verifier) Night(ctx context.Context, by string) (Run, error) {
	return v.now(ctx, by, v.l.VerifyNight)
}

func (v *Verifier) now(ctx context.Context, by string, verify func(context.Context) (Report, error)) (Run, error) {
	run, err := v.begin(ctx, by, func(context.Context, *db.Tx, string) error { return nil })
	if err != nil {
		return Run{}, err
	}
	if err := v.work(ctx, run.ID, verify); err != nil {
		return Run{}, err
	}
	return v.find(ctx, run.ID)
}

func (v *Verifier) begin(ctx context.Context, by string, then func(context.Context, *db.Tx, string) error) (Run, error) {
	run := Run{ID: uuid.Must(uuid.NewV7()).String(), By: by, State: Running}
	err := v.d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run.StartedAt = tx.Now()
		server := v.d.ServerMillis()
		_, err := tx.NewRaw("UPDATE books_run SET state = 'error', problem = 'the run never ended', finished_at = ?0 WHERE state = 'running' AND beat_at < "+server+" - ?1",
			tx.NowMillis(), job.SilentAfter.Milliseconds()).Exec(ctx)
		if err != nil {
			return fmt.Errorf("end a dead run: %w", err)
		}
		made, err := tx.NewRaw("INSERT INTO books_run (id, started_at, made_by, state, beat_at) VALUES (?, ?, ?, 'running', "+server+") ON CONFLICT (state) WHERE state = 'running' DO NOTHING",
			run.ID, tx.NowMillis(), by).Exec(ctx)
		if err != nil {
			return fmt.Errorf("begin a run: %w", err)
		}
		if n, _ := made.RowsAffected(); n == 0 {
			return ErrRunning
		}
		return then(ctx, tx, run.ID)
	})
	return run, err
}

// work goes through the books and writes down what it found. Repeating it for
// a run that has ended does nothing.
func (v *Verifier) work(ctx context.Context, id string, verify func(context.Context) (Report, error)) error {
	run, err := v.find(ctx, id)
	if err != nil || run.State != Running {
		return err
	}
	stop := job.Beating(ctx, v.log, func(ctx context.Context) error {
		return v.d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw("UPDATE books_run SET beat_at = "+v.d.ServerMillis()+" WHERE id = ? AND state = 'running'", id).Exec(ctx)
			return err
		})
	})
	defer stop()
	report, failed := verify(ctx)
	state, problem := Passed, ""
	switch {
	case failed != nil:
		state, problem = Undecided, failed.Error()
		v.log.ErrorContext(ctx, "books could not be verified", "run", id, "err", failed)
	case !report.OK:
		state = Failed
		v.passed.Set(0)
		v.log.ErrorContext(ctx, "books are broken", "run", id, "findings", report.Count, "first", report.Broken[0].String())
	default:
		v.passed.Set(1)
		v.log.InfoContext(ctx, "books are right", "run", id, "entries", report.Entries, "months_read", report.Months, "sealed", report.Sealed)
	}
	if err := v.l.Rebuild(ctx, report.wrongCheckpoints()); err != nil {
		v.log.ErrorContext(ctx, "checkpoints could not be rebuilt", "run", id, "err", err) // the next run tries again
	}
	text, err := json.Marshal(report)
	if err != nil {
		return err
	}
	return v.d.Write(context.WithoutCancel(ctx), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("UPDATE books_run SET state = ?, problem = ?, report = ?, finished_at = ? WHERE id = ? AND state = 'running'",
			state, problem, string(text), tx.NowMillis(), id).Exec(ctx)
		return err
	})
}

// wrongCheckpoints are the accounts whose newest checkpoint is wrong.
func (r Report) wrongCheckpoints() (accounts []string) {
	for _, f := range r.Broken {
		if f.Table == tableCheckpoint {
			account, _, _ := strings.Cut(f.Row, " ")
			accounts = append(accounts, account)
		}
	}
	return accounts
}

type runRow struct {
	ID, MadeBy, State, Problem, Report string
	StartedAt, FinishedAt              int64
}

const runColumns = "id, started_at, finished_at, made_by, state, problem, report"

func (r runRow) run() (Run, error) {
	run := Run{ID: r.ID, StartedAt: calendar.FromMillis(r.StartedAt), By: r.MadeBy, State: r.State, Problem: r.Problem}
	if r.FinishedAt != 0 {
		run.FinishedAt = calendar.FromMillis(r.FinishedAt)
	}
	if r.Report == "" {
		return run, nil
	}
	return run, json.Unmarshal([]byte(r.Report), &run.Report)
}

func (v *Verifier) find(ctx context.Context, id string) (Run, error) {
	var row runRow
	if err := v.d.NewRaw("SELECT "+runColumns+" FROM books_run WHERE id = ?", id).Scan(ctx, &row); err != nil {
		return Run{}, fmt.Errorf("run %s: %w", id, err)
	}
	return row.run()
}

// Last is the newest run that is still going and the newest that has ended;
// either may be nil.
func (v *Verifier) Last(ctx context.Context) (running, ended *Run, err error) {
	for _, which := range []struct {
		where string
		into  **Run
	}{{"state = 'running'", &running}, {"state <> 'running'", &ended}} {
		var row runRow
		err := v.d.NewRaw("SELECT "+runColumns+" FROM books_run WHERE "+which.where+" ORDER BY started_at DESC, id DESC LIMIT 1").Scan(ctx, &row)
		if errors.Is(err, sql.ErrNoRows) {
			continue
		}
		if err != nil {
			return nil, nil, fmt.Errorf("last run: %w", err)
		}
		run, err := row.run()
		if err != nil {
			return nil, nil, err
		}
		*which.into = &run
	}
	return running, ended, nil
}

// Runs lists runs, newest first, and how many there are.
func (v *Verifier) Runs(ctx context.Context, limit, offset int64) ([]Run, int, error) {
	var rows []runRow
	total, err := v.d.NewSelect().Table("books_run").ColumnExpr(runColumns).OrderExpr("started_at DESC, id DESC").
		Limit(limit).Offset(offset).ScanAndCount(ctx, &rows)
	if err != nil {
		return nil, 0, fmt.Errorf("list runs: %w", err)
	}
	runs := make([]Run, len(rows))
	for i, r := range rows {
		if runs[i], err = r.run(); err != nil {
			return nil, 0, err
		}
	}
	return runs, int(total), nil
}
