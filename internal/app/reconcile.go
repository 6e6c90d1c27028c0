package app

import (
	"context"
	"errors"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/payment"
	"hongyun/internal/reconcile"
	"hongyun/internal/staff"
)

// compare builds what compares the house with its companies. A break closes a
// door of the gate, and the gate asks it before the door may be opened.
func (a *App) compare(gateways map[string]payment.Gateway) {
	settings := a.Config.Reconcile
	if a.Demo {
		settings.Scopes = append(settings.Scopes, "demo", "test")
	}
	a.Reconcile = reconcile.New(reconcile.Config{
		DB: a.DB, Ledger: a.Ledger, Staff: a.Staff, Venues: a.Venues, Gateways: gateways, Entered: a.Channels.Gateways, Settings: settings, Log: a.Log, Metrics: a.Metrics,
		Books: a.goThroughBooks, Covered: a.covered, Listings: a.Feed.Listings, Queue: a.Jobs,
		Close: func(ctx context.Context, tx *db.Tx, by staff.Actor, c guard.Closing) (bool, error) {
			return a.Guard.Gate.CloseIn(ctx, tx, by, c)
		},
		Payment: a.Cashier.Deposits.Rebuild,
	})
	a.Guard.Gate.Ready, a.Guard.Gate.ReadyOutside = a.mayOpen, a.mayOpenOutside
}

// goThroughBooks is a run through the books that is kept like any other. One
// that somebody began a moment ago is not waited for: the books are read again.
func (a *App) goThroughBooks(ctx context.Context, by string, night bool) (ledger.Report, error) {
	through, again := a.Verifier.Now, a.Ledger.Verify
	if night {
		through, again = a.Verifier.Night, a.Ledger.VerifyNight
	}
	run, err := through(ctx, by)
	switch {
	case errors.Is(err, ledger.ErrRunning):
		return again(ctx)
	case err != nil:
		return ledger.Report{}, err
	case run.State == ledger.Undecided:
		return ledger.Report{}, errors.New(run.Problem)
	}
	return run.Report, nil
}

// covered says up to when the bets of each venue are here in full. A feed with
// a gap stands still at the gap.
func (a *App) covered(ctx context.Context) (map[string]time.Time, error) {
	all, err := a.Feed.Status(ctx)
	covered := map[string]time.Time{}
	for _, s := range all {
		covered[s.Venue] = s.CompleteTo
	}
	return covered, err
}
