package setting

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// Rules are the rules of one noun, as a Rulebook keeps their versions: the tasks
// of the fund, promotions, tables of levels, rates. Unlike the settings of a Kind
// they have pages of their own, no secrets, and rows of their owner that other
// rows refer to by version.
type Rules[T any] struct {
	// Code is stable, "fund.task". Versions, requests and entries of the audit trail bear it.
	Code string
	// Numbered, where set, takes the place of Subject and NewKey.
	Numbered *Numbered
	// Subject names a rule in requests and in the audit trail. The key "" is one that is not there yet.
	Subject func(key string) string
	// NewKey names a new rule when it is approved. It is nil where keys are fixed.
	NewKey func(ctx context.Context, tx *db.Tx) (string, error)
	// Check refuses what cannot be, with a fault of the owner, and may complete the
	// value. It runs when a change is asked for and again when it is approved.
	Check func(ctx context.Context, tx *db.Tx, d *Draft[T]) error
	// Same refuses a change that changes nothing; nil: it may be asked for.
	Same error
	// Lines are a rule in sentences, in a stable order.
	Lines func(v T) []staff.Detail
	// Changes, where set, are the sentences about a change. Without it Lines are put side by side.
	Changes func(was, next T) []staff.Detail
	// Words are the label, the title and the effect of a request.
	Words func(d Draft[T]) staff.Request
	// Start is when an approved version takes effect; nil: at once.
	Start func(d Draft[T]) Start
	// Store writes an approved version as a row of the owner, in the transaction of the
	// approval. The request is empty for what was shipped.
	Store func(ctx context.Context, tx *db.Tx, r Rule[T], request staff.Approval) error
	// Entry is the label of a version in the audit trail, and what the trail keeps of it.
	Entry func(r Rule[T]) (label string, kept any)
}

// Draft is a rule as its maker wants it.
type Draft[T any] struct {
	Key   string // "" for a new one whose key is not chosen yet
	Value T
	Was   *Rule[T] // the newest approved version, in force or not yet; nil: there is none
}

// Rule is an approved version of a rule.
type Rule[T any] struct {
	Key        string
	Version    int // 1, 2, 3 and so on, without gaps
	Value      T
	MadeBy     string
	ApprovedBy string // MadeBy again for what was shipped
	ApprovedAt time.Time
	From       time.Time // when it takes effect
}

// Authors are the two people who made a version.
func (r Rule[T]) Authors() string {
	if r.MadeBy == r.ApprovedBy {
		return r.MadeBy
	}
	return r.MadeBy + "、" + r.ApprovedBy
}

// FromDay is the business day on which a version takes effect.
func (r Rule[T]) FromDay() calendar.Day { return calendar.DayOf(r.From) }

// Start is when an approved version takes effect.
type Start int

// The starts of an approved version, in GMT+8.
const (
	AtOnce    Start = iota
	NextDay         // at midnight
	NextWeek        // on Monday at midnight
	NextMonth       // on the first at midnight
)

// after is the first start after an instant.
func (s Start) after(now time.Time) time.Time {
	today := calendar.DayOf(now)
	switch s {
	case NextDay:
		return today.End()
	case NextWeek:
		_, sunday := calendar.WeekOf(today)
		return sunday.End()
	case NextMonth:
		_, last := calendar.MonthOf(today)
		return last.End()
	}
	return now
}

// Rulebook keeps the versions of rules. Each is asked for by one person against the
// version before it and approved by another. It is safe for concurrent use, also
// by several nodes.
type Rulebook[T any] struct {
	db    *db.DB
	staff *staff.Staff
	rules Rules[T]
	kind  staff.Kind[asked[T]]
}

// asked is what a second person approves. Nothing in it is secret, so the request
// holds the value, and only an approved one gets the number of a version.
type asked[T any] struct {
	Key   string `json:"key"`
	Base  int    `json:"base"` // the version that the change was made against; 0: none
	Value T      `json:"value"`
}

// NewRulebook opens the book of some rules and says what their approval does.
func NewRulebook[T any](d *db.DB, s *staff.Staff, rules Rules[T]) *Rulebook[T] {
	if n := rules.Numbered; n != nil {
		rules.Subject, rules.NewKey = n.subject, n.newKey
	}
	b := &Rulebook[T]{db: d, staff: s, rules: rules, kind: staff.Kind[asked[T]](rules.Code)}
	s.OnApproved(rules.Code, func(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval) error {
		change, err := b.kind.Asked(a)
		if err != nil { // of another release, in a form of its own: it is asked for anew
			return staff.ErrSubjectChange
		}
		return b.approved(ctx, tx, by, a, change)
	})
	return b
}

// Change is what a member of staff asks for.
type Change[T any] struct {
	Key    string // "" for a new rule whose key is not chosen by people
	Base   int    // the newest version that the maker saw, in force or not yet; 0: there was none
	Value  T
	Reason string
}

