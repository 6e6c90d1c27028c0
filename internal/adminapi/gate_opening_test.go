package adminapi_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"hongyun/internal/apptest"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// A new installation is opened by two people on screen, and by nobody while a
// check of the opening is missing: neither when it is asked for, nor when the second
// person agrees (H-464).
func TestANewInstallationIsNotOpenedWhileACheckIsMissing(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return h.Guard.Gate.CloseUnopened(ctx, tx, staff.System("first owner"))
		})
		if err != nil {
			t.Fatal(err)
		}
		boss := sit(t, h, "boss", "owner")
		const missing = "开业检查还缺：第二位工作人员。补齐后才可以打开资金闸门"
		expect(t, boss.get("/gate"), http.StatusOK, "doors.0.closed.cause", "opening", "doors.0.closed.causeText", "尚未开业", "doors.0.closed.notReady", missing)
		expect(t, boss.post("/gate/open", closeDoor("all", "开业")), http.StatusUnprocessableEntity, "code", "gate.unopened", "message", missing)

		lin := sit(t, h, "lin", "finance")
		approval := expect(t, lin.post("/gate/open", closeDoor("all", "开业")), http.StatusAccepted, "status", "waiting").at("approvalId")
		i := slices.IndexFunc(staff.Roles, func(r staff.Role) bool { return r.Role == "finance" })
		rights := staff.Roles[i].Permissions
		finance := func(version int, permissions []staff.Permission) {
			expect(t, boss.post("/roles/finance", map[string]any{"name": "财务", "permissions": permissions, "version": version, "reason": "岗位调整"}), http.StatusOK, "status", "done")
		}
		finance(0, slices.DeleteFunc(slices.Clone(rights), func(p staff.Permission) bool { return p == staff.ApprovalDecide }))
		expect(t, boss.post("/approvals/"+approval+"/approve", nil), http.StatusUnprocessableEntity, "code", "gate.unopened", "message", missing)
		expect(t, boss.get("/badges"), http.StatusOK, "gateClosed", "1")
		if got := string(boss.get("/opening").Raw); !strings.Contains(got, "已关闭：全部资金操作（尚未开业）") {
			t.Errorf("the checks say of the gate: %s", got)
		}

		finance(1, rights)
		expect(t, boss.post("/approvals/"+approval+"/approve", nil), http.StatusOK, "state", "approved", "kind", "gate.open")
		expect(t, boss.get("/gate"), http.StatusOK, "doors.0.closed", "null", "past.0.openedBy", "lin、boss", "past.0.causeText", "尚未开业")
	})
}
