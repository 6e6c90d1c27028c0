package lobby

import (
	"cmp"
	"context"
	"math/big"
	"slices"
	"time"

	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/fund"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/promo"
	"hongyun/internal/venue"
	"hongyun/internal/vip"
)

const (
	recentShown    = 12
	favouriteShown = 12
)

// Sources are the nouns that know something about one player.
type Sources struct {
	Players  *player.Players
	Deposits *deposit.Deposits
	Cards    *destination.Cards
	Promo    *promo.Promo
	Fund     *fund.Fund
	Vip      *vip.Vip
}

// ClaimKind says where something can be claimed.
type ClaimKind string

// The kinds of claims.
const (
	ClaimPromotion ClaimKind = "promotion"
	ClaimFund      ClaimKind = "fund"
)

// ClaimKinds are the kinds of claims.
var ClaimKinds = []ClaimKind{ClaimPromotion, ClaimFund}

// Claim is something that a player can have by a click.
type Claim struct {
	Kind   ClaimKind
	ID     int64 // of the promotion
	Name   string
	Amount money.Fen // 0 where it is drawn
	Draws  int
}

// Level is how far a player is from the next level of the track that is nearest to one.
type Level struct {
	Track string
	Now   int
	Valid money.Fen // valid bets so far
	Next  money.Fen // that the next level asks for; 0 at the highest
	Bonus money.Fen // C$ that it brings
}

// Steps are the first things of a new player, each done or not.
type Steps struct{ Name, Deposit, Play, Card bool }

// Done reports whether all of them are.
func (s Steps) Done() bool { return s.Name && s.Deposit && s.Play && s.Card }

// Mine is the row of one player.
type Mine struct {
	Recent     []venue.Game
	Favourites []venue.Game
	Marked     []int64 // the numbers of all favourites
	Claims     []Claim
	Offers     []promo.Offer // that a deposit made now can choose, the one with the largest award first
	Level      Level
	Steps      Steps
}

// Mine returns the row of one player. It asks each noun once, however much data
// there is.
func (l *Lobby) Mine(ctx context.Context, id string) (Mine, error) {
	var m Mine
	var err error
	if m.Recent, err = l.Venues.Recent(ctx, l.DB, id, ""); err != nil {
		return m, err
	}
	if m.Favourites, err = l.Venues.Marked(ctx, l.DB, id, favouriteShown); err != nil {
		return m, err
	}
	if m.Marked, err = l.Venues.MarkedIDs(ctx, l.DB, id); err != nil {
		return m, err
	}
	if m.Recent, err = l.withLast(ctx, id, m.Recent); err != nil {
		return m, err
	}
	m.Recent = m.Recent[:min(len(m.Recent), recentShown)]
	if m.Claims, m.Offers, err = l.claims(ctx, id); err != nil {
		return m, err
	}
	standing, err := l.Vip.Overview(ctx, l.DB, id)
	if err != nil {
		return m, err
	}
	m.Level = nearest(standing)
	m.Steps, err = l.steps(ctx, l.DB, id)
	return m, err
}

// withLast puts the game of the player's newest bet first among the recent games,
// unless a game was opened after it. The counts of plays follow minutes later, and
// a game that was played from its venue's lobby was never opened by itself.
func (l *Lobby) withLast(ctx context.Context, id string, recent []venue.Game) ([]venue.Game, error) {
	last, found, err := l.Bets.LastOf(ctx, l.DB, id)
	if err != nil || !found {
		return recent, err
	}
	opened, err := l.Venues.LastRecent(ctx, l.DB, id)
	if err != nil || opened.After(last.At) {
		return recent, err
	}
	key := venue.GameKey{Venue: last.Venue, Code: last.Game}
	games, err := l.Venues.Keyed(ctx, l.DB, map[venue.GameKey]bool{key: true})
	game, shown := games[key]
	if err != nil || !shown {
		return recent, err
	}
	rest := slices.DeleteFunc(slices.Clone(recent), func(g venue.Game) bool {
		same := g.ID == game.ID
		game.Favourite = game.Favourite || same && g.Favourite
		return same
	})
	return append([]venue.Game{game}, rest...), nil
}

// claims are the rewards the player can have now, and the offers that a deposit made
// now can choose. A completed C$ task unlocks at most the rest of the fund. A player
// who may not play gets no invitation, and one who may not deposit no offer.
func (l *Lobby) claims(ctx context.Context, id string) ([]Claim, []promo.Offer, error) {
	claims, offers := []Claim{}, []promo.Offer{}
	if may, err := l.may(ctx, id, guard.Bet); err != nil || !may {
		return claims, offers, err
	}
	standings, err := l.Promo.Standings(ctx, l.DB, id)
	if err != nil {
		return nil, nil, err
	}
	mayDeposit, err := l.may(ctx, id, guard.Deposit)
	if err != nil {
		return nil, nil, err
	}
	for _, s := range standings {
		if s.State == promo.Claimable {
			claims = append(claims, Claim{Kind: ClaimPromotion, ID: s.ID, Name: s.Name, Amount: s.Amount, Draws: s.Draws})
		}
		if offer, open := s.Offered(); open && mayDeposit {
			offers = append(offers, offer)
		}
	}
	slices.SortStableFunc(offers, func(a, b promo.Offer) int { return cmp.Compare(b.Cap, a.Cap) })
	left, err := l.Fund.Balance(ctx, l.DB, id)
	if err != nil || left <= 0 {
		return claims, offers, err
	}
	today, err := l.Fund.Today(ctx, l.DB, id)
	if err != nil {
		return nil, nil, err
	}
	var ready money.Fen
	for _, t := range today.Tasks {
		if t.Status == fund.Ready {
			ready += t.Amount
		}
	}
	if ready > 0 {
		claims = append(claims, Claim{Kind: ClaimFund, Name: "优惠基金", Amount: min(ready, left)})
	}
	return claims, offers, nil
}

// may reports whether nothing keeps a player from an act.
func (l *Lobby) may(ctx context.Context, id string, act guard.Act) (bool, error) {
	err := l.Guard.Check(ctx, l.DB, id, act)
	if _, told := fault.Of(err); told {
		return false, nil
	}
	return err == nil, err
}

// nearest is the track whose next level the player has the largest part of.
func nearest(o vip.Overview) (best Level) {
	var most *big.Rat
	for _, s := range o.Tracks {
		if !s.Enabled || s.Table.Track == vip.Month {
			continue
		}
		level := Level{Track: s.Table.Track.Name(), Now: s.Level, Valid: s.Valid, Next: s.Next.Valid, Bonus: s.Next.Bonus}
		part := big.NewRat(0, 1)
		if level.Next > 0 {
			part = big.NewRat(int64(level.Valid), int64(level.Next))
		}
		if most == nil || part.Cmp(most) > 0 {
			best, most = level, part
		}
	}
	return best
}

// steps are a new player's completed steps. Only the card can be undone again.
func (l *Lobby) steps(ctx context.Context, r db.Reader, id string) (s Steps, err error) {
	known, err := l.Players.Find(ctx, r, id)
	if err != nil {
		return s, err
	}
	s.Name = known.TrueName != ""
	credited, err := l.Deposits.CreditedOf(ctx, r, []string{id}, time.UnixMilli(0), l.DB.Clock().Now().Add(time.Second))
	if err != nil {
		return s, err
	}
	s.Deposit = credited[id] > 0
	if s.Play, err = l.Bets.Played(ctx, r, id); err != nil {
		return s, err
	}
	s.Card, err = l.Cards.Bound(ctx, r, id)
	return s, err
}
