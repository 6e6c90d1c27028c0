package vip_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/vip"
)

const wan = 10_000 * money.Yuan

// VIP-03: a week raises levels, pays each bonus once and the income every week;
// what is bet after its last day counts in the next.
func TestAWeekPaysBonusesOnceAndIncomeEveryWeek(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.joins("ming", "hong", "lan")
		h.bets("ming", "ky", 20260302, 50*wan)
		h.bets("ming", "ky", 20260308, 30*wan) // 800,000 together: level 5
		h.bets("ming", "fb", 20260305, 2*wan)  // level 1 of sports
		h.bets("hong", "ky", 20260305, 3*wan-1)
		h.at("2026-03-09 22:59")
		h.runs()
		h.expect("a minute early", h.list(), "")
		h.bets("hong", "ky", 20260309, 100*wan) // of the Monday it runs on
		h.at("2026-03-09 23:00")
		h.runs()
		h.runs()
		h.expect("runs", h.list(), "track-20260308 done")
		h.expect("ming's card", h.awards("ming", vip.Card), "20260308 bonus 1-5 400.00, 20260308 income 5 10.00")
		h.expect("ming's sport", h.awards("ming", vip.Sport), "20260308 bonus 1 15.00, 20260308 income 1 1.00")
		h.expect("ming's live", h.awards("ming", vip.Live), "")
		h.expect("a fen short", h.awards("hong", vip.Card), "")
		h.expect("levels", h.levels("ming")+"|"+h.levels("hong")+"|"+h.levels("lan"), "5 1 0 0|0 0 0 0|0 0 0 0")
		h.expect("C$", h.held("ming"), "426.00")
		h.expect("counted", h.counted("track", vip.Paid)+h.counted("track", vip.Withheld), "8 0")

		// A bet of the first week that the venue told late counts in the second.
		h.bets("ming", "leg", 20260304, 14*wan)
		h.at("2026-03-16 23:00")
		h.runs()
		h.expect("the next week", h.awards("ming", vip.Card),
			"20260308 bonus 1-5 400.00, 20260308 income 5 10.00, 20260315 bonus 6 220.00, 20260315 income 6 12.00")
		h.expect("hong, a week later", h.awards("hong", vip.Card), "20260315 bonus 1-6 620.00, 20260315 income 6 12.00")
		h.expect("C$", h.held("ming"), "659.00")

		// A bet that is settled anew takes nothing back, and gives nothing twice.
		h.must(h.exec("UPDATE bet_day SET valid = 0 WHERE player = 'ming'"))
		h.at("2026-03-23 23:00")
		h.runs()
		h.bets("ming", "ky", 20260324, 80*wan)
		h.at("2026-03-30 23:00")
		h.runs()
		h.expect("kept", h.levels("ming"), "6 1 0 0")
		h.expect("after all", h.awards("ming", vip.Card), "20260308 bonus 1-5 400.00, 20260308 income 5 10.00, 20260315 bonus 6 220.00, "+
			"20260315 income 6 12.00, 20260322 income 6 12.00, 20260329 income 6 12.00")
	})
}

// VIP-03, D-26: board and slots; sports and e-sports; live and lottery. (Fishing
// is played at slot and live venues and has none of its own.)
func TestEveryKindOfVenueCountsForItsTrack(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.joins("ming")
		var venues []struct{ Code, Kind string }
		h.must(h.d.NewRaw("SELECT code, kind FROM venue").Scan(t.Context(), &venues))
		kinds := map[string]bool{}
		want := map[vip.Track]money.Fen{}
		for i, v := range venues {
			valid := money.Fen(1 << i)
			h.bets("ming", v.Code, 20260302, valid)
			kinds[v.Kind] = true
			want[vip.Month] += valid
			switch v.Kind {
			case "board", "slot", "fish":
				want[vip.Card] += valid
			case "sport", "esport":
				want[vip.Sport] += valid
			case "live", "lottery":
				want[vip.Live] += valid
			}
		}
		if len(kinds) != 6 {
			t.Fatalf("venues of kinds %v", kinds)
		}
		o, err := h.Overview(t.Context(), h.d, "ming")
		h.must(err)
		for _, track := range vip.Tracks {
			s := o.Of(track)
			var sum money.Fen
			for _, v := range s.Venues {
				sum += v.Valid
			}
			if s.Valid != want[track] || sum != s.Valid {
				t.Errorf("%s counts %s, its venues %s, want %s", track, s.Valid, sum, want[track])
			}
		}
	})
}

