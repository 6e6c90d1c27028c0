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

// portion is how many lines one transaction stores. Many together cost less: the
// entry of the books, the day total and the requirement of a player are written
// once for all the lines, and an index page that several of them touch is logged
// once. But the transaction holds SQLite's one writer, or the players' rows on
// PostgreSQL, for some fifty milliseconds a thousand lines. So a portion doubles
// while nobody else writes, and is the least again as soon as others do (H-323).
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
