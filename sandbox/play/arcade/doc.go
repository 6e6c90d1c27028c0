// Package arcade holds what the games of all kinds share: the venues with their
// catalogues, the books, the bets of a request, how a bet is settled, the seeds
// that the page shows, and the refusals that a player is told of.
//
// It knows who is there beside the player too: whether simulated players play,
// and where people look at them.
package arcade
