// Package fund keeps the players' bonus fund, counted in C$ (FUND-01 to 06).
//
// C$ come in as income and leave in two ways. A task that the player met today
// unlocks its amount: C$ go, and as many yuan come to the centre wallet, with a
// turnover requirement. At the end of the day what a met task granted and nobody
// unlocked is taken back (D-08). Never more leaves than there is.
//
// Tasks are the same for everybody and are met by facts, not by counters: what
// the cashier credited and what the venues settled today is summed when it is
// asked for, so nothing has to be kept in step on the way of money.
//
// Amounts of C$ are hundredths, like fen; one C$ is worth one yuan.
package fund
