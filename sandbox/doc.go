// Package sandbox simulates the outside companies over their real wire protocols. They are game
// venues with games for the browser, payment gateways with a cashier page, and public chains with a
// wallet. Everything is play money and says so. It is for the demo, for tests and for trying things
// out; the production binary never links it. It imports only packages money and calendar of the
// product, so client and company cannot share a misreading.
//
// # Addresses
//
//	/venues/{code}/channelHandle     KY protocol, commands   (package venues/ky)
//	/venues/{code}/getRecordHandle   KY protocol, bet records
//	/venues/{code}/api/…             AVIA protocol            (package venues/avia)
//	/venues/{code}/Player/…, /Transaction/…, /Game/…, /Report/…   IM protocol (package venues/im)
//	/venues/{code}/TransferToWHL, … and /zh/sports   BTI protocol (package venues/bti)
//	/venues/{code}/api/public/…      WM protocol              (package venues/wm)
//	/venues/{code}/wallet/…, /fetch/gzip/…       AE Sexy on the AWC platform (package venues/sexy)
//	/venues/{code}/api/…             SABA protocol            (package venues/saba)
//	/venues/{code}/API/…, /launcher  XJ188 protocol           (package venues/xj188)
//	/venues/{code}/b2b/…, /member-service/…      Pinnacle protocol (package venues/pinnacle)
//	/venues/{code}/fb/data/api/v2/…  FB protocol              (package venues/fb)
//	/venues/{code}/web/index.html    FB: the page that a launch opens
//	/venues/{code}/Player/…, /Cash/…, /Bet/…     PG protocol (package venues/pg)
//	/venues/{code}/{game}/index.html PG: the page that a launch opens; it asks the operator's VerifySession
//	/venues/{code}/api/v2/…          TF protocol              (package venues/tf)
//	/venues/{code}/launch.html       TF: the page that a launch opens; it asks the operator's verify endpoint
//	/venues/{code}/api               JDB protocol             (package venues/jdb)
//	/venues/{code}/doBusiness.do     TCG protocol             (package venues/tcg)
//	/venues/{code}/files/ELOTTO/…    TCG: folders and files of settled and cancelled bets
//	/play/…                          the playable pages      (package play)
//	/gateways/{code}/submit.php      Epay: the payer's way in (package gateways)
//	/gateways/{code}/mapi.php        Epay: order by the merchant's server; qqpay answers with a code to
//	                                 scan, bank with a message, the others with the cashier page
//	/gateways/{code}/api.php         Epay: query
//	/gateways/{code}/cashier/{trade} the page with the button that pays
//	/gateways/{code}/Pay_Index.html, /Pay_Trade_query.html   fourparty: order and query
//	/gateways/{code}/api/v1/order/create-transaction         epusdt: order by the merchant's server
//	/gateways/{code}/pay/checkout-counter/{trade}            epusdt: the page with the button that pays
//	/gateways/{code}/pay/check-status/{trade}                epusdt: what that page asks; not signed
//	/payers/{code}/Payment_Dfpay_add.html, /Payment_Dfpay_query.html   pay-outs to cards (package payers)
//	/chains/{network}                the wallet page, filled from ?to=&amount= (package chains)
//	/chains/trc20/v1, /wallet, /walletsolidity   TRON as TronGrid tells it
//	/chains/erc20/rpc, /chains/omni/rpc          JSON-RPC of Ethereum and of an Omni Core
//	/messages/aliyun/, /messages/chuanglan/…     companies that send SMS (package messages)
//	/control/…                       for tests and automation, JSON
//	/healthz                         answers "ok"
//
// The companies keep their books in one SQLite file, sandbox.db, in the data
// folder; what was answered survives a killed process. Business times (bets,
// orders, sessions) follow the clock given; the pace of the network (retries,
// delays, the least time between pulls) is the machine's.
//
// # Control
//
// Amounts are decimal strings, errors are {"error": "…"} with status 400, 404,
// 409 or 500.
//
//	GET  /control/books      what each company counts:
//	     {"venues":{code:{player:"123.45"}},"gateways":{code:[{"order","amount","paid","status"}]},
//	     "payers":{code:{"balance","orders":[{"order","amount","paid","state","number"}]}},
//	     "chains":{network:[{"tx","to","amount","confirmations","from","token","status"}]}}
//	     A gateway's status is "unpaid" or "paid". Open stakes are not part of a balance.
//	POST /control/bets       {venue, player, stake, payout, status, game?, betId?, at?, valid?, odds?, oddsType?, parlay?, detail?}
//	     answers {betId}. A new betId places a bet: the stake leaves the venue
//	     wallet, a settled one's payout (stake included) comes in. The same
//	     betId again changes that bet and moves the difference: settle, void
//	     (the stake goes back), settle again. What a repetition leaves out stays
//	     as it was. The account is opened when absent, and may fall below zero:
//	     the company may book what it likes. game is a name or number from
//	     DefaultGames; at (RFC 3339, default now) is when this state came about:
//	     placing for an open bet, settlement for the others, and with it the
//	     bet's place in the record feed. valid defaults to the stake, 0 for void.
//	     odds, oddsType and parlay are kept; the feeds of AVIA and IM show them, that of TF shows
//	     odds and parlay, that of KY has no place for them. detail is what was picked, as the
//	     games of this venue keep it (sportsbook.Slip for sports).
//	POST /control/rounds     {venue, player, game?, at?, back?} answers {bets: [{betId, free}], opposed, facts}
//	     puts bets of a player into the last round of a game that is over at a time, or one
//	     that many rounds back, and settles them, as its engine dealt it: banker and player of a
//	     hand of baccarat, big and small of a draw, a slot round without free spins and one
//	     with them (free), a shot, a hand at a board table. facts are what was dealt, as people
//	     write it. 409 for a game without rounds.
//	POST /control/faults     {target, call, fault, times?, delayMs?, order?, hold?}; GET lists (and
//	     counts what is "held", if anything), DELETE clears
//	POST /control/bots       {crowd?, players?} lets simulated players play, and answers
//	     {crowd, players, maxPlayers} as GET does. The crowd are players of other
//	     operators: they keep accounts and bets of their own, which no feed shows.
//	     players is how many of the operator's own play; maxPlayers is 0 where the
//	     program has none. Both are off unless the program was told otherwise. The
//	     page /control/ has the same switch.
//	GET  /control/messages   {messages: [{at, company, to, from, subject, text, id}]}: e-mails and SMS
//	     to players, newest first; the page /control/messages/ shows the same
//	POST /control/release    lets go what a fault holds back: {released}
//	POST /control/venues/{code}/transfers/{order}/reverse   takes back a transfer that was done
//	POST /control/gateways/{code}/orders/{order}/reverse    takes back a payment: unpaid again, and no notice
//	POST /control/gateways/{code}/orders/{order}/pay   {amount?, times?, delayMs?, sign?}
//	     pays an order (by either number) with the amount, and sends times
//	     notices after delayMs; without a delay it answers when the first
//	     attempts are through: {order, tradeNo, amount, paid, status, notices,
//	     delivered}. An order counts one payment; paying it again repeats the
//	     notice. sign "bad" forges: notices with a wrong signature, no payment.
//
//	POST /control/payers/{code}/orders/{order}/settle   {state, amount?, times?, sign?}
//	     ends a pay-out as "paid" (with the amount) or "failed", or ends it otherwise,
//	     and tells the merchant times. sign "bad" forges: a notice, and nothing behind it.
//	POST /control/payers/{code}/balance   {amount} sets the merchant's balance
//
//	POST /control/chains/{network}/transfers   {to, amount, token?, from?, status?, times?} answers {tx}
//	     puts a transfer of the token into the next block. token other than USDT:
//	     of one that only has the name. status "failed": it stands in its block
//	     and did nothing. times: movements in one transaction, at most 10. from:
//	     an address, or "payout" for the wallet from which the operator pays.
//	POST /control/chains/{network}/blocks      {count?} lets blocks come at once: {height}
//	POST /control/chains/{network}/transfers/{tx}/reorganise   {lost?}
//	     replaces the blocks from the transaction's on: it stands in the next one
//	     then, or nowhere if lost.
//
// # Faults
//
// A switch makes the next times calls (default 1; 0 or -1: until cleared) that
// fit go wrong. Each request takes at most one switch, the oldest that fits.
// delayMs (default 3000) is real time. A switch for call "any" passes over calls
// to which its fault would do nothing. Switches are not kept over a restart.
//
// Calls of a KY venue: transfer_in s=2 and an s=0 with money, transfer_out s=3, status s=4, balance
// s=1 and s=7. Further: launch s=0, create an s=0 for an unknown player, records s=6. Only "any"
// meets s=5, s=8 and s=14. Calls of a gateway: create is submit.php, mapi.php, Pay_Index.html and
// create-transaction. Status is api.php, Pay_Trade_query.html and check-status, transfer_in the
// payment and its notices. The others never occur there. Calls of a chain: records
// are the lists (TronGrid's, eth_getLogs, omni_listtransactions). Status is one transaction
// (gettransactioninfobyid, eth_getTransactionReceipt, eth_getTransactionByHash,
// omni_gettransaction). Balance is the newest block (getnowblock, eth_blockNumber,
// eth_getBlockByNumber, omni_getinfo) and the network's identity (getblockbynum,
// triggerconstantcontract, eth_chainId, eth_call, getblockhash, omni_getproperty).
//
//	drop_request     venue, create, status: nothing is done, the connection is torn down
//	                 notice: the attempt is lost on its way
//	drop_response    done, then the connection is torn down; notice: the answer is lost, so it is repeated
//	delay            the request waits delayMs before it is worked on (a player's lock is held
//	                 meanwhile: 39), then all is normal; notice: comes delayMs later
//	commit_then_500  done, answered with 500 and an HTML page; payment: paid, the payer sees 500
//	refuse           a definite no. Transfers: code 20, order kept as failed (s=4: 2). balance, launch: 20.
//	                 status, records: 5. create: order refused. status of a gateway: code -1.
//	                 payment: the payer's bank says no, the order stays unpaid
//	not_found_flap   transfers: done, the connection torn down, and s=4 says "absent" (-1) for delayMs.
//	                 status: code 26, -1 (gateway: no such order). balance, launch: 35. records: 16.
//	                 create: the order exists but queries miss it for delayMs; payment: likewise after paying
//	duplicate        the request arrives twice and the second answer is the one received: 34 for a
//	                 transfer. records: every row twice. payment: two notices
//	wrong_amount     transfers: a fen less is booked than asked, the answer is 44, s=4 shows what was
//	                 booked. balance, status: a fen more is shown. records: the last row's Profit is a
//	                 fen more. create: the payer is asked for a fen more. payment: a fen more comes in
//	maintenance      503 with an HTML page, nothing done; payment: likewise
//	player_in_game   transfers, launch: 33, order kept as failed. balance: seated, nothing withdrawable.
//	                 payment: "being worked on", unpaid. Elsewhere the answer is normal
//	garbage          done, answered 200 with, in turn, half a JSON object, HTML, nothing, an unknown
//	                 shape and code. notice: amount and signature are nonsense
//
// A switch has two more fields. The field order limits it to calls about the order of that number
// (ours). The field hold delays every answer until /control/release, when the work is long done.
//
// Further faults, our additions; those marked * need the name of a call:
//
//	too_many_requests   (venues) nothing is done, and the company says in its own form that it is asked
//	                 too often: KY 43, IM 998, SABA 11, AE Sexy 1028, TCG 23, XJ188 ITGR0036; where the
//	                 document has no code for it, HTTP 429
//	slow_answer      done, and the answer waits for /control/release
//	late*            the connection is torn down at once; done at /control/release, or never
//	truncated, html, empty, unknown_code   as garbage, with this one shape of nonsense;
//	                 unknown_code has the company's own form and a code that is in no manual
//	wrong_order*     the right form about something else: KY answers another command; a gateway's
//	                 status and notice name another order, rightly signed
//	wrong_merchant*  gateways: the same with another merchant's number; epusdt, which has none:
//	                 the notice is signed with another token
//	wrong_unit*      fen taken for yuan, a hundred times the amount. transfers: booked so, answered 44;
//	                 status: shown so; payment: paid so
//	say_done*        status: "done" (paid), whatever became of it
//	say_failed*      status: "failed", whatever became of it; a gateway answers a status that is in no manual
//	processing       (venues, chains) transfers: done, answered 44, s=4 says 3 for delayMs; status: 3
//
// A company that pays out (target payer:{code}): create is the order, status the query.
// Call transfer_out is the transfer itself (refuse: it fails; wrong_amount: a fen more is
// paid) and its notices (drop_request, drop_response, duplicate). Two faults are its own:
//
//	refuse_but_take  create: the order is taken and the answer is a refusal
//	wrong_sign       status: the answer's signature is wrong
//
// On a chain, refuse is an exceeded limit of calls. With not_found_flap the list is empty, the
// transaction missing, the node fifty blocks behind. Fault duplicate gives rows twice. Faults
// wrong_amount and wrong_unit give a millionth more, and eighteen decimals for six; wrong_order
// gives another number. With wrong_merchant* the list shows other tokens too; for balance, the node
// is one of another network. Faults say_failed and say_done give the opposite of the result. A
// processing transaction is not solidified, removed by a reorganisation, or in no block. The others
// are as above.
package sandbox
