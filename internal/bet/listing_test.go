package bet_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"hongyun/internal/bet/feed"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/venue/venuetest"
)

// comparedDay is the day of dbtest.Noon, which the feed asks once more for on the
// next morning.
var comparedDay = calendar.DayOf(dbtest.Noon)

// morning lets the feed ask once more for the day that ended, some days after
// comparedDay.
func (h *fixture) morning(days int) {
	h.t.Helper()
	h.clock.Set(comparedDay.AddDays(days).Start().Add(5 * time.Hour))
	h.pull()
	h.repull()
}

// listed is the stored data of comparedDay, as text.
func (h *fixture) listed() string {
	h.t.Helper()
	all, err := h.Feed.Listings(h.t.Context(), comparedDay)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, l := range all {
		if l.Day == comparedDay {
			return fmt.Sprintf("theirs %d %s %s ours %d %s %s missing %v unlisted %v other %v differing %d waiting %d whole %v",
				l.Theirs.Bets, l.Theirs.Stake, l.Theirs.Win, l.Ours.Bets, l.Ours.Stake, l.Ours.Win, l.Missing, l.Unlisted, l.Other, l.Differing, l.Waiting, l.Whole)
		}
	}
	return "not compared"
}

func (h *fixture) lists(want string) {
	h.t.Helper()
	if got := h.listed(); got != want {
		h.t.Errorf("listing\n got %s\nwant %s", got, want)
	}
}

// playedDay is a fixture whose player lost 10.00, won 5.00, has an open bet of
// 3.00 and gave 2.00 back on comparedDay.
func playedDay(t *testing.T, d *db.DB) *fixture {
	t.Helper()
	h := newHouse(t, d)
	h.ky.rules.MinGap, h.ky.rules.MaxWindow = 0, 12*time.Hour
	h.pull()
	for i, l := range []venue.BetLine{
		{BetID: "lost", Stake: 1000, Status: venue.BetSettled}, {BetID: "won", Stake: 400, Payout: 900, Status: venue.BetSettled},
		{BetID: "open", Stake: 300}, {BetID: "void", Stake: 200, Payout: 200, Status: venue.BetVoid},
	} {
		l.Account, l.Game, l.BetAt = "ming", "620", dbtest.Noon.Add(time.Duration(i)*time.Minute)
		l.UpdatedAt = l.BetAt.Add(time.Minute)
		if l.Status != venue.BetOpen {
			l.SettledAt = l.UpdatedAt
		}
		h.ky.report(l)
	}
	h.clock.Advance(time.Hour)
	h.pull()
	return h
}

const agreeing = "theirs 3 16.00 -5.00 ours 3 16.00 -5.00 missing [] unlisted [] other [] differing 0 waiting 0 whole true"

// Each finished day is compared with the venue's list of it: finished bets,
// their stakes and results. Only parts of a day that were read are compared.
func TestADayIsComparedWithItsVenuesList(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := playedDay(t, d)
		h.lists("not compared")
		h.ky.tooMany = 1 // the window with bets fails
		h.morning(1)
		all, err := h.Feed.Listings(t.Context(), comparedDay)
		if err != nil || len(all) != 1 || all[0].Whole {
			t.Errorf("a day with a failed window: %+v, %v", all, err)
		}
		h.ky.tooMany = 0
		h.clock.Advance(time.Hour)
		h.repull()
		h.lists(agreeing)
		h.proved()
	})
}

// A bet that the venue no longer lists is a difference, once the next day was
// compared too. The next day lists a bet that was touched later without another
// result.
func TestABetThatItsVenueDoesNotListIsFound(t *testing.T) {
	for _, c := range []struct {
		name         string
		change       func(l *venue.BetLine)
		first, later string
	}{
		{"removed", nil,
			"theirs 2 6.00 5.00 ours 2 6.00 5.00 missing [] unlisted [] other [] differing 0 waiting 1 whole true",
			"theirs 2 6.00 5.00 ours 3 16.00 -5.00 missing [] unlisted [lost] other [] differing 1 waiting 0 whole true"},
		{"touched", func(l *venue.BetLine) { l.UpdatedAt = comparedDay.End().Add(time.Hour) },
			"theirs 2 6.00 5.00 ours 2 6.00 5.00 missing [] unlisted [] other [] differing 0 waiting 1 whole true",
			"theirs 2 6.00 5.00 ours 2 6.00 5.00 missing [] unlisted [] other [] differing 0 waiting 0 whole true"},
		{"settled again", func(l *venue.BetLine) { l.UpdatedAt, l.Payout = comparedDay.End().Add(time.Hour), 1500 },
			"theirs 2 6.00 5.00 ours 2 6.00 5.00 missing [] unlisted [] other [] differing 0 waiting 0 whole true",
			"theirs 2 6.00 5.00 ours 2 6.00 5.00 missing [] unlisted [] other [] differing 0 waiting 0 whole true"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				h := playedDay(t, d)
				h.ky.mu.Lock()
				if c.change == nil {
					h.ky.lines = h.ky.lines[1:]
				} else {
					c.change(&h.ky.lines[0])
				}
				h.ky.mu.Unlock()
				h.morning(1)
				h.lists(c.first)
				h.morning(2)
				h.lists(c.later)
				h.proved()
			})
		})
	}
}

