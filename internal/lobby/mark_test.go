package lobby

import (
	"slices"
	"testing"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/venue"
)

// A road that shows another winner than the table had would deceive players.
func TestAMarkIsWhatTheVenueToldOrTheCardsDecide(t *testing.T) {
	for _, c := range []struct {
		game, outcome string
		want          Mark
	}{
		{"百家乐", "庄赢 · 闲 ♣2 ♦A ♣7 · 庄 ♦7 ♥6 ♥J", MarkBanker},
		{"百家乐", "和局", MarkTie},
		{"龙虎", "虎赢 · ♣2, ♦A", MarkTiger},
		{"百家乐", "庄:♦3♦3 闲:♥9♣10", MarkPlayer}, // 6 and 9
		{"经典百家乐", "庄:♦K♦8 闲:♥9♣9", MarkTie},
		{"百家乐", "庄:♦A♦8 闲:♥5♣J♠3", MarkBanker},
		{"龙虎", "龙:♠A 虎:♦2", MarkTiger}, // the ace is the lowest
		{"龙虎斗", "龙:♠K 虎:♦K", MarkTie},
		{"轮盘", "0", MarkNumber},
		{"轮盘", "37", MarkNone},
		{"骰宝", "1,4,6", MarkBig},
		{"骰宝", "1, 4, 5", MarkSmall},
		{"骰宝", "4,4,4", MarkTriple},
		{"骰宝", "1,4,7", MarkNone},
		{"骰宝", "1,4", MarkNone},
		{"牛牛", "庄:♦3♦3 闲:♥9♣10", MarkNone}, // other rules
		{"百家乐", "♥K,♦5*♣9,♠10 · 5,9", MarkNone},
		{"百家乐", "庄:D3 闲:H9", MarkNone},
		{"百家乐", "庄:♦3♦3", MarkNone},
		{"百家乐", "dealt", MarkNone},
		{"百家乐", "", MarkNone},
	} {
		if got := markOf(c.game, c.outcome); got != c.want {
			t.Errorf("%s of %s is %q, want %q", c.outcome, c.game, got, c.want)
		}
	}
}

func TestOnlyAListOfNumbersIsShownAsBalls(t *testing.T) {
	for outcome, want := range map[string][]string{
		"4,5,6": {"4", "5", "6"}, "03 11 08|2": {"03", "11", "08", "2"}, "7,123": nil, "7": nil, "大,5": nil, "": nil, "♥K,♦5": nil,
	} {
		if got := numbersOf(outcome); !slices.Equal(got, want) {
			t.Errorf("%q has the numbers %q, want %q", outcome, got, want)
		}
	}
}

// A game whose feed tells the place of a hand in its shoe has one road, and not one of
// each hand.
func TestHandsWithoutATableAreOneTable(t *testing.T) {
	now := time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)
	hand := func(number, table, turn string) toldBet {
		b := toldBet{name: "百家乐"}
		b.Status, b.SettledAt = bet.Settled, now
		b.Facts.Round = venue.BetRound{Number: "bet" + number + turn, Shared: number, Table: table, Turn: turn, Outcome: "庄赢"}
		return b
	}
	if got := tablesOf([]toldBet{hand("11", "", "场次 1-2"), hand("10", "", "场次 1-1"), hand("10", "", "场次 1-1")}); len(got) != 1 || got[0].Table != "" || len(got[0].Rounds) != 2 {
		t.Errorf("numbered hands: %+v", got)
	}
	if got := tablesOf([]toldBet{hand("11", "1 号桌", "11 局"), hand("10", "1 号桌", "10 局"), hand("9", "2 号桌", "9 局")}); len(got) != 2 || got[0].Table != "1 号桌" || len(got[0].Rounds) != 2 {
		t.Errorf("tables: %+v", got)
	}
}

// The seat of a player is known to the opponents, so it is left out.
func TestARoomIsShownWithoutTheSeat(t *testing.T) {
	if got := roomOf("房间 8301 · 7 桌 · 3 座 · 5 人"); got != "房间 8301 · 7 桌 · 5 人" {
		t.Error(got)
	}
}
