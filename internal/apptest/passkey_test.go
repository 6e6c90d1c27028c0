package apptest_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"hongyun/internal/app"
	"hongyun/internal/apptest"
	"hongyun/internal/player/passkeytest"
)

// H-447, H-448: as the pages call it: a player adds a passkey, logs in with it from
// another browser, and each refusal has its sentence and status.
func TestAPlayerLogsInWithAPasskey(t *testing.T) {
	const origin = "https://www.example.com"
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		from := func(b *apptest.Browser, path string, pairs ...string) apptest.Reply {
			t.Helper()
			form := url.Values{}
			for i := 0; i+1 < len(pairs); i += 2 {
				form.Set(pairs[i], pairs[i+1])
			}
			r := b.Request(http.MethodPost, path, form.Encode())
			r.Header.Set("Origin", origin)
			return b.Send(r)
		}
		b, phone := h.Register("Ming88"), passkeytest.New(origin)
		asked := must(t, "begin", from(b, "/v1/Do/BeginPasskeyAction", "password", "secret88")).Text("Data.Options")
		must(t, "add", from(b, "/v1/Do/AddPasskeyAction", "credential", phone.Create(asked), "name", "我的手机"))
		security := must(t, "security", from(b, "/v1/Select/PlayerSecurity"))
		for _, part := range []string{`"PasskeysOpen":true`, `"Name":"我的手机"`, `"UsedTime":""`} {
			if !strings.Contains(string(security.Raw), part) {
				t.Errorf("no %s in %s", part, security)
			}
		}
		v := h.Visitor()
		question := func() string {
			return must(t, "ask", from(v, "/v1/PubInterface/BeginPasskeyLogin")).Text("Data.Options")
		}
		answer := phone.Get(question())
		login := must(t, "log in", from(v, "/v1/PubInterface/PasskeyLoginAction", "credential", answer))
		if login.Text("PlayerName") != "Ming88" || login.Text("Ticket") == "" {
			t.Fatalf("logged in: %s", login)
		}
		v.Name, v.Ticket = "Ming88", login.Text("Ticket")
		must(t, "a call that needs the device; it ends the first session", from(v, "/v1/Do/EndSessionAction"))
		wrong := phone.Copy()
		wrong.Origin = "https://evil.example"
		for what, try := range map[string]struct {
			credential, code string
			status           int
		}{
			"replayed":     {answer, "player.passkey_old", http.StatusOK},
			"another page": {wrong.Get(question()), "player.passkey_site", http.StatusOK},
			"no answer":    {"x", "player.passkey_form", http.StatusBadRequest},
		} {
			r := from(v, "/v1/PubInterface/PasskeyLoginAction", "credential", try.credential)
			if r.OK() || r.Status != try.status || r.Text("Code") != try.code || r.Text("ErrorMessage") == "" {
				t.Errorf("%s: %s", what, r)
			}
		}
		id := security.Body["Data"].(map[string]any)["Passkeys"].([]any)[0].(map[string]any)["Id"].(string)
		must(t, "rename", from(v, "/v1/Do/RenamePasskeyAction", "id", id, "name", "旧手机"))
		if r := from(v, "/v1/Do/RemovePasskeyAction", "id", id, "password", "wrong123"); r.Text("Code") != "player.current_password" {
			t.Errorf("removed with a wrong password: %s", r)
		}
		must(t, "remove", from(v, "/v1/Do/RemovePasskeyAction", "id", id, "password", "secret88"))
		if r := from(v, "/v1/Do/RemovePasskeyAction", "id", id, "password", "secret88"); r.Status != http.StatusNotFound {
			t.Errorf("removed twice: %s", r)
		}
	}, func(c *app.Config) { c.PublicSite = origin })
}
