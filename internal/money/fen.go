package money

import (
	"errors"
	"math"
	"strconv"
	"strings"
)

// Fen is an amount of renminbi in 1/100 yuan.
type Fen int64

// Yuan is one yuan in fen: 30*money.Yuan reads as thirty yuan.
const Yuan Fen = 100

// ErrSyntax says that a text is no amount by the one rule of ParseYuan.
var ErrSyntax = errors.New("money: not an amount")

// integerDigits is the most digits an amount may have before the point. Twelve
// are a trillion yuan: beyond any order, and far inside an int64 of fen.
const integerDigits = 12

// ParseYuan reads decimal yuan from an untrusted sender: ASCII digits, no zero
// in front, at most two decimals. It refuses a sign, exponent, space, separator
// or full-width digit. Zero is read; a caller that needs more checks it.
func ParseYuan(text string) (Fen, error) {
	whole, frac, pointed := strings.Cut(text, ".")
	if !digits(whole) || len(whole) > integerDigits || (len(whole) > 1 && whole[0] == '0') {
		return 0, ErrSyntax
	}
	if pointed && (!digits(frac) || len(frac) > 2) {
		return 0, ErrSyntax
	}
	minor, err := strconv.ParseInt(whole+(frac + "00")[:2], 10, 64)
	if err != nil {
		return 0, ErrSyntax
	}
	return Fen(minor), nil
}

// ParseWholeYuan reads a positive whole number of yuan by the same rule
// (TRF-04: transfers are whole yuan).
func ParseWholeYuan(text string) (Fen, error) {
	f, err := ParseYuan(text)
	if err != nil || f == 0 || strings.Contains(text, ".") {
		return 0, ErrSyntax
	}
	return f, nil
}

func digits(s string) bool {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// String prints decimal yuan with two places: "-12.34".
func (f Fen) String() string { return format(int64(f), 2) }

// Grouped prints decimal yuan for people, in thousands: "1,234.50".
func (f Fen) Grouped() string {
	s := f.String()
	sign := ""
	if s[0] == '-' {
		sign, s = "-", s[1:]
	}
	head, tail := s[:len(s)-3], s[len(s)-3:]
	for i := len(head) - 3; i > 0; i -= 3 {
		head = head[:i] + "," + head[i:]
	}
	return sign + head + tail
}

// Whole is the part of the amount in full yuan; the rest is what a venue that
// takes whole yuan only leaves behind.
func (f Fen) Whole() Fen { return f - f%Yuan }

// MarshalJSON writes decimal yuan as a JSON number with two places (D-17).
func (f Fen) MarshalJSON() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalJSON reads what MarshalJSON writes, and the same in quotes.
func (f *Fen) UnmarshalJSON(b []byte) error {
	s := strings.Trim(string(b), `"`)
	negative := strings.HasPrefix(s, "-")
	v, err := ParseYuan(strings.TrimPrefix(s, "-"))
	if err != nil {
		return err
	}
	if negative {
		v = -v
	}
	*f = v
	return nil
}

// format prints minor units with the given number of decimal places.
func format(minor int64, places int) string {
	sign := ""
	u := uint64(minor)
	if minor < 0 {
		sign, u = "-", -uint64(minor) // also right for the smallest int64
	}
	s := strconv.FormatUint(u, 10)
	if places == 0 {
		return sign + s
	}
	if len(s) <= places {
		s = strings.Repeat("0", places+1-len(s)) + s
	}
	return sign + s[:len(s)-places] + "." + s[len(s)-places:]
}

// Add is the sum of amounts, or an error where an int64 cannot hold it.
func Add(amounts ...Fen) (Fen, error) {
	var sum Fen
	for _, a := range amounts {
		if (a > 0 && sum > math.MaxInt64-a) || (a < 0 && sum < math.MinInt64-a) {
			return 0, ErrRange
		}
		sum += a
	}
	return sum, nil
}
