package award

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/inbox"
	"hongyun/internal/money"
	"hongyun/internal/promo/rule"
)

// Row is a row of promo_award.
type Row struct {
	ID        string
	Rule      int64
	FromDay   calendar.Day
	Kind      rule.Kind
	Player    string
	Item      string
	Period    calendar.Day
	Ref       string
	Basis     money.Fen
	Amount    money.Fen
	Required  money.Fen
	State     string
	Why       string
	Remark    string
	Packets   string
	MadeBy    string
	DecidedBy string
	Month     int
	At        int64
	EndedAt   int64
}

const columns = "id, rule, from_day, kind, player, item, period, ref, basis, amount, required, state, why, remark, packets, made_by, decided_by, month, at, ended_at"

// Insert writes an award and tells its player.
func Insert(ctx context.Context, tx *db.Tx, a Row) error {
	_, err := tx.InsertRows(ctx, "promo_award ("+columns+")", "", [][]any{{
		a.ID, a.Rule, int64(a.FromDay), string(a.Kind), a.Player, a.Item, int64(a.Period), a.Ref, int64(a.Basis), int64(a.Amount), int64(a.Required),
		a.State, a.Why, a.Remark, a.Packets, a.MadeBy, a.DecidedBy, int64(a.Month), a.At, a.EndedAt,
	}})
	if err != nil {
		return fmt.Errorf("write award %s: %w", a.ID, err)
	}
	return inbox.Write(ctx, tx, message(a, false))
}

// End moves an award to another state and tells its player. The trigger on the
// table refuses every other way between states.
func End(ctx context.Context, tx *db.Tx, a Row) error {
	_, err := tx.NewRaw("UPDATE promo_award SET state = ?, why = ?, decided_by = ?, ended_at = ? WHERE id = ?", a.State, a.Why, a.DecidedBy, a.EndedAt, a.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("end award %s: %w", a.ID, err)
	}
	return inbox.Write(ctx, tx, message(a, true))
}

// One is the first award that meets a condition on the columns of promo_award,
// nil if none does.
func One(ctx context.Context, r db.Reader, where string, args ...any) (*Row, error) {
	rows, err := Rows(ctx, r, where+" LIMIT 1", args...)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	return &rows[0], nil
}

// Rows are the awards that meet a condition on the columns of promo_award. An
// order and a limit may follow the condition.
func Rows(ctx context.Context, r db.Reader, where string, args ...any) ([]Row, error) {
	var rows []Row
	if err := r.NewRaw("SELECT "+columns+" FROM promo_award WHERE "+where, args...).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("read awards: %w", err)
	}
	return rows, nil
}

// SpentIn sums what a promotion cost in a month, with the awards that are withheld.
func SpentIn(ctx context.Context, r db.Reader, id int64, month int) (sum money.Fen, err error) {
	err = r.NewRaw("SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM promo_award WHERE rule = ? AND month = ? AND state IN ('paid', 'withheld')", id, month).Scan(ctx, &sum)
	if err != nil {
		return 0, fmt.Errorf("sum up promotion %d: %w", id, err)
	}
	return sum, nil
}

// Cost is the cost of a promotion in a month: paid, and withheld so far.
type Cost struct {
	Rule     int64
	Month    int // yyyymm
	Count    int
	Amount   money.Fen
	Withheld int
}

// Costs are the costs of a month, by promotion.
func Costs(ctx context.Context, r db.Reader, month int) (map[int64]Cost, error) {
	rows, err := readCosts(ctx, r, 0, month, month)
	if err != nil {
		return nil, err
	}
	out := make(map[int64]Cost, len(rows))
	for _, row := range rows {
		out[row.Rule] = row
	}
	return out, nil
}

func readCosts(ctx context.Context, r db.Reader, id int64, from, to int) ([]Cost, error) {
	var rows []Cost
	where, args := "month >= ? AND month <= ?", []any{from, to}
	if id != 0 {
		where, args = where+" AND rule = ?", append(args, id)
	}
	err := r.NewRaw(`
		SELECT rule, month, COUNT(*) AS count, CAST(COALESCE(SUM(amount), 0) AS BIGINT) AS amount,
			CAST(COALESCE(SUM(CASE WHEN state = 'withheld' THEN 1 ELSE 0 END), 0) AS BIGINT) AS withheld
		FROM promo_award WHERE `+where+` AND state IN ('paid', 'withheld')
		GROUP BY rule, month ORDER BY month DESC, rule`, args...).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("sum up promotions: %w", err)
	}
	return rows, nil
}

// CountedOn sums the bases of the awards of a period by player, in any state.
func CountedOn(ctx context.Context, r db.Reader, id int64, period calendar.Day, players []string) (map[string]money.Fen, error) {
	var rows []struct {
		Player string
		Basis  money.Fen
	}
	err := r.NewRaw("SELECT player, CAST(SUM(basis) AS BIGINT) AS basis FROM promo_award WHERE rule = ? AND player IN (?) AND period = ? GROUP BY player",
		id, bun.List(players), period).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("sum up awards: %w", err)
	}
	out := make(map[string]money.Fen, len(rows))
	for _, row := range rows {
		out[row.Player] = row.Basis
	}
	return out, nil
}

// MonthOf is the month of a day, yyyymm.
func MonthOf(day calendar.Day) int { return int(day) / 100 }
