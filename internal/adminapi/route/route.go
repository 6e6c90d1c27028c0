package adminapi

import (
	"context"
	"net/http"
	"reflect"

	"hongyun/internal/api"
	"hongyun/internal/staff"
)

const (
	// base is the path below which the calls are served.
	base = "/admin/v1"
	// cookieName is the cookie that holds a session.
	cookieName = "hongyun_staff"
)

// route is one call of the back office: everything there is to know about it.
type route struct {
	api.Entry  // path as the mux takes it, under base
	permission staff.Permission
	open       bool     // no session needed: the login
	once       bool     // the answer is given once and kept nowhere
	file       bool     // its body may hold a file
	fresh      bool     // a code of the authenticator was shown in the last minutes
	status     int      // of a good answer, if it is not an Outcome that waits
	query      []string // names a GET reads; one that is not here is not read
	serve      func(ctx context.Context, c *call) (any, error)
}

// anybody is the permission of what every member of staff may do.
const anybody staff.Permission = ""

// none is the input or output of a route that has none.
type none struct{}

// read is a GET: its input is the query, of which it names the values it reads.
func read[Out any](path string, p staff.Permission, summary string, handle func(context.Context, *call) (Out, error), query ...string) route {
	return route{
		Entry:  api.Entry{Method: http.MethodGet, Path: path, Summary: summary, In: reflect.TypeFor[none](), Out: reflect.TypeFor[Out]()},
		status: http.StatusOK, permission: p, query: query,
		serve: func(ctx context.Context, c *call) (any, error) { return handle(ctx, c) },
	}
}

// act is a POST: its input is a JSON body.
func act[In, Out any](path string, p staff.Permission, summary string, handle func(context.Context, *call, In) (Out, error)) route {
	return route{
		Entry:  api.Entry{Method: http.MethodPost, Path: path, Summary: summary, In: reflect.TypeFor[In](), Out: reflect.TypeFor[Out]()},
		status: http.StatusOK, permission: p,
		serve: func(ctx context.Context, c *call) (any, error) {
			var in In
			if err := c.body(&in); err != nil {
				return nil, err
			}
			return handle(ctx, c, in)
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

// download is a GET that answers with a file. It checks its input before it writes.
func download(path string, p staff.Permission, summary string, handle func(context.Context, *call) (*file, error), query ...string) route {
	return route{
		Entry:  api.Entry{Method: http.MethodGet, Path: path, Summary: summary, In: reflect.TypeFor[none](), Out: reflect.TypeFor[*file]()},
		status: http.StatusOK, permission: p, query: query,
		serve: func(ctx context.Context, c *call) (any, error) { return handle(ctx, c) },
	}
}

// file is a table on its way to a browser.
type file struct {
	name, title string // title is Chinese, as people call the table
	format      string
	view        staff.Permission // needed beside data.export
	filter      map[string]string
	head        []any
	rows        func(row func(cells ...any) error) error
}
