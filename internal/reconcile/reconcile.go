package reconcile

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/bet/feed"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/job"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/reconcile/finding"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// Settings are an operator's limits. A zero field means its default.
type Settings struct {
	// KeepPaying leaves payouts and venues open when a break is found. Off: a
	// break closes the door its money would leave by, until people settle it.
	KeepPaying bool
	VenueLimit money.Fen     // a player's balance may differ by this much before the venue is closed; default ¥100
	Grace      time.Duration // how old a payment must be before it counts as not booked; default 10 min
	Patience   time.Duration // how long a stake may lie on a table: money missing at a venue counts after this; default 2 h
	HoldMost   time.Duration // how long a transfer may be open; default 30 min
	PayMost    time.Duration // how long a withdrawal may be open; default 72 h
	AtOnce     int           // questions to one company under way at a time; default 6
	Scopes     []string      // scopes of entries that are known beside those of the program itself
}

func (s *Settings) complete() {
	for _, d := range []struct {
		at       *time.Duration
		standard time.Duration
	}{{&s.Grace, 10 * time.Minute}, {&s.Patience, 2 * time.Hour}, {&s.HoldMost, 30 * time.Minute}, {&s.PayMost, 72 * time.Hour}} {
		if *d.at == 0 {
			*d.at = d.standard
		}
	}
	if s.VenueLimit == 0 {
		s.VenueLimit = 100 * money.Yuan
	}
	if s.AtOnce == 0 {
		s.AtOnce = 6
	}
	s.Scopes = append(slices.Clone(s.Scopes), "transfer", "deposit", "withdrawal", "payout", "bet", "stray", "dust", "owed", "adjust", "loss", "promo", "rebate", "fund")
}

// Config holds the dependencies of the comparisons.
type Config struct {
	DB       *db.DB
	Ledger   *ledger.Ledger
	Staff    *staff.Staff
	Venues   *venue.Venues
	Gateways map[string]payment.Gateway // by code
	// Entered, where set, gives more gateways: those that people entered.
	Entered func() map[string]payment.Gateway

	// Books goes through the books, in a night without the months that are sealed
	// and were read lately; nil asks the ledger itself.
	Books func(ctx context.Context, by string, night bool) (ledger.Report, error)
	// Covered says up to when the bets of each venue are here in full.
	Covered func(ctx context.Context) (map[string]time.Time, error)
	// Listings gives the days from one on as the venues list them, against ours.
	Listings func(ctx context.Context, since calendar.Day) ([]feed.Listing, error)
	// Close closes a door in a finding's transaction; nil closes nothing.
	Close func(ctx context.Context, tx *db.Tx, by staff.Actor, c guard.Closing) (bool, error)
	// Payment makes a lost order anew and credits it, in its caller's transaction.
	Payment func(ctx context.Context, tx *db.Tx, who string, p deposit.LostPayment) error

	Queue    *job.Queue // for Start; nil if Start is not used
	Settings Settings
	Log      *slog.Logger
	Metrics  prometheus.Registerer
}

// Reconciler compares our books with the companies.
type Reconciler struct {
	Config
	metrics metrics
	sums    pace
}

// kindSettle is the second person's request to settle a finding.
const kindSettle staff.Kind[settlement] = "finding.settle"

// New connects the comparisons and registers what a second person decides.
func New(c Config) *Reconciler {
	c.Settings.complete()
	if c.Books == nil {
		c.Books = func(ctx context.Context, _ string, night bool) (ledger.Report, error) {
			if night {
				return c.Ledger.VerifyNight(ctx)
			}
			return c.Ledger.Verify(ctx)
		}
	}
	r := &Reconciler{Config: c, metrics: newMetrics(c.Metrics), sums: pace{clock: calendar.System()}}
	kindSettle.OnApproved(c.Staff, r.settleApproved)
	if c.Queue != nil {
		job.HandleLong(c.Queue, r.later)
	}
	kindRebuild.OnApproved(c.Staff, r.rebuildApproved)
	return r
}

// Causes of a run.
const (
	Nightly = "nightly"
	ByHand  = "hand"
	Command = "command"
	Restore = "restore"
)

// Causes are the causes of a run.
var Causes = []string{Nightly, ByHand, Command, Restore}

// Run is one comparison of everything.
type Run struct {
	ID, Cause, By         string
	From, To              time.Time // orders of this time were compared, and all balances
	StartedAt, FinishedAt time.Time
	State                 string           // running, done or error
	Problem               string           // why it could not look
	Looked                map[string]int64 // rows compared, by what they are
	Unasked               []string         // companies and orders that gave no answer
	Waiting               int              // balances that differ and wait for the bet feed to pass To: run again then
	Opened                int              // findings that were new
	Open                  int              // findings that are open now
}

// Whole reports whether every company answered and nothing is left to wait for.
func (r Run) Whole() bool { return r.State == "done" && len(r.Unasked) == 0 && r.Waiting == 0 }

// Run compares everything since an instant: the books with themselves and with
// every order, and the audit trail. It compares each gateway order with its
// gateway, each transfer with its venue, and the venues' later lists of days
// with our bets. It compares every player's balance at the venues with our
// mirror. It keeps its findings, and clears those that are right again.
//
// A company that does not answer is named in Unasked; this is no finding, and
// no proof. ErrRunning says that another run has not ended yet.
func (r *Reconciler) Run(ctx context.Context, by, cause string, since time.Time) (Run, error) {
	run := Run{ID: uuid.Must(uuid.NewV7()).String(), Cause: cause, By: by, From: since, To: r.DB.Clock().Now()}
	if err := r.begin(ctx, &run, func(context.Context, *db.Tx) error { return nil }); err != nil {
		return Run{}, err
	}
	return r.work(ctx, run)
}

