package lobby

import (
	"slices"

	"hongyun/internal/venue"
)

// apart moves games as little as needed so that none is beside one of the same
// name: several venues have a game of that name. Where one name is more than
// half of them, its last ones stay together.
func apart(games []venue.Game) []venue.Game {
	rest, left := slices.Clone(games), map[string]int{}
	for _, g := range rest {
		left[g.Name]++
	}
	spread := make([]venue.Game, 0, len(games))
	last := ""
	for len(rest) > 0 {
		next := slices.IndexFunc(rest, func(g venue.Game) bool { return g.Name != last && fits(left, g.Name, len(rest)-1) })
		if next < 0 {
			next = slices.IndexFunc(rest, func(g venue.Game) bool { return g.Name != last })
		}
		next = max(next, 0)
		last = rest[next].Name
		left[last]--
		spread = append(spread, rest[next])
		rest = slices.Delete(rest, next, next+1)
	}
	return spread
}

// fits reports whether n games can still be put in a row after one of a name,
// with none beside its like. The count of that name includes the one just put.
func fits(left map[string]int, put string, n int) bool {
	for name, count := range left {
		if name == put && count-1 > n/2 || name != put && count > (n+1)/2 {
			return false
		}
	}
	return true
}
