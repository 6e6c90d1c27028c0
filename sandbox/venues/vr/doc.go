// Package vr is the company's side of VR's lottery wallet and record
// interfaces. It is written from the protocol sheet alone and shares no line
// with the operator's client. A misreading on one side shows on the other.
//
// Where the sheet leaves the vendor's behaviour open, this is what we chose:
//
//   - A request of another version, merchant or key is answered with errorCode 1,
//     2 and 5, encrypted under this server's key. A call answers errorCode 0
//     beside its fields; Transaction answers state instead.
//   - CreateUser of a name that is no 1 to 32 letters, digits and underscores is
//     errorCode 17. KickUser and Balance of an unknown player: 8, and a balance of -1.
//   - A serialNumber has 1 to 64 letters, digits, - and _ (15). A createTime lies
//     within five minutes of the clock (16). An amount is above zero with at most two
//     decimals (17), a type is 0 or 1 (17). 99, as state of a transfer and as errorCode
//     of a question about it, means "being worked on" and is in no manual.
//   - A transfer refused for its form or for a player who is not there leaves no
//     order. One refused on its merits (10, 7) spends the serialNumber (14).
//   - TransactionRecord lists transfers that were applied, in "records". An empty
//     field does not narrow; times narrow by createTime, both ends included.
//   - Bet lists open bets too. Times narrow by createTime, or by updateTime with
//     isUpdateTime; from is included, to is not. At most 1,000 a page. A cancelled
//     bet keeps its cost and has a playerPrize of its cost.
//   - LoginValidate is good for five minutes by its loginTime and opens a session
//     once for a loginTime and player.
//   - An open bet is no reason to refuse a transfer.
package vr
