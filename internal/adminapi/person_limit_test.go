package adminapi_test

import (
	"strconv"
	"testing"

	"hongyun/internal/apptest"
	"hongyun/internal/money"
)

// A person's own limit holds for deposits and withdrawals, in whichever of their
// accounts they work; others have the operator's (trust ADM-1).
func TestAPersonsOwnLimitHoldsForMoneyInAndOut(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, lin, zhou := sit(t, h, "boss", "owner"), sit(t, h, "lin", "finance"), sit(t, h, "zhou", "finance")
		twin := lin.twin("finance")
		expect(t, boss.post("/staff/"+lin.staff.Person.ID+"/limit", map[string]any{"amount": "-1", "reason": "新同事"}), 400, "code", "staff.limit")
		expect(t, boss.post("/staff/"+lin.staff.Person.ID+"/limit", map[string]any{"amount": "1000.00", "reason": "新同事"}), 200, "status", "done")
		expect(t, lin.get("/me"), 200, "limits.depositSecondAbove", "1000.00", "limits.withdrawalSecondAbove", "1000.00")
		_, card := ming(t, h, "ming", cardA, 20_000_00)
		payers := 0
		confirm := func(d *desk, amount string, fen int64, status int, want string) {
			t.Helper()
			payers++
			payer := "payer" + strconv.Itoa(payers)
			h.Register(payer)
			sn := order(t, h, payer, money.Fen(fen))
			expect(t, d.post("/deposits/"+sn+"/confirm", map[string]any{"received": amount, "bankReference": "ICBC" + sn, "reason": "网银已到账"}), status, "status", want)
		}
		confirm(lin, "900.00", 900_00, 200, "done")
		confirm(twin, "900.00", 900_00, 202, "waiting") // together with what the other account did
		confirm(zhou, "1500.00", 1500_00, 200, "done")
		for _, c := range []struct {
			by     *desk
			status int
		}{{lin, 202}, {zhou, 200}} {
			sn := ask(t, h, "ming", card, 1500_00)
			expect(t, c.by.post("/withdrawals/"+sn+"/claim", nil), 200)
			expect(t, c.by.post("/withdrawals/"+sn+"/approve", map[string]any{"note": "资料一致"}), c.status)
		}
	})
}
