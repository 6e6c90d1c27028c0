package sports

import (
	"math"

	"hongyun/sandbox/fair"
)

// Score is what both sides have.
type Score struct {
	Home int `json:"home"`
	Away int `json:"away"`
}

// Plus adds two scores.
func (s Score) Plus(o Score) Score { return Score{s.Home + o.Home, s.Away + o.Away} }

// Minus takes o away from s.
func (s Score) Minus(o Score) Score { return Score{s.Home - o.Home, s.Away - o.Away} }

// Chance is a final score and how likely it is.
type Chance struct {
	Score
	P float64
}

// Event is a change of the score, at a share of the match between 0 and 1.
type Event struct {
	At   float64
	Home bool
	By   int
}

// Model is how scores come about. home and away are the teams' strengths.
type Model interface {
	// Play draws a whole match.
	Play(d *fair.Draw, home, away float64) []Event
	// Chances gives every final score from a moment on, with probabilities that
	// add up to 1.
	Chances(home, away float64, now Score, at float64) []Chance
}

// Goals is a model in which both sides score at a constant rate.
type Goals struct {
	Mean     float64 // of one side of strength 1
	HomeEdge float64 // factor on the home side, divisor on the other
	Steps    int     // moments at which a side may score
	Points   int     // of one success; 0 counts as 1
}

func (g Goals) points() int { return max(g.Points, 1) }

// rates are the chances of a success in one step.
func (g Goals) rates(home, away float64) (h, a float64) {
	h = g.Mean * home / away * math.Sqrt(g.HomeEdge) / float64(g.Steps)
	a = g.Mean * away / home / math.Sqrt(g.HomeEdge) / float64(g.Steps)
	return min(h, 1), min(a, 1)
}

// million turns a chance into a share of the numbers a draw gives.
const million = 1_000_000

// Play draws each step for each side.
func (g Goals) Play(d *fair.Draw, home, away float64) []Event {
	h, a := g.rates(home, away)
	var events []Event
	for step := range g.Steps {
		at := (float64(step) + 0.5) / float64(g.Steps)
		if d.IntN(million) < int(h*million) {
			events = append(events, Event{At: at, Home: true, By: g.points()})
		}
		if d.IntN(million) < int(a*million) {
			events = append(events, Event{At: at, By: g.points()})
		}
	}
	return events
}

// Chances multiplies two binomial distributions of the steps that are left.
func (g Goals) Chances(home, away float64, now Score, at float64) []Chance {
	h, a := g.rates(home, away)
	left := 0
	for step := range g.Steps {
		if (float64(step)+0.5)/float64(g.Steps) > at {
			left++
		}
	}
	homes, aways := binomial(left, float64(int(h*million))/million), binomial(left, float64(int(a*million))/million)
	list := make([]Chance, 0, len(homes)*len(aways))
	for i, p := range homes {
		for j, q := range aways {
			if p*q > 0 {
				list = append(list, Chance{now.Plus(Score{i * g.points(), j * g.points()}), p * q})
			}
		}
	}
	return list
}

// negligible successes are left out of a distribution and their chance is
// spread over the rest.
const negligible = 1e-9

func binomial(n int, p float64) []float64 {
	list := make([]float64, n+1)
	sum := 0.0
	for k := range list {
		lg, _ := math.Lgamma(float64(n + 1))
		lk, _ := math.Lgamma(float64(k + 1))
		lr, _ := math.Lgamma(float64(n - k + 1))
		value := lg - lk - lr
		if k > 0 {
			value += float64(k) * math.Log(p)
		}
		if n-k > 0 {
			value += float64(n-k) * math.Log1p(-p)
		}
		if list[k] = math.Exp(value); list[k] < negligible || math.IsNaN(list[k]) {
			list[k] = 0
		}
		sum += list[k]
	}
	for k := range list {
		list[k] /= sum
	}
	return list
}

// Maps is a model in which sides win maps until one has most of Best.
type Maps struct{ Best int }

func (m Maps) need() int { return m.Best/2 + 1 }

// chance that the home side wins one map.
func (m Maps) chance(home, away float64) float64 {
	h, a := math.Pow(home, 3), math.Pow(away, 3)
	return float64(int(h/(h+a)*million)) / million
}

// Play draws maps until the match is decided. A map ends somewhere in the
// second half of its share of the match.
func (m Maps) Play(d *fair.Draw, home, away float64) []Event {
	p := m.chance(home, away)
	var events []Event
	var now Score
	for n := 0; now.Home < m.need() && now.Away < m.need(); n++ {
		won := d.IntN(million) < int(p*million)
		at := (float64(n) + 0.5 + float64(d.IntN(million))/million/2) / float64(m.Best)
		events = append(events, Event{At: min(at, 0.999), Home: won, By: 1})
		if won {
			now.Home++
		} else {
			now.Away++
		}
	}
	return events
}

// Chances walks the tree of the maps that are left.
func (m Maps) Chances(home, away float64, now Score, _ float64) []Chance {
	p := m.chance(home, away)
	byScore := map[Score]float64{}
	var walk func(s Score, chance float64)
	walk = func(s Score, chance float64) {
		if s.Home >= m.need() || s.Away >= m.need() {
			byScore[s] += chance
			return
		}
		walk(Score{s.Home + 1, s.Away}, chance*p)
		walk(Score{s.Home, s.Away + 1}, chance*(1-p))
	}
	walk(now, 1)
	list := make([]Chance, 0, len(byScore))
	for h := 0; h <= m.need(); h++ { // in a fixed order: maps of Go have none
		for a := 0; a <= m.need(); a++ {
			if chance, ok := byScore[Score{h, a}]; ok {
				list = append(list, Chance{Score{h, a}, chance})
			}
		}
	}
	return list
}
