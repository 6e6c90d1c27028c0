package app

import (
	"context"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/forfeit"
	"hongyun/internal/guard"
	"hongyun/internal/job"
)

// kickWithin bounds one round of asking the venues to throw a player out.
const kickWithin = 30 * time.Second

// kickArgs asks the venues to throw out a player who stopped.
type kickArgs struct {
	Player string `json:"player"`
}

// Kind names the job.
func (kickArgs) Kind() string { return "guard.kick" }

// limits connects what players decide about themselves to the nouns that have
// the facts and must follow (RG-3, RG-4).
func (a *App) limits() {
	a.Guard.Deposited = a.Cashier.Deposits.Toward
	a.Guard.LockOrders = a.Cashier.Deposits.LockOrders
	forfeits := forfeit.New(forfeit.Config{
		DB: a.DB, Ledger: a.Ledger, Turnover: a.Turnover, Lock: a.Cashier.Deposits.LockOrders, Unfinished: a.Seamless.Unfinished, Log: a.Log,
		Sources: map[string]forfeit.Source{forfeit.Bonus: a.Promo, forfeit.Fund: a.Fund},
	})
	a.Forfeits = forfeits
	a.Cashier.Withdrawals.BeforeAsk = forfeits.CollectIn
	a.Guard.OnStop = func(ctx context.Context, tx *db.Tx, s guard.Stop) error {
		if err := a.Wallets.AutoOff(ctx, tx, s.Player); err != nil {
			return err
		}
		if s.Kind == guard.Exclusion {
			if err := forfeits.Exclude(ctx, tx, s.Player); err != nil {
				return err
			}
		}
		return a.Jobs.Enqueue(ctx, tx, kickArgs{Player: s.Player})
	}
	// A venue that is down is asked again, later and later, for weeks: a game
	// that is open there outlives our refusals.
	job.Handle(a.Jobs, func(ctx context.Context, k kickArgs) error {
		ctx, cancel := context.WithTimeout(ctx, kickWithin)
		defer cancel()
		return a.Launches.KickOut(ctx, k.Player)
	})
}
