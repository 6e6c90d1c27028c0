package cash

import (
	"net/http"
	"slices"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier"
	"hongyun/internal/db"
	"hongyun/internal/fund"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/payout"
	"hongyun/internal/player"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
)

// Handlers serves deposits, withdrawals, payouts, statements of banks, USDT, turnover and cases.
type Handlers struct {
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
}

// Routes are the calls of deposits, withdrawals, payouts, statements of banks, USDT, turnover and cases.
func (s *Handlers) Routes() []route.Route {
	own := []route.Route{
		route.Read("/deposits", staff.DepositView, "deposits", s.deposits, route.Walk(depositQuery...)...),
		route.Read("/deposits/{id}", staff.DepositView, "a deposit with its callbacks and history", s.deposit),
		route.Act("/deposits/{id}/confirm", staff.DepositConfirm, "credit a bank transfer with what was received", s.depositConfirm),
		route.Act("/deposits/{id}/reject", staff.DepositConfirm, "close an order that was not paid", s.depositReject),
		route.Act("/deposits/{id}/review", staff.DepositConfirm, "put an order aside for a second look", s.depositReview),
		route.Act("/deposits/{id}/resolve", staff.DepositReview, "end a review", s.depositResolve),

		route.Read("/withdrawals", staff.WithdrawalView, "withdrawals", s.withdrawals, route.Walk(withdrawalQuery...)...),
		route.Read("/withdrawals/{id}", staff.WithdrawalView, "a withdrawal with what bears on it", s.withdrawal),
		route.Act("/withdrawals/{id}/claim", staff.WithdrawalClaim, "take a withdrawal on", s.withdrawalClaim),
		route.Act("/withdrawals/{id}/release", staff.WithdrawalClaim, "give it back to the queue", s.withdrawalRelease),
		route.Act("/withdrawals/{id}/approve", staff.WithdrawalApprove, "approve it, or ask a second person", s.withdrawalApprove),
		route.Act("/withdrawals/{id}/reject", staff.WithdrawalApprove, "reject it; the money returns", s.withdrawalReject),
		route.ShownOnce(route.Act("/withdrawals/{id}/destination", staff.WithdrawalPay, "where to pay it, in full", s.withdrawalDestination)),
		route.Act("/withdrawals/{id}/paid", staff.WithdrawalPay, "it was paid out", s.withdrawalPaid),
		route.Act("/withdrawals/{id}/fail", staff.WithdrawalPay, "the payout failed: the money returns, or a second person is asked", s.withdrawalFail),
		route.Act("/withdrawals/{id}/unknown", staff.WithdrawalPay, "nobody knows yet whether the bank paid", s.withdrawalUnknown),

		route.Read("/players/{id}/turnover", staff.PlayerView, "a player's turnover requirements", s.playerTurnover),
		route.Read("/players/{id}/turnover/{bucket}/lines", staff.PlayerView, "which bets filled a requirement", s.playerTurnoverLines,
			"page", "size"),
		route.Read("/players/{id}/cards", staff.PlayerView, "a player's bank cards, masked", s.playerCards),
		route.Read("/players/{id}/addresses", staff.PlayerView, "a player's USDT addresses, masked", s.playerAddresses),

		route.Read("/channels", staff.PaymentView, "how each channel works and how its orders ended in 24 hours and 7 days", s.channelStates),
		route.Act("/channels/{id}/resume", staff.PaymentManage, "have a few orders try a channel that was switched off by itself", s.channelResume),

		route.Read("/cases", staff.CaseView, "what contradicts itself and waits for people, oldest first", s.cases,
			"page", "size", "kind", "before", "min", "max", "player"),
		route.Read("/cases/{id}", staff.CaseView, "a case with what each side said and what may be done", s.oneCase),
		route.Read("/money/accounts", staff.DepositView, "accounts of ours where money comes in", s.moneyAccounts),
		route.Answers(http.StatusCreated, route.Act("/money", staff.DepositConfirm, "write down money that belongs to no order", s.moneyRecord)),
		route.Act("/money/{id}/assign", staff.DepositReview, "ask a second person to give money in suspense to a player", s.moneyAssign),
		route.Act("/money/{id}/return", staff.DepositReview, "ask a second person to note that it went back", s.moneyReturn),
		route.Act("/deposits/{id}/reverse", staff.DepositReview, "ask a second person to take back a reversed deposit", s.depositReverse),
		route.Act("/withdrawals/{id}/returned", staff.WithdrawalPay, "ask a second person to note that the bank sent it back", s.withdrawalReturned),
		route.Act("/withdrawals/{id}/late", staff.WithdrawalPay, "ask a second person to note that the bank paid it after all", s.withdrawalLate),
		route.Act("/withdrawals/{id}/sender", staff.WithdrawalPay, "ask a second person to decide whether a transfer of an unregistered sender was ours", s.withdrawalSender),
		route.Act("/withdrawals/{id}/recover", staff.WithdrawalPay, "ask a second person to decide who bears it", s.withdrawalRecover),
		route.Act("/players/{id}/owed", staff.DepositReview, "ask a second person to collect or forgive what a player owes", s.playerOwed),
		route.Act("/players/{id}/lost-payout", staff.WithdrawalPay, "ask a second person to take a payment that a restore lost from the player who has it", s.playerLostPayout),

		route.Act("/withdrawals/{id}/company", staff.WithdrawalPay, "have a company pay it", s.withdrawalCompany),
		route.Act("/withdrawals/{id}/attempt", staff.WithdrawalPay, "ask a second person to decide what became of a company's attempt to pay it", s.withdrawalAttempt),

		route.Download("/exports/deposits", staff.DataExport, "the deposits of a filter as a file; audited", s.exportDeposits, append(depositQuery, "format")...),
		route.Download("/exports/withdrawals", staff.DataExport, "the withdrawals of a filter as a file, accounts masked; audited", s.exportWithdrawals, append(withdrawalQuery, "format")...),
	}
	return slices.Concat(own, s.coins(), s.bank(), s.listExports())
}

