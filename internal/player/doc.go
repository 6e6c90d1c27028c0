// Package player holds the players: how they register and log in, what they say of
// themselves, and the links between them. Below it are their rows (identity), their
// sessions and captchas (access), passwords (credential), and proved addresses (contact).
//
// A player's id is the user name in lower case; it never changes and is what
// all other packages keep.
//
// Every rule of the forms is checked here again: the page is not a witness.
// Whether a captcha is needed is decided by counters kept here and never by
// what a client says it saw.
package player
