package cashier_test

import (
	"context"
	"testing"

	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
)

// H-460: a company account is given only to players of its levels of VIP, in an order and
// in the list, and a visitor has level 0.
func TestACompanyAccountIsGivenToPlayersOfItsLevels(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		level := 0
		h.Deposits.LevelOf = func(context.Context, db.Reader, string) (int, error) { return level, nil }
		h.exec("UPDATE company_bank SET vip_min = 3, vip_max = 5, sort = 0 WHERE id = 1")
		h.exec("UPDATE company_bank SET vip_max = 4, sort = 1 WHERE id <> 1")
		listed := func(player string) (first bool, others int) {
			t.Helper()
			banks, err := h.Methods.CompanyBanks(t.Context(), player)
			if err != nil {
				t.Fatal(err)
			}
			for _, b := range banks {
				if b.ID == 1 {
					first = true
				} else {
					others++
				}
			}
			return first, others
		}
		for _, c := range []struct {
			level         int
			first, others bool
		}{{0, false, true}, {2, false, true}, {3, true, true}, {4, true, true}, {5, true, false}, {6, false, false}} {
			level = c.level
			first, others := listed("ming")
			if first != c.first || (others > 0) != c.others {
				t.Errorf("level %d is shown the first account: %t, others: %d", c.level, first, others)
			}
			dep, err := h.Deposits.Create(t.Context(), h.bankOrder(10_000))
			switch {
			case !c.first && !c.others:
				expect(t, "no account of the level", err, order.ErrNoPayee)
			case err != nil:
				t.Errorf("level %d: %v", c.level, err)
			case (dep.CompanyBank == 1) != c.first: // it comes first in the order where the level has it
				t.Errorf("level %d got account %d", c.level, dep.CompanyBank)
			}
			h.exec("UPDATE deposit SET state = 'closed' WHERE state = 'pending'")
		}
		level = 5
		if first, others := listed(""); first || others == 0 {
			t.Errorf("a visitor is shown the account of a level: %t, others: %d", first, others)
		}
	})
}