// coins are the calls of USDT.
func (s *Handlers) coins() []route.Route {
	return []route.Route{
		route.Read("/coins/rates", staff.CoinView, "what one USDT costs", s.coinRates),
		route.Read("/coins/rates/history", staff.CoinView, "the versions of a rate, the newest first", s.coinRateHistory, "network", "direction", "page", "size"),
		route.StepUp(route.Act("/coins/rates", staff.CoinManage, "ask a second person to change a rate", s.coinRateChange)),
		route.Read("/coins/payees", staff.CoinView, "addresses of ours that players send coins to", s.coinPayees),
		route.StepUp(route.Act("/coins/payees", staff.CoinManage, "ask a second person to put an address into use", s.coinPayeeAdd)),
		route.Act("/coins/payees/{id}/disable", staff.CoinManage, "take an address out of use at once", s.coinPayeeDisable),
		route.Read("/coins/wallets", staff.CoinView, "wallets of ours that pay withdrawals in USDT", s.payoutWallets),
		route.StepUp(route.Act("/coins/wallets", staff.CoinManage, "ask a second person to register a wallet", s.payoutWalletAdd)),
		route.Act("/coins/wallets/{id}/disable", staff.CoinManage, "take a wallet out of the register at once", s.payoutWalletDisable),
		route.Read("/coins/nodes", staff.CoinView, "the nodes by which the chains are read", s.coinNodes),
		route.Read("/coins/transfers", staff.CoinView, "transfers on the chains to addresses of ours", s.coinTransfers,
			route.Walk("network", "state", "q", "from", "to")...),
	}
}

// bank are the calls of statements of banks, of batches of payouts and of slips.
func (s *Handlers) bank() []route.Route {
	return []route.Route{
		route.Read("/bank/options", staff.BankView, "accounts and forms that an import chooses among", s.bankOptions),
		route.WithFile(route.Act("/bank/preview", staff.BankImport, "how a statement would be read; stores nothing", s.bankPreview)),
		route.WithFile(route.Act("/bank/files", staff.BankImport, "import a statement of an account; each line once for ever", s.bankImport)),
		route.Read("/bank/files", staff.BankView, "imported statements, the newest first", s.bankFiles, "page", "size", "account"),
		route.Act("/bank/files/{id}/undo", staff.BankImport, "take back a statement of the wrong account, while nothing of it is booked", s.bankUndo),
		route.Read("/bank/lines", staff.BankView, "lines of statements with the orders that they may pay", s.bankLines,
			route.Walk("account", "file", "state", "way", "awaited", "serial", "order", "min", "max", "from", "to")...),
		route.Read("/bank/lines/{id}", staff.BankView, "a line with the orders that it may pay", s.bankLine),
		route.Act("/bank/credit", staff.DepositConfirm, "credit deposits with what lines say came; a result for each", s.bankCredit),
		route.Act("/bank/pay", staff.WithdrawalPay, "note that withdrawals were paid by what lines say went; a result for each", s.bankPay),
		route.Act("/bank/lines/{id}/suspend", staff.DepositConfirm, "put a line that no order waits for into suspense", s.bankSuspend),
		route.Act("/bank/lines/{id}/link", staff.BankImport, "note that a line explains an order that was booked under another number", s.bankLink),
		route.Act("/bank/lines/{id}/ignore", staff.BankImport, "say that a line concerns no order", s.bankIgnore),
		route.Act("/bank/lines/{id}/reopen", staff.BankImport, "take back a link or an ignored line", s.bankReopen),

		route.Read("/payout-batches", staff.WithdrawalView, "batches of payouts, the newest first", s.payoutBatches, "page", "size"),
		route.Act("/payout-batches", staff.WithdrawalBatch, "put approved bank withdrawals into a batch, all or none", s.payoutBatchMake),
		route.ShownOnce(route.Act("/payout-batches/{id}/file", staff.WithdrawalBatch, "the file of a batch for the bank, with full card numbers; audited each time", s.payoutBatchFile)),
		route.Act("/payout-batches/{id}/cancel", staff.WithdrawalBatch, "ask a second person to take the unpaid orders out of a batch", s.payoutBatchCancel),

		route.Read("/deposits/{id}/slips", staff.DepositView, "transfer slips that the player attached", s.depositSlips),
		route.Read("/deposits/{id}/slips/{slip}", staff.DepositView, "the picture of a slip", s.depositSlip),
	}
}
