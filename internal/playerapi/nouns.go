package playerapi

import (
	"hongyun/internal/bet"
	"hongyun/internal/cashier"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/slip"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
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
	Methods     *method.Methods
	Deposits    *deposit.Deposits
	Slips       *slip.Slips
	Withdrawals *withdrawal.Withdrawals
	Cards       *destination.Cards
	Addresses   *destination.Addresses
	USDT        *usdt.Book
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
