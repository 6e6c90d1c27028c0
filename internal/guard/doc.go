// Package guard says what a player may not do for now, and why.
//
// A block is about one act: logging in, depositing, moving money to a venue,
// opening a game, betting, withdrawing. It has a reason, somebody who set it,
// and an end or none. Check is asked at each act, inside the act's own
// transaction where there is one.
//
// Money that comes back (from a venue to the centre wallet) is never blocked:
// a player who may not play must be able to leave the table.
package guard
