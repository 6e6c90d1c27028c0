package guard

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
)

// Period is the period of a deposit limit. Each rolls: it is the time up to
// now, not a calendar day, week or month, so midnight frees nothing.
type Period string

// The periods.
const (
	Day   Period = "day"   // 24 hours
	Week  Period = "week"  // 7 times 24 hours
	Month Period = "month" // 30 times 24 hours
)

// Periods is every period there is, the shortest first.
var Periods = []Period{Day, Week, Month}

var spans = map[Period]time.Duration{Day: 24 * time.Hour, Week: 7 * 24 * time.Hour, Month: 30 * 24 * time.Hour}

var periodTexts = map[Period]string{Day: "24小时", Week: "7天", Month: "30天"}

// Text is the period in Chinese.
func (p Period) Text() string { return periodTexts[p] }

const (
	// LimitLeast and LimitMost bound the amount of a limit.
	LimitLeast = 1 * money.Yuan
	LimitMost  = 100_000_000 * money.Yuan

	raiseWaits   = 24 * time.Hour // from asking for more to when it may be confirmed
	raiseLasts   = 72 * time.Hour // and from then to when it lapses
	historyLimit = 100
)

// Deposited says what a player deposited: what was credited after each of some
// instants, and what orders that may still be credited come to.
type Deposited func(ctx context.Context, r db.Reader, player string, after []time.Time) (credited []money.Fen, open money.Fen, err error)

// Limit is a player's limit of deposits in a period.
type Limit struct {
	Period   Period
	Amount   money.Fen // 0: none
	Credited money.Fen // in the period that ends now
	Open     money.Fen // orders that may still be credited
	Pending  *LimitChange
}

// Left is the amount that may still be ordered under the limit.
func (l Limit) Left() money.Fen { return max(l.Amount-l.Credited-l.Open, 0) }

// LimitChange is a player's decision about a limit.
type LimitChange struct {
	Period      Period
	Amount      money.Fen // 0: no limit
	Was         money.Fen
	AskedAt     time.Time
	ReadyAt     time.Time // when it may be confirmed; of what applied at once, AskedAt
	AppliedAt   time.Time // zero: not, or not yet
	CancelledAt time.Time
}

// LapsesAt is the end of the time in which a waiting change can be confirmed.
func (c LimitChange) LapsesAt() time.Time { return c.ReadyAt.Add(raiseLasts) }

// raises reports whether a limit of one amount lets more through than another.
func raises(from, to money.Fen) bool { return from > 0 && (to == 0 || to > from) }

// SetLimit decides about a player's limit; 0 removes it. A first limit and a
// lower one hold at once, for the next order. A higher one, or none, only
// begins to wait: it holds when the player confirms it, a day later or more
// (RG-3). A change that waited before is dropped. It fails with ErrPeriod,
// ErrLimitAmount or ErrLimitSame.
func (g *Guard) SetLimit(ctx context.Context, player string, period Period, amount money.Fen) (LimitChange, error) {
	switch {
	case spans[period] == 0:
		return LimitChange{}, ErrPeriod
	case amount != 0 && (amount < LimitLeast || amount > LimitMost):
		return LimitChange{}, ErrLimitAmount
	}
	var c LimitChange
	err := g.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := g.lock(ctx, tx, player); err != nil {
			return err
		}
		standing, last, err := decidedOf(ctx, tx, player, period)
		if err != nil {
			return err
		}
		if amount == standing {
			return ErrLimitSame
		}
		if err := dropPending(ctx, tx, player, period); err != nil {
			return err
		}
		now := calendar.FromMillis(tx.NowMillis())
		c = LimitChange{Period: period, Amount: amount, Was: standing, AskedAt: now, ReadyAt: now, AppliedAt: now}
		if raises(standing, amount) {
			c.ReadyAt, c.AppliedAt = now.Add(raiseWaits), time.Time{}
		}
		_, err = tx.NewRaw("INSERT INTO guard_limit (player, period, n, amount, was, asked_at, ready_at, applied_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
			player, period, last+1, int64(amount), int64(standing), c.AskedAt.UnixMilli(), c.ReadyAt.UnixMilli(), stored(c.AppliedAt)).Exec(ctx)
		if err != nil {
			return fmt.Errorf("guard: limit of %s: %w", player, err)
		}
		return g.note(ctx, tx, player, "player.limit", map[string]any{
			"period": period, "amount": amount, "was": standing, "readyAt": c.ReadyAt.UnixMilli(), "applied": !c.AppliedAt.IsZero(),
		})
	})
	if err != nil {
		return LimitChange{}, err
	}
	return c, nil
}

