// Package books serves the calls about what the books say: runs through the ledger,
// comparisons with companies, the switches of money, earnings and forfeits.
package books
