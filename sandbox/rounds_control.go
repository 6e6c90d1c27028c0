package sandbox

import (
	"errors"
	"net/http"
	"time"

	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/play/reels"
)

// dealRound puts bets of a player into a round that is over, as the engine of the game
// dealt it.
func (s *Server) dealRound(r *http.Request) (any, error) {
	var ask struct {
		Venue  string     `json:"venue"`
		Player string     `json:"player"`
		Game   string     `json:"game"`
		At     *time.Time `json:"at"`
		Back   int        `json:"back"`
	}
	if err := read(r, &ask); err != nil {
		return nil, err
	}
	switch {
	case s.venues[ask.Venue] == nil:
		return nil, bad("venue %q is not here", ask.Venue)
	case !playerShape.MatchString(ask.Player):
		return nil, bad("player %q is not 1 to 64 letters, digits or _", ask.Player)
	case ask.Back < 0:
		return nil, bad("back %d is below 0", ask.Back)
	}
	game, at := s.offers[ask.Venue][0].id(), s.clock.Now()
	if ask.Game != "" {
		game = ask.Game
	}
	if ask.At != nil {
		at = *ask.At
	}
	dealt, err := s.play.Deal(r.Context(), ask.Venue, ask.Player, game, at, ask.Back)
	if errors.Is(err, arcade.ErrNoRounds) {
		return nil, wrong{http.StatusConflict, "game " + game + " has no rounds"}
	}
	if err != nil {
		return nil, err
	}
	type told struct {
		BetID string `json:"betId"`
		Free  int    `json:"free"` // spins
	}
	bets := []told{}
	for _, bet := range dealt.Bets {
		if _, err := s.books.PutBet(r.Context(), bet, true); err != nil {
			return nil, err
		}
		free, _ := reels.SpinsOf(bet)
		bets = append(bets, told{bet.ID, free})
	}
	return map[string]any{"bets": bets, "opposed": dealt.Opposed, "facts": dealt.Facts}, nil
}
