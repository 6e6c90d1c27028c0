package adminapi_test

import (
	"net/http"
	"strings"
	"testing"

	"hongyun/internal/apptest"
	"hongyun/internal/staff/login"
)

// H-462: where customer service is and where apps come from is changed by two people as
// soon as there are two owners. The second one reads the addresses, and a request against
// an older version is void.
func TestAddressesThatLeadPlayersAwayTakeTwoPeople(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, second := sit(t, h, "boss", "owner"), sit(t, h, "lin", "owner")
		apps := func(base int, link string) map[string]any {
			return map[string]any{"items": []any{map[string]any{"name": "Android", "link": link}}, "base": base, "reason": "发布新版本"}
		}
		support := map[string]any{"link": "https://support.example.com/chat", "base": 0, "reason": "更换客服系统"}
		h.Clock.Advance(login.StepUpLimit)
		for _, path := range []string{"/content/downloads", "/content/support"} {
			expect(t, boss.post(path, nil), 403, "code", "staff.step_up")
		}
		for path, c := range map[string]struct {
			body        map[string]any
			kind, label string
		}{"/content/downloads": {apps(0, "/app/a.apk"), "content.download", "/app/a.apk"}, "/content/support": {support, "content.support", "https://support.example.com/chat"}} {
			id := expect(t, proven(boss).post(path, c.body), 202, "status", "waiting").at("approvalId")
			expect(t, boss.post(path, c.body), 409, "code", "staff.request_open")
			expect(t, proven(boss).post("/approvals/"+id+"/approve", nil), 403, "code", "staff.own_request")
			shown := expect(t, second.get("/approvals?state=pending"), 200, "items.0.kind", c.kind)
			if !strings.Contains(string(shown.Raw), c.label) {
				t.Errorf("the second person does not read the address: %s", shown)
			}
			if r := boss.get("/content/settings"); strings.Contains(r.at("supportLink")+r.at("downloads"), c.label) {
				t.Errorf("one person alone changed it: %s", r)
			}
			expect(t, proven(second).post("/approvals/"+id+"/approve", nil), 200, "state", "approved")
		}
		expect(t, boss.get("/content/settings"), 200, "supportLink", "https://support.example.com/chat", "downloads.0.link", "/app/a.apk",
			"editions.support.version", "1", "editions.support.changedBy", "boss（lin复核）", "waiting.support", "null")
		if r := proven(boss).post("/content/downloads", apps(0, "/app/b.apk")); r.Status != http.StatusConflict || r.at("code") != "content.base" || !strings.Contains(r.at("message"), "lin") {
			t.Errorf("against the version before: %s", r)
		}
	})
}

// H-461: an editor who was overtaken is told by whom, and nothing is overwritten.
func TestAnEditorWhoWasOvertakenIsToldByWhom(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, editor := sit(t, h, "boss", "owner"), sit(t, h, "ed", "editor")
		id := expect(t, editor.post("/content/ticker", map[string]any{"text": "第一稿", "published": true}), 200).at("id")
		expect(t, boss.get("/content/ticker"), 200, "items.0.version", "1", "items.0.changedBy", "ed")
		expect(t, boss.post("/content/ticker", map[string]any{"id": id, "base": 1, "text": "老板的稿"}), 200)
		late := editor.post("/content/ticker", map[string]any{"id": id, "base": 1, "text": "第二稿"})
		if late.Status != http.StatusConflict || late.at("code") != "content.base" || !strings.Contains(late.at("message"), "boss") {
			t.Errorf("%s", late)
		}
		expect(t, boss.get("/content/ticker"), 200, "items.0.text", "老板的稿", "items.0.version", "2")
	})
}
