// Package venue knows the companies whose games our players play. Venue and the
// small abilities beside it say what a company must be able to do. Venues holds
// those on offer and their states, and each player's name there. Launches opens
// games. Package catalogue changes the games for staff, and package contract keeps
// the contracts.
//
// A venue is another company's system. It may be slow, silent or wrong, so its
// answers come in three kinds, yes, no and unknown. Nothing in this package
// calls one inside a database transaction. The package moves no money in our
// own books: that is wallet's and bet's work.
package venue
