package cash

import (
	"net/netip"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/slip"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/fund"
	"hongyun/internal/ledger"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/promo"
	"hongyun/internal/statement"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
)

// Handlers serves wallets, deposits, withdrawals, bonuses and records of money.
type Handlers struct {
	Read        db.Reader
	Ledger      *ledger.Ledger
	Wallets     *wallet.Wallets
	Venues      *venue.Venues
	Launches    *venue.Launches
	Deposits    *deposit.Deposits
	Slips       *slip.Slips
	Withdrawals *withdrawal.Withdrawals
	Cards       *destination.Cards
	Addresses   *destination.Addresses
	Methods     *method.Methods
	USDT        *usdt.Book
	Records     *cashier.Records
	Statement   *statement.Statement
	Turnover    *turnover.Turnover
	Fund        *fund.Fund
	Promo       *promo.Promo

	Clock   calendar.Clock
	Serves  func(netip.Addr) bool // see Settings
	SiteURL string                // where venues send players back to
}

// Calls are the calls of wallets, deposits, withdrawals, bonuses and records of money.
func (s *Handlers) Calls() []route.Call {
	return []route.Call{
		route.Post("/v1/Select/PlayerBalance", route.AnyPlayer, "wallet", "all wallets, from our books", s.playerBalance),
		route.Post("/v1/Select/PlayerCenterBalance", route.AnyPlayer, "wallet", "centre wallet", s.centreBalance),
		route.Post("/v1/Do/CallPlatformBalancesAction", route.AnyPlayer, "wallet", "venue wallets, asked of the venues now", s.venueBalances, route.Venues),
		route.Post("/v1/Do/CallPlatformTranscationAction", route.DevicePlayer, "wallet", "transfer between the centre wallet and a venue", s.transfer, route.Rests),
		route.Post("/v1/Do/OneClickRecyclingAction", route.DevicePlayer, "wallet", "bring all venue wallets back to the centre", s.recycle, route.Rests),
		route.Post("/v1/Do/SetAutoAction", route.DevicePlayer, "wallet", "switch automatic transfer", s.setAuto, route.Rests),
		route.Post("/v1/Do/SetLaunchMoneyAction", route.DevicePlayer, "wallet", "ours: choose what a launch brings along, and whether it comes back", s.setLaunchMoney, route.Rests),
		route.Post("/v1/Do/CallPlatformLoginToAction", route.DevicePlayer, "venue", "open a game", s.launch, route.Rests),

		route.Post("/v1/Do/GetPayChannel", route.AnyPlayer, "cashier", "pay methods", s.payMethods),
		route.Post("/v1/Do/GetPayment", route.AnyPlayer, "cashier", "channels of a pay method", s.payChannels),
		route.Post("/v1/Do/GetPaymentPreInfo", route.AnyPlayer, "cashier", "what a channel's form offers", s.payPreInfo),
		route.Post("/v1/Do/CallDepositPay", route.DevicePlayer, "cashier", "order a deposit", s.deposit, route.Rests),
		route.Post("/v1/Do/DepositPayAction", route.DevicePlayer, "cashier", "say that a deposit is paid; a hint only", s.depositPaid),
		route.Post("/v1/Do/UsdtDepositPayAction", route.DevicePlayer, "cashier", "say that a deposit in USDT is paid; a hint only", s.depositPaid),
		route.Get("/v1/Select/GetUsdtExchangeRate", route.AnyPlayer, "cashier", "what one USDT is worth on each network", s.exchangeRates),
		route.Post("/v1/Do/DepositOrder", route.AnyPlayer, "cashier", "a deposit order as it stands", s.depositOrder),
		route.Post("/v1/Select/DepositSlips", route.AnyPlayer, "cashier", "ours: transfer slips that the player attached to an order", s.depositSlips),
		route.Post("/v1/Select/DepositSlip", route.AnyPlayer, "cashier", "ours: the picture of a slip", s.depositSlip),
		route.Post("/v1/Do/DepositSlipAction", route.DevicePlayer, "cashier", "ours: attach a picture of the transfer slip to a bank order; it credits nothing", s.depositSlipAdd, route.Upload),
		route.Post("/v1/Select/RecentDeposit", route.AnyPlayer, "cashier", "deposits credited since the player last looked", s.recentDeposit, route.Poll),
		route.Post("/v1/Select/ThirdPayItems", route.AnyPlayer, "cashier", "third-party ways in", s.thirdPay),
		route.Post("/v1/Select/BankItems", route.AnyPlayer, "cashier", "company accounts", s.companyBanks),
		route.Post("/v1/Select/BankItem", route.AnyPlayer, "cashier", "one company account", s.companyBank),
		route.Post("/v1/Select/PromotionItems", route.AnyPlayer, "cashier", "promotions a deposit may name", s.promotions),
		route.Post("/v1/Do/CallWithdrawAction", route.DevicePlayer, "cashier", "withdraw to a bank card", s.withdraw, route.RefusedAs400, route.Rests),
		route.Post("/v1/Do/WithdrawTakeBackAction", route.DevicePlayer, "cashier", "ours: take a withdrawal back before staff claim it", s.takeBack),
		route.Post("/v1/Do/UsdtWithdrawPre", route.DevicePlayer, "cashier", "what a withdrawal in USDT comes to; held for a short time", s.quoteWithdrawal, route.Rests),
		route.Post("/v1/Do/UsdtWithdrawAction", route.DevicePlayer, "cashier", "withdraw to a USDT address, as it was quoted", s.withdrawCoins, route.Rests),
		route.Post("/v1/Select/WithdrawalInfo", route.AnyPlayer, "cashier", "what stands between the player and a withdrawal", s.withdrawalInfo),
		route.Get("/v1/Select/GetWithdrawalBank", route.AnyPlayer, "cashier", "banks a card may be of", s.withdrawalBanks),
		route.Post("/v1/Select/PlayerBankItems", route.AnyPlayer, "cashier", "bank cards", s.playerBanks),
		route.Post("/v1/Do/CallBindSavingCardAction", route.DevicePlayer, "cashier", "bind a bank card", s.bindCard, route.Rests),
		route.Post("/v1/Do/SetBankItemDefaultAction", route.DevicePlayer, "cashier", "make a card the default", s.setDefaultCard, route.Rests),
		route.Post("/v1/Do/RemoveBankItemAction", route.DevicePlayer, "cashier", "ours: remove a bank card", s.removeCard, route.Guess, route.Rests),
		route.Post("/v1/Select/GetUsdtAddAddress", route.AnyPlayer, "cashier", "USDT addresses, masked", s.addresses),
		route.Post("/v1/Do/UsdtAddAddress", route.DevicePlayer, "cashier", "add a USDT address", s.addAddress, route.Rests),
		route.Post("/v1/Do/SetUsdtAddAddressDefault", route.DevicePlayer, "cashier", "make a USDT address the default", s.setDefaultAddress, route.Rests),
		route.Post("/v1/Do/RemoveUsdtAddAddress", route.DevicePlayer, "cashier", "ours: remove a USDT address", s.removeAddress, route.Guess, route.Rests),

		route.Post("/v1/Fund/GetFundAmount", route.AnyPlayer, "fund", "C$ of the player", s.fundAmount),
		route.Post("/v1/Fund/GetFundAmountDetail", route.AnyPlayer, "fund", "today's tasks and what they unlocked", s.fundTasks),
		route.Post("/v1/Fund/GetFundDetail", route.AnyPlayer, "fund", "what came into the fund, or left it", s.fundRecords),
		route.Post("/v1/Fund/GetFundNotifiy", route.AnyPlayer, "fund", "the day's notice about C$ that can be unlocked", s.fundNotice),
		route.Post("/v1/Fund/FundOk", route.DevicePlayer, "fund", "unlock what a task of today granted", s.fundUnlock, route.Rests),

		route.Post("/v1/Select/PromotionClaims", route.AnyPlayer, "promo", "promotions as the player stands with them", s.promotionClaims),
		route.Post("/v1/Do/PromotionClaimAction", route.DevicePlayer, "promo", "claim what a promotion granted", s.promotionClaim, route.Rests),
		route.Get("/v1/PubInterface/FirstOffer", route.Anyone, "promo", "ours: what the first deposit of a new player brings", s.firstOffer),
		route.Post("/v1/Select/PromotionAwards", route.AnyPlayer, "promo", "what promotions gave the player", s.promotionAwards),

		route.Post("/v1/Select/FundingItems", route.AnyPlayer, "record", "cash record: deposits, withdrawals, bonuses, rebates", s.fundingItems),
		route.Post("/v1/Select/LedgerItems", route.AnyPlayer, "record", "ours: every movement of the centre wallet with the balance it left", s.ledgerItems),
		route.Post("/v1/Select/LedgerExport", route.AnyPlayer, "record", "ours: the movements of the centre wallet as CSV text", s.ledgerExport, route.Export),
		route.Post("/v1/Select/RecordDetail", route.AnyPlayer, "record", "ours: one record by the number that players see", s.recordDetail),
		route.Post("/v1/Select/PointTransferItems", route.AnyPlayer, "record", "cash record: transfers", s.transferItems),
		route.Post("/v1/Select/TurnoverItems", route.AnyPlayer, "record", "turnover requirements, line by line", s.turnoverItems),
		route.Post("/v1/Select/TurnoverShares", route.AnyPlayer, "record", "ours: how much of the bets on which games counts for a requirement or a promotion", s.turnoverShares),
	}
}
