// Package hookapi takes callbacks from the companies outside and hands each,
// exactly as it arrived, to the noun it belongs to: payments, and questions of venues
// whose session a launch has.
//
// It reads no field and believes nothing: the noun keeps the raw bytes first,
// then checks signature, order, amount and currency. Replays are normal and
// get the answer the sender expects. A callback is acknowledged only when the
// noun has committed what it says (trust CBK-4); any other answer makes the
// sender try again. A question about a session writes nothing (H-220).
package hookapi
