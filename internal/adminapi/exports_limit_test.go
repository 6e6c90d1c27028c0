package adminapi

import (
	"context"
	"errors"
	"net/http/httptest"
	"strconv"
	"testing"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/staff"
)

// H-440: a file with fixed rows keeps their keys in memory, so only two are written at
// once. The third is told to wait, other calls are not, and a place is free again when a
// file has ended, however it ended.
func TestOnlyTwoFilesWithFixedRowsAreWrittenAtOnce(t *testing.T) {
	s, accounts := exporter(t, defaultPace), 0
	call := func() *route.Call { // each of another account
		accounts++
		return &route.Call{Request: httptest.NewRequest("GET", "/exports/tickets", nil), By: staff.Actor{ID: strconv.Itoa(accounts)}}
	}
	serves := func(fixes bool, serve func() (any, error)) error {
		_, err := s.answer(call(), route.Route{Fixes: fixes, Serve: func(context.Context, *route.Call) (any, error) { return serve() }})
		return err
	}
	none := func() (any, error) { return route.None{}, nil }
	var third, other error
	err := serves(true, func() (any, error) {
		return route.None{}, serves(true, func() (any, error) {
			third, other = serves(true, none), serves(false, none)
			return route.None{}, nil
		})
	})
	if err != nil || other != nil || !errors.Is(third, route.ErrExports) || route.Status(route.ErrExports) != 429 {
		t.Errorf("two: %v; a third: %v; another call: %v", err, third, other)
	}
	broken := errors.New("broken")
	if err := serves(true, func() (any, error) { return nil, broken }); !errors.Is(err, broken) {
		t.Errorf("one that fails: %v", err)
	}
	func() {
		defer func() { _ = recover() }()
		_ = serves(true, func() (any, error) { panic("the browser left") })
	}()
	if len(s.places.held) != 0 {
		t.Errorf("%d places are held", len(s.places.held))
	}
	for _, path := range []string{"tickets", "cases", "forfeits", "alarms"} {
		found := false
		for _, r := range routesOf(Config{}) {
			found = found || r.Path == "/exports/"+path && r.Fixes
		}
		if !found {
			t.Errorf("the export of %s is not held to the limit", path)
		}
	}
}
