// Package app builds the house: it opens the database, makes every noun with
// what it needs, connects them, and starts and stops listeners and jobs.
//
// Everything is connected by hand, top to bottom, in New; there is no
// container to ask. News that travels against an arrow, from a lower package
// to a higher one, goes through function fields that are all set on one
// screen, in connect.
//
// The rooms below it need no running server: company makes the adapters of the
// companies, command works on a database alone, and backup copies it.
package app
