// Package fund keeps the players' bonus fund, counted in C$ (FUND-01 to 06).
//
// Income adds C$, and they leave in two ways. A task that is met today unlocks
// its amount: the C$ leave, and as many yuan come to the centre wallet. They
// come with a turnover requirement. At the end of the day, the unused grants of met
// tasks are taken back (D-08). The balance never falls below zero.
//
// Tasks are the same for all players and are met by facts, not by counters. The
// cashier's credits and the venues' settled bets of today are summed on
// request, so the money path updates no counter.
//
// Amounts of C$ are hundredths, like fen; one C$ is worth one yuan.
package fund
