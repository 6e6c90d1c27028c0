package fault_test

import "hongyun/internal/money"

// matrix is the whole fault matrix, row by row.
var matrix = withOthers([]cell{
	{row: "F1", flow: "O1", run: requestLost}, {row: "F1", flow: "O2", run: requestLost},
	{row: "F2", flow: "O1", run: responseLost}, {row: "F2", flow: "O2", run: responseLost},
	{row: "F3", flow: "O1", run: brokenAnswer}, {row: "F3", flow: "O2", run: brokenAnswer},
	{row: "F4", flow: "O1", run: slow}, {row: "F4", flow: "O2", run: slow},
	{row: "F5", flow: "O1", run: refused}, {row: "F5", flow: "O2", run: refused},
	{row: "F6", flow: "O1", run: nonsense}, {row: "F6", flow: "O2", run: nonsense},
	{row: "F7", flow: "O1", run: duplicates}, {row: "F7", flow: "O2", run: duplicates},
	{row: "F8", flow: "O1", run: answerAfterTheEnd}, {row: "F8", flow: "O2", run: answerAfterTheEnd},
	{row: "F9", flow: "O1", run: outOfOrder}, {row: "F9", flow: "O2", run: outOfOrder},
	{row: "F10", flow: "O1", run: reversed}, {row: "F10", flow: "O2", run: reversed},
	{row: "F11", flow: "O1", run: otherAmount}, {row: "F11", flow: "O2", run: otherAmount},
	{row: "F12", flow: "O1", run: otherUnit}, {row: "F12", flow: "O2", run: otherUnit},
	{row: "F13", flow: "O1", run: wrongAddressee}, {row: "F13", flow: "O2", run: wrongAddressee},
	{row: "F14", flow: "O1", run: knownAlready}, {row: "F14", flow: "O2", run: knownAlready},
	{row: "F15", flow: "O1", run: questionsFail}, {row: "F15", flow: "O2", run: questionsFail},
	{row: "F16", flow: "O1", run: playerActs}, {row: "F16", flow: "O2", run: playerActs},
	{row: "F17", flow: "O1", why: "a recycle only brings money back"}, {row: "F17", flow: "O2", run: partialRecycle},
	{row: "F18", flow: "O1", run: maintained}, {row: "F18", flow: "O2", run: maintained},

	{row: "F1", flow: "D", run: depositLost}, {row: "F2", flow: "D", run: depositAnswerLost},
	{row: "F3", flow: "D", run: depositBreaks}, {row: "F4", flow: "D", run: depositLate},
	{row: "F5", flow: "D", run: depositRefused}, {row: "F6", flow: "D", run: depositNonsense},
	{row: "F7", flow: "D", run: depositDuplicates}, {row: "F8", flow: "D", run: depositBeforeReply},
	{row: "F9", flow: "D", run: depositOutOfOrder}, {row: "F10", flow: "D", run: depositReversed},
	{row: "F11", flow: "D", run: depositOtherAmount}, {row: "F12", flow: "D", run: depositOtherUnit},
	{row: "F13", flow: "D", run: depositWrongAddressee}, {row: "F15", flow: "D", run: depositQuestionsFail},
	{row: "F16", flow: "D", run: depositPlayerActs}, {row: "F18", flow: "D", run: depositMaintained},
	{row: "F14", flow: "D", why: "a gateway that knows an order answers with the same one: there is no such code to misread"},
	{row: "F17", flow: "D", why: "a recycle only brings money back from venues"},

	{row: "F5", flow: "W", run: payoutRefused}, {row: "F7", flow: "W", run: payoutDuplicates},
	{row: "F9", flow: "W", run: payoutOutOfOrder}, {row: "F10", flow: "W", run: payoutReturned},
	{row: "F14", flow: "W", run: payoutKnownAlready}, {row: "F16", flow: "W", run: payoutPlayerActs},
	{row: "F1", flow: "W", why: byHand + "there is no request to lose"},
	{row: "F2", flow: "W", why: byHand + "there is no answer to lose; what staff's browser does not hear is asked for again (F7)"},
	{row: "F3", flow: "W", why: byHand + "nobody can do it and answer 500"},
	{row: "F4", flow: "W", why: byHand + "the order waits, locked, for as long as it takes"},
	{row: "F6", flow: "W", why: byHand + "a person reads the bank's word"},
	{row: "F8", flow: "W", why: byHand + "there is no callback"},
	{row: "F11", flow: "W", why: byHand + "no amount is reported: the order's is paid or it is not"},
	{row: "F12", flow: "W", why: byHand + "no currency or unit is sent"},
	{row: "F13", flow: "W", why: byHand + "no message names a player or merchant; a bank's number used for another order is F14"},
	{row: "F15", flow: "W", why: byHand + "nobody is asked"},
	{row: "F17", flow: "W", why: "a recycle only brings money back from venues"},
	{row: "F18", flow: "W", why: byHand + "while the bank is closed the order stays approved"},

	{row: "F1", flow: "C", run: chainFails("drop_request")}, {row: "F2", flow: "C", run: chainFails("drop_response")},
	{row: "F3", flow: "C", run: chainFails("commit_then_500")}, {row: "F4", flow: "C", run: coinsSlow},
	{row: "F5", flow: "C", run: chainFails("refuse")}, {row: "F6", flow: "C", run: chainFails("garbage")},
	{row: "F7", flow: "C", run: coinsTwice}, {row: "F11", flow: "C", run: coinsOtherAmount},
	{row: "F12", flow: "C", run: coinsOtherToken}, {row: "F13", flow: "C", run: coinsElsewhere},
	{row: "F15", flow: "C", run: chainFails("drop_request", "drop_response", "commit_then_500", "garbage")},
	{row: "F16", flow: "C", run: coinsPlayerActs}, {row: "F18", flow: "C", run: chainFails("maintenance")},
	{row: "F8", flow: "C", why: chainTold + "an order is there before its address is shown"},
	{row: "F9", flow: "C", why: chainTold + "what is final has no other end"},
	{row: "F10", flow: "C", why: chainTold + "what is final is not reversed; what vanished before never counted (F4)"},
	{row: "F14", flow: "C", why: chainTold + "no number of ours is sent"},
	{row: "F17", flow: "C", why: "a recycle only brings money back from venues"},
	{row: "F19", flow: "C", why: "a pull writes as a callback does: F19 × D"},

	{row: "F1", flow: "P", run: payoutChainFails("drop_request")}, {row: "F2", flow: "P", run: payoutChainFails("drop_response")},
	{row: "F3", flow: "P", run: payoutChainFails("commit_then_500")}, {row: "F4", flow: "P", run: payoutNotFinal},
	{row: "F6", flow: "P", run: payoutChainFails("garbage")}, {row: "F7", flow: "P", run: payoutEnteredOften},
	{row: "F11", flow: "P", run: payoutDiffers(func(r *rig, p *coinPayout) string {
		return r.payOut(p.to, (p.coins + pick(r, -money.Cent, money.Cent, 1)).String(), "")
	})},
	{row: "F12", flow: "P", run: payoutDiffers(func(r *rig, p *coinPayout) string { return r.payOut(p.to, p.coins.String(), "fake") })},
	{row: "F13", flow: "P", run: payoutDiffers(func(r *rig, p *coinPayout) string { return r.payOut(addressOf(8), p.coins.String(), "") })},
	{row: "F14", flow: "P", run: payoutUsed},
	{row: "F15", flow: "P", run: payoutChainFails("drop_request", "drop_response", "commit_then_500", "garbage")},
	{row: "F18", flow: "P", run: payoutChainFails("maintenance")},
	{row: "F5", flow: "P", why: chainTold + "a transaction that failed is one that paid something else (F11)"},
	{row: "F8", flow: "P", why: chainTold + "the transaction is written down before the chain is asked"},
	{row: "F9", flow: "P", why: chainTold + "what is final has no other end"},
	{row: "F10", flow: "P", why: chainTold + "coins that a payee sends back are a transfer like any other (F11 × C)"},
	{row: "F16", flow: "P", why: "the same as to a bank card until it is sent: F16 × W"},
	{row: "F17", flow: "P", why: "a recycle only brings money back from venues"},
	{row: "F19", flow: "P", why: "an answer is written as staff's word is: F19 × W"},

	{row: "F19", flow: "O1", run: failover, only: "postgres", why: oneFile}, {row: "F19", flow: "O2", run: failover, only: "postgres", why: oneFile},
	{row: "F19", flow: "D", run: depositFailover, only: "postgres", why: oneFile}, {row: "F19", flow: "W", run: payoutFailover, only: "postgres", why: oneFile},

	{row: "F20", flow: "O1", why: rowsLost}, {row: "F20", flow: "O2", why: rowsLost},
	{row: "F20", flow: "D", why: rowsLost}, {row: "F20", flow: "W", why: rowsLost},
	{row: "F20", flow: "C", why: rowsLost}, {row: "F20", flow: "P", why: rowsLost},
})

const (
	// byHand is why most of the column of withdrawals is empty.
	byHand = "payouts to a card are made by staff at the bank, and no company is called: "

	// chainTold is what is different where no company stands between.
	chainTold = "a chain is asked and calls nobody: "

	// oneFile is why databases fail over on one engine only.
	oneFile = "on SQLite: one file, no connection to lose and no standby; that its process dies is internal/proof/crash"

	// rowsLost is where the last row is proved.
	rowsLost = "a database that lost rows is the closed gate's, until the companies' statements agree: internal/proof/backup"
)
