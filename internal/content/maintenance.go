package content

import (
	"context"
	"encoding/json"
	"sync/atomic"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/staff"
)

// schedule is how the maintenance of the site is stored.
type schedule struct {
	On   bool  `json:"on"`
	From int64 `json:"from"` // unix ms, 0: open
	To   int64 `json:"to"`
}

// at is what the schedule means at an instant.
func (s schedule) at(now int64) Maintenance {
	if !s.On || s.To > 0 && now >= s.To {
		return Maintenance{}
	}
	return Maintenance{On: now >= s.From, From: instant(s.From), To: instant(s.To)}
}

// Maintenance says whether the site is closed at this moment. A period that
// lies ahead or is over is not on, but a coming one is told.
func (c *Content) Maintenance(ctx context.Context) (Maintenance, error) {
	var s schedule
	err := readJSON(ctx, c.db, keyMaintenance, &s)
	return s.at(c.db.Clock().Now().UnixMilli()), err
}

// MaintenanceNow is Maintenance from memory, for what is asked with every
// call. What staff set on this node counts at once, on another one within two
// seconds; a period begins and ends to the instant.
func (c *Content) MaintenanceNow(ctx context.Context) (Maintenance, error) {
	s, err := c.planned.current(ctx, func(ctx context.Context) (schedule, error) {
		var s schedule
		return s, readJSON(ctx, c.db, keyMaintenance, &s)
	})
	return s.at(c.db.Clock().Now().UnixMilli()), err
}

// SetMaintenance closes the site for a period, or (On false) opens it. It
// fails with ErrPeriod when the period ends before it begins or is over.
func (c *Content) SetMaintenance(ctx context.Context, by staff.Actor, m Maintenance, reason string) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	s := schedule{On: m.On}
	if m.On {
		s.From, s.To = millis(m.From), millis(m.To)
		if s.To > 0 && (s.To <= s.From || !m.To.After(c.db.Clock().Now())) {
			return ErrPeriod
		}
	}
	value, err := json.Marshal(s)
	if err != nil {
		return err
	}
	defer c.planned.changes.Add(1) // after a failure too: nobody knows what was stored
	return c.set(ctx, by, keyMaintenance, string(value), s, reason)
}

// How old the memory of the schedule may be. A change on another node counts
// here within planFresh as long as anybody asks; nobody relies on what is
// older than planOld.
const (
	planFresh  = time.Second
	planOld    = 2 * time.Second
	readWithin = 5 * time.Second // for reading it: others wait behind whoever reads, and share a failure
)

// plan remembers the schedule. Asking costs a call nothing: once a second one
// of those who ask reads it anew.
type plan struct {
	watch   calendar.Clock // the machine's: how old a memory is has nothing to do with the house's calendar
	known   atomic.Pointer[plannedAt]
	changes atomic.Int64  // counts what this process changed; what was read before a change is not used
	reading chan struct{} // held by the one who reads
	failed  atomic.Pointer[failedAt]
}

// failedAt is a reading that failed. Those who waited behind it do not each try
// again, or a database that hangs would hold them one after the other.
type failedAt struct {
	err error
	at  time.Time
}

// plannedAt is the schedule as it was at an instant.
type plannedAt struct {
	schedule
	read    time.Time
	changes int64
}

// current is the schedule as one may rely on it. Between fresh and old, one
// caller reads it anew while the others go on with what is known.
func (p *plan) current(ctx context.Context, read func(context.Context) (schedule, error)) (schedule, error) {
	known, age := p.remembered()
	if known != nil && age < planFresh {
		return known.schedule, nil
	}
	if known != nil && age < planOld {
		select {
		case p.reading <- struct{}{}:
		default:
			return known.schedule, nil
		}
	} else {
		select {
		case p.reading <- struct{}{}:
		case <-ctx.Done():
			return schedule{}, ctx.Err()
		}
	}
	defer func() { <-p.reading }()
	if known, age := p.remembered(); known != nil && age < planFresh {
		return known.schedule, nil // read by somebody else while this caller waited
	}
	if failed := p.failed.Load(); failed != nil {
		if ago := p.watch.Now().Sub(failed.at); ago >= 0 && ago < planFresh {
			return schedule{}, failed.err
		}
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), readWithin)
	defer cancel()
	fresh := &plannedAt{read: p.watch.Now(), changes: p.changes.Load()} // before the reading: it is never older than it says
	var err error
	if fresh.schedule, err = read(ctx); err != nil {
		p.failed.Store(&failedAt{err, p.watch.Now()})
		return schedule{}, err
	}
	p.known.Store(fresh)
	return fresh.schedule, nil
}

// remembered is what was read last, and how long ago; nil if it must not be used.
func (p *plan) remembered() (*plannedAt, time.Duration) {
	known := p.known.Load()
	if known == nil || known.changes != p.changes.Load() {
		return nil, 0
	}
	age := p.watch.Now().Sub(known.read)
	if age < 0 { // the machine's clock was put back
		return nil, 0
	}
	return known, age
}
