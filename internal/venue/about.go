package venue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// Bounds of what staff may say about a game.
const (
	minPayback    = 5_000 // hundredths of a percent
	maxVolatility = 5
	maxStake      = 100_000_000 * money.Yuan
	maxRules      = 4_000 // characters
	maxFun        = 300   // bytes
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

// GameAbout is the description of a game.
type GameAbout struct {
	Venue, Game string
	About
}

// SetAbout replaces what is said about games; other games keep what they have.
func (v *Venues) SetAbout(ctx context.Context, list []GameAbout) error {
	return v.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return putAbout(ctx, tx, list) })
}

func putAbout(ctx context.Context, tx *db.Tx, list []GameAbout) error {
	rows := make([][]any, len(list))
	for i, a := range list {
		rows[i] = []any{a.Venue, a.Game, int64(a.Payback), int64(a.Volatility), int64(a.StakeMin), int64(a.StakeMax), a.Rules, a.Fun}
	}
	_, err := tx.InsertRows(ctx, "game_about (venue, game, payback, volatility, stake_min, stake_max, rules, fun)", `ON CONFLICT (venue, game)
		DO UPDATE SET payback = excluded.payback, volatility = excluded.volatility, stake_min = excluded.stake_min,
			stake_max = excluded.stake_max, rules = excluded.rules, fun = excluded.fun`, rows)
	if err != nil {
		return fmt.Errorf("set what is said about games: %w", err)
	}
	return nil
}

// AboutOf reads what is said about a game, which staff may see even when players
// do not. It fails with ErrNoGame.
func (v *Venues) AboutOf(ctx context.Context, r db.Reader, id int64) (About, error) {
	row, err := readAbout(ctx, r, id)
	return row.about(), err
}

// EditAbout replaces what is said about a game. It is audited with what was changed,
// before and after. It fails with ErrNoGame, ErrGamePayback, ErrGameVolatility,
// ErrGameStakes, ErrGameRules, ErrGameFun, or ErrSameGame when nothing would change.
func (v *Venues) EditAbout(ctx context.Context, by staff.Actor, id int64, a About) error {
	a.Rules = strings.TrimSpace(strings.ReplaceAll(a.Rules, "\r\n", "\n"))
	if err := a.check(); err != nil {
		return err
	}
	return v.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		games, err := lockGames(ctx, tx, []int64{id})
		if err != nil {
			return err
		}
		row, err := readAbout(ctx, tx, id)
		if err != nil {
			return err
		}
		if a.Fun != "" && a.Fun != row.Fun && !playAddress(a.Fun) {
			return ErrGameFun
		}
		before, after := row.about().state(), a.state()
		for name, value := range before {
			if after[name] == value {
				delete(before, name)
				delete(after, name)
			}
		}
		if len(after) == 0 {
			return ErrSameGame
		}
		if err := putAbout(ctx, tx, []GameAbout{{Venue: games[0].Venue, Game: games[0].Code, About: a}}); err != nil {
			return err
		}
		return v.staff.Audit(ctx, tx, by, staff.Change{
			Action: "game.about", Subject: fmt.Sprintf("game:%d", id), Label: games[0].Name, Before: before, After: after,
		})
	})
}

func (a About) check() error {
	switch {
	case a.Payback != 0 && (a.Payback < minPayback || a.Payback > 10_000):
		return ErrGamePayback
	case a.Volatility < 0 || a.Volatility > maxVolatility:
		return ErrGameVolatility
	case a.StakeMin < 0 || a.StakeMax < 0 || a.StakeMin > maxStake || a.StakeMax > maxStake || a.StakeMax > 0 && a.StakeMax < a.StakeMin:
		return ErrGameStakes
	case utf8.RuneCountInString(a.Rules) > maxRules || !utf8.ValidString(a.Rules) || strings.ContainsFunc(a.Rules, notText):
		return ErrGameRules
	}
	return nil
}

// playAddress reports whether browsers may open an address where a game is free.
func playAddress(text string) bool {
	u, err := url.Parse(text)
	return err == nil && len(text) <= maxFun && u.Scheme == "https" && u.Host != "" && u.User == nil
}

// notText reports whether a character may not be in a text of several lines.
func notText(r rune) bool { return r != '\n' && unicode.Is(unicode.C, r) }

// state is what the trail says of it.
func (a About) state() map[string]any {
	return map[string]any{
		"payback": a.Payback, "volatility": a.Volatility, "stakeMin": int64(a.StakeMin), "stakeMax": int64(a.StakeMax), "rules": a.Rules, "fun": a.Fun,
	}
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
		LIMIT ?`, string(like.Kind), like.ID, bun.In(open), like.Theme, like.Venue, most).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("games like %d: %w", like.ID, err)
	}
	return gamesOf(rows), nil
}
