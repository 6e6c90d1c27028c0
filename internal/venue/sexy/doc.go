// Package sexy speaks the protocol of the AWC platform for the live tables of AE Sexy.
// README.md has its source and its quirks.
//
// # Unverified
//
// The sheet leaves these points open, and no vendor's environment was at hand. Each says
// what this package does (H-278, H-279):
//
//   - txStatus 2 and 9 of a bet are "settled again" and "void", in an order that is not sure.
//     A row of either that cost and brought nothing is void. Any other is a finding.
//   - txStatus 0 of a transfer is "never heard of it" and no refusal: it counts as a no only
//     after VisibleAfter, as 1017 does.
//   - 1018 for a deposit is taken for our own credit (venue.ForCredit).
//   - 1012 may speak of an earlier sending of the same txCode. It proves nothing.
//   - A userId has at most 20 lower-case letters and digits, and a txCode 24 letters and
//     digits. No source gives the limits.
//   - Amounts are sent with two places. The sign of the amount in an answer is not read.
//   - betLimit goes with createMember and doLoginAndLaunchGame, and not with login. The field
//     hall is not sent, because none of its values is known.
//   - Games other than MX-LIVE-001 are not known: a game of the catalogue is sent as its code,
//     and 1033 says that it is not there. The catalogue calls MX-LIVE-001 百家乐, after the
//     name of the platform.
//   - getBalance without a row for the account is an error, and 1002 is a balance of 0.
//   - An answer of the feed may be cut. Its rows are taken to come in the order of updateTime,
//     and the feed asks on from the newest one until nothing newer comes. A cut inside the
//     rows of one moment would not be seen.
//   - 1028 of the feed is "asked too soon".
//   - The time of settling is updateTime, as no other time of a row tells it.
//   - jackpot amounts are no part of a result: the sheet counts realWinAmount less
//     realBetAmount. A stake is betAmount.
//   - The values of settleStatus and transferType are not known. Those of betType are English
//     words; one public client shows PlayerPair, and the others are named alike. A word that is
//     not known is shown as it is and is on no side (H-312).
//   - gameInfo has odds and result as texts or lists of texts; another form shows nothing. The
//     same client shows winner, tableId and the six places of baccarat in result. They are three
//     cards of the player, then three of the banker, such as C02 and H11.
package sexy
