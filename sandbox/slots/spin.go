package slots

import "hongyun/sandbox/fair"

// Result is a whole round: the paid spin and all free spins that it won.
type Result struct {
	Spins []Spin `json:"spins"`
	Win   int64  `json:"win"` // coins of all spins
}

// Spin is one turn of the reels.
type Spin struct {
	Free    bool   `json:"free"`
	Falls   []Fall `json:"falls"` // one, unless the model cascades
	Win     int64  `json:"win"`   // coins
	Awarded int    `json:"awarded"`
}

// Fall is what the window shows and what it pays. Grid holds the symbols reel
// by reel, from top to bottom.
type Fall struct {
	Grid   [][]Symbol `json:"grid"`
	Wins   []Win      `json:"wins"`
	Factor int64      `json:"factor"`
}

// Win is one winning combination. Cells are reel*Rows+row.
type Win struct {
	Symbol Symbol `json:"symbol"`
	Count  int    `json:"count"` // reels reached, or symbols in a cascade
	Line   int    `json:"line"`  // index of the line, -1 where there is none
	Coins  int64  `json:"coins"` // before the factor
	Cells  []int  `json:"cells"`
}

// Play draws a whole round.
func (m *Model) Play(d *fair.Draw) Result {
	var r Result
	for left := 1; left > 0 && len(r.Spins) <= maxFreeSpins; left-- {
		s := m.spin(d, len(r.Spins) > 0)
		left += s.Awarded
		r.Spins = append(r.Spins, s)
		r.Win += s.Win
	}
	return r
}

func (m *Model) spin(d *fair.Draw, free bool) Spin {
	if m.Way == Cascade {
		return m.cascade(d, free)
	}
	grid := make([][]Symbol, m.Reels)
	for i, strip := range m.strips(free) {
		stop := d.IntN(len(strip))
		grid[i] = make([]Symbol, m.Rows)
		for row := range m.Rows {
			grid[i][row] = strip[(stop+row)%len(strip)]
		}
	}
	return m.evaluate(grid, free)
}

// evaluate pays a window of reels.
func (m *Model) evaluate(grid [][]Symbol, free bool) Spin {
	fall := Fall{Grid: grid, Factor: 1}
	if free {
		fall.Factor = m.FreeFactor
	}
	if m.Way == Lines {
		fall.Wins = m.payLines(grid)
	} else {
		fall.Wins = m.payWays(grid)
	}
	s := Spin{Free: free}
	for _, w := range fall.Wins {
		s.Win += w.Coins * fall.Factor
	}
	scatters := m.scatters(grid)
	if pay := m.ScatterPays[scatters.Count]; pay > 0 {
		scatters.Coins = pay
		fall.Wins = append(fall.Wins, scatters)
		s.Win += pay * fall.Factor
	}
	s.Awarded = m.FreeSpins[scatters.Count]
	s.Falls = []Fall{fall}
	return s
}

func (m *Model) scatters(grid [][]Symbol) Win {
	w := Win{Symbol: Scatter, Line: -1}
	for reel, column := range grid {
		for row, s := range column {
			if s == Scatter {
				w.Count++
				w.Cells = append(w.Cells, reel*m.Rows+row)
			}
		}
	}
	w.Count = min(w.Count, len(m.FreeSpins)-1)
	return w
}

// payLines pays each line by its longest run from the left. Wild is never on
// the first reel, so the first symbol decides.
func (m *Model) payLines(grid [][]Symbol) []Win {
	var wins []Win
	for line, rows := range m.LineRows {
		first := grid[0][rows[0]]
		if first < firstPaying {
			continue
		}
		run := 1
		for run < m.Reels && (grid[run][rows[run]] == first || grid[run][rows[run]] == Wild) {
			run++
		}
		if pay := m.Pays[first][run]; pay > 0 {
			w := Win{Symbol: first, Count: run, Line: line, Coins: pay}
			for reel := range run {
				w.Cells = append(w.Cells, reel*m.Rows+rows[reel])
			}
			wins = append(wins, w)
		}
	}
	return wins
}

