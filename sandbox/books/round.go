package books

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// VoidRounds gives back the stakes of rounds that an older sandbox left open. The
// games that opened them are gone, so nothing else would settle them.
func (b *Books) VoidRounds(ctx context.Context, now time.Time) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, `UPDATE round SET is_open = FALSE WHERE is_open RETURNING venue, id`)
		if err != nil {
			return fmt.Errorf("close rounds: %w", err)
		}
		var ids [][2]string
		for rows.Next() {
			var id [2]string
			if err := rows.Scan(&id[0], &id[1]); err != nil {
				return fmt.Errorf("close rounds: %w", err)
			}
			ids = append(ids, id)
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return fmt.Errorf("close rounds: %w", err)
		}
		for _, id := range ids {
			bet, err := scanBet(tx.QueryRowContext(ctx, betSQL+` WHERE venue = ? AND id = ?`, id[0], id[1]))
			if err != nil {
				return err
			}
			if bet.Status != BetOpen {
				continue
			}
			bet.Status, bet.Payout, bet.Valid, bet.Revenue, bet.SettledAt = BetVoid, 0, 0, 0, now
			if _, err := putBet(ctx, tx, bet, false); err != nil {
				return err
			}
		}
		return nil
	})
}
