// Package turnover keeps what a player still has to bet before money may
// leave: one bucket for each deposit or grant, filled bet by bet.
//
// The rules, each of which players elsewhere complain about when it is
// missing:
//
//   - a bet counts only for buckets opened before it was placed, so a bet that
//     was under way when a deposit arrived does not serve that deposit, and an
//     old winning streak does not serve a later bonus;
//   - the oldest open bucket is filled first, and each fen of a bet is used
//     once;
//   - a bet that is settled again moves only its difference, back out of the
//     buckets it went into;
//   - what a bet gave, and why it gave no more, can be read line by line.
//
// It must never move money, and never look at a bet that is not settled.
package turnover
