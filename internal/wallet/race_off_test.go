//go:build !race

package wallet_test

const slower = 1
