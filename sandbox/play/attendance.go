package play

import (
	"context"
	"strings"
	"sync"
	"time"

	"hongyun/sandbox/books"
)

// crowdVenue is the beginning of the name under which the crowd has its accounts.
const crowdVenue = "crowd:"

// lookFor is how long the crowd plays on at a game after the last look at it.
const lookFor = 30 * time.Second

// isCrowd tells whether an account of a venue is a simulated player's.
func isCrowd(venue string) bool { return strings.HasPrefix(venue, crowdVenue) }

// sharedVenue is the venue whose rooms and jackpots an account of a venue shares.
func sharedVenue(venue string) string { return strings.TrimPrefix(venue, crowdVenue) }

// shownName is a player's name as the others see it.
func shownName(crowd bool, name string) string {
	if !crowd {
		return masked(name)
	}
	return string([]rune(name)[:1]) + "**"
}

// attendance is the switch of the simulated players, and where people look at them.
type attendance struct {
	mu     sync.Mutex
	on     bool
	looked map[section]time.Time
	selves map[string]bool      // players of operators who play by themselves
	paid   map[string]bool      // venues at which no bet of the crowd is open
	put    map[string]time.Time // bets at tables that are placed, until when they matter
}

// section is a kind of game at a venue.
type section struct {
	venue string
	kind  Kind
}

// SetCrowd lets simulated players play from now on, or sends them home. Their
// open bets are settled all the same.
func (p *Arcade) SetCrowd(on bool) {
	p.attendance.mu.Lock()
	defer p.attendance.mu.Unlock()
	p.attendance.on = on
	p.attendance.looked, p.attendance.put, p.attendance.paid = map[section]time.Time{}, map[string]time.Time{}, map[string]bool{}
}

// Crowd tells whether simulated players play.
func (p *Arcade) Crowd() bool {
	p.attendance.mu.Lock()
	defer p.attendance.mu.Unlock()
	return p.attendance.on
}

// SimulatedHeader marks the calls of a simulated player. Its answers have no
// reader, so the crowd does not come for them. Others see the player marked as
// simulated.
const SimulatedHeader = "Simulated"

// simulatedCall is the key of such a call in its context.
type simulatedCall struct{}

// simulated tells whether a player of a venue plays by itself, as far as is known
// since the start.
func (p *Arcade) simulated(venue, player string) bool {
	p.attendance.mu.Lock()
	defer p.attendance.mu.Unlock()
	return isCrowd(venue) || p.attendance.selves[venue+"\x00"+books.Key(player)]
}

// playsItself notes that a player plays by itself, and marks the call.
func (p *Arcade) playsItself(ctx context.Context, s books.Session) context.Context {
	p.attendance.mu.Lock()
	defer p.attendance.mu.Unlock()
	if p.attendance.selves == nil {
		p.attendance.selves = map[string]bool{}
	}
	p.attendance.selves[s.Venue+"\x00"+books.Key(s.Player)] = true
	return context.WithValue(ctx, simulatedCall{}, true)
}

// look notes that a person looks at a kind of game.
func (p *Arcade) look(ctx context.Context, venue string, kind Kind, now time.Time) {
	if ctx.Value(simulatedCall{}) != nil {
		return
	}
	p.attendance.mu.Lock()
	defer p.attendance.mu.Unlock()
	if p.attendance.on {
		p.attendance.looked[section{realVenue(venue), kind}] = now
	}
}

// watched tells whether a person looked at a kind of game lately.
func (c *attendance) watched(at section, now time.Time) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return now.Sub(c.looked[at]) <= lookFor
}

// owes tells whether the crowd may have open bets at a venue.
func (c *attendance) owes(venue string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.on || !c.paid[venue]
}

// settled notes that the crowd has no open bet at a venue.
func (c *attendance) settled(venue string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.paid == nil {
		c.paid = map[string]bool{}
	}
	c.paid[venue] = !c.on
}

// first tells whether a bet at a table was not placed yet, and notes that it is.
func (c *attendance) first(id string, until, now time.Time) bool {
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

// forget takes a note of a bet back that was not placed.
func (c *attendance) forget(id string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.put, id)
}

// withCrowd are the names under which persons and the crowd have their accounts.
func withCrowd(venue string) [2]string {
	venue = realVenue(venue)
	return [2]string{venue, crowdVenue + venue}
}
