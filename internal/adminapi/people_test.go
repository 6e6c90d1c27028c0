package adminapi_test

import (
	"strings"
	"testing"

	"hongyun/internal/apptest"
	"hongyun/internal/staff"
)

// Somebody new can work with what is shown once, with their roles and no
// others; roles change by two people's will (trust ADM-1, ADM-2).
func TestStaffAreAddedAndTheirRolesChangeByTwoPeople(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, second := sit(t, h, "boss", "owner"), sit(t, h, "second", "owner")
		r := expect(t, boss.post("/staff", map[string]any{"name": "zhou", "roles": []string{"support"}, "reason": "新同事"}), 201,
			"staff.name", "zhou", "staff.roles.0", "support", "staff.disabled", "false", "staff.lastLoginAt", "null")
		if !strings.HasPrefix(r.at("totpUri"), "otpauth://totp/") {
			t.Errorf("no address for the authenticator: %s", r)
		}
		zhou := &desk{t: t, h: h, name: "zhou", staff: staff.Added{Password: r.at("password"), TOTPSecret: r.at("totpSecret")}}
		expect(t, zhou.logIn(), 200, "roles.0", "support")
		expect(t, zhou.get("/books"), 403)
		id := r.at("staff.id")
		for _, bad := range []map[string]any{
			{"name": "zhou 2", "roles": []string{"support"}, "reason": "新同事"}, {"name": "qian", "roles": []string{}, "reason": "新同事"},
			{"name": "qian", "roles": []string{"king"}, "reason": "新同事"}, {"name": "qian", "roles": []string{"support"}, "reason": ""},
		} {
			expect(t, boss.post("/staff", bad), 400)
		}
		expect(t, boss.post("/staff", map[string]any{"name": "ZHOU", "roles": []string{"support"}, "reason": "新同事"}), 409, "code", "staff.name_taken")

		approval := expect(t, boss.post("/staff/"+id+"/roles", map[string]any{"roles": []string{"finance"}, "reason": "调岗"}), 202, "status", "waiting").at("approvalId")
		expect(t, boss.get("/staff?q=zho"), 200, "total", "1", "items.0.approvalId", approval, "items.0.roles.0", "support")
		expect(t, boss.post("/staff/"+id+"/roles", map[string]any{"roles": []string{"risk"}, "reason": "调岗"}), 409, "code", "staff.request_open")
		expect(t, boss.post("/approvals/"+approval+"/approve", nil), 403, "code", "staff.own_request")
		expect(t, second.post("/approvals/"+approval+"/approve", nil), 200, "state", "approved", "details.1.value", "财务")
		expect(t, zhou.get("/books"), 200)
		expect(t, boss.post("/staff/"+boss.staff.Person.ID+"/roles", map[string]any{"roles": []string{"owner", "risk"}, "reason": "加角色"}), 403, "code", "staff.self")
	})
}

func TestTheHouseKeepsAnOwner(t *testing.T) {
	h := one(t)
	boss, second := sit(t, h, "boss", "owner"), sit(t, h, "second", "owner")
	expect(t, boss.post("/staff/"+boss.staff.Person.ID+"/disable", because("测试")), 403, "code", "staff.self")
	expect(t, boss.post("/staff/"+second.staff.Person.ID+"/disable", because("离职")), 200)
	expect(t, boss.post("/staff/"+second.staff.Person.ID+"/disable", because("离职")), 409, "code", "staff.already_disabled")
	expect(t, boss.post("/staff/"+second.staff.Person.ID+"/enable", because("返岗")), 200, "disabled", "false")
	expect(t, boss.post("/staff/none/disable", because("离职")), 404, "code", "staff.not_found")
	expect(t, boss.get("/staff/roles"), 200, "items.0.role", "owner", "items.0.name", "管理员", "items.4.role", "editor", "items.5.role", "auditor")
}

// Whoever alters a row of the trail is found, by name of the row (trust ADM-3).
func TestAnAlteredTrailIsFound(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "wu", "auditor")
		seat(t, h, "lin", "finance")
		expect(t, d.post("/audit/verify", nil), 200, "passed", "true", "broken", "null")
		seq := d.get("/audit?action=staff.add&subject=lin").at("items.0.seq")
		tamper(t, h, "staff_audit", "UPDATE staff_audit SET reason = '没有这回事' WHERE seq = "+seq)
		expect(t, d.post("/audit/verify", nil), 200, "passed", "false", "broken.seq", seq)
	})
}

func TestTheTrailIsSearched(t *testing.T) {
	h := one(t)
	d := sit(t, h, "wu", "auditor")
	boss := sit(t, h, "boss", "owner")
	h.Clock.Advance(minute)
	expect(t, boss.post("/venues/ky/state", map[string]any{"state": "closed", "reason": "场馆要求"}), 200)
	r := expect(t, d.get("/audit?actor=boss&action=venue"), 200, "total", "1", "items.0.action", "venue.state", "items.0.actionText", "切换场馆状态",
		"items.0.subject.type", "venue", "items.0.subject.id", "ky", "items.0.reason", "场馆要求", "items.0.ip", "127.0.0.1",
		"items.0.before.state", "open", "items.0.after.state", "closed")
	if r.at("items.0.requestId") == "null" || len(r.at("items.0.hash")) != 64 {
		t.Errorf("request or hash is missing: %s", r)
	}
	at := r.at("items.0.at")
	expect(t, d.get("/audit?from="+at), 200, "total", "1")
	expect(t, d.get("/audit?to="+at+"&actor=boss"), 200, "total", "1", "items.0.action", "staff.login")
	expect(t, d.get("/audit?subject=ky"), 200, "total", "1")
	block := expect(t, boss.post("/content/blocks", map[string]any{"html": `<p class="lead">旧</p>`}), 200).at("id")
	expect(t, boss.post("/content/blocks", map[string]any{"id": block, "html": "<p>新 & 旧</p>"}), 200)
	expect(t, d.get("/audit?action=content.block&subject="+block), 200, "total", "2", "items.0.subject.label", "新 & 旧",
		"items.0.before.HTML", `<p class="lead">旧</p>`, "items.0.after.HTML", "<p>新 &amp; 旧</p>", "items.1.before", "null")
}
