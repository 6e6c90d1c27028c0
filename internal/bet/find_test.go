package bet_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// Staff find bets of all players by everything that is known of a bet.
func TestFindingBetsByEachFilter(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		bets := map[string]func(l *venue.BetLine){
			"won":    func(l *venue.BetLine) { l.Round, l.Odds, l.OddsType = "r1", "0.95", "HK" },
			"lost":   func(l *venue.BetLine) { l.Payout, l.Round, l.Odds, l.OddsType = 0, "r1", "-0.80", "MY" },
			"drawn":  func(l *venue.BetLine) { l.Payout, l.Round, l.Odds = l.Stake, "r2", "1.9" },
			"void":   func(l *venue.BetLine) { l.Status, l.Payout, l.Odds = venue.BetVoid, l.Stake, "10.50" },
			"open":   func(l *venue.BetLine) { l.Status, l.Payout, l.SettledAt, l.Odds = venue.BetOpen, 0, time.Time{}, "1/2" },
			"parlay": func(l *venue.BetLine) { l.Parlay, l.Odds, l.Account = true, "12.25", "hong" },
			"late": func(l *venue.BetLine) {
				l.BetAt, l.SettledAt = dbtest.Noon.Add(-8*24*time.Hour), dbtest.Noon.Add(-time.Minute)
			},
		}
		var lines []venue.BetLine
		for id, change := range bets {
			l := h.line(id, 1000, 1900)
			change(&l)
			lines = append(lines, l)
		}
		h.store(lines...)
		no, yes := false, true
		min, max := money.Fen(1000), money.Fen(999)
		for name, tc := range map[string]struct {
			search bet.Search
			want   string
		}{
			"all of the last day":  {bet.Search{}, "drawn lost open parlay void won"},
			"account":              {bet.Search{Account: "hong"}, "parlay"},
			"account and player":   {bet.Search{Account: "hong", Player: "ming"}, ""},
			"account of nobody":    {bet.Search{Account: "Hong"}, ""},
			"round":                {bet.Search{Round: "r1"}, "lost won"},
			"round of a player":    {bet.Search{Round: "r2", Player: "ming"}, "drawn"},
			"a part of a round":    {bet.Search{Round: "r"}, ""},
			"won":                  {bet.Search{Outcome: bet.Won}, "parlay won"},
			"lost":                 {bet.Search{Outcome: bet.Lost}, "lost"},
			"drawn":                {bet.Search{Outcome: bet.Drawn}, "drawn"},
			"void":                 {bet.Search{Outcome: bet.Void}, "void"},
			"open cannot be won":   {bet.Search{Outcome: bet.Won, Status: bet.Open}, ""},
			"parlays":              {bet.Search{Parlay: &yes}, "parlay"},
			"single bets":          {bet.Search{Parlay: &no, Outcome: bet.Won}, "won"},
			"odds from":            {bet.Search{MinOdds: "1.90"}, "drawn parlay void"},
			"odds to":              {bet.Search{MaxOdds: "0.95"}, "lost won"},
			"odds below zero":      {bet.Search{MaxOdds: "-0.5"}, "lost"},
			"odds between":         {bet.Search{MinOdds: "9.5", MaxOdds: "11"}, "void"},
			"kind":                 {bet.Search{Kind: venue.Board}, "drawn lost open parlay void won"},
			"another kind":         {bet.Search{Kind: venue.Live}, ""},
			"stake":                {bet.Search{Min: &min, Outcome: bet.Won}, "parlay won"},
			"a smaller stake":      {bet.Search{Max: &max}, ""},
			"settled on the day":   {bet.Search{BySettling: true}, "drawn late lost parlay void won"},
			"settled in an hour":   {bet.Search{BySettling: true, From: dbtest.Noon.Add(-10 * time.Minute), To: dbtest.Noon}, "late"},
			"placed within a week": {bet.Search{From: dbtest.Noon.Add(-9 * 24 * time.Hour), To: dbtest.Noon.Add(-7 * 24 * time.Hour)}, "late"},
			"a player's settled":   {bet.Search{Player: "ming", BySettling: true, From: dbtest.Noon.Add(-10 * time.Minute)}, "late"},
		} {
			got, total, err := h.Find(t.Context(), tc.search)
			var ids []string
			for _, l := range got {
				ids = append(ids, l.BetID)
			}
			slices.Sort(ids)
			if strings.Join(ids, " ") != tc.want || total != len(ids) || err != nil {
				t.Errorf("%s: %v (%d), %v; want %s", name, ids, total, err, tc.want)
			}
		}
		list, total, err := h.Find(t.Context(), bet.Search{BySettling: true, Page: staff.Page{Number: 1, Size: 1}})
		if err != nil || total != 6 || len(list) != 1 || list[0].BetID != "late" {
			t.Errorf("the first page by settling: %v of %d, %v", list, total, err)
		}
		if list, _, err = h.Find(t.Context(), bet.Search{BetID: "won"}); err != nil || len(list) != 1 || list[0].Round != "r1" {
			t.Errorf("round of a found bet: %v, %v", list, err)
		}
		h.store(h.line("S40", 1000, 1900), h.line(venue.SceneMark+"S40", 1000, 1900))
		for number, want := range map[string]int{"S40": 2, venue.SceneMark + "S40": 1, "S4": 0} {
			if list, total, err := h.Find(t.Context(), bet.Search{BetID: number}); err != nil || len(list) != want || total != want {
				t.Errorf("bets with the number %s: %v of %d, %v", number, list, total, err)
			}
		}
		if _, _, err := h.Find(t.Context(), bet.Search{From: dbtest.Noon.Add(-8 * 24 * time.Hour)}); !errors.Is(err, bet.ErrTooWide) {
			t.Errorf("eight days: %v", err)
		}
	})
}
