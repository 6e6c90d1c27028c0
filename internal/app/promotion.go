package app

import (
	"context"

	"hongyun/internal/site"
	"hongyun/internal/venue"
)

// promotions are the pages of the promotions, on the player site.
func (a *App) promotions() *site.Promotions {
	return site.NewPromotions(site.PromotionsConfig{
		Content: a.Content, Clock: a.Clock, Log: a.Log, SiteName: a.SiteName, Demo: a.Demo,
		Brand: func() (string, string) { now := a.Brand(); return now.Name, now.Style() },
		Waits: func(ctx context.Context, kind string) (string, error) {
			begun, err := a.Venues.Kinds(ctx, a.DB)
			if err != nil || begun[venue.Kind(kind)] {
				return "", err
			}
			return venue.Kind(kind).Name(), nil
		},
		Running:    func(ctx context.Context) (map[int64]bool, error) { return a.Promo.Pages(ctx, a.DB) },
		Conditions: func(ctx context.Context) (map[int64][]string, error) { return a.Promo.Conditions(ctx, a.DB) },
	})
}
