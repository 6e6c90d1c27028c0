// Package tf is the company's side of TF Gaming's transfer wallet for e-sports. It is
// written from the protocol sheet alone, so that a misreading of the operator's client
// shows here.
//
// Left out are member-summary and the newer launch by /api/v4/launch/url/.
//
// Where the sheet leaves the vendor's behaviour open, this is what we chose:
//
//   - Checks run in the order: Authorization (401), caller's address (403), path (404),
//     method (405), form and fields of the body (400), the call's own. A field error
//     names the field: {"amount": ["…"]}. Every other error has a detail.
//   - The body of a POST is a JSON object. An amount is a number or a text, from 0.01,
//     with at most two places. Balances and the amounts of rows are numbers.
//   - A member_code has 1 to 32 letters, digits and underscores; capitals do not tell
//     members apart. A reference_no has 1 to 50 letters, digits, - and _.
//   - A new member, deposit or withdrawal is answered 201. The balance of a member who
//     is not there, and a transfer of one, are answered 404.
//   - A transfer refused for its form, or for a member who is not there, leaves no order.
//     One refused on its merits is kept with 409: code 4091 for too little money of
//     member or operator, 4092 for a locked member. A reference that was used is a field
//     error of reference_no from then on.
//   - transfer-status is 200 for a transfer that was carried out and 404 for one that was
//     refused or is not there. A transfer under way is answered 202, and so is the question
//     about it. No answer holds an amount.
//   - launch.html asks the operator's verify endpoint each time it is opened. It opens the
//     lobby for the member whom the operator names. Any answer but 200 with a loginName
//     opens nothing.
//   - bet-transaction takes one of its three pairs of times, both ends included, by full
//     instants. Rows are in the order of the time asked for. A page behind the last one is
//     404. A page_size above 1000 is a field error. An error of the feed itself is 200 with
//     a code. The last change of an open bet is its placing.
//   - An open bet has neither earnings nor a result_status. A cancelled bet has earnings
//     0. The flag of a bet that was opened again is is_unsettled, and no bet here is ever
//     opened again. The list tickets is empty for a single bet. A leg has the names of
//     the row.
//   - An open bet is no reason to refuse a transfer.
package tf
