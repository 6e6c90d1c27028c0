package adminapi_test

import (
	"net/http"
	"strings"
	"testing"

	"hongyun/internal/apptest"
	"hongyun/internal/upload/uploadtest"
)

// A picture that money follows is before players when two people agreed to it. The second
// one sees the picture itself; a file that is not there is refused in words.
func TestAPictureThatMoneyFollowsTakesTwoPeople(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, second := sit(t, h, "boss", "owner"), sit(t, h, "lin", "owner")
		logo := expect(t, boss.uploadFile("brand", "logo.png", uploadtest.PNG(t, 300, 300, 1)), 200).at("address")
		code := expect(t, boss.uploadFile("payment", "code.png", uploadtest.PNG(t, 300, 300, 2)), 200).at("address")
		account := func(code string) map[string]any {
			e := accountEntry()
			e["value"].(map[string]any)["code"] = code
			return e
		}
		brand := func(logo string) map[string]any {
			return map[string]any{"base": 0, "value": map[string]any{"name": "吉祥", "logo": logo, "accent": ""}, "on": true, "reason": "换标志"}
		}
		seal := func(seal string) map[string]any {
			return map[string]any{"base": 0, "on": true, "reason": "登记牌照", "value": map[string]any{
				"operator": "测试运营有限公司", "number": "TEST-1", "regulator": "监管局", "jurisdiction": "", "address": "", "statement": "持牌经营", "link": "", "seal": seal,
			}}
		}
		gone := "/files/" + strings.Repeat("0", 64) + ".png"
		for kind, c := range map[string]struct {
			address string
			body    func(address string) map[string]any
		}{"pay.account": {code, account}, "site.brand": {logo, brand}, "site.licence": {logo, seal}} {
			expect(t, proven(boss).post("/settings/"+kind, c.body(gone)), 400, "code", "upload.gone")
			id := expect(t, proven(boss).post("/settings/"+kind, c.body(c.address)), 202).at("approvalId")
			if kind == "site.brand" && h.Brand().Logo != "" || kind == "site.licence" && h.Licensed().Seal != "" {
				t.Errorf("%s: one person alone changed what players see", kind)
			}
			request := expect(t, second.get("/approvals?state=pending"), 200, "items.0.id", id)
			if !strings.Contains(request.at("items.0.details"), c.address) {
				t.Errorf("%s: the second person does not see the picture in %s", kind, request)
			}
			if shown, _ := fetched(t, h, http.MethodGet, c.address); shown.StatusCode != http.StatusOK || shown.Header.Get("Content-Type") != "image/png" {
				t.Errorf("%s: the picture of the request is not shown: %s", kind, shown.Status)
			}
			expect(t, proven(boss).post("/approvals/"+id+"/approve", nil), 403, "code", "staff.own_request")
			expect(t, proven(second).post("/approvals/"+id+"/approve", nil), 200, "state", "approved")
		}
		if h.Brand().Logo != logo || h.Licensed().Seal != logo || h.Licensed().Number != "TEST-1" {
			t.Errorf("after the second person: brand %+v, licence %+v", h.Brand(), h.Licensed())
		}
	}, bare)
}
