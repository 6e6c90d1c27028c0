package venue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
	"hongyun/internal/money"
)

// About is a venue's description of a game beyond its name. Unknown facts are
// zero.
type About struct {
	Payback            int // hundredths of a percent of all stakes
	Volatility         int // 1 calm to 5 wild
	StakeMin, StakeMax money.Fen
	Rules              string // one paragraph a line
	Fun                string // address for free play without an account
}

// AboutOf reads what is said about a game, which staff may see even when players
// do not. It fails with ErrNoGame.
func (v *Venues) AboutOf(ctx context.Context, r db.Reader, id int64) (About, error) {
	row, err := readAbout(ctx, r, id)
	return row.about(), err
}

// aboutRow is what is stored of an About.
type aboutRow struct {
	Payback, AboutVolatility int
	StakeMin, StakeMax       int64
	Rules, Fun               string
}

// aboutColumns reads an aboutRow that may be missing, as a.
const aboutColumns = `COALESCE(a.payback, 0) AS payback, COALESCE(a.volatility, 0) AS about_volatility, COALESCE(a.stake_min, 0) AS stake_min,
	COALESCE(a.stake_max, 0) AS stake_max, COALESCE(a.rules, '') AS rules, COALESCE(a.fun, '') AS fun`

func (r aboutRow) about() About {
	return About{
		Payback: r.Payback, Volatility: r.AboutVolatility, StakeMin: money.Fen(r.StakeMin), StakeMax: money.Fen(r.StakeMax), Rules: r.Rules, Fun: r.Fun,
	}
}

func readAbout(ctx context.Context, r db.Reader, id int64) (row aboutRow, err error) {
	err = r.NewRaw(`SELECT `+aboutColumns+` FROM venue_game AS g LEFT JOIN game_about AS a ON a.venue = g.venue AND a.game = g.code WHERE g.id = ?`, id).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return row, ErrNoGame
	}
	if err != nil {
		return row, fmt.Errorf("read what is said about game %d: %w", id, err)
	}
	return row, nil
}

// Game finds one game that players can see, with its description. It fails with
// ErrNoGame.
func (v *Venues) Game(ctx context.Context, r db.Reader, player string, id int64) (Game, About, error) {
	var row struct {
		gameRow
		aboutRow
	}
	err := r.NewRaw(`
		SELECT `+gameColumns+`, `+aboutColumns+`
		FROM venue_game AS g
		JOIN venue AS v ON v.code = g.venue
		LEFT JOIN venue_favourite AS f ON f.game = g.id AND f.player = ?
		LEFT JOIN game_about AS a ON a.venue = g.venue AND a.game = g.code
		WHERE g.id = ? AND v.state <> 'closed' AND NOT g.hidden AND NOT g.gone`, player, id).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return Game{}, About{}, ErrNoGame
	}
	if err != nil {
		return Game{}, About{}, fmt.Errorf("find game %d: %w", id, err)
	}
	return row.game(), row.about(), nil
}

// Related are games like one: of its kind at venues that are open, its theme first
// and then the most played.
func (v *Venues) Related(ctx context.Context, r db.Reader, like Game, most int) ([]Game, error) {
	open, err := v.open(ctx, r)
	if err != nil || len(open) == 0 {
		return nil, err
	}
	var rows []gameRow
	err = r.NewRaw(`
		SELECT `+pickedColumns+`, g.position
		FROM venue_game AS g JOIN venue AS v ON v.code = g.venue
		WHERE g.kind = ? AND g.id <> ? AND g.venue IN (?) AND NOT g.hidden AND NOT g.gone
		ORDER BY CASE WHEN g.theme = ? THEN 0 ELSE 1 END, g.played DESC, CASE WHEN g.venue = ? THEN 0 ELSE 1 END, g.position, v.position, g.id
		LIMIT ?`, string(like.Kind), like.ID, bun.List(open), like.Theme, like.Venue, most).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("games like %d: %w", like.ID, err)
	}
	return gamesOf(rows), nil
}

// FreeOf gives the addresses where some games can be played for nothing. A game
// without one is not in it.
func (v *Venues) FreeOf(ctx context.Context, r db.Reader, ids []int64) (map[int64]string, error) {
	free := map[int64]string{}
	if len(ids) == 0 {
		return free, nil
	}
	var rows []struct {
		ID  int64
		Fun string
	}
	err := r.NewRaw(`
		SELECT g.id, a.fun
		FROM venue_game AS g JOIN game_about AS a ON a.venue = g.venue AND a.game = g.code
		WHERE g.id IN (?) AND a.fun <> ''`, bun.List(ids)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("games to play for nothing: %w", err)
	}
	for _, row := range rows {
		free[row.ID] = row.Fun
	}
	return free, nil
}

// Own returns the first games of one kind that players can see at a venue, and how
// many there are. Their order is that of the catalogue. A closed venue has none.
func (v *Venues) Own(ctx context.Context, r db.Reader, code string, kind Kind, most int) (games []Game, total int, err error) {
	var rows []struct {
		gameRow
		Total int
	}
	err = r.NewRaw(`
		SELECT `+pickedColumns+`, g.position, COUNT(*) OVER () AS total
		FROM venue_game AS g JOIN venue AS v ON v.code = g.venue
		WHERE g.venue = ? AND g.kind = ? AND v.state <> 'closed' AND NOT g.hidden AND NOT g.gone
		ORDER BY g.position, g.code LIMIT ?`, code, string(kind), most).Scan(ctx, &rows)
	if err != nil {
		return nil, 0, fmt.Errorf("games of %s: %w", code, err)
	}
	for _, row := range rows {
		games, total = append(games, row.game()), row.Total
	}
	return games, total, nil
}

// Everywhere returns games of one kind at the open venues. Venues take turns: the most
// played game of each comes first.
func (v *Venues) Everywhere(ctx context.Context, r db.Reader, kind Kind, most int) ([]Game, error) {
	open, err := v.open(ctx, r)
	if err != nil || len(open) == 0 {
		return nil, err
	}
	var rows []gameRow
	err = r.NewRaw(`
		SELECT * FROM (
			SELECT `+pickedColumns+`, g.position, v.position AS venue_position, ROW_NUMBER() OVER (
				PARTITION BY g.venue ORDER BY g.played DESC, CASE WHEN g.hot OR g.recommended THEN 0 ELSE 1 END, g.position, g.id
			) AS place
			FROM venue_game AS g JOIN venue AS v ON v.code = g.venue
			WHERE g.venue IN (?) AND g.kind = ? AND NOT g.hidden AND NOT g.gone
		) AS placed
		ORDER BY place, venue_position, id LIMIT ?`, bun.List(open), string(kind), most).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("games of %s everywhere: %w", kind, err)
	}
	return gamesOf(rows), nil
}
