package lobby

import (
	"slices"
	"strconv"
	"strings"
)

// Mark is how a round at a table ended, as a road shows it. The zero value is an
// outcome that is shown in the venue's words.
type Mark string

// The marks of roads.
const (
	MarkNone   Mark = ""
	MarkBanker Mark = "banker"
	MarkPlayer Mark = "player"
	MarkTie    Mark = "tie"
	MarkDragon Mark = "dragon"
	MarkTiger  Mark = "tiger"
	MarkNumber Mark = "number" // of roulette
	MarkBig    Mark = "big"    // of dice, as the two below
	MarkSmall  Mark = "small"
	MarkTriple Mark = "triple"
)

// Marks are the marks of roads.
var Marks = []Mark{MarkNone, MarkBanker, MarkPlayer, MarkTie, MarkDragon, MarkTiger, MarkNumber, MarkBig, MarkSmall, MarkTriple}

// suits are the signs of playing cards.
const suits = "♠♥♣♦"

// rouletteTop is the highest number of a wheel.
const rouletteTop = 36

// words are the outcomes that a feed says in words.
var words = []struct {
	word string
	mark Mark
}{{"庄赢", MarkBanker}, {"闲赢", MarkPlayer}, {"和局", MarkTie}, {"龙赢", MarkDragon}, {"虎赢", MarkTiger}}

// markOf reads the outcome of a round of a game, by the game's name. Where a feed tells
// the cards alone, the rules of baccarat and of dragon and tiger decide. Another game
// has other rules, so its cards give no mark.
func markOf(game, outcome string) Mark {
	for _, w := range words {
		if strings.HasPrefix(outcome, w.word) {
			return w.mark
		}
	}
	switch {
	case strings.Contains(game, "轮盘"):
		if n, err := strconv.Atoi(outcome); err == nil && n >= 0 && n <= rouletteTop {
			return MarkNumber
		}
	case strings.Contains(game, "骰宝"):
		return diceMark(outcome)
	case strings.Contains(game, "百家乐"):
		return better(handOf(outcome, "庄"), handOf(outcome, "闲"), baccaratPoints, MarkBanker, MarkPlayer)
	case strings.Contains(game, "龙虎"):
		return better(handOf(outcome, "龙"), handOf(outcome, "虎"), highCard, MarkDragon, MarkTiger)
	}
	return MarkNone
}

// smallTop is the highest total of dice that is small.
const smallTop = 10

// diceMark reads three dice, as in "1,4,6". Three equal ones are neither big nor small.
func diceMark(outcome string) Mark {
	dice := strings.FieldsFunc(outcome, func(r rune) bool { return r == ',' || r == ' ' })
	total := 0
	for _, die := range dice {
		face, err := strconv.Atoi(die)
		if err != nil || face < 1 || face > 6 {
			return MarkNone
		}
		total += face
	}
	switch {
	case len(dice) != 3:
		return MarkNone
	case dice[0] == dice[1] && dice[1] == dice[2]:
		return MarkTriple
	case total > smallTop:
		return MarkBig
	}
	return MarkSmall
}

// better is the mark of the better of two hands; without both there is none.
func better(one, other []int, points func([]int) int, first, second Mark) Mark {
	if len(one) == 0 || len(other) == 0 {
		return MarkNone
	}
	switch a, b := points(one), points(other); {
	case a > b:
		return first
	case a < b:
		return second
	}
	return MarkTie
}

// faces are the faces of cards, the ace as the lowest.
var faces = []string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}

// handOf reads the cards that follow the name of a hand, as in "庄:♦3♦3 闲:♥9♣10": their
// places among the faces, from 1. A hand that is not plainly written has none.
func handOf(outcome, name string) (cards []int) {
	_, rest, found := strings.Cut(outcome, name+":")
	if !found {
		return nil
	}
	hand, _, _ := strings.Cut(rest, " ")
	for card := range strings.FieldsFuncSeq(hand, func(r rune) bool { return strings.ContainsRune(suits, r) }) {
		face := slices.Index(faces, card) + 1
		if face == 0 {
			return nil
		}
		cards = append(cards, face)
	}
	return cards
}

// baccaratPoints is the last digit of the sum; tens and courts count nothing.
func baccaratPoints(cards []int) (points int) {
	for _, face := range cards {
		if face < 10 {
			points += face
		}
	}
	return points % 10
}

func highCard(cards []int) int { return slices.Max(cards) }