// A bet that we cannot store is in the venue's count and not in ours, until its
// account is known.
func TestABetThatCannotBeStoredIsInTheVenuesCountOnly(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := playedDay(t, d)
		strange := h.line("strange", 7000, 9000)
		strange.Account = "nobody"
		strange.UpdatedAt = dbtest.Noon.Add(2 * time.Hour)
		h.ky.report(strange)
		h.morning(1)
		h.lists("theirs 4 86.00 15.00 ours 3 16.00 -5.00 missing [strange] unlisted [] other [] differing 1 waiting 0 whole true")
		if _, err := h.venues.EnsureAccount(t.Context(), "nobody", "ky"); err != nil {
			t.Fatal(err)
		}
		h.store(strange)
		h.lists("theirs 4 86.00 15.00 ours 4 86.00 15.00 missing [] unlisted [] other [] differing 0 waiting 0 whole true")
		h.proved()
	})
}

// An unreadable row counts as a bet without an amount.
func TestARowThatCannotBeReadDiffers(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := playedDay(t, d)
		h.ky.report(venue.BetLine{Account: "ming", Raw: []byte("?"), UpdatedAt: dbtest.Noon.Add(2 * time.Hour)})
		h.morning(1)
		got := h.listed()
		if want := "theirs 4 16.00 -5.00 ours 3 16.00 -5.00 missing [row "; len(got) < len(want) || got[:len(want)] != want {
			t.Errorf("listing %s", got)
		}
	})
}

// The lists in files are compared bet by bet. A window whose files took several
// attempts is not compared, and the day is not whole.
func TestFilesAreComparedWhenOneAttemptReadsThemAll(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.ky.rules.MinGap, h.ky.rules.MaxWindow = 0, 12*time.Hour
		h.pull()
		h.ky.files = []cutFile{
			{id: "f1", at: dbtest.Noon.Add(time.Minute), lines: []venue.BetLine{h.latest("b1")}},
			{id: "f2", at: dbtest.Noon.Add(2 * time.Minute), lines: []venue.BetLine{h.latest("b2")}},
		}
		h.clock.Advance(time.Hour)
		h.pull()
		h.ky.fileFails = map[string]error{"f2": errors.New("cut off")}
		h.morning(1)
		h.ky.fileFails = nil
		h.clock.Advance(time.Hour)
		h.repull()
		h.lists("theirs 0 0.00 0.00 ours 0 0.00 0.00 missing [] unlisted [] other [] differing 0 waiting 0 whole false")
		windows, _, err := h.Feed.Windows(t.Context(), feed.WindowFilter{Venue: "ky", From: dbtest.Noon, To: dbtest.Noon.Add(time.Minute), Page: page(1, 50)})
		if err != nil || windows[0].Kind != "again" {
			t.Fatalf("windows %+v, %v", windows, err)
		}
		h.clock.Advance(time.Minute)
		if _, err := h.Feed.PullAgain(t.Context(), staff.Actor{ID: "s1", Name: "boss"}, windows[0].ID); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(time.Minute)
		h.repull()
		h.lists("theirs 2 20.00 -20.00 ours 2 20.00 -20.00 missing [] unlisted [] other [] differing 0 waiting 0 whole true")
		h.proved()
	})
}

// Every protocol's windows hold the finished bets by the company's last change,
// each bet in one window. The comparison of a day relies on it.
func TestFinishedBetsAreListedByTheirTimeOfChange(t *testing.T) {
	for _, v := range []realVenue{kyVenue, aviaVenue, imVenue, sabaVenue, pinVenue, btiVenue, xjVenue, bbinVenue, wmVenue, pgVenue, tfVenue} {
		t.Run(v.code, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				h, company, account := realHouse(t, d, v)
				place := func(id string, stake, payout money.Fen, status venue.BetStatus) {
					company.Bet(t, venuetest.Bet{ID: id, Player: account, Stake: stake, Payout: payout, Valid: -1, Status: status})
				}
				from := h.clock.Now().Add(-time.Minute)
				place("lost", 1000, 0, venue.BetSettled)
				place("late", 500, 0, venue.BetOpen)
				place("again", 600, 0, venue.BetSettled)
				h.clock.Advance(40 * time.Minute)
				place("late", 500, 900, venue.BetSettled)
				place("void", 300, 300, venue.BetVoid)
				place("again", 600, 1800, venue.BetSettled)
				h.clock.Advance(time.Hour)
				seen := map[string]int{}
				for _, l := range finishedBetween(t, h, v.code, from) {
					seen[l.BetID]++
				}
				if len(seen) != 4 || seen["lost"]*seen["late"]*seen["again"]*seen["void"] != 1 {
					t.Errorf("listed %v", seen)
				}
			})
		})
	}
}

// finishedBetween reads every window from a time up to now and gives its finished
// bets. Each must belong to its window.
func finishedBetween(t *testing.T, h *fixture, code string, from time.Time) (all []venue.BetLine) {
	t.Helper()
	adapter, _ := h.venues.Adapter(code)
	source, ok := adapter.(venue.BetSource)
	if !ok {
		t.Fatalf("%s reports no bets", code)
	}
	rules := source.FeedRules()
	step := min(rules.MaxWindow, 25*time.Minute)
	for end := h.clock.Now().Add(-rules.Lag); !from.Add(step).After(end); from = from.Add(step) {
		for page := ""; ; {
			p, err := source.PullBets(t.Context(), from, from.Add(step), page)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range p.Lines {
				if l.Status == venue.BetOpen {
					continue
				}
				if l.UpdatedAt.Before(from) || !l.UpdatedAt.Before(from.Add(step)) {
					t.Errorf("%s changed at %s and is listed from %s for %s", l.BetID, l.UpdatedAt, from, step)
				}
				all = append(all, l)
			}
			if p.Next == "" {
				break
			}
			page = p.Next
			h.clock.Advance(time.Second)
		}
	}
	return all
}