// Ask asks a second person to approve a rule and returns the request's id. It
// fails with the faults of Check, Same, ErrBase, ErrBaseGone, and staff's.
func (b *Rulebook[T]) Ask(ctx context.Context, by staff.Actor, c Change[T]) (approvalID string, err error) {
	err = b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		base, draft, err := b.draft(ctx, tx, c.Key, c.Value)
		if err != nil {
			return err
		}
		if err := b.check(ctx, tx, &draft); err != nil { // also that there is such a rule
			return err
		}
		if err := base.against(c.Base); err != nil {
			return err
		}
		details := b.rules.Lines(draft.Value)
		if draft.Was != nil {
			same, err := equal(draft.Was.Value, draft.Value)
			if err != nil {
				return err
			}
			if same && b.rules.Same != nil {
				return b.rules.Same
			}
			details = b.changes(draft.Was.Value, draft.Value)
		}
		request := b.rules.Words(draft)
		request.Subject, request.Details, request.Reason = b.rules.Subject(c.Key), details, c.Reason
		approvalID, err = b.staff.RequestApproval(ctx, tx, by, b.kind.Request(asked[T]{c.Key, base.Version, draft.Value}, request))
		return err
	})
	return approvalID, err
}

// draft brings a value together with the version before it.
func (b *Rulebook[T]) draft(ctx context.Context, tx *db.Tx, key string, value T) (row, Draft[T], error) {
	d := Draft[T]{Key: key, Value: value}
	if key == "" {
		return row{}, d, nil
	}
	base, err := latest(ctx, tx, b.rules.Code, key)
	if err != nil || base.Version == 0 {
		return base, d, err
	}
	was, err := b.rule(base)
	d.Was = &was
	return base, d, err
}

// check refuses a draft that cannot be, and may complete its value.
func (b *Rulebook[T]) check(ctx context.Context, tx *db.Tx, d *Draft[T]) error {
	if n := b.rules.Numbered; n != nil && d.Was == nil {
		if err := n.admit(d.Key, func() (int, error) { return b.Count(ctx, tx) }); err != nil {
			return err
		}
	}
	return b.rules.Check(ctx, tx, d)
}

func equal[T any](a, b T) (bool, error) {
	one, err := json.Marshal(a)
	if err != nil {
		return false, err
	}
	other, err := json.Marshal(b)
	return bytes.Equal(one, other), err
}

func (b *Rulebook[T]) changes(was, next T) []staff.Detail {
	if b.rules.Changes != nil {
		return b.rules.Changes(was, next)
	}
	return Differences(b.rules.Lines(was), b.rules.Lines(next))
}

// approved writes the version, unless another one came between.
func (b *Rulebook[T]) approved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, c asked[T]) error {
	// The trail has one end for all nodes: its holder alone decides about rules.
	if err := b.staff.LockAudit(ctx, tx); err != nil {
		return err
	}
	base, draft, err := b.draft(ctx, tx, c.Key, c.Value)
	if err != nil {
		return err
	}
	if base.against(c.Base) != nil {
		return staff.ErrSubjectChange
	}
	if err := b.check(ctx, tx, &draft); err != nil {
		return err
	}
	start := AtOnce
	if b.rules.Start != nil {
		start = b.rules.Start(draft)
	}
	r := row{ // it bears the id of its request
		ID: a.ID, Key: c.Key, Version: base.Version + 1, MadeBy: a.MakerName, MadeAt: a.MadeAt.UnixMilli(), ApprovedBy: by.Name,
		// A version that is approved already may begin later still.
		EffectiveAt: max(start.after(tx.Now()).UnixMilli(), base.EffectiveAt),
	}
	if r.Key == "" {
		if r.Key, err = b.rules.NewKey(ctx, tx); err != nil {
			return err
		}
	}
	next, err := b.write(ctx, tx, r, draft.Value, a)
	if err != nil {
		return err
	}
	label, after := b.rules.Entry(next)
	change := staff.Change{Action: b.rules.Code, Subject: b.rules.Subject(r.Key), Label: label, Reason: a.Reason, After: after}
	if draft.Was != nil {
		_, change.Before = b.rules.Entry(*draft.Was)
	}
	return b.staff.Audit(ctx, tx, by, change)
}

// write stores a version and has its owner store it.
func (b *Rulebook[T]) write(ctx context.Context, tx *db.Tx, r row, value T, request staff.Approval) (Rule[T], error) {
	text, err := json.Marshal(value)
	if err != nil {
		return Rule[T]{}, fmt.Errorf("write rule %s %s: %w", b.rules.Code, r.Key, err)
	}
	r.Kind, r.Value, r.LiveOn, r.ApprovedAt = b.rules.Code, string(text), true, tx.NowMillis()
	if err := insert(ctx, tx, r); err != nil {
		return Rule[T]{}, err
	}
	if err := approve(ctx, tx, r); err != nil {
		return Rule[T]{}, err
	}
	next, err := b.rule(r)
	if err != nil {
		return next, err
	}
	return next, b.rules.Store(ctx, tx, next, request)
}

