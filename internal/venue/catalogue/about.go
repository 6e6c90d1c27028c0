package catalogue

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// Bounds of what staff may say about a game.
const (
	minPayback    = 5_000 // hundredths of a percent
	maxVolatility = 5
	maxStake      = 100_000_000 * money.Yuan
	maxRules      = 4_000 // characters
	maxFun        = 300   // bytes
)

// GameAbout is the description of a game.
type GameAbout struct {
	Venue, Game string
	venue.About
}

// SetAbout replaces what is said about games; other games keep what they have.
func (c *Catalogue) SetAbout(ctx context.Context, list []GameAbout) error {
	return c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return putAbout(ctx, tx, list) })
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

// EditAbout replaces what is said about a game. It is audited with what was changed,
// before and after. It fails with ErrNoGame, ErrGamePayback, ErrGameVolatility,
// ErrGameStakes, ErrGameRules, ErrGameFun, or ErrSameGame when nothing would change.
func (c *Catalogue) EditAbout(ctx context.Context, by staff.Actor, id int64, a venue.About) error {
	a.Rules = strings.TrimSpace(strings.ReplaceAll(a.Rules, "\r\n", "\n"))
	if err := checkAbout(a); err != nil {
		return err
	}
	return c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		games, err := lockGames(ctx, tx, []int64{id})
		if err != nil {
			return err
		}
		old, err := c.venues.AboutOf(ctx, tx, id)
		if err != nil {
			return err
		}
		if a.Fun != "" && a.Fun != old.Fun && !playAddress(a.Fun) {
			return ErrGameFun
		}
		before, after := aboutState(old), aboutState(a)
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
		return c.staff.Audit(ctx, tx, by, staff.Change{
			Action: "game.about", Subject: fmt.Sprintf("game:%d", id), Label: games[0].Name, Before: before, After: after,
		})
	})
}

// checkAbout refuses what no game is.
func checkAbout(a venue.About) error {
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

// aboutState is the audit trail's record of a description.
func aboutState(a venue.About) map[string]any {
	return map[string]any{
		"payback": a.Payback, "volatility": a.Volatility, "stakeMin": int64(a.StakeMin), "stakeMax": int64(a.StakeMax), "rules": a.Rules, "fun": a.Fun,
	}
}
