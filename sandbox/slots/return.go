package slots

import "math/big"

// Return is the exact return to player of a model with reels, in coins won for
// each coin staked, all free spins included. It is nil for a model that
// cascades.
//
// The reels stop independently of each other, so the expectation of a
// combination is a product over reels. A free spin wins further ones by the
// same rule. Let each spin award a spins on average, and the paid spin a0: the
// series has a0/(1-a) spins on average.
func (m *Model) Return() *big.Rat {
	if m.Way == Cascade {
		return nil
	}
	paid, awarded := m.expect(false)
	freePaid, freeAwarded := m.expect(true)
	freePaid.Mul(freePaid, big.NewRat(m.FreeFactor, 1))
	spins := new(big.Rat).Quo(awarded, new(big.Rat).Sub(big.NewRat(1, 1), freeAwarded))
	total := paid.Add(paid, spins.Mul(spins, freePaid))
	return total.Quo(total, big.NewRat(m.Units, 1))
}

// expect gives the mean coins of one spin before the factor, and the mean
// number of free spins that it awards.
func (m *Model) expect(free bool) (coins, awarded *big.Rat) {
	strips := m.strips(free)
	coins = new(big.Rat)
	for symbol := firstPaying; int(symbol) < m.Symbols; symbol++ {
		switch m.Way {
		case Lines:
			one := m.expectRun(strips, symbol, onePlace)
			coins.Add(coins, one.Mul(one, big.NewRat(int64(len(m.LineRows)), 1)))
		case Ways:
			coins.Add(coins, m.expectRun(strips, symbol, m.anyRow))
		}
	}
	awarded = new(big.Rat)
	for n, chance := range m.scatterChances(strips) {
		coins.Add(coins, new(big.Rat).Mul(chance, big.NewRat(m.ScatterPays[n], 1)))
		awarded.Add(awarded, new(big.Rat).Mul(chance, big.NewRat(int64(m.FreeSpins[n]), 1)))
	}
	return coins, awarded
}

// hits says of a reel how many places of a symbol (or Wild) it shows in the
// mean, and with what chance it shows none.
type hits func(strip []Symbol, symbol Symbol) (mean, none *big.Rat)

// onePlace looks at one row only, as a line does.
func onePlace(strip []Symbol, symbol Symbol) (mean, none *big.Rat) {
	n := int64(0)
	for _, s := range strip {
		if s == symbol || s == Wild {
			n++
		}
	}
	mean = big.NewRat(n, int64(len(strip)))
	return mean, new(big.Rat).Sub(big.NewRat(1, 1), mean)
}

// anyRow looks at the whole window, as ways do.
func (m *Model) anyRow(strip []Symbol, symbol Symbol) (mean, none *big.Rat) {
	var sum, without int64
	for stop := range strip {
		here := int64(0)
		for row := range m.Rows {
			if s := strip[(stop+row)%len(strip)]; s == symbol || s == Wild {
				here++
			}
		}
		sum += here
		if here == 0 {
			without++
		}
	}
	stops := int64(len(strip))
	return big.NewRat(sum, stops), big.NewRat(without, stops)
}

// expectRun sums pays × ways over all lengths of a run from the left.
func (m *Model) expectRun(strips [][]Symbol, symbol Symbol, count hits) *big.Rat {
	total, reached := new(big.Rat), big.NewRat(1, 1)
	for run := 1; run <= m.Reels; run++ {
		mean, _ := count(strips[run-1], symbol)
		reached.Mul(reached, mean)
		ends := new(big.Rat).Set(reached)
		if run < m.Reels {
			_, none := count(strips[run], symbol)
			ends.Mul(ends, none)
		}
		total.Add(total, ends.Mul(ends, big.NewRat(m.Pays[symbol][run], 1)))
	}
	return total
}

// scatterChances gives the chance of each number of scatters in the window.
func (m *Model) scatterChances(strips [][]Symbol) []*big.Rat {
	chances := []*big.Rat{big.NewRat(1, 1)}
	for _, strip := range strips {
		byCount := make([]int64, m.Rows+1)
		for stop := range strip {
			n := 0
			for row := range m.Rows {
				if strip[(stop+row)%len(strip)] == Scatter {
					n++
				}
			}
			byCount[n]++
		}
		next := make([]*big.Rat, len(chances)+m.Rows)
		for i := range next {
			next[i] = new(big.Rat)
		}
		for have, chance := range chances {
			for n, stops := range byCount {
				part := new(big.Rat).Mul(chance, big.NewRat(stops, int64(len(strip))))
				next[have+n].Add(next[have+n], part)
			}
		}
		chances = next
	}
	top := len(m.FreeSpins) - 1
	for n := top + 1; n < len(chances); n++ {
		chances[top].Add(chances[top], chances[n])
	}
	return chances[:min(top+1, len(chances))]
}
