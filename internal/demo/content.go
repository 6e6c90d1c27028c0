package demo

import "context"

// seedContent writes what the home page shows on the first day.
func (d *Demo) seedContent(ctx context.Context) error {
	return d.App.Content.Seed(ctx, "/#/tools/contact")
}
