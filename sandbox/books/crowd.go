package books

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/fair"
)

// Chips gives a simulated player play money of the company. The first call opens
// the account, whose rounds are drawn from the given seed. No agent's credit is
// used, so no operator is charged.
func (b *Books) Chips(ctx context.Context, venue, name string, chips money.Fen, seed fair.Seed, at time.Time) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		created, err := ensureAccount(ctx, tx, venue, name, at)
		if err != nil {
			return err
		}
		if created {
			if err := keepSeeds(ctx, tx, venue, name, Seeds{Server: seed, Client: Key(name)}); err != nil {
				return err
			}
		}
		var before int
		if err := tx.QueryRowContext(ctx, `SELECT COUNT(*) FROM transfer WHERE venue = ? AND player = ?`, venue, Key(name)).Scan(&before); err != nil {
			return fmt.Errorf("count the chips of %s: %w", name, err)
		}
		t := Transfer{Venue: venue, ID: fmt.Sprintf("chips-%s-%d", name, before+1), Player: name, Direction: In, Amount: chips, State: Done, At: at}
		if err := insertTransfer(ctx, tx, t); err != nil {
			return err
		}
		_, err = move(ctx, tx, venue, name, chips, false)
		return err
	})
}

// FoldBets forgets the finished bets of a simulated venue that were settled before
// an instant. What they came to stays as a transfer of each player.
func (b *Books) FoldBets(ctx context.Context, venue string, before time.Time) error {
	return b.write(ctx, func(tx *sql.Tx) error {
		rows, err := tx.QueryContext(ctx, `SELECT player, SUM(CASE status WHEN 'settled' THEN payout - stake ELSE 0 END)
			FROM bet WHERE venue = ? AND settled_at < ? AND status <> 'open' GROUP BY player`, venue, before.UnixMilli())
		if err != nil {
			return fmt.Errorf("fold bets: %w", err)
		}
		sums := map[string]money.Fen{}
		for rows.Next() {
			var player string
			var sum money.Fen
			if err := rows.Scan(&player, &sum); err != nil {
				return fmt.Errorf("fold bets: %w", errors.Join(err, rows.Close()))
			}
			sums[player] = sum
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil || len(sums) == 0 {
			return err
		}
		for player, sum := range sums {
			t := Transfer{
				Venue: venue, ID: fmt.Sprintf("fold-%s-%d", player, before.UnixMilli()), Player: player, Direction: In, Amount: sum, State: Done, At: before,
			}
			if sum < 0 {
				t.Direction, t.Amount = Out, -sum
			}
			if err := insertTransfer(ctx, tx, t); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, `DELETE FROM bet WHERE venue = ? AND settled_at < ? AND status <> 'open'`, venue, before.UnixMilli())
		return err
	})
}

// BigWins lists the newest settled bets of two venues that paid at least so many
// times their stake since an instant, newest first and at most n.
func (b *Books) BigWins(ctx context.Context, venues [2]string, since time.Time, times, n int) ([]Bet, error) {
	return b.listBets(ctx, ` WHERE venue IN (?, ?) AND settled_at >= ? AND status = 'settled' AND payout >= stake * ? AND stake > 0
		ORDER BY settled_at DESC LIMIT ?`, venues[0], venues[1], since.UnixMilli(), times, n)
}

// CountOpen counts a venue's bets that wait for their result.
func (b *Books) CountOpen(ctx context.Context, venue string) (n int, err error) {
	err = b.db.QueryRowContext(ctx, `SELECT COUNT(*) FROM bet WHERE venue = ? AND status = 'open'`, venue).Scan(&n)
	return n, err
}
