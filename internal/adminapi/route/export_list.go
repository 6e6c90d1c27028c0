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
// own call, page by page, so that a file shows nothing that the list would hide.
type ExportedList[T any] struct {
	Name, Title string
	View        staff.Permission
	Query       []string // of the list: with Walk it is read by cursor
	Kept        []string // names of the list's query that an export does not take
	Most        int      // rows that the list shows at most; 0: all
	Spanned     bool     // without a player it spans Exporter.Span at most
	Read        func(context.Context, *Call) (wire.Page[T], error)
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
	return Download("/exports/"+l.Name, staff.DataExport, "the rows of a list as a file, masked as the list shows them; audited", file, append(l.filters(), "format")...)
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
	page := l.pages(ctx, c, query)
	first, more, total, err := page() // the list itself judges its filters
	switch {
	case err == nil && wide != nil:
		err = wide
	case err == nil && l.Most > 0 && total > l.Most:
		err = errExportMost.With(total, l.Most)
	}
	if err != nil {
		return nil, err
	}
	f.Rows = func(row func(...any) error) error {
		for items := first; ; {
			for _, item := range items {
				cells := make([]any, len(l.Columns))
				for i, column := range l.Columns {
					cells[i] = column.of(item)
				}
				if err := row(cells...); err != nil {
					return err
				}
			}
			if !more {
				return nil
			}
			if items, more, _, err = page(); err != nil {
				return err
			}
		}
	}
	return f, nil
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
	if wide == nil && !to.IsZero() && slices.Contains(l.Query, "to") {
		query.Set("to", strconv.FormatInt(to.UnixMilli(), 10))
	}
	return query, wide, c.Checked()
}

// pages reads the list page by page: behind the last row of the page before,
// where the list is read by cursor, and by page number in the short ones.
func (l ExportedList[T]) pages(ctx context.Context, c *Call, query url.Values) func() (items []T, more bool, total int, err error) {
	after, number := "", 0
	return func() ([]T, bool, int, error) {
		number++
		asked := c.Request.Clone(ctx)
		own := &Call{Writer: c.Writer, Request: asked, By: c.By, Session: c.Session, Query: l.Query}
		walks := slices.Contains(l.Query, "after")
		if walks {
			own.Seek = &staff.Seek{Sort: query.Get("sort"), After: after, Bare: true}
		} else {
			query.Set("page", strconv.Itoa(number))
		}
		asked.URL = &url.URL{Path: c.Request.URL.Path, RawQuery: query.Encode()}
		page, err := l.Read(ctx, own)
		if err == nil {
			err = own.Checked()
		}
		if err != nil || !walks {
			return page.Items, len(page.Items) == exportSize, page.Total, err
		}
		after = own.Seek.Next
		return page.Items, after != "", page.Total, nil
	}
}
