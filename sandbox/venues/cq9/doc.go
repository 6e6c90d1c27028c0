// Package cq9 is the company's side of CQ9's transfer wallet for slot games. It
// is written from the protocol sheet alone and shares no line with the client
// that the house uses, so that a misreading on one side shows on the other.
//
// Where the sheet leaves the vendor's behaviour open, this is what we chose:
//
//   - Checks run in the order: Authorization (3), method and path (7), fields
//     (5, 15, 24), then the call's own. The HTTP status is 200 whatever the code.
//   - An account has at most 36 letters, digits and underscores, a password at
//     least one byte. login with another password, or of nobody, is 14.
//   - A usertoken lasts ten minutes and is bound to its account; another, or an
//     old one, is 3.
//   - A transfer refused for its form (2, 5) leaves no order: its record is 8, and
//     the mtcode may be used again. One refused on its merits (1, 202) is kept:
//     its record says failed, and the mtcode is spent (9).
//   - A transfer's answer of 33 says nothing; its record decides. A record shows
//     mtcode, account, action, amount, currency, status and createtime.
//   - Amounts have at most two decimals here, and none is zero or below (5).
//   - Nobody is refused a transfer because of an open game.
//   - The record feed filters by createtime, which is the instant at which the
//     round ended, with both ends of the window included. A round settled again
//     moves to its new instant under the same number. A void round has bet,
//     validbet and win 0. win is the payout for slot, fish and arcade, and the
//     net win for table and live.
//   - detail of a slot round counts its free spins, draws and bonus games, each in an object
//     of its own, as public clients of the vendor show it. Other games have none.
//   - order/detail/v2 gives the address of a page of one round of one account, which opens
//     for ten minutes. A round of another account, or one that is not over, is 8.
package cq9
