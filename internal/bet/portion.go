package bet

import (
	"sync"

	"hongyun/internal/db"
)

const (
	linesAtOnce = 1000 // lines stored by one transaction while others write too
	linesMost   = 8000 // while no others write
	othersFew   = 2    // writes of others during one transaction that change nothing
)

// portion is how many lines one transaction stores. Large portions cost less.
// They write a player's entry, day total and requirement once for all lines,
// and log a shared index page once. But the transaction holds SQLite's one
// writer, or the players' rows on PostgreSQL, for some fifty milliseconds a
// thousand lines. So a portion doubles while there is no other writer, and
// falls to the minimum as soon as there is one (H-323).
type portion struct {
	db *db.DB

	mu     sync.Mutex
	lines  int
	own    int64 // transactions that stored lines
	others int64 // writes of others when the last of them ended
}

func newPortion(d *db.DB) *portion {
	return &portion{db: d, lines: linesAtOnce, others: d.Writes()}
}

// size is how many lines the next transaction stores.
func (p *portion) size() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.lines
}

// stored says that a transaction stored so many lines.
func (p *portion) stored(lines int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.own++
	others := p.db.Writes() - p.own
	switch {
	case others-p.others > othersFew:
		p.lines = linesAtOnce
	case lines >= p.lines:
		p.lines = min(2*p.lines, linesMost)
	}
	p.others = others
}
