// Package channel keeps the ways of money that the operator offers: methods to
// deposit, their channels, the gateways behind them, and the company's accounts.
//
// Two people enter each of them in the back office, as settings; one person takes
// one out of use. It must never show a key of a gateway, and never store a
// company account that one person alone entered.
package channel
