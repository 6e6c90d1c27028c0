package adminapi_test

import (
	"fmt"
	"strings"
	"testing"

	"hongyun/internal/apptest"
)

// two has one member of staff ask and another agree, and holds the first to it.
func two(t testing.TB, maker, checker *desk, path string, body map[string]any) {
	t.Helper()
	id := expect(t, maker.post(path, body), 202, "status", "waiting").at("approvalId")
	expect(t, maker.post("/approvals/"+id+"/approve", nil), 403, "code", "staff.own_request")
	expect(t, checker.post("/approvals/"+id+"/approve", nil), 200, "state", "approved")
	expect(t, checker.post("/approvals/"+id+"/approve", nil), 409, "code", "staff.request_decided")
}

func report(ref string) map[string]any {
	return map[string]any{"reference": ref, "reason": "对账单如此"}
}

// Trust F11: the venue booked another amount. The case says what the venue
// said, and two people settle it with that.
func TestAMisbookedTransferIsACase(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		maker, checker := sit(t, h, "risk", "risk"), sit(t, h, "boss", "owner")
		ming(t, h, "ming", cardA, 1000_00)
		fault(t, h, "transfer_in drop_response", "status maintenance")
		id := stuck(t, h, "ming", "ky", 300_00)
		h.Clock.Advance(2 * minute)
		fault(t, h)
		expect(t, maker.get("/cases"), 200, "total", "1", "items.0.id", "transfer:"+id, "items.0.kind", "transfer", "items.0.amount", "300.00",
			"items.0.player", "ming", "items.0.approvalId", "null")
		expect(t, maker.get("/badges"), 200, "cases", "1")
		settle := map[string]any{"outcome": "done", "proved": "1.00", "evidence": "场馆对账单", "reason": "场馆只入账1元"}
		for _, bad := range []string{"0", "-1", "x"} {
			settle["proved"] = bad
			expect(t, maker.post("/transfers/"+id+"/settle", settle), 400, "code", "wallet.proved")
		}
		settle["proved"] = "1.00"
		at := "/cases/transfer:" + id
		expect(t, maker.get(at), 200, "open", "true", "actions", "[transfer.ask transfer.settle]", "timeline.0.what", "发起转账")
		two(t, maker, checker, "/transfers/"+id+"/settle", settle)
		expect(t, maker.get(at), 200, "open", "false", "actions", "[]", "facts.6.label", "场馆金额", "facts.6.value", "1.00")
		expect(t, maker.get("/transfers/"+id), 200, "state", "done", "moved", "1.00")
		expect(t, maker.get("/cases"), 200, "total", "0")
		if got := h.Book("ming", "ky"); got != "centre 999.00 locked 0.00 transit 0.00 ky 1.00" {
			t.Error(got)
		}
	})
}

// Money without an order, from the statement to the player.
func TestMoneyWithoutAnOrderIsACase(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		maker, checker := sit(t, h, "lin", "finance"), sit(t, h, "zhou", "finance")
		h.Register("ming")
		account := expect(t, maker.get("/money/accounts"), 200).at("items.0.account")
		body := map[string]any{"account": account, "amount": "500.00", "payer": "李四", "reference": "ICBC 77", "note": "无订单"}
		id := expect(t, maker.post("/money", body), 201).at("id")
		expect(t, maker.post("/money", body), 409, "code", "deposit.bank_reference_used")
		body["reference"], body["amount"] = "ICBC 78", "x"
		expect(t, maker.post("/money", body), 400, "code", "deposit.received")
		at := "/cases/money:" + id
		expect(t, maker.get(at), 200, "open", "true", "kind", "money", "amount", "500.00", "actions", "[money.assign money.return]", "facts.3.value", "ICBC77")
		two(t, maker, checker, "/money/"+id+"/assign", map[string]any{"player": "Ming", "reason": "付款人来电核实"})
		r := expect(t, maker.get(at), 200, "open", "false", "actions", "[]")
		if got := h.Book("ming"); got != "centre 500.00 locked 0.00 transit 0.00" || !strings.Contains(string(r.Raw), "审批通过") {
			t.Errorf("%s\n%s", got, r)
		}
		expect(t, maker.post("/money/"+id+"/return", report("BACK1")), 409, "code", "money.settled")
		expect(t, maker.post("/money/none/return", report("BACK1")), 404, "code", "money.not_found")
	})
}

// A deposit that is reversed, the debt that is left, and how it ends.
func TestAReversedDepositAndItsDebtAreCases(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		maker, checker := sit(t, h, "lin", "finance"), sit(t, h, "zhou", "finance")
		ming(t, h, "ming", cardA, 0)
		sn := order(t, h, "ming", 500_00)
		expect(t, maker.post("/deposits/"+sn+"/confirm", map[string]any{"received": "500.00", "bankReference": "B1", "reason": "网银已到账"}), 200)
		move(t, h, "ming", "ky", 400_00)
		expect(t, maker.get("/cases/deposit:"+sn), 200, "open", "false", "actions", "[deposit.reverse]")
		id := expect(t, maker.post("/deposits/"+sn+"/reverse", report("CB1")), 202).at("approvalId")
		expect(t, maker.get("/cases?kind=request"), 200, "total", "1", "items.0.id", "deposit:"+sn, "items.0.approvalId", id, "items.0.player", "ming")
		expect(t, checker.post("/approvals/"+id+"/approve", nil), 200)
		expect(t, maker.get("/deposits/"+sn), 200, "state", "reversed")
		expect(t, maker.get("/players/ming"), 200, "owed", "400.00", "frozen", "[withdraw]")
		expect(t, maker.get("/cases?kind=owed&min=400&max=400&player=MING"), 200, "total", "1", "items.0.id", "owed:ming", "items.0.amount", "400.00")
		expect(t, maker.get("/cases?kind=owed&min=401"), 200, "total", "0")
		expect(t, maker.get("/cases/owed:ming"), 200, "open", "true", "actions", "[owed.settle]", "timeline.0.what", "存款冲正")
		expect(t, maker.post("/players/ming/owed", map[string]any{"action": "take", "amount": "1", "reason": "测试"}), 400, "code", "admin.debt")
		expect(t, maker.post("/players/ming/owed", map[string]any{"action": "forgive", "amount": "400.01", "reason": "测试"}), 422, "code", "owed.amount")
		two(t, maker, checker, "/players/ming/owed", map[string]any{"action": "forgive", "amount": "400.00", "reason": "商定免除"})
		expect(t, maker.get("/players/ming"), 200, "owed", "0.00", "frozen", "[]")
		expect(t, maker.get("/cases"), 200, "total", "0")
	})
}