// VIP-03: at each boundary a fen decides, and only bets since the start count.
func TestLevelBoundaries(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.joins("under", "exact", "over", "early", "first", "top")
		sport := h.table(vip.Sport)
		h.bets("under", "fb", 20260302, sport.At(20).Valid-1)
		h.bets("exact", "fb", 20260302, sport.At(20).Valid)
		h.bets("over", "fb", 20260302, sport.At(20).Valid+1)
		h.bets("early", "fb", 20190531, sport.At(20).Valid)
		h.bets("first", "fb", 20190601, sport.At(20).Valid)
		h.bets("top", "fb", 20260302, 10*sport.At(50).Valid)
		h.at("2026-03-09 23:30")
		h.runs()
		for player, want := range map[string]string{"under": "0 19 0 0", "exact": "0 20 0 0", "over": "0 20 0 0", "early": "0 0 0 0", "first": "0 20 0 0", "top": "0 50 0 0"} {
			h.expect(player, h.levels(player), want)
		}
		h.expect("from nothing to the top", h.awards("top", vip.Sport), "20260308 bonus 1-50 688000.00, 20260308 income 50 25000.00")
		o, err := h.Overview(t.Context(), h.d, "top")
		h.must(err)
		if s := o.Of(vip.Sport); s.Next != (vip.Level{}) || s.Wants != 0 || s.Income() != 25_000*money.Yuan {
			t.Errorf("at the top: next %v, wants %s, income %s", s.Next, s.Wants, s.Income())
		}
		o, err = h.Overview(t.Context(), h.d, "under")
		h.must(err)
		if s := o.Of(vip.Sport); s.Level != 19 || s.Next.Level != 20 || s.Wants != 1 {
			t.Errorf("a fen under: level %d, next %d, wants %s", s.Level, s.Next.Level, s.Wants)
		}
	})
}

// VIP-04, D-16: a month is GMT+8's, its levels are there before midnight on the
// 1st, and its income before the 5th.
func TestTheMonthEndsInBeijing(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.joins("ming")
		h.bets("ming", "ky", 20260331, 100*wan)
		h.bets("ming", "fb", 20260315, 200*wan) // 3,000,000 together: level 5
		h.bets("ming", "ky", 20260401, 9000*wan)
		h.at("2026-04-01 21:59")
		h.runs()
		h.expect("a minute early", h.awards("ming", vip.Month), "")
		h.at("2026-04-01 22:00")
		h.runs()
		h.expect("March", h.awards("ming", vip.Month), "20260331 bonus 1-5 700.00, 20260331 income 5 100.00")
		runs, _, err := h.Runs(t.Context(), h.d, vip.Monthly, staff.Page{})
		h.must(err)
		if len(runs) != 1 || calendar.Stamp(runs[0].DueAt) != "2026-04-01 22:00:00" || !runs[0].EndedAt.Before(calendar.Day(20260401).End()) {
			t.Errorf("ran %+v", runs)
		}
		h.at("2026-05-01 22:00")
		h.runs()
		if got := h.awards("ming", vip.Month); !strings.Contains(got, "20260430 bonus 6-18 ") || !strings.Contains(got, "20260430 income 18 3250.00") {
			t.Errorf("April: %s", got)
		}
		n, err := h.Next(t.Context(), h.d, vip.Monthly)
		h.must(err)
		h.expect("the next", n.Upto.String()+" "+calendar.Stamp(n.DueAt), "2026-05-31 2026-06-01 22:00:00")
	})
}

// After weeks without a node, each missed run is done in order, with a month
// between, as if it had been on time.
func TestMissedRunsAreCaughtUpInOrder(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.joins("ming")
		h.bets("ming", "ky", 20260308, 3*wan)
		h.bets("ming", "ky", 20260322, 5*wan) // 80,000: level 2
		h.at("2026-04-07 10:00")
		h.runs()
		h.expect("runs", h.list(), "track-20260308 done, track-20260315 done, track-20260322 done, track-20260329 done, monthly-20260331 done, track-20260405 done")
		h.expect("week by week", h.awards("ming", vip.Card), "20260308 bonus 1 15.00, 20260308 income 1 1.00, 20260315 income 1 1.00, "+
			"20260322 bonus 2 30.00, 20260322 income 2 2.00, 20260329 income 2 2.00, 20260405 income 2 2.00")
	})
}

