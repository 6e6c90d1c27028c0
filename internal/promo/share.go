package promo

import (
	"context"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/promo/rule"
	"hongyun/internal/turnover"
)

// Conditions are the sentences about turnover of today's version of each
// promotion, running or not, by page. The operator's weights are told with them.
func (p *Promo) Conditions(ctx context.Context, r db.Reader) (map[int64][]string, error) {
	return p.ConditionsWith(ctx, r, p.Shares)
}

// Shares is how much of the bets on each kind and on single games counts for an award
// of the rule that is given now.
func (p *Promo) Shares(r rule.Rule) turnover.Shares { return p.Turnover.SharesNow(r.Terms()) }

// SharesOf is Shares of a promotion that runs today. required is false for one whose
// awards ask for no turnover. It fails with rule.ErrNotFound.
func (p *Promo) SharesOf(ctx context.Context, r db.Reader, id int64) (shares turnover.Shares, required bool, err error) {
	promotion, err := rule.RunningByID(ctx, r, id, calendar.DayOf(p.DB.Clock().Now()))
	if err != nil || promotion.Params.Turnover == 0 {
		return turnover.Shares{}, false, err
	}
	return p.Shares(promotion), true, nil
}
