package order

import (
	"context"
	"errors"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// What a player owes the house: money that was credited, was not the player's,
// and was gone when it had to be taken back. A debt takes nothing by itself:
// while there is one the player's withdrawals are blocked, and two people
// decide each time what is collected of it or forgiven.

// OfDebt is who sets the block that a debt brings with it, and lifts it.
var OfDebt = staff.System("owed")

// Debit takes an amount from a player's centre wallet, or what is there; the
// rest is owed. No account of a player goes below zero. It needs the player's
// lock. The entry's postings are made here.
func (h *Deps) Debit(ctx context.Context, tx *db.Tx, e ledger.Entry, player string, amount money.Fen, to ledger.Account) (owed money.Fen, err error) {
	centre := ledger.Centre(player)
	for have := amount; ; {
		e.Postings = nil
		if have > 0 {
			e.Postings = append(e.Postings, ledger.Posting{From: centre, To: to, Amount: int64(have)})
		}
		if owed = amount - have; owed > 0 {
			e.Postings = append(e.Postings, ledger.Posting{From: ledger.HouseOwed(player), To: to, Amount: int64(owed)})
		}
		_, err = h.Ledger.Post(ctx, tx, e)
		if err == nil {
			break
		}
		if !errors.Is(err, ledger.ErrInsufficient) || have == 0 {
			return 0, fmt.Errorf("take %s back from %s: %w", amount, player, err)
		}
		held, err := h.Ledger.Balance(ctx, tx, centre)
		if err != nil {
			return 0, err
		}
		have = max(min(money.Fen(held), have-1), 0) // less each time, whatever happens beside us
	}
	if owed == 0 {
		return 0, nil
	}
	return owed, h.Guard.HoldIn(ctx, tx, OfDebt, player, guard.Withdraw, "欠款未结清")
}

// Owed is what a player owes the house.
func (h *Deps) Owed(ctx context.Context, r db.Reader, player string) (money.Fen, error) {
	balance, err := h.Ledger.HouseBalance(ctx, r, ledger.HouseOwed(player))
	return money.Fen(-balance), err
}

// Request writes a request for a second person, whose contents are made in the
// transaction that stores it.
func (h *Deps) Request(ctx context.Context, by staff.Actor, make func(ctx context.Context, tx *db.Tx) (staff.Request, error)) (Outcome, error) {
	var out Outcome
	err := h.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		r, err := make(ctx, tx)
		if err != nil {
			return err
		}
		out.ApprovalID, err = h.Staff.RequestApproval(ctx, tx, by, r)
		return err
	})
	if err != nil {
		return Outcome{}, err
	}
	return out, nil
}