// A run that dies between any two of its steps goes on where it was: everything
// is paid, and once.
func TestARunThatDiesAnywherePaysOnce(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		names := make([]string, 250)
		for i := range names {
			names[i] = fmt.Sprintf("p%03d", i)
		}
		h.joins(names...)
		for i, n := range names {
			if i%50 == 0 {
				h.bets(n, "ky", 20260302, 80*wan)
			}
		}
		h.at("2026-03-09 23:00")
		calls, dieAt := 0, 0
		h.seam = func(string) {
			if calls++; calls == dieAt {
				panic("killed")
			}
		}
		deaths := 0
		for dieAt = 1; ; dieAt++ {
			calls = 0
			if died := h.dies(); !died {
				break
			}
			deaths++
			h.sound()
			if dieAt == 6 { // a page was finished: once more every step of the next
				dieAt = 1
			}
		}
		if deaths < 6+5+5 {
			t.Fatalf("the run was killed %d times only", deaths)
		}
		h.seam = nil
		h.runs()
		for i := 0; i < 250; i += 50 {
			h.expect(names[i], h.awards(names[i], vip.Card)+" "+h.held(names[i]), "20260308 bonus 1-5 400.00, 20260308 income 5 10.00 410.00")
		}
		run, sums, err := h.FindRun(t.Context(), h.d, "track-20260308")
		h.must(err)
		if run.State != vip.Done || run.Players != 250 || run.Awards != 30 || run.Paid != 2050*money.Yuan || len(sums) != 6 {
			t.Errorf("run %+v, sums %v", run, sums)
		}
	})
}

// dies runs what is due and reports whether it was killed on the way.
func (h *fixture) dies() (died bool) {
	defer func() {
		if recover() != nil {
			died = true
		}
	}()
	if err := h.RunDue(context.Background()); err != nil {
		if strings.Contains(err.Error(), "killed") {
			return true
		}
		h.t.Fatal(err)
	}
	return false
}

// The progress of a run is lost, or written too late. The run sees the awards
// it wrote before, and where it does not, the keys refuse them.
func TestARepeatedPageWritesNoAwardTwice(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.joins("ming", "hong")
		h.bets("ming", "ky", 20260302, 80*wan)
		h.at("2026-03-09 23:00")
		h.seam = func(point string) {
			if point == "page" {
				panic("killed")
			}
		}
		if !h.dies() {
			t.Fatal("was not killed")
		}
		h.seam = nil
		h.expect("before", h.awards("ming", vip.Card), "20260308 bonus 1-5 400.00, 20260308 income 5 10.00")
		h.must(h.exec("UPDATE vip_run SET player_after = '', players = 0"))
		h.runs()
		h.expect("again from the beginning", h.awards("ming", vip.Card)+" "+h.held("ming"), "20260308 bonus 1-5 400.00, 20260308 income 5 10.00 410.00")
		again := `INSERT INTO vip_award (id, run, programme, track, period, player, item, kind, level, amount, state, why, at)
			SELECT id || '%s', run, programme, track, %s, player, item, kind, level, amount, state, why, at FROM vip_award WHERE item = '%s'`
		for _, twice := range []string{
			fmt.Sprintf(again, "x", "period", "income"), fmt.Sprintf(again, "x", "period", "bonus:3"), fmt.Sprintf(again, "x", "20260315", "bonus:3"), fmt.Sprintf(again, "", "20260315", "income"),
		} {
			if err := h.exec(twice); !db.IsDuplicate(err) {
				t.Errorf("the database took %s: %v", twice, err)
			}
		}
	})
}

// Two nodes that run the same week at once share it: everybody is paid once.
func TestTwoNodesRunOneWeek(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		names := make([]string, 700)
		for i := range names {
			names[i] = fmt.Sprintf("p%03d", i)
		}
		h.joins(names...)
		for i := 0; i < 700; i += 20 {
			h.bets(names[i], "ky", 20260302, 80*wan)
		}
		h.at("2026-04-01 23:00")
		var nodes sync.WaitGroup
		for range 4 {
			nodes.Go(func() {
				if err := h.RunDue(context.Background()); err != nil {
					t.Error(err)
				}
			})
		}
		nodes.Wait()
		h.runs()
		h.expect("runs", h.list(), "track-20260308 done, track-20260315 done, track-20260322 done, track-20260329 done, monthly-20260331 done")
		for i := 0; i < 700; i += 20 {
			h.expect(names[i], h.held(names[i]), "550.00") // 400 + 4 × 10 for cards; 30 + 60 + 20 of the month
		}
	})
}

