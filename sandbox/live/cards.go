package live

import (
	"slices"
	"strconv"

	"hongyun/sandbox/fair"
)

const (
	decks     = 8
	ranks     = 13
	suits     = "SHCD"
	deckCards = ranks * len(suits)
)

// shoe draws cards without putting them back.
type shoe struct {
	draw  *fair.Draw
	taken []int
}

// card is a card of the shoe: its rank from 1 (ace) to 13 (king), and its suit.
type card struct {
	rank int
	suit byte
}

// next draws one of the cards that are left. The few cards of a round make
// rejecting a repeated one cheaper than shuffling eight decks.
func (s *shoe) next() card {
	for {
		at := s.draw.IntN(decks * deckCards)
		if slices.Contains(s.taken, at) {
			continue
		}
		s.taken = append(s.taken, at)
		face := at % deckCards
		return card{rank: face%ranks + 1, suit: suits[face/ranks]}
	}
}

func (c card) String() string {
	names := map[int]string{1: "A", 11: "J", 12: "Q", 13: "K"}
	name, ok := names[c.rank]
	if !ok {
		name = strconv.Itoa(c.rank)
	}
	return string(c.suit) + name
}

func texts(cards []card) []string {
	list := make([]string, len(cards))
	for i, c := range cards {
		list[i] = c.String()
	}
	return list
}

const (
	tens      = 10
	natural   = 8 // from here on no hand draws
	standFrom = 6 // the player draws no card from here on
)

func points(cards []card) int {
	sum := 0
	for _, c := range cards {
		if c.rank < tens {
			sum += c.rank
		}
	}
	return sum % tens
}

// dealBaccarat deals by the usual rules of the third card. Left is the player,
// right the banker.
func dealBaccarat(d *fair.Draw) Outcome {
	s := &shoe{draw: d}
	player, banker := []card{s.next()}, []card{s.next()}
	player, banker = append(player, s.next()), append(banker, s.next())
	o := Outcome{Pairs: [2]bool{player[0].rank == player[1].rank, banker[0].rank == banker[1].rank}}
	if points(player) < natural && points(banker) < natural {
		third := -1
		if points(player) < standFrom {
			c := s.next()
			player = append(player, c)
			third = points([]card{c})
		}
		if bankerDraws(points(banker), third) {
			banker = append(banker, s.next())
		}
	}
	o.Left, o.Right = texts(player), texts(banker)
	o.Points = [2]int{points(player), points(banker)}
	switch {
	case o.Points[0] > o.Points[1]:
		o.Winner = "player"
	case o.Points[0] < o.Points[1]:
		o.Winner = "banker"
	default:
		o.Winner = "tie"
	}
	return o
}

// bankerDraws is the banker's rule; third is the points of the player's third
// card, -1 when the player stood.
func bankerDraws(has, third int) bool {
	if third < 0 {
		return has < standFrom
	}
	switch has {
	case 0, 1, 2:
		return true
	case 3:
		return third != 8
	case 4:
		return third >= 2 && third <= 7
	case 5:
		return third >= 4 && third <= 7
	case 6:
		return third == 6 || third == 7
	}
	return false
}

// dealDragonTiger deals one card each; the king is highest, the ace lowest.
func dealDragonTiger(d *fair.Draw) Outcome {
	s := &shoe{draw: d}
	dragon, tiger := s.next(), s.next()
	o := Outcome{Left: texts([]card{dragon}), Right: texts([]card{tiger}), Points: [2]int{dragon.rank, tiger.rank}, Winner: "tie"}
	switch {
	case dragon.rank > tiger.rank:
		o.Winner = "dragon"
	case dragon.rank < tiger.rank:
		o.Winner = "tiger"
	}
	return o
}
