// Package gateways are payment companies: a merchant opens an order, the payer pays
// with one button on a cashier page that needs no script, and the company tells
// the merchant with a signed notice until it hears the word of its convention.
//
// Epay: the payer is sent to submit.php, or the merchant asks mapi.php for an
// address. The notice is a GET, the word "success"; api.php answers queries.
//
// fourparty, the pay_* convention: a form POST to Pay_Index.html by a browser, or by
// a server that asks for JSON with type=json. The notice is a form POST, the word
// "OK"; Pay_Trade_query.html answers signed questions with signed states.
//
// epusdt: a JSON POST opens an order for an amount in yuan and answers the exact
// coins, an address and a cashier page. The notice is a JSON POST, the word "ok"
// alone, sent six times at most. Merchants have no query.
//
// Our choices where the convention leaves room:
//
//   - Epay: the same order number with the same amount, type and notify address is
//     the same order and gets the same cashier page; with others it is refused. The
//     other two refuse every number that they have.
//   - fourparty: 903 is answered with an address, 902 with the text of a code, 907 with an address.
//   - An order never expires: whoever pays late has paid late.
//   - Query answers the money that came in, once it came in.
//   - Notices go to loopback addresses only: the sandbox reaches nobody outside
//     this machine. They are tried at once and then after 1 s, 5 s, 30 s, 1 min,
//     5 min, 15 min and 1 h of real time, across restarts, eight times in all.
package gateways
