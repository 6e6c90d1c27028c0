package promo

import (
	"context"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/promo/award"
	"hongyun/internal/promo/rule"
)

// Promotion is a promotion for staff: as the book has it, and what it costs in
// the month of today.
type Promotion struct {
	rule.Planned
	SpentMonth   money.Fen
	AwardsMonth  int
	WithheldOpen int
}

// Promotions lists every promotion, also those that are off or begin later.
func (p *Promo) Promotions(ctx context.Context, r db.Reader) ([]Promotion, error) {
	plans, err := p.Plans(ctx, r)
	if err != nil {
		return nil, err
	}
	costs, err := award.Costs(ctx, r, award.MonthOf(p.today()))
	if err != nil {
		return nil, err
	}
	list := make([]Promotion, len(plans))
	for i, plan := range plans {
		cost := costs[plan.ID]
		list[i] = Promotion{Planned: plan, SpentMonth: cost.Amount, AwardsMonth: cost.Count, WithheldOpen: cost.Withheld}
	}
	return list, nil
}
