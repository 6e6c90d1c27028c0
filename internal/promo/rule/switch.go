package rule

import (
	"context"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

// Switch is whether a promotion runs, and since when.
type Switch struct {
	Rule      int64
	Running   bool
	ChangedAt int64 // unix ms
	ChangedBy string
	Reason    string
	// NextPeriod is the first period of a weekly or monthly promotion that is not paid, 0: it never ran.
	NextPeriod calendar.Day
}

const kindStart staff.Kind[int64] = "promo.start"

func startSubject(id int64) string { return "promo.start:" + setting.KeyOf(id) }

// Stop switches a promotion off at once: nothing more of it is paid, even if
// players were earning it. One person may stop it, since it costs the operator
// nothing. Faults: ErrNotFound, ErrSwitched, staff's.
func (b *Book) Stop(ctx context.Context, by staff.Actor, id int64, reason string) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	return b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := turn(ctx, tx, id, false, by.Name, reason); err != nil {
			return err
		}
		r, err := Newest(ctx, tx, id)
		if err != nil {
			return err
		}
		return b.staff.Audit(ctx, tx, by, staff.Change{
			Action: "promo.stop", Subject: subjectOf(id), Label: r.Name, Reason: reason,
			Before: map[string]any{"running": true}, After: map[string]any{"running": false},
		})
	})
}

// turn locks a promotion's switch and turns it, or is ErrNotFound or ErrSwitched.
func turn(ctx context.Context, tx *db.Tx, id int64, on bool, by, reason string) error {
	now, err := LockSwitch(ctx, tx, id)
	if err != nil {
		return err
	}
	if now.Running == on {
		return ErrSwitched
	}
	next, err := nextPeriod(ctx, tx, now)
	if err != nil {
		return err
	}
	return putSwitch(ctx, tx, Switch{Rule: id, Running: on, ChangedAt: tx.NowMillis(), ChangedBy: by, Reason: reason, NextPeriod: next})
}

// nextPeriod is the first period that is not paid yet, for a switch that is
// about to be turned. A period that ended while the promotion ran stays due
// over any stop; one that ended while it was off is skipped.
func nextPeriod(ctx context.Context, tx *db.Tx, now Switch) (calendar.Day, error) {
	rule, err := Newest(ctx, tx, now.Rule)
	if err != nil || !rule.Kind.Paid() {
		return 0, err
	}
	if now.Running {
		return now.Since(rule.Kind), nil
	}
	today := calendar.DayOf(tx.Now())
	if now.NextPeriod == 0 { // its first start
		first, _ := rule.Kind.PeriodOf(today)
		return first, nil
	}
	stopped := calendar.DayOf(calendar.FromMillis(now.ChangedAt))
	for first, after := rule.Kind.PeriodOf(now.NextPeriod); after <= today; first, after = rule.Kind.PeriodOf(after) {
		if after > stopped {
			if err := skipRun(ctx, tx, now.Rule, first); err != nil {
				return 0, err
			}
		}
	}
	return now.NextPeriod, nil
}

// Since is the first period of a promotion that may still be unpaid.
func (s Switch) Since(k Kind) calendar.Day {
	day := s.NextPeriod
	if day == 0 { // it was started before the period was kept
		day = calendar.DayOf(calendar.FromMillis(s.ChangedAt))
	}
	first, _ := k.PeriodOf(day)
	return first
}

// Start asks for a second person's yes to let a promotion run, and returns the
// request's id. Faults: ErrNotFound, ErrSwitched, staff's.
func (b *Book) Start(ctx context.Context, by staff.Actor, id int64, reason string) (approval string, err error) {
	err = b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now, err := LockSwitch(ctx, tx, id)
		if err != nil {
			return err
		}
		if now.Running {
			return ErrSwitched
		}
		r, err := Newest(ctx, tx, id)
		if err != nil {
			return err
		}
		approval, err = b.staff.RequestApproval(ctx, tx, by, kindStart.Request(id, staff.Request{
			Subject: startSubject(id), Label: r.Name, Title: "启用优惠：" + r.Name,
			Details: r.details(), Effect: "通过后立即生效；按周、按月派发的从当期起", Reason: reason,
		}))
		return err
	})
	return approval, err
}

func (b *Book) startApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, id int64) error {
	err := turn(ctx, tx, id, true, a.MakerName+"、"+by.Name, a.Reason)
	if err == ErrSwitched { //nolint:errorlint // our own, unwrapped
		return staff.ErrSubjectChange
	}
	if err != nil {
		return err
	}
	return b.staff.Audit(ctx, tx, by, staff.Change{
		Action: string(kindStart), Subject: subjectOf(id), Label: a.Label, Reason: a.Reason,
		Before: map[string]any{"running": false}, After: map[string]any{"running": true},
	})
}
