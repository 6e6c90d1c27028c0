// Package bti is the company's side of BTI (networkpot, WHL): a sportsbook with a
// wallet that answers XML and a data interface that answers JSON. It is written
// from the protocol sheet alone, so that a misreading of the operator's client
// shows here.
//
// Where the sheet leaves the vendor's behaviour open, this is what we chose:
//
//   - A wallet call is the last part of the path. Its parameters come as JSON, as
//     a form or in the query. The HTTP status is 200 whatever the answer. A caller
//     from another address and a wrong name or password are AuthenticationFailed.
//   - A transfer has two answers: NoError, and Exception for every refusal. Reasons are
//     its form, its amount, a used reference, too little money of the player or of the
//     merchant, and a player in a game. RefTransactionCode has 2 to 50 letters, digits, -
//     and _; an empty one is RefTransactionCodeIsEmpty. A player who is not there is
//     CustomerNotFound. MerchantIsFrozen moves nothing.
//   - CheckTransaction is NoError for an order that was carried out, and Exception for
//     one under way. A missing or refused order is TransactionCodeNotFound. It never
//     shows the amount.
//   - An AuthToken opens the book once, within five minutes.
//   - The token of the data interface lives for ten minutes. From and To are UTC,
//     with both ends, by full instants: get-history-bets-paging takes decided bets by
//     UpdateDate, get-open-bets-paging open ones by CreationDate. Times of rows have
//     milliseconds and no zone. A window has at most 24 hours. Rows come at once,
//     not five to ten minutes late. A page behind the last one has no bets.
//   - TotalStake holds the stake, PL is the net result and Return is both. A
//     cancelled bet has a PL of 0 and its stake as Return; an open one has neither.
//   - Selections have the names of the sheet's field Selections only if the bet was
//     placed on a page. A bet made by /control/bets has one without names.
//   - CreateUser and CreateUserNew are the same.
package bti