// Ship writes the first version of a rule that a new installation comes with, in
// force at once. The caller holds the lock of the audit trail.
func (b *Rulebook[T]) Ship(ctx context.Context, tx *db.Tx, by, key string, value T) error {
	_, err := b.write(ctx, tx, row{
		ID: uuid.Must(uuid.NewV7()).String(), Key: key, Version: 1, MadeBy: by, MadeAt: tx.NowMillis(), ApprovedBy: by, EffectiveAt: tx.NowMillis(),
	}, value, staff.Approval{})
	return err
}

func (b *Rulebook[T]) rule(r row) (Rule[T], error) {
	out := Rule[T]{
		Key: r.Key, Version: r.Version, MadeBy: r.MadeBy, ApprovedBy: r.ApprovedBy, ApprovedAt: calendar.FromMillis(r.ApprovedAt),
		From: calendar.FromMillis(r.EffectiveAt),
	}
	if err := json.Unmarshal([]byte(r.Value), &out.Value); err != nil {
		return out, fmt.Errorf("read version %d of rule %s %s: %w", r.Version, r.Kind, r.Key, err)
	}
	return out, nil
}

// Count is how many rules there are.
func (b *Rulebook[T]) Count(ctx context.Context, r db.Reader) (n int, err error) {
	err = r.NewRaw("SELECT COUNT(DISTINCT key) FROM setting_version WHERE kind = ?", b.rules.Code).Scan(ctx, &n)
	if err != nil {
		return 0, fmt.Errorf("count rules %s: %w", b.rules.Code, err)
	}
	return n, nil
}

// Plan is a rule as it is now, and as it will be.
type Plan[T any] struct {
	Now  *Rule[T] // nil: it begins later
	Next *Rule[T] // nil: nothing changes
}

// Newest is the last approved version, in force or not yet.
func (p Plan[T]) Newest() Rule[T] {
	if p.Next != nil {
		return *p.Next
	}
	return *p.Now
}

// Plans are all rules, in the order of their keys: numbers as numbers.
func (b *Rulebook[T]) Plans(ctx context.Context, r db.Reader) ([]Plan[T], error) {
	now := b.db.Clock().Now()
	rows, err := planned(ctx, r, b.rules.Code, now.UnixMilli())
	if err != nil {
		return nil, err
	}
	var plans []Plan[T]
	for i, row := range rows {
		rule, err := b.rule(row)
		if err != nil {
			return nil, err
		}
		if i == 0 || rows[i-1].Key != row.Key {
			plans = append(plans, Plan[T]{})
		}
		p := &plans[len(plans)-1]
		if rule.From.After(now) {
			p.Next = &rule
		} else {
			p.Now = &rule
		}
	}
	return plans, nil
}

// Waiting gives the open requests about some rules by key.
func (b *Rulebook[T]) Waiting(ctx context.Context, r db.Reader, keys []string) (map[string]string, error) {
	subjects := make([]string, len(keys))
	for i, key := range keys {
		subjects[i] = b.rules.Subject(key)
	}
	waiting, err := b.staff.PendingApprovals(ctx, r, subjects)
	if err != nil {
		return nil, err
	}
	out := make(map[string]string, len(waiting))
	for i, key := range keys {
		if id := waiting[subjects[i]]; id != "" {
			out[key] = id
		}
	}
	return out, nil
}

// History gives a page of the versions of a rule, the newest first, each with what it
// changed, and how many there are.
func (b *Rulebook[T]) History(ctx context.Context, r db.Reader, key string, p staff.Page) ([]Version, int, error) {
	rows, total, err := history(ctx, r, b.rules.Code, key, p)
	if err != nil || len(rows) == 0 {
		return []Version{}, total, err
	}
	older, err := latestBefore(ctx, r, b.rules.Code, key, rows[len(rows)-1].Version)
	if err != nil {
		return nil, 0, err
	}
	var was *Rule[T]
	if older.Version > 0 {
		rule, err := b.rule(older)
		if err != nil {
			return nil, 0, err
		}
		was = &rule
	}
	out := make([]Version, len(rows))
	for i := len(rows) - 1; i >= 0; i-- {
		rule, err := b.rule(rows[i])
		if err != nil {
			return nil, 0, err
		}
		details := b.rules.Lines(rule.Value)
		if was != nil {
			details = moved(b.rules.Lines(was.Value), b.changes(was.Value, rule.Value))
		}
		out[i] = rows[i].shown()
		for _, d := range details {
			out[i].Lines = append(out[i].Lines, Line(d))
		}
		was = &rule
	}
	return out, total, nil
}
