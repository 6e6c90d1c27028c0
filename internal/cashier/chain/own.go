package chain

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db"
	"hongyun/internal/number"
	"hongyun/internal/payment"
	"hongyun/internal/secret"
)

// pullOwn reads what came to players' own addresses, in parts of as many as one
// question may be about. A part keeps its own cursor, so one that waits for its
// turn loses nothing. A part that fails does not keep the others out.
func (c *Chains) pullOwn(ctx context.Context, chain payment.Chain) error {
	network, size := chain.Network(), usdt.PartSize(chain)
	parts, err := c.ownParts(ctx, network, size)
	if err != nil {
		return err
	}
	var failed error
	inARow := 0
	for _, part := range parts {
		to, err := c.ownOf(ctx, network, part*size, (part+1)*size)
		if err == nil && len(to) > 0 {
			err = c.pullPart(ctx, chain, usdt.FirstOwnPart+int(part), to)
		}
		if err == nil {
			inARow = 0
			continue
		}
		failed = errors.Join(failed, err)
		if inARow++; inARow == usdt.FailuresInARow || ctx.Err() != nil {
			break
		}
	}
	return failed
}

// ownOf are the own addresses of some places.
func (c *Chains) ownOf(ctx context.Context, network string, from, to int64) ([]payment.Address, error) {
	var texts []string
	err := c.DB.NewRaw("SELECT address FROM usdt_address WHERE network = ? AND idx >= ? AND idx < ? ORDER BY idx", network, from, to).Scan(ctx, &texts)
	if err != nil {
		return nil, fmt.Errorf("own addresses on %s: %w", network, err)
	}
	list := make([]payment.Address, 0, len(texts))
	for _, text := range texts {
		a, err := payment.ParseAddress(network, text)
		if err != nil {
			c.Log.ErrorContext(ctx, "a player's own address is none and is not watched", "network", network)
			continue
		}
		list = append(list, a)
	}
	return list, nil
}

// ownParts are the parts to ask about now: those with fresh orders, and those
// that were not asked about for the longest time. Who was asked about longest
// ago comes first, so that a part which fails goes to the end.
func (c *Chains) ownParts(ctx context.Context, network string, size int64) ([]int64, error) {
	if err := c.knowParts(ctx, network, size); err != nil {
		return nil, err
	}
	var fresh, others []int64
	now := c.DB.Clock().Now().UnixMilli()
	err := c.DB.NewRaw("SELECT part FROM chain_cursor WHERE network = ? AND watch_until > 0 AND watch_until > ? AND part >= ? ORDER BY asked_at, part", network, now, usdt.FirstOwnPart).Scan(ctx, &fresh)
	if err == nil {
		err = c.DB.NewRaw("SELECT part FROM chain_cursor WHERE network = ? AND part >= ? ORDER BY asked_at, part LIMIT ?",
			network, usdt.FirstOwnPart, usdt.OwnPartsInTurn+len(fresh)).Scan(ctx, &others)
	}
	if err != nil {
		return nil, fmt.Errorf("parts of own addresses on %s: %w", network, err)
	}
	others = slices.DeleteFunc(others, func(part int64) bool { return slices.Contains(fresh, part) })
	parts := append(fresh, others[:min(len(others), usdt.OwnPartsInTurn)]...)
	for i := range parts {
		parts[i] -= usdt.FirstOwnPart
	}
	return parts, nil
}

// knowParts makes the cursors of all parts that have addresses, once in the life
// of a process: the size of a part is the adapter's and may have changed.
func (c *Chains) knowParts(ctx context.Context, network string, size int64) error {
	if _, known := c.partsKnown.Load(network); known {
		return nil
	}
	err := c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(`INSERT INTO chain_cursor (network, part, text)
			SELECT DISTINCT network, ? + idx / ?, '' FROM usdt_address WHERE network = ? ON CONFLICT (network, part) DO NOTHING`,
			usdt.FirstOwnPart, size, network).Exec(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("parts of own addresses on %s: %w", network, err)
	}
	c.partsKnown.Store(network, true)
	return nil
}

// ownerOf finds whose own address a transfer came to; found is false for others.
func (c *Chains) ownerOf(ctx context.Context, tx *db.Tx, t usdt.Transfer) (row usdt.OwnRow, why string, found bool, err error) {
	err = tx.NewRaw("SELECT * FROM usdt_address WHERE network = ? AND address = ?", t.Network, t.To).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return row, "", false, nil
	}
	if err != nil {
		return row, "", false, fmt.Errorf("whose address it is: %w", err)
	}
	if row.Seal != usdt.SealOfOwn(c.Deps, row) {
		return row, "收款地址记录被改动", true, nil
	}
	var enabled bool
	if err := tx.NewRaw("SELECT enabled FROM coin_payee WHERE id = ?", row.Payee).Scan(ctx, &enabled); err != nil {
		return row, "", true, fmt.Errorf("the key of its address: %w", err)
	}
	if !enabled {
		return row, "收款地址已停用", true, nil
	}
	return row, "", true, nil
}

