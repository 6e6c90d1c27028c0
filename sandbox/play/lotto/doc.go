// Package lotto sells the tickets of the lotteries and settles them with the
// draws. Its mathematics are in sandbox/lottery.
package lotto
