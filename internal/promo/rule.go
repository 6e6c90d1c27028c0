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
	"hongyun/internal/setting"
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
	Version      int   // the newest one, which a change is made against
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
	plans, err := p.rules.Plans(ctx, r)
	if err != nil {
		return nil, err
	}
	switches, err := readSwitches(ctx, r)
	if err != nil {
		return nil, err
	}
	costs, err := costsOf(ctx, r, monthOf(p.today()))
	if err != nil {
		return nil, err
	}
	list := make([]Planned, len(plans))
	keys, starts := make([]string, len(plans)), make([]string, len(plans))
	for i, plan := range plans {
		if plan.Next != nil {
			next := ruleOf(*plan.Next)
			list[i].Next = &next
		}
		if plan.Now != nil {
			list[i].Rule = ruleOf(*plan.Now)
		} else { // a new one: nothing is in force yet
			list[i].Rule = *list[i].Next
		}
		list[i].Version = plan.Newest().Version
		id := list[i].ID
		list[i].Switch, list[i].SpentMonth, list[i].AwardsMonth, list[i].WithheldOpen = switches[id], costs[id].Amount, costs[id].Count, costs[id].Withheld
		keys[i], starts[i] = keyOf(id), startSubject(id)
	}
	changing, err := p.rules.Waiting(ctx, r, keys)
	if err != nil {
		return nil, err
	}
	starting, err := p.Staff.PendingApprovals(ctx, r, starts)
	for i := range list {
		list[i].ApprovalID, list[i].StartingID = changing[keys[i]], starting[starts[i]]
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
	plans, err := p.rules.Plans(ctx, r)
	if err != nil {
		return nil, err
	}
	pages := map[int64][]string{}
	for _, plan := range plans { // by number
		v := plan.Next
		if plan.Now != nil {
			v = plan.Now
		}
		if _, said := pages[v.Value.Activity]; !said && v.Value.Activity != 0 {
			pages[v.Value.Activity] = v.Value.Conditions()
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

const kindStart staff.Kind[int64] = "promo.start"

// subjectOf names a promotion in the audit trail.
func subjectOf(id int64) string    { return "promo:" + keyOf(id) }
func startSubject(id int64) string { return "promo.start:" + keyOf(id) }

func keyOf(id int64) string { return strconv.FormatInt(id, 10) }

// newRules opens the book of the promotions.
func newRules(c Config) *setting.Rulebook[Rule] {
	var book *setting.Rulebook[Rule]
	book = setting.NewRulebook(c.DB, c.Staff, setting.Rules[Rule]{
		Code: "promo.rule",
		Subject: func(key string) string { // 0 is one that is not there yet
			if key == "" {
				key = "0"
			}
			return "promo:" + key
		},
		NewKey: nextRule,
		Check: func(ctx context.Context, tx *db.Tx, d *setting.Draft[Rule]) error {
			switch {
			case d.Was != nil:
				d.Value.Kind = d.Was.Value.Kind
			case d.Key != "":
				return ErrNoRule
			default:
				if n, err := book.Count(ctx, tx); err != nil {
					return err
				} else if n >= rulesMost {
					return ErrMost.With(rulesMost)
				}
			}
			return d.Value.check()
		},
		Lines: Rule.details,
		Words: func(d setting.Draft[Rule]) staff.Request {
			if d.Was == nil {
				return staff.Request{Label: d.Value.Name, Title: "添加优惠：" + d.Value.Name, Effect: "通过后的次日零点（GMT+8），启用前不派发"}
			}
			return staff.Request{
				Label: d.Value.Name, Title: "修改优惠：" + d.Was.Value.Name, Effect: "通过后的下一" + periodText(d.Value.Kind) + "（GMT+8）",
			}
		},
		Start: func(d setting.Draft[Rule]) setting.Start {
			switch {
			case d.Was != nil && d.Value.Kind.weekly():
				return setting.NextWeek
			case d.Was != nil && d.Value.Kind.monthly():
				return setting.NextMonth
			}
			return setting.NextDay
		},
		Store: storeRule,
		Entry: func(r setting.Rule[Rule]) (string, any) { return r.Value.Name, ruleOf(r) },
	})
	return book
}

// storeRule writes an approved promotion where awards refer to it. A new one does not run.
func storeRule(ctx context.Context, tx *db.Tx, r setting.Rule[Rule], request staff.Approval) error {
	rule := ruleOf(r)
	if r.Version == 1 {
		off := Switch{Rule: rule.ID, ChangedAt: tx.NowMillis(), ChangedBy: r.ApprovedBy, Reason: request.Reason}
		if err := putSwitch(ctx, tx, off); err != nil {
			return err
		}
	}
	return putVersion(ctx, tx, rule)
}

// ruleOf is a version of a promotion with its number and its day.
func ruleOf(r setting.Rule[Rule]) Rule {
	rule := r.Value
	rule.ID, _ = strconv.ParseInt(r.Key, 10, 64) // of nextRule, or shipped
	rule.FromDay = r.FromDay()
	return rule
}

// Change asks for a second person's yes to a promotion as it shall stand from
// its next period on, and returns the request's id. ID 0 adds one, which does
// not run until it is started; the kind of one that is there cannot change. The base is
// the version that the maker saw, 0 for a new one. Faults: ErrName, ErrKind, ErrLimit,
// ErrWindow, ErrParams, ErrNoRule, ErrMost, setting.ErrBase, staff's.
func (p *Promo) Change(ctx context.Context, by staff.Actor, base int, r Rule, reason string) (approval string, err error) {
	key := ""
	if r.ID != 0 {
		key = keyOf(r.ID)
	}
	return p.rules.Ask(ctx, by, setting.Change[Rule]{Key: key, Base: base, Value: r, Reason: reason})
}

// RuleHistory gives a page of the versions of a promotion, the newest first, and how
// many there are. It fails with ErrNoRule.
func (p *Promo) RuleHistory(ctx context.Context, r db.Reader, id int64, page staff.Page) ([]setting.Version, int, error) {
	list, total, err := p.rules.History(ctx, r, keyOf(id), page)
	if err == nil && total == 0 {
		err = ErrNoRule
	}
	return list, total, err
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
		if n, err := p.rules.Count(ctx, tx); err != nil || n > 0 {
			return err
		}
		for _, r := range shipped {
			if err := r.check(); err != nil {
				return fmt.Errorf("promotion %s as shipped: %w", r.Name, err)
			}
			if err := p.rules.Ship(ctx, tx, "系统", keyOf(r.ID), r); err != nil {
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
