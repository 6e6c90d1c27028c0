// Package bet keeps what players bet at the venues: each bet in every version
// its venue ever reported, day totals, the reports players and staff read, and
// the feed that fetches it all and knows whether anything is missing.
//
// A version is never changed. When a venue settles a bet again, the new
// version is added, and everything that hangs on bets (the mirror of the venue
// wallet in the books, the day totals, the turnover requirements) moves by the
// difference, in the same transaction. So the same rows may arrive any number
// of times, in any order, and count once.
//
// The feed asks in overlapping windows. Each window is a row; one that failed
// stays as a gap and is asked again until it is complete. An empty answer is
// success, a failed one never looks empty.
//
// A row that belongs to nobody is kept as a finding and never dropped.
package bet
