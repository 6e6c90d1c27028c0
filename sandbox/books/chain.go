package books

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/money"
)

// ChainTransfer is a movement of a token on a simulated chain.
type ChainTransfer struct {
	Network, Tx string // the number in hex, without 0x
	Index       int    // place in the transaction
	Token       string // contract (hash in hex) or property number
	From, To    string // twenty bytes in hex
	Amount      money.Coins
	Block       int64
	At          time.Time
	Failed      bool
}

// Chain tells how high a chain was when that was kept, and when its newest
// block came; ErrNotFound for one that never was.
func (b *Books) Chain(ctx context.Context, network string) (height int64, at time.Time, err error) {
	var ms int64
	err = b.db.QueryRowContext(ctx, `SELECT height, at FROM chain WHERE network = ?`, network).Scan(&height, &ms)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, at, ErrNotFound
	}
	if err != nil {
		return 0, at, fmt.Errorf("read chain %s: %w", network, err)
	}
	return height, time.UnixMilli(ms), nil
}

// KeepChain keeps the height of a chain.
func (b *Books) KeepChain(ctx context.Context, network string, height int64, at time.Time) error {
	return b.write(ctx, func(tx *sql.Tx) error { return keepChain(ctx, tx, network, height, at) })
}

func keepChain(ctx context.Context, tx *sql.Tx, network string, height int64, at time.Time) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO chain (network, height, at) VALUES (?, ?, ?)
		ON CONFLICT (network) DO UPDATE SET height = excluded.height, at = excluded.at`, network, height, at.UnixMilli())
	if err != nil {
		return fmt.Errorf("keep chain %s: %w", network, err)
	}
	return nil
}

// AddTransfers keeps the movements of one transaction.
func (b *Books) AddTransfers(ctx context.Context, list []ChainTransfer) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		for _, t := range list {
			_, err := tx.ExecContext(ctx, `INSERT INTO chain_transfer (network, tx, idx, token, from_hash, to_hash, amount, block, at, failed)
				VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
				t.Network, t.Tx, t.Index, t.Token, t.From, t.To, int64(t.Amount), t.Block, t.At.UnixMilli(), t.Failed)
			if err != nil {
				return fmt.Errorf("keep transaction %s: %w", t.Tx, err)
			}
		}
		return nil
	})
}

// Reorganise takes a transaction out of its block, into another, or off the
// chain if that is 0. Every block from the old one on is another block then.
func (b *Books) Reorganise(ctx context.Context, network, number string, block int64, at time.Time) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		var old int64
		err := tx.QueryRowContext(ctx, `SELECT block FROM chain_transfer WHERE network = ? AND tx = ?`, network, number).Scan(&old)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrNotFound
		}
		if err == nil {
			_, err = tx.ExecContext(ctx, `INSERT INTO chain_fork (network, block) VALUES (?, ?)`, network, old)
		}
		if err == nil && block == 0 {
			_, err = tx.ExecContext(ctx, `DELETE FROM chain_transfer WHERE network = ? AND tx = ?`, network, number)
		} else if err == nil {
			_, err = tx.ExecContext(ctx, `UPDATE chain_transfer SET block = ?, at = ? WHERE network = ? AND tx = ?`, block, at.UnixMilli(), network, number)
		}
		if err != nil {
			return fmt.Errorf("reorganise %s: %w", number, err)
		}
		return nil
	})
}

// Forks counts the reorganisations that replaced the block at a height.
func (b *Books) Forks(ctx context.Context, network string, block int64) (n int, err error) {
	err = b.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM chain_fork WHERE network = ? AND block <= ?`, network, block).Scan(&n)
	if err != nil {
		return 0, fmt.Errorf("count forks: %w", err)
	}
	return n, nil
}

const transferSQL = `SELECT network, tx, idx, token, from_hash, to_hash, amount, block, at, failed FROM chain_transfer WHERE network = ? AND `

// ChainTx are the movements of one transaction, none if there is none.
func (b *Books) ChainTx(ctx context.Context, network, number string) ([]ChainTransfer, error) {
	return b.chainTransfers(ctx, transferSQL+`tx = ? ORDER BY idx`, network, number)
}

// ChainTo are the movements to an address at and after a time, the oldest first.
func (b *Books) ChainTo(ctx context.Context, network, to string, since time.Time) ([]ChainTransfer, error) {
	return b.chainTransfers(ctx, transferSQL+`to_hash = ? AND at >= ? ORDER BY at, tx, idx`, network, to, since.UnixMilli())
}

// ChainBlocks are the movements in a span of blocks, both ends included.
func (b *Books) ChainBlocks(ctx context.Context, network string, from, to int64) ([]ChainTransfer, error) {
	return b.chainTransfers(ctx, transferSQL+`block BETWEEN ? AND ? ORDER BY block, tx, idx`, network, from, to)
}

func (b *Books) chainTransfers(ctx context.Context, query string, args ...any) ([]ChainTransfer, error) {
	rows, err := b.db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, fmt.Errorf("read transfers: %w", err)
	}
	defer rows.Close()
	var list []ChainTransfer
	for rows.Next() {
		var t ChainTransfer
		var at int64
		if err := rows.Scan(&t.Network, &t.Tx, &t.Index, &t.Token, &t.From, &t.To, &t.Amount, &t.Block, &at, &t.Failed); err != nil {
			return nil, fmt.Errorf("read transfers: %w", err)
		}
		t.At = time.UnixMilli(at)
		list = append(list, t)
	}
	return list, rows.Err()
}
