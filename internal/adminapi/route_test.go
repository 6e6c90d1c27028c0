package adminapi

import (
	"strings"
	"testing"

	"hongyun/internal/adminapi/people"
	"hongyun/internal/adminapi/route"
)

// A call that somebody forgot to give a permission must not go live (trust
// AUT-2): the house does not start with it.
func TestARouteWithoutAPermissionStopsTheProgram(t *testing.T) {
	defer func() {
		if said, _ := recover().(string); !strings.Contains(said, "/secrets") {
			t.Errorf("said %q", said)
		}
	}()
	(&Server{}).handler([]route.Route{route.Read("/secrets", route.Anybody, "everything", (&people.Handlers{}).Me)})
}

// What changes something is never a GET: no link and no picture may do it.
func TestEveryRouteIsReadOrAct(t *testing.T) {
	for _, r := range routesOf(Config{}) {
		if r.Method != "GET" && r.Method != "POST" {
			t.Errorf("%s %s", r.Method, r.Path)
		}
		if r.Summary == "" {
			t.Errorf("%s has no summary", r.Path)
		}
	}
}
