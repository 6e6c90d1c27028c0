package withdrawal

import (
	"context"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// AboveAlone reports whether a withdrawal needs a second person: by itself, or
// because it is too much for this person together with what the same human being
// did alone in 24 hours (H-86). A person's own limit lowers the operator's figure.
func (w *Withdrawals) AboveAlone(ctx context.Context, tx *db.Tx, what string, by staff.Actor, row *Row) (bool, error) {
	if row.NeedsSecond {
		return true, nil
	}
	alone, err := w.AloneLately(ctx, tx, what, by)
	if err != nil {
		return false, err
	}
	most, err := w.Staff.AloneMost(ctx, tx, by, w.Rules().WithdrawSecondAbove)
	return alone+money.Fen(row.Amount) > most, err
}
