package reconcile

import (
	"strings"
	"sync"
	"time"

	"hongyun/internal/reconcile/finding"
)

// look collects what one comparison sees. Several questions are under way at
// a time, so it is safe for concurrent use.
type look struct {
	from, to  time.Time
	impatient bool // after a restore, with the gate closed: nothing is on its way or played on, so what is missing counts at once

	mu      sync.Mutex
	found   []finding.Finding
	places  map[string]int  // kind and subject → index in found
	right   map[string]bool // group and subject of what was compared and agrees
	looked  map[string]int64
	unasked []string
	waiting int
}

// unaskedMost is how many orders without an answer are named.
const unaskedMost = 50

func newLook(from, to time.Time) *look {
	return &look{from: from, to: to, places: map[string]int{}, right: map[string]bool{}, looked: map[string]int64{}, unasked: []string{}}
}

// find adds a finding. A row that breaks two rules is one finding that says
// both.
func (l *look) find(f finding.Finding) {
	l.mu.Lock()
	defer l.mu.Unlock()
	place := f.Place()
	if i, ok := l.places[place]; ok {
		o := &l.found[i]
		o.Found, o.Detail = both(o.Found, f.Found), both(o.Detail, f.Detail)
		return
	}
	l.places[place] = len(l.found)
	l.found = append(l.found, f)
}

func both(a, b string) string {
	if b == "" || a == b {
		return a
	}
	return a + "; " + b
}

func (l *look) agree(group, subject string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.right[group+" "+subject] = true
}

func (l *look) count(what string, n int64) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.looked[what] += n
}

// silent notes that something could not be asked.
func (l *look) silent(what string) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.unasked) < unaskedMost {
		l.unasked = append(l.unasked, what)
	}
}

func (l *look) wait() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.waiting++
}

// guards notes which guard triggers are missing; the others are there.
func (l *look) guards(missing []string) {
	gone := map[string]bool{}
	for _, name := range missing {
		gone[name] = true
		l.find(finding.Finding{Kind: finding.Guard, Subject: "guard:" + name, Channel: "books", Found: name, Detail: "rows this trigger protects can be changed"})
	}
	for _, name := range guardTriggers {
		if !gone[name] {
			l.agree(finding.Guard.Group(), "guard:"+name)
		}
	}
}

// playerOf is the player whose account a row names, "" for any other row.
func playerOf(row string) string {
	rest, mine := strings.CutPrefix(row, "player:")
	if !mine {
		return ""
	}
	player, _, _ := strings.Cut(rest, ":")
	return player
}