// ownOrder is the order that a transfer to a player's own address credits: the
// oldest open one of exactly its coins and of its time, at the rate that order
// keeps; else a new one, at the rate of now. It is fresh when it is not stored
// yet. An old rate holds the transfer back until there is a new one.
func (c *Chains) ownOrder(ctx context.Context, tx *db.Tx, t usdt.Transfer, row usdt.OwnRow) (dep deposit.Deposit, fresh bool, why string, err error) {
	if err := order.LockPlayer(ctx, tx, row.Player); err != nil {
		return dep, false, "", err
	}
	at := calendar.Millis(t.At)
	var sn string
	err = tx.NewRaw(`SELECT sn FROM deposit WHERE network = ? AND coin_address = ? AND coins = ? AND own_address AND player = ?
		AND `+deposit.WhereUnreviewed+` AND created_at <= ? AND expires_at >= ? ORDER BY created_at, sn LIMIT 1`,
		t.Network, t.To, int64(t.Coins), row.Player, at+time.Minute.Milliseconds(), at).Scan(ctx, &sn)
	if err == nil {
		dep, err = deposit.Lock(ctx, tx, c.Box, sn)
		return dep, false, "", err
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return dep, false, "", fmt.Errorf("its order: %w", err)
	}
	rate, err := usdt.RateRow(ctx, tx, t.Network, usdt.ForDeposit)
	if err == nil && usdt.StaleRate(c.Deps, rate, tx.Now()) {
		err = usdt.ErrRateOld
	}
	if err != nil {
		return dep, false, "", err
	}
	worth, err := rate.Rate.Yuan(t.Coins)
	if err != nil {
		return dep, false, "", err
	}
	if worth <= 0 {
		return dep, false, "折合不足一分钱", nil
	}
	activity, err := activityOf(ctx, tx, t, row)
	if err != nil {
		return dep, false, "", err
	}
	sn = number.NewOrder("R", tx.Now())
	return deposit.Deposit{
		SN: sn, ActivityID: activity, Player: row.Player, Amount: worth, State: deposit.Review, ReviewReason: "转入玩家专属地址",
		Method: "USDT", Channel: "USDT-" + usdt.NetworkName(t.Network), Style: usdt.StyleCoin,
		Network: t.Network, CoinAddress: t.To, Coins: t.Coins, Rate: rate.Rate, OwnAddress: true,
		CreatedAt: tx.Now(), ExpiresAt: tx.Now(),
		OrderID: "chain:" + t.Network + ":" + t.Key(), Contents: order.ContentsOf(t.Network, t.Key(), row.Player), Token: secret.NewToken(),
	}, true, "", nil
}

// activityOf is the promotion that the player chose with the newest order that
// waits at their own address. A transfer of another amount, of which an exchange
// kept a fee, does not lose the choice. The promotion's own rules decide whether
// the amount that came is entitled to it.
func activityOf(ctx context.Context, tx *db.Tx, t usdt.Transfer, row usdt.OwnRow) (activity string, err error) {
	at := calendar.Millis(t.At)
	err = tx.NewRaw(`SELECT activity FROM deposit WHERE network = ? AND coin_address = ? AND own_address AND player = ? AND activity <> ''
		AND `+deposit.WhereUnreviewed+` AND created_at <= ? AND expires_at >= ? ORDER BY created_at DESC, sn LIMIT 1`,
		t.Network, t.To, row.Player, at+time.Minute.Milliseconds(), at).Scan(ctx, &activity)
	if errors.Is(err, sql.ErrNoRows) {
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("the choice of %s: %w", row.Player, err)
	}
	return activity, nil
}

// settleOwn credits a transfer to a player's own address, whatever its amount.
func (c *Chains) settleOwn(ctx context.Context, tx *db.Tx, t usdt.Transfer, row usdt.OwnRow, why string) error {
	var dep deposit.Deposit
	fresh := false
	var err error
	if why == "" {
		dep, fresh, why, err = c.ownOrder(ctx, tx, t, row)
	}
	if err == nil && why == "" {
		why, err = c.deposits.OverLimit(ctx, tx, dep, dep.Amount)
	}
	if err != nil {
		return err
	}
	if why != "" {
		sn, err := c.strayTransfer(ctx, tx, t, "玩家"+row.Player+"的专属地址："+why)
		if err != nil {
			return err
		}
		return endTransfer(ctx, tx, t, usdt.StrayMove, sn)
	}
	if fresh {
		if err := deposit.Insert(ctx, tx, c.Box, dep); err != nil {
			return err
		}
		if err := order.AddNote(ctx, tx, dep.SN, order.BySystem, "转入玩家专属地址，新建订单", t.Key()); err != nil {
			return err
		}
	}
	if err := c.creditTransfer(ctx, tx, dep, t); err != nil {
		return err
	}
	return endTransfer(ctx, tx, t, usdt.CreditMove, dep.SN)
}