// D-11: an income is never more than the track's cap; the bonus comes on top.
func TestTheCapBoundsTheIncome(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.joins("ming")
		h.bets("ming", "ky", 20260302, 80*wan)
		h.bets("ming", "fb", 20260302, 30*wan)
		set, _, err := h.Settings(t.Context(), h.d)
		h.must(err)
		h.expect("shipped caps", fmt.Sprint(set.WeeklyCap[vip.Card], set.WeeklyCap[vip.Sport], set.WeeklyCap[vip.Live]), "250000.00 250000.00 80000.00")
		h.rules(func(r *vip.Rules) { r.WeeklyCap[vip.Card], r.WeeklyCap[vip.Sport] = 950, 0 })
		h.at("2026-03-09 23:00")
		h.runs()
		h.expect("card", h.awards("ming", vip.Card), "20260308 bonus 1-5 400.00, 20260308 income 5 9.50")
		h.expect("sport", h.awards("ming", vip.Sport), "20260308 bonus 1-5 400.00")
		o, err := h.Overview(t.Context(), h.d, "ming")
		h.must(err)
		h.expect("as the player reads it", o.Of(vip.Card).Income().String(), "9.50")
	})
}

// D-11: a programme that is off pays nothing and does not make up for it; its
// levels stay.
func TestProgrammesAreSwitchedOff(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.joins("ming")
		h.bets("ming", "ky", 20260302, 80*wan)
		h.bets("ming", "fb", 20260302, 30*wan)
		h.rules(func(r *vip.Rules) { r.Enabled[vip.Card] = false })
		h.at("2026-03-09 23:00")
		h.runs()
		h.expect("one track off", h.levels("ming"), "0 5 0 0")
		h.rules(func(r *vip.Rules) { r.Enabled[vip.Sport], r.Enabled[vip.Live] = false, false })
		h.at("2026-03-16 23:00")
		h.runs()
		h.expect("runs", h.list(), "track-20260308 done, track-20260315 skipped")
		h.rules(func(r *vip.Rules) { r.Enabled[vip.Sport], r.Enabled[vip.Card] = true, true })
		h.at("2026-03-23 23:00")
		h.runs()
		h.expect("card", h.awards("ming", vip.Card), "20260322 bonus 1-5 400.00, 20260322 income 5 10.00")
		h.expect("sport", h.awards("ming", vip.Sport), "20260308 bonus 1-5 400.00, 20260308 income 5 10.00, 20260322 income 5 10.00")
	})
}

// A run that the closed money switch stopped pays its full amount after the
// opening.
func TestAClosedMoneySwitchPaysNothing(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.joins("ming")
		h.bets("ming", "ky", 20260302, 80*wan)
		h.at("2026-03-09 23:00")
		open := h.closes()
		h.runs()
		h.expect("closed", h.list()+h.held("ming"), "0.00")
		open()
		h.clock.Advance(time.Hour)
		h.runs()
		h.expect("open", h.list()+" "+h.held("ming"), "track-20260308 done 410.00")
	})
}

// VIP-03: the run pays what the dry run shows, and the dry run writes nothing.
func TestTheDryRunIsTheRun(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		names := make([]string, 230)
		for i := range names {
			names[i] = fmt.Sprintf("p%03d", i)
		}
		h.joins(names...)
		for i := 0; i < 230; i += 10 {
			h.bets(names[i], "ky", 20260303, money.Fen(i+1)*wan)
			h.bets(names[i], "fb", 20260304, money.Fen(230-i)*wan)
		}
		h.must(h.exec("UPDATE player SET register_network = '203.0.113.9' WHERE id IN ('p010', 'p050')"))
		h.must(h.Freeze(t.Context(), h.anna, "p100", "身份核实"))
		h.at("2026-03-08 12:00")
		for _, p := range []struct {
			of       vip.Programme
			due, run string
		}{{vip.Weekly, "2026-03-09 23:00", "track-20260308"}, {vip.Monthly, "2026-04-01 22:00", "monthly-20260331"}} {
			h.at(p.due)
			dry, err := h.DryRun(t.Context(), p.of, staff.Page{Size: 7, Number: 2})
			h.must(err)
			if _, total, sum, err := h.Awards(t.Context(), h.d, vip.Filter{Run: p.run}); err != nil || total != 0 || sum != 0 {
				t.Fatalf("the dry run wrote %d awards", total)
			}
			h.runs()
			run, sums, err := h.FindRun(t.Context(), h.d, p.run)
			h.must(err)
			h.expect(p.run, fmt.Sprint(dry.Paid, dry.Withheld, dry.Total, dry.Sums), fmt.Sprint(run.Paid, run.Withheld, run.Awards, sums))
			if run.Withheld == 0 || run.Paid == 0 || dry.Players != 23 || len(dry.Awards) != 7 {
				t.Errorf("%s: paid %s, withheld %s, to %d, lists %d", p.run, run.Paid, run.Withheld, dry.Players, len(dry.Awards))
			}
		}
	})
}
