package cashier

import (
	"context"
	"fmt"
	"strconv"

	"hongyun/internal/db"
	"hongyun/internal/secret"
)

// numberAt binds the number of a company account to its row, its bank and its
// holder: none of them can be exchanged in the database (trust ADR-6).
func numberAt(b CompanyBank) string {
	return "company_bank.number/" + strconv.FormatInt(b.ID, 10) + "/" + b.Bank + "/" + b.Holder
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

// accounts lists our accounts with their numbers; the number of one that was
// altered is empty.
func companyAccounts(ctx context.Context, h *Deps, r db.Reader) ([]CompanyBank, error) {
	var banks []CompanyBank
	if err := r.NewSelect().Model(&banks).OrderExpr("sort, id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("company banks: %w", err)
	}
	for i := range banks {
		banks[i].Number, _ = OpenNumber(h.box, banks[i])
	}
	return banks, nil
}
