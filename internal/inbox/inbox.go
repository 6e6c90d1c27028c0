package inbox

import (
	"cmp"
	"context"
	"time"

	"hongyun/internal/courier"
	"hongyun/internal/db"
	"hongyun/internal/guard"
)

// Kind says which sort of event a message tells.
type Kind string

// The kinds.
const (
	Deposit     Kind = "deposit"
	Withdrawal  Kind = "withdrawal"
	Bonus       Kind = "bonus"
	BonusEnded  Kind = "bonus_ended" // refused or taken back
	Level       Kind = "vip"
	Answer      Kind = "answer"
	Maintenance Kind = "maintenance"
	Security    Kind = "security"
)

// Kinds are all kinds.
var Kinds = []Kind{Deposit, Withdrawal, Bonus, BonusEnded, Level, Answer, Maintenance, Security}

// promotional are the kinds that invite to play.
var promotional = map[Kind]bool{Bonus: true, Level: true}

// About names the page that a message leads to.
type About string

// The pages.
const (
	AboutNothing    About = ""
	AboutDeposit    About = "deposit"
	AboutWithdrawal About = "withdrawal"
	AboutPromotion  About = "promotion"
	AboutLevel      About = "vip"
	AboutTicket     About = "ticket"
	AboutCard       About = "card"
	AboutProfile    About = "profile"
	AboutIdentity   About = "identity" // the true name and the bank card
)

// Abouts are the pages.
var Abouts = []About{AboutNothing, AboutDeposit, AboutWithdrawal, AboutPromotion, AboutLevel, AboutTicket, AboutCard, AboutProfile, AboutIdentity}

const (
	// Kept is how long a message stays.
	Kept = 180 * 24 * time.Hour
	// UnreadMost is where the count of unread messages stops.
	UnreadMost = 100

	pruneBatch = 1000
)

// Message is one message to a player.
type Message struct {
	ID     string
	Player string
	Event  string // what happened; one event makes one message
	// Outside is the event for e-mail and SMS, "" for Event. Only the first of several
	// messages with the same one leaves. It is not stored.
	Outside string
	Kind    Kind
	Title   string
	Body    string
	About   About
	Ref     string // the number of what it is about, such as a deposit's
	At      time.Time
	ReadAt  time.Time // zero: unread
}

// Write adds messages to the transaction of what they tell. A second message
// of one event has no effect. Promotional ones are left out for players who
// stopped themselves. Messages about money and safety also leave by e-mail and SMS
// where their player proved an address.
func Write(ctx context.Context, tx *db.Tx, messages ...Message) error {
	var invited []string
	for _, m := range messages {
		if promotional[m.Kind] {
			invited = append(invited, m.Player)
		}
	}
	stopped, err := guard.StoppedIn(ctx, tx, invited)
	if err != nil {
		return err
	}
	kept := messages[:0:0]
	for _, m := range messages {
		if !promotional[m.Kind] || !stopped[m.Player] {
			kept = append(kept, m)
		}
	}
	if err := insert(ctx, tx, kept); err != nil {
		return err
	}
	return courier.Notify(ctx, tx, notices(kept)...)
}

// topics are the kinds that also leave by e-mail and SMS.
var topics = map[Kind]courier.Topic{Deposit: courier.Money, Withdrawal: courier.Money, Security: courier.Safety}

func notices(messages []Message) (out []courier.Notice) {
	for _, m := range messages {
		if topic, leaves := topics[m.Kind]; leaves {
			out = append(out, courier.Notice{Player: m.Player, Event: cmp.Or(m.Outside, m.Event), Topic: topic, Title: m.Title, Text: m.Body})
		}
	}
	return out
}

// Inbox reads and marks messages.
type Inbox struct{ db *db.DB }

// New connects the package to its database.
func New(d *db.DB) *Inbox { return &Inbox{d} }

// List is one page of a player's messages, newest first, and how many there are.
func (i *Inbox) List(ctx context.Context, player string, limit, offset int64) ([]Message, int, error) {
	return list(ctx, i.db, player, limit, offset)
}

// Unread is how many messages of a player are unread, at most UnreadMost, and
// the id of the newest message, "" if there is none.
func (i *Inbox) Unread(ctx context.Context, player string) (n int, newest string, err error) {
	return unread(ctx, i.db, player)
}

// Read marks one message of a player as read. It fails with ErrNoMessage for
// an id that is not among the player's messages.
func (i *Inbox) Read(ctx context.Context, player, id string) error {
	return i.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return markOne(ctx, tx, player, id) })
}

// ReadAll marks all messages of a player as read.
func (i *Inbox) ReadAll(ctx context.Context, player string) error {
	return i.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return markAll(ctx, tx, player) })
}

// ReadAbout marks the messages about one thing as read: the player has it on
// the screen.
func ReadAbout(ctx context.Context, tx *db.Tx, player string, about About, ref string) error {
	return markAbout(ctx, tx, player, about, ref)
}

// Prune removes messages older than Kept, in batches.
func (i *Inbox) Prune(ctx context.Context) error {
	for {
		removed := int64(0)
		err := i.db.Write(ctx, func(ctx context.Context, tx *db.Tx) (err error) {
			removed, err = prune(ctx, tx, tx.Now().Add(-Kept).UnixMilli(), pruneBatch)
			return err
		})
		if err != nil || removed < pruneBatch {
			return err
		}
	}
}
