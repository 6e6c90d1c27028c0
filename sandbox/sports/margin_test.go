package sports

import (
	"fmt"
	"math"
	"testing"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/proof"
	"hongyun/sandbox/fair"
	"hongyun/sandbox/fair/fairtest"
)

// margins are the book's part of each market's prices: a decided stake of 1
// costs its player margin / (1 + margin) on average.
var margins = map[Market]float64{Handicap: 0.05, Total: 0.05, Winner: 0.07, OddEven: 0.05, CorrectScore: 0.18}

// excess is what a stake of 1 lost beyond the margin of the part of it that was
// decided. Its expectation is 0, and roundingOf(price) more at most.
func excess(market Market, v Verdict, back float64) float64 {
	decided := float64(v.Won+v.Lost) / halves
	return 1 - back - decided*margins[market]/(1+margins[market])
}

// roundingOf bounds what rounding a price down to a step costs: a step times the
// chance of a win, which is below 1/price.
func roundingOf(p Price) float64 { return priceStep / float64(p) }

func ends(events []Event) (s Score) {
	for _, e := range events {
		if e.Home {
			s.Home += e.By
		} else {
			s.Away += e.By
		}
	}
	return s
}

// TestEveryOfferCostsItsMarginInSimulatedMatches plays one match of each league
// again and again and settles everything that was offered before its kick-off.
func TestEveryOfferCostsItsMarginInSimulatedMatches(t *testing.T) {
	line := proof.Begin(t, "games", "sports: every offer before a match costs its margin")
	matches := fairtest.Rounds(4_000)
	for _, league := range book().Leagues() {
		m := book().match(&league, 1)
		chances := league.Model.Chances(m.home().Strength, m.away().Strength, Score{}, 0)
		ended := map[Score]int{}
		for n := range matches {
			d := fair.Seed{5}.Draw(league.Code, uint64(n))
			ended[ends(league.Model.Play(d, m.home().Strength, m.away().Strength))]++
		}
		line.Count(matches)
		for _, o := range m.Offers(m.Kickoff.Add(-time.Minute)) {
			if o.Suspended {
				continue
			}
			brings := func(s Score) float64 {
				v := Judge(o.Selection, s, Score{})
				back, _ := v.factor(o.Price).Float64()
				return excess(o.Market, v, back)
			}
			sum, mean, squares := 0.0, 0.0, 0.0
			for _, c := range chances {
				v := brings(c.Score)
				sum += c.P
				mean += c.P * v
				squares += c.P * v * v
			}
			what := fmt.Sprintf("%s %+v", league.Code, o)
			if math.Abs(sum-1) > 1e-6 || mean < -1e-6 || mean > roundingOf(o.Price) {
				t.Errorf("%s: costs %.5f more than its margin, with chances of %f", what, mean, sum)
			}
			lost := fairtest.Tally{Variance: squares - mean*mean}
			for s, times := range ended {
				lost.Add(brings(s), times)
			}
			lost.ExpectBetween(t, what, 0, roundingOf(o.Price))
		}
	}
}

// TestTheBookKeepsItsMargin bets on every offer of many matches before and during
// the match. The bets of one match depend on each other, so a match is one
// round of the tally.
func TestTheBookKeepsItsMargin(t *testing.T) {
	line := proof.Begin(t, "games", "sports: bets before and during matches of the running book cost its margin")
	const stake = 10_000 * money.Yuan
	b, left := book(), fairtest.Rounds(20_000)
	lost, rounding, matches := map[Market]*fairtest.Tally{}, map[Market]float64{}, map[Market]int{}
	for from := at; left > 0; from = from.Add(time.Hour) {
		for _, m := range b.Between(from, from.Add(time.Hour)) {
			if m.Kickoff.Before(from) {
				continue // counted in the hour before
			}
			end := m.End().Add(time.Hour)
			result, _ := m.Result(end)
			of := map[Market]float64{}
			for _, share := range []float64{-0.1, 0.3, 0.7} {
				now := m.Kickoff.Add(time.Duration(share * float64(m.League.Length)))
				for _, o := range m.Offers(now) {
					if o.Suspended {
						continue
					}
					leg := Leg{Match: m.ID, Placed: m.Score(now), Price: o.Price, Selection: o.Selection}
					payout, _, ok := b.Settle(stake, []Leg{leg}, end)
					if !ok {
						t.Fatalf("%s %v has no result", m.ID, o)
					}
					v := Push
					if !result.Abandoned {
						v = Judge(o.Selection, result.Score, leg.Placed)
					}
					of[o.Market] += excess(o.Market, v, float64(payout)/float64(stake))
					rounding[o.Market] += roundingOf(o.Price)
					line.Count(1)
					left--
				}
			}
			for market, v := range of {
				if lost[market] == nil {
					lost[market] = &fairtest.Tally{}
				}
				lost[market].Add(v, 1)
				matches[market]++
			}
		}
	}
	for market := range margins {
		lost[market].ExpectBetween(t, string(market), 0, rounding[market]/float64(matches[market]))
	}
}
