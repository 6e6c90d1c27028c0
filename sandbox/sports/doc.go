// Package sports computes a sports book: fixtures, live scores, odds that move,
// and the value of a bet when its match ends. It stores nothing. Every match is
// a pure function of the book's secret seed, its league and its number. Any
// process at any time gives the same fixture list, the same goals and the same
// prices, and a restart loses nothing.
//
// The e-sports book is the same engine with other leagues. A league's Model
// gives the chance of every final score from any moment of a match on, and all
// markets are computed from that.
//
// Each match has its own seed (package fair). Its commitment is shown beside
// the fixture from the first listing on. The seed itself is shown once the
// match is over, and drawing with it again gives the same goals.
//
// Prices are European odds in 1/1,000. Probabilities are floating point,
// because they only make prices; money is computed from prices in integers.
package sports
