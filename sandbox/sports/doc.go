// Package sports computes a sports book: fixtures, live scores, odds that move,
// and what a bet is worth when its match ends. It keeps nothing. Every match is
// a pure function of the book's secret seed, its league and its number, so any
// process at any time gives the same fixture list, the same goals and the same
// prices, and a restart loses nothing.
//
// The e-sports book is the same engine with other leagues: a league's Model
// gives the chance of every final score from any moment of a match on, and all
// markets are computed from that.
//
// Each match has its own seed (package fair). Its commitment stands beside the
// fixture from the first listing on; the seed itself is shown once the match
// is over, and whoever draws with it again gets the same goals.
//
// Prices are European odds in 1/1,000. Probabilities are floating point, for
// they only make prices; money is computed from prices in integers.
package sports
