// Package db opens the database and owns everything in which the two engines
// differ: SQLite on one machine, PostgreSQL for several nodes. All other
// packages write one body of SQL in their common dialect.
//
// Write runs a function in a transaction. On SQLite one committer takes what
// concurrent callers have queued, runs each in a savepoint of its own and
// commits once, so that many callers share one durable fsync; a caller that
// fails rolls back alone, and nobody is answered before the commit is on disk.
// On PostgreSQL each call is its own short transaction, run again when the
// server asks for it (deadlock, serialization failure).
//
// A Group goes further for the operations that the house does most: its
// function is given many at once and speaks of all of them in each statement,
// on both engines. Reads outside a transaction share the way to PostgreSQL in
// the same manner. Neither ever waits for more to come.
//
// The function given to Write may therefore run more than once, beside others,
// and on another goroutine. It touches nothing but its Tx and variables that
// it sets anew each time, uses the context it is given, and never calls a
// company outside or Write itself.
package db
