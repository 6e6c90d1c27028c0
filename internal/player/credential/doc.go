// Package credential holds what players prove themselves by: the login password, the
// withdrawal password, the second step at login, and the codes that reset them.
//
// Passwords are hashed outside transactions: a hash takes tens of milliseconds, and
// SQLite has one writer.
package credential
