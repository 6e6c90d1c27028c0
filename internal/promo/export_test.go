package promo

import (
	"io"

	"hongyun/internal/money"
)

// PlayersAtOnce makes the pages of a run as small as a test needs them.
func PlayersAtOnce(n int) (before int) {
	before, playersAtOnce = playersAtOnce, n
	return before
}

// KnownAtOnce makes a run look at as few waiting awards as a test needs.
func KnownAtOnce(n int) (before int) {
	before, knownAtOnce = knownAtOnce, n
	return before
}

// DrawPacket draws one of a table's packets.
func DrawPacket(random io.Reader, table []Packet) (money.Fen, error) {
	return drawPacket(random, table)
}

// Seeded is the numbers of a seed.
func Seeded(seed string) io.Reader { return &stream{seed: []byte(seed)} }

// DrawFrom draws the winners of a seed.
var DrawFrom = drawFrom

// Below draws a number below n.
var Below = below

// MonthAfter is a month later.
var MonthAfter = monthAfter

// Shipped are the promotions of a new installation.
func Shipped() []Rule { return shipped }
