package deposit

import (
	"context"
	"errors"
	"fmt"

	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// complete sets the network of an order, the rate that it keeps, and the coins that its
// yuan are worth, rounded up.
func (chainRail) complete(ctx context.Context, d *Deposits, dep *Deposit, o Order, m method.Method) error {
	dep.Network = dep.payMethod
	if d.Chains[dep.Network] == nil {
		return method.ErrNoChannel
	}
	rate, err := usdt.RateRow(ctx, d.DB, dep.Network, usdt.ForDeposit)
	if errors.Is(err, usdt.ErrNoRate) || err == nil && !rate.Open {
		return method.ErrNoChannel
	}
	if err != nil {
		return err
	}
	if usdt.StaleRate(d.Deps, rate, d.DB.Clock().Now()) {
		return usdt.ErrRateOld
	}
	dep.Rate = rate.Rate
	if dep.Coins, err = rate.Rate.Coins(o.Amount, money.Up); err != nil {
		return ErrAmount
	}
	if dep.Coins < rate.Least || dep.Coins > rate.Most {
		return usdt.ErrCoinLimits.With(rate.Least.String(), rate.Most.String())
	}
	return checkPayAddress(dep, o.PayAddress, m.ShowAddress)
}

// checkPayAddress keeps the address the player says the coins come from, where
// the form asks for one. It is a hint for staff and proves nothing.
func checkPayAddress(dep *Deposit, text string, asked bool) error {
	if text == "" {
		if asked {
			return ErrChoice
		}
		return nil
	}
	network := payment.NetworkOf(text)
	if network == "" {
		return usdt.ErrAddressForm
	}
	if network != dep.Network {
		return destination.ErrAddressType
	}
	a, err := usdt.ReadAddress(network, text)
	dep.PayAddress = a.String()
	return err
}

// reserve gives an order the player's own address, where the network has a key
// that derives it. Elsewhere it reserves a shared address and an amount: the
// amount it is worth, or the next cent that no order of the last while had
// there. A payment is recognised by nothing else, so a pair rests after its
// order has ended: whoever pays twice, or late, must not pay somebody else's.
//
// The row of the address stays locked until tx ends, so that parallel orders
// cannot take the same pair; the index deposit_coins_open says the same once more.
func (chainRail) reserve(ctx context.Context, d *Deposits, tx *db.Tx, dep *Deposit) error {
	var open int
	err := tx.NewRaw("SELECT COUNT(*) FROM deposit WHERE player = ? AND style = 'VirtualCoin' AND "+whereWaiting, dep.Player).Scan(ctx, &open)
	if err != nil {
		return fmt.Errorf("open orders of %s: %w", dep.Player, err)
	}
	if open >= d.Rules().CoinOrdersOpen {
		return ErrCoinOpen.With(open)
	}
	own, err := usdt.OwnAddress(ctx, d.Deps, tx, dep.Network, dep.Player)
	if err != nil {
		return err
	}
	if own != "" {
		dep.CoinAddress, dep.OwnAddress = own, true
		return nil
	}
	var known bool
	err = tx.NewRaw("SELECT EXISTS (SELECT 1 FROM deposit WHERE player = ? AND style = 'VirtualCoin' AND state = 'credited')", dep.Player).Scan(ctx, &known)
	if err != nil {
		return fmt.Errorf("whether %s paid before: %w", dep.Player, err)
	}
	dep.CoinAddress, dep.Coins, err = usdt.ChoosePayee(ctx, d.Deps, tx, dep.Network, func(p usdt.PayeeRow) (money.Coins, bool, error) {
		return d.freeCoins(ctx, tx, p, dep.Coins, known)
	})
	return err
}

// freeCoins finds an amount from base on that is free at a shared address.
func (d *Deposits) freeCoins(ctx context.Context, tx *db.Tx, p usdt.PayeeRow, base money.Coins, known bool) (money.Coins, bool, error) {
	var rows []struct {
		Coins     int64
		State     string
		ClaimedAt int64
		ExpiresAt int64
	}
	err := tx.NewRaw(`SELECT coins, state, claimed_at, expires_at FROM deposit WHERE network = ? AND coin_address = ? AND coins >= ? AND coins < ?
		AND (`+whereWaiting+` OR created_at > ?)`,
		p.Network, p.Address, int64(base), int64(base+usdt.MaxBumps*money.Cent), tx.Now().Add(-d.Rules().CoinRest).UnixMilli()).Scan(ctx, &rows)
	if err != nil {
		return 0, false, fmt.Errorf("coins in use at %d: %w", p.ID, err)
	}
	pairs := make([]usdt.Pair, len(rows))
	for i, r := range rows {
		// Its payment may be on its way, or was right, or its player called it paid.
		busy := r.State == Pending || r.State == Claimed || r.ClaimedAt > 0 || r.State == Credited
		pairs[i] = usdt.Pair{Coins: money.Coins(r.Coins), Busy: busy, Until: r.ExpiresAt}
	}
	coins, found := usdt.FreePair(base, pairs, known, tx.Now())
	return coins, found, nil
}

// Worth is what an order in coins credits when exactly its coins come: never
// less than was ordered. 0 for an order that is not in coins.
func (dep Deposit) Worth() money.Fen {
	if dep.Coins == 0 {
		return 0
	}
	worth, err := dep.Rate.Yuan(dep.Coins)
	if err != nil {
		return 0
	}
	return worth
}
