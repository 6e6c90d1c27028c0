package hub88

import (
	"testing"

	"hongyun/internal/venue"
)

// A player and the staff would look for a bet in another round.
func TestCallsTellTheirRounds(t *testing.T) {
	for name, c := range map[string]struct {
		call string
		want venue.BetRound
	}{
		"paid": {`{"round":"r7","is_free":false}`, venue.BetRound{Number: "r7"}}, "free": {`{"round":"r7","is_free":true}`, venue.BetRound{Number: "r7", Play: "免费旋转"}},
		"without a round": {`{"round":null}`, venue.BetRound{}}, "empty": {`{}`, venue.BetRound{}}, "no call": {`x`, venue.BetRound{}},
	} {
		if got := (&Venue{}).ReadBet([]byte(c.call)); got.Round != c.want || len(got.Legs) != 0 {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
