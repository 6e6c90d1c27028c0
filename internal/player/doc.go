// Package player holds the players: how they register and log in, who they
// are, and the sessions by which every other call knows them.
//
// A player's id is the user name in lower case; it never changes and is what
// all other packages keep. A session is a ticket of 256 random bits, of which
// only the hash is stored; calls that move money also need the device cookie
// that was set with it (D-21).
//
// Every rule of the forms is checked here again: the page is not a witness.
// Whether a captcha is needed is decided by counters kept here and never by
// what a client says it saw. Passwords are hashed outside transactions, for a
// hash takes tens of milliseconds and SQLite has one writer.
//
// Phone, true name, birthday and e-mail are sealed in their rows. Player holds
// them in full, so whoever shows one masks it (Mask…).
package player
