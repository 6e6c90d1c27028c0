package adminapi_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"hongyun/internal/apptest"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/staff/stafftest"
)

// OneOf is a house on one engine, where the database does not matter.
func one(t *testing.T) *apptest.House {
	t.Helper()
	return apptest.Open(t, dbtest.SQLite(t))
}

// desk is a member of staff at their screen.
type desk struct {
	t       testing.TB
	h       *apptest.House
	staff   stafftest.Account
	name    string
	cookie  string
	headers map[string]string // sent with every request beside the usual ones
}

// seat adds somebody with these roles, who has not logged in.
func seat(t testing.TB, h *apptest.House, name string, roles ...string) *desk {
	t.Helper()
	added, err := stafftest.Add(t.Context(), h.Accounts, h.Clock.Now(), name, roles...)
	if err != nil {
		t.Fatal(err)
	}
	return &desk{t: t, h: h, name: name, staff: added}
}

// sit adds somebody with these roles and logs them in.
func sit(t testing.TB, h *apptest.House, name string, roles ...string) *desk {
	t.Helper()
	d := seat(t, h, name, roles...)
	if r := d.logIn(); r.Status != http.StatusOK {
		t.Fatalf("login of %s: %s", name, r)
	}
	return d
}

// code is what the authenticator shows now.
func (d *desk) code() string {
	d.t.Helper()
	code, err := totp.GenerateCode(d.staff.TOTPSecret, d.h.Clock.Now())
	if err != nil {
		d.t.Fatal(err)
	}
	return code
}

func (d *desk) logIn() reply {
	d.t.Helper()
	r := d.post("/login", map[string]any{"name": d.name, "password": d.staff.Password, "code": d.code()})
	for _, c := range r.Cookies {
		if c.Name == "hongyun_staff" {
			d.cookie = c.Value
		}
	}
	return r
}

// reply is an answer of the back office.
type reply struct {
	Status  int
	Header  http.Header
	Cookies []*http.Cookie
	Raw     []byte
	Body    map[string]any
}

func (r reply) ok() bool { return r.Status == http.StatusOK }

func (r reply) String() string { return fmt.Sprintf("%d %s", r.Status, r.Raw) }

// at is a field of the answer as text; items.0.id goes down.
func (r reply) at(path string) string {
	var here any = r.Body
	for name := range strings.SplitSeq(path, ".") {
		switch v := here.(type) {
		case map[string]any:
			here = v[name]
		case []any:
			i := 0
			if _, err := fmt.Sscan(name, &i); err != nil || i >= len(v) {
				return "none"
			}
			here = v[i]
		default:
			return "none"
		}
	}
	switch v := here.(type) {
	case nil:
		return "null"
	case float64:
		return fmt.Sprintf("%.0f", v)
	}
	return fmt.Sprint(here)
}

// request is one with everything a right client sends, to be spoiled.
func (d *desk) request(method, path string, body []byte) *http.Request {
	d.t.Helper()
	r, err := http.NewRequestWithContext(d.t.Context(), method, d.h.URL("admin")+"/admin/v1"+path, bytes.NewReader(body))
	if err != nil {
		d.t.Fatal(err)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	for name, value := range d.headers {
		r.Header.Set(name, value)
	}
	if d.cookie != "" {
		r.AddCookie(&http.Cookie{Name: "hongyun_staff", Value: d.cookie})
	}
	return r
}

func (d *desk) send(r *http.Request) reply {
	d.t.Helper()
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		d.t.Fatal(err)
	}
	defer response.Body.Close()
	out := reply{Status: response.StatusCode, Header: response.Header, Cookies: response.Cookies()}
	if out.Raw, err = io.ReadAll(response.Body); err != nil {
		d.t.Fatal(err)
	}
	_ = json.Unmarshal(out.Raw, &out.Body) // 204 has none
	return out
}

func (d *desk) get(path string) reply {
	d.t.Helper()
	return d.send(d.request(http.MethodGet, path, nil))
}

// post sends a body as JSON; nil is {}.
func (d *desk) post(path string, body map[string]any) reply {
	d.t.Helper()
	if body == nil {
		body = map[string]any{}
	}
	text, err := json.Marshal(body)
	if err != nil {
		d.t.Fatal(err)
	}
	return d.send(d.request(http.MethodPost, path, text))
}

// expect fails unless an answer has the status and, after it, fields with
// these values: expect(r, 200, "state", "paid").
func expect(t testing.TB, r reply, status int, fields ...string) reply {
	t.Helper()
	if r.Status != status {
		t.Fatalf("expected %d, got %s", status, r)
	}
	for i := 0; i+1 < len(fields); i += 2 {
		if got := r.at(fields[i]); got != fields[i+1] {
			t.Errorf("%s is %q, not %q, in %s", fields[i], got, fields[i+1], r)
		}
	}
	return r
}

// because is a body that only says why.
func because(reason string) map[string]any { return map[string]any{"reason": reason} }

// gone is the removal of a content that the page showed at a version.
func gone(reason string, version int) map[string]any {
	return map[string]any{"reason": reason, "base": version}
}

// placed is an order of contents that the page showed at a version.
func placed(version int, ids ...string) map[string]any {
	items := []any{}
	for _, id := range ids {
		items = append(items, map[string]any{"id": id, "base": version})
	}
	return map[string]any{"items": items}
}

// logInAgain opens a new session, with a new code.
func (d *desk) logInAgain() *desk {
	d.t.Helper()
	d.h.Clock.Advance(minute)
	if r := d.logIn(); r.Status != http.StatusOK {
		d.t.Fatalf("login of %s: %s", d.name, r)
	}
	return d
}

const minute = time.Minute
