// Package guard says what a player may not do for now, and why.
//
// A block is about one act: logging in, depositing, moving money to a venue,
// opening a game, betting, withdrawing. It has a reason, somebody who set it,
// and an end or none. Check is asked at each act, inside the act's own
// transaction where there is one.
//
// Money that comes back (from a venue to the centre wallet) is never blocked:
// a player who may not play must be able to leave the table.
//
// Beside the blocks of the house stand the player's own decisions (trust RG-3 to
// RG-6): limits of deposits, a time-out, self-exclusion, reality checks. Nobody
// else makes or ends them, and none gets looser at once: staff have no method
// here, and the database refuses a stop that is shortened and a limit that is
// raised within a day.
//
// The gate is the same for the house as a whole: doors that money goes through,
// each of which one person closes at once and two people open again. Every
// money call asks it. A restored database starts with all of them closed, for
// it does not know what it did after its copy was taken; the companies do.
package guard
