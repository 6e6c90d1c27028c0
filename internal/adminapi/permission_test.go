package adminapi_test

import (
	"net/http"
	"regexp"
	"testing"

	"hongyun/internal/adminapi"
	"hongyun/internal/staff"
)

var inPath = regexp.MustCompile(`\{\w+\}`)

// try calls a route with names that nothing has: whoever may call it hears of
// that, whoever may not hears so first.
func try(d *desk, r adminapi.Route) reply {
	d.t.Helper()
	path := inPath.ReplaceAllString(r.Path, "none")
	if r.Method == http.MethodGet {
		return d.get(path)
	}
	return d.post(path, nil)
}

// Every call by every role is as the table of roles says, and nobody else is
// let in (trust AUT-2, ADM-2). A new route is in it by itself.
func TestEveryRoleMayDoItsOwnWorkAndNoOther(t *testing.T) {
	h := one(t)
	for _, role := range staff.Roles {
		d := sit(t, h, role.Role, role.Role)
		for _, r := range adminapi.Routes() {
			if r.Open || r.Path == "/logout" {
				continue
			}
			got := try(d, r)
			may := r.Permission == "" || staff.Can([]string{role.Role}, r.Permission)
			refused := got.Status == http.StatusForbidden && got.at("code") == "staff.denied"
			if may == refused || got.Status == http.StatusUnauthorized || got.Status >= 500 {
				t.Errorf("%s, %s %s: expected allowed=%v, got %s", role.Role, r.Method, r.Path, may, got)
			}
		}
	}
}

// Two roles may what either may; none may nothing but see that.
func TestRolesAddUp(t *testing.T) {
	h := one(t)
	d := sit(t, h, "both", "support", "auditor")
	expect(t, d.get("/audit"), http.StatusOK)
	expect(t, d.post("/players/none/kick", because("重复登录")), http.StatusNotFound)
	expect(t, d.post("/books/verify", nil), http.StatusAccepted)
	expect(t, d.post("/staff", nil), http.StatusForbidden, "code", "staff.denied")
}

// A player's ticket opens no door of the back office, and the back office is
// not behind the player's door (trust AUT-5).
func TestPlayersAreNotStaff(t *testing.T) {
	h := one(t)
	b := h.Register("ming")
	stranger := &desk{t: t, h: h}
	asCookie := &desk{t: t, h: h, cookie: b.Ticket}
	asHeader := &desk{t: t, h: h, headers: map[string]string{"Authorization": b.Ticket}}
	asBearer := &desk{t: t, h: h, headers: map[string]string{"Authorization": "Bearer " + b.Ticket}}
	for _, r := range adminapi.Routes() {
		if r.Open {
			continue
		}
		for who, d := range map[string]*desk{"nobody": stranger, "cookie": asCookie, "header": asHeader, "bearer": asBearer} {
			if got := try(d, r); got.Status != http.StatusUnauthorized || got.at("code") != "staff.no_session" {
				t.Errorf("%s on %s %s: %s", who, r.Method, r.Path, got)
			}
		}
	}
	response, err := http.Get(h.URL("player") + "/admin/v1/me")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusNotFound {
		t.Errorf("the player's host answers the back office's calls: %s", response.Status)
	}
}

// Somebody whose roles change or who is disabled works on with the new ones
// from the next request: roles are not kept in the session.
func TestADisabledPersonIsOut(t *testing.T) {
	h := one(t)
	boss, lin := sit(t, h, "boss", "owner"), sit(t, h, "lin", "finance")
	expect(t, lin.get("/me"), http.StatusOK)
	expect(t, boss.post("/staff/"+lin.staff.Person.ID+"/disable", because("离职")), http.StatusOK, "disabled", "true")
	expect(t, lin.get("/me"), http.StatusUnauthorized)
	h.Clock.Advance(minute)
	expect(t, lin.logIn(), http.StatusForbidden, "code", "staff.login_refused")
}
