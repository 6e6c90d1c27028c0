// Package race proves what happens when everything happens at once: many
// clients on few wallets, equal requests side by side, two tabs, two nodes on
// one database. Clients speak HTTP to the real house and the real companies'
// protocols; what each was told is held against the books, the orders and the
// companies' own books, and single wallets' histories against a model of one
// wallet (linearizability).
package race
