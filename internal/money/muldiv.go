package money

import (
	"errors"
	"math/big"
)

// ErrRange says that a result does not fit an int64 of smallest units.
var ErrRange = errors.New("money: amount out of range")

// Rounding is the rule for what a division leaves over.
type Rounding int

const (
	// Down rounds toward zero: amounts that the operator pays by a rate.
	Down Rounding = iota
	// HalfUp rounds to the nearest, halves away from zero.
	HalfUp
	// Up rounds away from zero: amounts that the operator receives by a rate.
	Up
)

// MulDiv is amount*num/den exactly, rounded once by the rule given. It serves
// percentages and weights that are ratios of integers: 1 % is (1, 100).
func MulDiv(amount Fen, num, den int64, r Rounding) (Fen, error) {
	if den <= 0 {
		return 0, ErrRange
	}
	product := new(big.Int).Mul(big.NewInt(int64(amount)), big.NewInt(num))
	quotient, rest := new(big.Int).QuoRem(product, big.NewInt(den), new(big.Int))
	if r == HalfUp && new(big.Int).Abs(rest).Cmp(new(big.Int).Sub(big.NewInt(den), new(big.Int).Abs(rest))) >= 0 && rest.Sign() != 0 {
		quotient.Add(quotient, big.NewInt(int64(rest.Sign())))
	}
	if r == Up && rest.Sign() != 0 {
		quotient.Add(quotient, big.NewInt(int64(rest.Sign())))
	}
	if !quotient.IsInt64() {
		return 0, ErrRange
	}
	return Fen(quotient.Int64()), nil
}
