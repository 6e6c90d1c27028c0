package adminapi

import (
	"encoding/json"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// Yuan is an amount on this wire: decimal yuan with two places, as text.
type Yuan string

func yuan(f money.Fen) Yuan { return Yuan(f.String()) }

// yuanOf is an amount that may be absent.
func yuanOf(f *money.Fen) *Yuan {
	if f == nil {
		return nil
	}
	y := yuan(*f)
	return &y
}

// Ms is an instant in unix milliseconds.
type Ms int64

func ms(t time.Time) Ms { return Ms(t.UnixMilli()) }

// msOf is an instant that may not have come yet: nil for the zero time.
func msOf(t time.Time) *Ms {
	if t.IsZero() {
		return nil
	}
	m := ms(t)
	return &m
}

// textOf is a text that may be absent: nil for an empty one.
func textOf(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}

// Page is a part of a list and how many rows the whole has.
type Page[T any] struct {
	Items []T   `json:"items"`
	Total int   `json:"total"`
	Walk  *Walk `json:"walk"` // null in a list that is read by page numbers
}

// Walk is how a list that is read by cursor was sorted, and where it goes on.
type Walk struct {
	Sort  string   `json:"sort" doc:"the order of the rows: a name of sorts, with - before it from the largest down"`
	Sorts []string `json:"sorts" doc:"the orders that the list has"`
	Next  *string  `json:"next" doc:"what the query after takes for the next page; null on the last"`
	Prev  *string  `json:"prev" doc:"what the query upto takes for the page before; null on the first"`
}

// note writes into a page how it was read.
func (p *Page[T]) note(s *staff.Seek) {
	p.Walk = &Walk{Sort: s.Sorted, Sorts: s.Sorts, Next: textOf(s.Next), Prev: textOf(s.Prev)}
}

// pageOf makes a page of rows; an empty one is [], never null.
func pageOf[Row, T any](rows []Row, total int, shown func(Row) T) Page[T] {
	return Page[T]{Items: each(rows, shown), Total: total}
}

// Items is a list that has no pages.
type Items[T any] struct {
	Items []T `json:"items"`
}

func itemsOf[Row, T any](rows []Row, shown func(Row) T) Items[T] { return Items[T]{each(rows, shown)} }

func each[Row, T any](rows []Row, shown func(Row) T) []T {
	out := make([]T, len(rows))
	for i, r := range rows {
		out[i] = shown(r)
	}
	return out
}

// Sum is how many, and how much together.
type Sum struct {
	Count  int  `json:"count"`
	Amount Yuan `json:"amount"`
}

// Who is a member of staff.
type Who struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func whoOf(id, name string) *Who {
	if id == "" {
		return nil
	}
	return &Who{ID: id, Name: name}
}

// Note is a line of a subject's history.
type Note struct {
	At     Ms      `json:"at"`
	By     string  `json:"by"`
	What   string  `json:"what"`
	Reason *string `json:"reason"`
}

// Outcome is the answer of an action that may need a second person.
type Outcome struct {
	Status     string `json:"status" enum:"done,waiting"`
	ApprovalID string `json:"approvalId,omitempty"`
}

// doneOrWaiting is the outcome of an action that made this request, or none.
func doneOrWaiting(approval string) Outcome {
	if approval == "" {
		return done
	}
	return Outcome{Status: "waiting", ApprovalID: approval}
}

func (o Outcome) waits() bool { return o.Status == "waiting" }

// Reason is the body of an action that must say why.
type Reason struct {
	Reason string `json:"reason"`
}

// Empty is the body of an action that says nothing: {}.
type Empty struct{}

// failure is the body of every answer that is not 2xx.
type failure struct {
	Code    string            `json:"code"`
	Message string            `json:"message"`
	Fields  map[string]string `json:"fields,omitempty"`
}

// object is JSON that is passed on as it was stored; null if there is none.
func object(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("null")
	}
	return raw
}