// payWays pays each symbol of the first reel by the number of ways in which it
// runs on.
func (m *Model) payWays(grid [][]Symbol) []Win {
	var wins []Win
	for symbol := firstPaying; int(symbol) < m.Symbols; symbol++ {
		combinations, run := int64(1), 0
		var cells []int
		for reel, column := range grid {
			here := int64(0)
			for row, s := range column {
				if s == symbol || s == Wild {
					here++
					cells = append(cells, reel*m.Rows+row)
				}
			}
			if here == 0 {
				break
			}
			combinations *= here
			run++
		}
		if pay := m.Pays[symbol][run]; pay > 0 {
			wins = append(wins, Win{Symbol: symbol, Count: run, Line: -1, Coins: pay * combinations, Cells: cells})
		}
	}
	return wins
}

// cascade fills the window, pays, lets the winners vanish and others fall,
// until nothing wins.
func (m *Model) cascade(d *fair.Draw, free bool) Spin {
	grid := make([][]Symbol, m.Reels)
	for i := range grid {
		grid[i] = make([]Symbol, m.Rows)
		for row := range grid[i] {
			grid[i][row] = Symbol(d.Weighted(m.Weights))
		}
	}
	factors := m.CascadeFactors
	if free {
		factors = m.FreeCascadeFactors
	}
	s := Spin{Free: free}
	for n := range maxFalls {
		fall := Fall{Grid: copied(grid), Wins: m.payCounts(grid), Factor: factors[min(n, len(factors)-1)]}
		s.Falls = append(s.Falls, fall)
		if len(fall.Wins) == 0 {
			break
		}
		gone := make([]bool, m.Reels*m.Rows)
		for _, w := range fall.Wins {
			s.Win += w.Coins * fall.Factor
			for _, cell := range w.Cells {
				gone[cell] = true
			}
		}
		m.refill(d, grid, gone)
	}
	scatters := m.scatters(grid)
	last := &s.Falls[len(s.Falls)-1]
	if pay := m.ScatterPays[scatters.Count]; pay > 0 {
		scatters.Coins = pay
		s.Win += pay * last.Factor
		last.Wins = append(last.Wins, scatters)
	}
	s.Awarded = m.FreeSpins[scatters.Count]
	return s
}

// payCounts pays every symbol that is in the window often enough.
func (m *Model) payCounts(grid [][]Symbol) []Win {
	cells := make([][]int, m.Symbols)
	for reel, column := range grid {
		for row, s := range column {
			cells[s] = append(cells[s], reel*m.Rows+row)
		}
	}
	var wins []Win
	for symbol := int(firstPaying); symbol < m.Symbols; symbol++ {
		for step := len(m.CountSteps) - 1; step >= 0; step-- {
			if len(cells[symbol]) >= m.CountSteps[step] {
				wins = append(wins, Win{
					Symbol: Symbol(symbol), Count: len(cells[symbol]), Line: -1, Coins: m.Pays[symbol][step], Cells: cells[symbol],
				})
				break
			}
		}
	}
	return wins
}

// refill lets the symbols above a gap fall into it and draws new ones on top.
func (m *Model) refill(d *fair.Draw, grid [][]Symbol, gone []bool) {
	for reel, column := range grid {
		to := m.Rows - 1
		for row := m.Rows - 1; row >= 0; row-- {
			if !gone[reel*m.Rows+row] {
				column[to] = column[row]
				to--
			}
		}
		for ; to >= 0; to-- {
			column[to] = Symbol(d.Weighted(m.Weights))
		}
	}
}

func copied(grid [][]Symbol) [][]Symbol {
	out := make([][]Symbol, len(grid))
	for i, column := range grid {
		out[i] = append([]Symbol(nil), column...)
	}
	return out
}
