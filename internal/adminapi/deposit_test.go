package adminapi_test

import (
	"strings"
	"testing"

	"hongyun/internal/apptest"
)

// A bank transfer is credited with what arrived, once, and its number at the
// bank credits no second order (DEP-10).
func TestABankTransferIsConfirmedOnce(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "lin", "finance")
		h.Register("Ming")
		first, second := order(t, h, "ming", 500_00), order(t, h, "ming", 800_00)
		at := "/deposits/" + first
		expect(t, d.get(at), 200, "state", "pending", "style", "Bank", "amount", "500.00", "received", "null", "paidAt", "null",
			"depositor", "王小明", "gateway", "null", "approvalId", "null", "bankReference", "null")

		body := map[string]any{"received": "499.50", "bankReference": "ICBC 0001", "reason": "网银已到账"}
		for _, bad := range []string{"", "0", "-1", "1e3", "499.505", "１００"} {
			expect(t, d.post(at+"/confirm", map[string]any{"received": bad, "bankReference": "ICBC 0001", "reason": "网银已到账"}), 400, "code", "deposit.received")
		}
		expect(t, d.post(at+"/confirm", map[string]any{"received": "499.50", "bankReference": "", "reason": "网银已到账"}), 400, "code", "deposit.bank_reference")
		two(t, d, sit(t, h, "zhou", "finance"), at+"/confirm", body) // another amount than was ordered: not one person's word (trust F11)
		expect(t, d.post(at+"/confirm", body), 409, "code", "deposit.state")
		expect(t, d.get(at), 200, "state", "credited", "received", "499.50", "history.0.reason", "null")
		if got := h.Book("ming"); got != "centre 499.50 locked 0.00 transit 0.00" {
			t.Error(got)
		}

		expect(t, d.get("/deposits"), 200, "total", "2", "items.0.id", second, "sum.amount", "1300.00", "sum.received", "499.50")
		expect(t, d.get("/deposits?state=credited,closed&player=MING&style=Bank"), 200, "total", "1", "items.0.id", first)
		expect(t, d.get("/deposits?order="+second), 200, "total", "1")
		expect(t, d.get("/deposits?playerId=nobody"), 200, "total", "0", "items", "[]")
		next := expect(t, d.get("/deposits?size=1"), 200, "items.0.id", second, "walk.sort", "-created", "walk.prev", "null").at("walk.next")
		expect(t, d.get("/deposits?size=1&after="+next), 200, "total", "2", "items.0.id", first, "walk.next", "null")
		expect(t, d.get("/deposits?to=1"), 200, "total", "0")
		expect(t, d.get("/badges"), 200, "depositsReview", "0")
		expect(t, d.get("/dashboard"), 200, "today.deposits.count", "1", "today.deposits.amount", "499.50", "today.firstDeposits", "1",
			"today.registrations", "1", "yesterday.net", "0.00", "books.state", "never")
	})
}

// One line of the bank's statement is one deposit, whoever it is claimed for
// (DEP-10).
func TestALineOfTheStatementCreditsOneOrder(t *testing.T) {
	h := one(t)
	d := sit(t, h, "lin", "finance")
	h.Register("ming")
	body := map[string]any{"received": "500.00", "bankReference": "ICBC0001", "reason": "网银已到账"}
	credited := map[string]string{} // account of ours: the order its line was used for
	for range 6 {
		sn := order(t, h, "ming", 500_00)
		account := d.get("/deposits/" + sn).at("payee.account")
		if first := credited[account]; first != "" {
			r := expect(t, d.post("/deposits/"+sn+"/confirm", body), 409, "code", "deposit.bank_reference_used")
			if !strings.Contains(r.at("message"), first) {
				t.Errorf("the other order is not named: %s", r)
			}
			return
		}
		expect(t, d.post("/deposits/"+sn+"/confirm", body), 200)
		credited[account] = sn
	}
	t.Fatal("no account was given twice")
}

