package adminapi_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/staff"
)

// Who is at work loses a right with the next call, without a new login (trust AUT-2).
func TestAChangedRoleHoldsForOpenSessionsAtOnce(t *testing.T) {
	h := one(t)
	boss, lin := sit(t, h, "boss", "owner"), sit(t, h, "lin", "finance")
	expect(t, lin.get("/withdrawals"), http.StatusOK)
	i := slices.IndexFunc(staff.Roles, func(r staff.Role) bool { return r.Role == "finance" })
	without := slices.DeleteFunc(slices.Clone(staff.Roles[i].Permissions), func(p staff.Permission) bool { return p == staff.WithdrawalView })
	expect(t, boss.post("/roles/finance", map[string]any{"name": "财务", "permissions": without, "version": 0, "reason": "岗位调整"}), http.StatusOK, "status", "done")
	expect(t, lin.get("/withdrawals"), http.StatusForbidden, "code", "staff.denied")
	if got := string(lin.get("/me").Raw); strings.Contains(got, `"withdrawal.view"`) {
		t.Errorf("me still says that withdrawals may be seen: %s", got)
	}
	expect(t, boss.post("/roles/finance", map[string]any{"name": "财务", "permissions": without, "version": 0, "reason": "岗位调整"}), http.StatusConflict, "code", "staff.role_stale")
	expect(t, boss.post("/roles", map[string]any{"name": "财 务", "permissions": without, "version": 0, "reason": "岗位调整"}), http.StatusBadRequest, "fields.name", "角色名称须为1-16个字，不含空格、逗号和冒号")
	expect(t, boss.post("/roles/finance/remove", map[string]any{"version": 1, "reason": "不再需要"}), http.StatusUnprocessableEntity, "code", "staff.role_in_use")
	expect(t, lin.get("/profile"), http.StatusOK, "staff.name", "lin", "roles.0", "财务")
}

// The check before opening counts people by the roles as they are now.
func TestTheOpeningCheckReadsTheRolesAsTheyAre(t *testing.T) {
	h := one(t)
	boss := sit(t, h, "boss", "owner")
	sit(t, h, "lin", "finance")
	state := func() string {
		return expect(t, boss.get("/opening"), http.StatusOK, "items.4.code", "staff").at("items.4.state")
	}
	if got := state(); got != "ok" {
		t.Errorf("with an owner and a person of finance: %s", got)
	}
	i := slices.IndexFunc(staff.Roles, func(r staff.Role) bool { return r.Role == "finance" })
	without := slices.DeleteFunc(slices.Clone(staff.Roles[i].Permissions), func(p staff.Permission) bool { return p == staff.ApprovalDecide })
	expect(t, boss.post("/roles/finance", map[string]any{"name": "财务", "permissions": without, "version": 0, "reason": "岗位调整"}), http.StatusOK, "status", "done")
	if got := state(); got != "missing" {
		t.Errorf("when finance decides nothing any more: %s", got)
	}
}

func TestStaffSeeAndEndSessions(t *testing.T) {
	h := one(t)
	boss, lin := sit(t, h, "boss", "owner"), sit(t, h, "lin", "support")
	list := expect(t, boss.get("/staff/"+lin.staff.Person.ID+"/sessions"), http.StatusOK, "items.0.current", "false")
	expect(t, lin.get("/profile/sessions"), http.StatusOK, "items.0.current", "true", "items.0.ip", "127.0.0.1")
	expect(t, lin.get("/staff/"+boss.staff.Person.ID+"/sessions"), http.StatusForbidden)
	expect(t, boss.post("/staff/"+lin.staff.Person.ID+"/sessions/"+list.at("items.0.id")+"/end", because("离开座位")), http.StatusOK, "ended", "1")
	expect(t, lin.get("/me"), http.StatusUnauthorized)
	lin.logInAgain()
	expect(t, lin.post("/profile/sessions/end", nil), http.StatusOK, "ended", "0")
	expect(t, lin.get("/me"), http.StatusOK)
}

