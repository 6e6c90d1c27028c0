package sports

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"
)

// Market is a kind of question that can be bet on.
type Market string

// The markets. Handicap and Total have lines in quarters.
const (
	Handicap     Market = "hdp"
	Total        Market = "ou"
	Winner       Market = "1x2"
	OddEven      Market = "oe"
	CorrectScore Market = "cs"
)

// Selection is one answer of a market. Line is in quarters: -2 is −0.5. Side is
// home, draw, away, over, under, odd, even, a score such as "2:1", or "other".
type Selection struct {
	Market Market `json:"market"`
	Side   string `json:"side"`
	Line   int    `json:"line"`
}

// Price is European odds in 1/1,000.
type Price int64

// Offer is a selection with its price. Suspended: no bet is taken right now.
type Offer struct {
	Selection
	Price     Price `json:"price"`
	Suspended bool  `json:"suspended"`
}

// The part of each market's price that is the book's, and the bounds of a price.
const (
	twoWayMargin     = 0.05
	winnerMargin     = 0.07
	scoreMargin      = 0.18
	unit             = Price(1000)
	priceStep        = 10
	minPrice         = Price(1020)
	maxPrice         = Price(150_000)
	leastProbability = 0.004
	// goalPause is how long nothing is taken after the score changed.
	goalPause = 6 * time.Second
	// closedFrom is the share of a match after which nothing is taken.
	closedFrom = 0.96
	// shownScores is up to which goals of a side a correct score is offered.
	shownScores = 4
	// stepsOfFootball and stepsOfBasketball are the distances between lines.
	stepsOfFootball   = 1
	stepsOfBasketball = 4
	linesBeside       = 1
	linesToSearch     = 60
)

// Offers lists everything that can be bet on a match at a time; empty when the
// match is over.
func (m *Match) Offers(now time.Time) []Offer {
	state := m.State(now)
	if state != Upcoming && state != Live {
		return nil
	}
	score := m.Score(now)
	chances := m.League.Model.Chances(m.home().Strength, m.away().Strength, score, m.at(now))
	leads := collapse(chances, func(s Score) int { return s.Home - s.Away })
	totals := collapse(chances, func(s Score) int { return s.Home + s.Away })
	var list []Offer
	add := func(margin float64, s Selection) {
		from := chances
		switch s.Market {
		case Handicap, Winner:
			from = leads
		case Total, OddEven:
			from = totals
		case CorrectScore:
		}
		list = append(list, offer(from, score, margin, s))
	}
	for _, line := range m.lines(leads, score, Handicap) {
		add(twoWayMargin, Selection{Handicap, "home", line})
		add(twoWayMargin, Selection{Handicap, "away", -line})
	}
	for _, line := range m.lines(totals, score, Total) {
		add(twoWayMargin, Selection{Total, "over", line})
		add(twoWayMargin, Selection{Total, "under", line})
	}
	add(winnerMargin, Selection{Market: Winner, Side: "home"})
	if m.League.Sport == Football {
		add(winnerMargin, Selection{Market: Winner, Side: "draw"})
	}
	add(winnerMargin, Selection{Market: Winner, Side: "away"})
	if m.League.Sport != Esports {
		add(twoWayMargin, Selection{Market: OddEven, Side: "odd"})
		add(twoWayMargin, Selection{Market: OddEven, Side: "even"})
	}
	if m.League.Sport != Basketball {
		for _, s := range m.scores(chances) {
			add(scoreMargin, Selection{Market: CorrectScore, Side: s})
		}
	}
	if m.paused(now) {
		for i := range list {
			list[i].Suspended = true
		}
	}
	return list
}

// Offer finds the price of one selection; ok is false when it is not offered.
func (m *Match) Offer(now time.Time, s Selection) (Offer, bool) {
	for _, o := range m.Offers(now) {
		if o.Selection == s {
			return o, true
		}
	}
	return Offer{}, false
}

func (m *Match) paused(now time.Time) bool {
	if m.at(now) >= closedFrom {
		return true
	}
	events := m.Events(now)
	if len(events) == 0 || m.League.Sport == Basketball {
		return false
	}
	last := m.Kickoff.Add(time.Duration(events[len(events)-1].At * float64(m.League.Length)))
	return now.Sub(last) < goalPause
}

