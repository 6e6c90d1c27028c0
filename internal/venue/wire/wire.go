// Package wire reads the values that venues write in several forms: amounts,
// numbers and texts, with or without quotes, with more or fewer decimals. It
// also performs their calls. Adapters share it, so that a rounding rule and a
// limit exist once.
package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"strconv"
	"strings"

	"hongyun/internal/money"
)

// ErrForm says that a value does not have the form that was agreed. It never
// quotes the value, which may hold anything.
var ErrForm = errors.New("wire: value does not have the agreed form")

// Integer is a whole number, written as 5 or as "5".
type Integer int64

// UnmarshalJSON reads 5 and "5".
func (n *Integer) UnmarshalJSON(b []byte) error {
	v, err := strconv.ParseInt(string(bytes.Trim(b, `"`)), 10, 64)
	if err != nil {
		return ErrForm
	}
	*n = Integer(v)
	return nil
}

// Text is a field that comes as text or as a number; a number keeps its digits.
type Text string

// UnmarshalJSON reads "abc", 12 and null.
func (t *Text) UnmarshalJSON(b []byte) error {
	switch {
	case len(b) > 0 && b[0] == '"':
		var s string
		if err := json.Unmarshal(b, &s); err != nil {
			return ErrForm
		}
		*t = Text(s)
	case bytes.Equal(b, []byte("null")):
		*t = ""
	case len(b) == 0 || b[0] == '{' || b[0] == '[':
		return ErrForm
	default:
		*t = Text(b)
	}
	return nil
}

// Yes reports whether the field says true, as a word or as a number.
func (t Text) Yes() bool { return t != "" && t != "0" && t != "false" }

// Decimal is an amount in yuan as the venue wrote it, number or text.
type Decimal string

// UnmarshalJSON keeps the digits; Fen reads them.
func (d *Decimal) UnmarshalJSON(b []byte) error {
	s := Decimal(bytes.Trim(b, `"`))
	if _, err := s.Fen(money.Down); err != nil {
		return err
	}
	*d = s
	return nil
}

// Fen is the amount in fen. Digits behind the second decimal are rounded once,
// as the caller says, without floating point.
func (d Decimal) Fen(rounding money.Rounding) (money.Fen, error) {
	s, negative := strings.CutPrefix(string(d), "-")
	whole, frac, _ := strings.Cut(s, ".")
	var rest string
	if len(frac) > 2 {
		frac, rest = frac[:2], frac[2:]
	}
	if strings.Trim(rest, "0123456789") != "" {
		return 0, ErrForm
	}
	plain := whole
	if frac != "" {
		plain += "." + frac
	}
	f, err := money.ParseYuan(plain)
	if err != nil {
		return 0, ErrForm
	}
	if rounding == money.HalfUp && rest != "" && rest[0] >= '5' {
		f++
	}
	if negative {
		f = -f
	}
	return f, nil
}

// Or gives v, or the standard value where v is zero.
func Or[T comparable](v, standard T) T {
	var zero T
	if v == zero {
		return standard
	}
	return v
}

const clipped = 40

// Clip keeps a stranger's text short and printable in an error.
func Clip(s string) string {
	if len(s) > clipped {
		s = s[:clipped]
	}
	return strings.ToValidUTF8(s, "?")
}
