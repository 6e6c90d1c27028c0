package promo

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/promo/award"
	"hongyun/internal/staff"
)

// LockForfeit keeps every award to a player waiting until tx ends. For
// forfeit.Source.
func (p *Promo) LockForfeit(ctx context.Context, tx *db.Tx, player string) error {
	_, err := lockPlayers(ctx, tx, []string{player})
	return err
}

// Forfeited cancels an award whose money is taken back by the rules of an
// exclusion, and returns the account that paid it. For forfeit.Source.
func (p *Promo) Forfeited(ctx context.Context, tx *db.Tx, player, ref, reason string) (ledger.Account, error) {
	a, err := award.One(ctx, tx, "id = ? AND player = ? AND state = 'paid'", ref, player)
	if err != nil {
		return ledger.Account{}, err
	}
	if a == nil {
		return ledger.Account{}, fmt.Errorf("forfeit award %s: not paid to %s", ref, player)
	}
	if err := p.Staff.VoidPending(ctx, tx, staff.System("promo"), award.Subject(a.ID), reason); err != nil {
		return ledger.Account{}, err
	}
	if err := p.unbind(ctx, tx, *a); err != nil {
		return ledger.Account{}, err
	}
	a.State, a.Why, a.DecidedBy, a.EndedAt = award.Cancelled, reason, bySystem, tx.NowMillis()
	return a.PaidFrom(), award.End(ctx, tx, *a)
}