// scores are the correct scores worth offering. In e-sports only scores that
// can still happen are.
func (m *Match) scores(chances []Chance) []string {
	var list []string
	other := false
	for _, c := range chances {
		if m.League.Sport == Football && (c.Home > shownScores || c.Away > shownScores) {
			other = true
			continue
		}
		list = append(list, scoreText(c.Score))
	}
	if other {
		list = append(list, "other")
	}
	return list
}

func scoreText(s Score) string { return strconv.Itoa(s.Home) + ":" + strconv.Itoa(s.Away) }

// collapse merges the scores that a market cannot tell apart into one, whose
// home side has the value and whose away side has nothing.
func collapse(chances []Chance, value func(Score) int) []Chance {
	at := map[int]int{}
	var list []Chance
	for _, c := range chances {
		v := value(c.Score)
		i, known := at[v]
		if !known {
			i = len(list)
			at[v] = i
			list = append(list, Chance{Score: Score{Home: v}})
		}
		list[i].P += c.P
	}
	return list
}

// lines picks the line whose two sides are nearest to even, and its neighbours.
func (m *Match) lines(chances []Chance, now Score, market Market) []int {
	side, step, middle := "home", stepsOfFootball, 0.0
	if market == Total {
		side = "over"
	}
	for _, c := range chances {
		value := float64(now.Home - now.Away - c.Home + c.Away) // the handicap that evens out what is still to come
		if market == Total {
			value = float64(c.Home + c.Away)
		}
		middle += c.P * value
	}
	if m.League.Sport == Basketball {
		step = stepsOfBasketball
	}
	best, at := math.Inf(1), 0
	base := int(math.Round(middle*quarters/float64(step))) * step
	if m.League.Sport != Football {
		base += quarters / 2 // half lines only: players dislike a tie there
	}
	for n := -linesToSearch; n <= linesToSearch; n++ {
		line := base + n*step
		if m.League.Sport == Esports && line%quarters == 0 {
			continue
		}
		if market == Total && line <= 0 {
			continue
		}
		won, lost := shares(chances, now, Selection{market, side, line})
		if won+lost == 0 {
			continue
		}
		if distance := math.Abs(won/(won+lost) - 0.5); distance < best {
			best, at = distance, line
		}
	}
	if math.IsInf(best, 1) {
		return nil
	}
	var list []int
	for n := -linesBeside; n <= linesBeside; n++ {
		line := at + n*step
		if market == Total && line <= 0 {
			continue
		}
		if won, lost := shares(chances, now, Selection{market, side, line}); won > leastProbability && lost > leastProbability {
			list = append(list, line)
		}
	}
	return list
}

// shares are the probabilities that a selection wins and that it loses, half
// results counted half.
func shares(chances []Chance, placed Score, s Selection) (won, lost float64) {
	for _, c := range chances {
		r := Judge(s, c.Score, placed)
		won += c.P * float64(r.Won) / halves
		lost += c.P * float64(r.Lost) / halves
	}
	return won, lost
}

func offer(chances []Chance, now Score, margin float64, s Selection) Offer {
	won, lost := shares(chances, now, s)
	o := Offer{Selection: s, Suspended: true, Price: maxPrice}
	if won+lost == 0 || won < leastProbability {
		return o
	}
	fairPrice := (won + lost) / won
	o.Price = Price(math.Floor(fairPrice/(1+margin)*float64(unit)/priceStep)) * priceStep
	o.Suspended = o.Price < minPrice || o.Price > maxPrice
	o.Price = min(max(o.Price, minPrice), maxPrice)
	return o
}

func sortMatches(list []*Match) {
	slices.SortFunc(list, func(a, b *Match) int {
		return cmp.Or(a.Kickoff.Compare(b.Kickoff), cmp.Compare(a.ID, b.ID))
	})
}

// Hong Kong and Malay write prices in their own way.
const (
	European = "EU"
	HongKong = "HK"
	Malay    = "MY"
)

// Format writes a price as a kind of odds with two places.
func (p Price) Format(kind string) string {
	profit := float64(p-unit) / float64(unit)
	switch {
	case kind == European:
		return fmt.Sprintf("%.2f", float64(p)/float64(unit))
	case kind == Malay && profit > 1:
		return fmt.Sprintf("%.2f", -1/profit)
	}
	return fmt.Sprintf("%.2f", profit)
}
