package sports

import (
	"errors"
	"testing"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/fair"
)

var at = time.Date(2026, 11, 23, 12, 3, 0, 0, time.UTC)

func book() *Book { return NewBook(fair.Seed{7}, append(SportsLeagues(), EsportsLeagues()...)) }

func TestTheSameSeedGivesTheSameMatchesAndAnotherGivesOthers(t *testing.T) {
	list, again, other := book().Between(at, at.Add(time.Hour)), book().Between(at, at.Add(time.Hour)), NewBook(fair.Seed{8}, SportsLeagues())
	if len(list) < 30 {
		t.Fatalf("%d matches in an hour", len(list))
	}
	differ := 0
	for i, m := range list {
		end := m.End()
		if again[i].ID != m.ID || again[i].Score(end) != m.Score(end) || again[i].HomeName() != m.HomeName() || m.HomeName() == m.AwayName() {
			t.Errorf("%s: %s %v, again %s %v", m.ID, m.HomeName(), m.Score(end), again[i].HomeName(), again[i].Score(end))
		}
		if o, err := other.Match(m.ID); err == nil && o.Score(end) != m.Score(end) {
			differ++
		}
	}
	if differ == 0 {
		t.Error("another seed gives the same scores")
	}
}

// TestARevealedMatchIsTheCommittedOne draws a match again from its revealed seed.
func TestARevealedMatchIsTheCommittedOne(t *testing.T) {
	m := book().Between(at, at.Add(time.Minute))[0]
	if m.Reveal(m.Kickoff) != "" {
		t.Fatal("the seed of a live match is shown")
	}
	seed, err := fair.ParseSeed(m.Reveal(m.End()))
	if err != nil || seed.Commitment() != m.Commitment() {
		t.Fatalf("commitment differs: %v", err)
	}
	d := seed.Draw("match", 0)
	events := m.League.Model.Play(d, m.League.Teams[m.Home].Strength, m.League.Teams[m.Away].Strength)
	if len(events) != len(m.events) {
		t.Errorf("drawn again: %d events, was %d", len(events), len(m.events))
	}
}

func TestEveryTeamMeetsEveryOtherAtHomeAndAway(t *testing.T) {
	for _, league := range append(SportsLeagues(), EsportsLeagues()...) {
		teams := len(league.Teams)
		met := map[[2]int]int{}
		busy := map[int]time.Duration{}
		for n := range teams * (teams - 1) {
			home, away := pairing(teams, n)
			met[[2]int{home, away}]++
			at := time.Duration(n) * league.Every
			if home == away || at < busy[home] || at < busy[away] {
				t.Errorf("%s match %d: %d against %d while one of them plays", league.Code, n, home, away)
			}
			busy[home], busy[away] = at+league.Length, at+league.Length
		}
		for home := range teams {
			for away := range teams {
				if home != away && met[[2]int{home, away}] != 1 {
					t.Errorf("%s: %d against %d %d times", league.Code, home, away, met[[2]int{home, away}])
				}
			}
		}
	}
}

func TestQuarterLinesDecideHalfTheStake(t *testing.T) {
	for _, c := range []struct {
		s    Selection
		at   Score
		want Verdict
	}{
		{Selection{Handicap, "home", -2}, Score{1, 0}, FullWin}, {Selection{Handicap, "home", -2}, Score{0, 0}, FullLoss},
		{Selection{Handicap, "home", 0}, Score{1, 1}, Push}, {Selection{Handicap, "home", -4}, Score{1, 0}, Push},
		{Selection{Handicap, "home", -1}, Score{2, 2}, Verdict{Lost: 1}}, {Selection{Handicap, "away", 1}, Score{2, 2}, Verdict{Won: 1}},
		{Selection{Handicap, "home", -3}, Score{1, 0}, Verdict{Won: 1}}, {Selection{Handicap, "away", 3}, Score{1, 0}, Verdict{Lost: 1}},
		{Selection{Handicap, "away", 6}, Score{1, 0}, FullWin},
		{Selection{Total, "over", 10}, Score{2, 1}, FullWin}, {Selection{Total, "over", 11}, Score{2, 1}, Verdict{Won: 1}},
		{Selection{Total, "under", 11}, Score{2, 1}, Verdict{Lost: 1}}, {Selection{Total, "under", 12}, Score{2, 1}, Push},
		{Selection{Winner, "draw", 0}, Score{1, 1}, FullWin}, {Selection{Winner, "home", 0}, Score{1, 1}, FullLoss},
		{Selection{OddEven, "odd", 0}, Score{2, 1}, FullWin}, {Selection{OddEven, "even", 0}, Score{0, 0}, FullWin},
		{Selection{CorrectScore, "2:1", 0}, Score{2, 1}, FullWin}, {Selection{CorrectScore, "other", 0}, Score{5, 0}, FullWin},
		{Selection{CorrectScore, "other", 0}, Score{4, 4}, FullLoss},
	} {
		if got := Judge(c.s, c.at, Score{}); got != c.want {
			t.Errorf("%+v at %v: %+v, want %+v", c.s, c.at, got, c.want)
		}
	}
	if got := Judge(Selection{Handicap, "home", 0}, Score{2, 1}, Score{2, 0}); got != FullLoss {
		t.Errorf("a handicap counts goals before the bet: %+v", got)
	}
}

// find gives the first match from at on that fits.
func find(t *testing.T, b *Book, fits func(*Match) bool) *Match {
	t.Helper()
	for _, m := range b.Between(at, at.Add(20*24*time.Hour)) {
		if fits(m) {
			return m
		}
	}
	t.Fatal("no such match in 20 days")
	return nil
}

