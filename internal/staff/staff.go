package staff

import (
	"log/slog"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"hongyun/internal/db"
	"hongyun/internal/secret"
)

// Actor is who does something: a member of staff, or a job of the house.
type Actor struct {
	ID        string
	Name      string
	Roles     []string
	IP        string
	RequestID string

	Rights Rights // nil where no session was read: see Can
}

// System is the actor for what no person did: a job, a command, a callback.
func System(job string) Actor { return Actor{ID: "system:" + job, Name: "系统"} }

// Config is what New needs.
type Config struct {
	DB  *db.DB
	Box *secret.Box  // seals the TOTP secrets
	Log *slog.Logger // slog.Default if nil
	// RequestFor is how long a request waits for a second person before it
	// expires; seven days if zero.
	RequestFor time.Duration
}

const requestFor = 7 * 24 * time.Hour

// Staff is what a member of staff may do: roles, the audit trail and second-person
// requests. Accounts adds how people get in.
type Staff struct {
	DB   *db.DB
	Box  *secret.Box
	Log  *slog.Logger
	asks time.Duration // how long a request may wait

	mu         sync.RWMutex
	onApproved map[string]Executor
	onRefused  map[string]Executor
}

// New connects the package to its database.
func New(c Config) *Staff {
	s := &Staff{
		DB: c.DB, Box: c.Box, Log: c.Log, asks: c.RequestFor,
		onApproved: map[string]Executor{}, onRefused: map[string]Executor{},
	}
	if s.Log == nil {
		s.Log = slog.Default()
	}
	if s.asks == 0 {
		s.asks = requestFor
	}
	return s
}

// CheckReason returns a reason without the space around it, or ErrReason if it
// has not 2 to 200 characters or hides something (control and direction
// characters, which make a screen show other text than was written: trust INP-4).
func CheckReason(reason string) (string, error) {
	reason = strings.TrimSpace(reason)
	if n := utf8.RuneCountInString(reason); n < 2 || n > 200 || !utf8.ValidString(reason) {
		return "", ErrReason
	}
	if strings.ContainsFunc(reason, func(r rune) bool { return unicode.Is(unicode.C, r) && r != '\n' }) {
		return "", ErrReason
	}
	return reason, nil
}

// Page is a part of a list: the first page is 1, a size is 1 to 100. With a Seek
// it is read by cursor, and the number means nothing.
type Page struct {
	Number, Size int
	Seek         *Seek
}

// Bare reports whether rows alone are asked for, and no count of them.
func (p Page) Bare() bool { return p.Seek != nil && p.Seek.Bare }

// Bounds are the LIMIT and OFFSET of a page; what is out of range is brought into it.
func (p Page) Bounds() (limit, offset int64) {
	size, number := p.Size, p.Number
	if size < 1 {
		size = 50
	}
	size = min(size, 100)
	number = min(max(number, 1), 1_000_000)
	return int64(size), int64(number-1) * int64(size)
}
