package venue

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// Game is one game of the catalogue.
type Game struct {
	ID          int64  // the GameInfoId of the documented calls
	Venue, Code string // the venue's code is ours, the game's the venue's own
	PlatformID  int
	Name        string
	Kind        Kind // of the game: a company with one wallet may have several kinds
	Theme       string
	Category    int  // what Type asks for; 0: none
	Hot         bool // played much in the last days, or chosen by staff
	Recommended bool // chosen by staff
	Art         Art
	Picture     string // address of the company's own picture; empty: drawn from Art
	Favourite   bool   // whether the player who asks marked it

	// The maintenance that staff set for this game alone. It may be over, or not have
	// begun. The zero MaintenanceTo is none.
	MaintenanceFrom, MaintenanceTo time.Time
}

// Maintained reports whether a game is in maintenance at a time.
func (g Game) Maintained(now time.Time) bool {
	return !now.Before(g.MaintenanceFrom) && now.Before(g.MaintenanceTo)
}

// Art is the data of a game's picture. The same four values give the same
// picture everywhere.
type Art struct {
	Motif, Palette string
	Rarity, Seed   int
}

// GameFilter chooses games; empty fields do not. Games of closed venues are
// never chosen, because they cannot be played, nor those that staff hid or that
// left the vendor's list.
type GameFilter struct {
	Player      string // whose favourites are marked, and chosen by Favourites
	Venue       string // code
	Kind        Kind
	Category    int
	Hot         bool
	Recommended bool
	Favourites  bool
	Recent      bool   // what the player opened or bet on
	Name        string // part of the name or of its pinyin, in full or by initials, taken literally
	Page        staff.Page
}

// mostFavourites is how many games one player may mark; the documented list of
// them has no pages.
const mostFavourites = 200

// ListGames lists games in the order of the catalogue, and how many the filter
// chooses. Favourites and recent games come with the latest first, hot games
// with the most played first. Recommended are those that staff chose, and after
// them the most played (H-253).
func (v *Venues) ListGames(ctx context.Context, r db.Reader, f GameFilter) ([]Game, int, error) {
	q := r.NewSelect().TableExpr("venue_game AS g").ColumnExpr(gameColumns).
		Join("JOIN venue AS v ON v.code = g.venue").
		Join("LEFT JOIN venue_favourite AS f ON f.game = g.id AND f.player = ?", f.Player).
		Where("v.state <> 'closed' AND NOT g.hidden AND NOT g.gone")
	if f.Venue != "" {
		q.Where("g.venue = ?", f.Venue)
	}
	if f.Kind != "" {
		q.Where("g.kind = ?", string(f.Kind))
	}
	if f.Category != 0 {
		q.Where("g.category = ?", f.Category)
	}
	if f.Hot {
		q.Where("(g.hot OR g.hot_place > 0)")
	}
	if f.Recommended {
		q.Where("(g.recommended OR g.hot_place > 0)")
	}
	if f.Favourites {
		q.Where("f.player IS NOT NULL")
	}
	if f.Name != "" {
		wanted := db.Contains(f.Name)
		q.Join("LEFT JOIN game_pinyin AS p ON p.name = g.name").
			Where("("+v.db.Like("g.name")+" OR "+v.db.Like("g.initials")+" OR "+v.db.Like("p.pinyin")+")", wanted, wanted, wanted)
	}
	if f.Recent {
		q.Join("JOIN venue_recent AS r ON r.venue = g.venue AND r.game = g.code AND r.player = ?", f.Player)
	}
	limit, offset := f.Page.Bounds()
	var rows []gameRow
	total, err := q.OrderExpr(f.order()).Limit(limit).Offset(offset).ScanAndCount(ctx, &rows)
	if err != nil {
		return nil, 0, fmt.Errorf("list games: %w", err)
	}
	return gamesOf(rows), int(total), nil
}

// order is the order of the chosen games.
func (f GameFilter) order() string {
	const catalogue = "v.position, g.position, g.code"
	switch {
	case f.Favourites:
		return "f.marked_at DESC, g.id DESC"
	case f.Recent:
		return "r.played_at DESC, g.id DESC"
	case f.Hot:
		return "g.played DESC, " + catalogue
	case f.Recommended:
		return "CASE WHEN g.recommended THEN 1 ELSE 2 END, CASE WHEN g.recommended THEN 0 ELSE -g.played END, " + catalogue
	}
	return catalogue
}

// Marked lists the games a player marked last, at most so many.
func (v *Venues) Marked(ctx context.Context, r db.Reader, player string, most int) ([]Game, error) {
	games, _, err := v.ListGames(ctx, r, GameFilter{Player: player, Favourites: true, Page: staff.Page{Number: 1, Size: most}})
	return games, err
}

// MarkedIDs are the numbers of all games a player marked, whatever became of them.
func (v *Venues) MarkedIDs(ctx context.Context, r db.Reader, player string) ([]int64, error) {
	ids := []int64{}
	if err := r.NewRaw(`SELECT game FROM venue_favourite WHERE player = ? ORDER BY game`, player).Scan(ctx, &ids); err != nil {
		return nil, fmt.Errorf("games that %s marked: %w", player, err)
	}
	return ids, nil
}

// Favourites lists the games a player marked, the latest first; all of them.
func (v *Venues) Favourites(ctx context.Context, r db.Reader, player string) ([]Game, error) {
	var all []Game
	for page := 1; ; page++ {
		games, total, err := v.ListGames(ctx, r, GameFilter{Player: player, Favourites: true, Page: staff.Page{Number: page, Size: 100}})
		if err != nil {
			return nil, err
		}
		all = append(all, games...)
		if len(games) == 0 || len(all) >= total {
			return all, nil
		}
	}
}

// AddFavourite marks a game. Marking it again changes nothing. It fails with
// ErrNoGame, or ErrManyFavourites when the player has marked too many.
func (v *Venues) AddFavourite(ctx context.Context, player string, game int64) error {
	return v.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		known, err := gameExists(ctx, tx, game)
		if err != nil {
			return fmt.Errorf("find game %d: %w", game, err)
		}
		if !known {
			return ErrNoGame
		}
		// Two concurrent clicks may pass the limit by one, which does no harm.
		marked, others, err := countFavourites(ctx, tx, player, game)
		if err != nil {
			return fmt.Errorf("count favourites of %s: %w", player, err)
		}
		switch {
		case marked:
			return nil
		case others >= mostFavourites:
			return ErrManyFavourites.With(mostFavourites)
		}
		if err := insertFavourite(ctx, tx, player, game); err != nil {
			return fmt.Errorf("mark game %d for %s: %w", game, player, err)
		}
		return nil
	})
}

// CancelFavourite takes the mark off a game. Where there is none it changes
// nothing, also for a game that does not exist.
func (v *Venues) CancelFavourite(ctx context.Context, player string, game int64) error {
	return v.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := deleteFavourite(ctx, tx, player, game); err != nil {
			return fmt.Errorf("unmark game %d for %s: %w", game, player, err)
		}
		return nil
	})
}
