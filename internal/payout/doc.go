// Package payout pays approved withdrawals to bank cards through companies (代付).
//
// An attempt is a row before its company is called. From then on it holds its order:
// nobody pays the order another way and no money goes back until the company is
// known to have paid or known not to have. A company's answer that is lost, slow or
// nonsense is unknown, and unknown is asked again with growing pauses. The answer
// "no such order" counts as a no only after the company's own window, at the same
// company. What contradicts itself waits for two people.
//
// The package never moves money itself: the cashier books a paid order in the one
// step that pays by hand use too.
package payout
