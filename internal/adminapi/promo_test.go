package adminapi_test

import (
	"fmt"
	"testing"

	"hongyun/internal/apptest"
	"hongyun/internal/cashier"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/promo"
	"hongyun/internal/staff"
)

// withheldAwards are awards of players who share an e-mail with one who was
// first.
func withheldAwards(t testing.TB, h *apptest.House, n int) (ids []string) {
	t.Helper()
	for i := range n + 1 {
		name := fmt.Sprint("twin", i)
		h.Register(name)
		if err := h.Players.UpdateInfo(t.Context(), name, player.InfoEmail, "same@example.com"); err != nil {
			t.Fatal(err)
		}
		credit(t, h, name, 300*money.Yuan)
		a, err := h.Promo.Claim(t.Context(), promo.ClaimOrder{ID: "claim-" + name, Player: name, Rule: 34})
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 && a.State != promo.Paid || i > 0 && a.State != promo.Withheld {
			t.Fatalf("%s: %+v", name, a)
		}
		if i > 0 {
			ids = append(ids, a.ID)
		}
	}
	return ids
}

// credit makes a bank deposit of a player and confirms it.
func credit(t testing.TB, h *apptest.House, player string, amount money.Fen) string {
	t.Helper()
	sn := order(t, h, player, amount)
	_, err := h.Cashier.Deposits.ConfirmByHand(t.Context(), staff.System("test"), cashier.Confirmation{SN: sn, Received: amount, BankRef: "REF" + sn, Reason: "已到账"})
	if err != nil {
		t.Fatal(err)
	}
	return sn
}
