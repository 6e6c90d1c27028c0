package wallet

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
)

// Brings is the kind of money a launch moves from the centre wallet to the
// venue.
type Brings string

// The choices of a player (H-250).
const (
	BringsUnasked Brings = "unasked" // the player was not asked yet, and nothing moves
	BringsAll     Brings = "all"
	BringsAmount  Brings = "amount"
	BringsNothing Brings = "nothing"
)

// Choices are what a player may choose a launch to bring.
var Choices = []Brings{BringsAll, BringsAmount, BringsNothing}

// LaunchMoney is a player's choice about the money of a launch.
type LaunchMoney struct {
	Brings Brings
	Amount money.Fen // the most that one launch carries, for BringsAmount; SetAuto keeps it while the switch is off
	Recall bool      // the venues' money comes back when the player returns from a game
}

// On says whether a launch carries money: the documented IsAuTransfer.
func (m LaunchMoney) On() bool { return m.Brings == BringsAll || m.Brings == BringsAmount }

// check returns m as it is stored, or a fault.
func (m LaunchMoney) check() (LaunchMoney, error) {
	switch m.Brings {
	case BringsAll, BringsNothing:
		m.Amount = 0
		return m, nil
	case BringsAmount:
		if m.Amount <= 0 || m.Amount > ledger.AmountMost || m.Amount != m.Amount.Whole() {
			return m, ErrAmount
		}
		return m, nil
	}
	return m, ErrBrings
}

// SetLaunchMoney stores a player's choice. A player who may not transfer cannot
// switch a transfer on.
func (w *Wallets) SetLaunchMoney(ctx context.Context, player string, m LaunchMoney) error {
	m, err := m.check()
	if err != nil {
		return err
	}
	return w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if m.On() {
			if err := w.Guard.Check(ctx, tx, player, guard.Transfer); err != nil {
				return err
			}
		}
		_, err := tx.NewRaw(`
			INSERT INTO wallet_setting (player, auto, amount, recall, changed_at) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT (player) DO UPDATE SET auto = excluded.auto, amount = excluded.amount, recall = excluded.recall,
				changed_at = excluded.changed_at`,
			player, m.On(), int64(m.Amount), m.Recall, tx.NowMillis()).Exec(ctx)
		if err != nil {
			return fmt.Errorf("store launch money of %s: %w", player, err)
		}
		return nil
	})
}

// launchMoney reads a player's choice.
func launchMoney(ctx context.Context, r db.Reader, player string) (LaunchMoney, error) {
	var row struct {
		Auto   bool
		Amount int64
		Recall bool
	}
	err := db.ReadFixed(ctx, r, &row, `SELECT auto, amount, recall FROM wallet_setting WHERE player = ?`, player)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return LaunchMoney{Brings: BringsUnasked}, nil
	case err != nil:
		return LaunchMoney{}, fmt.Errorf("launch money of %s: %w", player, err)
	case !row.Auto:
		return LaunchMoney{Brings: BringsNothing, Amount: money.Fen(row.Amount), Recall: row.Recall}, nil
	case row.Amount > 0:
		return LaunchMoney{Brings: BringsAmount, Amount: money.Fen(row.Amount), Recall: row.Recall}, nil
	}
	return LaunchMoney{Brings: BringsAll, Recall: row.Recall}, nil
}
