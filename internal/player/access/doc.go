// Package access holds the sessions of players and the captchas before them.
//
// A session is a ticket of 256 random bits, of which only the hash is stored;
// calls that move money also need the device cookie that was set with it (D-21).
package access
