package lottery

import (
	"fmt"
	"slices"
	"strconv"
	"sync"
)

// PriceUnit is a price of 1; prices are in 1/1,000, stake included.
const PriceUnit = 1000

// keep is the share of all stakes that comes back, in 1/1,000.
const keep = 970

// priceStep keeps prices to two places.
const priceStep = 10

// Pick is something that a ticket can say. Play groups picks on the page; Of
// is what the pick is about: a position, a sum, a pair.
type Pick struct {
	Key   string `json:"key"`
	Play  string `json:"play"`
	Of    string `json:"of"`
	Name  string `json:"name"`
	Price int    `json:"price"`

	wins   func(result []int) bool
	chance [2]int // favourable of all results
	places [2]int // of a race: the places that the pick looks at
}

// Chance is the share of results with which the pick wins.
func (p Pick) Chance() (favourable, all int) { return p.chance[0], p.chance[1] }

var families = map[Family]func() []Pick{
	Digits: sync.OnceValue(func() []Pick { return priced(digitPicks(), everyDigits) }),
	K3:     sync.OnceValue(func() []Pick { return priced(dicePicks(), everyDice) }),
	PK10:   sync.OnceValue(func() []Pick { return pricedRacers(racerPicks()) }),
	Eleven: sync.OnceValue(func() []Pick { return priced(elevenPicks(), everyEleven) }),
	PC28:   sync.OnceValue(func() []Pick { return priced(sumPicks(), everySum) }),
	LHC:    sync.OnceValue(sixPicks),
}

// Picks lists what tickets of a family can say.
func (f Family) Picks() []Pick { return families[f]() }

// Pick finds one by its key.
func (f Family) Pick(key string) (Pick, error) {
	list := f.Picks()
	if i := slices.IndexFunc(list, func(p Pick) bool { return p.Key == key }); i >= 0 {
		return list[i], nil
	}
	return Pick{}, ErrNoPick
}

// priced counts every pick's chance over all results.
func priced(picks []Pick, every func(yield func([]int))) []Pick {
	every(func(result []int) {
		for i := range picks {
			picks[i].chance[1]++
			if picks[i].wins(result) {
				picks[i].chance[0]++
			}
		}
	})
	return setPrices(picks)
}

func setPrices(picks []Pick) []Pick {
	for i, p := range picks {
		picks[i].Price = keep * p.chance[1] / p.chance[0] / priceStep * priceStep
	}
	return picks
}

func everyDigits(yield func([]int)) {
	result := make([]int, digits)
	for n := range 100_000 {
		for i, rest := 0, n; i < digits; i, rest = i+1, rest/numbers {
			result[i] = rest % numbers
		}
		yield(result)
	}
}

func everyDice(yield func([]int)) {
	for a := range faces {
		for b := range faces {
			for c := range faces {
				result := []int{a + 1, b + 1, c + 1}
				slices.Sort(result)
				yield(result)
			}
		}
	}
}

// pricedRacers counts every pick's chance over all pairs of racers in the two
// places that the pick looks at. All pairs are equally likely.
func pricedRacers(picks []Pick) []Pick {
	for i, p := range picks {
		for first := 1; first <= racers; first++ {
			for second := 1; second <= racers; second++ {
				if first == second {
					continue
				}
				result := make([]int, racers)
				result[p.places[0]], result[p.places[1]] = first, second
				picks[i].chance[1]++
				if p.wins(result) {
					picks[i].chance[0]++
				}
			}
		}
	}
	return setPrices(picks)
}

type test = func(result []int) bool

// add appends picks of one play about one thing.
func add(list []Pick, play, of, code string, answers []answer) []Pick {
	for _, a := range answers {
		list = append(list, Pick{Key: code + a.key, Play: play, Of: of, Name: a.name, wins: a.wins})
	}
	return list
}

type answer struct {
	key, name string
	wins      test
}

// sizes are big, small, odd and even of a value, big from a bound on.
func sizes(bound int, value func([]int) int) []answer {
	return []answer{
		{"big", "大", func(r []int) bool { return value(r) >= bound }}, {"small", "小", func(r []int) bool { return value(r) < bound }},
		{"odd", "单", func(r []int) bool { return value(r)%2 == 1 }}, {"even", "双", func(r []int) bool { return value(r)%2 == 0 }},
	}
}

// exactly are the answers that name a value.
func exactly(from, to int, value func([]int) int) []answer {
	var list []answer
	for n := from; n <= to; n++ {
		list = append(list, answer{strconv.Itoa(n), strconv.Itoa(n), func(r []int) bool { return value(r) == n }})
	}
	return list
}

