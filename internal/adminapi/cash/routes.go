package adminapi

import (
	"net/http"

	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier"
	"hongyun/internal/db"
	"hongyun/internal/fund"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/payout"
	"hongyun/internal/player"
	"hongyun/internal/promo"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
)

// cashHandlers serves deposits, withdrawals, payouts, statements of banks, USDT, turnover and cases.
type cashHandlers struct {
	Read      db.Reader
	Clock     calendar.Clock
	Staff     *staff.Staff
	Guard     *guard.Guard
	Players   *player.Players
	Ledger    *ledger.Ledger
	Venues    *venue.Venues
	Wallets   *wallet.Wallets
	Turnovers *turnover.Turnover
	Cashier   *cashier.Cashier
	Payouts   *payout.Payouts
	Bets      *bet.Bets
	Fund      *fund.Fund
	Promo     *promo.Promo
}

// routes are the calls of deposits, withdrawals, payouts, statements of banks, USDT, turnover and cases.
func (s *cashHandlers) routes() []route {
	return []route{
		read("/deposits", staff.DepositView, "deposits", s.deposits, append(depositQuery, "page", "size")...),
		read("/deposits/{id}", staff.DepositView, "a deposit with its callbacks and history", s.deposit),
		act("/deposits/{id}/confirm", staff.DepositConfirm, "credit a bank transfer with what was received", s.depositConfirm),
		act("/deposits/{id}/reject", staff.DepositConfirm, "close an order that was not paid", s.depositReject),
		act("/deposits/{id}/review", staff.DepositConfirm, "put an order aside for a second look", s.depositReview),
		act("/deposits/{id}/resolve", staff.DepositReview, "end a review", s.depositResolve),

		read("/withdrawals", staff.WithdrawalView, "withdrawals", s.withdrawals, append(withdrawalQuery, "page", "size")...),
		read("/withdrawals/{id}", staff.WithdrawalView, "a withdrawal with what bears on it", s.withdrawal),
		act("/withdrawals/{id}/claim", staff.WithdrawalClaim, "take a withdrawal on", s.withdrawalClaim),
		act("/withdrawals/{id}/release", staff.WithdrawalClaim, "give it back to the queue", s.withdrawalRelease),
		act("/withdrawals/{id}/approve", staff.WithdrawalApprove, "approve it, or ask a second person", s.withdrawalApprove),
		act("/withdrawals/{id}/reject", staff.WithdrawalApprove, "reject it; the money returns", s.withdrawalReject),
		shownOnce(act("/withdrawals/{id}/destination", staff.WithdrawalPay, "where to pay it, in full", s.withdrawalDestination)),
		act("/withdrawals/{id}/paid", staff.WithdrawalPay, "it was paid out", s.withdrawalPaid),
		act("/withdrawals/{id}/fail", staff.WithdrawalPay, "the payout failed: the money returns, or a second person is asked", s.withdrawalFail),
		act("/withdrawals/{id}/unknown", staff.WithdrawalPay, "nobody knows yet whether the bank paid", s.withdrawalUnknown),

		read("/players/{id}/turnover", staff.PlayerView, "a player's turnover requirements", s.playerTurnover),
		read("/players/{id}/turnover/{bucket}/lines", staff.PlayerView, "which bets filled a requirement", s.playerTurnoverLines,
			"page", "size"),
		read("/players/{id}/cards", staff.PlayerView, "a player's bank cards, masked", s.playerCards),
		read("/players/{id}/addresses", staff.PlayerView, "a player's USDT addresses, masked", s.playerAddresses),

		read("/coins/rates", staff.CoinView, "what one USDT costs", s.coinRates),
		stepUp(act("/coins/rates", staff.CoinManage, "ask a second person to change a rate", s.coinRateChange)),
		read("/coins/payees", staff.CoinView, "addresses of ours that players send coins to", s.coinPayees),
		stepUp(act("/coins/payees", staff.CoinManage, "ask a second person to put an address into use", s.coinPayeeAdd)),
		act("/coins/payees/{id}/disable", staff.CoinManage, "take an address out of use at once", s.coinPayeeDisable),
		read("/coins/wallets", staff.CoinView, "wallets of ours that pay withdrawals in USDT", s.payoutWallets),
		stepUp(act("/coins/wallets", staff.CoinManage, "ask a second person to register a wallet", s.payoutWalletAdd)),
		act("/coins/wallets/{id}/disable", staff.CoinManage, "take a wallet out of the register at once", s.payoutWalletDisable),
		read("/coins/nodes", staff.CoinView, "the nodes by which the chains are read", s.coinNodes),
		read("/coins/transfers", staff.CoinView, "transfers on the chains to addresses of ours", s.coinTransfers,
			"page", "size", "network", "state", "q", "from", "to"),

		read("/channels", staff.PaymentView, "how each channel works and how its orders ended in 24 hours and 7 days", s.channelStates),
		act("/channels/{id}/resume", staff.PaymentManage, "have a few orders try a channel that was switched off by itself", s.channelResume),

		read("/cases", staff.CaseView, "what contradicts itself and waits for people, oldest first", s.cases,
			"page", "size", "kind", "before", "min", "max", "player"),
		read("/cases/{id}", staff.CaseView, "a case with what each side said and what may be done", s.oneCase),
		read("/money/accounts", staff.DepositView, "accounts of ours where money comes in", s.moneyAccounts),
		answers(http.StatusCreated, act("/money", staff.DepositConfirm, "write down money that belongs to no order", s.moneyRecord)),
		act("/money/{id}/assign", staff.DepositReview, "ask a second person to give money in suspense to a player", s.moneyAssign),
		act("/money/{id}/return", staff.DepositReview, "ask a second person to note that it went back", s.moneyReturn),
		act("/deposits/{id}/reverse", staff.DepositReview, "ask a second person to take back a reversed deposit", s.depositReverse),
		act("/withdrawals/{id}/returned", staff.WithdrawalPay, "ask a second person to note that the bank sent it back", s.withdrawalReturned),
		act("/withdrawals/{id}/late", staff.WithdrawalPay, "ask a second person to note that the bank paid it after all", s.withdrawalLate),
		act("/withdrawals/{id}/sender", staff.WithdrawalPay, "ask a second person to decide whether a transfer of an unregistered sender was ours", s.withdrawalSender),
		act("/withdrawals/{id}/recover", staff.WithdrawalPay, "ask a second person to decide who bears it", s.withdrawalRecover),
		act("/players/{id}/owed", staff.DepositReview, "ask a second person to collect or forgive what a player owes", s.playerOwed),

		act("/withdrawals/{id}/company", staff.WithdrawalPay, "have a company pay it", s.withdrawalCompany),
		act("/withdrawals/{id}/attempt", staff.WithdrawalPay, "ask a second person to decide what became of a company's attempt to pay it", s.withdrawalAttempt),

		download("/exports/deposits", staff.DataExport, "the deposits of a filter as a file; audited", s.exportDeposits, append(depositQuery, "format")...),
		download("/exports/withdrawals", staff.DataExport, "the withdrawals of a filter as a file, accounts masked; audited", s.exportWithdrawals, append(withdrawalQuery, "format")...),

		read("/bank/options", staff.BankView, "accounts and forms that an import chooses among", s.bankOptions),
		withFile(act("/bank/preview", staff.BankImport, "how a statement would be read; stores nothing", s.bankPreview)),
		withFile(act("/bank/files", staff.BankImport, "import a statement of an account; each line once for ever", s.bankImport)),
		read("/bank/files", staff.BankView, "imported statements, the newest first", s.bankFiles, "page", "size", "account"),
		act("/bank/files/{id}/undo", staff.BankImport, "take back a statement of the wrong account, while nothing of it is booked", s.bankUndo),
		read("/bank/lines", staff.BankView, "lines of statements with the orders that they may pay", s.bankLines,
			"page", "size", "account", "file", "state", "way", "awaited", "serial", "order", "min", "max", "from", "to"),
		read("/bank/lines/{id}", staff.BankView, "a line with the orders that it may pay", s.bankLine),
		act("/bank/credit", staff.DepositConfirm, "credit deposits with what lines say came; a result for each", s.bankCredit),
		act("/bank/pay", staff.WithdrawalPay, "note that withdrawals were paid by what lines say went; a result for each", s.bankPay),
		act("/bank/lines/{id}/suspend", staff.DepositConfirm, "put a line that no order waits for into suspense", s.bankSuspend),
		act("/bank/lines/{id}/link", staff.BankImport, "note that a line explains an order that was booked under another number", s.bankLink),
		act("/bank/lines/{id}/ignore", staff.BankImport, "say that a line concerns no order", s.bankIgnore),
		act("/bank/lines/{id}/reopen", staff.BankImport, "take back a link or an ignored line", s.bankReopen),

		read("/payout-batches", staff.WithdrawalView, "batches of payouts, the newest first", s.payoutBatches, "page", "size"),
		act("/payout-batches", staff.WithdrawalBatch, "put approved bank withdrawals into a batch, all or none", s.payoutBatchMake),
		shownOnce(act("/payout-batches/{id}/file", staff.WithdrawalBatch, "the file of a batch for the bank, with full card numbers; audited each time", s.payoutBatchFile)),
		act("/payout-batches/{id}/cancel", staff.WithdrawalBatch, "ask a second person to take the unpaid orders out of a batch", s.payoutBatchCancel),

		read("/deposits/{id}/slips", staff.DepositView, "transfer slips that the player attached", s.depositSlips),
		read("/deposits/{id}/slips/{slip}", staff.DepositView, "the picture of a slip", s.depositSlip),
	}
}
