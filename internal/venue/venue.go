package venue

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/money"
)

// Venue is the set of abilities that every game venue must have. An adapter
// implements it over the venue's own protocol and passes venuetest.
//
// All methods are safe for concurrent use, obey ctx, keep to Rules().Timeout
// and never put a secret into an error. No method may be called inside a
// database transaction.
type Venue interface {
	// Rules returns the venue's limits, without a call; they never change.
	Rules() Rules

	// AccountName returns a player's name for the venue, without a call. The
	// stored form counts, so a later change of the rule renames no player.
	AccountName(player string) string

	// NewRef makes our reference for one transfer in the venue's own format. It
	// is unique, needs no call, and is stored with the order before the
	// transfer is sent. Every repetition and every Lookup uses the same one.
	NewRef(account string, at time.Time) string

	// EnsurePlayer creates the account at the venue if it is not there yet.
	// It may be repeated.
	EnsurePlayer(ctx context.Context, account string) error

	// Credit moves money from the centre wallet into the venue's account.
	//
	// Done: the venue has it. Refused: the venue has not done it and never
	// will do it for this reference; the error is nil or a *Refusal. Unknown:
	// neither is proved, whatever the error says; only Lookup may decide.
	// Any error that is not a *Refusal comes with Unknown.
	//
	// Repeating a reference moves the money once. Refused speaks of the
	// reference and not only of the last sending.
	Credit(ctx context.Context, m Movement) (Outcome, error)

	// Debit moves money from the venue's account back to the centre wallet,
	// under the same promises as Credit. Only Done is proof.
	Debit(ctx context.Context, m Movement) (Outcome, error)

	// Lookup asks for the result of a reference. Absent says that the venue has
	// never heard of it. It counts as no only when it is said again later than
	// Rules().VisibleAfter after the last sending. An error always comes with
	// Unknown.
	Lookup(ctx context.Context, ref string) (Answer, error)

	// Balance gives what the player could take back now.
	Balance(ctx context.Context, account string) (money.Fen, error)

	// Launch gives the address at which the player's browser opens the game.
	Launch(ctx context.Context, l Launch) (url string, err error)
}

// Outcome is the known result of a transfer at a venue.
type Outcome int

// The zero Outcome is Unknown, so that forgetting to decide decides nothing.
const (
	Unknown Outcome = iota // neither yes nor no is proved
	Done                   // the venue has carried it out
	Refused                // the venue has not carried it out and will not
	Absent                 // only from Lookup: the venue has never heard of it
)

// String gives the outcome in lower case, as logs and tables write it.
func (o Outcome) String() string {
	switch o {
	case Unknown:
		return "unknown"
	case Done:
		return "done"
	case Refused:
		return "refused"
	case Absent:
		return "absent"
	}
	return fmt.Sprintf("outcome(%d)", int(o))
}

// Rules are the limits of one venue that callers must respect.
type Rules struct {
	WholeYuan    bool          // transfers must be whole yuan
	MaxAmount    money.Fen     // largest amount of one transfer; 0 means no limit
	VisibleAfter time.Duration // Absent counts as no only later than this after the last sending
	Timeout      time.Duration // longest time one call may take

	// NoQuery says that the venue answers no question about a transfer. Lookup
	// learns nothing, and only people can resolve an unknown one.
	NoQuery bool

	// NoGameList says that no call of the vendor gives the list of its games, or
	// that its answer is not known. A venue without it is a GameLister.
	NoGameList bool

	// NoSides says in Chinese why bets at a sportsbook name no match or no
	// side, so that people must look for opposite bets themselves. It is ""
	// where bets name both.
	NoSides string

	// NoReplay says why no page of the vendor shows a finished round once more; "" where
	// one does. A venue without it is a Replayer.
	NoReplay string

	// ReplayForStaff says that the address of a round also opens rounds of other players,
	// so that no player may have it (H-314).
	ReplayForStaff bool

	// Seamless says that the venue plays on the centre wallet: it has no wallet
	// of its own, so nothing is transferred, recycled or compared there.
	Seamless bool
}

// NoMatchNumber is why some sportsbooks name no sides: see Rules.NoSides. Two teams
// may meet twice a day, so that their names are no number.
const NoMatchNumber = "注单不含赛事编号，不能自动识别对押"

// NoReplayCall is why most venues show no round: see Rules.NoReplay.
const NoReplayCall = "no call of the vendor is known that shows a round once more"

// Movement is one transfer as the venue sees it.
type Movement struct {
	Ref     string    // our reference, made by NewRef and stored before the call
	Account string    // the player's name at the venue
	Amount  money.Fen // always positive
}

// Answer is the result of Lookup. Amount is the amount that the venue says it
// moved, or 0 where it does not say. A caller compares it with its own order
// before it believes Done (trust F11).
type Answer struct {
	Outcome Outcome
	Amount  money.Fen
}

// Launch says which game to open for whom. Game, Mode and Language are the
// site's own values; each adapter knows what they mean at its venue.
type Launch struct {
	Account  string // the player's name at the venue
	Game     string // "" or "0": the venue's lobby
	Mode     string
	Language string // "zh-CN" unless asked otherwise
	IP       string // the player's address, as venues demand it
	Device   string // "pc" or "h5"
	BackURL  string // absolute address of our site to come back to
	Token    string // of a seamless venue: what its calls about this session carry
}

// Reason says why a venue refused.
type Reason int

// Why a venue may refuse; Other is the zero value.
const (
	Other        Reason = iota
	InGame              // the player is seated; the money is on a table
	Insufficient        // the account at the venue has less
	Limit               // the amount is outside the venue's limits
	Float               // our own credit with the venue has run out
	Blocked             // the venue has blocked the account
	Maintenance         // the venue is closed for the moment
	Setup               // the venue does not accept us: key, address list, agent
)

var reasonNames = [...]string{
	Other: "other", InGame: "in game", Insufficient: "insufficient", Limit: "limit",
	Float: "float", Blocked: "blocked", Maintenance: "maintenance", Setup: "setup",
}

// String gives the reason in plain words, for operators.
func (r Reason) String() string {
	if r >= 0 && int(r) < len(reasonNames) {
		return reasonNames[r]
	}
	return fmt.Sprintf("reason(%d)", int(r))
}

// Refusal is the one kind of error that comes with Refused. Other methods
// return it too when the venue said a clear no.
type Refusal struct {
	Reason Reason
	Code   string // the venue's own code, for operators
}

// Error says who refused and why, without the venue's text.
func (r *Refusal) Error() string {
	return fmt.Sprintf("venue refused: %s (code %s)", r.Reason, r.Code)
}

// ForCredit corrects the reason of a refused Credit. Some vendors have one code
// for "the player has less" and "the operator's credit is used up". Money on
// its way in is never the player's at the venue.
func ForCredit(o Outcome, err error) (Outcome, error) {
	if refusal, ok := errors.AsType[*Refusal](err); ok && refusal.Reason == Insufficient {
		return o, &Refusal{Reason: Float, Code: refusal.Code}
	}
	return o, err
}
