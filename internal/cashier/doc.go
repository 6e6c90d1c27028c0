// Package cashier is the counter of the rooms below it. It builds them and joins
// them: deposits through gateways, banks and chains, withdrawals to cards and
// addresses, and the settings of both. It also lists records and cases across the
// rooms, and checks the books.
//
// In both directions an order is a row before anything happens outside. It goes from
// state to state only along the edges that the migrations allow, and moves money
// through the ledger under a key of its own, in the transaction that moves its state.
package cashier
