package venue_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/venue"
	"hongyun/internal/venue/catalogue"
)

// H-253: an opened game is the player's latest, a lobby is none, and a game
// that did not open is none either.
func TestAnOpenedGameIsRecent(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		l := &venue.Launches{Venues: h.Venues}
		for _, code := range []string{"720", "0", "", "nonsense", "830", "720"} {
			h.clock.Advance(time.Second)
			if _, err := l.Open(t.Context(), venue.Opening{Player: "ming", Venue: "ky", Game: code}); err != nil {
				t.Fatal(err)
			}
		}
		h.ky.err = &venue.Refusal{Reason: venue.Other}
		if _, err := l.Open(t.Context(), venue.Opening{Player: "ming", Venue: "ky", Game: "860"}); err == nil {
			t.Fatal("it opened")
		}
		recent := func(player string) string {
			games, err := h.Recent(t.Context(), d, player, "")
			if err != nil {
				t.Fatal(err)
			}
			var codes []string
			for _, g := range games {
				codes = append(codes, g.Code)
			}
			return strings.Join(codes, " ")
		}
		if got := recent("ming"); got != "720 830" {
			t.Errorf("recent %q", got)
		}
		if games, err := h.Recent(t.Context(), d, "ming", venue.Slot); err != nil || len(games) != 0 {
			t.Errorf("slots of a player of board games: %d, %v", len(games), err)
		}
		if got := recent("hong"); got != "" {
			t.Errorf("another player sees %q", got)
		}
		if _, err := h.SetState(t.Context(), boss, venue.StateChange{Venue: "ky", State: venue.StateClosed, Reason: "测试"}); err != nil {
			t.Fatal(err)
		}
		if got := recent("ming"); got != "" {
			t.Errorf("games of a closed venue: %q", got)
		}
	})
}

// Only the first twenty of a venue are hot, and a hidden game takes no place.
func TestAVenueHasTwentyHotPlaces(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		day := calendar.DayOf(h.clock.Now())
		games := pages(t, h, venue.GameFilter{Venue: "s47"})
		hidden := true
		if _, err := h.games.EditGame(t.Context(), boss, catalogue.GameChange{ID: games[0].ID, Hidden: &hidden}); err != nil {
			t.Fatal(err)
		}
		var plays []venue.Play
		for i, g := range games {
			plays = append(plays, venue.Play{Player: "ming", Venue: g.Venue, Game: g.Code, Day: day, Bets: int64(1000 - i), LastAt: h.clock.Now()})
		}
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			if err := h.NotePlays(ctx, tx, plays); err != nil {
				return err
			}
			return h.RankGames(ctx, tx, day)
		})
		if err != nil {
			t.Fatal(err)
		}
		hot := pages(t, h, venue.GameFilter{Venue: "s47", Hot: true})
		if len(hot) < 20 || names(hot[:20]) != names(games[1:21]) {
			t.Errorf("hot %s", names(hot[:min(20, len(hot))]))
		}
		if recent, err := h.Recent(t.Context(), d, "ming", venue.Slot); err != nil || len(recent) != 20 {
			t.Errorf("%d recent games, %v", len(recent), err)
		}
		places := 0
		if err := d.NewRaw(`SELECT COUNT(*) FROM venue_game WHERE hot_place > 0`).Scan(t.Context(), &places); err != nil || places != 20 {
			t.Errorf("%d places, %v", places, err)
		}
	})
}
