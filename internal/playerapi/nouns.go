package playerapi

import (
	"context"

	"hongyun/internal/bet"
	"hongyun/internal/cashier"
	"hongyun/internal/content"
	"hongyun/internal/db"
	"hongyun/internal/fund"
	"hongyun/internal/ledger"
	"hongyun/internal/player"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
	"hongyun/internal/vip"
	"hongyun/internal/wallet"
)

// Nouns is what the calls are answered with.
type Nouns struct {
	Read        db.Reader // handed to the nouns' reads; nothing here writes SQL
	Players     *player.Players
	Ledger      *ledger.Ledger
	Wallets     *wallet.Wallets
	Venues      *venue.Venues
	Launches    *venue.Launches
	Deposits    *cashier.Deposits
	Withdrawals *cashier.Withdrawals
	Cards       *cashier.Cards
	Addresses   *cashier.Addresses
	Chains      *cashier.Chains
	Records     *cashier.Records
	Bets        *bet.Bets
	Turnover    *turnover.Turnover
	Fund        *fund.Fund
	Vip         *vip.Vip
	Content     *content.Content
	Events      *Events

	// DepositPromotions, where set, lists the promotions a player's deposit may name.
	DepositPromotions func(ctx context.Context, player string) ([]Promotion, error)
}
