// Package wm is the company's side of WM, live tables. It is written from the
// protocol sheet alone, so that a misreading of the operator's client shows here.
//
// Where the sheet leaves the vendor's behaviour open, this is what we chose:
//
//   - Calls are POST with a form or GET with a query. The HTTP status is 200 whatever
//     the answer; result is a text beside an errorCode that is not 0.
//   - Numbers that the sheet does not give: 900 vendorId or signature, 901 address of the
//     caller, 103 a parameter, 102 the password. An order gets 10801 for too little money
//     of player or operator, 10802 for a used number, and 10803 for a refusal without a
//     reason.
//   - timestamp is within ten minutes of the company's clock (900).
//   - A user has 1 to 30 letters, digits and underscores, an order 1 to 32 letters and
//     digits (103). The field money has at most two places and is not zero (103).
//   - An order number is spent by whatever was done or refused with it on its merits.
//   - GetMemberTradeReport knows orders that moved money and no others: 107.
//   - A launch address works once. SigninGame has the one game, the hall.
//   - startTime and endTime are GMT+8 and whole seconds, both included, at most an hour
//     apart; only timetype 1 and datatype 0 are answered. There are no pages.
//   - Only bets that are settled or void are reported. A void bet has no winLoss, no
//     validbet and no gameResult. A bet that is settled again moves.
//   - event numbers a shoe of a table and eventChild a hand in it. The field betCode is a
//     word of our own, and betResult the name of the bet in Chinese. The field gameResult
//     has the hands: 庄:♠3♥5 闲:♦9♣K, or the number of a wheel.
package wm
