// Package money holds exact amounts: integers in the smallest unit of an
// asset, their parsing from what strangers type, and their printing.
//
// There is no floating point here or near any amount (D-17). Rates belong to
// the decimal library; an amount and a rate meet only in MulDiv, which says
// how it rounds.
package money