func TestAParlayMultipliesAndAnAbandonedLegCountsOne(t *testing.T) {
	b := book()
	won := find(t, b, func(m *Match) bool {
		r, _ := m.Result(m.End().Add(time.Hour))
		return !r.Abandoned && r.Score.Home > r.Score.Away
	})
	off := find(t, b, func(m *Match) bool { return m.abandonedAt < 1 })
	home := func(m *Match, p Price) Leg {
		return Leg{Match: m.ID, Price: p, Selection: Selection{Winner, "home", 0}}
	}
	late := off.End().Add(24 * time.Hour)
	if won.End().After(off.End()) {
		late = won.End().Add(24 * time.Hour)
	}
	if payout, void, ok := b.Settle(10_001, []Leg{home(won, 1333), home(off, 5000)}, late); payout != 13_331 || void || !ok {
		t.Errorf("%s %v %v", payout, void, ok)
	}
	if payout, void, ok := b.Settle(10_001, []Leg{home(off, 5000)}, late); payout != 10_001 || !void || !ok {
		t.Errorf("an abandoned match alone: %s %v %v", payout, void, ok)
	}
	if _, _, ok := b.Settle(100, []Leg{home(won, 2000)}, won.Kickoff.Add(time.Second)); ok {
		t.Error("a live match has a result")
	}
	lost := Leg{Match: won.ID, Price: 3000, Selection: Selection{Winner, "away", 0}}
	next := find(t, b, func(m *Match) bool { return m.Kickoff.After(won.End().Add(time.Hour)) })
	if payout, _, ok := b.Settle(100, []Leg{lost, home(next, 2000)}, won.End().Add(CorrectedAfter)); payout != 0 || !ok {
		t.Error("a lost leg does not decide the parlay at once")
	}
}

func TestAWrongAnnouncementIsCorrectedOnce(t *testing.T) {
	m := find(t, book(), func(m *Match) bool { return m.misread != Score{} && m.abandonedAt > 1 })
	first, _ := m.Result(m.End())
	second, _ := m.Result(m.End().Add(CorrectedAfter))
	if first.Version != 1 || second.Version != 2 || first.Score == second.Score || second.Score != m.Score(m.End()) {
		t.Errorf("%+v, then %+v; played %v", first, second, m.Score(m.End()))
	}
}

func TestNothingIsTakenAroundAGoalOrAtTheEnd(t *testing.T) {
	b := book()
	m := find(t, b, func(m *Match) bool {
		return m.League.Sport == Football && m.abandonedAt > 1 && len(m.events) > 0 && m.events[0].At < 0.9
	})
	goal := m.Kickoff.Add(time.Duration(m.events[0].At*float64(m.League.Length)) + time.Second)
	for name, now := range map[string]time.Time{"a goal": goal, "the end": m.End().Add(-time.Second)} {
		offers := m.Offers(now)
		if len(offers) == 0 {
			t.Errorf("no offers at %s", name)
		}
		for _, o := range offers {
			if !o.Suspended {
				t.Errorf("%+v is open at %s", o, name)
			}
		}
		if _, ok := b.CashOut(100, Leg{Match: m.ID, Price: 2000, Selection: Selection{Winner, "home", 0}}, now); ok {
			t.Errorf("a bet can be sold at %s", name)
		}
	}
	if len(m.Offers(m.End())) != 0 {
		t.Error("offers after the end")
	}
}

// TestSellingAtOnceCostsTheMargin compares the cash-out value with the stake
// before anything has happened.
func TestSellingAtOnceCostsTheMargin(t *testing.T) {
	b := book()
	m := find(t, b, func(m *Match) bool { return m.League.Code == "F1" })
	before := m.Kickoff.Add(-time.Minute)
	for _, o := range m.Offers(before) {
		if o.Suspended || o.Market == CorrectScore {
			continue
		}
		value, ok := b.CashOut(100*money.Yuan, Leg{Match: m.ID, Price: o.Price, Selection: o.Selection}, before)
		if !ok || value < 84*money.Yuan || value >= 95*money.Yuan {
			t.Errorf("%+v is worth %s of 100 yuan, %v", o, value, ok)
		}
	}
}

func TestMatchIDsOfStrangersAreRefused(t *testing.T) {
	for _, id := range []string{"", "F1", "F1-", "F1--1", "F1-01", "F1-x", "XX-1", "F1-99999999999"} {
		if _, err := book().Match(id); !errors.Is(err, ErrNoMatch) {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestPricesAndLinesAreWrittenAsBooksDo(t *testing.T) {
	for _, c := range []struct {
		price        Price
		eu, hk, mala string
	}{{1850, "1.85", "0.85", "0.85"}, {2500, "2.50", "1.50", "-0.67"}, {2000, "2.00", "1.00", "1.00"}} {
		if e, h, m := c.price.Format(European), c.price.Format(HongKong), c.price.Format(Malay); e != c.eu || h != c.hk || m != c.mala {
			t.Errorf("%d: %s %s %s", c.price, e, h, m)
		}
	}
	m := book().Between(at, at.Add(time.Minute))[0]
	for line, want := range map[int]string{0: "0", -2: "-0.5", 3: "+0.5/1", -5: "-1/1.5", 8: "+2"} {
		if got := m.Describe(Selection{Handicap, "home", line}); got != "让球 "+m.HomeName()+" "+want {
			t.Errorf("line %d: %s", line, got)
		}
	}
}
