package gaming

import (
	"context"
	"strconv"

	"hongyun/internal/api"
	"hongyun/internal/lobby"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
	"hongyun/internal/venue"
)

// onlyWins asks for the wins of a page without the rest of it.
const onlyWins = "wins"

// venueFront serves VenueFront, a call of ours.
func (s *Handlers) venueFront(ctx context.Context, _ *route.Caller, in VenueFrontIn) (wire.Data[VenueFront], error) {
	if in.Only == onlyWins {
		wins, err := s.Lobby.VenueWins(ctx, in.PlatformId, venue.Kind(in.Kind))
		return wire.DataOf(VenueFront{
			Games: []SlotGame{}, Elsewhere: []SlotGame{}, Matches: []FrontMatch{}, Draws: []FrontDraws{}, Tables: []FrontTable{}, Hands: []FrontHand{},
			Wins: api.Each(wins, homeWin),
		}), err
	}
	front, err := s.Lobby.Venue(ctx, in.PlatformId, venue.Kind(in.Kind))
	if err != nil {
		return wire.Data[VenueFront]{}, err
	}
	show, err := s.gameShower(ctx)
	if err != nil {
		return wire.Data[VenueFront]{}, err
	}
	return wire.DataOf(VenueFront{
		Games: api.Each(front.Games, show), Total: front.Total, Elsewhere: api.Each(front.Elsewhere, show),
		Matches: api.Each(front.Matches, frontMatch), Wins: api.Each(front.Wins, homeWin),
		Draws: api.Each(front.Draws, frontDraws), Tables: api.Each(front.Tables, frontTable),
		Hands: api.Each(front.Hands, func(h lobby.Hand) FrontHand {
			return FrontHand{GameId: h.Game.ID, Game: h.Name, Room: h.Room, Outcome: h.Outcome, Time: wire.StampOf(h.At)}
		}),
	}), nil
}

// homeLife serves HomeLife, a call of ours.
func (s *Handlers) homeLife(ctx context.Context, _ *route.Caller, _ wire.Nothing) (wire.Data[HomeLife], error) {
	life, err := s.Lobby.Life(ctx)
	if err != nil {
		return wire.Data[HomeLife]{}, err
	}
	return wire.DataOf(HomeLife{
		Matches: api.Each(life.Matches, func(m lobby.At[lobby.Match]) HomeMatch {
			return HomeMatch{frontMatch(m.Item), placeOf(m.Venue, m.Kind)}
		}),
		Tables: api.Each(life.Tables, func(t lobby.At[lobby.Table]) HomeTable {
			return HomeTable{frontTable(t.Item), placeOf(t.Venue, t.Kind)}
		}),
		Draws: api.Each(life.Draws, func(d lobby.At[lobby.Draws]) HomeDraws {
			return HomeDraws{frontDraws(d.Item), placeOf(d.Venue, d.Kind)}
		}),
	}), nil
}

func placeOf(v venue.Entry, kind venue.Kind) HomePlace {
	return HomePlace{Platform: strconv.Itoa(v.ID), Kind: string(kind)}
}

func frontDraws(d lobby.Draws) FrontDraws {
	return FrontDraws{GameId: d.Game.ID, Game: d.Name, List: api.Each(d.List, frontRound)}
}

func frontTable(t lobby.Table) FrontTable {
	return FrontTable{GameId: t.Game.ID, Game: t.Name, Table: t.Table, Rounds: api.Each(t.Rounds, frontRound)}
}

func frontMatch(m lobby.Match) FrontMatch {
	return FrontMatch{
		League: m.League, Event: m.Event, Score: m.Score, ScoreTime: wire.StampOf(m.ScoreAt), Starts: wire.StampOf(m.Starts), Open: m.Open, Time: wire.StampOf(m.At),
		Prices: api.Each(m.Prices, func(p lobby.Price) FrontPrice {
			return FrontPrice{Market: p.Market, Pick: p.Pick, Odds: p.Odds, OddsType: p.OddsType, Time: wire.StampOf(p.At)}
		}),
	}
}

func frontRound(r lobby.Round) FrontRound {
	return FrontRound{Number: r.Number, Outcome: r.Outcome, Numbers: api.Each(r.Numbers, func(n string) string { return n }), Mark: string(r.Mark), Time: wire.StampOf(r.At)}
}

func homeWin(w lobby.Win) HomeWin {
	return HomeWin{Player: w.Player, GameId: w.Game.ID, Game: w.Name, Amount: w.Amount, Time: wire.StampOf(w.At)}
}
