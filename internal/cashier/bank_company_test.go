package cashier_test

import (
	"testing"

	"hongyun/internal/cashier/bankfile"
)

func TestALineExplainsNoPayoutByACompany(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.give("ming", 50000)
		w := h.withdraw(h.bind("ming", 1), 10000)
		h.approve(anna, w.SN)
		if _, err := h.Payouts.Pay(t.Context(), clara, w.SN, "BANK-1"); err != nil {
			t.Fatal(err)
		}
		h.load(dora, statement(1, numbered, h.out(10000, "王小明", "", "P1")))
		if n := len(h.proposals("P1")); n != 1 {
			t.Fatalf("paid by a bank: %d proposals", n)
		}
		h.exec("UPDATE withdrawal SET payout_company = 'alpha' WHERE sn = ?", w.SN)
		if list := h.proposals("P1"); len(list) != 0 {
			t.Errorf("paid by a company: %+v", list)
		}
		expect(t, "linked", h.Statements.Link(t.Context(), anna, h.line("P1").ID, w.SN, "同一笔款项"), bankfile.ErrLineBooked)
	})
}
