package sexy

import (
	"reflect"
	"strings"
	"testing"

	"hongyun/internal/venue"
)

// withInfo is a row with another gameInfo.
func withInfo(info string) string {
	return sheetRow[:strings.Index(sheetRow, `"gameInfo"`)] + `"gameInfo":"` + strings.ReplaceAll(info, `"`, `\"`) + `"}`
}

// A player and the staff would look for a bet in another round.
func TestRowsTellTheirRounds(t *testing.T) {
	const number = "Mexico-01-GA7"
	leg := []venue.BetLeg{{Market: "BaccaratClassic", Pick: "庄", Odds: "0.95"}}
	for name, c := range map[string]struct {
		row  string
		want venue.BetFacts
	}{
		"whole": {sheetRow, venue.BetFacts{Legs: leg, Round: venue.BetRound{Number: number, Shared: number, Play: "庄", Outcome: "♦3, ♥9"}}},
		"both hands": {
			withInfo(`{"result":["C02","D01","C07","D07","H06","H11"],"winner":"BANKER","odds":0.95,"tableId":5,"status":"WIN"}`),
			venue.BetFacts{Legs: leg, Round: venue.BetRound{Number: number, Shared: number, Table: "5 号桌", Play: "庄", Outcome: "庄赢 · 闲 ♣2 ♦A ♣7 · 庄 ♦7 ♥6 ♥J"}},
		},
		"no third card": {
			withInfo(`{"result":["C02","D07","","D05","H13",""],"winner":"PLAYER"}`),
			venue.BetFacts{Round: venue.BetRound{Number: number, Shared: number, Play: "庄", Outcome: "闲赢 · 闲 ♣2 ♦7 · 庄 ♦5 ♥K"}},
		},
		"a word that is not known": {
			change(`"Banker"`, `"Small"`, `{\"odds\":0.95,\"winLoss\":9.5,\"result\":[\"D03\",\"H09\"]}`, `{\"winner\":\"x\",\"result\":17}`),
			venue.BetFacts{Round: venue.BetRound{Number: number, Shared: number, Play: "Small", Outcome: "x · 17"}},
		},
		"nothing in it":   {withInfo(`{}`), venue.BetFacts{Round: venue.BetRound{Number: number, Shared: number, Play: "庄"}}},
		"another form":    {withInfo(`{"odds":{},"result":{}}`), venue.BetFacts{Round: venue.BetRound{Number: number, Shared: number, Play: "庄"}}},
		"no form":         {withInfo(`x`), venue.BetFacts{Round: venue.BetRound{Number: number, Shared: number, Play: "庄"}}},
		"empty":           {`{}`, venue.BetFacts{}},
		"no row":          {`x`, venue.BetFacts{}},
		"a list":          {`[]`, venue.BetFacts{}},
		"an unknown game": {change("MX-LIVE-001", "MX-LIVE-002", `[\"D03\",\"H09\"]`, `[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\"]`), venue.BetFacts{Legs: leg, Round: venue.BetRound{Number: number, Shared: number, Play: "庄", Outcome: "1, 2, 3, 4, 5, 6"}}},
	} {
		if got := (&Venue{}).ReadBet([]byte(c.row)); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// H-131, H-312: banker and player of one hand oppose each other, a tie and a pair nothing.
func TestTheTwoHandsOfARoundAreItsSides(t *testing.T) {
	line := func(kind string, more ...string) venue.BetLine {
		l, err := readLine([]byte(change(append([]string{`"Banker"`, `"` + kind + `"`}, more...)...)))
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	banker, player := line("Banker"), line("PLAYER")
	if banker.Round != "Mexico-01-GA7" || banker.Side != "banker" || player.Side != "player" || banker.Market != player.Market || banker.Round != player.Round {
		t.Errorf("banker %+v, player %+v", banker, player)
	}
	if dragon, tiger := line("Dragon"), line("Tiger"); dragon.Side != "dragon" || tiger.Side != "tiger" || dragon.Market != tiger.Market || dragon.Market == banker.Market {
		t.Errorf("dragon %+v, tiger %+v", dragon, tiger)
	}
	for _, kind := range []string{"Tie", "BankerPair", "PlayerPair", "Small", "", "7"} {
		if l := line(kind); l.Side != "" || l.Market != "" {
			t.Errorf("%s is on the side %q of %q", kind, l.Side, l.Market)
		}
	}
	if l := line("Banker", "Mexico-01-GA7", ""); l.Side != "" || l.Round != "" {
		t.Errorf("without a round: %+v", l)
	}
	if l := line("Banker", "Mexico-01-GA7", strings.Repeat("9", 201)); l.Side != "" || l.Round != "" {
		t.Errorf("with an endless round: %+v", l)
	}
}
