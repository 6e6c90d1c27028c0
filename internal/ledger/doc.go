// Package ledger keeps the operator's books: accounts, and postings between
// them. It is the only writer of balances.
//
// A posting moves an amount above zero in one asset from one account to
// another, so every entry balances by construction. An entry is one or more
// postings under one key. Posting the same key again has no effect; posting
// other contents under it is an error. Nothing is ever changed or removed;
// another entry corrects a mistake.
//
//	Σ to − Σ from  =  balance        of every account, always
//	balance ≥ 0                      of every account that is not marked otherwise
//
// A player's balances are rows, locked in the order of their names. House
// accounts have no balance row to wait for: their balance is the sum of their
// postings, shortened by checkpoints.
//
// The database refuses rows that break a rule (migrations/0002_ledger.sql).
// Verify derives everything again from the postings and names the first wrong
// row. docs/money.md holds the chart of accounts.
//
// This package must never decide the meaning of a movement: the package that
// owns the order decides it.
package ledger
