//go:build !race

package ledger_test

const slower = 1
