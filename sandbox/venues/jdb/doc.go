// Package jdb is the company's side of JDB's transfer wallet for slot, fishing and
// arcade games. It is written from the protocol sheet alone, so that a misreading of
// the operator's client shows here.
//
// Left out are the list of games (action 49) and the jackpots (action 45).
//
// Where the sheet leaves the vendor's behaviour open, this is what we chose:
//
//   - The calls go to {prefix}/api; the sheet names no path. The HTTP status is 200
//     whatever the code.
//   - Checks run in the order: dc, x and the caller's address, parent, action and ts, then
//     the call's own fields. The age of ts is not checked, for the sheet names no limit.
//   - The sheet has no code for much that goes wrong. These are ours and are in no
//     manual: 9901 a stranger or another key, 9902 a field, 9903 refused, 9904 under way.
//     Further ones are 9905 an unanswered window, 9906 no such game, 9999 a failure of
//     this server.
//   - A uid has 1 to 30 small letters and digits. A serialNo has 1 to 50 letters, digits,
//   - and _. An amount has at most two places and is not 0; its sign is the direction.
//     With allCashOutFlag 1 the amount is not read, and all the player has is taken out.
//   - A transfer refused for its form, or for a member who is not there, leaves no order.
//     One that is refused on its merits is kept: 6002 for an empty balance, 6006 for too
//     little money of member or operator, 9903. Its serialNo is answered 9011 from then
//     on.
//   - Action 55 knows transfers that were carried out, shows the amount with the sign of
//     its direction, and nothing beside it. It answers 9904 for one under way and 9015 for
//     every other.
//   - An open game is no reason to refuse a transfer.
//   - Action 17 answers 7405 where the member was not seen in a game for five minutes.
//   - A launch with windowMode 2 needs gType and mType. With windowMode 1 and neither of
//     them the lobby opens. An address is good for five minutes and opens once.
//   - The sheet names no field of a record. The names are those that public clients of
//     the vendor read: historyId, playerId, gType, mtype, gameDate, bet (below zero),
//     win, total, lastModifyTime. A cancelled round has bet, win and total 0. An open bet
//     has no record yet. The field hasFreegame is 1 for a round with free spins. The
//     roomType of a fishing round is 0 for a cheap room, 1 for a dear one.
//   - Records go by lastModifyTime, the start included and the end not, in windows of at
//     most five minutes between whole minutes. The end is not later than now. Action 29
//     refuses a window that begins before the minute that was two hours ago, and action 64
//     one that ends after it. A window without records is answered 9015.
package jdb
