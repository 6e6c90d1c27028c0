// Package play serves the games of the simulated venues to a browser: one page,
// built from web/games, and a JSON interface behind it. A game is told by data
// (Game); what it does comes from the packages that compute it, such as slots.
//
// The page is reached by the address that a launch gives out. It works once
// and for five minutes, and leads to a session address of half a day. The
// session's token is part of the address and not a cookie, so that the page
// works inside a sandboxed frame too. A visitor without an account plays for
// fun, on an account that no record feed shows.
//
//	GET  /play/enter?token=…           from a launch into a session
//	GET  /play/fun/{venue}/{game}      into a session without an account
//	GET  /play/s/{token}/              the page
//	GET  /play/s/{token}/state         what the page shows at first
//	POST /play/s/{token}/spin          a round of a slot game: {id, game, coin}
//	GET  /play/s/{token}/slot/room     the jackpot and the last big wins of the venue, ?game=
//	POST /play/s/{token}/seed          reveals the server seed: {client}
//	GET  /play/s/{token}/live/floor     the dealer tables with their roads
//	GET  /play/s/{token}/live/table     one table, ?code=
//	POST /play/s/{token}/live/bet       bets on a round: {id, round, bets: [{spot, stake}]}
//	GET  /play/s/{token}/board/floor    the board tables
//	GET  /play/s/{token}/board/table    one board table, ?code=; who asks sits down at it
//	POST /play/s/{token}/board/act      a bid for the bank or a multiple against it: {round, bid} or {round, multiple}
//	GET  /play/s/{token}/fish/halls     the fishing halls with their rooms and fish
//	GET  /play/s/{token}/fish/room      what swims in a room and who shoots, ?hall= &room= &after=
//	GET  /play/s/{token}/fish/records   the last bets at fishing, and the seeds
//	POST /play/s/{token}/fish/shots     shots at fish: {id, hall, room, shots: [{fish, cost, at}]}
//	GET  /play/s/{token}/lottery/hall   the lotteries with their next issue and last draw
//	GET  /play/s/{token}/lottery/draw   one lottery with its picks, draws and tickets, ?code=
//	POST /play/s/{token}/lottery/bet    tickets of an issue and of those after it:
//	                                    {id, issue, unit, lines: [{pick, multiple}], times: [1, 2], stop}
//	GET  /play/s/{token}/sports/matches matches and leagues of a list, ?tab=live|today|early|results &league=
//	GET  /play/s/{token}/sports/match   one match with all its markets, ?id=
//	GET  /play/s/{token}/sports/bets    the player's bets with their cash-out values
//	POST /play/s/{token}/sports/quotes  the odds of a slip now: {legs}
//	POST /play/s/{token}/sports/bet     singles or a parlay: {id, parlay, stake, oddsType, acceptChanges,
//	                                    legs: [{match, market, side, line, price, score, stake}]};
//	                                    refused odds come back as offers
//	POST /play/s/{token}/sports/sell    cash-out of an open single: {bet, value}
//	GET  /play/assets/…                scripts, styles and pictures of the page
//
// Amounts are decimal strings. Failures are {"error": sentence} with status 403
// (the session is over), 404 or 409 (the player can do something about it).
package play
