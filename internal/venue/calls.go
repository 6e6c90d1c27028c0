package venue

import (
	"sync"
	"time"
)

const (
	callMinutes  = 60 // of which Calls keeps figures
	callFailures = 20 // which Calls keeps at most
)

// FailureKind says how a call failed, in words of ours. The error of a call may
// hold its address, and addresses hold signatures.
type FailureKind string

// How a call may fail. FailStatus is an answer with an HTTP status of 400 or more.
const (
	FailTimeout FailureKind = "timeout"
	FailRefused FailureKind = "refused" // no connection
	FailName    FailureKind = "name"    // the host's name is not known
	FailTLS     FailureKind = "tls"     // its certificate does not hold
	FailBroken  FailureKind = "broken"  // the connection ended, or anything else
	FailStatus  FailureKind = "status"
)

// FailureKinds are the ways in which a call may fail.
var FailureKinds = []FailureKind{FailTimeout, FailRefused, FailName, FailTLS, FailBroken, FailStatus}

// CallFailure is one call that failed.
type CallFailure struct {
	At     time.Time
	Kind   FailureKind
	Status int // of FailStatus
}

// CallFigures are the calls of the last hour.
type CallFigures struct {
	Calls, Failed int
	Average       time.Duration // until the answer began, or the call failed
	Slowest       time.Duration
	LastAt        time.Time     // of the last call, however long ago
	LastGoodAt    time.Time     // of the last call that was answered well
	Failures      []CallFailure // the newest first, however long ago
}

// Calls counts the calls that this process makes to one venue. It keeps neither
// addresses nor bodies. It is safe for concurrent use.
type Calls struct {
	mu           sync.Mutex
	minutes      [callMinutes]callMinute // a ring: minute m is at m modulo its length
	failures     []CallFailure           // the oldest first
	last, lastOK time.Time
}

type callMinute struct {
	minute        int64 // since 1970
	calls, failed int
	took, slowest time.Duration
}

// Note counts a call that took so long and ended at a time. The zero failure is a good answer.
func (c *Calls) Note(at time.Time, took time.Duration, failure CallFailure) {
	c.mu.Lock()
	defer c.mu.Unlock()
	minute := at.Unix() / 60
	m := &c.minutes[minute%callMinutes]
	if m.minute != minute {
		*m = callMinute{minute: minute}
	}
	m.calls++
	m.took += took
	m.slowest = max(m.slowest, took)
	c.last = at
	if failure.Kind == "" {
		c.lastOK = at
		return
	}
	m.failed++
	failure.At = at
	if len(c.failures) == callFailures {
		c.failures = append(c.failures[:0], c.failures[1:]...)
	}
	c.failures = append(c.failures, failure)
}

// Figures gives the calls of the hour before a time.
func (c *Calls) Figures(now time.Time) CallFigures {
	c.mu.Lock()
	defer c.mu.Unlock()
	f := CallFigures{LastAt: c.last, LastGoodAt: c.lastOK, Failures: make([]CallFailure, 0, len(c.failures))}
	var took time.Duration
	minute := now.Unix() / 60
	for _, m := range c.minutes {
		if m.minute > minute-callMinutes && m.minute <= minute {
			f.Calls, f.Failed, took, f.Slowest = f.Calls+m.calls, f.Failed+m.failed, took+m.took, max(f.Slowest, m.slowest)
		}
	}
	if f.Calls > 0 {
		f.Average = took / time.Duration(f.Calls)
	}
	for i := range c.failures {
		f.Failures = append(f.Failures, c.failures[len(c.failures)-1-i])
	}
	return f
}
