package playerapi

import (
	"hongyun/internal/bet"
	"hongyun/internal/cashier"
	"hongyun/internal/content"
	"hongyun/internal/db"
	"hongyun/internal/fund"
	"hongyun/internal/guard"
	"hongyun/internal/inbox"
	"hongyun/internal/ledger"
	"hongyun/internal/lobby"
	"hongyun/internal/player"
	"hongyun/internal/promo"
	"hongyun/internal/statement"
	"hongyun/internal/ticket"
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
	Methods     *cashier.Methods
	Deposits    *cashier.Deposits
	Slips       *cashier.Slips
	Withdrawals *cashier.Withdrawals
	Cards       *cashier.Cards
	Addresses   *cashier.Addresses
	USDT        *cashier.USDT
	Records     *cashier.Records
	Statement   *statement.Statement
	Bets        *bet.Bets
	Turnover    *turnover.Turnover
	Fund        *fund.Fund
	Vip         *vip.Vip
	Promo       *promo.Promo
	Guard       *guard.Guard
	Content     *content.Content
	Lobby       *lobby.Lobby
	Inbox       *inbox.Inbox
	Tickets     *ticket.Tickets
	Events      *Events
}
