// Package wallet moves money between a player's centre wallet and the venues.
//
// The centre wallet is what the player may spend. A venue wallet is our mirror
// of what the player has at a venue. What is locked is held for withdrawals
// and is the cashier's business. What is in transit left the centre wallet for
// a venue that has not answered yet.
//
// A venue is a machine we do not own, so its answer cannot share our
// transaction, and it has three answers: yes, no, and nothing that proves
// either. Hence hold, ask, settle:
//
//	ToVenue     hold   centre → transit, the order with our reference: committed
//	            ask    the venue is called, outside any transaction
//	            settle yes: transit → venue · no: transit → centre · unknown: stays
//
//	FromVenue   the order with our reference: committed, nothing moved
//	            ask    the venue is called
//	            settle yes: venue → centre · no, unknown: nothing moves
//
// What stays open is asked about by its reference until the venue says yes or
// no (ResolvePending), or a person decides with a second person (hand.go). It
// does not matter which process began a transfer, or whether it still lives:
// everything the resolver needs was committed before the venue heard of it.
//
// Three things always hold. Money is in exactly one account, also while
// nobody knows what the venue did. A reference is sent once and never again.
// A player has at most one open transfer at each venue.
//
// This package must never call a venue inside a transaction, never take
// silence for an answer, and never credit the centre wallet without proof.
package wallet
