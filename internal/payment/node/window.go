package node

import (
	"errors"
	"strconv"
	"strings"

	"hongyun/internal/payment"
)

// ErrCursor says that a cursor was not made by this kind of adapter.
var ErrCursor = errors.New("the cursor is not one of this network")

// Mark makes a cursor of a number under a letter that says what it counts.
func Mark(letter string, n int64, more bool) payment.Cursor {
	return payment.Cursor{Text: letter + strconv.FormatInt(n, 10), More: more}
}

// ReadMark reads the number of a cursor; set is false for the zero cursor.
func ReadMark(letter string, c payment.Cursor) (n int64, set bool, err error) {
	if c.Text == "" {
		return 0, false, nil
	}
	digits, ok := strings.CutPrefix(c.Text, letter)
	if n, err = strconv.ParseInt(digits, 10, 64); !ok || err != nil || n < 0 {
		return 0, false, ErrCursor
	}
	return n, true, nil
}

// Window is the span of blocks that a page reads, and how the reading goes on.
// Blocks that are not final are read again each time, for they may change; and
// a few final ones as well, because nodes stand behind load balancers and one
// that is behind says "nothing" about blocks it has not seen.
type Window struct {
	From, To           int64 // both included; To is below From where there is nothing to read
	Head, Final, Again int64 // newest block, newest final block, final blocks to read again
}

// Open spans at most most blocks from the cursor on; the zero cursor begins as
// far back as final blocks are read again.
func Open(letter string, c payment.Cursor, head, final, again, most int64) (Window, error) {
	from, set, err := ReadMark(letter, c)
	if err != nil {
		return Window{}, err
	}
	if !set {
		from = max(final+1-again, 0)
	}
	return Window{From: from, To: min(head, from+most-1), Head: head, Final: final, Again: again}, nil
}

// Next is the cursor behind this page. held is the first block that must be
// read again because something about it is still open; 0 if there is none.
// cut is the first block that was not gone through, 0 if all were.
func (w Window) Next(letter string, held, cut int64) payment.Cursor {
	next, more := max(w.From, w.Final+1-w.Again), false
	switch {
	case w.To < w.From: // the node is behind what was read already
		next = w.From
	case w.To < w.Head || cut > 0:
		// Only as far as things are final: what lies beyond may still change.
		next = min(w.To, w.Final) + 1
		more = next > w.From
	}
	if cut > 0 && cut < next {
		next, more = cut, cut > w.From
	}
	if held > 0 && held < next {
		next, more = max(held, w.From), false
	}
	return Mark(letter, max(next, w.From), more)
}
