package tcg

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
		"whole":  {betRow, venue.BetRound{Number: "20231115-001", Shared: "20231115-001", Play: "定位胆 7"}},
		"empty":  {`{}`, venue.BetRound{}},
		"no row": {`x`, venue.BetRound{}},
	} {
		if got := (&Venue{}).ReadBet([]byte(c.row)); got.Round != c.want || len(got.Legs) != 0 {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
