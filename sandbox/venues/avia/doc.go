// Package avia is the company's side of AVIA's transfer wallet for e-sports. It
// is written from the protocol sheet alone and shares no line with the
// operator's client. A misreading on one side shows on the other.
//
// Where the sheet leaves the vendor's behaviour open, this is what we chose:
//
//   - Checks run in the order: Authorization, caller's address (IP), method and
//     path (NOSUPPORT), form (CONTENT), then the call's own. The HTTP status is
//     200 whatever the answer. Answers are in gzip where the caller takes it.
//   - A name has 2 to 16 letters, digits and underscores (BADNAME); capitals do
//     not tell names apart. A password has 5 to 16 characters (BADPASSWORD). A
//     Currency other than CNY is NOSUPPORT.
//   - Amounts are strings in the wallet calls, as in the sheet's example, and
//     numbers in the rows of log/get. They have at most two decimals, and none
//     is zero or below (BADMONEY). Credit is what is left of the merchant's.
//   - A Type other than IN and OUT is TRANSFER_NO_ACTION, an ID of another form
//     CONTENT. A transfer refused for these, or for a player who is not there
//     (NOUSER), leaves no order, and its ID may be used again. One refused on its
//     merits (NOBALANCE, NOCREDIT, USERLOCK) is kept as Faild, and its ID is
//     spent (EXISTSORDER). PROCCESSING proves nothing.
//   - transferinfo of an order that is not there is NOORDER.
//   - login with a CateID that is not one of the venue's is CONTENT. MatchID is
//     ignored. guest opens the first game without an account.
//   - log/get refuses a PageSize above 1024 (CONTENT). It counts a window from StartAt to
//     EndAt with both ends, by full instants: a row of 12:00:00.5 is after an EndAt of
//     12:00:00. Rows are in the order of the time asked for. The last change of an open
//     bet is its placing. Type UserName lists the bets of the player in UserName by
//     CreateAt.
//   - A settled bet that pays its stake or more is Win, another one Lose. A void
//     bet is Revoke, with BetMoney and Money 0. An open bet has BetMoney 0.
//   - log/category and user/group are not there (NOSUPPORT), and no call is
//     limited in its rate: the sheet names no limit.
//   - An open bet is no reason to refuse a transfer.
package avia
