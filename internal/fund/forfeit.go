package fund

import (
	"context"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
)

// LockForfeit keeps every unlock of a player waiting until tx ends. For
// forfeit.Source.
func (f *Fund) LockForfeit(ctx context.Context, tx *db.Tx, player string) error {
	_, err := lockHolders(ctx, tx, []string{player})
	return err
}

// Forfeited returns the account that paid an unlock which is taken back. The
// record stays: the C$ were used. For forfeit.Source.
func (f *Fund) Forfeited(context.Context, *db.Tx, string, string, string) (ledger.Account, error) {
	return ledger.HouseBonus(), nil
}
