package arcade

import (
	"context"
	"strings"
	"sync"
	"time"

	"hongyun/sandbox/books"
)

// CrowdVenue is the beginning of the name under which the crowd has its accounts.
const CrowdVenue = "crowd:"

// lookFor is how long the crowd plays on at a game after the last look at it.
const lookFor = 30 * time.Second

// IsCrowd tells whether an account of a venue is a simulated player's.
func IsCrowd(venue string) bool { return strings.HasPrefix(venue, CrowdVenue) }

// SharedVenue is the venue whose rooms and jackpots an account of a venue shares.
func SharedVenue(venue string) string { return strings.TrimPrefix(venue, CrowdVenue) }

// ShownName is a player's name as the others see it.
func ShownName(crowd bool, name string) string {
	if !crowd {
		return Masked(name)
	}
	return string([]rune(name)[:1]) + "**"
}

// Attendance is the switch of the simulated players, and where people look at them.
type attendance struct {
	mu     sync.Mutex
	on     bool
	looked map[Section]time.Time
	selves map[string]bool      // players of operators who play by themselves
	paid   map[string]bool      // venues at which no bet of the crowd is open
	put    map[string]time.Time // bets at tables that are placed, until when they matter
}

// Section is a kind of game at a venue.
type Section struct {
	Venue string
	Kind  Kind
}

// SetCrowd lets simulated players play from now on, or sends them home. Their
// open bets are settled all the same.
func (p *Arcade) SetCrowd(on bool) {
	p.Attendance.mu.Lock()
	defer p.Attendance.mu.Unlock()
	p.Attendance.on = on
	p.Attendance.looked, p.Attendance.put, p.Attendance.paid = map[Section]time.Time{}, map[string]time.Time{}, map[string]bool{}
}

// Crowd tells whether simulated players play.
func (p *Arcade) Crowd() bool {
	p.Attendance.mu.Lock()
	defer p.Attendance.mu.Unlock()
	return p.Attendance.on
}

// SimulatedHeader marks the calls of a simulated player. Its answers have no
// reader, so the crowd does not come for them. Others see the player marked as
// simulated.
const SimulatedHeader = "Simulated"

// simulatedCall is the key of such a call in its context.
type simulatedCall struct{}

// Simulated tells whether a player of a venue plays by itself, as far as is known
// since the start.
func (p *Arcade) Simulated(venue, player string) bool {
	p.Attendance.mu.Lock()
	defer p.Attendance.mu.Unlock()
	return IsCrowd(venue) || p.Attendance.selves[venue+"\x00"+books.Key(player)]
}

// PlaysItself notes that a player plays by itself, and marks the call.
func (p *Arcade) PlaysItself(ctx context.Context, s books.Session) context.Context {
	p.Attendance.mu.Lock()
	defer p.Attendance.mu.Unlock()
	if p.Attendance.selves == nil {
		p.Attendance.selves = map[string]bool{}
	}
	p.Attendance.selves[s.Venue+"\x00"+books.Key(s.Player)] = true
	return context.WithValue(ctx, simulatedCall{}, true)
}

// Look notes that a person looks at a kind of game.
func (p *Arcade) Look(ctx context.Context, venue string, kind Kind, now time.Time) {
	if ctx.Value(simulatedCall{}) != nil {
		return
	}
	p.Attendance.mu.Lock()
	defer p.Attendance.mu.Unlock()
	if p.Attendance.on {
		p.Attendance.looked[Section{RealVenue(venue), kind}] = now
	}
}

// Watched tells whether a person looked at a kind of game lately.
func (c *attendance) Watched(at Section, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return now.Sub(c.looked[at]) <= lookFor
}

// Owes tells whether the crowd may have open bets at a venue.
func (c *attendance) Owes(venue string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.on || !c.paid[venue]
}

// Settled notes that the crowd has no open bet at a venue.
func (c *attendance) Settled(venue string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.paid == nil {
		c.paid = map[string]bool{}
	}
	c.paid[venue] = !c.on
}

// First tells whether a bet at a table was not placed yet, and notes that it is.
func (c *attendance) First(id string, until, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, known := c.put[id]; known {
		return false
	}
	for other, end := range c.put {
		if now.After(end) {
			delete(c.put, other)
		}
	}
	c.put[id] = until
	return true
}

// Forget takes a note of a bet back that was not placed.
func (c *attendance) Forget(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.put, id)
}

// WithCrowd are the names under which persons and the crowd have their accounts.
func WithCrowd(venue string) [2]string {
	venue = RealVenue(venue)
	return [2]string{venue, CrowdVenue + venue}
}
