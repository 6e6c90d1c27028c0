// Package guard says what a player may not do for now, and why.
//
// A block is about one act: logging in, depositing, moving money to a venue,
// opening a game, betting, withdrawing. It has a reason, the actor who set it,
// and an end or none. Check is asked at each act, inside the act's own
// transaction where there is one.
//
// Money that comes back from a venue to the centre wallet is never blocked. A
// player who may not play must be able to leave the venue with it.
//
// Beside the operator's blocks are the player's own decisions (trust RG-3 to
// RG-6): limits of deposits, a time-out, self-exclusion, reality checks. Only
// the player makes or ends them, and none gets looser at once. Staff have no
// method here, and the database refuses to shorten a stop or to raise a limit
// within a day.
//
// The gate is the money switch of the whole installation. Each of its doors is
// a way of money, which one person closes at once and two people open again.
// Every money call asks it. A restored database starts with all of them closed.
// It does not know what happened after its copy was taken; the companies do.
// A new installation starts with all of them closed too, until two people open
// it (H-464).
package guard
