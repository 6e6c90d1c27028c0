package payer

import (
	"context"
	"fmt"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// Pay notes that an approved withdrawal was paid, under the bank's number of
// the payout: the locked money leaves the house. One number pays one order.
// One in USDT is noted as sent, and paid when its chain says so.
func (p *Payouts) Pay(ctx context.Context, by staff.Actor, sn, reference string) (withdrawal.Withdrawal, error) {
	row, err := withdrawal.Read(ctx, p.DB, "SELECT * FROM withdrawal WHERE sn = ?", sn)
	if err == nil && row.Network != "" {
		return p.payCoins(ctx, by, row, reference)
	}
	return p.PayBank(ctx, by, sn, reference, "", func(context.Context, *db.Tx, *withdrawal.Row) error { return nil })
}

// PayBank is Pay for a bank, with a reason, after a check in its transaction.
func (p *Payouts) PayBank(ctx context.Context, by staff.Actor, sn, reference, reason string, check func(ctx context.Context, tx *db.Tx, row *withdrawal.Row) error) (withdrawal.Withdrawal, error) {
	ref, ok := order.CleanReference(reference)
	if !ok {
		return withdrawal.Withdrawal{}, order.ErrReference
	}
	out, err := p.withdrawals.Change(ctx, by, sn, "withdrawal.paid", reason, func(ctx context.Context, tx *db.Tx, row *withdrawal.Row) (string, error) {
		if err := check(ctx, tx, row); err != nil {
			return "", err
		}
		if err := p.Guard.Gate.CheckIn(ctx, tx, guard.DoorWithdrawals); err != nil {
			return "", err
		}
		if err := attemptOpen(row); err != nil {
			return "", err
		}
		if row.State == withdrawal.Approved {
			if err := p.payer(ctx, tx, row, by); err != nil {
				return "", err
			}
		}
		if err := p.bookPaid(ctx, tx, row, ref, by.Name); err != nil {
			return "", err
		}
		p.Seam("Pay.C1")
		return "已出款", nil
	})
	if err == nil {
		p.Seam("Pay.C2")
	}
	return out, err
}

// Destination is where an approved withdrawal goes, in full.
type Destination struct {
	Bank, Number, Holder, Province, City, Branch string

	Network string // of coins: then Number is the address, and Coins is what to send
	Coins   money.Coins
}

// Destination shows staff who pay the whole destination, as it was when the
// player asked. Each look is audited. It is the last step before the bank: it
// is refused while the player may not withdraw.
func (p *Payouts) Destination(ctx context.Context, by staff.Actor, sn string) (Destination, error) {
	var d Destination
	err := p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := p.Guard.Gate.CheckIn(ctx, tx, guard.DoorWithdrawals); err != nil {
			return err
		}
		row, err := withdrawal.Lock(ctx, tx, sn)
		if err != nil {
			return err
		}
		if row.State != withdrawal.Approved {
			return withdrawal.ErrState.With(withdrawal.StateTexts[row.State])
		}
		if err := attemptOpen(&row); err != nil {
			return err
		}
		if err := row.InBatch(); err != nil {
			return err
		}
		if err := p.notApprover(ctx, tx, &row, by); err != nil {
			return err
		}
		if err := p.withdrawals.MayLeave(ctx, tx, row.Player); err != nil {
			return err
		}
		_, err = tx.NewRaw("UPDATE withdrawal SET destination_at = ? WHERE sn = ?", tx.NowMillis(), sn).Exec(ctx)
		if err != nil {
			return fmt.Errorf("destination of %s: %w", sn, err)
		}
		d = Destination{Bank: bank.NameOf(row.Bank), Branch: row.Branch, Network: row.Network, Coins: money.Coins(row.Coins)}
		if row.Network != "" {
			d.Bank = "USDT-" + usdt.NetworkName(row.Network)
		}
		d.Province, d.City = destination.RegionNames(row.Province, row.City)
		if d.Number, err = p.Box.Open(order.SealedAt("withdrawal", "number", sn), row.Number); err != nil {
			return err
		}
		if d.Holder, err = p.Box.Open(order.SealedAt("withdrawal", "holder", sn), row.Holder); err != nil {
			return err
		}
		return p.Staff.Audit(ctx, tx, by, staff.Change{Action: "withdrawal.destination", Subject: withdrawal.Subject(sn), Label: sn})
	})
	if err != nil {
		return Destination{}, err
	}
	p.Seam("Destination.C4")
	return d, nil
}
