package lobby

import (
	"fmt"
	"maps"
	"testing"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/venue"
)

var noon = time.Date(2026, 3, 2, 12, 0, 0, 0, time.UTC)

// toldAt is a bet that was placed, and settled unless it is open, so long before noon.
func toldAt(status string, ago time.Duration, facts venue.BetFacts) toldBet {
	t := toldBet{name: "百家乐", Facts: facts}
	t.Game, t.Status, t.BetAt = "g", status, noon.Add(-ago)
	if status != bet.Open {
		t.SettledAt = noon.Add(-ago)
	}
	return t
}

func legOf(event string) venue.BetLeg {
	return venue.BetLeg{League: "L", Event: event, Market: "胜平负", Pick: "A", Odds: "1.9", Score: "1:0"}
}

// A market whose line is not told shows no odds: two lines would stand as one pick.
func TestOddsWithoutTheirLineAreNotShown(t *testing.T) {
	vague := legOf("A VS B")
	vague.Vague = true
	if got := matchesOf([]toldBet{toldAt(bet.Open, 0, venue.BetFacts{Legs: []venue.BetLeg{vague}})}); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

// A match that is over shows no score: the one that is told is of the time of a bet.
func TestAMatchThatIsOverShowsNoScore(t *testing.T) {
	single := venue.BetFacts{Legs: []venue.BetLeg{legOf("A VS B")}}
	if got := matchesOf([]toldBet{toldAt(bet.Settled, 0, single)}); len(got) != 1 || got[0].Open || got[0].Score != "" || !got[0].ScoreAt.IsZero() {
		t.Errorf("over: %+v", got)
	}
	if got := matchesOf([]toldBet{toldAt(bet.Open, 0, single)}); len(got) != 1 || !got[0].Open || got[0].Score != "1:0" {
		t.Errorf("open: %+v", got)
	}
}

// An open combination waits for its last match, so a match of it may be over. A bet that
// was sold says nothing of the match.
func TestAnOpenCombinationDoesNotKeepAMatchOpen(t *testing.T) {
	single := venue.BetFacts{Legs: []venue.BetLeg{legOf("A VS B")}}
	sold := single
	sold.CashedOut = true
	both := toldAt(bet.Open, time.Minute, venue.BetFacts{Legs: []venue.BetLeg{legOf("A VS B"), legOf("C VS D")}})
	open := func(list ...toldBet) string {
		said := ""
		for _, m := range matchesOf(list) {
			said += fmt.Sprint(m.Event, " ", m.Open, "; ")
		}
		return said
	}
	if got := open(toldAt(bet.Settled, 0, single), both); got != "C VS D true; A VS B false; " {
		t.Error(got)
	}
	if got := open(toldAt(bet.Settled, 0, sold), both); got != "A VS B true; C VS D true; " {
		t.Error(got)
	}
}

// A number that one player alone has is not shown, and one round is listed once.
func TestARoundIsShownByTheNumberThatAllHave(t *testing.T) {
	of := func(number, shared string) toldBet {
		return toldAt(bet.Settled, 0, venue.BetFacts{Round: venue.BetRound{Number: number, Shared: shared, Table: "3 号桌", Turn: shared + " 局", Outcome: "庄赢"}})
	}
	got := tablesOf([]toldBet{of("secret1", "57"), of("secret2", "57"), of("secret3", "58"), of("secret4", "")})
	if len(got) != 1 || got[0].Table != "3 号桌" || len(got[0].Rounds) != 2 || got[0].Rounds[0].Number != "57" || got[0].Rounds[1].Number != "58" {
		t.Errorf("%+v", got)
	}
	if got := drawsOf([]toldBet{of("secret1", "")}); len(got) != 0 {
		t.Errorf("%+v", got)
	}
}

// BBIN reports the bets of all its lotteries as one game and tells a code of each.
func TestDrawsOfTwoLotteriesAreApartUnderOneGame(t *testing.T) {
	of := func(lottery, number string) toldBet {
		return toldAt(bet.Settled, 0, venue.BetFacts{Round: venue.BetRound{Number: number, Shared: number, Outcome: "1,2,3", Lottery: lottery}})
	}
	said := map[string]int{}
	for _, draws := range drawsOf([]toldBet{of("13", "7"), of("2", "7"), of("13", "8"), of("", "9")}) {
		said[draws.Name] = len(draws.List)
	}
	name := of("", "").name
	if want := map[string]int{name + " 13": 2, name + " 2": 1, name: 1}; !maps.Equal(said, want) {
		t.Errorf("%v, want %v", said, want)
	}
}

// A bet of an old draw that is settled late does not make the draw the latest.
func TestADrawIsAsOldAsItsFirstSettlement(t *testing.T) {
	of := func(number string, ago time.Duration) toldBet {
		return toldAt(bet.Settled, ago, venue.BetFacts{Round: venue.BetRound{Shared: number, Outcome: "1,2,3"}})
	}
	for name, got := range map[string][]Round{
		"draws":  drawsOf([]toldBet{of("old", 0), of("new", time.Minute), of("old", time.Hour)})[0].List,
		"rounds": tablesOf([]toldBet{of("old", 0), of("new", time.Minute), of("old", time.Hour)})[0].Rounds,
	} {
		if len(got) != 2 || got[0].Number != "new" || got[1].At != noon.Add(-time.Hour) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

// A hand of several players is listed once, by its minute alone.
func TestAHandOfSeveralPlayersIsListedOnce(t *testing.T) {
	of := func(number, seat string, ago time.Duration) toldBet {
		return toldAt(bet.Settled, ago, venue.BetFacts{Round: venue.BetRound{Number: number, Table: "房间 1 · 7 桌 · " + seat + " 座 · 5 人", Outcome: "1:♠10"}})
	}
	got := handsOf([]toldBet{of("50-1", "1", time.Second), of("50-2", "2", time.Second), of("50-3", "1", time.Hour)})
	if len(got) != 2 || got[0].At != noon.Add(-time.Minute) {
		t.Errorf("%+v", got)
	}
}
