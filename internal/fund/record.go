package fund

import (
	"context"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// scope is the fund's in the books, and the source of its turnover requirements.
const scope = "fund"

// The types of records.
const (
	TypeIncome  = "income"
	TypeUnlock  = "unlock"
	TypeExpired = "expired"
)

// Types are the types of records.
var Types = []string{TypeIncome, TypeUnlock, TypeExpired}

// The kinds of a record list, as the documented call numbers them (FUND-04).
const (
	Incomes = 1 // what came in
	Unlocks = 2 // what left: unlocked or expired
)

// Record is C$ that came into a player's fund or left it.
type Record struct {
	ID     string
	Player string
	Type   string    // income, unlock, expired
	Amount money.Fen // above zero; what Type says of it
	Remark string    // Chinese, for the player
	By     string
	Task   string // name of the task, "" for an income
	At     time.Time
}

// Shown is the amount as the player's lists show it: below zero if it was lost.
func (r Record) Shown() money.Fen {
	if r.Type == TypeExpired {
		return -r.Amount
	}
	return r.Amount
}

// Filter chooses records.
type Filter struct {
	Player   string
	Types    []string // all if empty
	From, To time.Time
	Page     staff.Page
}

// TypesOf are the types of records in one of the player's two lists, none for
// a number that means nothing.
func TypesOf(list int) []string {
	switch list {
	case Incomes:
		return []string{TypeIncome}
	case Unlocks:
		return []string{TypeUnlock, TypeExpired}
	}
	return nil
}

// Records pages through what came and left, newest first, and says how many
// there are and what they come to.
func (f *Fund) Records(ctx context.Context, r db.Reader, filter Filter) (list []Record, total int, sum money.Fen, err error) {
	return listRecords(ctx, r, filter)
}

// Notice is the daily notice to a player (FUND-05).
type Notice struct {
	Amount money.Fen // C$ that can be unlocked
	Rate   money.Fen // hundredths of a percent of a deposit that a task unlocks, at best
}

// Notice returns the notice for a player with C$: their number, and the part
// that a deposit unlocks. ErrNoNotice says that there is none.
func (f *Fund) Notice(ctx context.Context, r db.Reader, player string) (Notice, error) {
	held, err := f.Balance(ctx, r, player)
	if err != nil {
		return Notice{}, err
	}
	tasks, err := tasksOf(ctx, r, calendar.DayOf(f.DB.Clock().Now()))
	if err != nil {
		return Notice{}, err
	}
	n := Notice{Amount: held}
	for _, t := range tasks {
		if t.Kind == Deposit {
			n.Rate = max(n.Rate, t.Amount*10_000/t.Threshold)
		}
	}
	if n.Amount <= 0 || n.Rate <= 0 {
		return Notice{}, ErrNoNotice
	}
	return n, nil
}

// Figures are the fund at a glance.
type Figures struct {
	Held             money.Fen // C$ of all players
	IncomeToday      money.Fen
	UnlockedToday    money.Fen
	ExpiredYesterday money.Fen
	Players          int // who ever had C$
}

// Figures sums up the fund for staff.
func (f *Fund) Figures(ctx context.Context, r db.Reader) (Figures, error) {
	issued, err := f.Ledger.HouseBalance(ctx, r, ledger.HouseFund())
	if err != nil {
		return Figures{}, err
	}
	out, err := readFigures(ctx, r, calendar.DayOf(f.DB.Clock().Now()))
	out.Held = money.Fen(-issued)
	return out, err
}
