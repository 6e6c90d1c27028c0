// Package saba is the company's side of SABA, a sportsbook. It is written from the
// protocol sheet alone, so that a misreading of the operator's client shows here.
//
// Where the sheet leaves the vendor's behaviour open, this is what we chose:
//
//   - Names of parameters are read in any case. A wrong vendor_id and an address that
//     is not on the list answer 9. The HTTP status is 200 whatever the answer. Data is
//     null beside an error_code that is not 0.
//   - vendor_member_id begins with the operator's prefix (8), has letters, digits, _ and
//   - behind it, and 30 characters at most (12). A username that another member has
//     answers 2, a vendor_member_id that is there already 6.
//   - vendor_trans_id has 1 to 50 letters, digits, - and _ (7). It is spent by whatever
//     was done or refused with it on its merits (5). Too little money of the member or of
//     the operator answers 3. A refusal without a reason answers 0 with the status 1, and
//     an order under way 0 with the status 2.
//   - An amount has at most two places (7) and is from 0.01 to 10,000,000.00 (4).
//   - A question about an order that is under way answers 3, about a failed one 0 with
//     the status 1.
//   - A balance of nothing is null, whether the member ever had one or not.
//   - GetSabaUrl gives an address that opens the book once.
//   - GetBetDetail answers at most 100 bets, the oldest version first. The field
//     last_version_key is the newest version among them. Without bets it is the requested
//     one, and BetDetails is left out. All bets are in BetDetails.
//   - GetBetDetailByTimeframe takes times at GMT-4 as 2006-01-02T15:04:05, both ends
//     included, at most 24 hours apart (7). The value time_type 1 is the placing of a bet
//     of any state, 2 its settling. It has no pages and answers the version 0.
//   - trans_id is the bet's id as text. Times of rows have milliseconds and no zone.
//     winlost_datetime is the day of the settling at GMT-4. There is no
//     resettlementinfo: a bet that is settled otherwise has a new version.
package saba
