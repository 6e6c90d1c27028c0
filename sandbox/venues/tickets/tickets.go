// Package tickets keeps the short-lived names by which a vendor's page of a round is
// opened. A restart forgets them.
package tickets

import (
	"crypto/rand"
	"sync"
	"time"
)

// Lasts is how long a ticket is good.
const Lasts = 10 * time.Minute

// Tickets are those of one vendor. The zero value has none.
type Tickets struct {
	mu    sync.Mutex
	known map[string]ticket
}

type ticket struct {
	what  string
	until time.Time
}

// Issue gives a ticket for something.
func (t *Tickets) Issue(what string, now time.Time) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.known == nil {
		t.known = map[string]ticket{}
	}
	for name, old := range t.known {
		if !now.Before(old.until) {
			delete(t.known, name)
		}
	}
	name := rand.Text()
	t.known[name] = ticket{what, now.Add(Lasts)}
	return name
}

// Of is what a ticket was issued for while it is good, and "" otherwise.
func (t *Tickets) Of(name string, now time.Time) string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if k := t.known[name]; now.Before(k.until) {
		return k.what
	}
	return ""
}
