package method

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"hongyun/internal/guard"
	"hongyun/internal/money"
)

// isRouted says whether the site chooses the channels of a method.
func (m *Methods) isRouted(ctx context.Context, method string) (bool, error) {
	var routed []bool
	if err := m.DB.NewRaw("SELECT routed FROM pay_method WHERE code = ?", method).Scan(ctx, &routed); err != nil {
		return false, fmt.Errorf("pay method %s: %w", method, err)
	}
	return len(routed) > 0 && routed[0], nil
}

// routes says that a channel may be chosen instead of another of its style. Bank
// accounts take turns by themselves, and the networks of coins are not the same.
func (c Channel) routes() bool { return c.Gateway != "" }

// onePerStyle lets the first channel of each style stand for those behind it, with
// the limits of all of them.
func onePerStyle(list []Channel) []Channel {
	var out []Channel
	for _, c := range list {
		at := slices.IndexFunc(out, func(o Channel) bool { return c.routes() && o.routes() && o.Style == c.Style })
		if at < 0 {
			out = append(out, c)
			continue
		}
		out[at].MinAmount, out[at].MaxAmount = min(out[at].MinAmount, c.MinAmount), max(out[at].MaxAmount, c.MaxAmount)
	}
	return out
}

// Route chooses the channel of an order in a routed method, by weight and success rate
// among those of the style that take its amount from its player now. Where none does, the one that
// the player was shown stays, and says what is wrong.
func (d *Methods) Route(ctx context.Context, player string, amount money.Fen, shown Channel, m Method) (Channel, error) {
	if !m.Routed || !shown.routes() {
		return shown, nil
	}
	all, err := d.Channels(ctx, m.Code)
	if err != nil {
		return shown, err
	}
	list, err := d.Offered(ctx, player, all)
	if err != nil {
		return shown, err
	}
	total := int64(0)
	fit := slices.DeleteFunc(list, func(c Channel) bool {
		return !c.routes() || c.Style != shown.Style || c.Weight <= 0 || !d.takes(ctx, c, amount)
	})
	weights, err := d.weigh(ctx, d.DB, fit)
	if err != nil {
		return shown, err
	}
	for _, w := range weights {
		total += w
	}
	if total == 0 {
		return shown, nil
	}
	draw := d.Draw
	if draw == nil {
		draw = rand.Int64N
	}
	at := draw(total)
	for i, c := range fit {
		if at -= weights[i]; at < 0 {
			return c, nil
		}
	}
	return shown, nil
}

// takes says whether a channel takes an order: by its limits, its gateway's, and
// what people closed.
func (m *Methods) takes(ctx context.Context, c Channel, amount money.Fen) bool {
	if amount < c.MinAmount || amount > c.MaxAmount {
		return false
	}
	g := m.Gateway(c.Gateway)
	if g == nil {
		return false
	}
	r := g.Rules()
	return amount >= r.MinAmount && (r.MaxAmount == 0 || amount <= r.MaxAmount) && m.Guard.Gate.Check(ctx, guard.GatewayDoor(c.Gateway)) == nil
}
