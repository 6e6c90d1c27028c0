// Package dealer serves the tables with dealers: baccarat, dragon tiger and
// roulette. Their mathematics are in sandbox/live.
package dealer
