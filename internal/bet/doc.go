// Package bet keeps the players' bets at the venues: each bet in every version
// its venue ever reported, day totals, and reports. Its feed fetches the bets
// and knows whether any are missing.
//
// A version is never changed. When a venue settles a bet again, the new version
// is added. Everything that depends on bets moves by the difference in the same
// transaction: the venue wallet's mirror, the day totals, the turnover
// requirements. So the same rows may arrive any number of times, in any order,
// and count once.
//
// The feed asks in overlapping windows. Each window is a row; one that failed
// stays as a gap and is asked again until it is complete. An empty answer is
// success, a failed one never looks empty.
//
// A row without a known player is kept as a finding and never dropped.
package bet
