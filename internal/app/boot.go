package app

import (
	"context"

	"hongyun/internal/calendar"
	"hongyun/internal/content"
	"hongyun/internal/site"
)

// boot is what every index page of the player site carries.
func (a *App) boot(ctx context.Context) (site.Boot, error) {
	b := site.Boot{
		SiteName: a.SiteName, Licence: a.Licence, Demo: a.Demo, ReqTokenSecret: a.ReqTokenSecrets[0],
		Banners: []string{}, Ticker: []string{},
	}
	m, err := a.Content.Maintenance(ctx)
	if err != nil {
		return b, err
	}
	b.Maintenance.Status = m.On
	if !m.From.IsZero() {
		b.Maintenance.StartTime = calendar.Stamp(m.From)
	}
	if !m.To.IsZero() {
		b.Maintenance.EndTime = calendar.Stamp(m.To)
	}
	var banners []content.Banner
	if banners, err = a.Content.Banners(ctx, "pc"); err != nil {
		return b, err
	}
	for _, banner := range banners {
		b.Banners = append(b.Banners, banner.Picture)
	}
	items, err := a.Content.Ticker(ctx)
	for _, item := range items {
		b.Ticker = append(b.Ticker, item.Text)
	}
	return b, err
}
