package destination

import (
	"context"
	"fmt"

	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/inbox"
)

// Remove takes a bank card from a player, who proves who they are with the
// withdrawal password, or with the login password while none is set. The row
// moves to the history; the card can be bound again, by anybody, and is held
// then like a new one. It fails with ErrNoCard, ErrCardBusy while a withdrawal
// to the card is open, and with the faults of the password.
func (c *Cards) Remove(ctx context.Context, player string, id int64, password string) error {
	if err := c.Players.ProveOwner(ctx, player, password); err != nil {
		return err
	}
	return c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return c.remove(ctx, tx, player, id) })
}

// remove is Remove without the proof of who asks.
func (c *Cards) remove(ctx context.Context, tx *db.Tx, player string, id int64) error {
	if err := order.LockPlayer(ctx, tx, player); err != nil {
		return err
	}
	row, err := findCard(ctx, tx, player, id)
	if err != nil {
		return err
	}
	if busy, err := withdrawalOpen(ctx, tx, player, id); err != nil || busy {
		return refuseBusy(err, ErrCardBusy)
	}
	_, err = tx.NewRaw(`
		INSERT INTO player_card_removed (id, player, bank, number, number_index, tail, holder, province, city, branch, bound_at, removed_at)
		SELECT id, player, bank, number, number_index, tail, holder, province, city, branch, bound_at, ? FROM player_card WHERE id = ?`, tx.NowMillis(), id).Exec(ctx)
	if err != nil {
		return fmt.Errorf("keep a removed card: %w", err)
	}
	if _, err := tx.NewRaw("DELETE FROM player_card WHERE id = ?", id).Exec(ctx); err != nil {
		return fmt.Errorf("remove card: %w", err)
	}
	if err := inbox.Write(ctx, tx, cardRemovedMessage(row)); err != nil || !row.IsDefault {
		return err
	}
	_, err = tx.NewRaw(`UPDATE player_card SET is_default = TRUE WHERE id = (
		SELECT id FROM player_card WHERE player = ? ORDER BY bound_at, id LIMIT 1)`, player).Exec(ctx)
	return err
}

// Remove takes a USDT address from a player, by the rules of Cards.Remove. It
// fails with ErrNoAddress and ErrAddressBusy.
func (a *Addresses) Remove(ctx context.Context, player string, id int64, password string) error {
	if err := a.Players.ProveOwner(ctx, player, password); err != nil {
		return err
	}
	return a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return a.remove(ctx, tx, player, id) })
}

// remove is Remove without the proof of who asks.
func (a *Addresses) remove(ctx context.Context, tx *db.Tx, player string, id int64) error {
	if err := order.LockPlayer(ctx, tx, player); err != nil {
		return err
	}
	row, err := FindAddress(ctx, tx, player, id)
	if err != nil {
		return err
	}
	if busy, err := withdrawalOpen(ctx, tx, player, id); err != nil || busy {
		return refuseBusy(err, ErrAddressBusy)
	}
	_, err = tx.NewRaw(`
		INSERT INTO player_address_removed (id, player, network, address, address_index, added_at, removed_at)
		SELECT id, player, network, address, address_index, added_at, ? FROM player_address WHERE id = ?`, tx.NowMillis(), id).Exec(ctx)
	if err != nil {
		return fmt.Errorf("keep a removed address: %w", err)
	}
	for _, statement := range []string{"DELETE FROM coin_quote WHERE player = ?0 AND address = ?1", "DELETE FROM player_address WHERE player = ?0 AND id = ?1"} {
		if _, err := tx.NewRaw(statement, player, id).Exec(ctx); err != nil {
			return fmt.Errorf("remove address: %w", err)
		}
	}
	if err := inbox.Write(ctx, tx, addressRemovedMessage(row)); err != nil {
		return err
	}
	return a.nameDefault(ctx, tx, player)
}

// nameDefault makes the oldest address of an offered network the default, if a
// player has no default.
func (a *Addresses) nameDefault(ctx context.Context, tx *db.Tx, player string) error {
	rows, err := AddressesOf(ctx, tx, player)
	if err != nil {
		return err
	}
	for _, r := range rows {
		if r.IsDefault {
			return nil
		}
	}
	for _, r := range rows {
		if a.offered(r.Network) {
			_, err := tx.NewRaw("UPDATE player_address SET is_default = TRUE WHERE id = ?", r.ID).Exec(ctx)
			return err
		}
	}
	return nil
}

// offered reports whether the site pays out on a network at all. A rate that is
// closed for a while does not count: a default stays one meanwhile.
func (a *Addresses) offered(network string) bool { return a.Chains[network] != nil }

// withdrawalOpen reports whether a withdrawal to a card or an address has not
// ended. Its money may still go there, and staff compare the two.
func withdrawalOpen(ctx context.Context, tx *db.Tx, player string, id int64) (bool, error) {
	var n int
	err := tx.NewRaw("SELECT COUNT(*) FROM withdrawal WHERE player = ? AND card = ? AND state NOT IN ('paid', 'rejected', 'failed')", player, id).Scan(ctx, &n)
	if err != nil {
		return false, fmt.Errorf("open withdrawals to %d: %w", id, err)
	}
	return n > 0, nil
}

func refuseBusy(err, busy error) error {
	if err != nil {
		return err
	}
	return busy
}

// SharedAddresses gives the ids of those addresses that another player has, or
// had before removing it.
func SharedAddresses(ctx context.Context, tx *db.Tx, rows []AddressRow) (map[int64]bool, error) {
	out := map[int64]bool{}
	for _, r := range rows {
		var n int
		err := tx.NewRaw(`SELECT (SELECT COUNT(*) FROM player_address WHERE address_index = ?0 AND player <> ?1) +
			(SELECT COUNT(*) FROM player_address_removed WHERE address_index = ?0 AND player <> ?1)`, r.AddressIndex, r.Player).Scan(ctx, &n)
		if err != nil {
			return nil, fmt.Errorf("who shares address %d: %w", r.ID, err)
		}
		if n > 0 {
			out[r.ID] = true
		}
	}
	return out, nil
}
