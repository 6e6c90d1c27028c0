// Package ky is the company's side of the KY board-game protocol (LEG speaks
// the same): commands on /channelHandle, bet records on /getRecordHandle. It is
// written from the protocol sheet alone and shares no line with the operator's
// client. A misreading on one side shows on the other.
//
// Where the sheet leaves the vendor's behaviour open, this is what we chose:
//
//   - Checks run in the order: fields present (6), agent (2), caller's address (5), key
//     (15), timestamp within five minutes of the clock (3), cipher (22). A command
//     unknown at this address (8) and the command's own checks follow.
//   - Inner fields of s=0 are all required but sportLang; an order id must be
//     shaped (29) even where no money moves.
//   - A transfer refused for its contents (35, 31, 40, 45, 29) or for a busy player (39)
//     leaves no order. The answer of s=4 is -1, and the id may be used again. One refused
//     on the merits (38, 33, 20, 1002) is kept as failed: s=4 says 2, and the id is spent
//     (34).
//   - s=4 of an unknown order is code 0 with status -1.
//   - While a player sits at a table, all of his money counts as on the table. Then s=1
//     and freeMoney are 0, totalMoney is the whole, and withdrawals get 33.
//   - The record feed lists finished bets only, by the instant of their last
//     settlement; the dates shown have whole seconds, the filter milliseconds.
//     A bet settled again moves to its new instant with the same GameID. A
//     voided bet is listed with AllBet, CellScore, Profit and Revenue 0.
//   - ServerID is the KindID and a digit for the level of the room. CardValue is each
//     seat with its cards and their rank, in words; tiles are their numbers.
//   - Too many pulls (43) is measured by the machine's clock, all else by the
//     clock given.
//   - Status -1 of s=5 and 35 elsewhere mean that s=0 never saw the player.
package ky
