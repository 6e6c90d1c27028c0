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
func (p *Arcade) place(ctx context.Context, s books.Session, id string, puts []put, open bool) ([]books.Bet, money.Fen, error) {
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