// ConfirmLimit applies a change that the player requested a day ago or more. It
// fails with ErrNoChange, ErrLimitEarly, or ErrLimitLapsed three days after the
// first possible confirmation. A request made in one mood is not kept for
// another.
func (g *Guard) ConfirmLimit(ctx context.Context, player string, period Period) error {
	return g.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := g.lock(ctx, tx, player); err != nil {
			return err
		}
		row, err := pendingOf(ctx, tx, player, period)
		if err != nil {
			return err
		}
		c := row.change()
		switch {
		case tx.Now().Before(c.ReadyAt):
			return ErrLimitEarly.With(calendar.Stamp(c.ReadyAt))
		case tx.Now().After(c.LapsesAt()):
			return ErrLimitLapsed
		}
		_, err = tx.NewRaw("UPDATE guard_limit SET applied_at = ? WHERE player = ? AND period = ? AND n = ?", tx.NowMillis(), player, period, row.N).Exec(ctx)
		if err != nil {
			return fmt.Errorf("guard: confirm limit of %s: %w", player, err)
		}
		return g.note(ctx, tx, player, "player.limit_confirm", map[string]any{"period": period, "amount": c.Amount, "was": c.Was})
	})
}

// CancelLimit drops a change that waits: the limit stays. It fails with ErrNoChange.
func (g *Guard) CancelLimit(ctx context.Context, player string, period Period) error {
	return g.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := g.lock(ctx, tx, player); err != nil {
			return err
		}
		row, err := pendingOf(ctx, tx, player, period)
		if err != nil {
			return err
		}
		if err := dropPending(ctx, tx, player, period); err != nil {
			return err
		}
		return g.note(ctx, tx, player, "player.limit_cancel", map[string]any{"period": period, "amount": row.Amount, "was": row.Was})
	})
}

// Limits are a player's limits, one a period, with the used amount and the
// change that waits to be confirmed.
func (g *Guard) Limits(ctx context.Context, r db.Reader, player string) ([]Limit, error) {
	rows, err := limitsOf(ctx, r, player)
	if err != nil {
		return nil, err
	}
	out := make([]Limit, len(Periods))
	now := g.db.Clock().Now()
	for i, p := range Periods {
		out[i] = Limit{Period: p}
		for _, row := range rows {
			c := row.change()
			switch {
			case c.Period != p:
			case row.AppliedAt > 0:
				out[i].Amount = c.Amount // rows come in their order: the last one holds
			case row.CancelledAt == 0 && !now.After(c.LapsesAt()):
				out[i].Pending = &c
			}
		}
	}
	credited, open, err := g.deposited(ctx, r, player)
	for i := range credited {
		out[i].Credited, out[i].Open = credited[i], open
	}
	return out, err
}

// LimitHistory is a player's decisions about limits, newest first, the last
// hundred.
func (g *Guard) LimitHistory(ctx context.Context, r db.Reader, player string) ([]LimitChange, error) {
	var rows []limitRow
	err := r.NewRaw("SELECT "+limitColumns+" FROM guard_limit WHERE player = ? ORDER BY asked_at DESC, period, n DESC LIMIT ?", player, historyLimit).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("guard: limits of %s: %w", player, err)
	}
	out := make([]LimitChange, len(rows))
	for i, row := range rows {
		out[i] = row.change()
	}
	return out, nil
}

// CheckDeposit says whether a player may order a deposit: nil, or the fault of
// a freeze or of the player's own stop. ErrLimit means that a period's credits
// and the orders that may still be credited would exceed its limit. It is asked
// in the transaction of the order, under the lock that orders of one player
// share (LockOrders).
func (g *Guard) CheckDeposit(ctx context.Context, tx *db.Tx, player string, amount money.Fen) error {
	if err := g.Check(ctx, tx, player, Deposit); err != nil {
		return err
	}
	limits, err := g.limited(ctx, tx, player)
	if err != nil {
		return err
	}
	var tightest *Limit
	for i, l := range limits {
		if amount > l.Left() && (tightest == nil || l.Left() < tightest.Left()) {
			tightest = &limits[i]
		}
	}
	if tightest != nil {
		return ErrLimit.With(tightest.Period.Text(), tightest.Amount.Grouped(), tightest.Left().Grouped())
	}
	return nil
}

