package venue

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

const (
	// HotDays is the number of business days that count for popular games, today
	// included.
	HotDays = 3

	hotPlaces = 20 // of each venue: a page of the lobby
	keptDays  = 30 // of the counts
	recents   = 20 // that a player is shown
)

// Play is a player's bets on a game on a business day.
type Play struct {
	Player, Venue, Game string
	Day                 calendar.Day
	Bets                int64
	LastAt              time.Time
}

// NotePlays adds plays to the counts of their games and to the recent games of
// their players. Rows are written in the order of their keys, like everywhere.
func (v *Venues) NotePlays(ctx context.Context, tx *db.Tx, plays []Play) error {
	type game struct {
		day         calendar.Day
		venue, game string
	}
	type seat struct{ player, venue, game string }
	bets, last := map[game]int64{}, map[seat]int64{}
	for _, p := range plays {
		bets[game{p.Day, p.Venue, p.Game}] += p.Bets
		key := seat{p.Player, p.Venue, p.Game}
		last[key] = max(last[key], p.LastAt.UnixMilli())
	}
	counts, seats := make([][]any, 0, len(bets)), make([][]any, 0, len(last))
	for key, n := range bets {
		counts = append(counts, []any{int64(key.day), key.venue, key.game, n})
	}
	for key, at := range last {
		seats = append(seats, []any{key.player, key.venue, key.game, at})
	}
	slices.SortFunc(counts, func(a, b []any) int {
		return cmp.Or(cmp.Compare(a[0].(int64), b[0].(int64)), cmp.Compare(a[1].(string), b[1].(string)), cmp.Compare(a[2].(string), b[2].(string)))
	})
	slices.SortFunc(seats, func(a, b []any) int {
		return cmp.Or(cmp.Compare(a[0].(string), b[0].(string)), cmp.Compare(a[1].(string), b[1].(string)), cmp.Compare(a[2].(string), b[2].(string)))
	})
	_, err := tx.InsertRows(ctx, "venue_play (day, venue, game, bets)",
		"ON CONFLICT (day, venue, game) DO UPDATE SET bets = venue_play.bets + excluded.bets", counts)
	if err != nil {
		return fmt.Errorf("count plays: %w", err)
	}
	_, err = tx.InsertRows(ctx, "venue_recent (player, venue, game, played_at)",
		`ON CONFLICT (player, venue, game) DO UPDATE SET
			played_at = CASE WHEN excluded.played_at > venue_recent.played_at THEN excluded.played_at ELSE venue_recent.played_at END`, seats)
	if err != nil {
		return fmt.Errorf("note recent games: %w", err)
	}
	return nil
}

// RankGames gives each game the number of its bets from a business day on, and
// its place among the games of its venue. Only changed games are written. Old
// counts are removed.
func (v *Venues) RankGames(ctx context.Context, tx *db.Tx, from calendar.Day) error {
	_, err := tx.NewRaw(`
		UPDATE venue_game SET played = ranked.bets, hot_place = ranked.place
		FROM (
			SELECT g.id, COALESCE(p.bets, 0) AS bets, CASE WHEN p.place <= ? THEN p.place ELSE 0 END AS place
			FROM venue_game AS g
			LEFT JOIN (
				SELECT venue, game, bets, ROW_NUMBER() OVER (PARTITION BY venue ORDER BY bets DESC, game) AS place
				FROM (
					SELECT s.venue, s.game, CAST(SUM(s.bets) AS BIGINT) AS bets
					FROM venue_play AS s JOIN venue_game AS shown ON shown.venue = s.venue AND shown.code = s.game AND NOT shown.hidden AND NOT shown.gone
					WHERE s.day >= ? GROUP BY s.venue, s.game
				) AS sums
			) AS p ON p.venue = g.venue AND p.game = g.code
		) AS ranked
		WHERE ranked.id = venue_game.id AND (venue_game.played <> ranked.bets OR venue_game.hot_place <> ranked.place)`,
		hotPlaces, from).Exec(ctx)
	if err != nil {
		return fmt.Errorf("rank games: %w", err)
	}
	if _, err := tx.NewRaw(`DELETE FROM venue_play WHERE day < ?`, from.AddDays(HotDays-keptDays)).Exec(ctx); err != nil {
		return fmt.Errorf("remove old counts of plays: %w", err)
	}
	return nil
}

// Recent lists the games of a kind that a player opened or bet on last, the
// latest first; all kinds if it is empty.
func (v *Venues) Recent(ctx context.Context, r db.Reader, player string, kind Kind) ([]Game, error) {
	games, _, err := v.ListGames(ctx, r, GameFilter{Player: player, Kind: kind, Recent: true, Page: staff.Page{Number: 1, Size: recents}})
	return games, err
}

// LastRecent is when a player's latest recent game was opened or bet on, or zero.
func (v *Venues) LastRecent(ctx context.Context, r db.Reader, player string) (time.Time, error) {
	var at int64
	err := r.NewRaw(`SELECT COALESCE(MAX(played_at), 0) FROM venue_recent WHERE player = ?`, player).Scan(ctx, &at)
	if err != nil {
		return time.Time{}, fmt.Errorf("latest game of %s: %w", player, err)
	}
	return calendar.FromStored(at), nil
}

// noteOpened puts a game among the recent ones of a player. A lobby is no game
// and is passed over. The game is open already, so a failure is only logged.
func (v *Venues) noteOpened(ctx context.Context, player, venue, game string) {
	err := v.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(`
			INSERT INTO venue_recent (player, venue, game, played_at)
			SELECT ?, venue, code, ? FROM venue_game WHERE venue = ? AND code = ?
			ON CONFLICT (player, venue, game) DO UPDATE SET played_at = excluded.played_at`,
			player, tx.NowMillis(), venue, game).Exec(ctx)
		return err
	})
	if err != nil {
		v.log.WarnContext(ctx, "a recent game was not kept", slog.String("venue", venue), slog.String("game", game),
			slog.String("player", player), slog.Any("err", err))
	}
}
