package money

import (
	"strings"

	"github.com/govalues/decimal"
)

// Coins is an amount of USDT in 1/1,000,000.
type Coins int64

// Coin is one USDT, and Cent the step in which orders are counted: people copy
// two decimals without a slip, and every wallet takes them.
const (
	Coin Coins = 1_000_000
	Cent Coins = Coin / 100
)

// ParseCoins reads decimal USDT with at most six places, by the rule of
// ParseYuan otherwise.
func ParseCoins(text string) (Coins, error) {
	n, err := parseDecimal(text, USDT.Places())
	return Coins(n), err
}

// parseDecimal reads a plain decimal number into units of 10^-places.
func parseDecimal(text string, places int) (int64, error) {
	whole, frac, pointed := strings.Cut(text, ".")
	if !digits(whole) || len(whole) > integerDigits || (len(whole) > 1 && whole[0] == '0') || pointed && (!digits(frac) || len(frac) > places) {
		return 0, ErrSyntax
	}
	d, err := decimal.ParseExact(text, places)
	if err != nil || d.Coef() > 1<<62 {
		return 0, ErrSyntax
	}
	return int64(d.Coef()), nil
}

// String prints decimal USDT with two places, and with more only where there
// is something in them: "13.89", "0.000001".
func (c Coins) String() string {
	text := format(int64(c), USDT.Places())
	point := strings.IndexByte(text, '.')
	for len(text) > point+3 && text[len(text)-1] == '0' {
		text = text[:len(text)-1]
	}
	return text
}

// MarshalJSON writes decimal USDT as a JSON number.
func (c Coins) MarshalJSON() ([]byte, error) { return []byte(c.String()), nil }

// Rate is what one USDT costs, in 1/10,000 yuan: 71,500 is 7.15.
type Rate int64

// ratePlaces are the decimals of a rate; exchanges quote two to four.
const ratePlaces = 4

// rateUnit is one yuan for one USDT.
const rateUnit = 10_000

// ParseRate reads yuan for one USDT as decimal text with at most four places.
// A rate is above zero.
func ParseRate(text string) (Rate, error) {
	n, err := parseDecimal(text, ratePlaces)
	if err == nil && n == 0 {
		err = ErrSyntax
	}
	return Rate(n), err
}

// String prints the rate with two places, and with more only where there is
// something in them: "7.15", "7.1525".
func (r Rate) String() string {
	text := format(int64(r), ratePlaces)
	for strings.HasSuffix(text, "0") && len(text)-strings.IndexByte(text, '.') > 3 {
		text = text[:len(text)-1]
	}
	return text
}

// MarshalJSON writes the rate as a JSON number.
func (r Rate) MarshalJSON() ([]byte, error) { return []byte(r.String()), nil }

// Coins is an amount at the rate in whole cents of a USDT, rounded by the given
// rule. Up is for amounts a player sends, Down for amounts the operator sends.
func (r Rate) Coins(amount Fen, rule Rounding) (Coins, error) {
	// fen/100 yuan at r/10,000 yuan a USDT, in 1/100 USDT.
	cents, err := MulDiv(amount, rateUnit, int64(r), rule)
	if err != nil || cents > Fen(1<<62/int64(Cent)) {
		return 0, ErrRange
	}
	return Coins(cents) * Cent, nil
}

// Yuan is coins at the rate, rounded down to the fen: an amount that the
// operator pays.
func (r Rate) Yuan(coins Coins) (Fen, error) {
	return MulDiv(Fen(coins), int64(r), rateUnit*int64(Coin)/int64(Yuan), Down)
}
