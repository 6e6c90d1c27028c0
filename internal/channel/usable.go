package channel

import (
	"context"
	"slices"

	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db"
)

// Accounts counts the company accounts in use, and those in use that are not as
// two people entered them.
func (c *Channels) Accounts(ctx context.Context, r db.Reader) (inUse, altered int, err error) {
	items, err := c.accountItems(ctx, r)
	for _, it := range items {
		switch {
		case it.Altered:
			altered++
		case it.On:
			inUse++
		}
	}
	return inUse, altered, err
}

// Usable are the names of the channels by which a player could deposit now:
// everything behind them is there and in use. networks are the connected chains.
func (c *Channels) Usable(ctx context.Context, r db.Reader, networks []string) ([]string, error) {
	accounts, _, err := c.Accounts(ctx, r)
	if err != nil {
		return nil, err
	}
	open, err := usdt.OpenNetworks(ctx, r)
	if err != nil {
		return nil, err
	}
	methods, err := methodItems(ctx, r)
	if err != nil {
		return nil, err
	}
	gateways, err := c.gatewayItems(ctx, r)
	if err != nil {
		return nil, err
	}
	ready := slices.Clone(c.InFile)
	for _, g := range gateways {
		if g.On && c.Gateways()[g.Key] != nil {
			ready = append(ready, g.Key)
		}
	}
	on := map[string]bool{}
	for _, m := range methods {
		on[m.Key] = m.On
	}
	channels, err := channelItems(ctx, r)
	var out []string
	for _, ch := range channels {
		v := ch.Value
		works := slices.Contains(ready, v.Gateway)
		switch v.Style {
		case method.StyleBank:
			works = accounts > 0
		case usdt.StyleCoin:
			works = slices.Contains(open, v.Way) && slices.Contains(networks, v.Way)
		}
		if ch.On && on[v.Method] && works {
			out = append(out, v.Name)
		}
	}
	return out, err
}
