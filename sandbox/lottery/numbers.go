package lottery

import (
	"fmt"
	"slices"
	"strconv"
)

// everyEleven gives all orders of five numbers of 11.
func everyEleven(yield func([]int)) {
	result := make([]int, 0, elevenDraw)
	var next func()
	next = func() {
		if len(result) == elevenDraw {
			yield(result)
			return
		}
		for n := 1; n <= elevens; n++ {
			if !slices.Contains(result, n) {
				result = append(result, n)
				next()
				result = result[:len(result)-1]
			}
		}
	}
	next()
}

func everySum(yield func([]int)) {
	for n := range numbers * numbers * numbers {
		yield([]int{n / 100, n / 10 % numbers, n % numbers})
	}
}

func elevenPicks() []Pick {
	var list []Pick
	for i, name := range []string{"第一球", "第二球", "第三球", "第四球", "第五球"} {
		list = add(list, "定位胆", name, fmt.Sprintf("p%d=", i+1), exactly(1, elevens, at(i)))
		list = add(list, "大小单双", name, fmt.Sprintf("p%d:", i+1), sizes(6, at(i)))
	}
	list = add(list, "任选一", "五球任一", "one=", anyOf(elevens, elevenDraw))
	list = add(list, "总和", "五球之和", "sum:", sizes(30, sum))
	return add(list, "龙虎", "第一球对第五球", "duel:", []answer{
		{"dragon", "龙", func(r []int) bool { return r[0] > r[4] }}, {"tiger", "虎", func(r []int) bool { return r[0] < r[4] }},
	})
}

// anyOf are the answers that name a number which is among the first drawn.
func anyOf(last, drawn int) []answer {
	var list []answer
	for n := 1; n <= last; n++ {
		text := strconv.Itoa(n)
		list = append(list, answer{text, text, func(r []int) bool { return slices.Contains(r[:drawn], n) }})
	}
	return list
}

func sumPicks() []Pick {
	const of = "三数之和"
	list := add(nil, "和值", of, "sum=", exactly(0, 27, sum))
	list = add(list, "大小单双", of, "sum:", sizes(14, sum))
	list = add(list, "组合", of, "mix:", []answer{
		{"bigodd", "大单", func(r []int) bool { return sum(r) >= 14 && sum(r)%2 == 1 }}, {"bigeven", "大双", func(r []int) bool { return sum(r) >= 14 && sum(r)%2 == 0 }},
		{"smallodd", "小单", func(r []int) bool { return sum(r) < 14 && sum(r)%2 == 1 }}, {"smalleven", "小双", func(r []int) bool { return sum(r) < 14 && sum(r)%2 == 0 }},
	})
	list = add(list, "极值", of, "edge:", []answer{
		{"top", "极大", func(r []int) bool { return sum(r) >= 22 }}, {"bottom", "极小", func(r []int) bool { return sum(r) <= 5 }},
	})
	list = add(list, "形态", "三数", "t1:", threes(0))
	for i, name := range []string{"第一数", "第二数", "第三数"} {
		list = add(list, "定位胆", name, fmt.Sprintf("p%d=", i+1), exactly(0, numbers-1, at(i)))
	}
	return list
}

// The colours of the 49 numbers, as the trade has them; the others are green.
var (
	redNumbers  = []int{1, 2, 7, 8, 12, 13, 18, 19, 23, 24, 29, 30, 34, 35, 40, 45, 46}
	blueNumbers = []int{3, 4, 9, 10, 14, 15, 20, 25, 26, 31, 36, 37, 41, 42, 47, 48}
)

// sixPicks are about the special number, or about the six others. Each of the 49
// is equally likely to be the special one, and six of them are among the others.
func sixPicks() []Pick {
	special := at(sixDraw)
	list := add(nil, "特码", "特码", "sp=", exactly(1, sixes, special))
	list = add(list, "两面", "特码", "sp:", sizes(25, special))
	list = add(list, "波色", "特码", "color:", []answer{
		{"red", "红波", func(r []int) bool { return slices.Contains(redNumbers, special(r)) }},
		{"blue", "蓝波", func(r []int) bool { return slices.Contains(blueNumbers, special(r)) }},
		{"green", "绿波", func(r []int) bool {
			return !slices.Contains(redNumbers, special(r)) && !slices.Contains(blueNumbers, special(r))
		}},
	})
	var tails []answer
	for n := range numbers {
		text := strconv.Itoa(n)
		tails = append(tails, answer{text, text + " 尾", func(r []int) bool { return special(r)%numbers == n }})
	}
	list = priced(add(list, "尾数", "特码", "tail=", tails), func(yield func([]int)) {
		for n := 1; n <= sixes; n++ {
			yield([]int{0, 0, 0, 0, 0, 0, n})
		}
	})
	others := add(nil, "正码", "六个正码", "one=", anyOf(sixes, sixDraw))
	for i := range others {
		others[i].chance = [2]int{sixDraw, sixes}
	}
	return append(list, setPrices(others)...)
}
