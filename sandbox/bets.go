package sandbox

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/sandbox/books"
)

// betAsk is the body of POST /control/bets.
type betAsk struct {
	Venue    string          `json:"venue"`
	Player   string          `json:"player"`
	Stake    *amount         `json:"stake"`
	Payout   *amount         `json:"payout"`
	Status   books.BetStatus `json:"status"`
	Game     json.RawMessage `json:"game"`
	BetID    string          `json:"betId"`
	At       *time.Time      `json:"at"`
	Valid    *amount         `json:"valid"`
	Odds     json.RawMessage `json:"odds"`
	OddsType string          `json:"oddsType"`
	Parlay   json.RawMessage `json:"parlay"`
	Detail   json.RawMessage `json:"detail"`
}

var (
	playerShape = regexp.MustCompile(`^[A-Za-z0-9_]{1,64}$`)
	betIDShape  = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)
)

// putBet places a bet or changes one.
func (s *Server) putBet(r *http.Request) (any, error) {
	var ask betAsk
	if err := read(r, &ask); err != nil {
		return nil, err
	}
	switch {
	case s.venues[ask.Venue] == nil:
		return nil, bad("venue %q is not here", ask.Venue)
	case ask.BetID != "" && !betIDShape.MatchString(ask.BetID):
		return nil, bad("betId %q is not 1 to 64 letters, digits, - or _", ask.BetID)
	case !slices.Contains([]books.BetStatus{books.BetOpen, books.BetSettled, books.BetVoid}, ask.Status):
		return nil, bad("status %q is not open, settled or void", ask.Status)
	}
	old, err := s.books.Bet(r.Context(), ask.Venue, ask.BetID)
	known := err == nil
	if err != nil && !errors.Is(err, books.ErrNotFound) {
		return nil, err
	}
	bet, err := s.draft(ask, old, known)
	if err != nil {
		return nil, err
	}
	return s.keepBet(r.Context(), bet, old, known, ask.At)
}

// draft is the bet as asked for: from nothing, or the old one with changes.
func (s *Server) draft(ask betAsk, old books.Bet, known bool) (books.Bet, error) {
	bet := old
	if !known {
		now := s.clock.Now()
		if ask.At != nil {
			now = *ask.At
		}
		id := ask.BetID
		if id == "" {
			id = "C" + now.In(calendar.Beijing).Format("060102150405") + rand.Text()[:10]
		}
		bet = books.Bet{Venue: ask.Venue, ID: id, Player: ask.Player, PlacedAt: now, Kind: s.offers[ask.Venue][0].kind, Game: s.offers[ask.Venue][0].code}
		switch {
		case !playerShape.MatchString(ask.Player):
			return bet, bad("player %q is not 1 to 64 letters, digits or _", ask.Player)
		case ask.Stake == nil:
			return bet, bad("stake is needed")
		}
	} else if ask.Player != "" {
		bet.Player = ask.Player
	}
	if len(ask.Game) > 0 {
		o, err := gameOf(s.offers[ask.Venue], ask.Game)
		if err != nil {
			return bet, err
		}
		bet.Kind, bet.Game = o.kind, o.code
	}
	if ask.Stake != nil {
		bet.Stake = ask.Stake.Fen
	}
	if ask.Status == books.BetSettled && ask.Payout == nil && bet.Status != books.BetSettled {
		return bet, bad("payout is needed to settle")
	}
	bet.Status = ask.Status
	switch {
	case bet.Status != books.BetSettled:
		bet.Payout = 0
	case ask.Payout != nil:
		bet.Payout = ask.Payout.Fen
	}
	switch {
	case bet.Status == books.BetVoid:
		bet.Valid, bet.Revenue = 0, 0
	case ask.Valid != nil:
		bet.Valid = ask.Valid.Fen
	case !known || ask.Stake != nil || old.Status == books.BetVoid:
		bet.Valid = bet.Stake
	}
	setText(&bet.Odds, ask.Odds)
	setText(&bet.Parlay, ask.Parlay)
	if ask.OddsType != "" {
		bet.OddsType = ask.OddsType
	}
	if len(ask.Detail) > 0 {
		bet.Detail = string(ask.Detail)
	}
	return bet, nil
}

// keepBet gives the bet its settlement time and books it. A repetition that
// changes nothing leaves the time alone too; a change moves the bet to now, so
// that the feed shows it again.
func (s *Server) keepBet(ctx context.Context, bet, old books.Bet, known bool, at *time.Time) (any, error) {
	same := bet
	same.Player = old.Player
	if bet.Status != books.BetOpen && (!known || same != old || at != nil) {
		switch now := s.clock.Now(); {
		case at != nil:
			bet.SettledAt = *at
		case now.After(old.SettledAt):
			bet.SettledAt = now
		}
	}
	after, err := s.books.PutBet(ctx, bet, true)
	switch {
	case errors.Is(err, books.ErrOtherPlayer), errors.Is(err, books.ErrReopen):
		return nil, wrong{http.StatusConflict, fmt.Sprintf("bet %s: %v", bet.ID, err)}
	case err != nil:
		return nil, err
	}
	return map[string]string{"betId": bet.ID, "balance": after.String()}, nil
}

// gameOf finds one of a venue's games by its number, code or name.
func gameOf(offers []offer, game json.RawMessage) (offer, error) {
	text := strings.Trim(string(game), `"`)
	var name string
	if json.Unmarshal(game, &name) == nil {
		text = name
	}
	for _, o := range offers {
		if text == o.name || text == o.id() {
			return o, nil
		}
	}
	return offer{}, bad("game %s is not one of %v", game, offers)
}

// setText keeps a JSON value as text: a string without its quotes, anything
// else as written.
func setText(into *string, value json.RawMessage) {
	if len(value) == 0 {
		return
	}
	*into = string(value)
	var text string
	if json.Unmarshal(value, &text) == nil {
		*into = text
	}
}
