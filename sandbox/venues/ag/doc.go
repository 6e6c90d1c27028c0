// Package ag is the company's side of AG's wallet (GI, GCI) and record
// interfaces. It is written from the protocol sheet alone and shares no line
// with the operator's client. A misreading on one side shows on the other.
//
// Where the sheet leaves the vendor's behaviour open, this is what we chose:
//
//   - Checks run in the order: caller's address and User-Agent (info "error"), key,
//     cipher and agent (key_error), unknown method ("error"), the method's own. For a
//     wrong address, msg says so.
//   - lg sets the password of a new account. Another password of one that is
//     there is "error" with 60001, in every method that has one.
//   - tc of an unknown player is account_not_exist, and of an amount that is no positive
//     number with two decimals 2. A known billno is duplicate_transfer, and a billno that
//     does not begin with the agent "error". An OUT of more than the player has is
//     not_enough_credit at tc already.
//   - tcc without tc, or with another amount, player or direction, is 1. flag 0
//     cancels. A tcc that repeats one that was done is 0 again.
//   - qos is 0 for a done order, and 1 for one that is only prepared, cancelled, refused
//     or unknown; it is never 2. It is network_error while a fault shows an order as
//     under way.
//   - forwardGame opens a session once per sid. The field dm is the host of the way back;
//     one without a scheme is taken for https. The values 0 and 1 of gameType are the
//     table lobby, 6 the fishing lobby; any other opens the table lobby.
//   - getorders.xml lists settled and void bets of the tables by recalcuTime, both ends
//     of the window included. The list of gethunterscene.xml has the fishing scenes by
//     billtime, with startdate and enddate in unix seconds. A void row has all amounts 0.
//     The other lists are empty. perpage above 500, a window above 10 minutes and a wrong
//     key are info "error"; too many pulls network_error.
//   - An open game is no reason to refuse a transfer.
package ag
