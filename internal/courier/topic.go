package courier

import (
	"time"
)

// Channel is a way of reaching a player.
type Channel string

// The channels.
const (
	SMS     Channel = "sms"
	Email   Channel = "email"
	WebPush Channel = "push" // to browsers, of which there is no address to prove
)

// Channels is every channel with an address that players prove, in the order of the screen.
var Channels = []Channel{SMS, Email}

// Topic is what a message is about.
type Topic string

// The topics.
const (
	Prove  Topic = "prove"  // a code that proves an address
	Change Topic = "change" // a code to change an address
	Reset  Topic = "reset"  // a code to set a new login password
	Safety Topic = "safety" // the account changed; cannot be switched off
	Money  Topic = "money"  // a deposit or a withdrawal
	Test   Topic = "test"   // of staff
)

// Lane is a budget of messages.
type Lane string

// The lanes.
const (
	Visitors Lane = "visitor"
	Players  Lane = "player"
	Notices  Lane = "notice" // about money
	Secure   Lane = "safety" // about safety; as many as of Notices
	tests    Lane = "test"
)

// laneOf is the budget of a notice.
func laneOf(t Topic) Lane {
	if t == Safety {
		return Secure
	}
	return Notices
}

const (
	codeDeadline   = 5 * time.Minute // a code that comes later is of no use
	noticeDeadline = 6 * time.Hour
	sendLimit      = 15 * time.Second // one try
	keptFor        = 30 * 24 * time.Hour
	settleLimit    = 5 * time.Second // writing down an outcome
	maxAtOnce      = 100             // messages that one call of Deliver takes, to browsers and to others each
	maxNotices     = 10              // of them notices of one channel: a code must not wait for many
	noticesADay    = 10              // of one topic, to one player by one channel
	testsADay      = 30
)

// CodeMinutes is how long a code is valid, as the texts say it.
const CodeMinutes = 10

// isCode says that a message carries a code.
func (t Topic) isCode() bool { return t == Prove || t == Change || t == Reset }

// backOff is how long a message waits after its n-th try failed.
func (t Topic) backOff(tries int) time.Duration {
	if t.isCode() {
		return min(5*time.Second<<min(tries, 10), time.Minute)
	}
	return min(10*time.Second<<min(tries, 10), 15*time.Minute)
}
