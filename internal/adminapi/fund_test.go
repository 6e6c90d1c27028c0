package adminapi_test

import (
	"testing"
	"time"

	"hongyun/internal/apptest"
)

// The fund in the back office: what tasks give is changed by two people from
// tomorrow on, C$ are given by two people, and everybody who may look sees
// what became of them (FUND-02, trust ADM-1).
func TestTheFundIsRunByTwoPeople(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		h.Register("ming")
		lin, boss, help := sit(t, h, "lin", "finance"), sit(t, h, "boss", "owner"), sit(t, h, "help", "support")
		expect(t, help.get("/fund"), 200, "tasks.0.name", "今日存款满 100 元", "tasks.0.amount", "5.00", "tasks.0.next", "null",
			"figures.held", "0.00", "figures.players", "0", "multiple", "1")
		task := map[string]any{"base": 1, "name": "今日存款满 200 元", "threshold": "200.00", "amount": "12.50", "active": true, "reason": "活动调整"}
		expect(t, help.post("/fund/tasks/1", task), 403, "code", "staff.denied")
		expect(t, lin.post("/fund/tasks/99", task), 404, "code", "fund.no_task")
		expect(t, lin.post("/fund/tasks/x", task), 404, "code", "fund.no_task")
		approval := expect(t, lin.post("/fund/tasks/1", task), 202, "status", "waiting").at("approvalId")
		expect(t, help.get("/fund"), 200, "tasks.0.approvalId", approval, "tasks.0.next", "null")
		expect(t, lin.post("/approvals/"+approval+"/approve", nil), 403, "code", "staff.own_request")
		expect(t, boss.post("/approvals/"+approval+"/approve", nil), 200, "state", "approved", "kind", "fund.task")
		expect(t, help.get("/fund"), 200, "tasks.0.threshold", "100.00", "tasks.0.next.threshold", "200.00", "tasks.0.next.amount", "12.50", "tasks.0.approvalId", "null")
		for field, bad := range map[string][2]string{
			"name": {"", "fund.task_name"}, "kind": {"login", "fund.task_kind"}, "threshold": {"1.001", "fund.task_threshold"}, "amount": {"-1", "fund.task_amount"},
		} {
			added := map[string]any{"name": "今日有效投注满 50 元", "kind": "bet", "threshold": "50.00", "amount": "1.00", "active": true, "reason": "新增任务"}
			added[field] = bad[0]
			expect(t, lin.post("/fund/tasks", added), 400, "code", bad[1])
		}

		gift := map[string]any{"amount": "88.00", "remark": "活动奖励", "reason": "周年活动中奖"}
		expect(t, help.post("/players/ming/fund", gift), 403, "code", "staff.denied")
		expect(t, lin.post("/players/nobody/fund", gift), 404)
		approval = expect(t, lin.post("/players/ming/fund", gift), 202, "status", "waiting").at("approvalId")
		expect(t, boss.get("/approvals"), 200, "items.0.title", "发放奖金 C$ 88.00", "items.0.subject.label", "ming")
		expect(t, boss.post("/approvals/"+approval+"/approve", nil), 200, "state", "approved")
		expect(t, help.get("/players/ming/fund"), 200, "balance", "88.00", "unlockedToday", "0.00", "tasks.0.status", "0", "tasks.0.threshold", "100.00")
		expect(t, help.get("/players/nobody/fund"), 404)
		expect(t, help.get("/fund/records?player=Ming&type=income"), 200, "total", "1", "items.0.amount", "88.00", "items.0.remark", "活动奖励", "items.0.by", "lin、boss", "items.0.task", "null")
		expect(t, help.get("/fund/records?type=unlock,expired"), 200, "total", "0")
		expect(t, help.get("/fund/records?type=gift"), 400)
		expect(t, help.get("/fund"), 200, "figures.held", "88.00", "figures.incomeToday", "88.00", "figures.players", "1")
		expect(t, boss.get("/audit?action=fund"), 200, "total", "2")
		expect(t, lin.get("/players/ming/postings"), 200, "items.0.kindText", "奖金发放")

		h.Advance(13 * time.Hour)
		lin = sit(t, h, "li2", "finance")
		expect(t, lin.get("/fund"), 200, "tasks.0.threshold", "200.00", "tasks.0.name", "今日存款满 200 元", "tasks.0.next", "null")
	})
}
