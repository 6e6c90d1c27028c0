// Package slots computes slot games: one engine and several mathematical
// models, each described by data. A game of the catalogue is a model with a
// theme; the theme changes pictures and names and never the mathematics.
//
// A spin is drawn whole, free spins included, from the stream of package fair.
// Amounts are units: the stake of a spin is Model.Units coins. Every win is a
// whole number of coins, so no result is ever rounded.
//
// The return to player of a model with reels is computed exactly from its reel
// strips (Return). A model that cascades has no closed form. Its stated return
// comes from 8 million simulated rounds (standard error 0.35 %), and a test
// plays it again.
package slots
