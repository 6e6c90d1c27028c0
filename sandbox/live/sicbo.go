package live

import (
	"slices"
	"strconv"
	"strings"

	"hongyun/internal/money"
	"hongyun/sandbox/fair"
)

const (
	diceOfRound = 3
	dieFaces    = 6
	leastTotal  = 4 // 3 and 18 are triples, and no bet on a total takes them
	mostTotal   = 17
	smallUpTo   = 10
)

// totalOdds are the odds of the totals from 4 to 10; 11 to 17 mirror them.
var totalOdds = []int{6000, 3000, 1800, 1200, 800, 700, 600}

// dealDice throws the dice.
func dealDice(d *fair.Draw) Outcome {
	var dice []int
	for range diceOfRound {
		dice = append(dice, d.IntN(dieFaces)+1)
	}
	return thrown(dice)
}

// thrown is the outcome of dice: Number is their total.
func thrown(dice []int) Outcome {
	o := Outcome{Dice: dice, Winner: "small"}
	for _, face := range dice {
		o.Number += face
	}
	switch {
	case o.times(dice[0]) == diceOfRound:
		o.Winner = "triple"
	case o.Number > smallUpTo:
		o.Winner = "big"
	}
	return o
}

// times says how many dice show a face.
func (o Outcome) times(face int) (n int) {
	for _, one := range o.Dice {
		if one == face {
			n++
		}
	}
	return n
}

// sicBoSpots are the even chances, the triples, the pairs, the totals and the
// single faces. The odds of a single face are those of one die; each further
// die that shows it pays them again.
func sicBoSpots() []Spot {
	list := []Spot{{"big", "大", 100}, {"small", "小", 100}, {"odd", "单", 100}, {"even", "双", 100}, {"triple", "任意围骰", 3000}}
	for n := 1; n <= dieFaces; n++ {
		list = append(list, Spot{"t" + strconv.Itoa(n), "围" + strconv.Itoa(n), 18000})
	}
	for n := 1; n <= dieFaces; n++ {
		list = append(list, Spot{"p" + strconv.Itoa(n), "对" + strconv.Itoa(n), 1000})
	}
	for n := leastTotal; n <= mostTotal; n++ {
		odds := totalOdds[min(n-leastTotal, mostTotal-n)]
		list = append(list, Spot{"s" + strconv.Itoa(n), strconv.Itoa(n) + "点", odds})
	}
	for n := 1; n <= dieFaces; n++ {
		list = append(list, Spot{"d" + strconv.Itoa(n), "单骰" + strconv.Itoa(n), 100})
	}
	return list
}

// sicBoTimes says how many times the odds of a spot are paid; 0 is lost.
func sicBoTimes(spot string, o Outcome) int {
	triple := o.Winner == "triple"
	is := func(hit bool) int {
		if hit {
			return 1
		}
		return 0
	}
	switch spot {
	case "big", "small", "triple":
		return is(o.Winner == spot)
	case "odd":
		return is(!triple && o.Number%2 == 1)
	case "even":
		return is(!triple && o.Number%2 == 0)
	}
	n, err := strconv.Atoi(strings.TrimLeft(spot, "tpsd"))
	if err != nil || spot == "" {
		return 0
	}
	switch spot[0] {
	case 't':
		return is(o.times(n) == diceOfRound)
	case 'p':
		return is(o.times(n) >= 2)
	case 's':
		return is(o.Number == n)
	case 'd':
		return o.times(n)
	}
	return 0
}

// paySicBo is what a bet at a table of dice brings, stake included.
func paySicBo(spot string, odds int, stake money.Fen, o Outcome) money.Fen {
	times := sicBoTimes(spot, o)
	if times == 0 {
		return 0
	}
	return stake + stake*money.Fen(odds*times)/hundred
}

// DiceText writes dice in rising order, as in 1,4,6.
func (o Outcome) DiceText() string {
	var faces []string
	for _, face := range slices.Sorted(slices.Values(o.Dice)) {
		faces = append(faces, strconv.Itoa(face))
	}
	return strings.Join(faces, ",")
}
