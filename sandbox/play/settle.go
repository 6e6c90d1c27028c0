package play

import (
	"context"
	"errors"

	"hongyun/sandbox/books"
	"hongyun/sandbox/play/arcade"
)

// Settle pays what has been decided since the last call. It may be called from
// one goroutine only, and is cheap while no bet is open.
func (p *Play) Settle(ctx context.Context) error {
	var failed error
	for _, v := range p.Venues {
		for _, code := range []string{v.Code, arcade.GuestVenue + v.Code} {
			_, err := p.settleVenue(ctx, code)
			failed = errors.Join(failed, err)
		}
		if !p.Attendance.Owes(v.Code) {
			continue
		}
		open, err := p.settleVenue(ctx, arcade.CrowdVenue+v.Code)
		failed = errors.Join(failed, err)
		if err == nil && open == 0 {
			p.Attendance.Settled(v.Code)
		}
	}
	return failed
}

// settleVenue pays what is decided at a venue and says how many bets were open.
func (p *Play) settleVenue(ctx context.Context, venue string) (waiting int, err error) {
	bets, err := p.Books.OpenBets(ctx, venue)
	if err != nil || len(bets) == 0 {
		return 0, err
	}
	now := p.Clock.Now()
	engines := map[arcade.Kind]arcade.Settler{}
	var over []books.Bet
	for _, b := range bets {
		_, game, _ := p.Game(venue, b.Game)
		open := p.settlers[game.Kind]
		if open == nil {
			continue
		}
		if engines[game.Kind] == nil {
			if engines[game.Kind], err = open(ctx, venue); err != nil {
				return len(bets), err
			}
		}
		v, done, err := engines[game.Kind](b, now)
		if err != nil {
			return len(bets), err
		}
		if done {
			over = append(over, v.Apply(b, now))
		}
	}
	if len(over) == 0 {
		return len(bets), nil
	}
	return len(bets), p.Books.SettleBets(ctx, over)
}
