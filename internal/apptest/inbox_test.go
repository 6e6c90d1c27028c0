package apptest_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hongyun/internal/app"
	"hongyun/internal/apptest"
	"hongyun/internal/content"
	"hongyun/internal/inbox"
)

// titles are the titles of a player's messages, newest first.
func titles(t *testing.T, h *apptest.House, player string) []string {
	t.Helper()
	list, _, err := h.Inbox.List(t.Context(), player, 100, 0)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]string, len(list))
	for i, m := range list {
		out[i] = m.Title
	}
	return out
}

func hears(t *testing.T, h *apptest.House, player, title string, times int) {
	t.Helper()
	n := 0
	for _, got := range titles(t, h, player) {
		if got == title {
			n++
		}
	}
	if n != times {
		t.Errorf("%s hears %q %d times, want %d: %q", player, title, n, times, titles(t, h, player))
	}
}

// Each thing that happens to a player's money and account is told once, in the
// transaction in which it happens.
func TestAPlayerIsToldWhatHappensToTheirMoneyAndAccount(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		clerk, payer := h.AddStaff("clerk", "finance"), h.AddStaff("payer", "finance")
		b := h.Register("Ming88")
		if got := titles(t, h, "ming88"); len(got) != 0 {
			t.Errorf("a new player hears %q", got)
		}
		deposit(t, h, b)
		hears(t, h, "ming88", "存款到账 ¥500.00", 1)
		play(t, h, b)
		withdraw(t, h, b, clerk, payer)
		hears(t, h, "ming88", "已绑定银行卡", 1)
		hears(t, h, "ming88", "提款已出款 ¥300.00", 1)

		id := must(t, "cards", b.Post("/v1/Select/PlayerBankItems")).Body["PlayerBanks"].([]any)[0].(map[string]any)["Id"].(float64)
		sn := must(t, "withdraw", b.Post("/v1/Do/CallWithdrawAction", "playerName", "Ming88", "playerBankId", formatID(id), "withdrawAmount", "100")).Text("OrderSn")
		if _, err := h.Cashier.Withdrawals.Claim(t.Context(), clerk, sn); err != nil {
			t.Fatal(err)
		}
		if _, err := h.Cashier.Withdrawals.Reject(t.Context(), clerk, sn, "开户行信息不完整"); err != nil {
			t.Fatal(err)
		}
		hears(t, h, "ming88", "提款未通过", 1)
		list, _, _ := h.Inbox.List(t.Context(), "ming88", 1, 0)
		if m := list[0]; m.About != inbox.AboutWithdrawal || m.Ref != sn || !strings.Contains(m.Body, "开户行信息不完整") || !strings.Contains(m.Body, "¥100.00 已退回中心钱包") {
			t.Errorf("%+v", m)
		}

		unpaid := must(t, "order", b.Post("/v1/Do/CallDepositPay", "payment_id", "2", "amount", "300", "device_id", "1")).Text("Data.order_sn")
		if err := h.Cashier.Deposits.Reject(t.Context(), clerk, unpaid, "未收到款项"); err == nil {
			hears(t, h, "ming88", "存款单已关闭", 1)
		} else {
			t.Logf("an order at a gateway is not closed by hand: %v", err)
		}

		phone := h.Visitor()
		must(t, "log in", phone.Post("/v1/PubInterface/CallLogInAction", "playerName", "Ming88", "password", "secret88", "verifyCode", "", "vRand", "", "deviceType", "1"))
		hears(t, h, "ming88", "新设备登录", 1)
		h.Clock.Advance(time.Second)
		must(t, "password", b.Post("/v1/Do/CallPlayerUpdatePasswordAction", "playername", "Ming88", "currentPassword", "secret88", "newPassword", "better99x"))
		hears(t, h, "ming88", "登录密码已修改", 1)
	})
}

// A planned maintenance is told to the players who were here lately, once each.
func TestPlayersWhoWereHereLatelyAreToldOfMaintenance(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss := h.AddStaff("boss", "owner")
		log := func(name string) {
			b := h.Visitor()
			must(t, "log in", b.Post("/v1/PubInterface/CallLogInAction", "playerName", name, "password", "secret88", "verifyCode", "", "vRand", "", "deviceType", "1"))
		}
		h.Register("gone")
		log("gone")
		h.Clock.Advance(40 * 24 * time.Hour)
		for i := range 3 {
			name := fmt.Sprintf("lately%d", i)
			h.Register(name)
			log(name)
		}
		m := content.Maintenance{On: true, From: h.Clock.Now().Add(time.Hour), To: h.Clock.Now().Add(2 * time.Hour)}
		if err := h.Content.SetMaintenance(t.Context(), boss, content.Whatever, m, "升级"); err != nil {
			t.Fatal(err)
		}
		for deadline := time.Now().Add(20 * time.Second); time.Now().Before(deadline) && !slices.Contains(titles(t, h, "lately2"), "站点维护通知"); {
			time.Sleep(50 * time.Millisecond)
		}
		for i := range 3 {
			hears(t, h, fmt.Sprintf("lately%d", i), "站点维护通知", 1)
		}
		hears(t, h, "gone", "站点维护通知", 0)
	}, func(c *app.Config) { c.JobsByHand = false })
}
