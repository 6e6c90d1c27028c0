// Package promo pays the awards of promotions: it computes the progress of a player in
// each, takes claims, pays awards that are due, and takes back those that were not
// earned (PROMO-03 to PROMO-13). Package rule keeps the promotions, package award the
// rows of awards, package draw the random draws.
//
// The progress of a player is computed from deposits, withdrawals and bets when it is
// asked for. There are no counters of it.
//
// An award is one row, unique by promotion, player and item, and is written in the
// transaction that moves the money. It is paid once, however many windows and nodes ask
// for it. An award waits for a person, and moves no money until then, if it may be the
// second of one person, is over the month's budget, or is larger than a slip of three
// digits.
package promo
