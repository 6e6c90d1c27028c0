package venue

import (
	"context"
	"slices"
	"strings"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// gameRow is a game as it is stored, with its venue's number and the player's
// mark where the query asks for them.
type gameRow struct {
	ID          int64
	Venue       string
	PlatformID  int
	Code        string
	Name        string
	Initials    string
	Kind        string
	Theme       string
	Category    int
	Hot         bool
	Recommended bool
	Motif       string
	Palette     string
	Rarity      int
	Seed        int
	Picture     string
	Position    int
	Favourite   bool

	MaintenanceFrom, MaintenanceTo int64
}

const gameColumns = `g.id, g.venue, v.platform_id, g.code, g.name, g.kind, g.theme, g.category, (g.hot OR g.hot_place > 0) AS hot,
	g.recommended, g.motif, g.palette, g.rarity, g.seed, g.picture, g.maintenance_from, g.maintenance_to, f.player IS NOT NULL AS favourite`

func (r gameRow) game() Game {
	return Game{
		ID: r.ID, Venue: r.Venue, Code: r.Code, PlatformID: r.PlatformID, Name: r.Name, Kind: Kind(r.Kind), Theme: r.Theme,
		Category: r.Category, Hot: r.Hot, Recommended: r.Recommended, Picture: r.Picture, Favourite: r.Favourite,
		Art:             Art{Motif: r.Motif, Palette: r.Palette, Rarity: r.Rarity, Seed: r.Seed},
		MaintenanceFrom: calendar.FromStored(r.MaintenanceFrom), MaintenanceTo: calendar.FromStored(r.MaintenanceTo),
	}
}

func gamesOf(rows []gameRow) []Game {
	games := make([]Game, len(rows))
	for i, row := range rows {
		games[i] = row.game()
	}
	return games
}

// insertGames writes shipped games, many in one statement, because it runs at
// every start. A game that an older version knew only by name is filled in; its
// name, number and place stay.
func insertGames(ctx context.Context, tx *db.Tx, games []gameRow) error {
	for batch := range slices.Chunk(games, 100) {
		var args []any
		for _, g := range batch {
			args = append(args, g.ID, g.Venue, g.Code, g.Name, g.Initials, g.Kind, g.Theme, g.Category, g.Hot, g.Recommended,
				g.Motif, g.Palette, g.Rarity, g.Seed, g.Position)
		}
		values := strings.TrimSuffix(strings.Repeat("(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?), ", len(batch)), ", ")
		_, err := tx.NewRaw(`
			INSERT INTO venue_game (id, venue, code, name, initials, kind, theme, category, hot, recommended, motif, palette, rarity, seed, position)
			VALUES `+values+`
			ON CONFLICT (venue, code) DO UPDATE SET initials = EXCLUDED.initials, kind = EXCLUDED.kind, theme = EXCLUDED.theme,
				category = EXCLUDED.category, hot = EXCLUDED.hot, recommended = EXCLUDED.recommended, motif = EXCLUDED.motif,
				palette = EXCLUDED.palette, rarity = EXCLUDED.rarity, seed = EXCLUDED.seed
			WHERE venue_game.motif = ''`, args...).Exec(ctx)
		if err != nil {
			return err
		}
	}
	return nil
}

// lastGameID is the highest number given to a game that was added to a venue,
// and at least what lies below the first of them.
func lastGameID(ctx context.Context, tx *db.Tx, venue string, below int64) (int64, error) {
	var id int64
	err := tx.NewRaw(`SELECT COALESCE(MAX(id), ?) FROM venue_game WHERE venue = ? AND id > ?`, below, venue, below).Scan(ctx, &id)
	return id, err
}

func nameGame(ctx context.Context, tx *db.Tx, g gameRow) error {
	_, err := tx.NewRaw(`
		INSERT INTO venue_game (id, venue, code, name, kind, position)
		VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (venue, code) DO UPDATE SET name = EXCLUDED.name, position = EXCLUDED.position,
			initials = CASE WHEN venue_game.name = EXCLUDED.name THEN venue_game.initials ELSE '' END`,
		g.ID, g.Venue, g.Code, g.Name, g.Kind, g.Position).Exec(ctx)
	return err
}

func listGames(ctx context.Context, r db.Reader, venue string) ([]gameRow, error) {
	var rows []gameRow
	err := r.NewRaw(`
		SELECT g.id, g.venue, v.platform_id, g.code, g.name, g.kind, g.theme, g.category, g.hot, g.recommended,
			g.motif, g.palette, g.rarity, g.seed, g.picture
		FROM venue_game AS g
		JOIN venue AS v ON v.code = g.venue
		WHERE g.venue = ?
		ORDER BY g.position, g.code`, venue).Scan(ctx, &rows)
	return rows, err
}

// gameExists reports whether players can find a game.
func gameExists(ctx context.Context, tx *db.Tx, id int64) (bool, error) {
	var found bool
	err := tx.NewRaw(`SELECT EXISTS (SELECT 1 FROM venue_game WHERE id = ? AND NOT hidden AND NOT gone)`, id).Scan(ctx, &found)
	return found, err
}

// countFavourites says whether a player marked a game, and how many others.
func countFavourites(ctx context.Context, tx *db.Tx, player string, game int64) (marked bool, others int, err error) {
	var games []int64
	err = tx.NewRaw(`SELECT game FROM venue_favourite WHERE player = ?`, player).Scan(ctx, &games)
	if slices.Contains(games, game) {
		return true, len(games) - 1, err
	}
	return false, len(games), err
}

func insertFavourite(ctx context.Context, tx *db.Tx, player string, game int64) error {
	_, err := tx.NewRaw(`
		INSERT INTO venue_favourite (player, game, marked_at)
		VALUES (?, ?, ?)
		ON CONFLICT DO NOTHING`, player, game, tx.NowMillis()).Exec(ctx)
	return err
}

func deleteFavourite(ctx context.Context, tx *db.Tx, player string, game int64) error {
	_, err := tx.NewRaw(`DELETE FROM venue_favourite WHERE player = ? AND game = ?`, player, game).Exec(ctx)
	return err
}
