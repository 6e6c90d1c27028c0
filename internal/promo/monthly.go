package promo

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/promo/draw"
	"hongyun/internal/promo/rule"
)

// entrants are those of some players who take part in a month's draw (PROMO-09):
// they deposited and bet at least what the rule says, are known by name and card,
// may bet, and are the only account of one person. More of either sum makes no
// difference.
func (p *Promo) entrants(ctx context.Context, r db.Reader, promotion rule.Rule, period calendar.Day, players []string) ([]string, error) {
	from, to := promotion.Span(period)
	deposited, err := p.Facts.Credited(ctx, r, players, from, to)
	if err != nil {
		return nil, err
	}
	valid, err := p.Facts.Valid(ctx, r, players, "", from, to)
	if err != nil {
		return nil, err
	}
	frozen, err := frozenOf(ctx, r, players)
	if err != nil {
		return nil, err
	}
	var in []string
	for _, player := range players {
		if frozen[player] || !promotion.Params.Enters(deposited[player], valid[player]) {
			continue
		}
		if ok, err := p.mayEnter(ctx, r, promotion, period, player, in); err != nil {
			return nil, err
		} else if ok {
			in = append(in, player)
		}
	}
	return in, nil
}

// mayEnter reports whether a player is known, may bet, and has no other account
// in the draw.
func (p *Promo) mayEnter(ctx context.Context, r db.Reader, promotion rule.Rule, period calendar.Day, player string, in []string) (bool, error) {
	if missing, err := p.unknown(ctx, r, player); err != nil || missing != "" {
		return false, err
	}
	if err := p.allowed(ctx, r, player); kept(err) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	if p.LinksAmong == nil {
		return true, nil
	}
	others, err := p.LinksAmong(ctx, r, player, `o.id IN (?) OR EXISTS (SELECT 1 FROM promo_entrant e WHERE e.rule = ? AND e.period = ? AND e.player = o.id)`,
		bun.List(append([]string{""}, in...)), promotion.ID, period)
	return err == nil && len(others) == 0, err
}

// drawWinners draws the month's winners and gives them what they won.
func (p *Promo) drawWinners(ctx context.Context, tx *db.Tx, promotion rule.Rule, period calendar.Day) error {
	d, err := draw.Hold(ctx, tx, p.Random, promotion, period)
	if err != nil {
		return err
	}
	for _, w := range d.Winners {
		row, links, err := p.lock(ctx, tx, w.Player)
		if err != nil {
			return err
		}
		_, err = p.give(ctx, tx, gift{
			promotion: promotion, player: w.Player, item: fmt.Sprint(period), period: period, basis: 0, amount: w.Amount, by: bySystem, packets: []money.Fen{w.Amount},
			remark: fmt.Sprintf("%s 月度抽奖，%d 人参加", period.String()[:7], d.Entrants),
		}, row, links)
		if err != nil {
			return err
		}
	}
	return nil
}
