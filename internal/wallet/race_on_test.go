//go:build race

package wallet_test

// slower is how much less a test of many random runs does under the race
// detector; the whole number runs without it.
const slower = 10
