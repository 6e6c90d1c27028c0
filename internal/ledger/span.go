package ledger

import (
	"regexp"
	"strconv"
	"time"
)

// Span is the stretch of time whose rows a check reads: from From on, up to and
// without To. A zero end is open. Verify calls checks with one span after the
// other, so that no statement reads for long.
type Span struct {
	From, To time.Time

	// Whole marks the last span of a run that reads everything. Rules that need
	// more than the rows of one span run then.
	Whole bool

	few func(condition string) string // db.Few; nil says nothing of how many rows a condition leaves
}

// Everything is the span that a check has when it reads all rows at once.
func Everything() Span { return Span{Whole: true} }

var spanMark = regexp.MustCompile(`\{(entry|time|moved) ([a-z_.]+)\}`)

// Fill writes the span into a statement:
//
//	{entry e.id}         the entries of the span, by their ids
//	{time d.created_at}  the rows whose stored time is in the span
//	{moved a.name}       the accounts that the span's entries moved
//
// Each is a condition. It is TRUE where the span has no end on either side.
func (s Span) Fill(query string) string {
	return spanMark.ReplaceAllStringFunc(query, func(mark string) string {
		m := spanMark.FindStringSubmatch(mark)
		switch m[1] {
		case "entry":
			return s.within(m[2], func(t time.Time) string { return "'" + idBefore(t) + "'" })
		case "time":
			return s.within(m[2], func(t time.Time) string { return strconv.FormatInt(t.UnixMilli(), 10) })
		}
		if s.From.IsZero() && s.To.IsZero() {
			return "TRUE"
		}
		return s.Fill("(" + m[2] + " IN (SELECT to_account FROM posting WHERE {entry entry_id} UNION SELECT from_account FROM posting WHERE {entry entry_id}))")
	})
}

func (s Span) within(column string, value func(time.Time) string) string {
	few := s.few
	if few == nil {
		few = func(condition string) string { return condition }
	}
	switch {
	case s.From.IsZero() && s.To.IsZero():
		return "TRUE"
	case s.From.IsZero():
		return few(column + " < " + value(s.To))
	case s.To.IsZero():
		return few(column + " >= " + value(s.From))
	}
	return "(" + few(column+" >= "+value(s.From)) + " AND " + few(column+" < "+value(s.To)) + ")"
}