func TestTheListOfNetworksHoldsForEveryCall(t *testing.T) {
	h := one(t)
	boss := sit(t, h, "boss", "owner")
	lockOut := boss.post("/networks", map[string]any{"networks": []string{"203.0.113.0/24"}, "version": 0, "reason": "只限办公室"})
	expect(t, lockOut, http.StatusUnprocessableEntity, "code", "staff.lock_out", "fields.networks", lockOut.at("message"))
	expect(t, boss.post("/networks", map[string]any{"networks": []string{"127.0.0.0/8", "x"}, "version": 0, "reason": "只限办公室"}), http.StatusBadRequest, "code", "staff.network_form")
	expect(t, boss.post("/networks", map[string]any{"networks": []string{"127.0.0.1"}, "version": 0, "reason": "只限办公室"}), http.StatusOK, "status", "done")
	expect(t, boss.get("/networks"), http.StatusOK, "networks.0", "127.0.0.1/32", "yours", "127.0.0.1")
	// As if the office had moved: whoever is outside reaches neither the login nor an open session.
	if err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("UPDATE staff_network SET networks = '203.0.113.0/24'").Exec(ctx)
		return err
	}); err != nil {
		t.Fatal(err)
	}
	expect(t, boss.get("/me"), http.StatusForbidden, "code", "staff.network")
	expect(t, boss.logIn(), http.StatusForbidden, "code", "staff.network")
	if err := h.Accounts.ClearNetworks(t.Context()); err != nil {
		t.Fatal(err)
	}
	expect(t, boss.get("/me"), http.StatusOK)
}

// What the product notices comes to the list of alarms, and its end too.
func TestAClosedGateIsAnAlarmUntilItOpens(t *testing.T) {
	h := one(t)
	boss, support := sit(t, h, "boss", "owner"), sit(t, h, "lin", "support")
	watch := func() {
		t.Helper()
		if err := h.Jobs.RunNamed(t.Context(), "alarm.watch"); err != nil {
			t.Fatal(err)
		}
	}
	watch()
	expect(t, boss.get("/alarms/events"), http.StatusOK, "total", "0")
	if _, err := h.Guard.Gate.Close(t.Context(), staff.System("test"), guard.DoorWithdrawals, "测试关闭"); err != nil {
		t.Fatal(err)
	}
	watch()
	watch()
	expect(t, boss.get("/alarms/events?kind=gate.closed"), http.StatusOK, "total", "1", "items.0.endedAt", "null", "items.0.subject", string(guard.DoorWithdrawals))
	if err := h.Guard.Gate.OpenAlone(t.Context(), staff.System("test"), guard.DoorWithdrawals, "测试恢复", true); err != nil {
		t.Fatal(err)
	}
	watch()
	if got := boss.get("/alarms/events?kind=gate.closed"); got.at("items.0.endedAt") == "null" {
		t.Errorf("the alarm stands: %s", got)
	}
	expect(t, support.get("/alarms"), http.StatusForbidden, "code", "staff.denied")
	inside := map[string]any{"name": "x", "form": "webhook", "version": 0, "url": "https://169.254.169.254/latest", "key": "a signing key of ours", "reason": "设置报警"}
	expect(t, boss.post("/alarms/targets", inside), http.StatusUnprocessableEntity, "code", "alarm.internal")
	inside["url"] = "http://hooks.example.com/x"
	expect(t, boss.post("/alarms/targets", inside), http.StatusBadRequest, "fields.url", "地址须为 https 地址，不含账号和片段")
	inside["url"] = "https://hooks.example.com/x"
	expect(t, boss.post("/alarms/targets", inside), http.StatusOK, "status", "done")
	if got := boss.get("/alarms"); strings.Contains(string(got.Raw), "signing key") || got.at("targets.0.name") != "x" {
		t.Errorf("the list shows %s", got)
	}
}
