package wire

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// ErrMoved says that the rows of a window changed while its pages were read. A
// row that leaves the window moves those behind it to an earlier page, and one
// of them would never be read. The window must be read again from its first
// page.
var ErrMoved = errors.New("wire: the rows of the window changed while its pages were read")

// Page is a page of a window at a venue that numbers its pages and gives the
// number of all rows. Its text goes through venue.BetPage.Next.
type Page struct {
	Number int // as the venue counts
	Total  int // all rows of the window as the page before said, -1 on the first page
	first  int // the number of the venue's first page
}

// ParsePage reads what Next gave; "" is the first page. first is the number of
// the venue's first page, 0 or 1.
func ParsePage(text string, first int) (Page, error) {
	if text == "" {
		return Page{Number: first, Total: -1, first: first}, nil
	}
	number, total, _ := strings.Cut(text, "/")
	n, err1 := strconv.Atoi(number)
	t, err2 := strconv.Atoi(total)
	if err1 != nil || err2 != nil || n <= first || t < 0 {
		return Page{}, errors.New("wire: not a page of this feed")
	}
	return Page{Number: n, Total: t, first: first}, nil
}

// Next checks that a page is whole and returns the text of the following one,
// "" after the last. Its arguments are the number of rows asked for, of rows
// received, and the venue's number of all rows.
func (p Page) Next(size, rows, total int) (string, error) {
	if total < 0 {
		return "", ErrForm
	}
	if p.Total >= 0 && p.Total != total {
		return "", ErrMoved
	}
	before := (p.Number - p.first) * size
	if want := min(max(total-before, 0), size); rows < want {
		return "", fmt.Errorf("%w: %d rows of %d", ErrForm, rows, want)
	}
	if before+size >= total {
		return "", nil
	}
	return fmt.Sprintf("%d/%d", p.Number+1, total), nil
}

// Window is a stretch of time [From, To) at a venue that filters by whole
// steps and does not say whether its ends are inclusive.
type Window struct {
	From, To time.Time
	Step     time.Duration // 0 is a second
}

// Asked are the whole steps to ask for: none of the window's rows is outside,
// whichever way the venue counts its ends.
func (w Window) Asked() (from, to time.Time) {
	step := Or(w.Step, time.Second)
	from, to = w.From.Truncate(step), w.To.Truncate(step)
	if to.Before(w.To) {
		to = to.Add(step)
	}
	return from, to
}

// Owns says whether a row of the answer belongs to this window. Only rows in
// the steps added by Asked belong to a neighbour. A row with a time far away
// stays: the venue filters by something else then, and the row must not be lost.
func (w Window) Owns(t time.Time) bool {
	from, to := w.Asked()
	before := t.Before(w.From) && !t.Before(from)
	behind := !t.Before(w.To) && !t.After(to)
	return !before && !behind
}
