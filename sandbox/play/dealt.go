package play

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
)

// Dealt is a round that is over, as the engine of its game dealt it, with bets of one
// player in it. The bets are not in the books yet.
type Dealt struct {
	Bets    []books.Bet
	Opposed bool     // two bets are on the two sides of one play
	Facts   []string // of the outcome: whoever tells it tells these
}

// ErrNoRounds says that a game has no rounds, such as a match.
var ErrNoRounds = errors.New("play: this game has no rounds")

// Deal deals a round of a game that is over at a time: the last one, or one that many
// rounds back.
func (p *Play) Deal(ctx context.Context, venue, player, code string, at time.Time, back int) (Dealt, error) {
	_, game, ok := p.game(venue, code)
	if !ok {
		return Dealt{}, ErrNoRounds
	}
	bet := books.Bet{Venue: venue, Player: player, Game: game.Code, Status: books.BetOpen}
	switch game.Kind {
	case KindLive:
		return p.tables.deal(ctx, bet, at, back)
	case KindLottery:
		return p.shop.deal(ctx, bet, at, back)
	case KindSlot:
		return p.machines.deal(bet, game, at)
	case KindFishing:
		return p.ponds.deal(ctx, bet, at)
	case KindBoard:
		return p.boards.deal(ctx, bet, at, back)
	case KindSports, KindEsports:
	}
	return Dealt{}, ErrNoRounds
}

func dealtID() string { return "R" + rand.Text() }

// The stakes of two bets on two sides differ, as those of a player who bets on both do.
var dealtStakes = []money.Fen{10 * money.Yuan, 8 * money.Yuan}

// suits are the suits of cards as people write them.
var suits = strings.NewReplacer("S", "♠", "H", "♥", "C", "♣", "D", "♦")

// Face writes a card of the engines, such as H10, as people do: ♥10. A tile stays its
// number.
func Face(card string) string {
	if len(card) < 2 {
		return card
	}
	return suits.Replace(card[:1]) + card[1:]
}
