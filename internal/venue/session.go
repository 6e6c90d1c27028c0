package venue

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/secret"
)

// sessionFor is how long a session token is good: from the launch until the
// vendor's page asks about it.
const sessionFor = 5 * time.Minute

// Sessions makes and reads the tokens by which one venue's vendor asks who
// opened a game (H-220). A token holds the player's account and its own end. It
// is sealed with the data key for this venue alone, so every node can read it
// and none stores it.
type Sessions struct {
	box   *secret.Box
	where string
	clock interface{ Now() time.Time }
}

// NewSessions makes the sessions of a venue.
func NewSessions(box *secret.Box, venue string, clock interface{ Now() time.Time }) *Sessions {
	return &Sessions{box: box, where: "venue.session/" + venue, clock: clock}
}

// urlLetters writes a sealed value in letters that need no escaping in an address, and
// sealedLetters turns them back.
var (
	urlLetters    = strings.NewReplacer("+", "-", "/", "_")
	sealedLetters = strings.NewReplacer("-", "+", "_", "/")
)

// Issue gives a token for a player's account at the venue.
func (s *Sessions) Issue(account string) string {
	until := strconv.FormatInt(s.clock.Now().Add(sessionFor).UnixMilli(), 10)
	return urlLetters.Replace(s.box.Seal(s.where, until+" "+account))
}

// errSession says that a token is not one of this venue's, or is too old.
var errSession = errors.New("venue: not a session of this venue")

// Account returns the account that a token was issued for. It makes no call.
func (s *Sessions) Account(token string) (string, error) {
	plain, err := s.box.Open(s.where, sealedLetters.Replace(token))
	until, account, _ := strings.Cut(plain, " ")
	millis, bad := strconv.ParseInt(until, 10, 64)
	if err != nil || bad != nil || account == "" || !s.clock.Now().Before(time.UnixMilli(millis)) {
		return "", errSession
	}
	return account, nil
}
