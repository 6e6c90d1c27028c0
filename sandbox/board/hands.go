package board

import (
	"slices"
	"strconv"
	"strings"
)

// A card is a suit of S H C D and a rank of A 2…10 J Q K. A tile is "1" to "9",
// or "0" for the blank.
var (
	cardPack = pack()
	tilePack = slices.Repeat([]string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}, 4)
	faces    = []string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}
)

const (
	suitOrder = "DCHS" // from the lowest
	firstFace = 11     // the jack
	aceHigh   = 14
	ten       = 10
	tieBase   = 64 // above every order of a single card
	rankBase  = 1 << 24
)

func pack() []string {
	var list []string
	for _, suit := range suitOrder {
		for _, name := range faces {
			list = append(list, string(suit)+name)
		}
	}
	return list
}

// face is a card's order from 1 (ace) to 13 (king).
func face(card string) int { return slices.Index(faces, card[1:]) + 1 }

// order is a single card's place in the pack: its face, then its suit.
func order(card string) int { return face(card)*len(suitOrder) + strings.IndexByte(suitOrder, card[0]) }

func highest(cards []string) int {
	top := 0
	for _, c := range cards {
		top = max(top, order(c))
	}
	return top
}

func value(card string) int { return min(face(card), ten) }

// The ranks of the games with cards, from the lowest to the highest.
var (
	niuniuList = niuniuRanks()
	courtsList = courtsRanks()
	flowerList = []Rank{
		{"散牌", "不成以下任何牌型", 1}, {"对子", "两张同点", 1}, {"顺子", "三张点数相连，A-2-3 最小", 2},
		{"金花", "三张同花色", 2}, {"顺金", "同花色的顺子", 3}, {"豹子", "三张同点", 4},
	}
)

var digits = []string{"", "一", "二", "三", "四", "五", "六", "七", "八", "九"}

const (
	bullFull  = 10 // 牛牛
	bullFaces = 11 // 五花牛
)

func niuniuRanks() []Rank {
	list := []Rank{{"无牛", "任何三张之和都不是十的倍数", 1}}
	for n := 1; n < ten; n++ {
		times := 1
		if n > 6 {
			times = 2
		}
		list = append(list, Rank{"牛" + digits[n], "三张之和为十的倍数，其余两张的个位为 " + strconv.Itoa(n), times})
	}
	return append(list, Rank{"牛牛", "三张与其余两张之和都是十的倍数", 3}, Rank{"五花牛", "五张都是 J、Q、K", 4})
}

// judgeNiuniu puts the three cards that make the bull in front.
func judgeNiuniu(cards []string) Hand {
	total, courts := 0, 0
	for _, c := range cards {
		total += value(c)
		if face(c) >= firstFace {
			courts++
		}
	}
	shown, found := bull(cards)
	rank := 0
	switch {
	case courts == len(cards):
		rank = bullFaces
	case found && total%ten == 0:
		rank = bullFull
	case found:
		rank = total % ten
	}
	return Hand{Cards: shown, Rank: rank, Name: niuniuList[rank].Name, score: rank*rankBase + highest(cards)}
}

// bull finds three of five cards whose values add up to a multiple of ten.
func bull(cards []string) ([]string, bool) {
	for i := range cards {
		for j := i + 1; j < len(cards); j++ {
			for k := j + 1; k < len(cards); k++ {
				if (value(cards[i])+value(cards[j])+value(cards[k]))%ten != 0 {
					continue
				}
				shown := []string{cards[i], cards[j], cards[k]}
				for n, c := range cards {
					if n != i && n != j && n != k {
						shown = append(shown, c)
					}
				}
				return shown, true
			}
		}
	}
	return cards, false
}

// The ranks of golden flower.
const (
	flowerHigh = iota
	flowerPair
	flowerRun
	flowerFlush
	flowerRunFlush
	flowerThree
)

func judgeFlower(cards []string) Hand {
	shown := slices.Clone(cards)
	slices.SortFunc(shown, func(a, b string) int { return aceOrder(b) - aceOrder(a) })
	var f [3]int
	for i, c := range shown {
		f[i] = aceOrder(c) / len(suitOrder)
	}
	flush := shown[0][0] == shown[1][0] && shown[1][0] == shown[2][0]
	run := f[0]-f[1] == 1 && f[1]-f[2] == 1
	if f == [3]int{aceHigh, 3, 2} { // the lowest run: the ace lies behind
		run, f = true, [3]int{3, 2, 1}
		shown = []string{shown[1], shown[2], shown[0]}
	}
	if f[1] == f[2] && f[0] != f[1] { // the pair in front
		f = [3]int{f[1], f[2], f[0]}
		shown = []string{shown[1], shown[2], shown[0]}
	}
	rank := flowerHigh
	switch {
	case f[0] == f[2]:
		rank = flowerThree
	case run && flush:
		rank = flowerRunFlush
	case flush:
		rank = flowerFlush
	case run:
		rank = flowerRun
	case f[0] == f[1]:
		rank = flowerPair
	}
	decides := shown[0]
	if rank == flowerPair {
		decides = shown[2]
	}
	tie := ((f[0]*tieBase+f[1])*tieBase+f[2])*len(suitOrder) + strings.IndexByte(suitOrder, decides[0])
	return Hand{Cards: shown, Rank: rank, Name: flowerList[rank].Name, score: rank*rankBase + tie}
}

// aceOrder is order with the ace above the king.
func aceOrder(card string) int {
	if face(card) == 1 {
		return aceHigh*len(suitOrder) + strings.IndexByte(suitOrder, card[0])
	}
	return order(card)
}

func courtsRanks() []Rank {
	var list []Rank
	for n := range ten {
		times := 1
		if n > 7 {
			times = 2
		}
		list = append(list, Rank{strconv.Itoa(n) + " 点", "三张之和的个位，公牌算 0", times})
	}
	return append(list, Rank{"三公", "三张都是 J、Q、K", 3})
}

func judgeCourts(cards []string) Hand {
	points, courts := 0, 0
	for _, c := range cards {
		if face(c) >= firstFace {
			courts++
		} else {
			points += face(c)
		}
	}
	rank := points % ten
	if courts == len(cards) {
		rank = ten
	}
	return Hand{Cards: cards, Rank: rank, Name: courtsList[rank].Name, score: rank*rankBase + courts*tieBase*tieBase + highest(cards)}
}

// The ranks of two-eight.
const (
	tilePoints = iota
	tileTwoEight
	tilePair
	tileBlanks
)

// judgeTwoEight counts in half points: the blank is one of them.
func judgeTwoEight(cards []string) Hand {
	a, b := int(cards[0][0]-'0'), int(cards[1][0]-'0')
	hand := Hand{Cards: cards}
	switch {
	case a == b && a == 0:
		hand.Rank, hand.Name = tileBlanks, "对白板"
	case a == b:
		hand.Rank, hand.Name, hand.score = tilePair, "对"+digits[a], a
	case a+b == ten && (a == 2 || a == 8):
		hand.Rank, hand.Name = tileTwoEight, "二八杠"
	default:
		halves := 2 * (a + b)
		if a == 0 || b == 0 {
			halves++
		}
		hand.score = halves % (2 * ten)
		hand.Name = strconv.Itoa(hand.score/2) + " 点"
		if hand.score%2 == 1 {
			hand.Name += "半"
		}
	}
	hand.score += hand.Rank * rankBase
	return hand
}
