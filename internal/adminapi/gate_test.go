package adminapi_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"hongyun/internal/apptest"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// closeDoor is what the page sends.
func closeDoor(door, reason string) map[string]any {
	return map[string]any{"door": door, "reason": reason}
}

// The switch of the back office: one person closes, two open, and everybody
// who may look sees who did what (trust WDR-7, BAK-2, ADM-1).
func TestTheGateIsClosedByOneAndOpenedByTwo(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		lin, risk, help := sit(t, h, "lin", "finance"), sit(t, h, "risk", "risk"), sit(t, h, "help", "support")
		expect(t, lin.post("/gate/compare", nil), 409, "code", "gate.open_already")
		expect(t, lin.get("/gate"), 200, "doors.0.door", "all", "doors.0.closed", "null", "doors.4.door", "venue:ky", "doors.6.door", "gateway:epay")
		expect(t, help.post("/gate/close", closeDoor("all", "发现异常")), 403, "code", "staff.denied")
		expect(t, lin.post("/gate/close", closeDoor("window", "发现异常")), 400, "code", "gate.door")
		expect(t, lin.post("/gate/close", closeDoor("all", "")), 400, "code", "staff.reason")
		expect(t, lin.post("/gate/close", closeDoor("all", "发现异常")), 200, "doors.0.closed.by", "lin", "doors.0.closed.reason", "发现异常", "doors.0.closed.causeText", "人工关闭")
		expect(t, lin.post("/gate/close", closeDoor("all", "再次关闭")), 409, "code", "gate.closed_already")
		expect(t, help.get("/badges"), 200, "gateClosed", "1")
		approval := expect(t, lin.post("/gate/open", closeDoor("all", "已核对")), 202, "status", "waiting").at("approvalId")
		expect(t, risk.get("/gate"), 200, "doors.0.closed.approvalId", approval)
		expect(t, lin.post("/approvals/"+approval+"/approve", nil), 403, "code", "staff.own_request")
		expect(t, risk.post("/approvals/"+approval+"/approve", nil), 200, "state", "approved", "kind", "gate.open")
		expect(t, lin.get("/gate"), 200, "doors.0.closed", "null", "past.0.openedBy", "lin、risk", "past.0.by", "lin")
		expect(t, lin.get("/badges"), 200, "gateClosed", "0")
		expect(t, sit(t, h, "boss", "owner").get("/audit?action=gate"), 200, "total", "2")
	})
}

// A restored house: players log in and see what they have, and every call that
// would move money is answered 503 in Chinese, never 401, on which the
// documented page would throw the session away.
func TestARestoredHouseShowsMoneyAndMovesNone(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b, _ := ming(t, h, "ming", cardA, 1000_00)
		err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return h.Guard.Gate.CloseRestored(ctx, tx, staff.System("restore"), "从备份恢复")
		})
		if err != nil {
			t.Fatal(err)
		}
		for path, fields := range map[string][]string{
			"/v1/Do/CallDepositPay":                {"payment_id", "2", "amount", "500", "device_id", "1"},
			"/v1/Do/CallPlatformTranscationAction": {"playerName", "ming", "platformId", "26", "transactionType", "1", "amount", "100"},
			"/v1/Do/OneClickRecyclingAction":       {},
			"/v1/Do/CallWithdrawAction":            {"playerBankId", "1", "withdrawAmount", "100"},
		} {
			r := b.Post(path, fields...)
			if r.Status != http.StatusServiceUnavailable || r.Text("Code") != "gate.closed" || !strings.Contains(r.Text("Message"), "暂停") {
				t.Errorf("%s: %s", path, r)
			}
		}
		lin := sit(t, h, "lin", "finance")
		expect(t, lin.post("/gate/open", closeDoor("all", "已核对")), 422, "code", "reconcile.unchecked")
		expect(t, lin.post("/gate/compare", nil), 202, "cause", "restore", "state", "running")
		expect(t, lin.post("/reconcile/findings/none/rebuild", because("按账单补录")), 404, "code", "reconcile.no_finding")
		for _, path := range []string{"/v1/Select/PlayerBalance", "/v1/Select/PlayerInfoItem"} {
			if r := b.Post(path); !r.OK() {
				t.Errorf("%s: %s", path, r)
			}
		}
		if got := h.Book("ming", "ky"); got != "centre 1000.00 locked 0.00 transit 0.00 ky 0.00" {
			t.Error(got)
		}
	})
}
