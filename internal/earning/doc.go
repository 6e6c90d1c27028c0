// Package earning keeps the figures of a GMT+8 day: bets by venue and game,
// what the books moved, registrations and first deposits. From them come profit
// and loss, the statement of a venue, and what the operator owes its players.
//
// The figures are derived rows. A job adds what was stored since it last ran, by
// differences, so a bet that is settled again corrects the day on which it was
// placed. The job stops ten minutes before now, because a transaction may be
// committed after its time; a report adds the newer rows itself and is complete.
//
// This package reads the tables of other packages and writes none of them. It
// must never move money. Verify compares each day with the rows it comes from,
// and all days with the balances of the books.
package earning
