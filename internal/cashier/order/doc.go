// Package order has what orders to deposit and to withdraw share: the dependencies
// of all rooms of the cashier, the operator's rules, order numbers and their
// histories, the lock of a player, debts, and the acts of staff that a second
// person must not repeat.
//
// It knows no room of the cashier. Every other room may use it.
package order
