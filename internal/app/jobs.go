package app

import (
	"context"
	"time"

	"hongyun/internal/calendar"
)

// schedule registers everything that happens by itself. Every is a sweep that
// looks for due rows; At is a time of the business day, each exactly once.
func (a *App) schedule() {
	q := a.Jobs
	a.Wallets.Resolver.Schedule(q, 2*time.Second)
	q.Every("deposit.expire", 5*time.Second, a.Cashier.Deposits.ExpireOld)
	q.Every("deposit.followup", 15*time.Second, a.Cashier.Deposits.RunFollowUps)
	a.Cashier.Deposits.Polls.Schedule(q, 10*time.Second)
	a.Cashier.Chains.Pulls.Schedule(q, a.ChainsEvery)
	a.Cashier.Payouts.Asks.Schedule(q, a.ChainsEvery)
	a.Payouts.Work.Schedule(q, 3*time.Second)
	q.Every("withdrawal.release", time.Minute, a.Cashier.Withdrawals.ReleaseStale)
	a.Feed.Pull.Schedule(q, a.FeedEvery)
	a.Feed.Gapped.Schedule(q, time.Minute)
	q.Every("ledger.checkpoint", time.Minute, a.Ledger.Checkpoint)
	q.Every("player.sweep", 10*time.Minute, a.Players.Sweep)
	q.Every("staff.sweep", time.Hour, a.Accounts.Sweep)
	q.Every("staff.expire", 5*time.Minute, a.Staff.Expire)
	q.Every("alarm.watch", watchEvery, a.watchAll)
	q.Every("alarm.deliver", 5*time.Second, a.Alarms.Deliver)
	q.Every("channel.watch", 10*time.Second, a.Cashier.Methods.WatchChannels)
	q.Every("setting.due", 5*time.Second, a.Book.RunDue)
	q.Every("courier.deliver", 2*time.Second, a.Courier.Deliver)
	q.Every("courier.prune", 24*time.Hour, a.Courier.Prune)
	q.Every("deposit.prune", 24*time.Hour, a.Cashier.Deposits.Prune)
	q.Every("deposit.slips", 24*time.Hour, a.Cashier.Slips.Prune)
	q.Every("bet.plays", time.Minute, a.Bets.CountPlays)
	q.Every("earning.count", time.Minute, a.Earnings.CountNew)
	q.Every("bet.wins", 20*time.Second, a.Bets.NoteWins)
	q.Every("inbox.prune", 24*time.Hour, a.Inbox.Prune)
	q.Every("ticket.prune", time.Hour, a.Tickets.Prune)
	q.Every("upload.prune", time.Hour, a.Uploads.Prune)
	q.Every("venue.games", 10*time.Minute, a.Catalogue.ReadDueGameList)
	q.Every("bet.prune", 24*time.Hour, a.Feed.Prune)
	q.Every("seamless.prune", 24*time.Hour, a.Seamless.Prune)
	q.Every("reconcile.watch", 15*time.Second, a.Reconcile.Watch)
	q.Every("reconcile.moved", time.Minute, a.Reconcile.CheckBalances)
	q.Every("reconcile.balances", time.Minute, a.Reconcile.CheckAllBalances)
	q.Every("reconcile.bets", 10*time.Minute, a.Reconcile.CheckBets)
	q.Every("promo.pay", time.Minute, a.Promo.PayDue)
	q.Every("forfeit.sweep", time.Minute, a.Forfeits.Sweep)
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
		return a.Reconcile.RunNightly(ctx, due, nightly(4, 10)(due))
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
