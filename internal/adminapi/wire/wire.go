package wire

import (
	"encoding/json"
	"strconv"
	"time"

	"hongyun/internal/api"
	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// Yuan is an amount on this wire: decimal yuan with two places, as text.
type Yuan string

// InYuan is an amount of fen as it is on this wire.
func InYuan(f money.Fen) Yuan { return Yuan(f.String()) }

// InYuanOrNull is an amount that may be absent.
func InYuanOrNull(f *money.Fen) *Yuan {
	if f == nil {
		return nil
	}
	y := InYuan(*f)
	return &y
}

// Ms is an instant in unix milliseconds.
type Ms int64

// InMs is an instant as it is on this wire.
func InMs(t time.Time) Ms { return Ms(t.UnixMilli()) }

// InMsOrNull is an instant that may not have come yet: nil for the zero time.
func InMsOrNull(t time.Time) *Ms {
	if t.IsZero() {
		return nil
	}
	m := InMs(t)
	return &m
}

// TextOrNull is a text that may be absent: nil for an empty one.
func TextOrNull(s string) *string {
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

// Note writes into a page how it was read.
func (p *Page[T]) Note(s *staff.Seek) {
	p.Walk = &Walk{Sort: s.Sorted, Sorts: append([]string{}, s.Sorts...), Next: TextOrNull(s.Next), Prev: TextOrNull(s.Prev)}
}

// PageOf makes a page of rows; an empty one is [], never null.
func PageOf[Row, T any](rows []Row, total int, shown func(Row) T) Page[T] {
	return Page[T]{Items: api.Each(rows, shown), Total: total}
}

// Items is a list that has no pages.
type Items[T any] struct {
	Items []T `json:"items"`
}

// ItemsOf makes a list of rows; an empty one is [], never null.
func ItemsOf[Row, T any](rows []Row, shown func(Row) T) Items[T] {
	return Items[T]{api.Each(rows, shown)}
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

// WhoOrNull is a member of staff, nil for an empty id.
func WhoOrNull(id, name string) *Who {
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
	Status     string `json:"status" enumOf:"outcome"`
	ApprovalID string `json:"approvalId,omitempty"`
}

// The states of an Outcome.
const (
	StatusDone    = "done"
	StatusWaiting = "waiting" // for a second person
)

// Outcomes are the states of an Outcome.
var Outcomes = []string{StatusDone, StatusWaiting}

// DoneOrWaiting is the outcome of an action that made this request, or none.
func DoneOrWaiting(approval string) Outcome {
	if approval == "" {
		return Done
	}
	return Outcome{Status: StatusWaiting, ApprovalID: approval}
}

// Waits says whether a second person must agree first. The status is 202 then.
func (o Outcome) Waits() bool { return o.Status == StatusWaiting }

// Reason is the body of an action that must say why.
type Reason struct {
	Reason string `json:"reason"`
}

// Empty is the body of an action that says nothing: {}.
type Empty struct{}

// Failure is the body of every answer that is not 2xx.
type Failure struct {
	Code    string            `json:"code"`
	Message string            `json:"message"`
	Fields  map[string]string `json:"fields,omitempty"`
}

// Object is JSON that is passed on as it was stored; null if there is none.
func Object(raw json.RawMessage) json.RawMessage {
	if len(raw) == 0 {
		return json.RawMessage("null")
	}
	return raw
}

// InSum is how many, and how much together.
func InSum(count int, amount money.Fen) Sum { return Sum{Count: count, Amount: InYuan(amount)} }

// OutcomeOf is the answer to an action of a noun, which may wait for a second person.
func OutcomeOf[O ~struct {
	Done       bool
	ApprovalID string
}](o O, err error) (Outcome, error) {
	answer := struct {
		Done       bool
		ApprovalID string
	}(o)
	return DoneOrWaiting(answer.ApprovalID), err
}

// Done is the outcome of an action that needed no second person.
var Done = Outcome{Status: "done"}

// IDText is a number of ours as it is on this wire.
func IDText(id int64) string { return strconv.FormatInt(id, 10) }

// Coins is a decimal amount of USDT.
type Coins string

// InCoins is an amount of USDT as it is on this wire.
func InCoins(c money.Coins) Coins { return Coins(c.String()) }

// InCoinsOrNull is an amount of USDT, nil for none.
func InCoinsOrNull(c money.Coins) *Coins {
	if c == 0 {
		return nil
	}
	text := InCoins(c)
	return &text
}

// Texts are the values of a list as texts.
func Texts[T ~string](values []T) []string {
	return api.Each(values, func(v T) string { return string(v) })
}

// InYuanUnlessZero is an amount of which 0 means that there is none.
func InYuanUnlessZero(f money.Fen) *Yuan {
	if f == 0 {
		return nil
	}
	return InYuanOrNull(&f)
}

// Approve is an optional note to a decision.
type Approve struct {
	Note string `json:"note,omitempty"`
}

// InstantOf is a time that was given, or else the zero time. One that cannot be is wrong.
func InstantOf(m *Ms, wrong error) (time.Time, error) {
	switch {
	case m == nil:
		return time.Time{}, nil
	case *m <= 0 || *m > 1<<53:
		return time.Time{}, wrong
	}
	return calendar.FromMillis(int64(*m)), nil
}

// Freeze is one thing a player may not do.
type Freeze struct {
	Reason string `json:"reason"`
	By     string `json:"by"`
	At     Ms     `json:"at"`
	Two    bool   `json:"two"` // two people lift it: the player is likely one under self-exclusion
}

// Saved is the id of what was saved.
type Saved struct {
	ID string `json:"id"`
}
