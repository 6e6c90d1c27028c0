package apptest_test

import (
	"errors"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/venue/catalogue"
	"hongyun/sandbox/venues/hub88"
)

// The games of an aggregator come from its list: a new one opens once staff show it, and
// one that leaves the list, or is in maintenance, takes no launch and no new bet.
func TestTheGamesOfAnAggregatorComeFromItsList(t *testing.T) {
	eachAggregator(t, noFault, func(t *testing.T, h *apptest.House, company *hub88.Company) {
		by := staff.Actor{ID: "s1", Name: "boss", Roles: []string{"owner"}}
		dragons, tiger := hub88.Game{Code: "dragons", Name: "Dragons"}, hub88.Game{Code: "tiger", Name: "Tiger", Product: "Maker"}
		h.Register("ming")
		h.Grant("ming", 100*money.Yuan)
		open := func(game string, want error) {
			t.Helper()
			_, err := h.Launches.Open(t.Context(), venue.Opening{Player: "ming", Venue: aggregator, Game: game, Client: venue.Client{IP: "127.0.0.1", Device: "pc"}})
			if !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", game, err, want)
			}
		}
		follow := func(games ...hub88.Game) map[catalogue.GameChangeKind]int {
			t.Helper()
			company.SetGames(games...)
			if err := h.Catalogue.ReadGameList(t.Context(), by, aggregator); err != nil {
				t.Fatal(err)
			}
			state, _, _, err := h.Catalogue.GameList(t.Context(), h.DB, aggregator, "", staff.Page{})
			if err != nil {
				t.Fatal(err)
			}
			counts, err := h.Catalogue.ApplyGameList(t.Context(), by, aggregator, state.Digest)
			if err != nil {
				t.Fatal(err)
			}
			return counts
		}
		if n := follow(dragons, tiger); n[catalogue.GameNew] != 1 {
			t.Fatalf("the first list changed %v", n)
		}
		open("tiger", venue.ErrGameHidden)
		list, _, err := h.Catalogue.List(t.Context(), h.DB, catalogue.Filter{Venue: aggregator, Name: "tiger"})
		if err != nil || len(list) != 1 || list[0].Maker != "Maker" {
			t.Fatalf("%+v, %v", list, err)
		}
		if _, err := h.Catalogue.EditGame(t.Context(), by, catalogue.GameChange{ID: list[0].ID, Hidden: new(false)}); err != nil {
			t.Fatal(err)
		}
		open("tiger", nil)

		at := sits(t, h, "ming")
		bets := func(want string) {
			t.Helper()
			if got := company.Bet(t.Context(), at, hub88.ID(), 1_00000, false); got != want {
				t.Errorf("a bet is answered %s, want %s", got, want)
			}
		}
		bets("RS_OK")
		games, err := h.Venues.Games(t.Context(), h.DB, aggregator)
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range games {
			if g.Code != "dragons" {
				continue
			}
			window := catalogue.GameWindow{Games: []int64{g.ID}, To: h.Clock.Now().Add(time.Minute), Reason: "升级"}
			if _, err := h.Catalogue.MaintainGames(t.Context(), by, window); err != nil {
				t.Fatal(err)
			}
		}
		bets("RS_ERROR_INVALID_GAME")
		open("dragons", venue.ErrGameMaintained)
		h.Clock.Advance(time.Minute)
		bets("RS_OK")

		dragons.Off = true
		if n := follow(dragons, tiger); n[catalogue.GameGone] == 0 {
			t.Fatalf("the last list changed %v", n)
		}
		bets("RS_ERROR_INVALID_GAME")
		open("dragons", venue.ErrGameHidden)
		open("tiger", nil)
	})
}