// RunNightly is the nightly run that was due at a time, unless a later one is
// due by now too. After days without a program one run covers them all. It
// looks back to a day before the end of the last nightly run, 48 hours at
// least.
func (r *Reconciler) RunNightly(ctx context.Context, due, later time.Time) error {
	if !later.After(r.DB.Clock().Now()) {
		return nil
	}
	since := due.Add(-48 * time.Hour)
	var last int64
	err := r.DB.NewRaw(`SELECT COALESCE(MAX(to_at), 0) FROM recon_run WHERE cause = ? AND state = 'done'`, Nightly).Scan(ctx, &last)
	if err != nil {
		return fmt.Errorf("the last nightly run: %w", err)
	}
	if covered := instant(last).Add(-24 * time.Hour); last > 0 && covered.Before(since) {
		since = covered
	}
	_, err = r.Run(ctx, "系统", Nightly, since)
	return err
}

// Start begins a run in the background, for a member of staff.
func (r *Reconciler) Start(ctx context.Context, by staff.Actor, since time.Time) (Run, error) {
	run := Run{ID: uuid.Must(uuid.NewV7()).String(), Cause: ByHand, By: by.Name, From: since, To: r.DB.Clock().Now()}
	return run, r.begin(ctx, &run, func(ctx context.Context, tx *db.Tx) error {
		if err := r.Queue.Enqueue(ctx, tx, runArgs{run.ID}); err != nil {
			return err
		}
		return r.Staff.Audit(ctx, tx, by, staff.Change{Action: "reconcile.run", Subject: "reconcile:" + run.ID, Label: "对账"})
	})
}

// runArgs is the job of one run.
type runArgs struct {
	ID string `json:"id"`
}

// Kind names the job's worker.
func (runArgs) Kind() string { return "reconcile_run" }

// later does a run that was begun before; one that has ended is left alone.
func (r *Reconciler) later(ctx context.Context, a runArgs) error {
	run, err := r.findRun(ctx, a.ID)
	if err != nil || run.State != "running" {
		return err
	}
	_, err = r.work(ctx, run)
	return err
}

// work does what a run is for, and ends it.
func (r *Reconciler) work(ctx context.Context, run Run) (Run, error) {
	ctx = db.ForLongWork(ctx)
	stop := job.Beating(ctx, r.Log, func(ctx context.Context) error { return r.beat(ctx, run.ID) })
	defer stop()
	by, cause := run.By, run.Cause
	l := newLook(run.From, run.To)
	l.impatient = cause == Restore
	failed := errors.Join(r.compareBooks(ctx, l, by, cause == Nightly), r.compareAudit(ctx, l, cause == Nightly))
	if failed == nil {
		failed = errors.Join(r.compareGateways(ctx, l), r.compareVenues(ctx, l), r.compareBets(ctx, l), r.compareBalances(ctx, l, cause))
	}
	if err := r.keep(ctx, l, &run); err != nil {
		failed = errors.Join(failed, err)
	}
	run.State, run.Looked, run.Unasked, run.Waiting = "done", l.looked, l.unasked, l.waiting
	if failed != nil {
		run.State, run.Problem = "error", failed.Error()
	}
	if err := r.end(context.WithoutCancel(ctx), &run); err != nil {
		return run, err
	}
	attrs := []any{"run", run.ID, "cause", cause, "looked", run.Looked, "unasked", len(run.Unasked), "waiting", run.Waiting, "opened", run.Opened, "open", run.Open}
	switch {
	case failed != nil:
		r.Log.ErrorContext(ctx, "the companies could not be compared with the books", append(attrs, "err", failed)...)
	case run.Opened > 0:
		r.Log.ErrorContext(ctx, "money that nobody can explain", attrs...)
	default:
		r.Log.InfoContext(ctx, "compared with the companies", attrs...)
	}
	return run, failed
}

// compareBooks takes what ledger.Verify finds.
func (r *Reconciler) compareBooks(ctx context.Context, l *look, by string, night bool) error {
	report, err := r.Books(ctx, by, night)
	if err != nil {
		return fmt.Errorf("go through the books: %w", err)
	}
	l.count("entries", report.Entries)
	l.count("postings", report.Postings)
	l.count("accounts", report.Accounts)
	for _, f := range report.Broken {
		l.find(finding.Finding{
			Kind: finding.Books(f.Table), Subject: f.Table + ":" + f.Row, Channel: "books", Player: playerOf(f.Row), Found: f.What, Detail: f.What,
		})
	}
	missing, err := missingGuards(ctx, r.DB)
	if err != nil {
		return err
	}
	l.guards(missing)
	return nil
}

// compareAudit follows the audit trail: in a night what is new, and a thirtieth
// of the rest.
func (r *Reconciler) compareAudit(ctx context.Context, l *look, night bool) error {
	verify := r.Staff.VerifyAudit
	if night {
		verify = r.Staff.VerifyAuditNight
	}
	report, err := verify(ctx)
	if err != nil {
		return err
	}
	l.count("audit", report.Checked)
	if !report.OK() {
		l.find(finding.Finding{Kind: finding.Audit, Subject: fmt.Sprintf("audit:%d", report.BrokenSeq), Channel: "books", Found: report.Broken, Detail: report.Broken})
	}
	return nil
}
