package sandbox

import (
	"errors"
	"fmt"
	"strconv"

	"hongyun/sandbox/venues/pg"
)

// PG is a slot protocol. The venue's games are those of Config.Games, and their
// codes are numbers.
type PG struct {
	OperatorToken string
	SecretKey     string
	VerifyURL     func() string // of the operator's VerifySession
}

func (p PG) check(c Config, code string) error {
	if p.OperatorToken == "" || p.SecretKey == "" {
		return errors.New("needs OperatorToken and SecretKey")
	}
	if err := needsGames(c, code); err != nil {
		return err
	}
	for _, o := range offersOf(c, code) {
		if n, err := strconv.Atoi(o.code); err != nil || n <= 0 {
			return fmt.Errorf("game %q has no number", o.code)
		}
	}
	return nil
}

func (p PG) open(s *Server, c Config, v VenueConfig) (company, []offer) {
	offers := offersOf(c, v.Code)
	var games []string
	for _, o := range offers {
		games = append(games, o.code)
	}
	return pg.New(pg.Config{
		Code: v.Code, OperatorToken: p.OperatorToken, SecretKey: p.SecretKey, VerifyURL: p.VerifyURL, Credit: agentCredit, AllowFrom: v.AllowFrom, Games: games,
		BaseURL: c.BaseURL, Clock: c.Clock, Log: c.Log, Books: s.books, Faults: s.faults, Stop: s.stop, Show: s.showRound(v.Code),
	}), offers
}
