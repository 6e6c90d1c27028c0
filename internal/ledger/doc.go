// Package ledger keeps the books of the house: accounts, and postings between
// them. It is the only writer of balances.
//
// A posting is a pair, from one account to another, with an amount above zero
// in one asset, so every entry balances by construction. An entry is one or
// more postings under one key: posting the same key again has no effect, and
// posting other contents under it is an error. Nothing is ever changed or
// removed; a mistake is put right by another entry.
//
//	Σ to − Σ from  =  balance        of every account, always
//	balance ≥ 0                      of every account that is not marked otherwise
//
// A player's balances are rows, locked in the order of their names. The
// accounts of the house have no balance row to wait for: what they hold is the
// sum of their postings, shortened by checkpoints.
//
// The database refuses what breaks a rule (migrations/0002_ledger.sql), and
// Verify derives everything again from the postings and names the first row
// that is wrong. docs/money.md holds the chart of accounts.
//
// This package must never decide what a movement means: that is for the noun
// whose order it is.
package ledger
