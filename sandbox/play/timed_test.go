package play

import (
	"context"
	"testing"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
)

// A bet whose event is called off gives its stake back, once, and counts for nothing.
func TestAVoidBetGivesItsStakeBack(t *testing.T) {
	const kind Kind = "called off"
	h := newTables(t)
	h.settlers[kind] = func(context.Context, string) (settler, error) {
		return func(b books.Bet, now time.Time) (settled, bool, error) {
			return settled{void: true, payout: 5, valid: b.Stake, at: now, detail: `{"off":true}`}, b.Detail == "off", nil
		}, nil
	}
	h.Venues[0].Games = append(h.Venues[0].Games, Game{Code: "X", Kind: kind})
	s := books.Session{Venue: "ag", Player: "Ming", Token: "s"}
	puts := []put{{game: "X", stake: 1000, detail: "off"}, {game: "X", stake: 700, detail: "waits"}, {game: "BAC", stake: 300, detail: "by hand"}}
	if _, _, err := h.place(t.Context(), s, "request-1", puts, true); err != nil {
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
