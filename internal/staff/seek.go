package staff

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bun"
)

// Seek walks a list by keyset: each page is read behind the last row of the one
// before it, by an index, however deep the page lies. The caller fills the
// wishes, and the list fills what it did (H-417).
type Seek struct {
	// Sort is the name of an order, with "-" before it from the largest down; ""
	// is the usual order of the list.
	Sort          string
	After, Before string // a cursor that the list gave: the page behind it, or the one before it; at most one
	Bare          bool   // read rows alone and count nothing: for exports

	Sorted     string   // the order that was used, in the form of Sort
	Sorts      []string // the names of the orders that the list has
	Next, Prev string   // cursors of the pages beside this one; "" where there is none
}

// Order is one order of a list of rows.
type Order[R any] struct {
	Name    string
	Columns []string      // the sorted column first, the unique ones last; one index has them in this order
	Of      func(R) []any // their values, each an int64 or a string
}

// Orders are the orders of a list; the first is the usual one. An order belongs
// here only if an index carries it on both engines.
type Orders[R any] []Order[R]

// Step is how one page is read.
type Step[R any] struct {
	Where  string // "" for the first page
	Args   []any
	Order  string
	Limit  int64
	Offset int64 // of callers that read by page number; 0 for a Seek

	seek    *Seek
	order   Order[R]
	down    bool // the list is shown from the largest down
	reverse bool // the page is read from its end
}

// Step is the query of a page. down tells the direction of the usual order. A
// Page without a Seek is read by its number. The faults are ErrSort and ErrCursor.
func (o Orders[R]) Step(p Page, down bool) (Step[R], error) {
	limit, offset := p.Bounds()
	st := Step[R]{Limit: limit, Offset: offset, order: o[0], down: down, seek: p.Seek}
	if p.Seek == nil {
		st.Order = st.order.text(down)
		return st, nil
	}
	s := p.Seek
	st.Offset, st.Limit = 0, limit+1 // one more tells whether there is a next page
	if s.Sort != "" {
		name, isDown := strings.CutPrefix(s.Sort, "-")
		i := slices.IndexFunc(o, func(one Order[R]) bool { return one.Name == name })
		if i < 0 {
			return st, ErrSort.With(s.Sort)
		}
		st.order, st.down = o[i], isDown
	}
	s.Sorted, s.Sorts, s.Next, s.Prev = st.sorted(), make([]string, len(o)), "", ""
	for i, one := range o {
		s.Sorts[i] = one.Name
	}
	cursor := s.After
	if cursor == "" && s.Before != "" {
		cursor, st.reverse = s.Before, true
	}
	down = st.down != st.reverse
	st.Order = st.order.text(down)
	if cursor == "" {
		return st, nil
	}
	args, err := st.read(cursor)
	if err != nil {
		return st, err
	}
	sign := ">"
	if down {
		sign = "<"
	}
	st.Args = args
	st.Where = "(" + strings.Join(st.order.Columns, ", ") + ") " + sign + " (" + strings.TrimSuffix(strings.Repeat("?, ", len(args)), ", ") + ")"
	if len(args) == 1 { // SQLite has no row of one value
		st.Where = st.order.Columns[0] + " " + sign + " ?"
	}
	return st, nil
}

func (o Order[R]) text(down bool) string {
	columns := slices.Clone(o.Columns)
	if down {
		for i := range columns {
			columns[i] += " DESC"
		}
	}
	return strings.Join(columns, ", ")
}

func (st Step[R]) sorted() string {
	if st.down {
		return "-" + st.order.Name
	}
	return st.order.Name
}

// cursor is the place of a row as text. It names the order, for it means nothing
// in another.
func (st Step[R]) cursor(row R) string {
	text, err := json.Marshal(append([]any{st.sorted()}, st.order.Of(row)...))
	if err != nil {
		panic(fmt.Sprintf("staff: a cursor of %s: %v", st.order.Name, err))
	}
	return base64.RawURLEncoding.EncodeToString(text)
}

// maxCursor bounds a cursor, in bytes.
const maxCursor = 500

// read takes a cursor apart. It comes from a browser, and anything may be in it.
func (st Step[R]) read(cursor string) ([]any, error) {
	if len(cursor) > maxCursor {
		return nil, ErrCursor
	}
	text, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil {
		return nil, ErrCursor
	}
	var parts []json.RawMessage
	if json.Unmarshal(text, &parts) != nil {
		return nil, ErrCursor
	}
	var none R
	like := append([]any{""}, st.order.Of(none)...)
	if len(parts) != len(like) {
		return nil, ErrCursor
	}
	values := make([]any, len(like))
	for i, part := range parts {
		if values[i], err = valueLike(like[i], part); err != nil {
			return nil, err
		}
	}
	if values[0] != st.sorted() {
		return nil, ErrCursor
	}
	return values[1:], nil
}

func valueLike(like any, part json.RawMessage) (any, error) {
	if string(part) == "null" {
		return nil, ErrCursor
	}
	if _, number := like.(int64); number {
		var n int64
		if json.Unmarshal(part, &n) != nil {
			return nil, ErrCursor
		}
		return n, nil
	}
	var s string
	if json.Unmarshal(part, &s) != nil || !utf8.ValidString(s) || strings.ContainsRune(s, 0) {
		return nil, ErrCursor
	}
	return s, nil
}

// Cut makes a page of the rows that the query of the step gave, and notes the
// cursors of its neighbours.
func (st Step[R]) Cut(rows []R) []R {
	s := st.seek
	if s == nil {
		return rows
	}
	more := int64(len(rows)) >= st.Limit
	if more {
		rows = rows[:st.Limit-1]
	}
	if st.reverse {
		slices.Reverse(rows)
	}
	if len(rows) == 0 {
		return rows
	}
	first, last := st.cursor(rows[0]), st.cursor(rows[len(rows)-1])
	switch {
	case st.reverse:
		s.Next = last
		if more {
			s.Prev = first
		}
	default:
		if more {
			s.Next = last
		}
		if s.After != "" {
			s.Prev = first
		}
	}
	return rows
}

// ScanPage counts and reads a page of a query that has its tables, columns and
// filters. Faults of the Seek come wrapped.
func ScanPage[R any](ctx context.Context, q *bun.SelectQuery, orders Orders[R], p Page, down bool) (rows []R, total int, err error) {
	step, err := orders.Step(p, down)
	if err != nil {
		return nil, 0, err
	}
	if !p.Bare() {
		n, err := q.Count(ctx)
		if err != nil {
			return nil, 0, err
		}
		total = int(n)
	}
	if err := step.On(q).Scan(ctx, &rows); err != nil {
		return nil, 0, err
	}
	return step.Cut(rows), total, nil
}

// On adds the step to a query.
func (st Step[R]) On(q *bun.SelectQuery) *bun.SelectQuery {
	if st.Where != "" {
		q.Where(st.Where, st.Args...)
	}
	q.OrderExpr(st.Order).Limit(st.Limit)
	if st.Offset > 0 {
		q.Offset(st.Offset)
	}
	return q
}
