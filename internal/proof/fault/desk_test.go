package fault_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/pquerna/otp/totp"

	"hongyun/internal/staff/stafftest"
)

// desk is a member of staff at their screen.
type desk struct {
	r      *rig
	staff  stafftest.Account
	name   string
	cookie string
}

// seat adds an owner, who may do everything but decide their own requests.
func seat(r *rig, name string) *desk {
	r.t.Helper()
	added, err := stafftest.Add(r.t.Context(), r.h.Accounts, r.h.Clock.Now(), name, "owner")
	r.ok(err)
	return &desk{r: r, staff: added, name: name}
}

// answer is what the back office said.
type answer struct {
	Status int
	Raw    []byte
	Body   map[string]any
}

func (a answer) String() string { return fmt.Sprintf("%d %s", a.Status, a.Raw) }

// at is a field of the answer as text; items.0.id goes down.
func (a answer) at(path string) string {
	var here any = a.Body
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

// logIn opens a session; sessions end while the clock runs ahead.
func (d *desk) logIn() {
	d.r.t.Helper()
	d.r.h.Clock.Advance(time.Minute) // a code opens one session
	code, err := totp.GenerateCode(d.staff.TOTPSecret, d.r.h.Clock.Now())
	d.r.ok(err)
	d.cookie = ""
	if a := d.once(http.MethodPost, "/login", map[string]any{"name": d.name, "password": d.staff.Password, "code": code}); a.Status != http.StatusOK {
		d.r.t.Fatalf("login of %s: %s", d.name, a)
	}
}

func (d *desk) get(path string) answer {
	d.r.t.Helper()
	return d.do(http.MethodGet, path, nil)
}

func (d *desk) post(path string, body map[string]any) answer {
	d.r.t.Helper()
	if body == nil {
		body = map[string]any{}
	}
	return d.do(http.MethodPost, path, body)
}

func (d *desk) do(method, path string, body map[string]any) answer {
	d.r.t.Helper()
	if d.cookie == "" {
		d.logIn()
	}
	a := d.once(method, path, body)
	if a.Status == http.StatusUnauthorized {
		d.logIn()
		a = d.once(method, path, body)
	}
	return a
}

func (d *desk) once(method, path string, body map[string]any) answer {
	d.r.t.Helper()
	text, err := json.Marshal(body)
	d.r.ok(err)
	request, err := http.NewRequestWithContext(d.r.t.Context(), method, d.r.h.URL("admin")+"/admin/v1"+path, bytes.NewReader(text))
	d.r.ok(err)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Sec-Fetch-Site", "same-origin")
	if d.cookie != "" {
		request.AddCookie(&http.Cookie{Name: "hongyun_staff", Value: d.cookie})
	}
	response, err := http.DefaultClient.Do(request)
	d.r.ok(err)
	defer response.Body.Close()
	for _, c := range response.Cookies() {
		if c.Name == "hongyun_staff" {
			d.cookie = c.Value
		}
	}
	a := answer{Status: response.StatusCode}
	a.Raw, err = io.ReadAll(response.Body)
	d.r.ok(err)
	_ = json.Unmarshal(a.Raw, &a.Body)
	return a
}

// want fails the run unless an answer has the status and these fields.
func (r *rig) want(a answer, status int, fields ...string) answer {
	r.t.Helper()
	if a.Status != status {
		r.errorf("the back office answered %s, not %d", a, status)
		return a
	}
	for i := 0; i+1 < len(fields); i += 2 {
		if got := a.at(fields[i]); got != fields[i+1] {
			r.errorf("in the back office %s is %q, not %q: %s", fields[i], got, fields[i+1], a)
		}
	}
	return a
}

// byTwo carries out what one member of staff asked for and another one must
// agree to: the first may not agree alone.
func (r *rig) byTwo(asked answer) {
	r.t.Helper()
	if r.want(asked, http.StatusAccepted, "status", "waiting").Status != http.StatusAccepted {
		return
	}
	id := asked.at("approvalId")
	r.want(r.maker.post("/approvals/"+id+"/approve", nil), http.StatusForbidden, "code", "staff.own_request")
	r.want(r.checker.post("/approvals/"+id+"/approve", nil), http.StatusOK, "state", "approved")
}
