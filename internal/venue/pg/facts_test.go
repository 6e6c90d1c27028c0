package pg

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
		"whole":            {betRow, venue.BetRound{Number: "7001", Play: "普通旋转"}},
		"a free spin":      {change(`"betId":7001`, `"betId":7002`, `"betAmount":10.00`, `"betAmount":0`), venue.BetRound{Number: "7001", Play: "免费旋转"}},
		"a free game":      {change(`"transactionType":1`, `"transactionType":3`), venue.BetRound{Number: "7001", Play: "免费旋转"}},
		"without a parent": {`{"betId":"8","betAmount":"1"}`, venue.BetRound{Number: "8", Play: "普通旋转"}},
		"empty":            {`{}`, venue.BetRound{}},
		"no row":           {`x`, venue.BetRound{}},
	} {
		if got := (&Venue{}).ReadBet([]byte(c.row)); got.Round != c.want || len(got.Legs) != 0 {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
