package promo

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// Rule is a promotion as it stands from a business day on.
type Rule struct {
	ID       int64
	FromDay  calendar.Day
	Kind     Kind
	Name     string
	Activity int64 // the promotion page it belongs to, 0: none
	Params   Params
	StartsOn calendar.Day // open from this day, 0: always was
	EndsOn   calendar.Day // and up to this one, 0: without end
	Budget   money.Fen    // what it may cost in a month, 0: no limit
}

const rulesMost = 60

func (r Rule) check() error {
	switch {
	case !plain(r.Name, 2, 20):
		return ErrName
	case r.Kind.Text() == "":
		return ErrKind
	case r.Budget < 0 || r.Budget > amountMost:
		return ErrLimit
	case r.StartsOn != 0 && r.EndsOn != 0 && r.EndsOn < r.StartsOn:
		return ErrWindow
	case r.Activity < 0:
		return ErrParams.With("活动页面")
	}
	return r.Params.check(r.Kind)
}

// plain reports whether text has least to most characters and hides none.
func plain(text string, least, most int) bool {
	n := utf8.RuneCountInString(text)
	return utf8.ValidString(text) && n >= least && n <= most && text == strings.TrimSpace(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsPrint(r) || unicode.Is(unicode.Cf, r)
	})
}

// open reports whether a day is within the promotion's window.
func (r Rule) open(day calendar.Day) bool {
	return (r.StartsOn == 0 || day >= r.StartsOn) && (r.EndsOn == 0 || day <= r.EndsOn)
}

// span is the part of the period around a day in which the promotion is open.
func (r Rule) span(day calendar.Day) (from, to time.Time) {
	first, after := r.Kind.PeriodOf(day)
	first = max(first, r.StartsOn)
	if r.EndsOn != 0 {
		after = min(after, r.EndsOn.AddDays(1))
	}
	from, to = first.Start(), after.Start()
	if to.Before(from) {
		to = from
	}
	return from, to
}

// details are a rule for the person who decides about it.
func (r Rule) details() []staff.Detail {
	day := func(d calendar.Day) string {
		if d == 0 {
			return "不限"
		}
		return d.String()
	}
	budget := "不限"
	if r.Budget > 0 {
		budget = r.Budget.Grouped() + " 元"
	}
	list := []staff.Detail{
		{Label: "优惠名称", Value: r.Name}, {Label: "类型", Value: r.Kind.Text()}, {Label: "活动页面", Value: strconv.FormatInt(r.Activity, 10)},
		{Label: "开始日期", Value: day(r.StartsOn)}, {Label: "结束日期", Value: day(r.EndsOn)}, {Label: "月度预算", Value: budget},
	}
	list = append(list, r.Params.details()...)
	return append(list, staff.Detail{Label: "流水要求", Value: strings.Join(r.Conditions(), "")})
}

// Planned is a promotion for staff: as it stands today, as it will if that is
// another, and whether it runs.
type Planned struct {
	Rule
	Next         *Rule // in force from its FromDay on; nil: nothing changes
	Switch       Switch
	ApprovalID   string // of a change that waits for a second person
	StartingID   string // of a start that waits
	SpentMonth   money.Fen
	AwardsMonth  int
	WithheldOpen int
}

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

// Rules lists every promotion, also those that are off or begin later.
func (p *Promo) Rules(ctx context.Context, r db.Reader) ([]Planned, error) {
	today := p.today()
	versions, err := versionsFrom(ctx, r, today)
	if err != nil {
		return nil, err
	}
	switches, err := readSwitches(ctx, r)
	if err != nil {
		return nil, err
	}
	costs, err := costsOf(ctx, r, monthOf(today))
	if err != nil {
		return nil, err
	}
	var list []Planned
	var changes, starts []string
	for _, v := range versions { // by id, the oldest first
		if n := len(list); n > 0 && list[n-1].ID == v.ID {
			list[n-1].Next = &v
			continue
		}
		plan := Planned{Rule: v, Switch: switches[v.ID], SpentMonth: costs[v.ID].Amount, AwardsMonth: costs[v.ID].Count, WithheldOpen: costs[v.ID].Withheld}
		if v.FromDay > today { // a new one: nothing is in force yet
			plan.Next = &v
		}
		list = append(list, plan)
		changes, starts = append(changes, subjectOf(v.ID)), append(starts, startSubject(v.ID))
	}
	waiting, err := p.Staff.PendingApprovals(ctx, r, append(append([]string{}, changes...), starts...))
	for i := range list {
		list[i].ApprovalID, list[i].StartingID = waiting[changes[i]], waiting[starts[i]]
	}
	return list, err
}

// RulesByID gives every promotion as it is now, by its id.
func (p *Promo) RulesByID(ctx context.Context, r db.Reader) (map[int64]Rule, error) {
	list, err := p.Rules(ctx, r)
	rules := make(map[int64]Rule, len(list))
	for _, planned := range list {
		rules[planned.ID] = planned.Rule
	}
	return rules, err
}

