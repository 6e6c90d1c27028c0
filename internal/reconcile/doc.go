// Package reconcile compares the house with the companies it works with, row
// by row, and keeps every difference until people have settled it.
//
// Three sides must agree: the books (what was posted), the orders (what was
// asked for and how it ended) and the company's own statement. Books and
// orders are compared by ledger.Verify with every noun's check behind it; this
// package adds the companies: each gateway order, each transfer at a venue,
// and each player's balance there. Run does it all (every night, from the back
// office, from the command line, and before the gate opens after a restore);
// CheckBalances looks at players who moved money; Watch looks every few
// seconds at what was booked since.
//
// Nothing is ever put right here. A break is written down with what we have,
// what there is and what a person should look at, payouts of its channel are
// stopped, and a second person settles it. See Run for the order of things.
package reconcile
