// Package cq9 is the company's side of CQ9's transfer wallet for slot games. It
// is written from the protocol sheet alone and shares no line with the
// operator's client. A misreading on one side shows on the other.
//
// Where the sheet leaves the vendor's behaviour open, this is what we chose:
//
//   - Checks run in the order: Authorization (3), method and path (7), fields
//     (5, 15, 24), then the call's own. The HTTP status is 200 whatever the code.
//   - An account has at most 36 letters, digits and underscores, a password at least one
//     byte. The call login with another password, or of an unknown account, is 14.
//   - A usertoken lasts ten minutes and is bound to its account; another, or an
//     old one, is 3.
//   - A transfer refused for its form (2, 5) leaves no order: its record is 8, and
//     the mtcode may be used again. One refused on its merits (1, 202) is kept:
//     its record says failed, and the mtcode is spent (9).
//   - A transfer's answer of 33 says nothing; its record decides. A record shows
//     mtcode, account, action, amount, currency, status and createtime.
//   - Amounts have at most two decimals here, and none is zero or below (5).
//   - An open game is no reason to refuse a transfer.
//   - The record feed filters by createtime, which is the instant at which the round
//     ended, with both ends of the window included. A round settled again moves to its
//     new instant under the same number. A void round has bet, validbet and win 0. The
//     field win is the payout for slot, fish and arcade, and the net win for table and
//     live.
//   - detail of a slot round counts its free spins, draws and bonus games, each in its
//     own object, as the vendor's public clients show it. Other games have none.
//   - order/detail/v2 gives the address of a page of one round of one account, which opens
//     for ten minutes. A round of another account, or one that is not over, is 8.
package cq9