// Pages are the pages of the promotions that run today.
func (p *Promo) Pages(ctx context.Context, r db.Reader) (map[int64]bool, error) {
	rules, err := p.running(ctx, r, calendar.DayOf(p.DB.Clock().Now()))
	pages := make(map[int64]bool, len(rules))
	for _, rule := range rules {
		pages[rule.Activity] = true
	}
	return pages, err
}

// Conditions are the sentences about turnover of each promotion as it stands
// today, running or not, by page.
func (p *Promo) Conditions(ctx context.Context, r db.Reader) (map[int64][]string, error) {
	today := calendar.DayOf(p.DB.Clock().Now())
	versions, err := versionsFrom(ctx, r, today)
	if err != nil {
		return nil, err
	}
	pages := map[int64][]string{}
	for _, v := range versions { // by id, the oldest first
		if _, said := pages[v.Activity]; !said && v.Activity != 0 {
			pages[v.Activity] = v.Conditions()
		}
	}
	return pages, nil
}

// running are the promotions that run on a day, by number.
func (p *Promo) running(ctx context.Context, r db.Reader, day calendar.Day) ([]Rule, error) {
	rules, err := rulesAt(ctx, r, day)
	if err != nil {
		return nil, err
	}
	out := rules[:0]
	for _, rule := range rules {
		if rule.open(day) {
			out = append(out, rule)
		}
	}
	return out, nil
}

// rule is a promotion that runs on a day, or ErrNoRule.
func (p *Promo) rule(ctx context.Context, r db.Reader, id int64, day calendar.Day) (Rule, error) {
	rules, err := p.running(ctx, r, day)
	if err != nil {
		return Rule{}, err
	}
	for _, rule := range rules {
		if rule.ID == id {
			return rule, nil
		}
	}
	return Rule{}, ErrNoRule
}

const (
	kindRule  staff.Kind[Rule]  = "promo.rule"
	kindStart staff.Kind[int64] = "promo.start"
)

// subjectOf names a promotion in the audit trail; 0 is one that is not there yet.
func subjectOf(id int64) string    { return "promo:" + strconv.FormatInt(id, 10) }
func startSubject(id int64) string { return "promo.start:" + strconv.FormatInt(id, 10) }

// Change asks for a second person's yes to a promotion as it shall stand from
// its next period on, and returns the request's id. ID 0 adds one, which does
// not run until it is started; the kind of one that is there cannot change.
// Faults: ErrName, ErrKind, ErrLimit, ErrWindow, ErrParams, ErrNoRule, ErrMost,
// staff's.
func (p *Promo) Change(ctx context.Context, by staff.Actor, r Rule, reason string) (approval string, err error) {
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		was, err := p.settled(ctx, tx, &r)
		if err != nil {
			return err
		}
		title, details, from := "添加优惠："+r.Name, r.details(), "通过后的次日零点（GMT+8），启用前不派发"
		if was != nil {
			title, from = "修改优惠："+was.Name, "通过后的下一"+periodText(r.Kind)+"（GMT+8）"
			details = changes(was.details(), details)
		}
		approval, err = p.Staff.RequestApproval(ctx, tx, by, kindRule.Request(r, staff.Request{
			Subject: subjectOf(r.ID), Label: r.Name, Title: title,
			Details: details, Effect: from, Reason: reason,
		}))
		return err
	})
	return approval, err
}

func periodText(k Kind) string {
	switch {
	case k.weekly():
		return "周一零点"
	case k.monthly():
		return "月一日零点"
	}
	return "日零点"
}

// settled checks a rule against what is there and completes it. It returns how
// the promotion stands, its newest version, nil for a new one.
func (p *Promo) settled(ctx context.Context, tx *db.Tx, r *Rule) (was *Rule, err error) {
	if r.ID != 0 {
		newest, err := newestVersion(ctx, tx, r.ID)
		if err != nil {
			return nil, err
		}
		r.Kind, was = newest.Kind, &newest
	} else if n, err := countRules(ctx, tx); err != nil {
		return nil, err
	} else if n >= rulesMost {
		return nil, ErrMost.With(rulesMost)
	}
	return was, r.check()
}

func (p *Promo) ruleApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, r Rule) error {
	// The trail has one end for all nodes: whoever holds it numbers promotions alone.
	if err := p.Staff.LockAudit(ctx, tx); err != nil {
		return err
	}
	was, err := p.settled(ctx, tx, &r)
	if err != nil {
		return err
	}
	today := calendar.DayOf(tx.Now())
	_, r.FromDay = r.Kind.PeriodOf(today)
	if r.ID == 0 {
		if r.ID, err = nextRule(ctx, tx); err != nil {
			return err
		}
		r.FromDay = today.AddDays(1)
		if err := putSwitch(ctx, tx, Switch{Rule: r.ID, ChangedAt: tx.NowMillis(), ChangedBy: by.Name, Reason: a.Reason}); err != nil {
			return err
		}
	} else if was.FromDay > r.FromDay {
		r.FromDay = was.FromDay // it begins later still
	}
	if err := putVersion(ctx, tx, r); err != nil {
		return err
	}
	change := staff.Change{Action: string(kindRule), Subject: subjectOf(r.ID), Label: r.Name, Reason: a.Reason, After: r}
	if was != nil {
		change.Before = *was
	}
	return p.Staff.Audit(ctx, tx, by, change)
}

