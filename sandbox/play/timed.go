package play

import (
	"context"
	"errors"
	"strconv"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/live"
)

// put is one bet of a request on something that is decided later.
type put struct {
	game   string
	stake  money.Fen
	detail string // JSON: what was picked
}

// place takes the stakes of a request, all or none, and keeps its bets open.
// The same id again changes nothing and gives the stored bets, even when bets
// are closed meanwhile: the page may not have heard of the first answer.
func (p *Play) place(ctx context.Context, s books.Session, id string, puts []put, open bool) ([]books.Bet, money.Fen, error) {
	now := p.Clock.Now()
	var bets []books.Bet
	for i, one := range puts {
		bets = append(bets, books.Bet{
			Venue: s.Venue, ID: roundID(s, id) + "-" + strconv.Itoa(i+1), Player: s.Player, Game: one.game,
			Stake: one.stake, Valid: one.stake, Status: books.BetOpen, PlacedAt: now, Detail: one.detail,
		})
	}
	kept, after, err := p.Books.PlaceBets(ctx, bets, open)
	switch {
	case errors.Is(err, books.ErrClosed):
		return nil, 0, errClosed
	case errors.Is(err, books.ErrShort), errors.Is(err, books.ErrNoAccount):
		return nil, 0, errShort
	case errors.Is(err, books.ErrOtherPlayer):
		return nil, 0, errAsk
	}
	return kept, after, err
}

// settled is what became of a bet.
type settled struct {
	payout, valid money.Fen
	at            time.Time
}

// Settle pays what has been decided since the last call. It may be called from
// one goroutine only, and is cheap while no bet is open.
func (p *Play) Settle(ctx context.Context) error {
	var failed error
	for _, v := range p.Venues {
		for _, code := range []string{v.Code, guestVenue + v.Code} {
			failed = errors.Join(failed, p.settleVenue(ctx, code))
		}
	}
	return failed
}

func (p *Play) settleVenue(ctx context.Context, venue string) error {
	bets, err := p.Books.OpenBets(ctx, venue)
	if err != nil || len(bets) == 0 {
		return err
	}
	now := p.Clock.Now()
	var floor *live.Floor
	var over []books.Bet
	for _, b := range bets {
		_, game, _ := p.game(venue, b.Game)
		if game.Kind != KindLive {
			continue
		}
		if floor == nil {
			if floor, err = p.floorOf(ctx, venue); err != nil {
				return err
			}
		}
		v, done, err := p.settleLive(floor, b, now)
		if err != nil {
			return err
		}
		if done {
			b.Status, b.Payout, b.Valid, b.SettledAt = books.BetSettled, v.payout, v.valid, later(v.at, b.PlacedAt)
			// A late settlement, such as after a restart, is one of now: the record
			// feed shows what is settled in the window that is asked for.
			if now.Sub(b.SettledAt) > settleLate {
				b.SettledAt = now
			}
			over = append(over, b)
		}
	}
	if len(over) == 0 {
		return nil
	}
	return p.Books.SettleBets(ctx, over)
}

// settleLate is how old a result may be for its own time to be the bet's.
const settleLate = 5 * time.Second

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
