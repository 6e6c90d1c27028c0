package adminapi_test

import (
	"testing"

	"hongyun/internal/apptest"
)

// H-166: who may not see the queue sees what became of their own requests, takes
// one back there, and sees nobody else's.
func TestMakersSeeTheirOwnRequests(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		support, other := sit(t, h, "wu", "support"), sit(t, h, "lin", "owner")
		h.Register("ming")
		expect(t, support.get("/approvals"), 403)
		id := expect(t, support.post("/players/ming/correct", map[string]any{"field": "email", "value": "ming@example.com", "reason": "证件核对"}), 202).at("approvalId")
		expect(t, other.post("/players/ming/correct", map[string]any{"field": "birthday", "value": "1990-01-31", "reason": "证件核对"}), 202)
		expect(t, support.get("/requests"), 200, "total", "1", "items.0.id", id, "items.0.mayWithdraw", "true", "items.0.mayDecide", "false")
		expect(t, support.post("/approvals/"+id+"/withdraw", because("填错了")), 200)
		expect(t, support.get("/requests?state=pending"), 200, "total", "0")
		expect(t, support.get("/requests"), 200, "total", "1", "items.0.state", "withdrawn")
	})
}
