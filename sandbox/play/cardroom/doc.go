// Package cardroom serves the board tables, at which players bid for the bank
// and bet against it. Its mathematics are in sandbox/board.
package cardroom
