// Package payment is the contract with the companies that take money for us:
// start a collection, ask what became of it, and read what they send us. One
// adapter a gateway convention stands below it (payment/epay, payment/fourparty,
// payment/epusdt), and each passes paymenttest.
//
// A callback is a hint and not money: an adapter says only whether the sender
// is who it claims to be and what it said. That the order exists, is still
// open and has this amount is cashier's to check (trust CBK-2).
package payment
