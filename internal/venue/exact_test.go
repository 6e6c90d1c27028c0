package venue_test

import (
	"strings"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/venue"
)

// H-438: the search offers only what bets carry. A lobby is not offered where its bets have
// the codes of their games. All halls of fishing are one thing, for they are booked as one
// game. A listed game keeps its name.
func TestTheSearchOffersOnlyCodesThatBetsCarry(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		for _, c := range []struct{ text, want string }{
			{"听涛阁 真人大厅", ""},
			{"听涛阁 龙宫夜宴", "听涛阁 · 全部捕鱼"},
			{"听涛阁 捕鱼", "听涛阁 · 全部捕鱼"},
			{"听涛阁 6", "听涛阁 · 全部捕鱼"},
			{"听涛阁 百家乐", "听涛阁 · 百家乐"},
			{"万象馆 真人大厅", ""},
			{"擎天体育 大厅", ""},
			{"凌云体育 大厅", "凌云体育 · 体育大厅"},
		} {
			found, err := h.FindExact(t.Context(), d, c.text, 20)
			if err != nil {
				t.Fatal(err)
			}
			var names []string
			for _, e := range found {
				names = append(names, e.Name())
			}
			if got := strings.Join(names, " "); got != c.want {
				t.Errorf("%q finds %q, want %q", c.text, got, c.want)
			}
		}
		found, err := h.FindExact(t.Context(), d, "听涛阁", 20)
		if err != nil || len(found) != 6 { // the venue, four tables and fishing
			t.Errorf("%v, %v", found, err)
		}
		listed, err := h.ExactNames(t.Context(), d, []venue.Exact{{Venue: "ag", Game: "6-hall2"}, {Venue: "pin", Game: "0"}})
		if err != nil || len(listed) != 2 {
			t.Errorf("names %v, %v", listed, err)
		}
	})
}
