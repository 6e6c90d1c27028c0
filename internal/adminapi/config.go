package adminapi

import (
	"log/slog"

	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/reconcile"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
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
	Wallets   *wallet.Wallets
	Turnovers *turnover.Turnover
	Cashier   *cashier.Cashier
	Bets      *bet.Bets
	Feed      *bet.Feed
	Reconcile *reconcile.Reconciler

	DepositSecondAbove    money.Fen
	WithdrawalSecondAbove money.Fen
}
