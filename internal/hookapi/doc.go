// Package hookapi takes callbacks from outside companies and passes each,
// exactly as it arrived, to its noun. They are payments, and venues' questions
// about the session of a launch.
//
// It reads no field and believes nothing. The noun keeps the raw bytes first,
// then checks signature, order, amount and currency. Replays are normal and get
// the answer the sender expects. A callback is acknowledged only when the noun
// has committed it (trust CBK-4); any other answer makes the sender try again.
// A question about a session writes nothing (H-220).
package hookapi
