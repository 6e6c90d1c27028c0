package fund

import (
	"context"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/setting"
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
	maxTasks       = 50
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
	Version    int    // the newest one, which a change is made against
	Next       *Task  // in force from its FromDay on; nil: nothing changes
	ApprovalID string // of a change that waits for a second person
}

// Tasks lists every task, also those that are switched off or begin tomorrow.
func (f *Fund) Tasks(ctx context.Context, r db.Reader) ([]Planned, error) {
	plans, err := f.tasks.Plans(ctx, r)
	if err != nil {
		return nil, err
	}
	list, keys := make([]Planned, len(plans)), make([]string, len(plans))
	for i, p := range plans {
		if p.Next != nil {
			next := taskOf(*p.Next)
			list[i].Next = &next
		}
		if p.Now != nil {
			list[i].Task = taskOf(*p.Now)
		} else { // a new one: nothing is in force yet
			list[i].Task = *list[i].Next
			list[i].Active = false
		}
		list[i].Version, keys[i] = p.Newest().Version, p.Newest().Key
	}
	waiting, err := f.tasks.Waiting(ctx, r, keys)
	for i := range list {
		list[i].ApprovalID = waiting[keys[i]]
	}
	return list, err
}

// newTasks opens the book of the tasks.
func newTasks(c Config) *setting.Rulebook[Task] {
	return setting.NewRulebook(c.DB, c.Staff, setting.Rules[Task]{
		Code:     "fund.task",
		Numbered: &setting.Numbered{Prefix: "fund.task:", Next: nextTask, Max: maxTasks, None: ErrNoTask, Full: ErrTasksMost},
		Check: func(_ context.Context, _ *db.Tx, d *setting.Draft[Task]) error {
			if d.Was != nil {
				d.Value.Kind = d.Was.Value.Kind
			}
			return d.Value.check()
		},
		Lines: Task.details,
		Words: func(d setting.Draft[Task]) staff.Request {
			title := "添加基金任务：" + d.Value.Name
			if d.Was != nil {
				title = "修改基金任务：" + d.Was.Value.Name
			}
			return staff.Request{Label: d.Value.Name, Title: title, Effect: "通过后的次日零点（GMT+8）"}
		},
		Start: func(setting.Draft[Task]) setting.Start { return setting.NextDay },
		Store: func(ctx context.Context, tx *db.Tx, r setting.Rule[Task], _ staff.Approval) error {
			return putTask(ctx, tx, taskOf(r))
		},
		Entry: func(r setting.Rule[Task]) (string, any) { return r.Value.Name, taskOf(r) },
	})
}

// taskOf is a version of a task with its number and its day.
func taskOf(r setting.Rule[Task]) Task {
	t := r.Value
	t.ID = setting.NumberOf(r.Key)
	t.FromDay = r.FromDay()
	return t
}

// ChangeTask asks a second person to approve a task from the next business day
// on, and returns the request's id. ID 0 adds one; the kind of an existing task
// cannot change. The base is the version that the maker saw, 0 for a new task. Faults:
// ErrTaskName, ErrKind, ErrThreshold, ErrTaskAmount, ErrNoTask, ErrTasksMost,
// setting.ErrBase, staff's.
func (f *Fund) ChangeTask(ctx context.Context, by staff.Actor, base int, t Task, reason string) (approval string, err error) {
	return f.tasks.Ask(ctx, by, setting.Change[Task]{Key: setting.KeyOf(t.ID), Base: base, Value: t, Reason: reason})
}

// TaskHistory gives a page of the versions of a task, the newest first, and how many
// there are. It fails with ErrNoTask.
func (f *Fund) TaskHistory(ctx context.Context, r db.Reader, id int64, p staff.Page) ([]setting.Version, int, error) {
	return f.tasks.NumberedHistory(ctx, r, id, p)
}

// Seed writes the shipped tasks, in force from today on, if there are none.
func (f *Fund) Seed(ctx context.Context) error {
	return f.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := f.Staff.LockAudit(ctx, tx); err != nil {
			return err
		}
		if n, err := f.tasks.Count(ctx, tx); err != nil || n > 0 {
			return err
		}
		for i, t := range shipped {
			t.Active = true
			if err := f.tasks.Ship(ctx, tx, "系统", setting.KeyOf(int64(i+1)), t); err != nil {
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
