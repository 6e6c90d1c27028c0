// Package promo gives players what promotions promise: it works out how a player
// stands with each, takes claims, pays what is due, and takes back what was not
// earned (PROMO-03 to PROMO-13). Package rule keeps the promises, package award
// the rows of what was given, package draw the random draws.
//
// What a player earned is computed from deposits, withdrawals and bets when it is
// asked, never from counters of its own.
//
// Everything that is given is one row, unique by promotion, player and item, and
// is written in the transaction that moves the money. However often it is asked
// for, by any number of windows and nodes, it is paid once. An award waits for a
// person and moves nothing until then if it may be the second of one person, is
// over the month's budget, or is larger than a slip of three digits.
package promo
