// Package vip gives players levels for what they bet, and C$ for their levels
// (VIP-01 to 05).
//
// There are two programmes. The track programme has three tracks (card, sport,
// live), each with a table of its own, and runs every week; the monthly one has
// one table for bets of all kinds, and runs every month. A run looks at all valid
// bets since the programme's start up to the end of its week or month, raises
// levels, pays the bonus of each level reached, once ever, and then the fixed
// income of the level. A level is never lost, also when a bet is settled anew:
// what was paid is not taken back, and the next level needs so much more.
//
// What a run pays goes into the player's C$ fund in the transaction that writes
// the award. Of accounts that share an identity mark only the first is paid by
// the run; awards of the others, and of players whose income staff stopped, are
// withheld until staff release or refuse them.
//
// Amounts of C$ are hundredths, like fen.
package vip
