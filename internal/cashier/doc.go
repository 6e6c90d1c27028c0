// Package cashier lets money into the house and out of it: deposits through
// gateways and by transfer to our bank accounts, withdrawals to bank cards,
// and the cards themselves.
//
// In both directions an order is a row before anything happens outside, goes
// from state to state only along the edges that migrations/0010_cashier.sql
// allows, and moves money through the ledger under a key of its own, in the
// transaction that moves its state.
//
//	deposit:    pending → claimed → credited        what is really received is credited, once
//	                  ↘ expired ↘ review → credited | closed
//	withdrawal: submitted → claimed → (second) → approved → paid
//	                            ↘ rejected         ↘ failed: the money returns, once
//
// It must never credit on what a player says ("I have paid" only orders the
// queue), never on a callback whose amount, order or time is not the order's,
// and never send money to anything but the destination that was copied when
// the withdrawal was asked for.
package cashier
