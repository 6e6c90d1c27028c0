// Package turnover keeps the bets a player still has to make before money may
// leave. There is one bucket for each deposit or grant, filled bet by bet.
//
// The rules prevent complaints that players have elsewhere:
//
//   - A bet counts only for buckets opened before it was placed. An open bet
//     does not serve a later deposit, and old wins do not serve a later bonus.
//   - The oldest open bucket is filled first, and each fen of a bet is used
//     once.
//   - A bet that is settled again moves only its difference, back out of the
//     buckets it went into.
//   - The amount each bet gave, and why it gave no more, can be read line by
//     line.
//
// It must never move money, and never look at a bet that is not settled.
package turnover
