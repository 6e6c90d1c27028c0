package deposit

import (
	"context"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
)

// vouch records that whoever imported a line said that its money arrived: they do
// not approve withdrawals of it (H-85). It comes after the acts of those who
// credited, whose sums must stay.
func (d *Deposits) vouch(ctx context.Context, tx *db.Tx, dep Deposit, source, ref string) error {
	if ref == "" {
		return nil
	}
	accounts, err := bank.ImportersOf(ctx, d.Deps, tx, source, ref)
	if err != nil {
		return err
	}
	for _, account := range accounts {
		if err := d.AddAct(ctx, tx, order.Act{Sn: dep.SN, Act: order.ActCredit, Staff: account, Player: dep.Player}); err != nil {
			return err
		}
	}
	return nil
}

// checkLine requires that a credit agrees with the line that it names, or else
// with the amount of the line that has its number, and locks the named line.
func (d *Deposits) checkLine(ctx context.Context, tx *db.Tx, dep Deposit, c HandCredit) error {
	if c.Line == "" {
		return bank.OtherAmount(ctx, tx, bank.SourceOf(dep.CompanyBank), c.BankRef, int64(c.Received))
	}
	l, err := bank.ReadLine(ctx, d.Deps, tx, c.Line, tx.ForUpdate())
	switch {
	case err != nil:
		return err
	case l.State != bank.LineOpen:
		return bank.ErrLineState.With(bank.LineStateTexts[l.State])
	case !l.Incoming || l.Account != dep.CompanyBank:
		return ErrLineAccount
	case l.Amount != c.Received || l.Ref != c.BankRef:
		return bank.ErrLineDiffers
	}
	return nil
}
