package cashier_test

import (
	"strings"
	"testing"

	"hongyun/internal/cashier"
	"hongyun/internal/ledger"
)

// A hand on the database that changes an order is found by comparing orders
// and books, and the row is named.
func TestAnOrderThatDoesNotAgreeWithTheBooksIsNamed(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		d := h.deposit(h.order(10000))
		w := h.withdraw(h.bind("ming", 1), 10000)
		guard := "DROP TRIGGER turnover_bucket_stays"
		if h.d.Postgres() {
			guard += " ON turnover_bucket"
		}
		h.exec(guard)
		for _, tc := range []struct{ do, named string }{
			// A credit without money; the guards let the edge through.
			{"UPDATE deposit SET state = 'credited', received = 10000 WHERE sn = '" + d.SN + "'", "deposit " + d.SN},
			{"DELETE FROM turnover_bucket WHERE ref = '" + d.SN + "'", "deposit " + d.SN},
			{"UPDATE withdrawal SET state = 'claimed' WHERE sn = '" + w.SN + "'", ""},
			{"UPDATE withdrawal SET state = 'rejected' WHERE sn = '" + w.SN + "'", "withdrawal " + w.SN},
		} {
			h.exec(tc.do)
			found, err := cashier.Verify(t.Context(), h.d, ledger.Everything())
			if err != nil {
				t.Fatal(err)
			}
			text := ""
			for _, f := range found {
				text += f.String() + "\n"
			}
			if !strings.Contains(text, tc.named) {
				t.Errorf("after %s: found\n%s", tc.do, text)
			}
		}
		found, err := cashier.Verify(t.Context(), h.d, ledger.Everything())
		if err != nil || len(found) < 4 {
			t.Errorf("%v, %v", found, err)
		}
		report, err := h.ledger.Verify(t.Context())
		if err != nil || report.OK {
			t.Errorf("the books pass: %+v, %v", report, err)
		}
		h.broken = true
	})
}
