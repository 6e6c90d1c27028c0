package channel

import (
	"context"
	"fmt"
	"slices"

	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db"
)

// AccountsNow is how the company accounts stand.
type AccountsNow struct {
	InUse   int      // on, and as two people entered them
	Altered int      // not as two people entered them; they are not used
	ForNew  int      // of those in use, the ones that a new player is given
	Others  []string // the rest of those in use: the bank, the holder and the VIP levels
}

// Accounts counts the company accounts by what players get of them.
func (c *Channels) Accounts(ctx context.Context, r db.Reader) (AccountsNow, error) {
	items, err := c.accountItems(ctx, r)
	var out AccountsNow
	for _, it := range items {
		v := it.Value
		switch {
		case it.Altered:
			out.Altered++
		case !it.On:
		case order.LevelFits(order.FirstLevel, v.VipMin, v.VipMax):
			out.InUse++
			out.ForNew++
		default:
			out.InUse++
			out.Others = append(out.Others, bankName(v.Bank)+" "+v.Holder+"（"+levelRange(v.VipMin, v.VipMax)+"）")
		}
	}
	return out, err
}

func levelRange(lowest, highest int) string {
	if highest == 0 {
		return fmt.Sprintf("VIP %d 级起", lowest)
	}
	return fmt.Sprintf("VIP %d-%d 级", lowest, highest)
}

// Usable are the names of the channels by which a new player could deposit now:
// everything behind them is there and in use, and neither the channel nor what is
// behind it is for higher VIP levels alone. networks are the connected chains.
func (c *Channels) Usable(ctx context.Context, r db.Reader, networks []string) ([]string, error) {
	accounts, err := c.Accounts(ctx, r)
	if err != nil {
		return nil, err
	}
	open, err := usdt.OpenNetworks(ctx, r)
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
	shown, err := shownToNew(ctx, r)
	var out []string
	for _, v := range shown {
		works := slices.Contains(ready, v.Gateway)
		switch v.Style {
		case method.StyleBank:
			works = accounts.ForNew > 0
		case usdt.StyleCoin:
			works = slices.Contains(open, v.Way) && slices.Contains(networks, v.Way)
		}
		if works {
			out = append(out, v.Name)
		}
	}
	return out, err
}

// Transfers are the names of the channels by bank transfer that a new player is shown,
// whether there is an account for them or not.
func (c *Channels) Transfers(ctx context.Context, r db.Reader) ([]string, error) {
	shown, err := shownToNew(ctx, r)
	var out []string
	for _, v := range shown {
		if v.Style == method.StyleBank {
			out = append(out, v.Name)
		}
	}
	return out, err
}

// shownToNew are the channels that are on, of methods that are on, for the VIP level at
// which every player begins.
func shownToNew(ctx context.Context, r db.Reader) ([]Channel, error) {
	methods, err := methodItems(ctx, r)
	if err != nil {
		return nil, err
	}
	on := map[string]bool{}
	for _, m := range methods {
		on[m.Key] = m.On
	}
	channels, err := channelItems(ctx, r)
	var out []Channel
	for _, ch := range channels {
		if v := ch.Value; ch.On && on[v.Method] && order.LevelFits(order.FirstLevel, v.VipMin, v.VipMax) {
			out = append(out, v)
		}
	}
	return out, err
}
