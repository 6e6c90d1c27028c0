package app

import (
	"context"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/reconcile"
)

// schedule registers everything that happens by itself. Every is a sweep that
// looks for due rows; At is a time of the business day, each exactly once.
func (a *App) schedule() {
	q := a.Jobs
	q.Every("wallet.resolve", 2*time.Second, a.Wallets.ResolvePending)
	q.Every("deposit.expire", 5*time.Second, a.Cashier.Deposits.ExpireOld)
	q.Every("deposit.poll", 10*time.Second, a.Cashier.Deposits.PollOpen)
	q.Every("withdrawal.release", time.Minute, a.Cashier.Withdrawals.ReleaseStale)
	q.Every("bet.pull", a.FeedEvery, a.Feed.PullDue)
	q.Every("bet.gaps", time.Minute, a.Feed.RepullGaps)
	q.Every("ledger.checkpoint", time.Minute, a.Ledger.Checkpoint)
	q.Every("player.sweep", 10*time.Minute, a.Players.Sweep)
	q.Every("staff.sweep", time.Hour, a.Staff.Sweep)
	q.Every("deposit.prune", 24*time.Hour, a.Cashier.Deposits.Prune)
	q.Every("bet.prune", 24*time.Hour, a.Feed.Prune)
	q.Every("reconcile.watch", 15*time.Second, a.Reconcile.Watch)
	q.Every("reconcile.moved", time.Minute, a.Reconcile.CheckBalances)
	q.Every("reconcile.balances", time.Hour, a.Reconcile.CheckAllBalances)
	q.Every("promo.pay", time.Minute, a.Promo.PayDue)
	// The day ends for everybody at once; the hour after midnight is what it may
	// take, for an unlock looks at its own day only.
	q.At("fund.expire", nightly(0, 0), a.Fund.Expire)
	// When a run is due is a setting, so the programmes look for themselves.
	q.Every("vip.run", time.Minute, a.Vip.RunDue)
	// A day more than has passed: what was still open in the night before has
	// ended by now.
	if a.Backups.Folder != "" && !a.DB.Postgres() {
		q.At("backup", nightly(3, 40), a.backUp)
	}
	q.At("books.verify", nightly(4, 10), func(ctx context.Context, due time.Time) error {
		_, err := a.Reconcile.Run(ctx, "系统", reconcile.Nightly, due.Add(-48*time.Hour))
		return err
	})
}

// nightly gives the times when it is hour:minute in GMT+8.
func nightly(hour, minute int) func(after time.Time) time.Time {
	return func(after time.Time) time.Time {
		day := calendar.DayOf(after)
		at := day.Start().Add(time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute)
		if !at.After(after) {
			at = day.AddDays(1).Start().Add(time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute)
		}
		return at
	}
}
