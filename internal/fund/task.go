package fund

import (
	"context"
	"strconv"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// Kind is the daily requirement of a task.
type Kind string

// The kinds of tasks.
const (
	Deposit Kind = "deposit" // money credited to the centre wallet
	Bet     Kind = "bet"     // valid bets placed and settled that day
)

// Kinds are the kinds of tasks.
var Kinds = []Kind{Deposit, Bet}

var kindTexts = map[Kind]string{Deposit: "当日存款", Bet: "当日有效投注"}

// Task is one version of a task, in force from a business day on.
type Task struct {
	ID        int64
	FromDay   calendar.Day
	Name      string
	Kind      Kind
	Threshold money.Fen // to be reached within a day
	Amount    money.Fen // C$ it unlocks, in hundredths
	Active    bool
}

const (
	thresholdLeast = 1 * money.Yuan
	thresholdMost  = 10_000_000 * money.Yuan
	amountMost     = 1_000_000 * money.Yuan
	tasksMost      = 50
)

// check refuses what makes no sense as a task.
func (t Task) check() error {
	switch {
	case !plain(t.Name, 2, 20):
		return ErrTaskName
	case kindTexts[t.Kind] == "":
		return ErrKind
	case t.Threshold < thresholdLeast || t.Threshold > thresholdMost:
		return ErrThreshold
	case t.Amount <= 0 || t.Amount > amountMost, t.Kind == Deposit && t.Amount > t.Threshold:
		return ErrTaskAmount
	}
	return nil
}

// details describe a task to the person who decides about it.
func (t Task) details() []staff.Detail {
	state := "启用"
	if !t.Active {
		state = "停用"
	}
	return []staff.Detail{
		{Label: "任务名称", Value: t.Name}, {Label: "任务条件", Value: kindTexts[t.Kind] + "满 " + t.Threshold.Grouped() + " 元"},
		{Label: "解锁金额", Value: "C$ " + t.Amount.Grouped()}, {Label: "状态", Value: state},
	}
}

// Planned is today's version of a task, and the next one if it differs.
type Planned struct {
	Task
	Next       *Task  // in force from its FromDay on; nil: nothing changes
	ApprovalID string // of a change that waits for a second person
}

// Tasks lists every task, also those that are switched off or begin tomorrow.
func (f *Fund) Tasks(ctx context.Context, r db.Reader) ([]Planned, error) {
	today := calendar.DayOf(f.DB.Clock().Now())
	versions, err := versionsFrom(ctx, r, today)
	if err != nil {
		return nil, err
	}
	var list []Planned
	var subjects []string
	for _, v := range versions { // by id, the oldest first
		if n := len(list); n > 0 && list[n-1].ID == v.ID {
			list[n-1].Next = &v
			continue
		}
		p := Planned{Task: v}
		if v.FromDay > today { // a new one: nothing is in force yet
			p.Active, p.Next = false, &v
		}
		list = append(list, p)
		subjects = append(subjects, subjectOf(v.ID))
	}
	waiting, err := f.Staff.PendingApprovals(ctx, r, subjects)
	for i := range list {
		list[i].ApprovalID = waiting[subjects[i]]
	}
	return list, err
}

const kindTask staff.Kind[Task] = "fund.task"

// subjectOf names a task in the audit trail; 0 is one that is not there yet.
func subjectOf(id int64) string { return "fund.task:" + strconv.FormatInt(id, 10) }

// ChangeTask asks a second person to approve a task from the next business day
// on, and returns the request's id. ID 0 adds one; the kind of an existing task
// cannot change. Faults: ErrTaskName, ErrKind, ErrThreshold, ErrTaskAmount,
// ErrNoTask, ErrTasksMost, staff's.
func (f *Fund) ChangeTask(ctx context.Context, by staff.Actor, t Task, reason string) (approval string, err error) {
	err = f.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		was, err := f.settled(ctx, tx, &t)
		if err != nil {
			return err
		}
		title, details := "添加基金任务："+t.Name, t.details()
		if was != nil {
			title = "修改基金任务：" + was.Name
			for i, d := range was.details() {
				if d.Value != details[i].Value {
					details[i].Value = d.Value + " → " + details[i].Value
				}
			}
		}
		approval, err = f.Staff.RequestApproval(ctx, tx, by, kindTask.Request(t, staff.Request{
			Subject: subjectOf(t.ID), Label: t.Name, Title: title, Details: details, Effect: "通过后的次日零点（GMT+8）", Reason: reason,
		}))
		return err
	})
	return approval, err
}

