package bet_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"hongyun/internal/bet/feed"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/venue"
)

// practice 5: a venue cannot answer for a long window because there is too much
// in it. It is asked for ever shorter ones until all bets are stored.
func TestAWindowThatKeepsFailingIsHalved(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.ky.rules.MinGap = 0
		for i := range 8 {
			l := h.line(fmt.Sprint("b", i), 1000, 0)
			l.UpdatedAt = dbtest.Noon.Add(-time.Duration(4+5*i) * time.Minute)
			h.ky.report(l)
		}
		h.ky.tooMany = 3
		h.pull()
		for range 12 {
			h.clock.Advance(30 * time.Minute)
			h.repull()
		}
		w, gaps, err := h.Feed.Windows(t.Context(), feed.WindowFilter{State: feed.Gap, Page: page(1, 50)})
		if err != nil || gaps != 0 {
			t.Errorf("%d gaps are left: %+v, %v", gaps, w, err)
		}
		h.wants("ming", "wallet -8000 bets 8 stake 8000 valid 8000 win -8000 left 0")
		h.proved()
	})
}

// A window with so many pages that no sweep reads them all is halved as well.
func TestAWindowThatTakesTooLongIsAFailure(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ky := newCompany()
		h := newHouseThatReads(t, d, ky, ky, 3*time.Second)
		ky.pageSize = 1
		ky.report(h.line("b1", 1000, 0), h.line("b2", 1000, 0))
		ky.stuck = 2
		h.pull()
		all, n, err := h.Feed.Windows(t.Context(), feed.WindowFilter{State: feed.Gap, Page: page(1, 100)})
		if err != nil || n != 1 || all[0].Attempts != 1 || !strings.Contains(all[0].Error, "not read to its end") {
			t.Errorf("%d windows failed: %+v, %v", n, all, err)
		}
		h.clock.Advance(3 * time.Minute)
		h.pull()
		h.wants("ming", "wallet -2000 bets 2 stake 2000 valid 2000 win -2000 left 0")
		h.proved()
	})
}

func TestAWindowIsNotHalvedBelowAMinute(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.ky.rules.MinGap = 0
		h.ky.failAll = errSilence
		h.pull()
		for range 12 {
			h.clock.Advance(31 * time.Minute)
			h.repull()
		}
		all, n, err := h.Feed.Windows(t.Context(), feed.WindowFilter{State: feed.Gap, Page: page(1, 100)})
		if err != nil || n < 20 || n > 40 {
			t.Errorf("%d windows, %v", n, err)
		}
		for _, w := range all {
			if w.To.Sub(w.From) < time.Minute {
				t.Errorf("a window of %s", w.To.Sub(w.From))
			}
		}
		h.ky.failAll = nil
		h.clock.Advance(31 * time.Minute)
		h.repull()
		h.complete("02-11:57", 0)
	})
}

// practice 5: a row that cannot be stored or read is a finding, and the rows
// beside it become bets.
func TestARowThatCannotBeStoredIsAFinding(t *testing.T) {
	for name, spoil := range map[string]func(*venue.BetLine){
		"valid below zero":           func(l *venue.BetLine) { l.Valid, l.HasValid = -1, true },
		"stake below zero":           func(l *venue.BetLine) { l.Stake = -1 },
		"a zero byte":                func(l *venue.BetLine) { l.Game = "a\x00b" },
		"a zero byte in its number":  func(l *venue.BetLine) { l.BetID = "b\x001" },
		"a zero byte in its account": func(l *venue.BetLine) { l.Account = "min\x00g" },
		"broken text":                func(l *venue.BetLine) { l.GameName, l.Raw = "\xff", []byte("{\xff}") },
		"no number":                  func(l *venue.BetLine) { l.BetID = "" },
		"no time":                    func(l *venue.BetLine) { l.BetAt = time.Time{} },
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				h := newHouse(t, d)
				bad := h.line("b2", 500, 0)
				spoil(&bad)
				h.ky.report(h.line("b1", 1000, 0), bad, h.line("b3", 1000, 0))
				h.pull()
				h.complete("02-11:57", 0)
				h.wants("ming", "wallet -2000 bets 2 stake 2000 valid 2000 win -2000 left 0")
				found, n, err := h.Findings(t.Context(), page(1, 10))
				if err != nil || n != 1 || found[0].What != "unreadable" || !strings.Contains(found[0].Raw, "\n{") {
					t.Errorf("findings %+v, %v", found, err)
				}
				w, _, err := h.Feed.Windows(t.Context(), feed.WindowFilter{State: feed.Done})
				if err != nil || len(w) != 1 || w[0].Found != 1 || w[0].Lines != 3 {
					t.Errorf("window %+v, %v", w, err)
				}
				h.proved()
			})
		})
	}
}

func TestARowThatItsAdapterCannotReadIsAFinding(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.ky.report(h.line("b1", 1000, 0))
		h.ky.unreadable = []venue.UnreadableBet{{BetID: "b2", Account: "ming", Raw: []byte(`{"GameID":"b2","AllBet":"x"}`), Why: "no amount"}, {Raw: []byte("??")}}
		h.pull()
		h.complete("02-11:57", 0)
		found, n, err := h.Findings(t.Context(), page(1, 10))
		if err != nil || n != 2 {
			t.Fatalf("findings %+v, %v", found, err)
		}
		h.store(h.line("b2", 500, 0)) // read after all
		if _, n, err = h.Findings(t.Context(), page(1, 10)); err != nil || n != 1 {
			t.Errorf("%d findings, %v", n, err)
		}
		h.proved()
	})
}

// After a pause longer than the venue's history, the feed does not take the
// venue's "no rows" for an answer.
func TestTimeTheVenueHasForgottenIsAGap(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.ky.rules.MinGap, h.ky.rules.History = 0, 2*time.Hour
		h.pull()
		h.ky.asked = nil
		h.clock.Advance(10 * time.Hour) // 22:00
		h.pull()
		if len(h.ky.asked) == 0 || h.ky.asked[0] < "02-20:00" {
			t.Errorf("asked %v", h.ky.asked)
		}
		gap, n, err := h.Feed.Windows(t.Context(), feed.WindowFilter{State: feed.Gap, Page: page(1, 10)})
		if err != nil || n != 1 || gap[0].Error != "older than the venue answers" {
			t.Errorf("gaps %+v, %v", gap, err)
		}
	})
}
