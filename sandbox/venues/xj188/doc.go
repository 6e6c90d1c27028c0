// Package xj188 is the company's side of XJ188, a sportsbook whose protocol is
// known from one client: an unverified dialect. It is written from the protocol
// sheet alone, so that a misreading of the operator's client shows here.
//
// Where the sheet leaves the vendor's behaviour open, this is what we chose:
//
//   - Checks run in the order: caller's address (SSO0003), operatorId and vendorId
//     (SSO0001), then the call's own. The HTTP status is 200 whatever the answer.
//     data is null beside a code that is not COMM0000.
//   - A memberCode has 1 to 25 letters, digits and underscores and a refId 1 to 50
//     letters, digits, - and _ (COMM0101, ITGR0012). An amount has at most two
//     places and is more than zero (COMM0101); a currency is CNY (ITGR0101).
//   - A refId is spent by an order that was done or refused on its merits (ITGR1001).
//     ERRG0010 is too little money of the member or of the operator. ITGR9999 is a
//     refusal without a reason, an order under way, or a member in a game.
//   - A launch gives the address of the book; {login}/launcher sends a browser to
//     the address in XJlaunchURL, which works once. channel is 10 or 11.
//   - from and to are GMT-4, as 2006-01-02 15:04:05, at most an hour apart, with both
//     ends, by full instants. The value isSettled 3 asks for open bets by their placing,
//     4 for decided ones by their settling. There are no pages. Times of rows have
//     milliseconds and no zone. bets is text that holds a JSON list.
//   - returnAmount is all that comes back, the stake included: 0 for an open bet,
//     the stake for a void one (wagerStatus 3). A bet that is settled again moves.
package xj188
