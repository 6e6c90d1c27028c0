// Package backup copies a SQLite database while the server uses it, and puts such
// a copy back.
//
// A copy is verified before it gets its name, and a manifest beside it says what it
// holds. A restore closes the money switch: the copy does not know what was done
// after it was taken.
package backup
