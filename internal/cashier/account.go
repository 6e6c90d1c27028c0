package cashier

import (
	"context"
	"fmt"
	"strconv"

	"hongyun/internal/db"
	"hongyun/internal/secret"
)

// numberAt binds the number of a company account to its row, its bank, its holder
// and the code that payers scan: none of them can be exchanged in the database
// (trust ADR-6, H-412).
func numberAt(b CompanyBank) string {
	at := "company_bank.number/" + strconv.FormatInt(b.ID, 10) + "/" + b.Bank + "/" + b.Holder
	if b.Code != "" {
		at += "/" + b.Code
	}
	return at
}

// PayeeCode is the address of the picture that the payer of an order scans, "" for
// none. It belongs to the account of the order: one that was altered has none, nor
// has an account that got another number or holder since.
func (d *Deposits) PayeeCode(ctx context.Context, dep Deposit) (string, error) {
	if dep.companyBank == 0 {
		return "", nil
	}
	var banks []CompanyBank
	if err := d.db.NewSelect().Model(&banks).Where("id = ?", dep.companyBank).Scan(ctx); err != nil {
		return "", fmt.Errorf("company bank %d: %w", dep.companyBank, err)
	}
	for _, b := range banks {
		if number, intact := d.openNumber(b); intact && number == dep.Payee.Number && b.Holder == dep.Payee.Holder {
			return b.Code, nil
		}
	}
	return "", nil
}

// SealNumber is a company account as it is stored: its number is sealed, and an
// index finds it.
func SealNumber(box *secret.Box, b CompanyBank) CompanyBank {
	b.NumberIndex = box.Index("company account", b.Number)
	b.Number = box.Seal(numberAt(b), b.Number)
	return b
}

// OpenNumber is the number of a stored company account. It reports false for one
// that two people did not enter so.
func OpenNumber(box *secret.Box, b CompanyBank) (string, bool) {
	number, err := box.Open(numberAt(b), b.Number)
	return number, err == nil && number != ""
}

func (h *house) openNumber(b CompanyBank) (string, bool) { return OpenNumber(h.box, b) }

// accounts lists our accounts with their numbers; the number of one that was
// altered is empty.
func (h *house) accounts(ctx context.Context, r db.Reader) ([]CompanyBank, error) {
	var banks []CompanyBank
	if err := r.NewSelect().Model(&banks).OrderExpr("sort, id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("company banks: %w", err)
	}
	for i := range banks {
		banks[i].Number, _ = h.openNumber(banks[i])
	}
	return banks, nil
}
