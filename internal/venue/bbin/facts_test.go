package bbin

import (
	"testing"

	"hongyun/internal/venue"
)

// A player and the staff would look for a bet in another round.
func TestRowsTellTheirRounds(t *testing.T) {
	for name, c := range map[string]struct {
		row  string
		want venue.BetRound
	}{
		"a table":               {`{"SerialID":"236551867","RoundNo":"10-35","Card":"H.13,D.5*C.9,S.10","Result":"5,9","ResultType":""}`, venue.BetRound{Number: "236551867", Shared: "236551867", Turn: "场次 10-35", Outcome: "♥K,♦5*♣9,♠10 · 5,9"}},
		"a draw":                {`{"GameType":"13","SerialID":"7","Result":"1,2","ResultType":"W"}`, venue.BetRound{Number: "7", Shared: "7", Outcome: "1,2", Lottery: "13"}},
		"one number":            {`{"RoundNo":"10-35","SerialID":""}`, venue.BetRound{Number: "10-35", Shared: "10-35"}},
		"the same number twice": {`{"RoundNo":"7","SerialID":7,"Result":"1"}`, venue.BetRound{Number: "7", Shared: "7", Outcome: "1"}},
		"an older open row":     {`{"SerialID":"7","Result":"0"}`, venue.BetRound{Number: "7", Shared: "7"}},
		"an older void row":     {`{"SerialID":"7","Result":"-1"}`, venue.BetRound{Number: "7", Shared: "7"}},
		"empty":                 {`{}`, venue.BetRound{}},
		"no row":                {`x`, venue.BetRound{}},
	} {
		if got := (&Venue{}).ReadBet([]byte(c.row)); got.Round != c.want || len(got.Legs) != 0 {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
