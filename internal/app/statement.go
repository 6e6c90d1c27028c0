package app

import (
	"context"

	"hongyun/internal/db"
	"hongyun/internal/statement"
)

// buildStatement makes the players' records out of what the nouns wrote.
func (a *App) buildStatement() {
	a.Statement = statement.New(statement.Config{
		DB: a.DB, Ledger: a.Ledger, Deposits: a.Cashier.Deposits, Withdrawals: a.Cashier.Withdrawals, Wallets: a.Wallets,
		Fund: a.Fund, Vip: a.Vip, Turnover: a.Turnover,
		Venues: func(ctx context.Context, r db.Reader) (map[string]string, error) {
			list, err := a.Venues.List(ctx, r)
			names := make(map[string]string, len(list))
			for _, e := range list {
				names[e.Code] = e.Name
			}
			return names, err
		},
	})
}
