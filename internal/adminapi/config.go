package adminapi

import (
	"context"
	"log/slog"

	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier"
	"hongyun/internal/content"
	"hongyun/internal/db"
	"hongyun/internal/forfeit"
	"hongyun/internal/fund"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/promo"
	"hongyun/internal/reconcile"
	"hongyun/internal/staff"
	"hongyun/internal/ticket"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
	"hongyun/internal/vip"
	"hongyun/internal/wallet"
)

// Config is the nouns the back office works with.
type Config struct {
	Read  db.Reader // handed to the nouns' reads; nothing here writes SQL
	Clock calendar.Clock
	Log   *slog.Logger
	TLS   bool // the cookie is Secure
	Demo  bool

	Staff     *staff.Staff
	Guard     *guard.Guard
	Players   *player.Players
	Ledger    *ledger.Ledger
	Verifier  *ledger.Verifier
	Venues    *venue.Venues
	Contracts *venue.Contracts
	Wallets   *wallet.Wallets
	Turnovers *turnover.Turnover
	Cashier   *cashier.Cashier
	Bets      *bet.Bets
	Feed      *bet.Feed
	Fund      *fund.Fund
	Vip       *vip.Vip
	Promo     *promo.Promo
	Reconcile *reconcile.Reconciler
	Content   *content.Content
	Tickets   *ticket.Tickets
	Forfeits  *forfeit.Forfeits

	Pictures []string // addresses of the pictures that the site ships

	// PromotionPage is the page that the site makes of a promotion with a text.
	PromotionPage func(ctx context.Context, p content.Promotion, html string, h5 bool) (string, error)

	DepositSecondAbove    money.Fen
	WithdrawalSecondAbove money.Fen
}
