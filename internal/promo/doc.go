// Package promo keeps the operator's promotions: what each promises, how a
// player stands with it, and what it gave (PROMO-03 to PROMO-13).
//
// A promise is data in versions: what is in force is never changed, a change
// begins with the next period. What a player earned is computed from deposits,
// withdrawals and bets when it is asked, never from counters of its own.
//
// What is given is one row, unique by promotion, player and what it is for,
// written in the transaction that moves the money: however often, by however
// many windows and nodes it is asked for, it is paid once. What may be the same
// person's second reward, is over the month's budget or larger than a slip of
// three digits waits for a person and moves nothing until then.
package promo
