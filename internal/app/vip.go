package app

import (
	"context"

	"hongyun/internal/vip"
)

// programmes connects the VIP programmes. A withheld award is released by two
// people above what a deposit is credited by two.
func (a *App) programmes(ctx context.Context) error {
	a.Vip = vip.New(vip.Config{
		DB: a.DB, Bets: a.Bets, Fund: a.Fund, Players: a.Players, Guard: a.Guard, Staff: a.Staff, Log: a.Log, Metrics: a.Metrics,
		SecondAbove: a.Config.Cashier.DepositSecondAbove, Seam: a.Seam,
	})
	return a.Vip.Seed(ctx)
}
