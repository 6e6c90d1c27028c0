// Package gateways is a payment company of the Epay convention: a merchant sends
// the payer to submit.php, or asks mapi.php for an address; the payer pays with
// one button on a cashier page that needs no script; the company tells the
// merchant with a signed GET until it answers "success", and answers queries on
// api.php.
//
// Our choices where the convention leaves room:
//
//   - The same order number with the same amount, type and notify address is
//     the same order and gets the same cashier page; with others it is refused.
//   - An order never expires: whoever pays late has paid late.
//   - Query answers the money that came in, once it came in.
//   - Notices go to loopback addresses only: the sandbox reaches nobody outside
//     this machine. They are tried at once and then after 1 s, 5 s, 30 s, 1 min,
//     5 min, 15 min and 1 h of real time, across restarts, eight times in all.
package gateways
