package adminapi_test

import (
	"testing"

	"hongyun/internal/apptest"
)

// A transfer that nobody knows the end of: people see it first, ask the venue,
// and what the venue proves is booked.
func TestAStuckTransferIsAskedAbout(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "risk", "risk")
		ming(t, h, "ming", cardA, 1000_00)
		fault(t, h, "transfer_in drop_response", "status maintenance")
		id := stuck(t, h, "ming", "ky", 300_00)
		at := "/transfers/" + id
		expect(t, d.get("/transfers?stuck=1"), 200, "total", "0") // a minute is not long
		h.Clock.Advance(2 * minute)
		expect(t, d.get("/transfers?stuck=1"), 200, "total", "1", "items.0.id", id, "items.0.player", "ming", "items.0.venue", "ky", "items.0.settledAt", "null", "items.0.approvalId", "null")
		expect(t, d.get("/badges"), 200, "transfersStuck", "1")
		expect(t, d.get("/transfers?player=MING&state=asked,unknown"), 200, "total", "1")
		expect(t, d.get("/transfers?state=done"), 200, "total", "0")
		expect(t, d.post(at+"/ask", nil), 200, "settledAt", "null") // it does not answer
		if got := h.Book("ming", "ky"); got != "centre 700.00 locked 0.00 transit 300.00 ky 0.00" {
			t.Fatal(got)
		}
		fault(t, h)
		expect(t, d.post(at+"/ask", nil), 200, "state", "done", "lastAnswer", "成功")
		expect(t, d.post(at+"/ask", nil), 409, "code", "wallet.settled")
		expect(t, d.post(at+"/settle", map[string]any{"outcome": "done", "evidence": "场馆客服确认", "reason": "场馆已确认"}), 409, "code", "wallet.settled")
		if got := h.Book("ming", "ky"); got != "centre 700.00 locked 0.00 transit 0.00 ky 300.00" {
			t.Error(got)
		}
		r := expect(t, d.get(at), 200, "direction", "in", "history.0.what", "发起转账")
		if r.at("asked.0.at") == "none" {
			t.Errorf("what was said is not shown: %s", r)
		}
		expect(t, d.get("/transfers/none"), 404, "code", "wallet.no_transfer")
		expect(t, d.post("/transfers/none/ask", nil), 404)
	})
}

// Where the venue never answers, two people decide on what they found out
// (trust ADM-1).
func TestAStuckTransferIsSettledByTwoPeople(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		maker, checker, finance := sit(t, h, "risk", "risk"), sit(t, h, "boss", "owner"), sit(t, h, "lin", "finance")
		ming(t, h, "ming", cardA, 1000_00)
		fault(t, h, "transfer_in drop_request", "status maintenance")
		id := stuck(t, h, "ming", "ky", 300_00)
		at, body := "/transfers/"+id, map[string]any{"outcome": "refused", "evidence": "场馆客服：无此订单", "reason": "场馆无记录"}
		expect(t, maker.post(at+"/settle", body), 422, "code", "wallet.too_early")
		h.Clock.Advance(2 * minute)
		expect(t, maker.post(at+"/settle", map[string]any{"outcome": "perhaps", "evidence": "不知道", "reason": "不知道"}), 400, "code", "admin.outcome")
		expect(t, maker.post(at+"/settle", map[string]any{"outcome": "done", "evidence": "", "reason": "场馆无记录"}), 400, "code", "staff.reason")
		expect(t, finance.post(at+"/settle", body), 403, "code", "staff.denied")
		approval := expect(t, maker.post(at+"/settle", body), 202, "status", "waiting").at("approvalId")
		expect(t, maker.post(at+"/settle", body), 409, "code", "staff.request_open")
		expect(t, maker.get("/transfers?stuck=1"), 200, "items.0.approvalId", approval)
		expect(t, maker.post("/approvals/"+approval+"/approve", nil), 403, "code", "staff.own_request")
		expect(t, finance.get("/approvals?state=pending"), 200, "items.0.mayDecide", "false", "items.0.mayNotWhy", "您没有此操作的权限")
		expect(t, finance.post("/approvals/"+approval+"/approve", nil), 403, "code", "staff.denied")
		expect(t, checker.post("/approvals/"+approval+"/approve", nil), 200, "state", "approved")
		expect(t, maker.get(at), 200, "state", "refused", "approvalId", "null")
		if got := h.Book("ming", "ky"); got != "centre 1000.00 locked 0.00 transit 0.00 ky 0.00" {
			t.Error(got)
		}
	})
}