// A credit above the limit is two people's work, and never one's alone (trust ADM-1).
func TestALargeCreditNeedsASecondPerson(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		maker, checker, support := sit(t, h, "lin", "finance"), sit(t, h, "zhou", "finance"), sit(t, h, "wu", "auditor")
		h.Register("ming")
		sn := order(t, h, "ming", 40_000_00)
		r := expect(t, maker.post("/deposits/"+sn+"/confirm",
			map[string]any{"received": "50000.01", "bankReference": "ICBC0001", "reason": "网银已到账"}), 202, "status", "waiting")
		id := r.at("approvalId")
		expect(t, maker.get("/deposits/"+sn), 200, "approvalId", id, "received", "null")
		expect(t, maker.get("/deposits"), 200, "items.0.approvalId", id)
		expect(t, maker.get("/badges"), 200, "approvals", "0")
		expect(t, checker.get("/badges"), 200, "approvals", "1")

		expect(t, maker.get("/approvals?state=pending"), 200, "items.0.id", id, "items.0.mayDecide", "false", "items.0.mayNotWhy", "不能审批自己提交的申请",
			"items.0.kind", "deposit.credit", "items.0.amount", "50000.01", "items.0.subject.id", sn, "items.0.maker.name", "lin", "items.0.checker", "null")
		expect(t, checker.get("/approvals?state=pending&kind=deposit.credit"), 200, "total", "1", "items.0.mayDecide", "true", "items.0.mayNotWhy", "null")
		expect(t, support.get("/approvals"), 200, "items.0.mayDecide", "false")
		expect(t, maker.post("/approvals/"+id+"/approve", nil), 403, "code", "staff.own_request")
		expect(t, maker.post("/approvals/"+id+"/refuse", because("改主意了")), 403, "code", "staff.own_request")
		expect(t, maker.get("/approvals"), 200, "items.0.mayWithdraw", "true")
		expect(t, checker.get("/approvals"), 200, "items.0.mayWithdraw", "false")
		expect(t, checker.post("/approvals/"+id+"/withdraw", because("不是我的")), 403, "code", "staff.not_maker")
		if got := h.Book("ming"); got != "centre 0.00 locked 0.00 transit 0.00" {
			t.Fatal(got)
		}
		expect(t, checker.post("/approvals/"+id+"/approve", map[string]any{"note": "已核对流水"}), 200, "state", "approved", "checker.name", "zhou",
			"decision", "已核对流水", "mayDecide", "false")
		expect(t, checker.post("/approvals/"+id+"/approve", nil), 409, "code", "staff.request_decided")
		expect(t, maker.get("/deposits/"+sn), 200, "state", "credited", "received", "50000.01", "approvalId", "null")
		if got := h.Book("ming"); got != "centre 50000.01 locked 0.00 transit 0.00" {
			t.Error(got)
		}
		expect(t, checker.post("/approvals/none/approve", nil), 404)
	})
}

// What was asked for no longer stands when the order has ended: the request
// becomes void, and nothing is credited.
func TestARequestAboutAnEndedOrderIsVoid(t *testing.T) {
	h := one(t)
	maker, checker := sit(t, h, "lin", "finance"), sit(t, h, "zhou", "finance")
	h.Register("ming")
	sn := order(t, h, "ming", 40_000_00)
	id := expect(t, maker.post("/deposits/"+sn+"/confirm",
		map[string]any{"received": "60000", "bankReference": "ICBC0001", "reason": "网银已到账"}), 202).at("approvalId")
	expect(t, maker.post("/deposits/"+sn+"/reject", because("付款人撤回")), 200, "status", "done")
	expect(t, checker.post("/approvals/"+id+"/approve", nil), 409)
	expect(t, checker.get("/approvals?state=void"), 200, "total", "1", "items.0.id", id)
	expect(t, maker.get("/deposits/"+sn), 200, "state", "closed", "approvalId", "null")
	if got := h.Book("ming"); got != "centre 0.00 locked 0.00 transit 0.00" {
		t.Error(got)
	}
}

func TestAReviewEndsWithACreditOrWithout(t *testing.T) {
	h := one(t)
	d, support := sit(t, h, "lin", "finance"), sit(t, h, "wu", "support")
	h.Register("ming")
	credited, closed := order(t, h, "ming", 500_00), order(t, h, "ming", 600_00)
	for _, sn := range []string{credited, closed} {
		expect(t, d.post("/deposits/"+sn+"/resolve", map[string]any{"action": "close", "reason": "尚未复核"}), 409, "code", "deposit.state")
		expect(t, d.post("/deposits/"+sn+"/review", because("付款人姓名不符")), 200)
		expect(t, d.get("/deposits/"+sn), 200, "state", "review", "reviewReason", "付款人姓名不符")
	}
	expect(t, d.get("/badges"), 200, "depositsReview", "2")
	expect(t, d.post("/deposits/"+credited+"/resolve", map[string]any{"action": "maybe", "reason": "不确定"}), 400, "code", "admin.resolve")
	expect(t, d.post("/deposits/"+credited+"/resolve", map[string]any{"action": "credit", "reason": "核实无误"}), 400, "code", "deposit.received")
	expect(t, d.post("/deposits/"+credited+"/resolve",
		map[string]any{"action": "credit", "received": "500", "bankReference": "ICBC0009", "reason": "核实无误"}), 200, "status", "done")
	expect(t, d.post("/deposits/"+closed+"/resolve", map[string]any{"action": "close", "reason": "原路退回"}), 200, "status", "done")
	expect(t, support.get("/deposits?state=closed"), 200, "total", "1", "items.0.id", closed)
	expect(t, support.post("/deposits/"+closed+"/review", because("再看一眼")), 403, "code", "staff.denied")
	if got := h.Book("ming"); got != "centre 500.00 locked 0.00 transit 0.00" {
		t.Error(got)
	}
}
