package sandbox

import (
	"encoding/json"
	"strconv"
	"strings"
	"testing"
	"time"

	"hongyun/sandbox/books"
	"hongyun/sandbox/live"
	"hongyun/sandbox/play/cardroom"
	"hongyun/sandbox/play/dealer"
	"hongyun/sandbox/venues/ag"
	"hongyun/sandbox/venues/bbin"
	"hongyun/sandbox/venues/wm"
)

func betAt(t *testing.T, at dealer.Place) books.Bet {
	t.Helper()
	detail, err := json.Marshal(at)
	if err != nil {
		t.Fatal(err)
	}
	return books.Bet{ID: "b1", Game: "BAC", Detail: string(detail)}
}

// The rows of a company would tell another hand than was dealt.
func TestRowsOfTablesTellTheHandThatWasDealt(t *testing.T) {
	hand := &live.Outcome{Left: []string{"S2", "HA"}, Right: []string{"D10", "C3", "HQ"}, Points: [2]int{3, 3}, Winner: "tie"}
	for name, c := range map[string]struct {
		place dealer.Place
		wm    wm.Place
		sexy  string
		bbin  bbin.Place
	}{
		"baccarat": {
			dealer.Place{Table: "B2", Round: "B2-1262", Spot: "bankerpair", Outcome: hand},
			wm.Place{Event: 2000022, Child: 3, Table: "金桂二桌", Code: "bankerpair", Name: "庄对 1:11", Result: "和局 · 庄 3 点 ♦10 ♣3 ♥Q · 闲 3 点 ♠2 ♥A"},
			"B2-1262 BankerPair 2 S02,H01,,D10,C03,H12 TIE",
			bbin.Place{Serial: "200002203", Round: "22-3", Cards: "D.10,C.3,H.12*S.2,H.1", Result: "3,3"},
		},
		"dragon and tiger": {
			dealer.Place{Table: "D1", Round: "D1-0", Spot: "tiger", Outcome: &live.Outcome{Left: []string{"SK"}, Right: []string{"D9"}, Points: [2]int{13, 9}, Winner: "dragon"}},
			wm.Place{Event: 5000001, Child: 1, Table: "云龙一桌", Code: "tiger", Name: "虎 1:1", Result: "龙赢 · 龙 ♠K · 虎 ♦9"},
			"D1-0 Tiger 5 S13,D09 DRAGON",
			bbin.Place{Serial: "500000101", Round: "1-1", Cards: "S.13*D.9", Result: "13,9"},
		},
		"a wheel": {
			dealer.Place{Table: "R1", Round: "R1-59", Spot: "n17", Outcome: &live.Outcome{Number: 17, Winner: "black"}},
			wm.Place{Event: 7000001, Child: 60, Table: "流金轮盘", Code: "n17", Name: "17 1:35", Result: "17"},
			"R1-59 n17 7 17 ",
			bbin.Place{Serial: "700000160", Round: "1-60", Result: "17"},
		},
		"dice": {
			dealer.Place{Table: "S1", Round: "S1-59", Spot: "p2", Outcome: &live.Outcome{Dice: []int{5, 2, 2}, Number: 9, Winner: "small"}},
			wm.Place{Event: 9000001, Child: 60, Table: "金骰一桌", Code: "p2", Name: "对2 1:10", Result: "2,2,5"},
			"S1-59 p2 9 2,2,5 ",
			bbin.Place{Serial: "900000160", Round: "1-60", Result: "2,2,5"},
		},
		"before it is dealt": {
			dealer.Place{Table: "B1", Round: "B1-7", Spot: "player"},
			wm.Place{Event: 1000001, Child: 8, Table: "金桂一桌", Code: "player", Name: "闲 1:1"},
			"B1-7 Player 1  ",
			bbin.Place{Serial: "100000108", Round: "1-8"},
		},
	} {
		b := betAt(t, c.place)
		if got := wmPlace(b); got != c.wm {
			t.Errorf("%s: %+v, want %+v", name, got, c.wm)
		}
		if got, want := agPlace(b), (ag.Place{Table: c.wm.Table, Round: c.place.Round, Spot: c.wm.Name, Result: c.wm.Result}); got != want {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
		at := sexyPlace(b)
		if at.Name != c.wm.Table || !strings.HasSuffix(c.wm.Name, "1:"+at.Odds) {
			t.Errorf("%s: table %q, odds %q", name, at.Name, at.Odds)
		}
		if got := strings.Join([]string{at.Round, at.Spot, strconv.Itoa(at.Table), strings.Join(at.Result, ","), at.Winner}, " "); got != c.sexy {
			t.Errorf("%s: %q, want %q", name, got, c.sexy)
		}
		if got := bbinPlace(b); got != c.bbin {
			t.Errorf("%s: %+v, want %+v", name, got, c.bbin)
		}
	}
	byHand := books.Bet{ID: "b1", Game: "BAC"}
	if at := sexyPlace(byHand); wmPlace(byHand) != (wm.Place{}) || bbinPlace(byHand) != (bbin.Place{Serial: "b1", Round: "b1"}) || at.Round != "b1" || at.Spot != "" || at.Table != 0 {
		t.Errorf("a bet that was put by hand is at %+v, %+v and %+v", wmPlace(byHand), at, bbinPlace(byHand))
	}
}

// Every engine with rounds deals one on request, and its settlement is the one of the
// game itself.
func TestRoundsAreDealtOnRequest(t *testing.T) {
	r := newRig(t)
	at := r.at.Now()
	for _, game := range []string{"720", "830", "220", "860"} {
		var seen [2]string
		for back := range seen {
			dealt, err := r.play.Deal(t.Context(), "ky", "Ming", game, at, back)
			if err != nil || len(dealt.Bets) != 1 {
				t.Fatalf("%s: %+v, %v", game, dealt, err)
			}
			b := dealt.Bets[0]
			seat := cardroom.SeatOf(b)
			seen[back] = b.ID
			if b.Status != books.BetSettled || b.Stake == 0 || b.SettledAt.After(at) || at.Sub(b.SettledAt) > time.Minute || seat.Players < 1 || seat.Players > 6 || seat.Table < 1 || seat.Chair != 1 {
				t.Errorf("%s: %+v at %+v", game, b, seat)
			}
			for _, fact := range dealt.Facts {
				if fact == "" {
					t.Errorf("%s: facts %q", game, dealt.Facts)
				}
			}
		}
		if seen[0] == seen[1] {
			t.Errorf("%s: one round twice: %s", game, seen[0])
		}
	}
	for _, game := range []string{"0", "999"} {
		if dealt, err := r.play.Deal(t.Context(), "ky", "Ming", game, at, 0); err == nil {
			t.Errorf("%s: %+v", game, dealt)
		}
	}
}
