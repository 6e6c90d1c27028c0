package adminapi

import (
	"context"
	"strconv"
	"strings"

	"hongyun/internal/api"
	"hongyun/internal/calendar"
	"hongyun/internal/fund"
	"hongyun/internal/money"
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
	Threshold  Yuan      `json:"threshold"`
	Amount     Yuan      `json:"amount"` // C$
	Active     bool      `json:"active"`
	Next       *FundNext `json:"next"`
	ApprovalID *string   `json:"approvalId"`
}

// FundNext is a task as it will be.
type FundNext struct {
	Name      string `json:"name"`
	Kind      string `json:"kind" enumOf:"fund task"`
	Threshold Yuan   `json:"threshold"`
	Amount    Yuan   `json:"amount"`
	Active    bool   `json:"active"`
	From      string `json:"from"` // business day, GMT+8
}

// FundFigures are the fund's sums, in C$.
type FundFigures struct {
	Held             Yuan `json:"held"`
	IncomeToday      Yuan `json:"incomeToday"`
	UnlockedToday    Yuan `json:"unlockedToday"`
	ExpiredYesterday Yuan `json:"expiredYesterday"`
	Players          int  `json:"players"` // who ever had any
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
	Name      string `json:"name"`
	Threshold string `json:"threshold"`
	Amount    string `json:"amount"`
	Active    bool   `json:"active"`
	Reason    string `json:"reason"`
}

// FundRecord is C$ that came into a player's fund, or left it.
type FundRecord struct {
	ID     string  `json:"id"`
	Player string  `json:"player"`
	At     Ms      `json:"at"`
	Type   string  `json:"type" enumOf:"fund record"`
	Amount Yuan    `json:"amount"` // below zero: it left
	Remark string  `json:"remark"`
	By     string  `json:"by"`
	Task   *string `json:"task"`
}

// PlayerFund is a player's C$ and how they stand with today's tasks.
type PlayerFund struct {
	Balance       Yuan             `json:"balance"`
	UnlockedToday Yuan             `json:"unlockedToday"`
	Tasks         []PlayerFundTask `json:"tasks"`
}

// PlayerFundTask is a task of today as a player stands with it.
type PlayerFundTask struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	Kind      string `json:"kind" enumOf:"fund task"`
	Amount    Yuan   `json:"amount"`
	Threshold Yuan   `json:"threshold"`
	Done      Yuan   `json:"done"`
	Status    int    `json:"status" enum:"0,1,2"`
}

// FundGrant is C$ for a player.
type FundGrant struct {
	Amount string `json:"amount"`
	Remark string `json:"remark"`
	Reason string `json:"reason"`
}

func (s *offersHandlers) fund(ctx context.Context, _ *call) (Fund, error) {
	out := Fund{Today: calendar.DayOf(s.Clock.Now()).String(), Multiple: s.Fund.Multiple(), Tasks: []FundTask{}}
	tasks, err := s.Fund.Tasks(ctx, s.Read)
	if err != nil {
		return out, err
	}
	out.Tasks = api.Each(tasks, func(t fund.Planned) FundTask {
		shown := FundTask{
			ID: t.ID, Name: t.Name, Kind: string(t.Kind), Threshold: yuan(t.Threshold), Amount: yuan(t.Amount), Active: t.Active,
			ApprovalID: textOf(t.ApprovalID),
		}
		if n := t.Next; n != nil {
			shown.Next = &FundNext{
				Name: n.Name, Kind: string(n.Kind), Threshold: yuan(n.Threshold), Amount: yuan(n.Amount), Active: n.Active, From: n.FromDay.String(),
			}
		}
		return shown
	})
	f, err := s.Fund.Figures(ctx, s.Read)
	out.Figures = FundFigures{
		Held: yuan(f.Held), IncomeToday: yuan(f.IncomeToday), UnlockedToday: yuan(f.UnlockedToday), ExpiredYesterday: yuan(f.ExpiredYesterday),
		Players: f.Players,
	}
	return out, err
}

func (s *offersHandlers) fundTaskAdd(ctx context.Context, c *call, in FundTaskAdd) (Outcome, error) {
	return s.fundTask(ctx, c, fund.Task{Name: in.Name, Kind: fund.Kind(in.Kind), Active: in.Active}, in.Threshold, in.Amount, in.Reason)
}

func (s *offersHandlers) fundTaskChange(ctx context.Context, c *call, in FundTaskChange) (Outcome, error) {
	id, err := strconv.ParseInt(c.id(), 10, 64)
	if err != nil || id < 1 {
		return Outcome{}, fund.ErrNoTask
	}
	return s.fundTask(ctx, c, fund.Task{ID: id, Name: in.Name, Active: in.Active}, in.Threshold, in.Amount, in.Reason)
}

func (s *offersHandlers) fundTask(ctx context.Context, c *call, t fund.Task, threshold, amount, reason string) (Outcome, error) {
	var err error
	if t.Threshold, err = money.ParseYuan(threshold); err != nil {
		return Outcome{}, fund.ErrThreshold
	}
	if t.Amount, err = money.ParseYuan(amount); err != nil {
		return Outcome{}, fund.ErrTaskAmount
	}
	id, err := s.Fund.ChangeTask(ctx, c.by, t, reason)
	return Outcome{Status: "waiting", ApprovalID: id}, err
}

func (s *offersHandlers) fundRecords(ctx context.Context, c *call) (Page[FundRecord], error) {
	filter := fund.Filter{Player: strings.ToLower(c.text("player")), From: c.time("from"), To: c.time("to"), Page: c.page()}
	filter.Types = c.list("type", fund.TypeIncome, fund.TypeUnlock, fund.TypeExpired)
	if err := c.checked(); err != nil {
		return Page[FundRecord]{}, err
	}
	list, total, _, err := s.Fund.Records(ctx, s.Read, filter)
	return pageOf(list, total, func(r fund.Record) FundRecord {
		amount := r.Amount
		if r.Type != fund.TypeIncome {
			amount = -amount
		}
		return FundRecord{
			ID: r.ID, Player: r.Player, At: ms(r.At), Type: r.Type, Amount: yuan(amount), Remark: r.Remark, By: r.By, Task: textOf(r.Task),
		}
	}), err
}

func (s *offersHandlers) playerFund(ctx context.Context, c *call) (PlayerFund, error) {
	out := PlayerFund{Tasks: []PlayerFundTask{}}
	if _, err := s.Players.Find(ctx, s.Read, c.id()); err != nil {
		return out, err
	}
	held, err := s.Fund.Balance(ctx, s.Read, c.id())
	if err != nil {
		return out, err
	}
	today, err := s.Fund.Today(ctx, s.Read, c.id())
	return PlayerFund{Balance: yuan(held), UnlockedToday: yuan(today.Unlocked), Tasks: api.Each(today.Tasks, func(t fund.TaskToday) PlayerFundTask {
		return PlayerFundTask{
			ID: t.ID, Name: t.Name, Kind: string(t.Kind), Amount: yuan(t.Amount), Threshold: yuan(t.Threshold), Done: yuan(t.Done), Status: int(t.Status),
		}
	})}, err
}

func (s *offersHandlers) fundGrant(ctx context.Context, c *call, in FundGrant) (Outcome, error) {
	amount, err := money.ParseYuan(in.Amount)
	if err != nil {
		return Outcome{}, fund.ErrGrant
	}
	id, err := s.Fund.Grant(ctx, c.by, fund.Grant{Player: c.id(), Amount: amount, Remark: in.Remark}, in.Reason)
	return Outcome{Status: "waiting", ApprovalID: id}, err
}
