package cashier

import (
	"context"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// aboveAlone reports whether a withdrawal needs a second person: by itself, or
// because it is too much for this person together with what the same human being
// did alone in 24 hours (H-86). A person's own limit lowers the operator's figure.
func (w *Withdrawals) aboveAlone(ctx context.Context, tx *db.Tx, what string, by staff.Actor, row *withdrawalRow) (bool, error) {
	if row.NeedsSecond {
		return true, nil
	}
	alone, err := w.aloneLately(ctx, tx, what, by)
	if err != nil {
		return false, err
	}
	most, err := w.staff.AloneMost(ctx, tx, by, w.set().WithdrawSecondAbove)
	return alone+money.Fen(row.Amount) > most, err
}
