package slots

// classic is the three-reel machine: few pictures, frequent small wins.
var classic = &Model{
	Key: "classic", Title: "经典三轴", Way: Lines, Rows: 3, Reels: 3, Units: 5, Symbols: 9, Volatility: 2, StatedReturn: 9618,
	Rule: "三轴五线。从最左轴起，一条线上三个相同图案即中奖，百搭可替代任何图案。",
	Strips: [][]Symbol{
		spread(0, 0, 1, 2, 3, 4, 5, 6, 7),
		spread(1, 0, 1, 2, 3, 4, 5, 6, 7),
		spread(1, 0, 1, 2, 3, 4, 5, 6, 7),
	},
	LineRows: [][]int{{1, 1, 1}, {0, 0, 0}, {2, 2, 2}, {0, 1, 2}, {2, 1, 0}},
	Pays: [][]int64{
		Wild: nil, Scatter: nil,
		2: {0, 0, 0, 600}, 3: {0, 0, 0, 180}, 4: {0, 0, 0, 80}, 5: {0, 0, 0, 38}, 6: {0, 0, 0, 20}, 7: {0, 0, 0, 12}, 8: {0, 0, 0, 5},
	},
	ScatterPays: []int64{0}, FreeSpins: []int{0}, FreeFactor: 1,
}

// lines is the five-reel machine with twenty lines and doubled free spins.
var lines = &Model{
	Key: "lines", Title: "二十线", Way: Lines, Rows: 3, Reels: 5, Units: 20, Symbols: 11, Volatility: 3, StatedReturn: 9618,
	Rule: "五轴二十线，从最左轴起三个相同图案即中奖，百搭可替代除夺宝外的图案。三、四、五个夺宝得十、十二、十五次免费旋转，期间奖金加倍，可再次触发。",
	Strips: [][]Symbol{
		spread(0, 1, 2, 2, 3, 3, 4, 4, 5, 6, 6),
		spread(2, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5),
		spread(2, 1, 1, 2, 3, 3, 4, 4, 5, 5, 6),
		spread(2, 1, 2, 2, 3, 3, 4, 4, 5, 5, 5),
		spread(1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6),
	},
	LineRows: [][]int{
		{1, 1, 1, 1, 1}, {0, 0, 0, 0, 0}, {2, 2, 2, 2, 2}, {0, 1, 2, 1, 0}, {2, 1, 0, 1, 2},
		{0, 0, 1, 0, 0}, {2, 2, 1, 2, 2}, {1, 2, 2, 2, 1}, {1, 0, 0, 0, 1}, {1, 0, 1, 0, 1},
		{1, 2, 1, 2, 1}, {0, 1, 0, 1, 0}, {2, 1, 2, 1, 2}, {1, 1, 0, 1, 1}, {1, 1, 2, 1, 1},
		{0, 1, 1, 1, 0}, {2, 1, 1, 1, 2}, {0, 2, 0, 2, 0}, {2, 0, 2, 0, 2}, {0, 2, 2, 2, 0},
	},
	Pays: [][]int64{
		Wild: nil, Scatter: nil,
		2: {0, 0, 0, 100, 500, 2500}, 3: {0, 0, 0, 60, 250, 1000}, 4: {0, 0, 0, 40, 150, 600}, 5: {0, 0, 0, 30, 100, 400},
		6: {0, 0, 0, 20, 50, 250}, 7: {0, 0, 0, 20, 50, 200}, 8: {0, 0, 0, 14, 35, 130}, 9: {0, 0, 0, 13, 30, 110}, 10: {0, 0, 0, 12, 30, 100},
	},
	ScatterPays: []int64{0, 0, 0, 40, 200, 1000}, FreeSpins: []int{0, 0, 0, 10, 12, 15}, FreeFactor: 2,
}

// ways pays along any row of neighbouring reels.
var ways = &Model{
	Key: "ways", Title: "二四三路", Way: Ways, Rows: 3, Reels: 5, Units: 25, Symbols: 11, Volatility: 4, StatedReturn: 9629,
	Rule: "五轴共二百四十三路，相邻轴上任意行的相同图案从最左轴起连成三轴即中奖，百搭可替代除夺宝外的图案。三、四、五个夺宝得八、十二、二十次免费旋转，期间奖金三倍，可再次触发。",
	Strips: [][]Symbol{
		spread(0, 1, 1, 2, 2, 3, 3, 4, 5, 5, 6),
		spread(1, 1, 1, 2, 2, 3, 3, 4, 5, 5, 6),
		spread(1, 1, 1, 2, 2, 3, 3, 4, 5, 5, 6),
		spread(1, 1, 1, 2, 2, 3, 3, 4, 5, 5, 6),
		spread(0, 1, 1, 2, 2, 3, 3, 4, 5, 5, 6),
	},
	Pays: [][]int64{
		Wild: nil, Scatter: nil,
		2: {0, 0, 0, 75, 375, 1800}, 3: {0, 0, 0, 30, 120, 600}, 4: {0, 0, 0, 30, 90, 450}, 5: {0, 0, 0, 15, 60, 225},
		6: {0, 0, 0, 15, 45, 180}, 7: {0, 0, 0, 8, 24, 120}, 8: {0, 0, 0, 6, 18, 75}, 9: {0, 0, 0, 5, 15, 60}, 10: {0, 0, 0, 4, 12, 45},
	},
	ScatterPays: []int64{0, 0, 0, 50, 250, 1250}, FreeSpins: []int{0, 0, 0, 8, 12, 20}, FreeFactor: 3,
}

// cascade drops symbols into a wide window; winners vanish and the rest falls.
var cascade = &Model{
	Key: "cascade", Title: "连消", Way: Cascade, Rows: 5, Reels: 6, Units: 20, Symbols: 10, Volatility: 5, StatedReturn: 9580,
	Rule:       "六列五行，任意位置八个以上相同图案即中奖并消除，新图案落下后继续计奖，倍数随连消递增。四个以上夺宝得十次免费旋转，期间倍数更高，可再次触发。",
	Weights:    []int{0, 5, 12, 14, 16, 20, 24, 26, 28, 30},
	CountSteps: []int{8, 10, 12},
	Pays: [][]int64{
		Wild: nil, Scatter: nil,
		2: {80, 200, 420}, 3: {24, 80, 200}, 4: {16, 44, 130}, 5: {13, 22, 120}, 6: {10, 16, 90}, 7: {10, 16, 80}, 8: {5, 12, 52}, 9: {5, 11, 42},
	},
	ScatterPays: []int64{0, 0, 0, 0, 60, 100, 2000}, FreeSpins: []int{0, 0, 0, 0, 10, 10, 10}, FreeFactor: 1,
	CascadeFactors: []int64{1, 2, 3, 5}, FreeCascadeFactors: []int64{2, 4, 6, 10},
}
