package adminapi_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"hongyun/internal/app"
	"hongyun/internal/apptest"
)

// Authenticators and passkeys of players, and authenticators of staff, carry the name
// that two people set. The domain that a passkey belongs to stays as it was.
func TestAuthenticatorsAndPasskeysCarryTheNameOfTheBrand(t *testing.T) {
	const origin = "https://www.example.com"
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, second := sit(t, h, "boss", "owner"), sit(t, h, "lin", "owner")
		player := h.Register("Ming88")
		ask := func(path string) string {
			t.Helper()
			r := player.Request(http.MethodPost, path, url.Values{"password": {"secret88"}}.Encode())
			r.Header.Set("Origin", origin)
			answer := player.Send(r)
			if !answer.OK() {
				t.Fatalf("%s: %s", path, answer)
			}
			return answer.Text("Data.Address") + answer.Text("Data.Options")
		}
		shows := func(name string) {
			t.Helper()
			issuer := "issuer=" + url.QueryEscape(name)
			if got := ask("/v1/Do/BeginSecondAction"); !strings.Contains(got, issuer) {
				t.Errorf("the player's authenticator shows %s, not %s", got, name)
			}
			if got := ask("/v1/Do/BeginPasskeyAction"); !strings.Contains(got, `"rp":{"name":"`+name+`","id":"example.com"}`) {
				t.Errorf("the passkey is for %s, not %s of example.com", got, name)
			}
			h.Clock.Advance(minute)
			proof := map[string]any{"current": boss.staff.Password, "code": boss.code()}
			if got := expect(t, boss.post("/profile/authenticator", proof), 200).at("totpUri"); !strings.Contains(got, issuer) {
				t.Errorf("the authenticator of staff shows %s, not %s", got, name)
			}
		}
		shows("鸿运")
		change := map[string]any{"base": 0, "value": map[string]any{"name": "吉祥", "logo": "", "accent": ""}, "on": true, "reason": "换名称"}
		id := expect(t, proven(boss).post("/settings/site.brand", change), 202).at("approvalId")
		expect(t, proven(second).post("/approvals/"+id+"/approve", nil), 200, "state", "approved")
		shows("吉祥")
	}, bare, func(c *app.Config) { c.PublicSite = origin })
}
