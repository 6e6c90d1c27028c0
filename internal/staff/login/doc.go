// Package login lets staff into the back office: passwords and one-time codes, the
// counters against guessing, sessions, and the networks that the back office may be
// reached from.
package login