// A payout that came back, and one that was paid after it was given back.
func TestPayoutsThatContradictAreCases(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		maker, checker := sit(t, h, "lin", "finance"), sit(t, h, "zhou", "finance")
		_, card := ming(t, h, "ming", cardA, 1000_00)
		pay := func(end string, body map[string]any) string {
			sn := ask(t, h, "ming", card, 200_00)
			expect(t, maker.post("/withdrawals/"+sn+"/claim", nil), 200)
			expect(t, maker.post("/withdrawals/"+sn+"/approve", nil), 200)
			expect(t, checker.post("/withdrawals/"+sn+"/"+end, body), 200)
			return sn
		}
		back, late := pay("paid", map[string]any{"reference": "P1"}), pay("fail", because("银行称失败"))
		expect(t, maker.get("/cases/withdrawal:"+back), 200, "actions", "[payout.return]")
		two(t, maker, checker, "/withdrawals/"+back+"/returned", report("R1"))
		expect(t, maker.get("/withdrawals/"+back), 200, "state", "failed", "reason", "银行退回")
		if got := h.Book("ming"); got != "centre 1000.00 locked 0.00 transit 0.00" {
			t.Error(got)
		}
		two(t, maker, checker, "/withdrawals/"+late+"/late", report("P2"))
		expect(t, maker.get("/withdrawals/"+late), 200, "state", "paid", "exposed", "200.00", "reference", "P2")
		expect(t, maker.get("/cases"), 200, "total", "1", "items.0.kind", "payout", "items.0.id", "withdrawal:"+late)
		expect(t, maker.get("/gate"), 200) // payouts are stopped until two people open them again
		expect(t, maker.post("/withdrawals/"+late+"/recover", map[string]any{"action": "nobody", "reason": "测试"}), 400, "code", "admin.bearer")
		two(t, maker, checker, "/withdrawals/"+late+"/recover", map[string]any{"action": "player", "reason": "向玩家追回"})
		expect(t, maker.get("/withdrawals/"+late), 200, "state", "paid", "exposed", "null")
		if got := h.Book("ming"); got != "centre 800.00 locked 0.00 transit 0.00" {
			t.Error(got)
		}
		expect(t, maker.post("/withdrawals/"+late+"/recover", map[string]any{"action": "player", "reason": "再一次"}), 409, "code", "withdrawal.not_exposed")
	})
}

// Who may see which cases, how they are paged and filtered.
func TestCasesAreShownToWhoMaySeeThem(t *testing.T) {
	h := one(t)
	finance, risk, support := sit(t, h, "lin", "finance"), sit(t, h, "risk", "risk"), sit(t, h, "wu", "support")
	ming(t, h, "ming", cardA, 1000_00)
	account := finance.get("/money/accounts").at("items.0.account")
	for i := range 3 {
		h.Clock.Advance(minute)
		expect(t, finance.post("/money", map[string]any{"account": account, "amount": fmt.Sprintf("%d.00", i+1), "payer": "李四", "reference": fmt.Sprint("T", i)}), 201)
	}
	sn := order(t, h, "ming", 500_00)
	expect(t, finance.post("/deposits/"+sn+"/review", because("姓名不符")), 200)
	expect(t, finance.get("/cases"), 200, "total", "4", "items.0.amount", "1.00", "items.3.kind", "deposit", "items.3.reason", "姓名不符")
	expect(t, finance.get("/cases?page=2&size=3"), 200, "total", "4", "items.0.id", "deposit:"+sn)
	expect(t, finance.get("/cases?page=3&size=3"), 200, "total", "4", "items", "[]")
	expect(t, finance.get("/cases?kind=money,transfer&min=2"), 200, "total", "2", "items.0.amount", "2.00")
	expect(t, finance.get("/cases?before=1"), 200, "total", "0")
	expect(t, finance.get("/cases?kind=nonsense"), 400, "code", "admin.input")
	expect(t, risk.get("/cases"), 200, "total", "0") // may see no deposits
	expect(t, risk.get("/cases/deposit:"+sn), 403)
	expect(t, support.get("/cases"), 403, "code", "staff.denied")
	for _, id := range []string{"none", "deposit:", "soul:ming"} {
		expect(t, finance.get("/cases/"+id), 404, "code", "admin.no_case")
	}
	expect(t, finance.get("/cases/deposit:none"), 404)
	expect(t, finance.get("/cases/owed:none"), 404)
}
