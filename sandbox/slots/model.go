package slots

import "slices"

// Symbol is a picture on a reel. The first two have rules of their own.
type Symbol int8

// Wild replaces every symbol but Scatter. Scatter counts anywhere and wins free
// spins. The symbols from 2 on pay by their model's table, the rarest first.
const (
	Wild Symbol = iota
	Scatter
	firstPaying
)

// Way says how a model finds winning combinations.
type Way string

// The ways of winning.
const (
	Lines   Way = "lines"   // along fixed lines from the leftmost reel
	Ways    Way = "ways"    // any row of each reel from the leftmost on
	Cascade Way = "cascade" // enough of a symbol anywhere; winners vanish and others fall
)

// Model is the mathematics of a slot game.
type Model struct {
	Key        string
	Title      string // Chinese name of the kind of game
	Rule       string // Chinese explanation for players
	Way        Way
	Rows       int
	Reels      int
	Units      int64 // coins of one spin's stake
	Symbols    int   // how many pictures, Wild and Scatter included
	Volatility int   // 1 calm to 5 wild, as shown to players

	// Strips are the reels' symbols from top to bottom; FreeStrips those of free
	// spins, the same when empty. Models that cascade draw by Weights instead.
	Strips, FreeStrips [][]Symbol
	Weights            []int // chance of each symbol in a cell of a cascade

	LineRows [][]int // of Lines: the row on each reel

	// Pays gives coins by symbol and number of reels (or, in a cascade, by step
	// of CountSteps). Lines pay it for each line, ways for each way, a cascade once.
	Pays       [][]int64
	CountSteps []int // of Cascade: how many equal symbols reach each column of Pays

	ScatterPays []int64 // coins by number of scatters
	FreeSpins   []int   // spins won by number of scatters
	FreeFactor  int64   // wins in free spins are multiplied by it
	// CascadeFactors multiply the wins of the first, second … fall; the last one
	// stays. FreeCascadeFactors are those of free spins.
	CascadeFactors, FreeCascadeFactors []int64

	// StatedReturn is the return to player in 1/10,000, jackpot left out.
	StatedReturn int
}

// maxFreeSpins ends a series that would not end by itself. A series this long
// is rarer than one in 10^12 in every model, so the return does not feel it.
const maxFreeSpins = 200

// maxFalls ends a cascade that would not end by itself.
const maxFalls = 50

func (m *Model) strips(free bool) [][]Symbol {
	if free && len(m.FreeStrips) > 0 {
		return m.FreeStrips
	}
	return m.Strips
}

// HasWild reports whether a wild can land.
func (m *Model) HasWild() bool {
	return len(m.Weights) > 0 && m.Weights[Wild] > 0 ||
		slices.ContainsFunc(m.Strips, func(strip []Symbol) bool { return slices.Contains(strip, Wild) })
}

// Models lists all models, in the order in which the lobby explains them.
func Models() []*Model { return []*Model{classic, lines, ways, cascade} }

// ModelOf finds a model by its key; nil when there is none.
func ModelOf(key string) *Model {
	for _, m := range Models() {
		if m.Key == key {
			return m
		}
	}
	return nil
}

// spread lays symbols out on a reel so that equal ones are far apart. Each
// symbol's k-th copy is placed at the k-th share of the reel, and ties fall to
// the rarer symbol.
func spread(counts ...int) []Symbol {
	type place struct {
		at     float64
		symbol Symbol
	}
	var places []place
	for s, n := range counts {
		for k := range n {
			at := (float64(k) + 0.5) / float64(n)
			places = append(places, place{at + float64(s)/1e6, Symbol(s)})
		}
	}
	// A stable order by place; insertion keeps this package free of helpers.
	for i := 1; i < len(places); i++ {
		for j := i; j > 0 && places[j].at < places[j-1].at; j-- {
			places[j], places[j-1] = places[j-1], places[j]
		}
	}
	reel := make([]Symbol, len(places))
	for i, p := range places {
		reel[i] = p.symbol
	}
	return reel
}
