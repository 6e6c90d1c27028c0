// Package deposit takes orders to deposit and credits what arrives for them: by the
// callback or the answer of a gateway, by a transfer that a person confirms, or by
// coins on a chain.
//
//	pending → claimed → credited        what is really received is credited, once
//	      ↘ expired ↘ review → credited | closed
//
// It must never credit on what a player says ("I have paid" only orders the queue),
// and never on a callback whose amount, order or time is not the order's.
package deposit
