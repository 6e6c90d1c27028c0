package games

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
)

const (
	maxStake = 20_000 * money.Yuan
	// roundExpiry: a player who walks away from an open round has it turned for
	// him, or his money would stay on the table for ever.
	roundExpiry   = time.Minute
	launchSession = 12 * time.Hour
)

// Failures a player is told of.
var (
	errStake = errors.New("下注金额不正确")
	errSide  = errors.New("请选择下注位置")
	errShort = errors.New("余额不足")
	errOpen  = errors.New("您还有一局没有开牌")
	errGone  = errors.New("牌局不存在")
)

// Games runs the rounds and serves the pages.
type Games struct {
	books *books.Books
	clock calendar.Clock
	log   *slog.Logger
}

// New makes the games over the books given.
func New(b *books.Books, clock calendar.Clock, log *slog.Logger) *Games {
	return &Games{books: b, clock: clock, log: log}
}

// Has tells whether a venue has a game of this number.
func (g *Games) Has(venue string, kind int) bool {
	return slices.ContainsFunc(Catalogue(venue), func(game Game) bool { return game.KindID == kind })
}

// open takes a stake and deals. A game without a covered hand ends at once.
func (g *Games) open(ctx context.Context, s books.Session, kind int, stake money.Fen, on string) (books.Round, error) {
	r, known := ruleOf(kind)
	switch {
	case !known || !g.Has(s.Venue, kind):
		return books.Round{}, errGone
	case stake <= 0 || stake > maxStake || stake != stake.Whole():
		return books.Round{}, errStake
	case !slices.ContainsFunc(r.sides, func(x side) bool { return x.Key == on }):
		return books.Round{}, errSide
	}
	if _, err := g.Seated(ctx, s.Venue, s.Player); err != nil { // clears a stale round
		return books.Round{}, err
	}
	d, err := r.deal()
	if err != nil {
		return books.Round{}, err
	}
	deal, err := json.Marshal(d)
	if err != nil {
		return books.Round{}, err
	}
	now := g.clock.Now()
	id := fmt.Sprintf("%d-%s-%s", kind, now.In(calendar.Beijing).Format("060102150405"), rand.Text()[:8])
	round := books.Round{Venue: s.Venue, ID: id, Player: s.Player, Kind: kind, Side: on, Deal: string(deal), OpenedAt: now}
	err = g.books.OpenRound(ctx, round, books.Bet{Venue: s.Venue, ID: id, Player: s.Player, Kind: kind, Stake: stake, Valid: stake, Status: books.BetOpen, PlacedAt: now})
	switch {
	case errors.Is(err, books.ErrShort), errors.Is(err, books.ErrNoAccount):
		return round, errShort
	case errors.Is(err, books.ErrSeated):
		return round, errOpen
	case err != nil || r.covered:
		return round, err
	}
	return round, g.finish(ctx, round)
}

// reveal turns the covered hand and pays. A second reveal changes nothing.
func (g *Games) reveal(ctx context.Context, s books.Session, id string) (books.Round, error) {
	round, err := g.books.Round(ctx, s.Venue, id)
	if errors.Is(err, books.ErrNotFound) || (err == nil && round.Player != s.Player) {
		return round, errGone
	}
	if err != nil {
		return round, err
	}
	return round, g.finish(ctx, round)
}

// finish settles a round by the cards it was dealt.
func (g *Games) finish(ctx context.Context, round books.Round) error {
	r, known := ruleOf(round.Kind)
	if !known {
		return fmt.Errorf("round %s is of unknown kind %d", round.ID, round.Kind)
	}
	d, err := dealOf(round)
	if err != nil {
		return err
	}
	bet, err := g.books.Bet(ctx, round.Venue, round.ID)
	if err != nil {
		return err
	}
	if bet.Status == books.BetOpen { // else the company's hand has settled or voided it meanwhile
		bet.Payout, bet.Revenue, bet.Valid = r.settle(d, round.Side).pay(bet.Stake)
		bet.Status, bet.SettledAt, bet.Cards = books.BetSettled, g.clock.Now(), d.text()
	}
	_, err = g.books.FinishRound(ctx, bet)
	return err
}

func dealOf(round books.Round) (Deal, error) {
	var d Deal
	if err := json.Unmarshal([]byte(round.Deal), &d); err != nil {
		return d, fmt.Errorf("cards of round %s: %w", round.ID, err)
	}
	return d, nil
}

// Seated tells whether the player sits at a table; a round left alone for a
// minute is turned first.
func (g *Games) Seated(ctx context.Context, venue, player string) (bool, error) {
	round, err := g.books.OpenRoundOf(ctx, venue, player)
	if errors.Is(err, books.ErrNotFound) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	if g.clock.Now().Sub(round.OpenedAt) < roundExpiry {
		return true, nil
	}
	return false, g.finish(ctx, round)
}

// Leave plays the player's open round out, if there is one.
func (g *Games) Leave(ctx context.Context, venue, player string) error {
	round, err := g.books.OpenRoundOf(ctx, venue, player)
	if errors.Is(err, books.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	return g.finish(ctx, round)
}
