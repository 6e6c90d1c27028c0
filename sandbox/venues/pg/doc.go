// Package pg is the company's side of PG's transfer wallet for slot games. It is
// written from the protocol sheet alone, so that a misreading of the operator's client
// shows here.
//
// Left out are TransferAllOut, Suspend, Reinstate, Check, Game/v2/Get and the
// launch that answers a page of HTML.
//
// Where the sheet leaves the vendor's behaviour open, this is what we chose:
//
//   - Checks run in the order: operator_token, secret_key and the caller's address
//     (1204), trace_id and missing fields (3001), their form (1034), the call's own. The
//     HTTP status is 200 whatever the code.
//   - trace_id is a UUID. A player_name has at most 50 letters, digits, - and _, and a
//     transfer_reference likewise. An amount is from 0.01 to 10,000,000.00 with at most
//     two places. The currency is CNY.
//   - A transfer refused for its form leaves no order. One that is refused on its merits
//     (3013, 3100) is kept: the reference answers 3100 from then on. 3013 says that the
//     player has too little, or the operator.
//   - A repeated reference answers the transactionId and amount of the first sending, with
//     the balances of now. With another player, direction or amount it answers 1034.
//   - GetSingleTransaction finds transfers of the named player that were carried out. It
//     answers 3101 for one that is under way and 3040 for every other. The amount is
//     transactionAmount, positive in both directions.
//   - An open game is no reason to refuse a transfer.
//   - A launch address asks the operator's VerifySession each time it is opened. It opens
//     the game for the player whom the operator names, who must have an account here.
//   - GetHistory answers rows whose rowVersion is above row_version, the lowest first. The
//     first row of all has rowVersion 2. A round that is not settled has no row yet.
//   - GetHistoryForSpecificTimeRange takes from_time and to_time in milliseconds, both
//     included, at most an hour apart. It goes by betEndTime, the earliest first.
//   - A cancelled round has handsStatus 3 and betAmount and winAmount 0. balanceAfter is the
//     balance of now.
//   - LoginProxy gives a session of the operator that lasts ten minutes. With it,
//     /history/redirect.html shows the round of any player by its sid.
package pg
