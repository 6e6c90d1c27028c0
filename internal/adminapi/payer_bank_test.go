package adminapi_test

import (
	"testing"

	"github.com/google/uuid"

	"hongyun/internal/apptest"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/money"
)

// The bank that a player chose is where staff look for the payment.
func TestStaffSeeThePayersBankAndKindOfTransfer(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "lin", "finance")
		h.Register("ming")
		o, err := h.Cashier.Deposits.Create(t.Context(), deposit.Order{
			ID: uuid.NewString(), Player: "ming", ChannelID: 1, Amount: money.Fen(500_00), Name: "王小明", BankID: "SHBANK", Type: "2", ClientIP: "203.0.113.9",
		})
		if err != nil {
			t.Fatal(err)
		}
		expect(t, d.get("/deposits/"+o.SN), 200, "payerBank", "上海银行", "payType", "手机银行")
		expect(t, d.get("/deposits/"+order(t, h, "ming", 600_00)), 200, "payerBank", "null", "payType", "网上银行")
	})
}
