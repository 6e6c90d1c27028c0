package app

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"hongyun/internal/alarm"
	"hongyun/internal/app/backup"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
	"hongyun/internal/wallet/breaker"
)

// From when on something is an alarm.
const (
	watchEvery    = 30 * time.Second
	feedLateAfter = time.Hour
	unknownAfter  = time.Hour
	stuckAfter    = 2 * time.Hour
	backupAfter   = 26 * time.Hour
	silentOver    = time.Hour
	silentOrders  = 5 // orders without a single payment that make a gateway silent
	failuresTold  = 3 // failures of a job in a row
	returnedOver  = 24 * time.Hour
)

// buildStaff makes the people of the back office, their blocks of players, and
// what tells people outside of it.
func (a *App) buildStaff(box *secret.Box) {
	a.Staff = staff.New(staff.Config{DB: a.DB, Box: box, Log: a.Log, RequestFor: a.RequestFor})
	a.Accounts = account.New(a.Staff, account.Config{Issuer: a.named, Codes: a.StaffCodes, NewcomerWait: a.NewcomerWait, IdleFor: a.StaffIdle})
	a.Guard = guard.New(a.DB, a.Staff)
	a.Alarms = alarm.New(alarm.Config{
		DB: a.DB, Staff: a.Staff, Box: box, Log: a.Log, Named: a.named, Inside: a.AlarmInside, Metrics: a.Metrics,
	})
}

// watches are what goes on, by kind. Each is read from the database, so that any
// node may look.
func (a *App) watches() map[string]func(context.Context) ([]alarm.Signal, error) {
	return map[string]func(context.Context) ([]alarm.Signal, error){
		alarm.BooksBroken: a.watchBooks, alarm.FindingOpen: a.watchFindings, alarm.GateClosed: a.watchGate, alarm.FeedLate: a.watchFeeds,
		alarm.GatewaySilent: a.watchGateways, alarm.PayoutUnknown: a.watchPayouts, alarm.TransferStuck: a.watchTransfers,
		alarm.AttemptOpen: a.watchAttempts, alarm.CompanyShort: a.watchCompanies, alarm.BackupLate: a.watchBackups,
		alarm.ChannelOff: a.watchChannels, alarm.SettingFailed: a.watchSettings, alarm.CourierFailing: a.watchCourier,
	}
}

// watchAll is the sweep that looks for what goes on. One look that fails keeps
// no other from being made.
func (a *App) watchAll(ctx context.Context) error {
	var failed error
	watches := a.watches()
	for _, k := range alarm.Kinds {
		look := watches[k.Kind]
		if look == nil {
			continue
		}
		signals, err := look(ctx)
		if err == nil {
			err = a.Alarms.Observe(ctx, k.Kind, signals)
		}
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("look for %s: %w", k.Kind, err))
		}
	}
	return errors.Join(failed, a.raiseReturned(ctx))
}

func (a *App) watchBooks(ctx context.Context) ([]alarm.Signal, error) {
	_, last, err := a.Verifier.Last(ctx)
	if err != nil || last == nil || last.State == ledger.Passed {
		return nil, err
	}
	text := fmt.Sprintf("最近一次核对发现 %d 处错误。", last.Report.Count)
	if last.State != ledger.Failed {
		text = "最近一次核对未能完成。"
	}
	return []alarm.Signal{{Subject: "books", Text: text}}, nil
}

func (a *App) watchFindings(ctx context.Context) ([]alarm.Signal, error) {
	kinds, err := a.Reconcile.FoundByKind(ctx)
	signals := make([]alarm.Signal, 0, len(kinds))
	for kind, n := range kinds {
		if n.Open > 0 { // the level counts those that were settled too: one settled and one new are not the same as before
			signals = append(signals, alarm.Signal{Subject: kind, Text: fmt.Sprintf("有 %d 条未处理的差异（%s）。", n.Open, kind), Level: int64(n.Ever)})
		}
	}
	return signals, err
}

func (a *App) watchGate(ctx context.Context) ([]alarm.Signal, error) {
	closed, err := a.Guard.Gate.Standing(ctx, a.DB)
	var signals []alarm.Signal
	for _, c := range closed {
		if c.Cause != guard.ByOpening { // a new installation is meant to be closed
			signals = append(signals, alarm.Signal{Subject: string(c.Door), Text: "“" + c.Door.Text() + "”已关闭。"})
		}
	}
	return signals, err
}

func (a *App) watchFeeds(ctx context.Context) ([]alarm.Signal, error) {
	entries, err := a.Venues.List(ctx, a.DB)
	if err != nil {
		return nil, err
	}
	feeds, err := a.Feed.Status(ctx)
	var signals []alarm.Signal
	for _, f := range feeds {
		shut := slices.ContainsFunc(entries, func(e venue.Entry) bool { return e.Code == f.Venue && e.State != venue.StateOpen })
		if !shut && !f.CompleteTo.IsZero() && a.Clock.Now().Sub(f.CompleteTo) > feedLateAfter {
			signals = append(signals, alarm.Signal{Subject: f.Venue, Text: "场馆" + f.VenueName + "的注单没有完整取回。"})
		}
	}
	return signals, err
}

