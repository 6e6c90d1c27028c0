package deposit

import (
	"context"
	"errors"
	"fmt"

	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// draftCoins completes an order that is paid in USDT: the rate it keeps, and
// the coins its yuan are worth, rounded up.
func (d *Deposits) draftCoins(ctx context.Context, dep *Deposit, o Order, m method.Method) error {
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

// takeCoins gives an order the player's own address, where the network has a key
// that derives it. Elsewhere it reserves a shared address and an amount: the
// amount it is worth, or the next cent that no order of the last while had
// there. A payment is recognised by nothing else, so a pair rests after its
// order has ended: whoever pays twice, or late, must not pay somebody else's.
//
// The row of the address stays locked until tx ends, so that parallel orders
// cannot take the same pair; the index deposit_coins_open says the same once more.
func (d *Deposits) takeCoins(ctx context.Context, tx *db.Tx, dep *Deposit) error {
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
	var ids []int64
	err = tx.NewRaw("SELECT id FROM coin_payee WHERE network = ? AND enabled AND address NOT LIKE 'xpub%' ORDER BY last_used_at, id", dep.Network).Scan(ctx, &ids)
	if err != nil {
		return fmt.Errorf("choose a receiving address: %w", err)
	}
	var known bool
	err = tx.NewRaw("SELECT EXISTS (SELECT 1 FROM deposit WHERE player = ? AND style = 'VirtualCoin' AND state = 'credited')", dep.Player).Scan(ctx, &known)
	if err != nil {
		return fmt.Errorf("whether %s paid before: %w", dep.Player, err)
	}
	for _, id := range ids {
		var p usdt.PayeeRow
		if err := tx.NewRaw("SELECT * FROM coin_payee WHERE id = ?"+tx.ForUpdate(), id).Scan(ctx, &p); err != nil {
			return fmt.Errorf("lock receiving address %d: %w", id, err)
		}
		if p.Seal != usdt.SealOfPayee(d.Deps, p) {
			d.Log.ErrorContext(ctx, "a receiving address was altered in the database and is not shown", "id", p.ID, "network", p.Network)
			continue
		}
		if !p.Enabled {
			continue
		}
		coins, found, err := d.freeCoins(ctx, tx, p, dep.Coins, known)
		if err != nil {
			return err
		}
		if !found {
			continue
		}
		dep.Coins, dep.CoinAddress = coins, p.Address
		// Orders of the same millisecond must still take turns.
		_, err = tx.NewRaw("UPDATE coin_payee SET last_used_at = CASE WHEN last_used_at >= ?0 THEN last_used_at + 1 ELSE ?0 END WHERE id = ?1",
			tx.NowMillis(), id).Exec(ctx)
		if err != nil {
			return fmt.Errorf("turn of receiving address %d: %w", id, err)
		}
		return nil
	}
	return order.ErrNoPayee
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
