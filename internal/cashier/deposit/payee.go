package deposit

import (
	"context"
	"fmt"

	"hongyun/internal/cashier/bank"
)

// PayeeCode is the address of the picture that the payer of an order scans, "" for
// none. It belongs to the account of the order: one that was altered has none, nor
// has an account that got another number or holder since.
func (d *Deposits) PayeeCode(ctx context.Context, dep Deposit) (string, error) {
	if dep.CompanyBank == 0 {
		return "", nil
	}
	var banks []bank.Account
	if err := d.DB.NewSelect().Model(&banks).Where("id = ?", dep.CompanyBank).Scan(ctx); err != nil {
		return "", fmt.Errorf("company bank %d: %w", dep.CompanyBank, err)
	}
	for _, b := range banks {
		if number, intact := bank.OpenNumber(d.Box, b); intact && number == dep.Payee.Number && b.Holder == dep.Payee.Holder {
			return b.Code, nil
		}
	}
	return "", nil
}
