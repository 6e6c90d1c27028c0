// Package vip gives players levels for their bets, and C$ for their levels
// (VIP-01 to 05).
//
// There are two programmes. The track programme has three tracks (card, sport,
// live), each with its own table, and runs every week. The monthly one has one
// table for bets of all kinds, and runs every month. A run looks at all valid
// bets from the programme's start to the end of its week or month. It raises
// levels, pays each reached level's bonus once ever, and then the fixed income
// of the level. A level is never lost, even when a bet is settled anew:
// payments are not taken back, and the next level needs that much more.
//
// A run pays into the player's C$ fund in the transaction that writes the
// award. If accounts share an identity mark, the run pays only the first. It
// withholds the others' awards, and those of players whose income staff
// stopped, until staff release or refuse them.
//
// Amounts of C$ are hundredths, like fen.
package vip