func (a *App) watchGateways(ctx context.Context) ([]alarm.Signal, error) {
	now := a.Clock.Now()
	silent, err := a.Cashier.Methods.SilentGateways(ctx, now.Add(-silentOver), now.Add(-10*time.Minute), silentOrders)
	signals := make([]alarm.Signal, len(silent))
	for i, s := range silent {
		signals[i] = alarm.Signal{Subject: s.Gateway, Text: fmt.Sprintf("通道 %s 一小时内有 %d 笔订单，没有一笔到账。", s.Gateway, s.Orders)}
	}
	return signals, err
}

func (a *App) watchPayouts(ctx context.Context) ([]alarm.Signal, error) {
	n, err := a.Cashier.Payouts.CountUnknown(ctx, a.Clock.Now().Add(-unknownAfter))
	if err != nil || n == 0 {
		return nil, err
	}
	return []alarm.Signal{{Subject: "payouts", Text: fmt.Sprintf("有 %d 笔出款结果待查超过一小时。", n), Level: int64(n)}}, nil
}

func (a *App) watchTransfers(ctx context.Context) ([]alarm.Signal, error) {
	_, n, err := a.Wallets.Stuck(ctx, a.DB, wallet.Filter{To: a.Clock.Now().Add(-stuckAfter)})
	if err != nil || n == 0 {
		return nil, err
	}
	return []alarm.Signal{{Subject: "transfers", Text: fmt.Sprintf("有 %d 笔转账超过两小时未决。", n), Level: int64(n)}}, nil
}

func (a *App) watchChannels(ctx context.Context) ([]alarm.Signal, error) {
	trips, err := a.Cashier.Methods.Trips(ctx, a.DB)
	signals := make([]alarm.Signal, len(trips))
	for i, t := range trips {
		signals[i] = alarm.Signal{Subject: t.Code, Text: "通道“" + t.Name + "”已自动停用：" + t.Found + "。"}
	}
	return signals, err
}

func (a *App) watchSettings(ctx context.Context) ([]alarm.Signal, error) {
	n, err := a.Book.FailedCount(ctx)
	if err != nil || n == 0 {
		return nil, err
	}
	return []alarm.Signal{{Subject: "settings", Text: fmt.Sprintf("有 %d 项更改没有按时生效。", n), Level: int64(n)}}, nil
}

// watchBackups looks at the copies of SQLite that this program takes. Those of
// PostgreSQL are made by other means.
func (a *App) watchBackups(context.Context) ([]alarm.Signal, error) {
	if a.Backups.Folder == "" || a.DB.Postgres() {
		return nil, nil
	}
	newest, err := backup.NewestCopy(a.Backups.Folder)
	if err != nil {
		return nil, err
	}
	if newest.IsZero() {
		newest = a.began
	}
	if a.Clock.Now().Sub(newest) < backupAfter {
		return nil, nil
	}
	return []alarm.Signal{{Subject: "backup", Text: "备份目录里没有 26 小时内完成的副本。"}}, nil
}

// raiseReturned tells of each likely self-excluded player who came back, once and without a name.
func (a *App) raiseReturned(ctx context.Context) error {
	times, err := a.Guard.ReturnedSince(ctx, a.DB, a.Clock.Now().Add(-returnedOver))
	if err != nil {
		return err
	}
	for at, n := range times {
		text := fmt.Sprintf("有 %d 个新账号疑似属于自我排除的玩家，已自动限制。", n)
		if err := a.Alarms.RaiseOnce(ctx, alarm.PlayerReturned, "return:"+strconv.FormatInt(at, 10), text); err != nil {
			return err
		}
	}
	return nil
}

func versionText(version int) string {
	if version == 0 {
		return "默认值"
	}
	return fmt.Sprintf("第%d版", version)
}

// watchNode looks at what only this process knows: the breakers of its calls, settings
// that its release cannot read, and jobs that fail here. Each node does it for itself.
func (a *App) watchNode(ctx context.Context) {
	told, unread := map[string]int{}, map[string]bool{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-time.After(watchEvery / 2):
		}
		for _, code := range a.Venues.Codes() {
			if a.Wallets.Breaker(code).State == breaker.Open {
				a.raise(ctx, alarm.VenueBreaker, code, "场馆 "+code+" 的接口已熔断。")
			}
		}
		for _, u := range a.Book.Unread() {
			if !unread[u.ID] {
				unread[u.ID] = a.raise(ctx, alarm.SettingUnread, u.Kind+":"+u.Key, fmt.Sprintf("“%s”的第%d版无法读取，仍按%s执行。", u.Title, u.Version, versionText(u.Instead)))
			}
		}
		for name, times := range a.Jobs.Failing() {
			if times >= failuresTold && times != told[name] {
				a.raise(ctx, alarm.JobFailing, name, fmt.Sprintf("任务 %s 连续失败 %d 次。", name, times))
			}
			told[name] = times
		}
	}
}

func (a *App) raise(ctx context.Context, kind, subject, text string) (raised bool) {
	err := a.Alarms.Raise(ctx, kind, subject, text)
	if err != nil && ctx.Err() == nil {
		a.Log.ErrorContext(ctx, "an alarm could not be raised", "kind", kind, "subject", subject, "err", err)
	}
	return err == nil
}
