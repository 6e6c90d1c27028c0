package promo

import (
	"context"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/promo/rule"
)

// Offer is what a promotion adds to a deposit, in figures, so that a page can say
// the sum before the player pays.
type Offer struct {
	ID       int64
	Name     string
	First    bool      // only the first deposit of a lifetime
	Rate     int64     // hundredths of a percent of the deposit
	Min, Cap money.Fen // of the deposit, of the award; Cap 0: none
	Turnover int64     // percent of the award to be bet before a withdrawal
	Missing  string    // what the player still has to do before the award is paid; "": nothing
}

func offerOf(r rule.Rule) Offer {
	return Offer{
		ID: r.ID, Name: r.Name, First: r.Kind == rule.FirstBonus, Rate: r.Params.Rate, Min: r.Params.DepositMin, Cap: r.Params.Cap, Turnover: r.Params.Turnover,
	}
}

// FirstOffer is what the first deposit of a new player brings today. Its ID is 0
// where no such promotion runs.
func (p *Promo) FirstOffer(ctx context.Context, r db.Reader) (Offer, error) {
	rules, err := rule.Running(ctx, r, calendar.DayOf(p.DB.Clock().Now()))
	for _, promotion := range rules {
		if promotion.Kind == rule.FirstBonus {
			return offerOf(promotion), err
		}
	}
	return Offer{}, err
}
