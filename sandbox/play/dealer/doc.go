// Package dealer serves the tables with dealers: baccarat, dragon tiger,
// roulette and sic bo. Their mathematics are in sandbox/live.
package dealer
