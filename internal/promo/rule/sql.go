package rule

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
)

type ruleRow struct {
	ID       int64
	FromDay  calendar.Day
	Kind     Kind
	Name     string
	Activity int64
	Params   string
	StartsOn calendar.Day
	EndsOn   calendar.Day
	Budget   money.Fen
}

func (r ruleRow) rule() (Rule, error) {
	out := Rule{ID: r.ID, FromDay: r.FromDay, Kind: r.Kind, Name: r.Name, Activity: r.Activity, StartsOn: r.StartsOn, EndsOn: r.EndsOn, Budget: r.Budget}
	if err := json.Unmarshal([]byte(r.Params), &out.Params); err != nil {
		return out, fmt.Errorf("read the figures of promotion %d: %w", r.ID, err)
	}
	return out, nil
}

func rulesOf(rows []ruleRow) ([]Rule, error) {
	rules := make([]Rule, len(rows))
	for i, row := range rows {
		var err error
		if rules[i], err = row.rule(); err != nil {
			return nil, err
		}
	}
	return rules, nil
}

const ruleColumns = "r.id, r.from_day, r.kind, r.name, r.activity, r.params, r.starts_on, r.ends_on, r.budget"

// SwitchedOn are the versions of a day of the promotions that are switched on.
func SwitchedOn(ctx context.Context, r db.Reader, day calendar.Day) ([]Rule, error) {
	var rows []ruleRow
	err := db.ReadAllFixed(ctx, r, &rows, `
		SELECT `+ruleColumns+` FROM promo_rule r JOIN promo_switch s ON s.rule = r.id
		WHERE s.running AND r.from_day = (SELECT MAX(v.from_day) FROM promo_rule v WHERE v.id = r.id AND v.from_day <= ?)
		ORDER BY r.id`, int64(day))
	if err != nil {
		return nil, fmt.Errorf("read promotions: %w", err)
	}
	return rulesOf(rows)
}

// VersionAt is a promotion's version of a day, on or off; ErrNotFound before its first.
func VersionAt(ctx context.Context, r db.Reader, id int64, day calendar.Day) (Rule, error) {
	var row ruleRow
	err := r.NewRaw("SELECT "+ruleColumns+" FROM promo_rule r WHERE r.id = ? AND r.from_day <= ? ORDER BY r.from_day DESC LIMIT 1", id, day).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return Rule{}, ErrNotFound
	}
	if err != nil {
		return Rule{}, fmt.Errorf("read promotion %d: %w", id, err)
	}
	return row.rule()
}

// Newest is the version of a promotion that begins last, on or off, begun or not.
func Newest(ctx context.Context, r db.Reader, id int64) (Rule, error) {
	return VersionAt(ctx, r, id, 99991231)
}

// nextRule numbers a new promotion, above those that have pages of their own.
func nextRule(ctx context.Context, tx *db.Tx) (id int64, err error) {
	if err := tx.NewRaw("SELECT COALESCE(MAX(id), 0) + 1 FROM promo_rule").Scan(ctx, &id); err != nil {
		return 0, fmt.Errorf("number a promotion: %w", err)
	}
	return max(id, 101), nil
}

// putVersion writes a promotion from its day on; one decided twice for a day
// is as it was decided last. No award can be of a version that has not begun.
func putVersion(ctx context.Context, tx *db.Tx, r Rule) error {
	params, err := json.Marshal(r.Params)
	if err != nil {
		return err
	}
	_, err = tx.NewRaw(`
		INSERT INTO promo_rule (id, from_day, kind, name, activity, params, starts_on, ends_on, budget) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (id, from_day) DO UPDATE SET name = excluded.name, activity = excluded.activity, params = excluded.params,
			starts_on = excluded.starts_on, ends_on = excluded.ends_on, budget = excluded.budget`,
		r.ID, r.FromDay, string(r.Kind), r.Name, r.Activity, string(params), r.StartsOn, r.EndsOn, r.Budget).Exec(ctx)
	if err != nil {
		return fmt.Errorf("write promotion %d: %w", r.ID, err)
	}
	return nil
}

// Running are the promotions that run on a day, by number.
func Running(ctx context.Context, r db.Reader, day calendar.Day) ([]Rule, error) {
	rules, err := SwitchedOn(ctx, r, day)
	if err != nil {
		return nil, err
	}
	out := rules[:0]
	for _, rule := range rules {
		if rule.Open(day) {
			out = append(out, rule)
		}
	}
	return out, nil
}

// RunningByID is a promotion that runs on a day, or ErrNotFound.
func RunningByID(ctx context.Context, r db.Reader, id int64, day calendar.Day) (Rule, error) {
	rules, err := Running(ctx, r, day)
	if err != nil {
		return Rule{}, err
	}
	for _, rule := range rules {
		if rule.ID == id {
			return rule, nil
		}
	}
	return Rule{}, ErrNotFound
}
