package method

import (
	"context"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/order"
	"hongyun/internal/payment"
)

// Gateway is the adapter of a gateway, nil without one. The configuration file
// wins over what people entered.
func (m *Methods) Gateway(code string) payment.Gateway {
	if g := m.InFile[code]; g != nil {
		return g
	}
	if m.entered == nil {
		return nil
	}
	return m.entered()[code]
}

func (m *Methods) GatewayCodes() []string {
	codes := slices.Collect(maps.Keys(m.InFile))
	if m.entered != nil {
		codes = slices.AppendSeq(codes, maps.Keys(m.entered()))
	}
	slices.Sort(codes)
	return slices.Compact(codes)
}

// Offered are those of some channels that a player is offered now: within their
// hours, for the player's VIP level, and not on trial by an order of this player. A
// player who is "" has level 0.
func (m *Methods) Offered(ctx context.Context, player string, all []Channel) ([]Channel, error) {
	level := 0
	if player != "" && m.LevelOf != nil && slices.ContainsFunc(all, Channel.byLevel) {
		var err error
		if level, err = m.LevelOf(ctx, m.DB, player); err != nil {
			return nil, err
		}
	}
	var tries []int64
	if player != "" && slices.ContainsFunc(all, Channel.routes) {
		var err error
		if tries, err = triedBy(ctx, m.DB, player); err != nil {
			return nil, err
		}
	}
	now := m.DB.Clock().Now().In(calendar.Beijing)
	minute := now.Hour()*60 + now.Minute()
	return slices.DeleteFunc(slices.Clone(all), func(c Channel) bool {
		return slices.Contains(tries, c.ID) || !c.openAt(minute) || !order.LevelFits(level, c.VipMin, c.VipMax)
	}), nil
}

func (c Channel) byLevel() bool { return c.VipMin > 0 || c.VipMax > 0 }

// openAt says whether a channel is open at a minute of the day. Hours may go over midnight.
func (c Channel) openAt(minute int) bool {
	switch {
	case c.HoursFrom == c.HoursTo:
		return true
	case c.HoursFrom < c.HoursTo:
		return minute >= c.HoursFrom && minute < c.HoursTo
	}
	return minute >= c.HoursFrom || minute < c.HoursTo
}

// ChannelsFor lists the channels of a method that a player is offered now. Of
// those at the same place in the order, one takes the first place for this player
// today, by its weight.
func (m *Methods) ChannelsFor(ctx context.Context, method, player string) ([]Channel, error) {
	all, err := m.Channels(ctx, method)
	if err != nil {
		return nil, err
	}
	list, err := m.Offered(ctx, player, all)
	if err != nil || len(list) < 2 {
		return list, err
	}
	if routed, err := m.isRouted(ctx, method); err != nil || routed {
		return onePerStyle(list), err
	}
	for from := 0; from < len(list); {
		to := from + 1
		for to < len(list) && list[to].Sort == list[from].Sort {
			to++
		}
		preselect(list[from:to], player+" "+strconv.Itoa(int(calendar.DayOf(m.DB.Clock().Now()))))
		from = to
	}
	return list, nil
}

// preselect moves one channel to the front, by the weights: the same one for the
// same seed.
func preselect(list []Channel, seed string) {
	total := uint64(0)
	for _, c := range list {
		total += uint64(max(c.Weight, 0))
	}
	if total == 0 {
		return
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(seed))
	at := h.Sum64() % total
	for i, c := range list {
		if w := uint64(max(c.Weight, 0)); at >= w {
			at -= w
			continue
		}
		copy(list[1:i+1], list[:i])
		list[0] = c
		return
	}
}

// MethodsFor lists the ways to deposit with at least one channel that a player is
// offered now.
func (d *Methods) MethodsFor(ctx context.Context, player string) ([]Method, error) {
	methods, err := d.Methods(ctx)
	if err != nil {
		return nil, err
	}
	all, err := d.channels(ctx, d.DB, "c.code <> ?1", "")
	if err != nil {
		return nil, err
	}
	if all, err = d.Offered(ctx, player, all); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(methods, func(m Method) bool {
		return !slices.ContainsFunc(all, func(c Channel) bool { return c.Method == m.Code })
	}), nil
}
