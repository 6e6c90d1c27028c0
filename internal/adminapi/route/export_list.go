package route

import (
	"context"
	"net/url"
	"slices"
	"strconv"
	"time"

	"hongyun/internal/adminapi/wire"
	"hongyun/internal/calendar"
	"hongyun/internal/staff"
)

// Column is one column of an export of a list: its head and its cell.
type Column[T any] struct {
	head string
	of   func(T) any
}

// ExportedList is a list that is exported as staff see it: the rows of the list's
// own call, page by page, so that a file shows nothing that the list would hide. Rows
// that keep their place are read page by page; others are fixed first, see Fix.
type ExportedList[T any] struct {
	Name, Title string
	View        staff.Permission
	Query       []string // of the list: with Walk it is read by cursor
	Kept        []string // names of the list's query that an export does not take
	Spanned     bool     // without a player it spans Exporter.Span at most
	Read        func(context.Context, *Call) (wire.Page[T], error)
	Fix         func(context.Context, *Call) (Fixed[T], error) // instead of Read, for rows that change places or leave the list
	Columns     []Column[T]
}

// exportSize is how many rows an export reads at once.
const exportSize = 100

// filters are the names of the list's query that narrow it, and its order.
func (l ExportedList[T]) filters() []string {
	return slices.DeleteFunc(slices.Clone(l.Query), func(name string) bool {
		return slices.Contains(PageNames, name) && name != "sort" || slices.Contains(l.Kept, name)
	})
}

// Col is a column with its head.
func Col[T any](head string, of func(T) any) Column[T] { return Column[T]{head: head, of: of} }

// Exporter is what exports of lists share.
type Exporter struct {
	Staff interface {
		Can(by staff.Actor, p staff.Permission) bool
	}
	Clock calendar.Clock
	Span  time.Duration // that an export without a player may span
}

// Bound holds an export that names no player and no order to the span. It sets the end
// of one that has none. Fault: errExportSpan.
func (e Exporter) Bound(player string, from time.Time, to *time.Time) error {
	if player != "" {
		return nil
	}
	if to.IsZero() {
		*to = e.Clock.Now()
	}
	if from.IsZero() || to.Sub(from) > e.Span {
		return errExportSpan
	}
	return nil
}

// Exports makes the route of an exported list.
func Exports[T any](e Exporter, l ExportedList[T]) Route {
	file := func(ctx context.Context, c *Call) (*File, error) { return l.file(ctx, e, c) }
	r := Download("/exports/"+l.Name, staff.DataExport, "the rows of a list as a file, masked as the list shows them; audited", file, append(l.filters(), "format")...)
	r.Fixes = l.Fix != nil
	return r
}

func (l ExportedList[T]) file(ctx context.Context, e Exporter, c *Call) (*File, error) {
	f := &File{Name: l.Name, Title: l.Title, Format: c.Format(), View: l.View, Filter: c.Filled()}
	for _, column := range l.Columns {
		f.Head = append(f.Head, column.head)
	}
	if err := c.Checked(); err != nil {
		return nil, err
	}
	if !e.Staff.Can(c.By, l.View) { // before the list says anything about its filters
		return nil, ErrNoExport
	}
	query, wide, err := l.bounded(e, c)
	if err != nil {
		return nil, err
	}
	if l.Fix != nil {
		return f, l.fixed(ctx, c, query, f)
	}
	page := l.pages(ctx, c, query)
	first, more, err := page() // the list itself judges its filters
	if err == nil {
		err = wide
	}
	if err != nil {
		return nil, err
	}
	f.Rows = func(row func(...any) error) error {
		for items := first; ; {
			if err := l.write(items, row); err != nil {
				return err
			}
			if !more {
				return nil
			}
			if items, more, err = page(); err != nil {
				return err
			}
		}
	}
	return f, nil
}

func (l ExportedList[T]) write(items []T, row func(...any) error) error {
	for _, item := range items {
		cells := make([]any, len(l.Columns))
		for i, column := range l.Columns {
			cells[i] = column.of(item)
		}
		if err := row(cells...); err != nil {
			return err
		}
	}
	return nil
}

