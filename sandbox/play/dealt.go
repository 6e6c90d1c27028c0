package play

import (
	"context"
	"time"

	"hongyun/sandbox/books"
	"hongyun/sandbox/play/arcade"
)

// Deal deals a round of a game that is over at a time: the last one, or one that many
// rounds back.
func (p *Play) Deal(ctx context.Context, venue, player, code string, at time.Time, back int) (arcade.Dealt, error) {
	_, game, ok := p.Game(venue, code)
	if !ok {
		return arcade.Dealt{}, arcade.ErrNoRounds
	}
	bet := books.Bet{Venue: venue, Player: player, Game: game.Code, Status: books.BetOpen}
	switch game.Kind {
	case arcade.KindLive:
		return p.tables.Deal(ctx, bet, at, back)
	case arcade.KindLottery:
		return p.shop.Deal(ctx, bet, at, back)
	case arcade.KindSlot:
		return p.machines.Deal(bet, game, at)
	case arcade.KindFishing:
		return p.ponds.Deal(ctx, bet, at)
	case arcade.KindBoard:
		return p.boards.Deal(ctx, bet, at, back)
	case arcade.KindSports, arcade.KindEsports:
	}
	return arcade.Dealt{}, arcade.ErrNoRounds
}
