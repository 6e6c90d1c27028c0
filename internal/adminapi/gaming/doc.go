// Package gaming serves the calls about venues: their contracts and games, transfers
// to them, bets and the feeds that bring the bets.
package gaming
