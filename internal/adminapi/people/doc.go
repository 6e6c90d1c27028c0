// Package people serves the calls about people: sessions and accounts of staff,
// second-person requests, the audit, players and their questions.
package people
