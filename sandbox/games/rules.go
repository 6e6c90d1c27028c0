package games

import (
	"crypto/rand"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"hongyun/internal/money"
)

// rakePercent is what the venue keeps of a win.
const rakePercent = 5

// Deal is the cards of a round. Left is the banker's hand (or the dragon's),
// Right the player's (or the tiger's). A tile is "1" to "9", or "0" for the
// blank; a card is a suit of S H D C and a rank of A 2…10 J Q K.
type Deal struct {
	Left  []string `json:"left"`
	Right []string `json:"right"`
}

// verdict is the outcome for a stake: times is what it wins (0: lost), push
// gives it back.
type verdict struct {
	times money.Fen
	push  bool
}

// pay splits a stake's outcome into what the player gets back, the rake kept
// and the stake that counts as a valid bet (a push counts nothing).
func (v verdict) pay(stake money.Fen) (payout, rake, valid money.Fen) {
	switch {
	case v.push:
		return stake, 0, 0
	case v.times == 0:
		return 0, 0, stake
	}
	win := stake * v.times
	rake = win * rakePercent / 100
	return stake + win - rake, rake, stake
}

// draw takes n different items from a pack, by the system's randomness.
func draw(pack []string, n int) ([]string, error) {
	pack = slices.Clone(pack)
	for i := range n {
		j, err := rand.Int(rand.Reader, big.NewInt(int64(len(pack)-i)))
		if err != nil {
			return nil, fmt.Errorf("draw cards: %w", err)
		}
		k := i + int(j.Int64())
		pack[i], pack[k] = pack[k], pack[i]
	}
	return pack[:n], nil
}

// dealHands draws a hand of n for each side.
func dealHands(pack []string, n int) (Deal, error) {
	cards, err := draw(pack, 2*n)
	if err != nil {
		return Deal{}, err
	}
	return Deal{Left: cards[:n], Right: cards[n:]}, nil
}

var tilePack = slices.Repeat([]string{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"}, 4)

var cardPack = func() []string {
	var pack []string
	for _, suit := range "SHDC" {
		for _, rank := range []string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"} {
			pack = append(pack, string(suit)+rank)
		}
	}
	return pack
}()

func dealTiles() (Deal, error) { return dealHands(tilePack, 2) }
func dealDuel() (Deal, error)  { return dealHands(cardPack, 1) }
func dealThree() (Deal, error) { return dealHands(cardPack, 3) }

// compare turns two scores into the outcome for a stake on the right hand.
func compare(left, right int) verdict {
	switch {
	case right > left:
		return verdict{times: 1}
	case right == left:
		return verdict{push: true}
	}
	return verdict{}
}

// scoreTiles orders hands of two tiles: pairs (the blank's highest), then two
// and eight, then points. The blank counts half a point, so points are doubled.
func scoreTiles(hand []string) int {
	a, b := int(hand[0][0]-'0'), int(hand[1][0]-'0')
	switch {
	case a == b && a == 0:
		return 200
	case a == b:
		return 100 + a
	case a+b == 10 && (a == 2 || a == 8):
		return 50
	}
	return halves(a, b)
}

func halves(a, b int) int {
	sum := 2 * (a + b)
	if a == 0 || b == 0 {
		sum++
	}
	return sum % 20
}

func settleTiles(d Deal, _ string) verdict { return compare(scoreTiles(d.Left), scoreTiles(d.Right)) }

func nameTiles(hand []string) string {
	switch score := scoreTiles(hand); {
	case score >= 100:
		return "对子"
	case score == 50:
		return "二八"
	case score%2 == 1:
		return strconv.Itoa(score/2) + "点半"
	default:
		return strconv.Itoa(score/2) + "点"
	}
}

// rank is a card's order from 1 (ace) to 13 (king).
func rank(card string) int {
	switch r := card[1:]; r {
	case "A":
		return 1
	case "J":
		return 11
	case "Q":
		return 12
	case "K":
		return 13
	default:
		n, _ := strconv.Atoi(r)
		return n
	}
}

func settleDuel(d Deal, side string) verdict {
	left, right := rank(d.Left[0]), rank(d.Right[0])
	switch {
	case left == right && side == "tie":
		return verdict{times: 8}
	case left == right:
		return verdict{push: true}
	case side == "left" && left > right, side == "right" && right > left:
		return verdict{times: 1}
	}
	return verdict{}
}

func nameDuel(hand []string) string { return hand[0][1:] }

// scoreThree orders hands of three cards: three court cards beat all, then the
// last digit of the points, then the number of court cards.
func scoreThree(hand []string) int {
	points, courts := 0, 0
	for _, card := range hand {
		if r := rank(card); r > 10 {
			courts++
		} else {
			points += r
		}
	}
	if courts == 3 {
		return 1000
	}
	return points%10*10 + courts
}

func settleThree(d Deal, _ string) verdict { return compare(scoreThree(d.Left), scoreThree(d.Right)) }

func nameThree(hand []string) string {
	score := scoreThree(hand)
	if score == 1000 {
		return "三公"
	}
	return strconv.Itoa(score/10) + "点"
}

// text is a deal in one line, as the bet record keeps it.
func (d Deal) text() string {
	return strings.Join(d.Left, ",") + "|" + strings.Join(d.Right, ",")
}
