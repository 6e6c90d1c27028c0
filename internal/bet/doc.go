// Package bet keeps the players' bets at the venues: each bet in every version
// its venue ever reported, day totals, and reports. Package feed fetches the bets
// and knows whether any are missing.
//
// A version is never changed. When a venue settles a bet again, the new version
// is added. Everything that depends on bets moves by the difference in the same
// transaction: the venue wallet's mirror, the day totals, the turnover
// requirements. So the same rows may arrive any number of times, in any order,
// and count once.
//
// A row without a known player is kept as a finding and never dropped.
package bet
