// Package number makes the numbers that players read for transfers, bonuses,
// movements of the books and questions to support, whose own keys are internal. Such a number
// holds the second in which the thing began and a short hash of its key. It is
// not stored: a look-up by number reads that one second.
package number

import (
	"crypto/sha256"
	"strings"
	"time"

	"hongyun/internal/calendar"
)

// Letters say which kind of thing a number names. D and W are the letters of
// deposits and withdrawals, whose numbers are drawn and stored (NewOrder).
const (
	Transfer = 'T'
	Bonus    = 'B'
	Fund     = 'F'
	Movement = 'A'
	VIP      = 'V' // an award of a VIP programme
	Ticket   = 'Q' // a question to support
)

const (
	layout   = "060102150405"
	alphabet = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	length   = 6 // of the hash
)

// Of is the number of the thing with an internal key that began at an instant.
func Of(letter byte, at time.Time, key string) string {
	sum := sha256.Sum256([]byte{letter, '|'})
	sum = sha256.Sum256(append(sum[:], key...))
	var b strings.Builder
	b.WriteByte(letter)
	b.WriteString(at.In(calendar.Beijing).Format(layout))
	for _, c := range sum[:length] {
		b.WriteByte(alphabet[int(c)%len(alphabet)])
	}
	return b.String()
}

// MaxRead is how many records of one second a look-up by number reads at most. A
// run of awards makes thousands of them at once.
const MaxRead = 50_000

// Record is a record that has a number.
type Record struct {
	ID     string // its internal key
	Player string // its owner
	At     int64  // when it began, in milliseconds
}

// Owner is the player of the record with a number, "" where the list has none.
func Owner(list []Record, clean string) string {
	for _, r := range list {
		if Of(clean[0], time.UnixMilli(r.At), r.ID) == clean {
			return r.Player
		}
	}
	return ""
}

// Parse reads a number as a person may have typed it: its letter, and the
// second that it names. The result ok is false for a text that is no number of
// this package.
func Parse(text string) (clean string, letter byte, from time.Time, ok bool) {
	clean = strings.ToUpper(strings.NewReplacer(" ", "", "-", "").Replace(strings.TrimSpace(text)))
	if len(clean) != 1+len(layout)+length {
		return "", 0, time.Time{}, false
	}
	switch letter = clean[0]; letter {
	case Transfer, Bonus, Fund, Movement, VIP, Ticket:
	default:
		return "", 0, time.Time{}, false
	}
	from, err := time.ParseInLocation(layout, clean[1:1+len(layout)], calendar.Beijing)
	if err != nil || strings.Trim(clean[1+len(layout):], alphabet) != "" {
		return "", 0, time.Time{}, false
	}
	return clean, letter, from, true
}
