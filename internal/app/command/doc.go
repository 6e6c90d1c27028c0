// Package command holds what the command line does with a database while no
// server runs: migrate it, add staff, verify the books, open and close the money
// switch.
//
// Books is the ledger with the checks of all nouns. The server uses it too, so
// that the command and the nightly run verify the same.
package command
