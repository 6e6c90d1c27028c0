package bet

import (
	"context"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
)

const (
	// WinDays is how long a large win stays among the largest.
	WinDays = 7

	// BigWin is a win that is news by itself; smaller ones fill the list of the latest.
	BigWin = 10 * money.Yuan

	winFloor    = money.Yuan // a smaller win is no news
	winSpan     = time.Hour  // the most that one run looks through
	winOverlap  = playMargin // a transaction has the time of its begin, so a bet may be seen late
	latestKept  = 100        // more than a page shows: some players are left out there
	largestKept = latestKept / 2
	dayKept     = largestKept // of a day's multiples, and of its wins
	dayEach     = 2           // of one player among them
)

// Win is a bet that a player won.
type Win struct {
	Player, Venue, Game string
	Name                string    // of the game, as the venue calls it
	Amount              money.Fen // the result, without the stake
	Stake               money.Fen // 0 where it is not known, as of a free round
	At                  time.Time
}

// Times is the payout in hundredths of the stake, 0 without a stake.
func (w Win) Times() int64 {
	if w.Stake <= 0 {
		return 0
	}
	return int64(w.Amount+w.Stake) * 100 / int64(w.Stake)
}

// NoteWins looks through the bets that were stored since it last ran. It keeps the
// latest and the largest wins (H-349) and the best of the day (H-509). A win that
// was changed or taken back since is corrected. After a long pause it begins an
// hour ago.
func (b *Bets) NoteWins(ctx context.Context) error {
	err := b.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		now := tx.NowMillis()
		if _, err := tx.NewRaw(`INSERT INTO bet_win_mark (one, read_to) VALUES (1, ?) ON CONFLICT (one) DO NOTHING`,
			now-winSpan.Milliseconds()).Exec(ctx); err != nil {
			return err
		}
		var from int64
		if err := tx.NewRaw(`SELECT read_to FROM bet_win_mark`+tx.ForUpdate()).Scan(ctx, &from); err != nil {
			return err
		}
		from = max(from-winOverlap.Milliseconds(), now-winSpan.Milliseconds())
		if err := keepWins(ctx, tx, from); err != nil {
			return err
		}
		_, err := tx.NewRaw(`UPDATE bet_win_mark SET read_to = ?`, now).Exec(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("note wins: %w", err)
	}
	return nil
}

