package order

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// The acts of staff that move a player's money by hand (H-85).
const (
	ActCredit  = "credit"  // said that a deposit arrived
	ActApprove = "approve" // let a withdrawal be paid
	ActPay     = "pay"     // made the payout, or entered its transaction
	ActFail    = "fail"    // said that a payout was not made

	actSecond = ".second" // the second person's part of an act
)

// Rolling is the window of the sums that ask for a second person (H-86).
const Rolling = 24 * time.Hour

// CreditorFor is how long after a credit by hand its confirmer does not approve
// withdrawals of that player. The database has the same figure in its guard.
const CreditorFor = 30 * 24 * time.Hour

// Act is one act of a person on an order.
type Act struct {
	Sn, Act, Staff, Player string
	Amount                 money.Fen // 0 where a company vouches for the payment
	Alone                  bool      // no second person decided about it
}

// AddAct records an act. Repeating it changes nothing. An act that needs
// another person than an earlier one fails here before the database's guard
// would stop it.
func (h *Deps) AddAct(ctx context.Context, tx *db.Tx, a Act) error {
	person, err := h.Staff.PersonOf(ctx, tx, a.Staff)
	if err != nil {
		return err
	}
	var known int
	err = tx.NewRaw("SELECT COUNT(*) FROM desk_act WHERE sn = ? AND act = ? AND person = ?", a.Sn, a.Act, person).Scan(ctx, &known)
	if err != nil || known > 0 {
		return err
	}
	_, err = tx.NewRaw("INSERT INTO desk_act (sn, act, person, staff, player, amount, alone, at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
		a.Sn, a.Act, person, a.Staff, a.Player, int64(a.Amount), a.Alone, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("act %s on %s: %w", a.Act, a.Sn, err)
	}
	return nil
}

// AddTwo records an act that one person asked for and another agreed to.
func (h *Deps) AddTwo(ctx context.Context, tx *db.Tx, a Act, by staff.Actor, asked staff.Approval) error {
	a.Alone, a.Staff = false, asked.Maker
	if err := h.AddAct(ctx, tx, a); err != nil {
		return err
	}
	a.Act, a.Staff = a.Act+actSecond, by.ID
	return h.AddAct(ctx, tx, a)
}

// DidAct reports whether the human being behind an account did an act on an order.
func (h *Deps) DidAct(ctx context.Context, tx *db.Tx, sn, what string, by staff.Actor) (bool, error) {
	person, err := h.Staff.PersonOf(ctx, tx, by.ID)
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

// AloneLately sums what the human being behind an account did alone in the last
// 24 hours. It locks the person, so that two acts at once see each other.
func (h *Deps) AloneLately(ctx context.Context, tx *db.Tx, what string, by staff.Actor) (money.Fen, error) {
	person, err := h.Staff.PersonOf(ctx, tx, by.ID)
	if err != nil {
		return 0, err
	}
	_, err = tx.NewRaw("INSERT INTO desk_person (person) VALUES (?) ON CONFLICT (person) DO UPDATE SET person = EXCLUDED.person", person).Exec(ctx)
	if err != nil {
		return 0, fmt.Errorf("lock person %s: %w", person, err)
	}
	return sumActs(ctx, tx, "person = ? AND act = ? AND alone AND at > ?", person, what, tx.Now().Add(-Rolling).UnixMilli())
}

// CreditedLately sums what was credited to a player by hand in the last 24 hours.
// The player must be locked.
func CreditedLately(ctx context.Context, tx *db.Tx, player string) (money.Fen, error) {
	return sumActs(ctx, tx, "player = ? AND act = ? AND at > ?", player, ActCredit, tx.Now().Add(-Rolling).UnixMilli())
}

func sumActs(ctx context.Context, tx *db.Tx, where string, args ...any) (money.Fen, error) {
	var sum int64
	err := tx.NewRaw("SELECT CAST(COALESCE(SUM(amount), 0) AS BIGINT) FROM desk_act WHERE "+where, args...).Scan(ctx, &sum)
	if err != nil {
		return 0, fmt.Errorf("sum acts: %w", err)
	}
	return money.Fen(sum), nil
}
