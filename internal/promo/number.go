package promo

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
	"hongyun/internal/number"
)

// Number is what a player reads as the award's number.
func (a Award) Number() string { return number.Of(number.Bonus, a.At, a.ID) }

const awardsNamed = `SELECT a.*, COALESCE((SELECT v.name FROM promo_rule v WHERE v.id = a.rule AND v.from_day = a.from_day), '') AS name FROM promo_award a WHERE `

// ByID reads awards by their ids; one that does not exist is left out.
func (p *Promo) ByID(ctx context.Context, r db.Reader, ids []string) (map[string]Award, error) {
	out := make(map[string]Award, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	list, err := awardsWhere(ctx, r, "a.id IN (?)", bun.In(ids))
	for _, a := range list {
		out[a.ID] = a
	}
	return out, err
}

// ByRef reads what a player was given for a deposit, refused awards left out.
func (p *Promo) ByRef(ctx context.Context, r db.Reader, player, ref string) ([]Award, error) {
	return awardsWhere(ctx, r, "a.ref = ? AND a.ref <> '' AND a.player = ? AND a.state <> 'refused' ORDER BY a.at, a.id LIMIT 50", ref, player)
}

func awardsWhere(ctx context.Context, r db.Reader, where string, args ...any) ([]Award, error) {
	var rows []struct {
		awardRow
		Name string
	}
	if err := r.NewRaw(awardsNamed+where, args...).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("read awards: %w", err)
	}
	list := make([]Award, len(rows))
	for i, row := range rows {
		var err error
		if list[i], err = row.award(row.Name); err != nil {
			return nil, err
		}
	}
	return list, nil
}
