package promo

import (
	"context"
	"errors"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/promo/award"
	"hongyun/internal/promo/rule"
)

// Bonus is what the promotion chosen with a deposit brings its player.
type Bonus struct {
	Name     string
	Number   string // of the award; "" before the deposit is credited
	Amount   money.Fen
	Turnover money.Fen // to be bet before a withdrawal, beside the deposit's own
	State    string    // of the award, in Chinese; "" before the deposit is credited
	Next     string    // what the player has to do or to wait for; "": nothing
	Act      bool      // the player has to fill in a name and a bank card
}

// noBonus is the state of a credited deposit that met no condition of its promotion.
const noBonus = "未达到活动条件，没有加赠"

// BonusOf is the bonus of a player's deposit, or false: no promotion was chosen. It
// only reads. Before the credit the amount is what the promotion brings today. An
// award that was refused or taken back brings nothing and asks for no turnover.
func (p *Promo) BonusOf(ctx context.Context, r db.Reader, d deposit.Deposit) (Bonus, bool, error) {
	id, ok := chosen(d.ActivityID)
	if !ok {
		return Bonus{}, false, nil
	}
	awards, err := award.ForDeposit(ctx, r, d.Player, d.SN)
	if err != nil {
		return Bonus{}, false, err
	}
	for _, a := range awards {
		if a.Rule == id {
			status := a.Status()
			out := Bonus{Name: a.Name, Number: a.Number(), State: status.Text, Next: status.Next, Act: status.Act}
			if a.State == award.Paid || a.State == award.Withheld {
				out.Amount, out.Turnover = a.Amount, a.Required
			}
			return out, true, nil
		}
	}
	promotion, err := rule.RunningByID(ctx, r, id, calendar.DayOf(p.DB.Clock().Now()))
	if errors.Is(err, rule.ErrNotFound) { // it ended meanwhile
		return Bonus{}, false, nil
	}
	if err != nil {
		return Bonus{}, false, err
	}
	out := Bonus{Name: promotion.Name}
	if d.State == deposit.Credited || d.State == deposit.Reversed {
		out.State = noBonus
		return out, true, nil
	}
	if out.Amount, err = promotion.Params.Share(d.Amount, promotion.Params.Rate); err != nil {
		return Bonus{}, false, err
	}
	if out.Turnover, err = promotion.Params.Required(out.Amount); err != nil {
		return Bonus{}, false, err
	}
	if promotion.Kind == rule.FirstBonus {
		missing, err := p.unknown(ctx, r, d.Player)
		if err != nil {
			return Bonus{}, false, err
		}
		if missing != "" {
			out.Next, out.Act = award.NextUnknown, true
		}
	}
	return out, true, nil
}
