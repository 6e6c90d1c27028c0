// Package reconcile compares our books and orders with the companies we work
// with, row by row. It keeps every difference until people have settled it.
//
// Three sides must agree: the books (posted amounts), the orders (requests and
// their results) and the company's own statement. Verify of ledger compares
// books and orders, with every noun's check behind it. This package adds the
// companies: each gateway order, each transfer at a venue, and each player's
// balance there. Run does it all: every night, from the back office, from the
// command line, and before the gate opens after a restore. CheckBalances looks
// at players who moved money. Watch looks every few seconds at the newest
// bookings.
//
// Nothing is ever corrected here. A break is recorded with our figures, the
// company's, and advice for a person. Payouts of its channel are stopped, and a
// second person settles it. See Run for the order of things.
package reconcile
