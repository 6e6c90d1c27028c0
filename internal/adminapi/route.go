package adminapi

import (
	"context"
	"net/http"
	"reflect"

	"hongyun/internal/staff"
)

// route is one call of the back office: everything the house knows about it.
type route struct {
	method, path string // path as the mux takes it, under /admin/v1
	permission   staff.Permission
	summary      string
	open         bool // no session needed: the login
	in, out      reflect.Type
	serve        func(s *Server, ctx context.Context, c *call) (any, error)
}

// anybody is the permission of what every member of staff may do.
const anybody staff.Permission = ""

// none is the input or output of a route that has none.
type none struct{}

// read is a GET: its input is the query.
func read[Out any](path string, p staff.Permission, summary string, handle func(*Server, context.Context, *call) (Out, error)) route {
	return route{
		method: http.MethodGet, path: path, permission: p, summary: summary, in: reflect.TypeFor[none](), out: reflect.TypeFor[Out](),
		serve: func(s *Server, ctx context.Context, c *call) (any, error) { return handle(s, ctx, c) },
	}
}

// act is a POST: its input is a JSON body.
func act[In, Out any](path string, p staff.Permission, summary string, handle func(*Server, context.Context, *call, In) (Out, error)) route {
	return route{
		method: http.MethodPost, path: path, permission: p, summary: summary, in: reflect.TypeFor[In](), out: reflect.TypeFor[Out](),
		serve: func(s *Server, ctx context.Context, c *call) (any, error) {
			var in In
			if err := c.body(&in); err != nil {
				return nil, err
			}
			return handle(s, ctx, c, in)
		},
	}
}

// without opens a route to those who have no session yet.
func without(r route) route {
	r.open = true
	return r
}
