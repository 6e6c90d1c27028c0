package rule

import (
	"context"
	"fmt"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
)

// Planned is a promotion in the book: its version of today, the next version if
// there is one, and whether it runs.
type Planned struct {
	Rule
	Version    int   // the newest one, which a change is made against
	Next       *Rule // in force from its FromDay on; nil: nothing changes
	Switch     Switch
	ApprovalID string // of a change that waits for a second person
	StartingID string // of a start that waits
}

// Book keeps the promotions: their versions, which two people change, and the
// switch of each. It is safe for concurrent use, also by several nodes.
type Book struct {
	db    *db.DB
	staff *staff.Staff
	rules *setting.Rulebook[Rule]
}

// NewBook opens the book of the promotions.
func NewBook(d *db.DB, s *staff.Staff) *Book {
	b := &Book{db: d, staff: s, rules: newRules(d, s)}
	kindStart.OnApproved(s, b.startApproved)
	return b
}

// Plans lists every promotion, also those that are off or begin later.
func (b *Book) Plans(ctx context.Context, r db.Reader) ([]Planned, error) {
	plans, err := b.rules.Plans(ctx, r)
	if err != nil {
		return nil, err
	}
	switches, err := Switches(ctx, r)
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
		list[i].Switch = switches[id]
		keys[i], starts[i] = setting.KeyOf(id), startSubject(id)
	}
	changing, err := b.rules.Waiting(ctx, r, keys)
	if err != nil {
		return nil, err
	}
	starting, err := b.staff.PendingApprovals(ctx, r, starts)
	for i := range list {
		list[i].ApprovalID, list[i].StartingID = changing[keys[i]], starting[starts[i]]
	}
	return list, err
}

// RulesByID gives every promotion as it is now, by its id.
func (b *Book) RulesByID(ctx context.Context, r db.Reader) (map[int64]Rule, error) {
	list, err := b.Plans(ctx, r)
	rules := make(map[int64]Rule, len(list))
	for _, planned := range list {
		rules[planned.ID] = planned.Rule
	}
	return rules, err
}

// Pages are the pages of the promotions that run today.
func (b *Book) Pages(ctx context.Context, r db.Reader) (map[int64]bool, error) {
	rules, err := Running(ctx, r, calendar.DayOf(b.db.Clock().Now()))
	pages := make(map[int64]bool, len(rules))
	for _, rule := range rules {
		pages[rule.Activity] = true
	}
	return pages, err
}

// ConditionsWith are the sentences about turnover of today's version of each
// promotion, running or not, by page. shares says how much of which bets counts.
func (b *Book) ConditionsWith(ctx context.Context, r db.Reader, shares func(Rule) turnover.Shares) (map[int64][]string, error) {
	plans, err := b.rules.Plans(ctx, r)
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
			pages[v.Value.Activity] = v.Value.Sentences(shares(v.Value))
		}
	}
	return pages, nil
}

// newRules opens the book of the promotions.
func newRules(d *db.DB, s *staff.Staff) *setting.Rulebook[Rule] {
	return setting.NewRulebook(d, s, setting.Rules[Rule]{
		Code:     "promo.rule",
		Numbered: &setting.Numbered{Prefix: subjectPrefix, Next: nextRule, Max: maxRules, None: ErrNotFound, Full: ErrMost},
		Check: func(_ context.Context, _ *db.Tx, d *setting.Draft[Rule]) error {
			if d.Was != nil {
				d.Value.Kind = d.Was.Value.Kind
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
	rule.ID = setting.NumberOf(r.Key)
	rule.FromDay = r.FromDay()
	return rule
}

// Change asks for a second person's yes to a version of a promotion from its
// next period on, and returns the request's id. ID 0 adds one, which does
// not run until it is started; the kind of one that is there cannot change. The
// base is the version that the maker saw, 0 for a new one. Faults: ErrName,
// ErrKind, ErrLimit, ErrWindow, ErrParams, ErrNotFound, ErrMost, setting.ErrBase,
// staff's.
func (b *Book) Change(ctx context.Context, by staff.Actor, base int, r Rule, reason string) (approval string, err error) {
	return b.rules.Ask(ctx, by, setting.Change[Rule]{Key: setting.KeyOf(r.ID), Base: base, Value: r, Reason: reason})
}

// History gives a page of the versions of a promotion, the newest first, and how
// many there are. It fails with ErrNotFound.
func (b *Book) History(ctx context.Context, r db.Reader, id int64, page staff.Page) ([]setting.Version, int, error) {
	return b.rules.NumberedHistory(ctx, r, id, page)
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

// subjectPrefix comes before the number of a promotion in the audit trail.
const subjectPrefix = "promo:"

// subjectOf names a promotion in the audit trail.
func subjectOf(id int64) string { return subjectPrefix + setting.KeyOf(id) }

// Seed gives an installation without promotions the shipped ones, in force from
// today on. They run in the demo and are off elsewhere.
func (b *Book) Seed(ctx context.Context, running bool) error {
	return b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := b.staff.LockAudit(ctx, tx); err != nil {
			return err
		}
		if n, err := b.rules.Count(ctx, tx); err != nil || n > 0 {
			return err
		}
		for _, r := range shipped {
			if err := r.check(); err != nil {
				return fmt.Errorf("promotion %s as shipped: %w", r.Name, err)
			}
			if err := b.rules.Ship(ctx, tx, "系统", setting.KeyOf(r.ID), r); err != nil {
				return err
			}
			if err := putSwitch(ctx, tx, Switch{Rule: r.ID, Running: running, ChangedAt: tx.NowMillis(), ChangedBy: "系统"}); err != nil {
				return err
			}
		}
		return nil
	})
}
