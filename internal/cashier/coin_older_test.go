package cashier_test

import (
	"testing"

	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// The versions of a rate that an older release wrote are in the book after the
// migration: the next change tells its difference from the newest and follows it.
func TestRatesOfAnOlderReleaseKeepTheirVersions(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for _, row := range []string{"1, 70000, TRUE", "2, 71000, FALSE"} {
			h.exec(`INSERT INTO coin_rate (network, direction, version, rate, open, least, most, made_by, made_at)
				VALUES ('omni', 'deposit', ` + row + `, 1000000, 2000000, 'anna、boris', 1700000000000)`)
		}
		dbtest.Again(t, h.d, "0168_rate_version.sql")
		o, err := h.USDT.SetRate(t.Context(), anna, h.seen(usdt.RateOrder{
			Network: payment.Omni, Direction: usdt.ForDeposit, Rate: 71_710, Least: money.Coin, Most: 2 * money.Coin, Open: true,
		}), "跟随市场行情")
		if err != nil {
			t.Fatal(err)
		}
		asked, err := h.staff.FindApproval(t.Context(), h.d, o.ApprovalID)
		if err != nil {
			t.Fatal(err)
		}
		told := ""
		for _, d := range asked.Details {
			told += d.Label + " " + d.Value + "; "
		}
		if want := "网络 OMNI; 方向 存款; 汇率 7.10 → 7.171; 变动 +1.00%; 单笔数量 1.00 – 2.00; 状态 关闭 → 开放; 生效时间 通过后立即生效; "; told != want {
			t.Errorf("told\n %s, want\n %s", told, want)
		}
		h.agree(o, nil)
		if n := h.count("SELECT COUNT(*) FROM coin_rate WHERE network = 'omni' AND version = 3 AND rate = 71710 AND open"); n != 1 {
			t.Errorf("%d third versions", n)
		}
	})
}
