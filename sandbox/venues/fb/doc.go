// Package fb is the company's side of FB Sports: one merchant, whose calls are
// signed over the exact bytes of their body. It is written from the protocol
// sheet alone, so that a misreading of the operator's client shows here.
//
// Where the sheet leaves the vendor's behaviour open, this is what we chose:
//
//   - Checks run in the order: caller's address, method, path and JSON, merchant,
//     signature, clock (five minutes), then the call's own. The HTTP status is
//     200 whatever the answer. The sheet lists no codes; those of fb.go are ours.
//   - A merchantUserId has 1 to 32 letters, digits and underscores. Creating a
//     user who is there is a refusal with a code of its own.
//   - An amount is text of at most two places and above zero. A businessId has 1
//     to 64 letters, digits, - and _, and is spent in both directions. A transfer
//     refused for its form or for a player who is not there leaves no order. One
//     refused on its merits is kept with status 0. An order under way has status 2.
//   - /transfer/detail refuses with its own code an order that is missing, another
//     player's, or of the other direction. It never shows the amount.
//   - A file holds the changes of one whole minute (CutEvery) and is cut seven
//     seconds after its end. An order is in a file once, as it was then. A minute
//     without changes has no file. /order/file/ids filters by the cut, with both ends, and answers
//     for at most ten minutes. /order/list of a file that is not there is a
//     refusal.
//   - A file shows an order that changed again later as it was: its first version
//     is the placing. A bet that is decided twice is only in the file of the last
//     time.
//   - orderStatus 3 is a cancelled order. oddsFormat is EU, HK or MY. The price of
//     a cash-out is in cashOutAmount and in settleAmount.
//   - index.html under the address of a token's reply takes the player, by the
//     token in its fragment, to the book. /order/listByIds is not there.
package fb
