package sandbox

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/play/reels"
	"hongyun/sandbox/venues/jdb"
)

// JDB is a protocol of slot and fishing games. The venue's games are those of
// Config.Games. The code of a slot game is its number, that of a fishing game has an f
// before it.
type JDB struct {
	DC      string
	Parent  string // the agent
	Key, IV string // 16 characters each
}

const jdbKeyBytes = 16

func (p JDB) check(c Config, code string) error {
	switch {
	case p.DC == "" || p.Parent == "":
		return errors.New("needs DC and Parent")
	case len(p.Key) != jdbKeyBytes || len(p.IV) != jdbKeyBytes:
		return fmt.Errorf("Key and IV must have %d characters", jdbKeyBytes) //nolint:staticcheck // the fields' names
	}
	if err := needsGames(c, code); err != nil {
		return err
	}
	for _, g := range c.Games[venueAt(c, code)].Games {
		if _, err := jdbGame(g); err != nil {
			return err
		}
	}
	return nil
}

// jdbGame gives a game of the catalogue the vendor's two numbers.
func jdbGame(g arcade.Game) (jdb.Game, error) {
	kind, number := "0", g.Code
	if g.Kind == arcade.KindFishing {
		kind, number = "7", strings.TrimPrefix(g.Code, "f")
	}
	n, err := strconv.Atoi(number)
	if err != nil || n <= 0 {
		return jdb.Game{}, fmt.Errorf("game %q has no number", g.Code)
	}
	return jdb.Game{Code: g.Code, GType: kind, MType: strconv.Itoa(n)}, nil
}

func (p JDB) open(s *Server, c Config, v VenueConfig) (company, []offer) {
	var games []jdb.Game
	for _, g := range c.Games[venueAt(c, v.Code)].Games {
		game, _ := jdbGame(g) // check has read it
		games = append(games, game)
	}
	return jdb.New(jdb.Config{
		Code: v.Code, DC: p.DC, Parent: p.Parent, Key: p.Key, IV: p.IV, Credit: agentCredit, AllowFrom: v.AllowFrom, Games: games, Spins: reels.SpinsOf, Rich: jdbRich,
		BaseURL: c.BaseURL, Clock: c.Clock, Log: c.Log, Books: s.books, Faults: s.faults, Stop: s.stop,
	}), offersOf(c, v.Code)
}
