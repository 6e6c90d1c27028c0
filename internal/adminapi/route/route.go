package route

import (
	"context"
	"net/http"
	"reflect"

	"hongyun/internal/api"
	"hongyun/internal/staff"
)

const (
	// Base is the path below which the calls are served.
	Base = "/admin/v1"
	// CookieName is the cookie that holds a session.
	CookieName = "hongyun_staff"
)

// Route is one call of the back office: everything there is to know about it.
type Route struct {
	api.Entry  // path as the mux takes it, under base
	Permission staff.Permission
	Open       bool     // no session needed: the login
	Once       bool     // the answer is given once and kept nowhere
	File       bool     // its body may hold a file
	Raw        bool     // its body is a file, which its handler reads
	Fixes      bool     // it keeps the keys of all its rows in memory while it answers
	Fresh      bool     // a code of the authenticator was shown in the last minutes
	Status     int      // of a good answer, if it is not an Outcome that waits
	Query      []string // names a GET reads; one that is not here is not read
	Serve      func(ctx context.Context, c *Call) (any, error)
}

// Anybody is the permission that every member of staff has.
const Anybody staff.Permission = ""

// None is the input or output of a route that has none.
type None struct{}

// Read is a GET: its input is the query, of which it names the values it reads.
func Read[Out any](path string, p staff.Permission, summary string, handle func(context.Context, *Call) (Out, error), query ...string) Route {
	return Route{
		Entry:  api.Entry{Method: http.MethodGet, Path: path, Summary: summary, In: reflect.TypeFor[None](), Out: reflect.TypeFor[Out]()},
		Status: http.StatusOK, Permission: p, Query: query,
		Serve: func(ctx context.Context, c *Call) (any, error) {
			out, err := handle(ctx, c)
			if page, walks := any(&out).(interface{ Note(*staff.Seek) }); walks && c.Seek != nil {
				page.Note(c.Seek)
			}
			return out, err
		},
	}
}

// PageNames are the names of a query that belong to a page and not to a filter.
var PageNames = []string{"page", "size", "sort", "after", "upto"}

// Walk is the query of a list that is read by cursor, beside its filters.
func Walk(filters ...string) []string {
	return append([]string{"size", "sort", "after", "upto"}, filters...)
}

// Act is a POST: its input is a JSON body.
func Act[In, Out any](path string, p staff.Permission, summary string, handle func(context.Context, *Call, In) (Out, error)) Route {
	return Route{
		Entry:  api.Entry{Method: http.MethodPost, Path: path, Summary: summary, In: reflect.TypeFor[In](), Out: reflect.TypeFor[Out]()},
		Status: http.StatusOK, Permission: p,
		Serve: func(ctx context.Context, c *Call) (any, error) {
			var in In
			if err := c.Decode(&in); err != nil {
				return nil, err
			}
			return handle(ctx, c, in)
		},
	}
}

// Answers sets the status of a good answer that is not 200.
func Answers(status int, r Route) Route {
	r.Status = status
	return r
}

// ShownOnce keeps a route's answer out of what repeated requests are answered
// from: it holds a secret.
func ShownOnce(r Route) Route {
	r.Once = true
	return r
}

// StepUp asks for a fresh code before a route is served: it changes who has
// power, or where money comes from or goes to.
func StepUp(r Route) Route {
	r.Fresh = true
	return r
}

// Without opens a route to those who have no session yet.
func Without(r Route) Route {
	r.Open = true
	return r
}

// WithFile lets the body of a route hold a file. The caller is found out before the
// body is read, and once more behind it.
func WithFile(r Route) Route {
	r.File = true
	return r
}

// FileType is the content type of a body that is a file. Browsers send it to us
// alone: a page of another site would have to ask first.
const FileType = "application/octet-stream"

// Takes is a POST whose body is a file, which its handler reads. The caller is found
// out before the body is read, and once more behind it by [Call.Admit].
func Takes[Out any](path string, p staff.Permission, summary string, handle func(context.Context, *Call) (Out, error), query ...string) Route {
	return Route{
		Entry:  api.Entry{Method: http.MethodPost, Path: path, Summary: summary, In: reflect.TypeFor[None](), Out: reflect.TypeFor[Out]()},
		Status: http.StatusOK, Permission: p, Once: true, Raw: true, Query: query,
		Serve: func(ctx context.Context, c *Call) (any, error) { return handle(ctx, c) },
	}
}

// Download is a GET that answers with a file. It checks its input before it writes.
func Download(path string, p staff.Permission, summary string, handle func(context.Context, *Call) (*File, error), query ...string) Route {
	return Route{
		Entry:  api.Entry{Method: http.MethodGet, Path: path, Summary: summary, In: reflect.TypeFor[None](), Out: reflect.TypeFor[*File]()},
		Status: http.StatusOK, Permission: p, Query: query,
		Serve: func(ctx context.Context, c *Call) (any, error) { return handle(ctx, c) },
	}
}

// File is a table on its way to a browser.
type File struct {
	Name, Title string // title is Chinese, as people call the table
	Format      string
	View        staff.Permission // needed beside data.export
	Filter      map[string]string
	Head        []any
	Rows        func(row func(cells ...any) error) error
	Fixed       bool // its rows are kept in memory while it is written
}
