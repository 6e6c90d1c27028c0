// Package sexy is the company's side of AE Sexy, live tables on the AWC platform. It is
// written from the protocol sheet alone, so that a misreading of the operator's client
// shows here.
//
// Left out are getBalance of all users at once, fetch/gzip/getTransactionByTxTime and
// fetch/getSummaryByTxTimeHour.
//
// Where the sheet leaves the vendor's behaviour open, this is what we chose:
//
//   - The HTTP status is 200 for every answer of a known path. Checks run in the order:
//     caller's address (1029), agentId (1035), cert (1027), missing or empty fields
//     (1056), the form of the fields, the call's own.
//   - A userId has 1 to 20 lower-case letters and digits (1000), a txCode 1 to 32
//     letters, digits, - and _ (1011). The field transferAmount has at most two places
//     and is above zero (1010).
//   - currency is CNY (1004), language is cn (1005), platform is SEXYBCRT (1054). The
//     field betLimit is needed where the sheet names it, and lists at least one limitId
//     (1036).
//   - A withdrawal without withdrawType, or with 1, takes all that is there and not the
//     transferAmount.
//   - One transfer of a player runs at a time; another one is answered 1012 and leaves no
//     order. So does a transfer refused for its form or for a user who is not there (1002).
//   - A transfer refused on its merits is kept with txStatus 0: 1018 for too little money
//     of user or operator, 1014 for a suspended user. Its txCode is used from then on
//     (1016).
//   - checkTransferOperation answers 1017 for a txCode that is not there, and 9998 for a
//     transfer that has no end yet. The transfer itself is answered 1040 then.
//   - txStatus is a number, amounts of transfers and balances are texts, and amounts of rows
//     are numbers. transferType is DEPOSIT or WITHDRAW.
//   - getBalance names each user with its userId; the first missing one makes it 1002.
//     The call logout of a missing user is 1002.
//   - A launch address works once. doLoginAndLaunchGame knows the games of the catalogue
//     (1033), and login opens the lobby. hall is not read.
//   - Bodies of fetch/gzip/… have Content-Encoding gzip, whatever the caller accepts.
//   - getTransactionByUpdateDate shows bets of every state whose last change is at timeFrom or
//     later, in the order of updateTime, which is written in whole seconds. An answer ends
//     with the second in which it reaches 1000 rows. Nothing at all is 1019. timeFrom is at
//     most 24 hours old (1034) and has a zone (1024). Less than a minute after the last
//     question the answer is 1028, by the machine's clock. status and currency are not read.
//   - A bet is open (0), settled (1) or cancelled (-1). No bet has 2 or 9: one that is
//     settled again has 1 and a new updateTime. A cancelled bet has its betAmount, and 0 for
//     all other amounts. A tie has the turnover that the table gives it.
//   - betType is a word such as Banker. The result of baccarat has six places, three of
//     the player and three of the banker, as a public client shows them. A card is its
//     suit and two digits, and a third card that was not drawn is empty. The field winner
//     is such a word in capitals. The other tables list their cards, or the number of the
//     wheel.
//   - Only baccarat has a gameCode on the sheet, MX-LIVE-001. The other tables have codes of
//     our own.
package sexy
