package adminapi_test

import "net/http"

// rights acts out what changes who may do what, from where, and who hears of alarms.
func (w *witness) rights(boss, checker *desk) {
	w.t.Helper()
	w.h.Clock.Advance(minute)
	for _, d := range []*desk{boss, checker} {
		w.acts(d, "/step-up", "/step-up", map[string]any{"code": d.code()}, http.StatusNoContent, "staff.step_up")
	}
	agree := func(r reply, action string) {
		w.acts(checker, "/approvals/{id}/approve", "/approvals/"+r.at("approvalId")+"/approve", nil, 200, action, "approval.approve")
	}
	role := map[string]any{"name": "夜班", "permissions": []string{"deposit.view"}, "version": 0, "reason": "岗位调整"}
	agree(w.acts(boss, "/roles", "/roles", role, 202, "approval.request"), "staff.role")
	at := "/roles/" + boss.get("/staff/roles").at("items.6.role")
	role["name"], role["version"] = "夜班组", 1
	w.acts(boss, "/roles/{id}", at, role, 200, "staff.role")
	w.acts(boss, "/roles/{id}/remove", at+"/remove", map[string]any{"version": 2, "reason": "不再需要"}, http.StatusNoContent, "staff.role_remove")
	agree(w.acts(boss, "/networks", "/networks", map[string]any{"networks": []string{"127.0.0.0/8"}, "version": 0, "reason": "只限办公室"}, 202, "approval.request"), "staff.network")

	clerk := sit(w.t, w.h, "clerk-x", "support")
	at = "/staff/" + clerk.staff.Person.ID
	w.acts(boss, "/staff/{id}/limit", at+"/limit", map[string]any{"amount": "1000.00", "reason": "新同事"}, 200, "staff.limit")
	agree(w.acts(boss, "/staff/{id}/limit", at+"/limit", map[string]any{"amount": "2000.00", "reason": "已转正"}, 202, "approval.request"), "staff.limit")
	session := boss.get(at + "/sessions").at("items.0.id")
	w.acts(boss, "/staff/{id}/sessions/{session}/end", at+"/sessions/"+session+"/end", because("离开座位"), 200, "staff.session_end")
	w.acts(boss, "/staff/{id}/sessions/end", at+"/sessions/end", because("离开座位"), 200, "staff.session_end")
	other := *boss
	other.logInAgain()
	own := boss.get("/profile/sessions")
	session = own.at("items.0.id")
	if own.at("items.0.current") == "true" {
		session = own.at("items.1.id")
	}
	w.acts(boss, "/profile/sessions/{session}/end", "/profile/sessions/"+session+"/end", nil, 200, "staff.session_end")
	w.acts(boss, "/profile/sessions/end", "/profile/sessions/end", nil, 200, "staff.session_end")
	w.alarms(boss, agree)
}

// alarms acts out a receiver of alarms from its beginning to its end.
func (w *witness) alarms(boss *desk, agree func(r reply, action string)) {
	w.t.Helper()
	target := map[string]any{"name": "值班", "form": "webhook", "url": "https://hooks.invalid/x", "key": "a signing key of ours", "version": 0, "reason": "设置报警"}
	agree(w.acts(boss, "/alarms/targets", "/alarms/targets", target, 202, "approval.request"), "alarm.target")
	id := boss.get("/alarms").at("targets.0.id")
	target["name"], target["version"] = "值班组", 1
	agree(w.acts(boss, "/alarms/targets/{id}", "/alarms/targets/"+id, target, 202, "approval.request"), "alarm.target")
	w.acts(boss, "/alarms/targets/{id}/test", "/alarms/targets/"+id+"/test", nil, 422, "alarm.test")
	routes := func(version int, targets ...string) map[string]any {
		var list []map[string]any
		for _, k := range boss.get("/alarms").Body["kinds"].([]any) {
			kind := k.(map[string]any)
			list = append(list, map[string]any{"kind": kind["kind"], "targets": append([]string{}, targets...), "minutes": kind["minutes"]})
		}
		return map[string]any{"routes": list, "version": version, "reason": "设置报警"}
	}
	w.acts(boss, "/alarms/routes", "/alarms/routes", routes(0, id), 200, "alarm.route")
	agree(w.acts(boss, "/alarms/routes", "/alarms/routes", routes(1), 202, "approval.request"), "alarm.route")
	agree(w.acts(boss, "/alarms/targets/{id}/remove", "/alarms/targets/"+id+"/remove", map[string]any{"version": 2, "reason": "不再需要"}, 202, "approval.request"), "alarm.remove")
}
