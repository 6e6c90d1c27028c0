package offers

import (
	"context"
	"strconv"
	"strings"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/calendar"
	"hongyun/internal/fund"
	"hongyun/internal/money"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

// Fund is the bonus fund at a glance, and the tasks that unlock it.
type Fund struct {
	Today    string      `json:"today"` // business day, GMT+8
	Multiple int         `json:"multiple"`
	Tasks    []FundTask  `json:"tasks"`
	Figures  FundFigures `json:"figures"`
}

// FundTask is a task as it is in force today.
type FundTask struct {
	ID         int64     `json:"id"`
	Name       string    `json:"name"`
	Kind       string    `json:"kind" enumOf:"fund task"`
	Threshold  wire.Yuan `json:"threshold"`
	Amount     wire.Yuan `json:"amount"` // C$
	Active     bool      `json:"active"`
	Next       *FundNext `json:"next"`
	Version    int       `json:"version"` // the newest one, which a change is made against
	ApprovalID *string   `json:"approvalId"`
}

// FundNext is a task as it will be.
type FundNext struct {
	Name      string    `json:"name"`
	Kind      string    `json:"kind" enumOf:"fund task"`
	Threshold wire.Yuan `json:"threshold"`
	Amount    wire.Yuan `json:"amount"`
	Active    bool      `json:"active"`
	From      string    `json:"from"` // business day, GMT+8
}

// FundFigures are the fund's sums, in C$.
type FundFigures struct {
	Held             wire.Yuan `json:"held"`
	IncomeToday      wire.Yuan `json:"incomeToday"`
	UnlockedToday    wire.Yuan `json:"unlockedToday"`
	ExpiredYesterday wire.Yuan `json:"expiredYesterday"`
	Players          int       `json:"players"` // who ever had any
}

// FundTaskAdd is a new task.
type FundTaskAdd struct {
	Name      string `json:"name"`
	Kind      string `json:"kind" enumOf:"fund task"`
	Threshold string `json:"threshold"`
	Amount    string `json:"amount"`
	Active    bool   `json:"active"`
	Reason    string `json:"reason"`
}

// FundTaskChange is a task as it shall be. Its kind stays.
type FundTaskChange struct {
	Base      int    `json:"base" doc:"the version that the change was made against"`
	Name      string `json:"name"`
	Threshold string `json:"threshold"`
	Amount    string `json:"amount"`
	Active    bool   `json:"active"`
	Reason    string `json:"reason"`
}

// FundRecord is C$ that came into a player's fund, or left it.
type FundRecord struct {
	ID     string    `json:"id"`
	Player string    `json:"player"`
	At     wire.Ms   `json:"at"`
	Type   string    `json:"type" enumOf:"fund record"`
	Amount wire.Yuan `json:"amount"` // below zero: it left
	Remark string    `json:"remark"`
	By     string    `json:"by"`
	Task   *string   `json:"task"`
}

// PlayerFund is a player's C$ and how they stand with today's tasks.
type PlayerFund struct {
	Balance       wire.Yuan        `json:"balance"`
	UnlockedToday wire.Yuan        `json:"unlockedToday"`
	Tasks         []PlayerFundTask `json:"tasks"`
}

// PlayerFundTask is a task of today with a player's progress.
type PlayerFundTask struct {
	ID        int64     `json:"id"`
	Name      string    `json:"name"`
	Kind      string    `json:"kind" enumOf:"fund task"`
	Amount    wire.Yuan `json:"amount"`
	Threshold wire.Yuan `json:"threshold"`
	Done      wire.Yuan `json:"done"`
	Status    int       `json:"status" enumOf:"fund task status"`
}

// FundGrant is C$ for a player.
type FundGrant struct {
	Amount string `json:"amount"`
	Remark string `json:"remark"`
	Reason string `json:"reason"`
}

func (s *Handlers) fund(ctx context.Context, _ *route.Call) (Fund, error) {
	out := Fund{Today: calendar.DayOf(s.Clock.Now()).String(), Multiple: s.Fund.Multiple(), Tasks: []FundTask{}}
	tasks, err := s.Fund.Tasks(ctx, s.Read)
	if err != nil {
		return out, err
	}
	out.Tasks = api.Each(tasks, func(t fund.Planned) FundTask {
		shown := FundTask{
			ID: t.ID, Name: t.Name, Kind: string(t.Kind), Threshold: wire.InYuan(t.Threshold), Amount: wire.InYuan(t.Amount), Active: t.Active,
			Version: t.Version, ApprovalID: wire.TextOrNull(t.ApprovalID),
		}
		if n := t.Next; n != nil {
			shown.Next = &FundNext{
				Name: n.Name, Kind: string(n.Kind), Threshold: wire.InYuan(n.Threshold), Amount: wire.InYuan(n.Amount), Active: n.Active, From: n.FromDay.String(),
			}
		}
		return shown
	})
	f, err := s.Fund.Figures(ctx, s.Read)
	out.Figures = FundFigures{
		Held: wire.InYuan(f.Held), IncomeToday: wire.InYuan(f.IncomeToday), UnlockedToday: wire.InYuan(f.UnlockedToday), ExpiredYesterday: wire.InYuan(f.ExpiredYesterday),
		Players: f.Players,
	}
	return out, err
}

func (s *Handlers) fundTaskAdd(ctx context.Context, c *route.Call, in FundTaskAdd) (wire.Outcome, error) {
	return s.fundTask(ctx, c, 0, fund.Task{Name: in.Name, Kind: fund.Kind(in.Kind), Active: in.Active}, in.Threshold, in.Amount, in.Reason)
}

func (s *Handlers) fundTaskChange(ctx context.Context, c *route.Call, in FundTaskChange) (wire.Outcome, error) {
	id, err := strconv.ParseInt(c.ID(), 10, 64)
	if err != nil || id < 1 {
		return wire.Outcome{}, fund.ErrNoTask
	}
	return s.fundTask(ctx, c, in.Base, fund.Task{ID: id, Name: in.Name, Active: in.Active}, in.Threshold, in.Amount, in.Reason)
}

func (s *Handlers) fundTaskHistory(ctx context.Context, c *route.Call) (wire.Page[wire.SettingVersion], error) {
	return route.Versions(c, func(p staff.Page) ([]setting.Version, int, error) {
		return s.Fund.TaskHistory(ctx, s.Read, number64(c, "id"), p)
	})
}

func (s *Handlers) fundTask(ctx context.Context, c *route.Call, base int, t fund.Task, threshold, amount, reason string) (wire.Outcome, error) {
	var err error
	if t.Threshold, err = money.ParseYuan(threshold); err != nil {
		return wire.Outcome{}, fund.ErrThreshold
	}
	if t.Amount, err = money.ParseYuan(amount); err != nil {
		return wire.Outcome{}, fund.ErrTaskAmount
	}
	id, err := s.Fund.ChangeTask(ctx, c.By, base, t, reason)
	return wire.Outcome{Status: "waiting", ApprovalID: id}, err
}

func (s *Handlers) fundRecords(ctx context.Context, c *route.Call) (wire.Page[FundRecord], error) {
	filter := fund.Filter{Player: strings.ToLower(c.Text("player")), From: c.Time("from"), To: c.Time("to"), Page: c.Page()}
	filter.Types = c.ListOf("type", fund.TypeIncome, fund.TypeUnlock, fund.TypeExpired)
	if err := c.Checked(); err != nil {
		return wire.Page[FundRecord]{}, err
	}
	list, total, _, err := s.Fund.Records(ctx, s.Read, filter)
	return wire.PageOf(list, total, func(r fund.Record) FundRecord {
		amount := r.Amount
		if r.Type != fund.TypeIncome {
			amount = -amount
		}
		return FundRecord{
			ID: r.ID, Player: r.Player, At: wire.InMs(r.At), Type: r.Type, Amount: wire.InYuan(amount), Remark: r.Remark, By: r.By, Task: wire.TextOrNull(r.Task),
		}
	}), err
}

func (s *Handlers) playerFund(ctx context.Context, c *route.Call) (PlayerFund, error) {
	out := PlayerFund{Tasks: []PlayerFundTask{}}
	if _, err := s.Players.Find(ctx, s.Read, c.ID()); err != nil {
		return out, err
	}
	held, err := s.Fund.Balance(ctx, s.Read, c.ID())
	if err != nil {
		return out, err
	}
	today, err := s.Fund.Today(ctx, s.Read, c.ID())
	return PlayerFund{Balance: wire.InYuan(held), UnlockedToday: wire.InYuan(today.Unlocked), Tasks: api.Each(today.Tasks, func(t fund.TaskToday) PlayerFundTask {
		return PlayerFundTask{
			ID: t.ID, Name: t.Name, Kind: string(t.Kind), Amount: wire.InYuan(t.Amount), Threshold: wire.InYuan(t.Threshold), Done: wire.InYuan(t.Done), Status: int(t.Status),
		}
	})}, err
}

func (s *Handlers) fundGrant(ctx context.Context, c *route.Call, in FundGrant) (wire.Outcome, error) {
	amount, err := money.ParseYuan(in.Amount)
	if err != nil {
		return wire.Outcome{}, fund.ErrGrant
	}
	id, err := s.Fund.Grant(ctx, c.By, fund.Grant{Player: c.ID(), Amount: amount, Remark: in.Remark}, in.Reason)
	return wire.Outcome{Status: "waiting", ApprovalID: id}, err
}
