package arcade

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
)

// Put is one bet of a request on something that is decided later.
type Put struct {
	Game   string
	Stake  money.Fen
	Detail string // JSON: what was picked
}

// Place takes the stakes of a request, all or none, and keeps its bets open.
// The same id again changes nothing and gives the stored bets, even when bets
// are closed meanwhile. The page may have missed the first answer.
func (p *Arcade) Place(ctx context.Context, s books.Session, id string, puts []Put, open bool) ([]books.Bet, money.Fen, error) {
	now := p.Clock.Now()
	var bets []books.Bet
	for i, one := range puts {
		bets = append(bets, books.Bet{
			Venue: s.Venue, ID: RoundID(s, id) + "-" + strconv.Itoa(i+1), Player: s.Player, Game: one.Game,
			Stake: one.Stake, Valid: one.Stake, Status: books.BetOpen, PlacedAt: now, Detail: one.Detail,
		})
	}
	kept, after, err := p.Books.PlaceBets(ctx, bets, open)
	switch {
	case errors.Is(err, books.ErrClosed):
		return nil, 0, ErrClosed
	case errors.Is(err, books.ErrShort), errors.Is(err, books.ErrNoAccount):
		return nil, 0, ErrShort
	case errors.Is(err, books.ErrOtherPlayer):
		return nil, 0, ErrRequest
	}
	return kept, after, err
}

// Settled is what became of a bet. A void bet's stake is given back and counts
// for nothing.
type Settled struct {
	Payout, Valid money.Fen
	At            time.Time
	Void          bool
	Detail        string // replaces the bet's own, unless ""

	// The risked amount of a bet that held more, the company's cut, and the
	// cards. Zero leaves the bet's own.
	Stake, Revenue money.Fen
	Cards          string
}

// Settler decides the bets of one venue; done is false while a bet waits. A bet
// that no engine put, such as one put by hand, waits for its company.
type Settler func(b books.Bet, now time.Time) (v Settled, done bool, err error)

// Apply returns the bet settled at a time. A late settlement, such as after a
// restart, gets the present time: the record feed shows the bets that are
// settled in its window.
func (v Settled) Apply(b books.Bet, now time.Time) books.Bet {
	b.Status, b.Payout, b.Valid, b.SettledAt = books.BetSettled, v.Payout, v.Valid, Later(v.At, b.PlacedAt)
	if v.Void {
		b.Status, b.Payout, b.Valid = books.BetVoid, 0, 0
	}
	b.Revenue, b.Cards = max(b.Revenue, v.Revenue), cmp.Or(v.Cards, b.Cards)
	if v.Stake > 0 {
		b.Stake = v.Stake
	}
	if v.Detail != "" {
		b.Detail = v.Detail
	}
	if now.Sub(b.SettledAt) > settleLate {
		b.SettledAt = now
	}
	return b
}

// settleLate is how old a result may be for its own time to be the bet's.
const settleLate = 5 * time.Second

func Later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
