// Package games is the playable part of the simulated venues: a lobby and three
// small card and tile games of our own, played in the browser with play money.
// The server deals with crypto/rand, takes the stake from the venue wallet when
// a round opens, pays it when the round ends, and leaves a bet line behind. The
// cards of a round are drawn and stored with the stake, before the player sees
// anything: a reload or a restart in the middle shows the same cards.
//
// The page is reached by the address a launch gives out, which works once and
// for five minutes; it leads to a session address of half a day. The session's
// token is part of the address and not a cookie, so that the page also works
// inside a sandboxed frame. Pages load nothing from elsewhere and run no inline
// script or style.
package games

// Game is one game of a venue.
type Game struct {
	KindID int    // the game's number in the venue's protocol
	Name   string // as players see it
}

// The numbers under which the KY family lists the three kinds of game.
const (
	kindTiles = 720
	kindThree = 860
	kindDuel  = 900
)

// rule is how one kind of game goes.
type rule struct {
	kind int
	art  string // file under assets
	hint string
	// sides a stake may be put on, with their labels; one side needs no choice.
	sides []side
	// covered: the round stays open until the player turns the banker's hand.
	covered bool
	labels  [2]string // names of the left and the right hand
	deal    func() (Deal, error)
	settle  func(Deal, string) verdict
	name    func([]string) string // what a hand is called
}

type side struct{ Key, Label string }

var rules = []rule{
	{
		kind: kindTiles, art: "tiles.svg", covered: true, labels: [2]string{"庄家", "闲家"},
		hint:  "两张牌比大小：对子最大，其次二八，再比点数。白板算半点，同大退回本金。",
		sides: []side{{"player", "闲家"}},
		deal:  dealTiles, settle: settleTiles, name: nameTiles,
	},
	{
		kind: kindDuel, art: "duel.svg", labels: [2]string{"龙", "虎"},
		hint:  "一张牌定输赢，K 最大，A 最小。押和一赔八；开和时押龙、押虎退回本金。",
		sides: []side{{"left", "龙"}, {"tie", "和"}, {"right", "虎"}},
		deal:  dealDuel, settle: settleDuel, name: nameDuel,
	},
	{
		kind: kindThree, art: "three.svg", covered: true, labels: [2]string{"庄家", "闲家"},
		hint:  "三张牌：三张公牌最大，否则比点数的个位，点数相同比公牌张数，再相同退回本金。",
		sides: []side{{"player", "闲家"}},
		deal:  dealThree, settle: settleThree, name: nameThree,
	},
}

var names = map[string]map[int]string{
	"ky":  {kindTiles: "金砖二八", kindDuel: "云龙风虎", kindThree: "三公夜宴"},
	"leg": {kindTiles: "江湖二八", kindDuel: "龙争虎斗", kindThree: "群英三公"},
	"b45": {kindTiles: "雨夜二八", kindDuel: "听雨龙虎", kindThree: "轩中三公"},
	"b37": {kindTiles: "阁上二八", kindDuel: "观棋龙虎", kindThree: "百花三公"},
	"b36": {kindTiles: "松下二八", kindDuel: "百人龙虎", kindThree: "月夜三公"},
}

// Catalogue lists the games of a venue; the first is the one a bet is taken for
// when no game is named. An unknown venue has none.
func Catalogue(venue string) []Game {
	var list []Game
	for _, r := range rules {
		if name, ok := names[venue][r.kind]; ok {
			list = append(list, Game{KindID: r.kind, Name: name})
		}
	}
	return list
}

func ruleOf(kind int) (rule, bool) {
	for _, r := range rules {
		if r.kind == kind {
			return r, true
		}
	}
	return rule{}, false
}
