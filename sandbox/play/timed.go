package play

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
)

// put is one bet of a request on something that is decided later.
type put struct {
	game   string
	stake  money.Fen
	detail string // JSON: what was picked
}

// place takes the stakes of a request, all or none, and keeps its bets open.
// The same id again changes nothing and gives the stored bets, even when bets
// are closed meanwhile. The page may have missed the first answer.
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

// settled is what became of a bet. A void bet's stake is given back and counts
// for nothing.
type settled struct {
	payout, valid money.Fen
	at            time.Time
	void          bool
	detail        string // replaces the bet's own, unless ""

	// The risked amount of a bet that held more, the company's cut, and the
	// cards. Zero leaves the bet's own.
	stake, revenue money.Fen
	cards          string
}

// settler decides the bets of one venue; done is false while a bet waits. A bet
// that no engine put, such as one put by hand, waits for its company.
type settler func(b books.Bet, now time.Time) (v settled, done bool, err error)

// settlers are the engines whose bets are decided later, by the kind of game.
var settlers = map[Kind]func(p *Play, ctx context.Context, venue string) (settler, error){
	KindLive:    (*Play).liveSettler,
	KindLottery: (*Play).lotterySettler,
	KindSports:  (*Play).sportsSettler,
	KindEsports: (*Play).sportsSettler,
	KindBoard:   (*Play).boardSettler,
}

// Settle pays what has been decided since the last call. It may be called from
// one goroutine only, and is cheap while no bet is open.
func (p *Play) Settle(ctx context.Context) error {
	var failed error
	for _, v := range p.Venues {
		for _, code := range []string{v.Code, guestVenue + v.Code} {
			_, err := p.settleVenue(ctx, code)
			failed = errors.Join(failed, err)
		}
		if !p.crowd.owes(v.Code) {
			continue
		}
		open, err := p.settleVenue(ctx, crowdVenue+v.Code)
		failed = errors.Join(failed, err)
		if err == nil && open == 0 {
			p.crowd.settled(v.Code)
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
	engines := map[Kind]settler{}
	var over []books.Bet
	for _, b := range bets {
		_, game, _ := p.game(venue, b.Game)
		open := settlers[game.Kind]
		if open == nil {
			continue
		}
		if engines[game.Kind] == nil {
			if engines[game.Kind], err = open(p, ctx, venue); err != nil {
				return len(bets), err
			}
		}
		v, done, err := engines[game.Kind](b, now)
		if err != nil {
			return len(bets), err
		}
		if done {
			over = append(over, v.apply(b, now))
		}
	}
	if len(over) == 0 {
		return len(bets), nil
	}
	return len(bets), p.Books.SettleBets(ctx, over)
}

// apply returns the bet settled at a time. A late settlement, such as after a
// restart, gets the present time: the record feed shows the bets that are
// settled in its window.
func (v settled) apply(b books.Bet, now time.Time) books.Bet {
	b.Status, b.Payout, b.Valid, b.SettledAt = books.BetSettled, v.payout, v.valid, later(v.at, b.PlacedAt)
	if v.void {
		b.Status, b.Payout, b.Valid = books.BetVoid, 0, 0
	}
	b.Revenue, b.Cards = max(b.Revenue, v.revenue), cmp.Or(v.cards, b.Cards)
	if v.stake > 0 {
		b.Stake = v.stake
	}
	if v.detail != "" {
		b.Detail = v.detail
	}
	if now.Sub(b.SettledAt) > settleLate {
		b.SettledAt = now
	}
	return b
}

// settleLate is how old a result may be for its own time to be the bet's.
const settleLate = 5 * time.Second

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
