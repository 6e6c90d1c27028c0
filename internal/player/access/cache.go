package access

import (
	"sync/atomic"
	"time"

	"github.com/maypok86/otter/v2"
)

// sessionCache remembers ticket rows for a second, so that a busy player's
// calls do not each read the same row. Whatever ends a session empties it: on
// this node the end counts at once, on others within that second. A row read
// before such an end and stored after it would bring the session back, hence
// the generation.
type sessionCache struct {
	rows       *otter.Cache[string, ticketRow]
	generation atomic.Int64
}

const cachedFor = time.Second

func newSessionCache() *sessionCache {
	return &sessionCache{rows: otter.Must(&otter.Options[string, ticketRow]{
		MaximumSize:      20_000,
		ExpiryCalculator: otter.ExpiryWriting[string, ticketRow](cachedFor),
	})}
}

func (c *sessionCache) get(hash string) (ticketRow, int64, bool) {
	generation := c.generation.Load()
	row, ok := c.rows.GetIfPresent(hash)
	return row, generation, ok
}

// put stores a row unless a session ended since generation was taken.
func (c *sessionCache) put(hash string, row ticketRow, generation int64) {
	c.rows.Set(hash, row)
	if c.generation.Load() != generation {
		c.rows.Invalidate(hash)
	}
}

func (c *sessionCache) drop(hashes ...string) {
	c.generation.Add(1)
	for _, hash := range hashes {
		c.rows.Invalidate(hash)
	}
}

func (c *sessionCache) clear() {
	c.generation.Add(1)
	c.rows.InvalidateAll()
}
