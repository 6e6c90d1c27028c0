// Package venue knows the companies whose games our players play: what each
// of them must be able to do for us (Venue and the small abilities beside
// it), which of them the house offers and in what state (Venues), under which
// name a player is known there, and how a game is opened (Launches).
//
// A venue is a machine we do not own. It may be slow, silent or wrong, so its
// answers come in three kinds, yes, no and unknown, and nothing in this
// package ever calls one inside a database transaction. The package moves no
// money in our own books: that is wallet's and bet's work.
package venue
