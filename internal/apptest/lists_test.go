package apptest_test

import (
	"strings"
	"testing"

	"hongyun/internal/apptest"
)

// DEP-03, DEP-09: the documented lists of ways to pay are served with the values
// of the enabled channels and accounts, whose numbers are masked (H-263). No page of
// ours calls the first three (H-212).
func TestTheListsOfWaysToPay(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("ming")
		const account = `"BankType":"中国工商银行","AccountHolder":"鸿运演示有限公司","AccountNumber":"**** **** **** ***0 000"`
		for _, c := range []struct {
			path, says string
			in         []string
		}{
			{"/v1/Select/ThirdPayItems", `"OnlinePayDatas":[{"BankLists":[],"MinDepositAmount":10.00,"MaxDepositAmount":50000.00,"ShowName":"扫码支付甲"}`, nil},
			{"/v1/Select/BankItems", `"CompanyBanks":[{"Id":1,` + account + `,"MinDepositLimit":100.00,"MaxDepositLimit":500000.00}`, nil},
			{"/v1/Select/BankItem", `"Data":{"Id":1,` + account, []string{"Id", "1"}},
			{"/v1/Do/GetPaymentPreInfo", `"BankList":[],"DepositType":[{"TypeId":"1","Name":"网上银行"}`, []string{"payment_code", "bank_transfer"}},
		} {
			if r := must(t, c.path, b.Post(c.path, c.in...)); !strings.Contains(string(r.Raw), c.says) {
				t.Errorf("%s: %s, want %s", c.path, r, c.says)
			}
		}
		if r := b.Post("/v1/Select/BankItem", "Id", "999"); r.OK() {
			t.Errorf("an account that is not there: %s", r)
		}
	})
}

// ACC-19: the profile has its seven documented fields, personal data masked.
func TestTheProfileOfAPlayer(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("Ming88")
		for kind, text := range map[string]string{"1": "王小明", "3": "ming@example.com", "10": "1990-02-28"} {
			must(t, "fill in "+kind, b.Post("/v1/Do/CallUpdatePlayerInfoAction", "type", kind, "inputMessage", text))
		}
		h.Grant("Ming88", 12_345)
		r := must(t, "profile", b.Post("/v1/Select/PlayerInfoItem"))
		for field, want := range map[string]string{
			"PlayerName": "Ming88", "Balance": "123.45", "VipLevel": "0", "TrueName": "王**", "Birthday": "1990-**-**", "Email": "m***@example.com",
		} {
			if got := r.Text(field); got != want {
				t.Errorf("%s is %q, want %q", field, got, want)
			}
		}
		if tell := r.Text("Tell"); !strings.HasPrefix(tell, "139****") || len(tell) != 11 {
			t.Errorf("Tell is %q", tell)
		}
	})
}
