// Package cash serves the calls about money that comes in or leaves: deposits,
// withdrawals, payouts, bank statements, USDT, turnover and cases.
package cash
