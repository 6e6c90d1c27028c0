package adminapi

import (
	"context"
	"log/slog"

	"hongyun/internal/adminapi/site"
	"hongyun/internal/alarm"
	"hongyun/internal/bet"
	"hongyun/internal/bet/feed"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier"
	"hongyun/internal/content"
	"hongyun/internal/courier"
	"hongyun/internal/db"
	"hongyun/internal/earning"
	"hongyun/internal/forfeit"
	"hongyun/internal/fund"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/payout"
	"hongyun/internal/player"
	"hongyun/internal/promo"
	"hongyun/internal/reconcile"
	"hongyun/internal/setting"
	"hongyun/internal/staff/account"
	"hongyun/internal/statement"
	"hongyun/internal/ticket"
	"hongyun/internal/turnover"
	"hongyun/internal/upload"
	"hongyun/internal/venue"
	"hongyun/internal/venue/catalogue"
	"hongyun/internal/venue/contract"
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

	Staff     *account.Accounts
	Alarms    *alarm.Alarms
	Courier   *courier.Courier
	Guard     *guard.Guard
	Players   *player.Players
	Ledger    *ledger.Ledger
	Verifier  *ledger.Verifier
	Venues    *venue.Venues
	Contracts *contract.Contracts
	Catalogue *catalogue.Catalogue
	Wallets   *wallet.Wallets
	Turnovers *turnover.Turnover
	Cashier   *cashier.Cashier
	Payouts   *payout.Payouts
	Bets      *bet.Bets
	Feed      *feed.Feed
	Fund      *fund.Fund
	Vip       *vip.Vip
	Promo     *promo.Promo
	Statement *statement.Statement // nil: orders are found by their stored numbers alone
	Reconcile *reconcile.Reconciler
	Content   *content.Content
	Tickets   *ticket.Tickets
	Forfeits  *forfeit.Forfeits
	Earnings  *earning.Earnings
	Uploads   *upload.Uploads

	Pictures []string // addresses of the pictures that the site ships

	// PromotionPage is the page that the site makes of a promotion with a text.
	PromotionPage func(ctx context.Context, p content.Promotion, html string, h5 bool) (string, error)

	Book *setting.Book

	// Opening looks at what is missing before the site may open.
	Opening func(ctx context.Context) ([]site.OpeningCheck, error)
}
