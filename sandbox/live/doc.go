// Package live computes the rounds of dealer tables: baccarat, dragon tiger,
// roulette and sic bo. Like package sports it stores nothing. A round is a pure function
// of the venue's secret seed, its table and its number. All viewers of a table
// therefore see the same cards at the same time.
//
// Rounds follow each other without a pause. Bets are taken for the first part
// of a round, then cards are dealt, then the result is shown. The seed of a
// round is committed to while bets are taken (package fair) and shown
// afterwards.
//
// Each round is dealt from eight fresh decks. The road maps show the rounds
// since the last change of shoe, which is a matter of display alone.
package live
