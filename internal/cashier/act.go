package cashier

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
)

// The acts of staff that move a player's money by hand (H-85).
const (
	actCredit  = "credit"  // said that a deposit arrived
	actApprove = "approve" // let a withdrawal be paid
	actPay     = "pay"     // made the payout, or entered its transaction
	actFail    = "fail"    // said that a payout was not made

	actSecond = ".second" // the second person's part of an act
)

// rolling is the window of the sums that ask for a second person (H-86).
const rolling = 24 * time.Hour

// creditorFor is how long after a credit by hand its confirmer does not approve
// withdrawals of that player. The database has the same figure in its guard.
const creditorFor = 30 * 24 * time.Hour

// act is one act of a person on an order.
type act struct {
	sn, act, staff, player string
	amount                 money.Fen // 0 where a company vouches for the payment
	alone                  bool      // no second person decided about it
}

// addAct records an act. Repeating it changes nothing. An act that needs
// another person than an earlier one fails here before the database's guard
// would stop it.
func (h *Deps) addAct(ctx context.Context, tx *db.Tx, a act) error {
	person, err := h.staff.PersonOf(ctx, tx, a.staff)
	if err != nil {
		return err
	}
	var known int
	err = tx.NewRaw("SELECT COUNT(*) FROM desk_act WHERE sn = ? AND act = ? AND person = ?", a.sn, a.act, person).Scan(ctx, &known)
	if err != nil || known > 0 {
		return err
	}
	_, err = tx.NewRaw("INSERT INTO desk_act (sn, act, person, staff, player, amount, alone, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		a.sn, a.act, person, a.staff, a.player, int64(a.amount), a.alone, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("act %s on %s: %w", a.act, a.sn, err)
	}
	return nil
}

// addTwo records an act that one person asked for and another agreed to.
func (h *Deps) addTwo(ctx context.Context, tx *db.Tx, a act, by staff.Actor, asked staff.Approval) error {
	a.alone, a.staff = false, asked.Maker
	if err := h.addAct(ctx, tx, a); err != nil {
		return err
	}
	a.act, a.staff = a.act+actSecond, by.ID
	return h.addAct(ctx, tx, a)
}

// didAct reports whether the human being behind an account did an act on an order.
func (h *Deps) didAct(ctx context.Context, tx *db.Tx, sn, what string, by staff.Actor) (bool, error) {
	person, err := h.staff.PersonOf(ctx, tx, by.ID)
	if err != nil {
		return false, err
	}
	var n int
	err = tx.NewRaw("SELECT COUNT(*) FROM desk_act WHERE sn = ? AND act = ? AND person = ?", sn, what, person).Scan(ctx, &n)
	if err != nil {
		return false, fmt.Errorf("acts on %s: %w", sn, err)
	}
	return n > 0, nil
}

// aloneLately sums what the human being behind an account did alone in the last
// 24 hours. It locks the person, so that two acts at once see each other.
func (h *Deps) aloneLately(ctx context.Context, tx *db.Tx, what string, by staff.Actor) (money.Fen, error) {
	person, err := h.staff.PersonOf(ctx, tx, by.ID)
	if err != nil {
		return 0, err
	}
	_, err = tx.NewRaw("INSERT INTO desk_person (person) VALUES (?) ON CONFLICT (person) DO UPDATE SET person = EXCLUDED.person", person).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("lock person %s: %w", person, err)
	}
	return sumActs(ctx, tx, "person = ? AND act = ? AND alone AND at > ?", person, what, tx.Now().Add(-rolling).UnixMilli())
}

// creditedLately sums what was credited to a player by hand in the last 24 hours.
// The player must be locked.
func creditedLately(ctx context.Context, tx *db.Tx, player string) (money.Fen, error) {
	return sumActs(ctx, tx, "player = ? AND act = ? AND at > ?", player, actCredit, tx.Now().Add(-rolling).UnixMilli())
}

func sumActs(ctx context.Context, tx *db.Tx, where string, args ...any) (money.Fen, error) {
	var sum int64
	err := tx.NewRaw("SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM desk_act WHERE "+where, args...).Scan(ctx, &sum)
	if err != nil {
		return 0, fmt.Errorf("sum acts: %w", err)
	}
	return money.Fen(sum), nil
}

// mayApprove says why a person may not let this withdrawal go, alone or as one
// of two: their account is too new, they said that its money arrived, or they
// could have got into the player's account.
func (w *Withdrawals) mayApprove(ctx context.Context, tx *db.Tx, row *withdrawalRow, by staff.Actor) error {
	if err := w.staff.Waiting(ctx, tx, by); err != nil {
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
func (w *Withdrawals) notFavourer(ctx context.Context, tx *db.Tx, row *withdrawalRow, by staff.Actor) error {
	asked := stamped(row.CreatedAt)
	from := asked.Add(-creditorFor)
	title, err := w.staff.Favoured(ctx, tx, by, row.Player, from, asked)
	if err != nil {
		return err
	}
	if title != "" {
		return ErrOwnFavour.With(title)
	}
	person, err := w.staff.PersonOf(ctx, tx, by.ID)
	if err != nil {
		return err
	}
	var failed []string
	err = tx.NewRaw("SELECT sn FROM desk_act WHERE player = ? AND act = ? AND person = ? AND at >= ? AND at <= ? LIMIT 1",
		row.Player, actFail, person, from.UnixMilli(), row.CreatedAt).Scan(ctx, &failed)
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
func (w *Withdrawals) notIssuer(ctx context.Context, tx *db.Tx, row *withdrawalRow, by staff.Actor) error {
	asked := stamped(row.CreatedAt)
	issuers, err := w.staff.DidBetween(ctx, tx, "player.reset", "player:"+row.Player, asked.Add(-resetterFor), asked)
	if err != nil {
		return err
	}
	own, err := w.staff.SamePerson(ctx, tx, by, issuers)
	if err == nil && own {
		err = ErrOwnReset
	}
	return err
}

// notCreditor is ErrOwnCredit where the actor said that money of this player
// arrived and that money may be in the withdrawal (H-85): while the credit's
// turnover is open, for what was asked for within 30 days of the credit, and
// after that until the player's other withdrawals since have carried it out.
func (w *Withdrawals) notCreditor(ctx context.Context, tx *db.Tx, row *withdrawalRow, by staff.Actor) error {
	person, err := w.staff.PersonOf(ctx, tx, by.ID)
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
		turnover.StateOpen, row.Player, actCredit, person).Scan(ctx, &credits)
	if err != nil {
		return fmt.Errorf("credits of %s by hand: %w", row.Player, err)
	}
	for _, c := range credits {
		own := c.Open || row.CreatedAt >= c.At && row.CreatedAt < c.At+creditorFor.Milliseconds()
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
