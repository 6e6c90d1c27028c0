package games

import (
	"slices"
	"strings"
	"testing"

	"hongyun/internal/money"
)

func hands(text string) Deal {
	left, right, _ := strings.Cut(text, " | ")
	return Deal{Left: strings.Fields(left), Right: strings.Fields(right)}
}

func TestWhoWins(t *testing.T) {
	for _, c := range []struct {
		kind        int
		deal, on    string
		name        string // of the right hand
		payout      string // of a stake of 10.00
		rake, valid string
	}{
		{kindTiles, "1 2 | 4 4", "player", "对子", "19.50", "0.50", "10.00"},
		{kindTiles, "9 9 | 0 0", "player", "对子", "19.50", "0.50", "10.00"},
		{kindTiles, "2 8 | 4 5", "player", "9点", "0.00", "0.00", "10.00"},
		{kindTiles, "1 1 | 2 8", "player", "二八", "0.00", "0.00", "10.00"},
		{kindTiles, "9 0 | 5 4", "player", "9点", "0.00", "0.00", "10.00"}, // nine and a half beats nine
		{kindTiles, "3 5 | 1 7", "player", "8点", "10.00", "0.00", "0.00"},
		{kindTiles, "9 1 | 0 1", "player", "1点半", "19.50", "0.50", "10.00"},
		{kindDuel, "SK | HA", "left", "A", "19.50", "0.50", "10.00"},
		{kindDuel, "SK | HA", "right", "A", "0.00", "0.00", "10.00"},
		{kindDuel, "S10 | H9", "left", "9", "19.50", "0.50", "10.00"},
		{kindDuel, "SK | HA", "tie", "A", "0.00", "0.00", "10.00"},
		{kindDuel, "S7 | H7", "tie", "7", "86.00", "4.00", "10.00"},
		{kindDuel, "S7 | H7", "left", "7", "10.00", "0.00", "0.00"},
		{kindThree, "S9 H10 D10 | SJ HQ DK", "player", "三公", "19.50", "0.50", "10.00"},
		{kindThree, "S9 H10 D10 | SJ H9 D10", "player", "9点", "19.50", "0.50", "10.00"}, // same points, more court cards
		{kindThree, "SA H2 D3 | S4 H2 DK", "player", "6点", "19.50", "0.50", "10.00"},
		{kindThree, "SA H2 D3 | S4 H2 D10", "player", "6点", "10.00", "0.00", "0.00"},
	} {
		r, _ := ruleOf(c.kind)
		d := hands(c.deal)
		payout, rake, valid := r.settle(d, c.on).pay(10 * money.Yuan)
		if payout.String() != c.payout || rake.String() != c.rake || valid.String() != c.valid || r.name(d.Right) != c.name {
			t.Errorf("%d %s on %s: payout %s rake %s valid %s, %s; want %+v", c.kind, c.deal, c.on, payout, rake, valid, r.name(d.Right), c)
		}
	}
}

// A pack that deals a card twice would be noticed by every player.
func TestNoCardIsDealtTwice(t *testing.T) {
	if len(cardPack) != 52 || len(tilePack) != 40 {
		t.Fatal(len(cardPack), len(tilePack))
	}
	for range 200 {
		d, err := dealThree()
		if err != nil {
			t.Fatal(err)
		}
		all := append(slices.Clone(d.Left), d.Right...)
		slices.Sort(all)
		if len(slices.Compact(all)) != 6 {
			t.Fatalf("dealt %v", d)
		}
	}
}

// The pages give the house no edge but the rake: the hands are drawn alike.
func TestBothHandsWinAlike(t *testing.T) {
	for _, r := range rules {
		if !r.covered {
			continue
		}
		wins, losses := 0, 0
		for range 4000 {
			d, err := r.deal()
			if err != nil {
				t.Fatal(err)
			}
			switch v := r.settle(d, "player"); {
			case v.push:
			case v.times > 0:
				wins++
			default:
				losses++
			}
		}
		if diff := wins - losses; diff > 400 || diff < -400 { // six standard deviations
			t.Errorf("game %d: %d wins, %d losses", r.kind, wins, losses)
		}
	}
}

func TestEveryVenueHasThreeGames(t *testing.T) {
	for _, code := range []string{"ky", "leg"} {
		list := Catalogue(code)
		if len(list) != 3 || list[0].Name == "" {
			t.Errorf("%s: %v", code, list)
		}
	}
	if len(Catalogue("xx")) != 0 {
		t.Error("an unknown venue has games")
	}
}
