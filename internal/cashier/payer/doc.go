// Package payer pays approved withdrawals: by a person at a bank, in a batch file, by
// a company, or in USDT on a chain. It also answers for what happens after a payment:
// one that failed, that came back, or that was made twice.
//
// It must never send money to anything but the destination that was copied when the
// withdrawal was asked for, and never return money while a payment may still arrive.
package payer
