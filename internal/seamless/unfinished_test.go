package seamless_test

import (
	"errors"
	"testing"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// The first win of a round takes the stake out of the books, and more may come.
// Until the round is closed the player has not lost everything (H-238).
func TestARoundIsUnfinishedUntilItIsClosed(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		unfinished := func(when string, want bool) {
			t.Helper()
			if got, err := h.s.Unfinished(t.Context(), h.db, "ming"); err != nil || got != want {
				t.Errorf("%s: %v, %v; want %v", when, got, err, want)
			}
		}
		unfinished("before the bet", false)
		h.wants(h.bet("b1", 100_00), "ok")
		first := h.win("w1", "b1", 0)
		first.RoundClosed = false
		h.wants(first, "ok")
		h.books("centre 0 venue 0 gaming 10000 bets 1 stake 10000 valid 10000 win -10000")
		unfinished("between two wins", true)
		h.wants(h.win("w2", "b1", 800_00), "ok 800.00")
		unfinished("after the closing", false)
		h.wants(h.bet("b2", 1_00), "ok 799.00")
		unfinished("in the next round", true)
		h.clock.Advance(24*time.Hour + time.Second)
		unfinished("a day after a bet whose round nobody closed", false)
	})
}

// A game that no catalogue lists opens nowhere, has no session and takes no bet.
func TestOnlyListedGamesArePlayedOnTheCentreWallet(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		l := venue.Launches{Venues: h.venues, Session: h.s.Begin}
		for game, want := range map[string]error{"g": nil, "": nil, "made-up": venue.ErrGameHidden, "0g": venue.ErrGameHidden} {
			if _, err := l.Open(t.Context(), venue.Opening{Player: "ming", Venue: code, Game: game}); !errors.Is(err, want) {
				t.Errorf("game %q: %v, want %v", game, err, want)
			}
		}
		c := h.bet("b1", money.Yuan) // by the session of the lobby
		c.Token, c.Game = h.session("ming", ""), "made-up"
		h.wants(c, "game")
	})
}