func at(place int) func([]int) int { return func(r []int) int { return r[place] } }

func sum(r []int) int {
	total := 0
	for _, n := range r {
		total += n
	}
	return total
}

func digitPicks() []Pick {
	places := []string{"万位", "千位", "百位", "十位", "个位"}
	var list []Pick
	for i, name := range places {
		list = add(list, "定位胆", name, fmt.Sprintf("p%d=", i+1), exactly(0, numbers-1, at(i)))
		list = add(list, "大小单双", name, fmt.Sprintf("p%d:", i+1), sizes(5, at(i)))
	}
	list = add(list, "总和", "五位之和", "sum:", sizes(23, sum))
	list = add(list, "龙虎", "万位对个位", "duel:", []answer{
		{"dragon", "龙", func(r []int) bool { return r[0] > r[4] }}, {"tiger", "虎", func(r []int) bool { return r[0] < r[4] }},
		{"tie", "和", func(r []int) bool { return r[0] == r[4] }},
	})
	for i, name := range []string{"前三", "中三", "后三"} {
		list = add(list, "形态", name, fmt.Sprintf("t%d:", i+1), threes(i))
	}
	return list
}

// threes are the shapes of three digits from a place on.
func threes(from int) []answer {
	different := func(r []int) int {
		distinct := slices.Clone(r[from : from+3])
		slices.Sort(distinct)
		return len(slices.Compact(distinct))
	}
	run := func(r []int) bool {
		s := slices.Clone(r[from : from+3])
		slices.Sort(s)
		return s[1] == s[0]+1 && s[2] == s[1]+1
	}
	return []answer{
		{"triple", "豹子", func(r []int) bool { return different(r) == 1 }},
		{"pair", "对子", func(r []int) bool { return different(r) == 2 }},
		{"run", "顺子", run},
		{"mixed", "杂六", func(r []int) bool { return different(r) == 3 && !run(r) }},
	}
}

func dicePicks() []Pick {
	var list []Pick
	list = add(list, "和值", "三骰之和", "sum=", exactly(3, 18, sum))
	list = add(list, "大小单双", "三骰之和", "sum:", sizes(11, sum))
	var triples, pairs, singles []answer
	for n := 1; n <= faces; n++ {
		text := strconv.Itoa(n)
		count := func(r []int) int {
			c := 0
			for _, v := range r {
				if v == n {
					c++
				}
			}
			return c
		}
		triples = append(triples, answer{text, text + text + text, func(r []int) bool { return count(r) == dice }})
		pairs = append(pairs, answer{text, text + text + "*", func(r []int) bool { return count(r) >= 2 }})
		singles = append(singles, answer{text, text, func(r []int) bool { return count(r) >= 1 }})
	}
	triples = append(triples, answer{"any", "任意三同", func(r []int) bool { return r[0] == r[2] }})
	list = add(list, "三同号", "三骰相同", "triple=", triples)
	list = add(list, "二同号", "至少两骰", "pair=", pairs)
	list = add(list, "猜一个号", "至少一骰", "one=", singles)
	return add(list, "三连号", "三骰相连", "run=", []answer{
		{"any", "任意三连", func(r []int) bool { return r[1] == r[0]+1 && r[2] == r[1]+1 }},
	})
}

func racerPicks() []Pick {
	names := []string{"冠军", "亚军", "第三名", "第四名", "第五名", "第六名", "第七名", "第八名", "第九名", "第十名"}
	var list []Pick
	for i, name := range names {
		picks := add(nil, "名次", name, fmt.Sprintf("p%d=", i+1), exactly(1, racers, at(i)))
		picks = add(picks, "两面", name, fmt.Sprintf("p%d:", i+1), sizes(6, at(i)))
		list = append(list, looking(picks, i, (i+1)%racers)...)
	}
	for i := range racers / 2 {
		last := racers - 1 - i
		list = append(list, looking(add(nil, "龙虎", names[i]+"对"+names[last], fmt.Sprintf("duel%d:", i+1), []answer{
			{"dragon", "龙", func(r []int) bool { return r[i] > r[last] }}, {"tiger", "虎", func(r []int) bool { return r[i] < r[last] }},
		}), i, last)...)
	}
	podium := func(r []int) int { return r[0] + r[1] }
	picks := add(nil, "冠亚和", "冠军加亚军", "top=", exactly(3, 19, podium))
	picks = add(picks, "冠亚和", "冠军加亚军", "top:", sizes(12, podium))
	return append(list, looking(picks, 0, 1)...)
}

func looking(picks []Pick, first, second int) []Pick {
	for i := range picks {
		picks[i].places = [2]int{first, second}
	}
	return picks
}