// keepWins copies the wins of bets stored from an instant on and corrects the
// wins it already has. It removes wins that are no longer recent, large or among
// the best of the day.
func keepWins(ctx context.Context, tx *db.Tx, from int64) error {
	today := calendar.DayOf(tx.Now()).Start().UnixMilli()
	for _, most := range []struct {
		order        string
		floor, since int64
		rows         int
	}{
		{"settled_at DESC, bet_id", int64(winFloor), 0, latestKept},
		{"settled_at DESC, bet_id", int64(BigWin), 0, latestKept},
		{"win DESC, bet_id", int64(winFloor), 0, largestKept},
		{"win * 1.0 / CASE WHEN stake > 0 THEN stake END DESC NULLS LAST, bet_id", int64(winFloor), today, dayKept},
	} {
		_, err := tx.NewRaw(`
			INSERT INTO bet_win (id, venue, bet_id, player, game, name, win, stake, won_at)
			SELECT venue || ':' || bet_id, venue, bet_id, player, game, game_name, win, stake, settled_at
			FROM (
				SELECT venue, bet_id, player, game, game_name, win, stake, settled_at FROM bet
				WHERE stored_at >= ? AND current AND status = 'settled' AND win >= ? AND settled_at >= ?
				ORDER BY ? LIMIT ?
			) AS won
			WHERE TRUE
			ON CONFLICT (id) DO UPDATE SET win = excluded.win, stake = excluded.stake, won_at = excluded.won_at`,
			from, most.floor, most.since, bun.Safe(most.order), most.rows).Exec(ctx)
		if err != nil {
			return err
		}
	}
	_, err := tx.NewRaw(`
		DELETE FROM bet_win WHERE EXISTS (
			SELECT 1 FROM bet WHERE bet.venue = bet_win.venue AND bet.bet_id = bet_win.bet_id AND bet.current
				AND (bet.status <> 'settled' OR bet.win < ?))`, int64(winFloor)).Exec(ctx)
	if err != nil {
		return err
	}
	_, err = tx.NewRaw(`
		DELETE FROM bet_win
		WHERE id NOT IN (SELECT id FROM (SELECT id FROM bet_win ORDER BY won_at DESC, id LIMIT ?0) AS latest)
			AND id NOT IN (SELECT id FROM (SELECT id FROM bet_win WHERE win >= ?1 ORDER BY won_at DESC, id LIMIT ?0) AS big)
			AND id NOT IN (SELECT id FROM (SELECT id FROM bet_win WHERE won_at >= ?2 ORDER BY win DESC, id LIMIT ?3) AS largest)
			AND id NOT IN (SELECT id FROM (
				SELECT id, ROW_NUMBER() OVER (PARTITION BY player ORDER BY win * 1.0 / stake DESC, id) AS place, win * 1.0 / stake AS times
				FROM bet_win WHERE won_at >= ?4 AND stake > 0
			) AS multiples WHERE place <= ?5 ORDER BY times DESC, id LIMIT ?6)
			AND id NOT IN (SELECT id FROM (
				SELECT id, ROW_NUMBER() OVER (PARTITION BY player ORDER BY win DESC, id) AS place, win
				FROM bet_win WHERE won_at >= ?4
			) AS wins WHERE place <= ?5 ORDER BY win DESC, id LIMIT ?6)`,
		latestKept, int64(BigWin), tx.NowMillis()-WinDays*24*time.Hour.Milliseconds(), largestKept, today, dayEach, dayKept).Exec(ctx)
	return err
}

// LatestWins are the wins that are kept, the latest first. There are at most a
// few hundred, so no page has to scan bets.
func (b *Bets) LatestWins(ctx context.Context, r db.Reader) ([]Win, error) {
	var rows []struct {
		Player, Venue, Game, Name string
		Win, Stake, WonAt         int64
	}
	if err := r.NewRaw(`SELECT player, venue, game, name, win, stake, won_at FROM bet_win ORDER BY won_at DESC, id`).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("latest wins: %w", err)
	}
	wins := make([]Win, len(rows))
	for i, row := range rows {
		wins[i] = Win{Player: row.Player, Venue: row.Venue, Game: row.Game, Name: row.Name, Amount: money.Fen(row.Win), Stake: money.Fen(row.Stake), At: calendar.FromStored(row.WonAt)}
	}
	return wins, nil
}

// Played reports whether a player ever finished a bet.
func (b *Bets) Played(ctx context.Context, r db.Reader, player string) (bool, error) {
	var played bool
	err := r.NewRaw(`SELECT EXISTS (SELECT 1 FROM bet_day WHERE player = ? AND bets > 0)`, player).Scan(ctx, &played)
	if err != nil {
		return false, fmt.Errorf("whether %s played: %w", player, err)
	}
	return played, nil
}

// Last is the newest bet of a player.
type Last struct {
	Venue, Game string
	At          time.Time
}

// LastOf reads the newest bet of a player by its index, so it is never behind the
// records, as the counts of CountPlays are. found is false before the first bet.
func (b *Bets) LastOf(ctx context.Context, r db.Reader, player string) (last Last, found bool, err error) {
	var rows []row
	err = r.NewRaw(`SELECT venue, game, bet_at FROM bet WHERE player = ? AND current ORDER BY bet_at DESC, bet_id DESC LIMIT 1`, player).Scan(ctx, &rows)
	if err != nil {
		return Last{}, false, fmt.Errorf("newest bet of %s: %w", player, err)
	}
	if len(rows) == 0 {
		return Last{}, false, nil
	}
	return Last{Venue: rows[0].Venue, Game: rows[0].Game, At: calendar.FromStored(rows[0].BetAt)}, true, nil
}
