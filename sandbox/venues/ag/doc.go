// Package ag is the company's side of AG's wallet (GI, GCI) and record
// interfaces. It is written from the protocol sheet alone and shares no line
// with the client that the house uses, so that a misreading on one side shows
// on the other.
//
// Where the sheet leaves the vendor's behaviour open, this is what we chose:
//
//   - Checks run in the order: caller's address (info "error", msg says so),
//     User-Agent (info "error"), key and cipher (key_error), agent (key_error),
//     method known ("error"), then the method's own.
//   - lg sets the password of a new account. Another password of one that is
//     there is "error" with 60001, in every method that has one.
//   - tc of a player who is not there is account_not_exist, of an amount that is
//     no positive number with two decimals 2, of a known billno
//     duplicate_transfer, of a billno that does not begin with the agent "error".
//     An OUT of more than the player has is not_enough_credit at tc already.
//   - tcc without tc, or with another amount, player or direction, is 1. flag 0
//     cancels. A tcc that repeats one that was done is 0 again.
//   - qos is 0 for done, 1 for what is prepared only, cancelled, refused or
//     unknown, 2 never; network_error while a fault veils an order as under way.
//   - forwardGame opens a session once per sid. dm is the host of the way back;
//     one without a scheme is taken for https. gameType 0 and 1 are the table
//     lobby, 6 the fishing lobby; any other opens the table lobby.
//   - getorders.xml lists settled and void bets of the tables by recalcuTime,
//     both ends of the window included; gethunterscene.xml the fishing scenes
//     by billtime, with startdate and enddate in unix seconds. A void row has all
//     amounts 0. The other lists are empty. perpage above 500, a window above 10
//     minutes and a wrong key are info "error"; too many pulls network_error.
//   - Nobody is refused a transfer because of an open game.
package ag
