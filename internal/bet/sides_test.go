package bet_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/venuetest"
)

// leg is a pick at a sportsbook, as its player made it: match F1-7 where it names none.
func leg(market, side string, line int, betType, content string, more ...string) string {
	match := "F1-7"
	if len(more) > 0 {
		match = more[0]
	}
	return fmt.Sprintf(`{"match":%q,"placed":{"home":0,"away":0},"price":1950,"market":%q,"side":%q,"line":%d,"league":"云海足球超级联赛","home":"青龙","away":"铁鹰",`+
		`"category":"0","betType":%q,"content":%q,"odds":"0.95","result":"2:1"}`, match, market, side, line, betType, content)
}

// PROMO-12, H-131, H-310: bets that cover a market of a match have no valid stake, in
// the words in which each sportsbook tells them. Two of three results, two scores, two
// lines, two matches and a parlay do not oppose each other.
func TestOppositeBetsAtASportsbookHaveNoValidStake(t *testing.T) {
	over, under := leg("ou", "over", 10, "大小", "大 2.5"), leg("ou", "under", 10, "大小", "小 2.5")
	home, draw, away := leg("1x2", "home", 0, "独赢", "青龙"), leg("1x2", "draw", 0, "独赢", "和局"), leg("1x2", "away", 0, "独赢", "铁鹰")
	gives, gets, givesToo := leg("hdp", "home", -2, "让球", "青龙 -0.5"), leg("hdp", "away", 2, "让球", "铁鹰 +0.5"), leg("hdp", "away", -2, "让球", "铁鹰 -0.5")
	score, other := leg("cs", "1:0", 0, "波胆", "1:0"), leg("cs", "0:0", 0, "波胆", "0:0")
	oneSet, otherSet := leg("1x2", "home", 0, "独赢", "青龙", "E1-7"), leg("1x2", "away", 0, "独赢", "铁鹰", "E1-7")
	for _, v := range []struct {
		realVenue
		bets string // name=slip, by their order; a slip of two legs is a parlay
		none string // those without a valid stake
	}{
		{sabaVenue, "over under elsewhere away home score other parlay", "over under"},
		{sabaVenue, "home away draw", "home away draw"},
		{pinVenue, "over under elsewhere away home score other gives givesToo parlay", "over under"},
		{pinVenue, "home away draw gives gets", "home away draw gives gets"},
		{fbVenue, "over under elsewhere away home score other gives givesToo parlay", "over under"},
		{fbVenue, "home away draw gives gets", "home away draw gives gets"},
		{tfVenue, "over under elsewhere oneSet otherSet score other parlay", "over under oneSet otherSet"},
		{imVenue, "over under home draw away", ""}, // its rows name no match
	} {
		slips := map[string]string{
			"over": over, "under": under, "home": home, "draw": draw, "away": away, "gives": gives, "gets": gets, "givesToo": givesToo, "score": score, "other": other,
			"oneSet": oneSet, "otherSet": otherSet, "elsewhere": leg("ou", "under", 10, "大小", "小 2.5", "F1-8"), "parlay": under + "," + leg("ou", "over", 10, "大小", "大 2.5", "F1-9"),
		}
		t.Run(v.code+" "+v.bets, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				h, company, account := realHouse(t, d, v.realVenue)
				names := strings.Fields(v.bets)
				for _, name := range names {
					company.Bet(t, venuetest.Bet{
						ID: name, Player: account, Stake: 1000, Payout: 1950, Valid: -1, Status: venue.BetSettled,
						Detail: `{"odds":"0.95","oddsType":"HK","legs":[` + slips[name] + `]}`,
					})
				}
				for range 6 {
					h.clock.Advance(7 * time.Minute)
					h.catchUp()
				}
				var none []string
				for _, name := range names {
					list, _, err := h.Find(t.Context(), bet.Search{Venue: v.code, BetID: name})
					if err != nil || len(list) != 1 {
						t.Fatalf("%s: %d bets, %v", name, len(list), err)
					}
					valid := money.Fen(950)
					if list[0].Opposed() {
						none, valid = append(none, name), 0
					}
					if list[0].Valid != valid {
						t.Errorf("%s is valid for %s: %q %q %q", name, list[0].Valid, list[0].Round, list[0].Market, list[0].Side)
					}
					versions, err := h.Versions(t.Context(), v.code, name)
					if err != nil {
						t.Fatal(err)
					}
					legs := h.Facts(versions[len(versions)-1]).Legs
					if named := len(legs) > 0 && legs[0].Match != ""; len(legs) == 0 || legs[0].Odds == "" || named == (v.code == "im") {
						t.Errorf("legs of %s: %+v", name, legs)
					}
				}
				if got := strings.Join(none, " "); got != v.none {
					t.Errorf("opposed are %q, want %q", got, v.none)
				}
				h.proved()
			})
		})
	}
}
