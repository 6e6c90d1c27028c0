// Package cash serves the calls about the player's money: wallets, deposits,
// withdrawals, bonuses, and the records of all of it.
package cash
