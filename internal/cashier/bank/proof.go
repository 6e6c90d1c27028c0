package bank

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/money"
)

// ClaimProof makes a payment's own number this order's. It returns the order
// that holds the number: sn, or another that had it before.
func ClaimProof(ctx context.Context, tx *db.Tx, source, txn, sn string, amount int64) (holder string, mine bool, err error) {
	res, err := tx.NewRaw(`INSERT INTO cashier_proof (source, txn, sn, amount, at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (source, txn) DO NOTHING`, source, txn, sn, amount, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return "", false, fmt.Errorf("proof %s %s: %w", source, txn, err)
	}
	if n, _ := res.RowsAffected(); n == 1 {
		return sn, true, UseLine(ctx, tx, source, txn, sn, amount)
	}
	err = tx.NewRaw("SELECT sn FROM cashier_proof WHERE source = ? AND txn = ?", source, txn).Scan(ctx, &holder)
	if err != nil {
		return "", false, fmt.Errorf("proof %s %s: %w", source, txn, err)
	}
	return holder, false, nil
}

// UnusedProof fails with ErrReferenceUsed if a company's number was used before.
func UnusedProof(ctx context.Context, tx *db.Tx, source, ref string) error {
	var used []string
	err := tx.NewRaw("SELECT sn FROM cashier_proof WHERE source = ? AND txn = ?", source, ref).Scan(ctx, &used)
	if err != nil {
		return fmt.Errorf("look for reference: %w", err)
	}
	if len(used) > 0 {
		return ErrReferenceUsed.With(used[0])
	}
	return nil
}

// UseProof makes a company's number this order's, or fails with ErrReferenceUsed.
func UseProof(ctx context.Context, tx *db.Tx, source, ref, sn string, amount money.Fen) error {
	holder, mine, err := ClaimProof(ctx, tx, source, ref, sn, int64(amount))
	if err == nil && !mine {
		err = ErrReferenceUsed.With(holder)
	}
	return err
}
