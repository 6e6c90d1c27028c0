package board

import "slices"

// Game is what is played at a table.
type Game string

// The games.
const (
	Niuniu   Game = "niuniu"
	Flower   Game = "flower"
	Courts   Game = "courts"
	TwoEight Game = "twoeight"
)

// Rank is a class of hands. Times is how often the winner of a comparison is
// paid, when the hand that wins is of this class.
type Rank struct {
	Name  string `json:"name"`
	Rule  string `json:"rule"`
	Times int    `json:"times"`
}

// Rules are a game as data. Ranks go from the lowest to the highest.
type Rules struct {
	Game     Game   `json:"game"`
	Kind     int    `json:"kind"` // the game's number in the KY protocol
	Title    string `json:"title"`
	Seats    int    `json:"seats"`
	HandSize int    `json:"handSize"`
	Tiles    bool   `json:"tiles"` // tiles are dealt, not cards
	Ranks    []Rank `json:"ranks"`
	// Equal says who wins between equal hands.
	Equal string `json:"equal"`
	// Return is the expected return of 10,000 risked, as player and as banker
	// alike. All hands are dealt alike, so the cut is the company's whole
	// advantage.
	Return int `json:"return"`

	judge func(cards []string) Hand
}

// Hand is cards in the order they are shown, what they are called, and their
// place in the order of hands.
type Hand struct {
	Cards []string `json:"cards"`
	Rank  int      `json:"rank"`
	Name  string   `json:"name"`
	score int
}

const (
	// CutPercent is what the company keeps of what a seat wins in a round.
	CutPercent = 5
	// maxTimes is the most that a rank of any game pays.
	maxTimes = 4
)

// Bids are how high a seat may bid for the bank.
var Bids = []int{1, 2, 3}

// Multiples are how many bases a seat may put against the banker.
var Multiples = []int{1, 2, 3, 4}

// All are the games.
var All = []Rules{
	{
		Game: Niuniu, Kind: 830, Title: "抢庄牛牛", Seats: 5, HandSize: 5, judge: judgeNiuniu,
		Ranks: niuniuList, Equal: "同牌型比最大一张牌（K 最大），同点比花色：黑桃、红桃、梅花、方块。",
		Return: 9750,
	},
	{
		Game: Flower, Kind: 220, Title: "炸金花", Seats: 5, HandSize: 3, judge: judgeFlower,
		Ranks: flowerList, Equal: "同牌型依次比牌面大小（A 最大），再比花色：黑桃、红桃、梅花、方块。",
		Return: 9750,
	},
	{
		Game: Courts, Kind: 860, Title: "三公", Seats: 5, HandSize: 3, judge: judgeCourts,
		Ranks: courtsList, Equal: "同点比公牌（J、Q、K）张数，再比最大一张牌（K 最大）与花色：黑桃、红桃、梅花、方块。",
		Return: 9750,
	},
	{
		Game: TwoEight, Kind: 720, Title: "二八杠", Seats: 4, HandSize: 2, Tiles: true, judge: judgeTwoEight,
		Ranks: []Rank{
			{"点数", "两张点数之和的个位，白板算半点", 1}, {"二八杠", "一张二筒与一张八筒", 2},
			{"对子", "两张同点", 3}, {"对白板", "两张白板", 4},
		},
		Equal:  "点数相同、对子相同或同为二八杠时为和局，双方不输不赢。",
		Return: 9750,
	},
}

// Of are the rules of a game.
func Of(g Game) Rules { return All[slices.IndexFunc(All, func(r Rules) bool { return r.Game == g })] }

// OfKind are the rules of a game by its number in the KY protocol.
func OfKind(kind int) (Rules, bool) {
	i := slices.IndexFunc(All, func(r Rules) bool { return r.Kind == kind })
	if i < 0 {
		return Rules{}, false
	}
	return All[i], true
}

// BidHold is how many bases the bank of a bid may cost at most.
func (r Rules) BidHold(bid int) int {
	return bid * slices.Max(Multiples) * maxTimes * (r.Seats - 1)
}

// PlayHold is how many bases a multiple may cost at most, against a banker who
// bid factor.
func (r Rules) PlayHold(factor, multiple int) int { return factor * multiple * maxTimes }
