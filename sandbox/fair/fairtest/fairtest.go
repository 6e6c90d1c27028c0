// Package fairtest compares what simulated rounds of a game bring with the
// return that the game states.
package fairtest

import (
	"flag"
	"math"
	"testing"
)

// Sigmas is how many standard errors a mean may be away from the stated one. A
// correct game passes one comparison with a chance of 99.9993 %. The seeds of
// the tests are fixed, so a run gives the same result each time.
const Sigmas = 4.5

var rounds = flag.Int("rounds", 0, "simulated rounds of each game; 0 takes the small number of make test")

// Rounds is the number of the flag -rounds, or few where there is none.
func Rounds(few int) int {
	if *rounds > 0 {
		return *rounds
	}
	return few
}

// Tally collects what one unit of stake brings in each round.
type Tally struct {
	// Variance of one round. 0 takes that of the rounds, which is too small
	// where a rare prize decides and was not drawn.
	Variance float64

	n, sum, squares float64
}

// Add counts rounds that brought the same.
func (c *Tally) Add(back float64, rounds int) {
	n := float64(rounds)
	c.n += n
	c.sum += n * back
	c.squares += n * back * back
}

// Mean gives the mean and its standard error.
func (c *Tally) Mean() (mean, sigma float64) {
	mean = c.sum / c.n
	variance := c.Variance
	if variance == 0 {
		variance = c.squares/c.n - mean*mean
	}
	return mean, math.Sqrt(max(variance, 0) / c.n)
}

// Expect fails the test when the mean is too far from the stated one.
func (c *Tally) Expect(t testing.TB, what string, stated float64) {
	t.Helper()
	c.ExpectBetween(t, what, stated, stated)
}

// ExpectBetween fails the test when the mean is too far outside two bounds, as
// where prices are rounded.
func (c *Tally) ExpectBetween(t testing.TB, what string, low, high float64) {
	t.Helper()
	mean, sigma := c.Mean()
	if !(mean >= low-Sigmas*sigma && mean <= high+Sigmas*sigma) { // so that NaN fails
		t.Errorf("%s: %.5f in %.0f rounds, stated is %.5f to %.5f; one sigma is %.5f", what, mean, c.n, low, high, sigma)
	}
}
