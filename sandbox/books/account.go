package books

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/money"
)

// Account is a player's purse at a venue.
type Account struct {
	Name     string // as first spelled
	Password string // where the venue's players have one
	Balance  money.Fen
}

// EnsureAccount opens a player's account at a venue when there is none, and
// tells whether it did.
func (b *Books) EnsureAccount(ctx context.Context, venue, name string, at time.Time) (created bool, err error) {
	err = b.write(ctx, func(tx *sql.Tx) error {
		created, err = ensureAccount(ctx, tx, venue, name, at)
		return err
	})
	return created, err
}

// OpenAccount is EnsureAccount for a venue whose players have a password, which
// the first call sets.
func (b *Books) OpenAccount(ctx context.Context, venue, name, password string, at time.Time) (created bool, err error) {
	err = b.write(ctx, func(tx *sql.Tx) error {
		if created, err = ensureAccount(ctx, tx, venue, name, at); err != nil || !created {
			return err
		}
		_, err = tx.ExecContext(ctx, `UPDATE account SET password = ? WHERE venue = ? AND player = ?`, password, venue, Key(name))
		return err
	})
	return created, err
}

func ensureAccount(ctx context.Context, tx *sql.Tx, venue, name string, at time.Time) (bool, error) {
	done, err := tx.ExecContext(ctx,
		`INSERT INTO account (venue, player, name, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING`,
		venue, Key(name), name, at.UnixMilli())
	if err != nil {
		return false, fmt.Errorf("open account %s at %s: %w", name, venue, err)
	}
	n, err := done.RowsAffected()
	return n == 1, err
}

// Account is the player's purse; ErrNoAccount when there is none.
func (b *Books) Account(ctx context.Context, venue, name string) (Account, error) {
	var a Account
	err := b.db.QueryRowContext(ctx, `SELECT name, password, balance FROM account WHERE venue = ? AND player = ?`,
		venue, Key(name)).Scan(&a.Name, &a.Password, &a.Balance)
	if errors.Is(err, sql.ErrNoRows) {
		return a, ErrNoAccount
	}
	if err != nil {
		return a, fmt.Errorf("read account %s at %s: %w", name, venue, err)
	}
	return a, nil
}

// AgentUsed is what the agent's players hold by transfers, net.
func (b *Books) AgentUsed(ctx context.Context, venue string) (money.Fen, error) {
	var used money.Fen
	err := b.db.QueryRowContext(ctx, `SELECT COALESCE(SUM(used), 0) FROM agent WHERE venue = ?`, venue).Scan(&used)
	return used, err
}

// move changes a purse. With mayOwe the balance may fall below zero; without,
// ErrShort is returned and nothing changes.
func move(ctx context.Context, tx *sql.Tx, venue, player string, by money.Fen, mayOwe bool) (money.Fen, error) {
	var after money.Fen
	err := tx.QueryRowContext(ctx,
		`UPDATE account SET balance = balance + ? WHERE venue = ? AND player = ? RETURNING balance`,
		int64(by), venue, Key(player)).Scan(&after)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, ErrNoAccount
	}
	if err != nil {
		return 0, fmt.Errorf("move %s of %s at %s: %w", by, player, venue, err)
	}
	if after < 0 && by < 0 && !mayOwe {
		return 0, ErrShort // the caller's transaction rolls back
	}
	return after, nil
}
