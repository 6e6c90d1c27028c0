package withdrawal

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/turnover"
)

// Info is what stands between a player and a withdrawal (WD-08, WD-09).
type Info struct {
	Min           money.Fen
	Max           money.Fen               // 0: no limit but the day's
	Fee           order.Fee               // of the withdrawals of today that are left: Free of them cost nothing
	Times         int                     // withdrawals a day
	Daily         money.Fen               // their sum
	TimesLeft     int                     // of today's withdrawals
	AmountLeft    money.Fen               // of today's sum
	Required      money.Fen               // of the open buckets together
	Done          money.Fen               // of that
	Buckets       []turnover.BucketReport // the open ones, oldest first
	NeedsName     bool
	NeedsPassword bool
	NeedsSecond   bool
	HeldUntil     time.Time // zero: a withdrawal asked for now is not held

	MaxCards, MaxAddresses int  // that the player may have
	ChecksCard             bool // a card number with a wrong check digit is refused

	Centre, Locked money.Fen
	Available      money.Fen // can be withdrawn now
	Holds          []Hold    // what keeps the rest
}

// Info tells a player beforehand what a withdrawal will ask for.
func (w *Withdrawals) Info(ctx context.Context, player string) (Info, error) {
	p, err := w.Players.Find(ctx, w.DB, player)
	if err != nil {
		return Info{}, err
	}
	limits, err := w.LimitsOf(ctx, w.DB, player)
	if err != nil {
		return Info{}, err
	}
	info := Info{Min: limits.Min, Max: limits.Max, Fee: limits.Fee, Times: limits.Times, Daily: limits.Daily, NeedsName: p.TrueName == "", NeedsPassword: p.WithdrawPasswordSet, NeedsSecond: !p.SecondSince.IsZero(), Buckets: []turnover.BucketReport{}}
	rules := w.Rules()
	info.MaxCards, info.MaxAddresses, info.ChecksCard = rules.CardsMost, rules.AddressesMost, !rules.LuhnWarns
	now := w.DB.Clock().Now()
	times, amount, err := usedToday(ctx, w.DB, player, now)
	if err != nil {
		return Info{}, err
	}
	info.TimesLeft = max(limits.Times-times, 0)
	info.Fee.Free = max(limits.Fee.Free-int64(times), 0)
	info.AmountLeft = max(limits.Daily-amount, 0)
	all, err := w.Turnover.Buckets(ctx, w.DB, player)
	if err != nil {
		return Info{}, err
	}
	excluded, err := w.Guard.ExcludedAmong(ctx, w.DB, []string{player})
	if err != nil {
		return Info{}, err
	}
	for _, b := range slices.Backward(all) {
		if b.State == turnover.StateOpen && !excluded[player] { // of whom nothing is asked
			info.Buckets = append(info.Buckets, b)
			info.Required += b.Required
			info.Done += b.Done
		}
	}
	var cards []destination.CardRow
	if err := db.ReadAllFixed(ctx, w.DB, &cards, "SELECT * FROM player_card WHERE player = ?", player); err != nil {
		return Info{}, fmt.Errorf("cards of %s: %w", player, err)
	}
	addresses, err := destination.AddressesOf(ctx, w.DB, player)
	if err != nil {
		return Info{}, err
	}
	if held := w.heldUntil(p, firstBound(cards), destination.FirstAdded(addresses)); held.After(now) {
		info.HeldUntil = held
	}
	return info, w.available(ctx, &info, p)
}

func usedToday(ctx context.Context, r db.Reader, player string, now time.Time) (int, money.Fen, error) {
	var used []struct {
		Times  int
		Amount int64
	}
	err := r.NewRaw("SELECT times, amount FROM withdrawal_day WHERE player = ? AND day = ?", player, order.DayOf(now)).Scan(ctx, &used)
	if err != nil {
		return 0, 0, fmt.Errorf("today's withdrawals of %s: %w", player, err)
	}
	if len(used) == 0 {
		return 0, 0, nil
	}
	return used[0].Times, money.Fen(used[0].Amount), nil
}