// Stop switches a promotion off at once: nothing more of it is paid, whatever
// was being earned. One person may, for it costs the house nothing. Faults:
// ErrNoRule, ErrSwitched, staff's.
func (p *Promo) Stop(ctx context.Context, by staff.Actor, id int64, reason string) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	return p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := p.turn(ctx, tx, id, false, by.Name, reason); err != nil {
			return err
		}
		r, err := newestVersion(ctx, tx, id)
		if err != nil {
			return err
		}
		return p.Staff.Audit(ctx, tx, by, staff.Change{
			Action: "promo.stop", Subject: subjectOf(id), Label: r.Name, Reason: reason,
			Before: map[string]any{"running": true}, After: map[string]any{"running": false},
		})
	})
}

// turn locks a promotion's switch and turns it, or is ErrNoRule or ErrSwitched.
func (p *Promo) turn(ctx context.Context, tx *db.Tx, id int64, on bool, by, reason string) error {
	now, err := lockSwitch(ctx, tx, id)
	if err != nil {
		return err
	}
	if now.Running == on {
		return ErrSwitched
	}
	next, err := p.nextPeriod(ctx, tx, now)
	if err != nil {
		return err
	}
	return putSwitch(ctx, tx, Switch{Rule: id, Running: on, ChangedAt: tx.NowMillis(), ChangedBy: by, Reason: reason, NextPeriod: next})
}

// nextPeriod is the first period that is not paid yet, for a switch that is
// about to be turned. A period that ended while the promotion ran stays due
// over any stop; one that ended while it was off is skipped.
func (p *Promo) nextPeriod(ctx context.Context, tx *db.Tx, now Switch) (calendar.Day, error) {
	rule, err := newestVersion(ctx, tx, now.Rule)
	if err != nil || !rule.Kind.Paid() {
		return 0, err
	}
	if now.Running {
		return now.since(rule.Kind), nil
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

// since is the first period of a promotion that may still be unpaid.
func (s Switch) since(k Kind) calendar.Day {
	day := s.NextPeriod
	if day == 0 { // it was started before the period was kept
		day = calendar.DayOf(calendar.FromMillis(s.ChangedAt))
	}
	first, _ := k.PeriodOf(day)
	return first
}

// Start asks for a second person's yes to let a promotion run, and returns the
// request's id. Faults: ErrNoRule, ErrSwitched, staff's.
func (p *Promo) Start(ctx context.Context, by staff.Actor, id int64, reason string) (approval string, err error) {
	err = p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now, err := lockSwitch(ctx, tx, id)
		if err != nil {
			return err
		}
		if now.Running {
			return ErrSwitched
		}
		r, err := newestVersion(ctx, tx, id)
		if err != nil {
			return err
		}
		approval, err = p.Staff.RequestApproval(ctx, tx, by, kindStart.Request(id, staff.Request{
			Subject: startSubject(id), Label: r.Name, Title: "启用优惠：" + r.Name,
			Details: r.details(), Effect: "通过后立即生效；按周、按月派发的从当期起", Reason: reason,
		}))
		return err
	})
	return approval, err
}

func (p *Promo) startApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, id int64) error {
	err := p.turn(ctx, tx, id, true, a.MakerName+"、"+by.Name, a.Reason)
	if err == ErrSwitched { //nolint:errorlint // our own, unwrapped
		return staff.ErrSubjectChange
	}
	if err != nil {
		return err
	}
	return p.Staff.Audit(ctx, tx, by, staff.Change{
		Action: string(kindStart), Subject: subjectOf(id), Label: a.Label, Reason: a.Reason,
		Before: map[string]any{"running": false}, After: map[string]any{"running": true},
	})
}

// Seed gives a house without promotions those it ships with, in force from
// today on: running in the demo, off anywhere else.
func (p *Promo) Seed(ctx context.Context, running bool) error {
	return p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := p.Staff.LockAudit(ctx, tx); err != nil {
			return err
		}
		if n, err := countRules(ctx, tx); err != nil || n > 0 {
			return err
		}
		today := calendar.DayOf(tx.Now())
		for _, r := range shipped {
			r.FromDay = today
			if err := r.check(); err != nil {
				return fmt.Errorf("promotion %s as shipped: %w", r.Name, err)
			}
			if err := putVersion(ctx, tx, r); err != nil {
				return err
			}
			if err := putSwitch(ctx, tx, Switch{Rule: r.ID, Running: running, ChangedAt: tx.NowMillis(), ChangedBy: "系统"}); err != nil {
				return err
			}
		}
		return nil
	})
}

// monthOf is the month of a day, yyyymm.
func monthOf(day calendar.Day) int { return int(day) / 100 }
