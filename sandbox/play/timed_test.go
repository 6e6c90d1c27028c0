package play

import (
	"context"
	"testing"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/play/arcade"
)

// A bet whose event is called off gives its stake back, once, and counts for nothing.
func TestAVoidBetGivesItsStakeBack(t *testing.T) {
	const kind arcade.Kind = "called off"
	h := newTables(t)
	h.settlers[kind] = func(context.Context, string) (arcade.Settler, error) {
		return func(b books.Bet, now time.Time) (arcade.Settled, bool, error) {
			return arcade.Settled{Void: true, Payout: 5, Valid: b.Stake, At: now, Detail: `{"off":true}`}, b.Detail == "off", nil
		}, nil
	}
	h.Venues[0].Games = append(h.Venues[0].Games, arcade.Game{Code: "X", Kind: kind})
	s := books.Session{Venue: "ag", Player: "Ming", Token: "s"}
	puts := []arcade.Put{{Game: "X", Stake: 1000, Detail: "off"}, {Game: "X", Stake: 700, Detail: "waits"}, {Game: "BAC", Stake: 300, Detail: "by hand"}}
	if _, _, err := h.Place(t.Context(), s, "request-1", puts, true); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := h.Settle(t.Context()); err != nil {
			t.Fatal(err)
		}
		if want := 1000*money.Yuan - 1000; h.money() != want {
			t.Errorf("balance %s, want %s", h.money(), want)
		}
	}
	bets, err := h.Books.SettledBetween(t.Context(), "ag", h.at.Now().UnixMilli(), h.at.Now().UnixMilli())
	if err != nil || len(bets) != 1 || bets[0].Status != books.BetVoid || bets[0].Valid != 0 || bets[0].Payout != 0 || bets[0].Detail != `{"off":true}` {
		t.Errorf("%+v %v", bets, err)
	}
}
