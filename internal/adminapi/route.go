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
	open         bool     // no session needed: the login
	once         bool     // the answer is given once and kept nowhere
	file         bool     // its body may hold a file
	raw          bool     // its body is a file, which its handler reads
	fresh        bool     // a code of the authenticator was shown in the last minutes
	status       int      // of a good answer, if it is not an Outcome that waits
	query        []string // names a GET reads; one that is not here is not read
	in, out      reflect.Type
	serve        func(s *Server, ctx context.Context, c *call) (any, error)
}

// anybody is the permission of what every member of staff may do.
const anybody staff.Permission = ""

// none is the input or output of a route that has none.
type none struct{}

// read is a GET: its input is the query, of which it names the values it reads.
func read[Out any](path string, p staff.Permission, summary string, handle func(*Server, context.Context, *call) (Out, error), query ...string) route {
	return route{
		method: http.MethodGet, status: http.StatusOK, path: path, permission: p, summary: summary, query: query, in: reflect.TypeFor[none](), out: reflect.TypeFor[Out](),
		serve: func(s *Server, ctx context.Context, c *call) (any, error) {
			out, err := handle(s, ctx, c)
			if page, walks := any(&out).(interface{ note(*staff.Seek) }); walks && c.seek != nil {
				page.note(c.seek)
			}
			return out, err
		},
	}
}

// walk is the query of a list that is read by cursor, beside its filters.
func walk(filters ...string) []string {
	return append([]string{"size", "sort", "after", "upto"}, filters...)
}

// act is a POST: its input is a JSON body.
func act[In, Out any](path string, p staff.Permission, summary string, handle func(*Server, context.Context, *call, In) (Out, error)) route {
	return route{
		method: http.MethodPost, status: http.StatusOK, path: path, permission: p, summary: summary, in: reflect.TypeFor[In](), out: reflect.TypeFor[Out](),
		serve: func(s *Server, ctx context.Context, c *call) (any, error) {
			var in In
			if err := c.body(&in); err != nil {
				return nil, err
			}
			return handle(s, ctx, c, in)
		},
	}
}

// answers sets the status of a good answer that is not 200.
func answers(status int, r route) route {
	r.status = status
	return r
}

// shownOnce keeps a route's answer out of what repeated requests are answered
// from: it holds a secret.
func shownOnce(r route) route {
	r.once = true
	return r
}

// stepUp asks for a fresh code before a route is served: it changes who has
// power, or where money comes from or goes to.
func stepUp(r route) route {
	r.fresh = true
	return r
}

// without opens a route to those who have no session yet.
func without(r route) route {
	r.open = true
	return r
}

// withFile lets the body of a route hold a file. Who asks is found out before the
// body is read, and once more behind it.
func withFile(r route) route {
	r.file = true
	return r
}
