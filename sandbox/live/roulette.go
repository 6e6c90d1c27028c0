package live

import (
	"slices"
	"strconv"
	"strings"
)

// pockets of a wheel with one zero.
const pockets = 37

var reds = []int{1, 3, 5, 7, 9, 12, 14, 16, 18, 19, 21, 23, 25, 27, 30, 32, 34, 36}

func (o Outcome) spun() Outcome {
	switch {
	case o.Number == 0:
		o.Winner = "zero"
	case slices.Contains(reds, o.Number):
		o.Winner = "red"
	default:
		o.Winner = "black"
	}
	return o
}

// rouletteSpots are the numbers and the outside bets.
func rouletteSpots() []Spot {
	list := []Spot{
		{"red", "红", 100}, {"black", "黑", 100}, {"odd", "单", 100}, {"even", "双", 100}, {"low", "1-18", 100}, {"high", "19-36", 100},
		{"dozen1", "第一打", 200}, {"dozen2", "第二打", 200}, {"dozen3", "第三打", 200},
		{"column1", "第一列", 200}, {"column2", "第二列", 200}, {"column3", "第三列", 200},
	}
	for n := range pockets {
		list = append(list, Spot{"n" + strconv.Itoa(n), strconv.Itoa(n), 3500})
	}
	return list
}

func rouletteWins(spot string, n int) bool {
	if text, ok := strings.CutPrefix(spot, "n"); ok {
		return text == strconv.Itoa(n)
	}
	if n == 0 {
		return false
	}
	switch spot {
	case "red":
		return slices.Contains(reds, n)
	case "black":
		return !slices.Contains(reds, n)
	case "odd":
		return n%2 == 1
	case "even":
		return n%2 == 0
	case "low":
		return n <= 18
	case "high":
		return n > 18
	case "dozen1", "dozen2", "dozen3":
		return int(spot[len(spot)-1]-'0') == (n-1)/12+1
	case "column1", "column2", "column3":
		return int(spot[len(spot)-1]-'0') == (n-1)%3+1
	}
	return false
}
