// Package im is the company's side of IM (IMOne): one merchant, with a wallet of
// its own for the sportsbook and for e-sports. It is written from the protocol
// sheet alone, so that a misreading of the operator's client shows here.
//
// Where the sheet leaves the vendor's behaviour open, this is what we chose:
//
//   - Checks run in the order: caller's address (522), method, path and JSON
//     (612), MerchantCode (501), ProductWallet (508), then the call's own. The
//     HTTP status is 200 whatever the answer. Code is text in wallet calls and a
//     number in GetBetLog.
//   - A PlayerId has 1 to 25 letters, digits and underscores (506), a Password 1
//     to 25 characters (524), a Currency is CNY (507). Register opens the player
//     in every wallet. CheckExists answers 503 and 504, and never 0.
//   - An Amount is a decimal with at most two places (519) and not zero (543), below zero
//     for money that comes out. A TransactionId has 1 to 50 letters, digits, - and _
//     (509) and is spent in all wallets (514). A transfer refused for its form or for a
//     player who is not there (504) leaves no order. One refused on its merits is kept as
//     Declined: 510 for too little money of player or merchant, 544 for a player in a
//     game. A refusal without a reason is Declined beside code 0.
//   - CheckTransferStatus of an order that is not there, or is another player's
//     or another wallet's, is 541. It never shows the amount.
//   - A launch needs an IpAddress (505), a Language of the sheet (518) and the
//     wallet's GameCode (612).
//   - GetBetLog counts a window with both ends, by full instants: a row of
//     12:00:00.5 is after an EndDate of 12.00.00. DateFilterType 2 is the placing
//     too. BetStatus 1 are all bets that are not open, cancelled ones included.
//     A page behind the last one is 558. Rows come at once, not 15 minutes late.
//     A call beside another one is 557.
//   - PayoutAmount holds the stake, WinLoss is the net result. A cancelled bet has
//     IsSettled 1, IsCancelled 1 and a WinLoss of 0.
//   - ResetPassword and LaunchFreeGame are not there (612).
package im
