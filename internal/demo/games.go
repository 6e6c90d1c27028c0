package demo

import (
	"fmt"

	"hongyun/internal/venue"
	"hongyun/sandbox"
	"hongyun/sandbox/live"
	"hongyun/sandbox/lottery"
	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/play/dealer"
)

// playKinds are the kinds of games that the sandbox has a page for.
var playKinds = map[venue.Kind]arcade.Kind{
	venue.Slot: arcade.KindSlot, venue.Live: arcade.KindLive, venue.Fish: arcade.KindFishing, venue.Lottery: arcade.KindLottery,
	venue.Sport: arcade.KindSports, venue.Esport: arcade.KindEsports,
}

// tables are the games that every hall of the sandbox deals.
var tables = []live.Game{live.Baccarat, live.DragonTiger, live.Roulette, live.SicBo}

// PlayVenues gives the simulated venues the names and games of the shipped
// catalogue, so that a game opens as what its tile shows.
func PlayVenues() ([]arcade.Venue, error) {
	var list []arcade.Venue
	for _, dv := range venues {
		if len(sandbox.DefaultGames(dv.code)) > 0 { // the sandbox knows its board games
			continue
		}
		name, games, err := venue.Shipped(dv.code)
		if err != nil {
			return nil, fmt.Errorf("games of the sandbox: %w", err)
		}
		v := arcade.Venue{Code: dv.code, Name: name}
		for _, g := range games {
			kind, ok := playKinds[g.Kind]
			if !ok {
				continue
			}
			v.Games = append(v.Games, arcade.Game{
				Code: g.Code, Name: g.Name, Kind: kind, Theme: g.Theme,
				Motif: g.Art.Motif, Palette: g.Art.Palette, Rarity: g.Art.Rarity, Seed: g.Art.Seed,
			})
		}
		if v.Code == "bbin" || v.Code == "wm" || v.Code == "sexy" { // their catalogues name the tables by codes of their own
			for _, g := range tables {
				v.Games = append(v.Games, arcade.Game{Code: dealer.TableGame(g), Kind: arcade.KindLive})
			}
		}
		if v.Code == "bbin" { // its catalogue has of its lotteries the lobby alone
			for _, l := range lottery.Shipped() {
				v.Games = append(v.Games, arcade.Game{Code: l.Code, Name: l.Name, Kind: arcade.KindLottery})
			}
		}
		list = append(list, v)
	}
	return list, nil
}
