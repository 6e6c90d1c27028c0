package order

import (
	"context"
	"log/slog"
	"slices"

	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/payment"
	"hongyun/internal/player"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
)

// Networks lists the networks the house is connected to, in the order in which
// they are offered.
func (h *Deps) Networks() []string {
	return slices.DeleteFunc(slices.Clone(payment.Networks), func(n string) bool { return h.Chains[n] == nil })
}

// Deps is what the parts of the cashier share.
type Deps struct {
	DB       *db.DB
	Ledger   *ledger.Ledger
	Players  *player.Players
	Guard    *guard.Guard
	Staff    *staff.Staff
	Turnover *turnover.Turnover
	Box      *secret.Box
	Rules    func() Settings // the rules in force
	Log      *slog.Logger
	Seam     func(point string)
	InTurn   bool
	Chains   map[string]payment.Chain
	InFile   map[string]payment.Gateway // of the configuration

	// LevelOf, where set, is a player's VIP level: channels and limits depend on it.
	LevelOf func(ctx context.Context, r db.Reader, player string) (int, error)
}

// Settings are the rules in force.
func (h *Deps) Settings() Settings { return h.Rules() }

// Outcome says what became of a member of staff's action.
type Outcome struct {
	Done       bool
	ApprovalID string // set instead where a second person must agree
}
