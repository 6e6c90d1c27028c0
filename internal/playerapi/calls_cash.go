package playerapi

import (
	"net/netip"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier"
	"hongyun/internal/db"
	"hongyun/internal/fund"
	"hongyun/internal/ledger"
	"hongyun/internal/promo"
	"hongyun/internal/statement"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
)

// cashHandlers serves wallets, deposits, withdrawals, bonuses and records of money.
type cashHandlers struct {
	Read        db.Reader
	Ledger      *ledger.Ledger
	Wallets     *wallet.Wallets
	Venues      *venue.Venues
	Launches    *venue.Launches
	Deposits    *cashier.Deposits
	Slips       *cashier.Slips
	Withdrawals *cashier.Withdrawals
	Cards       *cashier.Cards
	Addresses   *cashier.Addresses
	Chains      *cashier.Chains
	Records     *cashier.Records
	Statement   *statement.Statement
	Turnover    *turnover.Turnover
	Fund        *fund.Fund
	Promo       *promo.Promo

	Clock   calendar.Clock
	Serves  func(netip.Addr) bool // see Settings
	SiteURL string                // where venues send players back to
}

// calls are the calls of wallets, deposits, withdrawals, bonuses and records of money.
func (s *cashHandlers) calls() []call {
	return []call{
		post("/v1/Select/PlayerBalance", whoPlayer, "wallet", "all wallets, from our books", s.playerBalance),
		post("/v1/Select/PlayerCenterBalance", whoPlayer, "wallet", "centre wallet", s.centreBalance),
		post("/v1/Do/CallPlatformBalancesAction", whoPlayer, "wallet", "venue wallets, asked of the venues now", s.venueBalances, venues),
		post("/v1/Do/CallPlatformTranscationAction", whoMoney, "wallet", "transfer between the centre wallet and a venue", s.transfer, rests),
		post("/v1/Do/OneClickRecyclingAction", whoMoney, "wallet", "bring all venue wallets back to the centre", s.recycle, rests),
		post("/v1/Do/SetAutoAction", whoMoney, "wallet", "switch automatic transfer", s.setAuto, rests),
		post("/v1/Do/SetLaunchMoneyAction", whoMoney, "wallet", "ours: choose what a launch brings along, and whether it comes back", s.setLaunchMoney, rests),
		post("/v1/Do/CallPlatformLoginToAction", whoMoney, "venue", "open a game", s.launch, rests),

		post("/v1/Do/GetPayChannel", whoPlayer, "cashier", "pay methods", s.payMethods),
		post("/v1/Do/GetPayment", whoPlayer, "cashier", "channels of a pay method", s.payChannels),
		post("/v1/Do/GetPaymentPreInfo", whoPlayer, "cashier", "what a channel's form offers", s.payPreInfo),
		post("/v1/Do/CallDepositPay", whoMoney, "cashier", "order a deposit", s.deposit, rests),
		post("/v1/Do/DepositPayAction", whoMoney, "cashier", "say that a deposit is paid; a hint only", s.depositPaid),
		post("/v1/Do/UsdtDepositPayAction", whoMoney, "cashier", "say that a deposit in USDT is paid; a hint only", s.depositPaid),
		get("/v1/Select/GetUsdtExchangeRate", whoPlayer, "cashier", "what one USDT is worth on each network", s.exchangeRates),
		post("/v1/Do/DepositOrder", whoPlayer, "cashier", "a deposit order as it stands", s.depositOrder),
		post("/v1/Select/DepositSlips", whoPlayer, "cashier", "ours: transfer slips that the player attached to an order", s.depositSlips),
		post("/v1/Select/DepositSlip", whoPlayer, "cashier", "ours: the picture of a slip", s.depositSlip),
		post("/v1/Do/DepositSlipAction", whoMoney, "cashier", "ours: attach a picture of the transfer slip to a bank order; it credits nothing", s.depositSlipAdd, upload),
		post("/v1/Select/RecentDeposit", whoPlayer, "cashier", "deposits credited since the player last looked", s.recentDeposit, poll),
		post("/v1/Select/ThirdPayItems", whoPlayer, "cashier", "third-party ways in", s.thirdPay),
		post("/v1/Select/BankItems", whoPlayer, "cashier", "company accounts", s.companyBanks),
		post("/v1/Select/BankItem", whoPlayer, "cashier", "one company account", s.companyBank),
		post("/v1/Select/PromotionItems", whoPlayer, "cashier", "promotions a deposit may name", s.promotions),
		post("/v1/Do/CallWithdrawAction", whoMoney, "cashier", "withdraw to a bank card", s.withdraw, refusedAs400, rests),
		post("/v1/Do/WithdrawTakeBackAction", whoMoney, "cashier", "ours: take a withdrawal back before staff claim it", s.takeBack),
		post("/v1/Do/UsdtWithdrawPre", whoMoney, "cashier", "what a withdrawal in USDT comes to; held for a short time", s.quoteWithdrawal, rests),
		post("/v1/Do/UsdtWithdrawAction", whoMoney, "cashier", "withdraw to a USDT address, as it was quoted", s.withdrawCoins, rests),
		post("/v1/Select/WithdrawalInfo", whoPlayer, "cashier", "what stands between the player and a withdrawal", s.withdrawalInfo),
		get("/v1/Select/GetWithdrawalBank", whoPlayer, "cashier", "banks a card may be of", s.withdrawalBanks),
		post("/v1/Select/PlayerBankItems", whoPlayer, "cashier", "bank cards", s.playerBanks),
		post("/v1/Do/CallBindSavingCardAction", whoMoney, "cashier", "bind a bank card", s.bindCard, rests),
		post("/v1/Do/SetBankItemDefaultAction", whoMoney, "cashier", "make a card the default", s.setDefaultCard, rests),
		post("/v1/Do/RemoveBankItemAction", whoMoney, "cashier", "ours: remove a bank card", s.removeCard, guess, rests),
		post("/v1/Select/GetUsdtAddAddress", whoPlayer, "cashier", "USDT addresses, masked", s.addresses),
		post("/v1/Do/UsdtAddAddress", whoMoney, "cashier", "add a USDT address", s.addAddress, rests),
		post("/v1/Do/SetUsdtAddAddressDefault", whoMoney, "cashier", "make a USDT address the default", s.setDefaultAddress, rests),
		post("/v1/Do/RemoveUsdtAddAddress", whoMoney, "cashier", "ours: remove a USDT address", s.removeAddress, guess, rests),

		post("/v1/Fund/GetFundAmount", whoPlayer, "fund", "C$ of the player", s.fundAmount),
		post("/v1/Fund/GetFundAmountDetail", whoPlayer, "fund", "today's tasks and what they unlocked", s.fundTasks),
		post("/v1/Fund/GetFundDetail", whoPlayer, "fund", "what came into the fund, or left it", s.fundRecords),
		post("/v1/Fund/GetFundNotifiy", whoPlayer, "fund", "the day's notice about C$ that can be unlocked", s.fundNotice),
		post("/v1/Fund/FundOk", whoMoney, "fund", "unlock what a task of today granted", s.fundUnlock, rests),

		post("/v1/Select/PromotionClaims", whoPlayer, "promo", "promotions as the player stands with them", s.promotionClaims),
		post("/v1/Do/PromotionClaimAction", whoMoney, "promo", "claim what a promotion granted", s.promotionClaim, rests),
		get("/v1/PubInterface/FirstOffer", whoAnyone, "promo", "ours: what the first deposit of a new player brings", s.firstOffer),
		post("/v1/Select/PromotionAwards", whoPlayer, "promo", "what promotions gave the player", s.promotionAwards),

		post("/v1/Select/FundingItems", whoPlayer, "record", "cash record: deposits, withdrawals, bonuses, rebates", s.fundingItems),
		post("/v1/Select/LedgerItems", whoPlayer, "record", "ours: every movement of the centre wallet with the balance it left", s.ledgerItems),
		post("/v1/Select/LedgerExport", whoPlayer, "record", "ours: the movements of the centre wallet as CSV text", s.ledgerExport, export),
		post("/v1/Select/RecordDetail", whoPlayer, "record", "ours: one record by the number that players see", s.recordDetail),
		post("/v1/Select/PointTransferItems", whoPlayer, "record", "cash record: transfers", s.transferItems),
		post("/v1/Select/TurnoverItems", whoPlayer, "record", "turnover requirements, line by line", s.turnoverItems),
	}
}
