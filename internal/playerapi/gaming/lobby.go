package gaming

import (
	"context"
	"strings"

	"hongyun/internal/api"
	"hongyun/internal/lobby"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
	"hongyun/internal/promo"
	"hongyun/internal/venue"
)

// homeKinds is the order of the kinds on the home page.
var homeKinds = []venue.Kind{venue.Slot, venue.Live, venue.Sport, venue.Board, venue.Fish, venue.Lottery, venue.Esport}

// homeLobby serves HomeLobby, a call of ours.
func (s *Handlers) homeLobby(ctx context.Context, _ *route.Caller, _ wire.Nothing) (wire.Data[HomeLobby], error) {
	front, err := s.Lobby.Front(ctx)
	if err != nil {
		return wire.Data[HomeLobby]{}, err
	}
	show, err := s.gameShower(ctx)
	if err != nil {
		return wire.Data[HomeLobby]{}, err
	}
	best := func(b lobby.Best) HomeBest {
		return HomeBest{Player: b.Player, GameId: b.Game.ID, Game: b.Name, Cover: show(b.Game), Multiple: b.Times, Amount: b.Amount}
	}
	out := HomeLobby{
		Kinds: []HomeKind{}, Latest: api.Each(front.Latest, homeWin), Largest: api.Each(front.Largest, homeWin),
		Multiples: api.Each(front.Multiples, best), Winners: api.Each(front.Winners, best),
		Free: api.Each(front.Free, func(f lobby.Free) HomeFree { return HomeFree{Game: show(f.Game), FunUrl: f.Address} }),
	}
	for _, kind := range homeKinds {
		if games := front.Covers[kind]; len(games) > 0 {
			out.Kinds = append(out.Kinds, HomeKind{Kind: string(kind), Items: api.Each(games, show)})
		}
	}
	return wire.DataOf(out), nil
}

// homeMine serves HomeMine, a call of ours.
func (s *Handlers) homeMine(ctx context.Context, c *route.Caller, _ wire.Nothing) (wire.Data[HomeMine], error) {
	m, err := s.Lobby.Mine(ctx, c.Session.PlayerID)
	if err != nil {
		return wire.Data[HomeMine]{}, err
	}
	show, err := s.gameShower(ctx)
	if err != nil {
		return wire.Data[HomeMine]{}, err
	}
	return wire.DataOf(HomeMine{
		Recent: api.Each(m.Recent, show), Favourites: api.Each(m.Favourites, show), Marked: m.Marked,
		Claims: api.Each(m.Claims, func(claim lobby.Claim) HomeClaim {
			return HomeClaim{Kind: string(claim.Kind), Id: claim.ID, Name: claim.Name, Amount: claim.Amount, Draws: claim.Draws}
		}),
		Offers: api.Each(m.Offers, func(o promo.Offer) HomeOffer {
			return HomeOffer{Id: o.ID, Name: o.Name, First: o.First, Rate: o.Rate, Min: o.Min, Most: o.Cap}
		}),
		Level: HomeLevel{Track: m.Level.Track, Level: m.Level.Now, Valid: m.Level.Valid, Next: m.Level.Next, Bonus: m.Level.Bonus},
		Steps: HomeSteps{Name: m.Steps.Name, Deposit: m.Steps.Deposit, Play: m.Steps.Play, Card: m.Steps.Card},
	}), nil
}

// searchGames serves SearchGames, a call of ours.
func (s *Handlers) searchGames(ctx context.Context, _ *route.Caller, in SearchIn) (wire.Data[[]FoundGame], error) {
	games, err := s.Venues.Search(ctx, s.Read, in.Text)
	if err != nil {
		return wire.Data[[]FoundGame]{}, err
	}
	venues, err := s.venueNames(ctx)
	if err != nil {
		return wire.Data[[]FoundGame]{}, err
	}
	show, err := s.gameShower(ctx)
	return wire.DataOf(api.Each(games, func(g venue.Game) FoundGame { return FoundGame{SlotGame: show(g), Venue: venues[g.Venue].Name} })), err
}

// relatedShown is how many games like it stand on a game's page.
const relatedShown = 8

// gameAbout serves GameAbout, a call of ours.
func (s *Handlers) gameAbout(ctx context.Context, c *route.Caller, in GameAboutIn) (wire.Data[GameAbout], error) {
	game, about, err := s.Venues.Game(ctx, s.Read, c.Session.PlayerID, in.GameInfoId)
	if err != nil {
		return wire.Data[GameAbout]{}, err
	}
	related, err := s.Venues.Related(ctx, s.Read, game, relatedShown)
	if err != nil {
		return wire.Data[GameAbout]{}, err
	}
	of, err := s.Venues.Get(ctx, s.Read, game.Venue)
	if err != nil {
		return wire.Data[GameAbout]{}, err
	}
	show, err := s.gameShower(ctx)
	if err != nil {
		return wire.Data[GameAbout]{}, err
	}
	out := GameAbout{
		Game: show(game), Venue: of.Name, Payback: about.Payback, Volatility: about.Volatility, StakeMin: about.StakeMin, StakeMax: about.StakeMax,
		Rules: []string{}, FunUrl: about.Fun, Related: api.Each(related, show),
	}
	if about.Rules != "" {
		out.Rules = strings.Split(about.Rules, "\n")
	}
	return wire.DataOf(out), nil
}
