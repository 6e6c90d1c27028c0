package adminapi_test

import (
	"fmt"
	"testing"

	"hongyun/internal/apptest"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/promo"
	"hongyun/internal/promo/award"
	"hongyun/internal/staff"
)

// waitingAwards are awards of players who share an e-mail with one who was
// first.
func waitingAwards(t testing.TB, h *apptest.House, n int) (ids []string) {
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
		if i == 0 && a.State != award.Paid || i > 0 && a.State != award.Withheld {
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
	_, err := h.Cashier.Deposits.ConfirmByHand(t.Context(), staff.System("test"), deposit.Confirmation{SN: sn, Received: amount, BankRef: "REF" + sn, Reason: "已到账"})
	if err != nil {
		t.Fatal(err)
	}
	return sn
}

// Promotions in the back office: what they promise is changed by two people and
// stopped by one, what waits is decided, and a player's page tells all of it
// (PROMO-13, trust ADM-1).
func TestPromotionsAreRunByTwoPeople(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		lin, boss, help := sit(t, h, "lin", "finance"), sit(t, h, "boss", "owner"), sit(t, h, "help", "support")
		expect(t, help.get("/promotions"), 200, "items.0.id", "34", "items.0.kindText", "存款红包", "items.0.running", "true", "items.0.rule.params.tiers.9.draws", "15",
			"items.0.rule.params.packets.0.chance", "50%", "items.3.rule.params.rates.1.rate", "60", "items.9.rule.params.odds.european", "300", "withheld", "0")
		save := map[string]any{
			"base": 1, "name": "每日加赠 3%", "activity": 38, "startsOn": "", "endsOn": "2026-12-31", "budget": "50000.00", "reason": "活动调整",
			"params": map[string]any{"rate": 300, "depositMin": "100.00", "cap": "1000.00", "odds": map[string]any{"local": 80, "european": 180}, "turnover": 100, "review": false},
		}
		expect(t, help.post("/promotions/38", save), 403, "code", "staff.denied")
		expect(t, lin.post("/promotions/99", save), 404, "code", "promo.no_rule")
		expect(t, lin.post("/promotions/x", save), 404, "code", "promo.no_rule")
		expect(t, lin.post("/promotions/37", save), 400, "code", "promo.params")
		for field, bad := range map[string][2]string{
			"name": {"", "promo.name"}, "endsOn": {"tomorrow", "promo.window"}, "startsOn": {"2027-01-01", "promo.window"}, "budget": {"1e3", "promo.budget_amount"},
		} {
			spoilt := map[string]any{}
			for k, v := range save {
				spoilt[k] = v
			}
			spoilt[field] = bad[0]
			expect(t, lin.post("/promotions/38", spoilt), 400, "code", bad[1])
		}
		approval := expect(t, lin.post("/promotions/38", save), 202, "status", "waiting").at("approvalId")
		expect(t, help.get("/promotions"), 200, "items.4.approvalId", approval, "items.4.next", "null")
		expect(t, lin.post("/approvals/"+approval+"/approve", nil), 403, "code", "staff.own_request")
		expect(t, boss.get("/approvals"), 200, "items.0.kind", "promo.rule")
		expect(t, boss.post("/approvals/"+approval+"/approve", nil), 200, "kind", "promo.rule")
		expect(t, help.get("/promotions"), 200, "items.4.rule.name", "每日存款加赠 4%", "items.4.next.name", "每日加赠 3%", "items.4.next.from", "2026-03-03", "items.4.next.budget", "50000.00")
		expect(t, lin.post("/promotions/36/stop", because("活动被滥用")), 200, "status", "done")
		expect(t, lin.post("/promotions/36/stop", because("活动被滥用")), 422, "code", "promo.switched")
		approval = expect(t, lin.post("/promotions/36/start", because("重新开始")), 202).at("approvalId")
		expect(t, boss.get("/approvals"), 200, "items.0.title", "启用优惠：体育连胜彩金", "items.0.kind", "promo.start")
		expect(t, help.get("/promotions"), 200, "items.2.running", "false", "items.2.startingId", approval)
		expect(t, boss.post("/approvals/"+approval+"/approve", nil), 200)
		expect(t, help.get("/promotions"), 200, "items.2.running", "true", "items.2.startingId", "null")
		added := map[string]any{"kind": "referral", "name": "老友推荐", "activity": 0, "startsOn": "", "endsOn": "", "budget": "0.00", "reason": "新活动",
			"params": map[string]any{"amount": "50.00", "depositMin": "1000.00", "turnover": 100, "review": false}}
		approval = expect(t, lin.post("/promotions", added), 202).at("approvalId")
		expect(t, boss.post("/approvals/"+approval+"/approve", nil), 200)
		expect(t, help.get("/promotions"), 200, "items.10.id", "101", "items.10.running", "false", "items.10.next.name", "老友推荐")

		held := waitingAwards(t, h, 1)
		expect(t, help.get("/promotions"), 200, "withheld", "1", "items.0.awardsMonth", "2")
		expect(t, help.get("/promo/awards?state=withheld"), 200, "total", "1", "items.0.id", held[0], "items.0.player", "twin1", "items.0.stateText", "审核中", "items.0.decidedBy", "null")
		expect(t, help.get("/promo/awards?kind=red_packets&player=Twin0&rule=34"), 200, "total", "1", "items.0.state", "paid")
		expect(t, help.get("/promo/awards?kind=lottery"), 400)
		expect(t, help.post("/promo/awards/"+held[0]+"/refuse", because("同一人领取")), 403)
		expect(t, lin.post("/promo/awards/none/refuse", because("同一人领取")), 404, "code", "promo.no_award")
		expect(t, lin.post("/promo/awards/"+held[0]+"/refuse", because("同一人领取")), 200, "status", "done")
		expect(t, lin.post("/promo/awards/"+held[0]+"/release", because("已核实")), 422, "code", "promo.state")
		expect(t, help.get("/players/twin1/promotions"), 200, "frozen", "false", "items.0.stateText", "未通过", "awards.items.0.state", "refused", "awards.items.0.why", "同一人领取")
		expect(t, lin.post("/players/twin1/promotions/freeze", map[string]any{"freeze": true, "reason": "多账户"}), 200)
		expect(t, help.get("/players/twin1/promotions"), 200, "frozen", "true", "frozenReason", "多账户", "frozenBy", "lin", "items.1.state", "4")
		expect(t, help.get("/players/nobody/promotions"), 404)
		expect(t, help.get("/promo/figures"), 200, "items.0.month", "2026-03", "items.0.count", "1", "items.0.name", "天天存款红包")

		expect(t, help.get("/promotions/37/preview/2026-03-04"), 200, "period", "2026-03-02", "awards", "0", "amount", "0.00", "players", "2")
		expect(t, help.get("/promotions/34/preview/2026-03-04"), 400, "code", "promo.period")
		expect(t, help.get("/promotions/37/preview/today"), 400, "code", "promo.period")
		expect(t, help.get("/promotions/41/draw/2026-03-04"), 404, "code", "promo.no_draw")
		expect(t, help.get("/promo/runs"), 200)
		expect(t, help.get("/promo/entrants?rule=41&day=2026-03-04"), 200, "total", "0")
		expect(t, help.get("/promo/entrants?day=x"), 400)
		expect(t, boss.get("/audit?action=promo"), 200, "total", "6")
		expect(t, lin.get("/players/twin0/postings"), 200, "items.0.kindText", "优惠派发")
	})
}
