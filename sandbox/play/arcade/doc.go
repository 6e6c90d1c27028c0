// Package arcade holds what the games of all kinds share: the venues with their
// catalogues, the books, bets and their settlement. The seeds that the page shows
// and the refusals that a player is told of are here too.
//
// It knows who is there beside the player too: whether simulated players play,
// and where people look at them.
package arcade
