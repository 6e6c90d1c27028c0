package app

import (
	"context"

	"hongyun/internal/vip"
)

// programmes connects the VIP programmes.
func (a *App) programmes(ctx context.Context) error {
	a.Vip = vip.New(vip.Config{
		DB: a.DB, Bets: a.Bets, Fund: a.Fund, Players: a.Players, Guard: a.Guard, Staff: a.Staff, Log: a.Log, Metrics: a.Metrics,
		Seam: a.Seam,
	})
	return a.Vip.Seed(ctx)
}
