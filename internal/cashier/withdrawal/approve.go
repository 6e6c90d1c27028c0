package withdrawal

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
)

// mayApprove says why a person may not let this withdrawal go, alone or as one
// of two: their account is too new, they said that its money arrived, or they
// could have got into the player's account.
func (w *Withdrawals) mayApprove(ctx context.Context, tx *db.Tx, row *Row, by staff.Actor) error {
	if err := w.Staff.Waiting(ctx, tx, by); err != nil {
		return err
	}
	if err := w.notCreditor(ctx, tx, row, by); err != nil {
		return err
	}
	if err := w.notFavourer(ctx, tx, row, by); err != nil {
		return err
	}
	return w.notIssuer(ctx, tx, row, by)
}

// notFavourer is ErrOwnFavour where the actor had the player's money grow within
// 30 days before the withdrawal (H-183): by a request that another agreed to, or
// by calling a payout failed.
func (w *Withdrawals) notFavourer(ctx context.Context, tx *db.Tx, row *Row, by staff.Actor) error {
	asked := order.Stamped(row.CreatedAt)
	from := asked.Add(-order.CreditorFor)
	title, err := w.Staff.Favoured(ctx, tx, by, row.Player, from, asked)
	if err != nil {
		return err
	}
	if title != "" {
		return ErrOwnFavour.With(title)
	}
	person, err := w.Staff.PersonOf(ctx, tx, by.ID)
	if err != nil {
		return err
	}
	var failed []string
	err = tx.NewRaw("SELECT sn FROM desk_act WHERE player = ? AND act = ? AND person = ? AND at >= ? AND at <= ? LIMIT 1",
		row.Player, order.ActFail, person, from.UnixMilli(), row.CreatedAt).Scan(ctx, &failed)
	if err != nil {
		return fmt.Errorf("failed payouts of %s: %w", row.Player, err)
	}
	if len(failed) > 0 {
		return ErrOwnFavour.With("出款失败 " + failed[0])
	}
	return nil
}

// resetterFor is how long after a code for a password was issued its issuer does
// not approve what the player asks for.
const resetterFor = 30 * 24 * time.Hour

// notIssuer is ErrOwnReset where the actor issued a code that sets a password of
// the player anew, within 30 days before the withdrawal (H-180): with it
// they could have asked for the withdrawal themselves.
func (w *Withdrawals) notIssuer(ctx context.Context, tx *db.Tx, row *Row, by staff.Actor) error {
	asked := order.Stamped(row.CreatedAt)
	issuers, err := w.Staff.DidBetween(ctx, tx, "player.reset", "player:"+row.Player, asked.Add(-resetterFor), asked)
	if err != nil {
		return err
	}
	own, err := w.Staff.SamePerson(ctx, tx, by, issuers)
	if err == nil && own {
		err = ErrOwnReset
	}
	return err
}

// notCreditor is ErrOwnCredit where the actor said that money of this player
// arrived and that money may be in the withdrawal (H-85): while the credit's
// turnover is open, for what was asked for within 30 days of the credit, and
// after that until the player's other withdrawals since have carried it out.
func (w *Withdrawals) notCreditor(ctx context.Context, tx *db.Tx, row *Row, by staff.Actor) error {
	person, err := w.Staff.PersonOf(ctx, tx, by.ID)
	if err != nil {
		return err
	}
	var credits []struct {
		SN     string `bun:"sn"`
		At     int64
		Amount int64
		Open   bool
	}
	err = tx.NewRaw(`SELECT a.sn, a.at, d.received AS amount,
			EXISTS (SELECT 1 FROM turnover_bucket b WHERE b.source = 'deposit' AND b.ref = a.sn AND b.state = ?0) AS open
		FROM desk_act a JOIN deposit d ON d.sn = a.sn
		WHERE a.player = ?1 AND a.act = ?2 AND a.person = ?3 AND d.state = 'credited' ORDER BY a.at, a.sn`,
		turnover.StateOpen, row.Player, order.ActCredit, person).Scan(ctx, &credits)
	if err != nil {
		return fmt.Errorf("credits of %s by hand: %w", row.Player, err)
	}
	for _, c := range credits {
		own := c.Open || row.CreatedAt >= c.At && row.CreatedAt < c.At+order.CreditorFor.Milliseconds()
		if !own && row.CreatedAt >= c.At {
			var out int64
			err := tx.NewRaw(`SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM withdrawal
				WHERE player = ? AND created_at >= ? AND sn <> ? AND state = 'paid'`, row.Player, c.At, row.SN).Scan(ctx, &out)
			if err != nil {
				return fmt.Errorf("withdrawals of %s since: %w", row.Player, err)
			}
			own = out < c.Amount
		}
		if own {
			return ErrOwnCredit.With(c.SN)
		}
	}
	return nil
}
