// Package tcg is the company's side of TCG's lottery: one merchant, whose calls
// are encrypted and signed forms, and whose bets are in files. It is written from
// the protocol sheet alone, so that a misreading of the operator's client shows
// here.
//
// Where the sheet leaves the vendor's behaviour open, this is what we chose:
//
//   - Checks run in the order: merchant (5), caller's address (4), signature (7),
//     cipher (6), JSON (22), method (21), then the call's own. The HTTP status is
//     200 whatever the answer.
//   - A username has 1 to 14 letters, digits and underscores. The method cm of an
//     existing user is answered with 0, as the sheet lists no code for it. The currency
//     is CNY (8). The product_type is 2 (10).
//   - An amount is above zero (22) and a whole number of yuan (26). A reference_no
//     has 1 to 64 letters, digits, - and _ (22), and is spent in both directions
//     (12). A transfer refused for its form or for a player who is not there leaves
//     no order. One refused on its merits is kept: cs says FAILED.
//   - cs of an order that is not there is answered with 24 and NOT FOUND.
//     transaction_details holds username, amount and fund_type.
//   - lg opens a session for five minutes. Its game_url is relative to the address
//     of the sandbox. Trial games (game_mode 0) are not there (13).
//   - Files are served over HTTP with a user and a password, as the sandbox has no
//     FTP server. A folder is answered as text, a name on each line.
//   - A file has the bets that were decided in a period of five minutes (CutEvery),
//     and the name of the period's beginning in GMT+8. It is cut seven seconds after
//     the period's end. A period without bets has a file with an empty list. Each
//     file has at most 1,000 bets; the others follow in _0002. Periods shorter than a
//     minute share its name and are numbered on in the same way.
//   - A bet that is decided twice is only in the file of the last time.
package tcg