// fixed sets the rows of a file whose rows are known before its first line (H-440).
func (l ExportedList[T]) fixed(ctx context.Context, c *Call, query url.Values, f *File) error {
	own := l.call(ctx, c, query)
	rows, err := l.Fix(ctx, own)
	if err == nil {
		err = own.Checked()
	}
	if err != nil {
		return err
	}
	f.Fixed = true
	f.Rows = func(row func(...any) error) error {
		for from := 0; from < rows.n; from += exportSize {
			items, err := rows.read(ctx, from, min(from+exportSize, rows.n))
			if err != nil {
				return err
			}
			if err := l.write(items, row); err != nil {
				return err
			}
		}
		return nil
	}
	return nil
}

// call is the list's own call with a query.
func (l ExportedList[T]) call(ctx context.Context, c *Call, query url.Values) *Call {
	asked := c.Request.Clone(ctx)
	asked.URL = &url.URL{Path: c.Request.URL.Path, RawQuery: query.Encode()}
	return &Call{Writer: c.Writer, Request: asked, By: c.By, Session: c.Session, Query: l.Query}
}

// Fixed are the rows of a list as they were chosen at one moment.
type Fixed[T any] struct {
	n    int
	read func(ctx context.Context, from, to int) ([]T, error)
}

// Keyed fixes the keys of the rows. The rows are read by their keys while the file is
// written, each as it is then, also where the filters would no longer choose it.
func Keyed[T any](keys []string, read func(ctx context.Context, keys []string) ([]T, error)) Fixed[T] {
	return Fixed[T]{len(keys), func(ctx context.Context, from, to int) ([]T, error) { return read(ctx, keys[from:to]) }}
}

// Held fixes the rows themselves, where a row that ends is no row any more.
func Held[T any](rows []T) Fixed[T] {
	return Fixed[T]{len(rows), func(_ context.Context, from, to int) ([]T, error) { return rows[from:to], nil }}
}

// bounded is the query of the list's call, with an end where the export has one.
// wide is the fault of one that spans too much.
func (l ExportedList[T]) bounded(e Exporter, c *Call) (query url.Values, wide, err error) {
	query = url.Values{"size": {strconv.Itoa(exportSize)}}
	for _, name := range l.filters() {
		if v := c.Text(name); v != "" {
			query.Set(name, v)
		}
	}
	if !l.Spanned {
		return query, nil, c.Checked()
	}
	to := time.Time{}
	if query.Get("to") != "" {
		to = c.Time("to")
	}
	wide = e.Bound(query.Get("player")+query.Get("playerId")+query.Get("order"), c.Time("from"), &to)
	if to.IsZero() && !slices.Contains(l.Query, "after") { // rows that come meanwhile would move the pages
		to = e.Clock.Now().Add(time.Millisecond) // the end is not in the span, and this instant is
	}
	if wide == nil && !to.IsZero() && slices.Contains(l.Query, "to") {
		query.Set("to", strconv.FormatInt(to.UnixMilli(), 10))
	}
	return query, wide, c.Checked()
}

// pages reads the list page by page: behind the last row of the page before,
// where the list is read by cursor, and by page number in the short ones.
func (l ExportedList[T]) pages(ctx context.Context, c *Call, query url.Values) func() (items []T, more bool, err error) {
	after, number := "", 0
	return func() ([]T, bool, error) {
		number++
		walks := slices.Contains(l.Query, "after")
		if !walks {
			query.Set("page", strconv.Itoa(number))
		}
		own := l.call(ctx, c, query)
		if walks {
			own.Seek = &staff.Seek{Sort: query.Get("sort"), After: after, Bare: true}
		}
		page, err := l.Read(ctx, own)
		if err == nil {
			err = own.Checked()
		}
		if err != nil || !walks {
			return page.Items, len(page.Items) == exportSize, err
		}
		after = own.Seek.Next
		return page.Items, after != "", nil
	}
}
