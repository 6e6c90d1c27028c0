// Package pinnacle is the company's side of Pinnacle's B2B protocol: a sports
// book with a wallet of its own for one agent. It is written from the protocol
// sheet alone, so that a misreading of the operator's client shows here.
//
// Where the sheet leaves the vendor's behaviour open, this is what we chose:
//
//   - Checks run in the order: path (404), caller's address (305), header userCode (108),
//     token (403 without one, 401 for a wrong or old one). Method and body (306), the
//     parameter agentCode (109) and the call's own follow. Errors come with status 200,
//     as {"code":"…","message":"…"}. A token is valid for 15 minutes before and after its
//     time.
//   - A parameter may come in the query or in a JSON body. The parameter userCode
//     of a player takes the loginId too, as the vendor's manual says.
//   - A userCode is the agent and the loginId in hex, so that it differs from the
//     loginId. A create without a loginId invents one.
//   - More than 10 creates or 20 loginV2 in 5 seconds of real time answer status 429.
//   - An amount has at most two places (311) and is above zero (308). A transactionId has
//     1 to 50 printable characters, is spent by its first use (306) and is invented where
//     it is missing. A transfer refused for its form or for a player who is not there
//     (104) leaves no order. One refused on its merits is kept as FAILED: 309 for too
//     little money of the player, 310 for too little of the agent. A refusal without a
//     reason is 103. There is no answer for money on a table, so that fault is a 103 too.
//   - Neither a transfer nor its status has a word for "under way": such an order
//     answers {"trace":"…"}.
//   - A login address is used once. Its parameter externalUrl leads back from the
//     book, on desktops too.
//   - all-wagers counts a window with both ends, by full instants: a row of
//     12:00:00.5 is after a dateTo of 12:00:00. Without settle it lists all bets.
//     event_date is the placing. settle_date takes dates and whole times. A bet
//     changed last when it was settled, cancelled or, while open, placed.
//   - stake and toRisk are both what the bet cost. winLoss of a cancelled bet is 0.
//     A cash-out is a SETTLED bet. isResettle is always false: the books keep the
//     last settlement only. A bet placed while the score was 0-0 is not told from
//     one placed before the match.
//   - update-status, transactions and the push feed are not there.
package pinnacle
