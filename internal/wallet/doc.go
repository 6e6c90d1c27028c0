// Package wallet moves money between a player's centre wallet and the venues.
//
// The centre wallet is the money a player may spend. A venue wallet is our
// mirror of the player's money at a venue. Locked money is held for withdrawals
// and belongs to package cashier. Money in transit left the centre wallet for a
// venue that has not answered yet.
//
// A venue is another company's system, so its answer cannot share our
// transaction. It has three answers: yes, no, and unknown, which proves
// neither. Hence hold, ask, settle:
//
//	ToVenue     hold   centre → transit, the order with our reference: committed
//	            ask    the venue is called, outside any transaction
//	            settle yes: transit → venue · no: transit → centre · unknown: stays
//
//	FromVenue   the order with our reference: committed, nothing moved
//	            ask    the venue is called
//	            settle yes: venue → centre · no, unknown: nothing moves
//
// ResolvePending asks about an open transfer by its reference until the venue
// says yes or no. A person may decide instead, with a second person (hand.go).
// It does not matter which process began a transfer, or whether it still lives:
// everything the resolver needs is committed before the venue is called.
//
// Three things always hold. Money is in exactly one account, also while the
// venue's answer is unknown. A reference is sent once and never again. A player
// has at most one open transfer at each venue.
//
// This package must never call a venue inside a transaction, never take silence
// for an answer, and never credit the centre wallet without proof.
package wallet
