package ticket

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// State is how a ticket stands.
type State string

// The states.
const (
	Open     State = "open"     // support has to answer
	Waiting  State = "waiting"  // the player has to answer
	Solved   State = "solved"   // closed
	Reopened State = "reopened" // the player wrote again after it was solved
)

// States is every state, in the order of the desk.
var States = []State{Open, Reopened, Waiting, Solved}

// Kinds are what a question may be about.
var Kinds = []string{"deposit", "withdrawal", "transfer", "game", "bonus", "account", "other"}

// Abouts are what a Reference may name.
var Abouts = []string{"deposit", "withdrawal", "bet", "record"}

// The limits of a player.
const (
	OpenMost      = 5   // tickets that are not solved
	openedADay    = 10  // new tickets
	entriesADay   = 100 // texts
	picturesADay  = 30
	picturesEach  = 4
	textMost      = 2000
	subjectLength = 40
	reopenWithin  = 30 * 24 * time.Hour

	looseKept   = 24 * time.Hour       // a picture that no text names
	pictureKept = 365 * 24 * time.Hour // every picture
	pruneBatch  = 200
)

// Reference is an order, a bet or another record of money that a ticket is about.
type Reference struct {
	About string // deposit, withdrawal, bet or record
	Ref   string // its number; of a bet the venue's code, a colon and the number
}

// Ticket is a question with how it stands.
type Ticket struct {
	ID        string
	Player    string
	Kind      string
	Subject   string
	Reference Reference
	State     State
	TakenBy   string
	TakenName string
	Unread    int // answers that the player has not seen
	Asked     int // texts of the player since the last answer
	Score     int // 1 to 5; 0: not given
	Comment   string
	OpenedAt  time.Time
	ChangedAt time.Time
	SolvedAt  time.Time // zero: never
	Last      string    // id of the last text
}

// The sides of an entry.
const (
	ByPlayer = "player"
	ByStaff  = "staff"
	Note     = "note" // of staff for staff
)

// The sides whose entries a player reads, and all of them.
var (
	PlayerSides = []string{ByPlayer, ByStaff}
	Sides       = append(slices.Clone(PlayerSides), Note)
)

// Entry is one text of a thread.
type Entry struct {
	ID       string
	Side     string
	ByID     string
	ByName   string
	Body     string
	Pictures []string
	At       time.Time
}

// Config is what New needs.
type Config struct {
	DB    *db.DB
	Staff *staff.Staff
	// Owns reports whether an order or a bet is the player's. Nil refuses every
	// reference.
	Owns func(ctx context.Context, player string, r Reference) (bool, error)
}

// Tickets is the desk of support.
type Tickets struct {
	Config
}

// New connects the package to its database and the audit trail.
func New(c Config) *Tickets { return &Tickets{Config: c} }

// checkText gives a text without white space around it, or ErrText: it is too
// short or too long, or hides characters.
func checkText(text string) (string, error) {
	text = strings.TrimSpace(strings.ReplaceAll(text, "\r\n", "\n"))
	if n := utf8.RuneCountInString(text); n < 2 || n > textMost || !plain(text) {
		return "", ErrText
	}
	return text, nil
}

// plain refuses characters with which a text shows something else than it says.
func plain(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return unicode.IsControl(r) && r != '\n' || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' || r == '\ufeff'
	})
}

// subjectOf is the beginning of a question, on one line.
func subjectOf(text string) string {
	words := []rune(strings.Join(strings.Fields(text), " "))
	if len(words) > subjectLength {
		return string(words[:subjectLength]) + "…"
	}
	return string(words)
}