// CheckCredit returns ErrLimit if crediting an unordered payment would exceed a
// period's limit. A person then decides about it.
func (g *Guard) CheckCredit(ctx context.Context, tx *db.Tx, player string, amount money.Fen) error {
	limits, err := g.limited(ctx, tx, player)
	if err != nil {
		return err
	}
	for _, l := range limits {
		if amount > l.Amount-l.Credited {
			return ErrLimit.With(l.Period.Text(), l.Amount.Grouped(), max(l.Amount-l.Credited, 0).Grouped())
		}
	}
	return nil
}

// limited are the limits that a player has. Mostly this is one indexed read of
// nothing.
func (g *Guard) limited(ctx context.Context, tx *db.Tx, player string) ([]Limit, error) {
	rows, err := limitsOf(ctx, tx, player)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	all, err := g.Limits(ctx, tx, player)
	if err != nil {
		return nil, err
	}
	out := all[:0]
	for _, l := range all {
		if l.Amount > 0 {
			out = append(out, l)
		}
	}
	return out, nil
}

// deposited is the result of Deposited, by period.
func (g *Guard) deposited(ctx context.Context, r db.Reader, player string) ([]money.Fen, money.Fen, error) {
	if g.Deposited == nil {
		return nil, 0, errors.New("guard: nobody knows what players deposited")
	}
	now := g.db.Clock().Now()
	after := make([]time.Time, len(Periods))
	for i, p := range Periods {
		after[i] = now.Add(-spans[p])
	}
	return g.Deposited(ctx, r, player, after)
}

const limitColumns = "period, n, amount, was, asked_at, ready_at, applied_at, cancelled_at"

// limitRow is a row of guard_limit.
type limitRow struct {
	Period      Period
	N           int
	Amount      int64
	Was         int64
	AskedAt     int64
	ReadyAt     int64
	AppliedAt   int64
	CancelledAt int64
}

func (r limitRow) change() LimitChange {
	return LimitChange{
		Period: r.Period, Amount: money.Fen(r.Amount), Was: money.Fen(r.Was), AskedAt: instant(r.AskedAt), ReadyAt: instant(r.ReadyAt),
		AppliedAt: instant(r.AppliedAt), CancelledAt: instant(r.CancelledAt),
	}
}

// limitsOf are the rows that matter now: those in force, and those that wait.
func limitsOf(ctx context.Context, r db.Reader, player string) ([]limitRow, error) {
	var rows []limitRow
	err := db.ReadAllFixed(ctx, r, &rows, "SELECT "+limitColumns+` FROM guard_limit l WHERE player = ? AND cancelled_at = 0
		AND (applied_at = 0 OR n = (SELECT MAX(m.n) FROM guard_limit m WHERE m.player = l.player AND m.period = l.period AND m.applied_at > 0)) ORDER BY period, n`, player)
	if err != nil {
		return nil, fmt.Errorf("guard: limits of %s: %w", player, err)
	}
	return rows, nil
}

// decidedOf is the limit in force, and the number of the last decision.
func decidedOf(ctx context.Context, tx *db.Tx, player string, period Period) (standing money.Fen, last int, err error) {
	var rows []limitRow
	err = tx.NewRaw("SELECT "+limitColumns+" FROM guard_limit WHERE player = ? AND period = ? ORDER BY n", player, period).Scan(ctx, &rows)
	if err != nil {
		return 0, 0, fmt.Errorf("guard: limits of %s: %w", player, err)
	}
	for _, row := range rows {
		last = row.N
		if row.AppliedAt > 0 {
			standing = money.Fen(row.Amount)
		}
	}
	return standing, last, nil
}

func pendingOf(ctx context.Context, tx *db.Tx, player string, period Period) (limitRow, error) {
	var row limitRow
	err := tx.NewRaw("SELECT "+limitColumns+" FROM guard_limit WHERE player = ? AND period = ? AND applied_at = 0 AND cancelled_at = 0", player, period).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return row, ErrNoChange
	}
	if err != nil {
		return row, fmt.Errorf("guard: limits of %s: %w", player, err)
	}
	return row, nil
}

func dropPending(ctx context.Context, tx *db.Tx, player string, period Period) error {
	_, err := tx.NewRaw("UPDATE guard_limit SET cancelled_at = ? WHERE player = ? AND period = ? AND applied_at = 0 AND cancelled_at = 0",
		tx.NowMillis(), player, period).Exec(ctx)
	if err != nil {
		return fmt.Errorf("guard: drop what waits of %s: %w", player, err)
	}
	return nil
}
