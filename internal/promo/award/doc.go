// Package award keeps the awards of promotions: one row for each thing that was
// given, unique by promotion, player and item.
//
// A row moves from paid to cancelled, or from withheld to paid or refused, and
// its player is told of each step. The package makes the entries that pay a row
// and take it back, sums costs by month, and compares every row with the books.
// Package promo decides what is given and moves the money.
package award