// settled checks a task against the stored ones and completes it. It returns
// the task's newest version, nil for a new one.
func (f *Fund) settled(ctx context.Context, tx *db.Tx, t *Task) (was *Task, err error) {
	if t.ID != 0 {
		newest, err := newestVersion(ctx, tx, t.ID)
		if err != nil {
			return nil, err
		}
		t.Kind, was = newest.Kind, &newest
	} else if n, err := countTasks(ctx, tx); err != nil {
		return nil, err
	} else if n >= tasksMost {
		return nil, ErrTasksMost.With(tasksMost)
	}
	return was, t.check()
}

func (f *Fund) taskApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, t Task) error {
	// The trail has one end for all nodes: whoever holds it numbers tasks alone.
	if err := f.Staff.LockAudit(ctx, tx); err != nil {
		return err
	}
	was, err := f.settled(ctx, tx, &t)
	if err != nil {
		return err
	}
	if t.ID == 0 {
		if t.ID, err = nextTask(ctx, tx); err != nil {
			return err
		}
	}
	t.FromDay = calendar.DayOf(tx.Now()).AddDays(1)
	if err := putVersion(ctx, tx, t); err != nil {
		return err
	}
	change := staff.Change{Action: string(kindTask), Subject: subjectOf(t.ID), Label: t.Name, Reason: a.Reason, After: t}
	if was != nil {
		change.Before = *was
	}
	return f.Staff.Audit(ctx, tx, by, change)
}

// Seed writes the shipped tasks, in force from today on, if there are none.
func (f *Fund) Seed(ctx context.Context) error {
	return f.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := f.Staff.LockAudit(ctx, tx); err != nil {
			return err
		}
		if n, err := countTasks(ctx, tx); err != nil || n > 0 {
			return err
		}
		today := calendar.DayOf(tx.Now())
		for i, t := range shipped {
			t.ID, t.FromDay, t.Active = int64(i+1), today, true
			if err := putVersion(ctx, tx, t); err != nil {
				return err
			}
		}
		return nil
	})
}

// shipped are the tasks of a new installation, for its operator to change.
var shipped = []Task{
	{Name: "今日存款满 100 元", Kind: Deposit, Threshold: 100 * money.Yuan, Amount: 5 * money.Yuan},
	{Name: "今日存款满 1000 元", Kind: Deposit, Threshold: 1_000 * money.Yuan, Amount: 50 * money.Yuan},
	{Name: "今日存款满 5000 元", Kind: Deposit, Threshold: 5_000 * money.Yuan, Amount: 250 * money.Yuan},
	{Name: "今日有效投注满 1000 元", Kind: Bet, Threshold: 1_000 * money.Yuan, Amount: 8 * money.Yuan},
	{Name: "今日有效投注满 1 万元", Kind: Bet, Threshold: 10_000 * money.Yuan, Amount: 68 * money.Yuan},
	// The tasks from here on are for the highest VIP levels, whose income
	// expires on its day unless unlocked. Their sum covers all tracks' payments
	// at once.
	{Name: "今日存款满 1 万元", Kind: Deposit, Threshold: 10_000 * money.Yuan, Amount: 500 * money.Yuan},
	{Name: "今日存款满 10 万元", Kind: Deposit, Threshold: 100_000 * money.Yuan, Amount: 5_000 * money.Yuan},
	{Name: "今日存款满 100 万元", Kind: Deposit, Threshold: 1_000_000 * money.Yuan, Amount: 50_000 * money.Yuan},
	{Name: "今日存款满 1000 万元", Kind: Deposit, Threshold: 10_000_000 * money.Yuan, Amount: 500_000 * money.Yuan},
	{Name: "今日有效投注满 10 万元", Kind: Bet, Threshold: 100_000 * money.Yuan, Amount: 680 * money.Yuan},
	{Name: "今日有效投注满 100 万元", Kind: Bet, Threshold: 1_000_000 * money.Yuan, Amount: 6_800 * money.Yuan},
	{Name: "今日有效投注满 1000 万元", Kind: Bet, Threshold: 10_000_000 * money.Yuan, Amount: 68_000 * money.Yuan},
}
