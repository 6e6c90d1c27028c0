package content

import (
	"context"
	"encoding/json"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// planWithin is how long reading the schedule may take: calls wait for it.
const planWithin = 5 * time.Second

// schedule is how the maintenance of the site is stored.
type schedule struct {
	On   bool  `json:"on"`
	From int64 `json:"from"` // unix ms, 0: open
	To   int64 `json:"to"`
}

// at is the schedule's state at an instant.
func (s schedule) at(now int64) Maintenance {
	if !s.On || s.To > 0 && now >= s.To {
		return Maintenance{}
	}
	return Maintenance{On: now >= s.From, From: instant(s.From), To: instant(s.To)}
}

// Maintenance says whether the site is closed at this moment. A period that
// lies ahead or is over is not on, but a coming one is told.
func (c *Content) Maintenance(ctx context.Context) (Maintenance, error) {
	s, err := c.schedule(ctx)
	return s.at(c.db.Clock().Now().UnixMilli()), err
}

func (c *Content) schedule(ctx context.Context) (schedule, error) {
	var s schedule
	err := readJSON(ctx, c.db, keyMaintenance, &s)
	return s, err
}

// MaintenanceNow is Maintenance from memory, for checks on every call. A change
// counts at once on its node, on another one within two seconds. A period
// begins and ends to the instant.
func (c *Content) MaintenanceNow(ctx context.Context) (Maintenance, error) {
	s, err := c.planned.Get(ctx)
	return s.at(c.db.Clock().Now().UnixMilli()), err
}

// SetMaintenance closes the site for a period, or (On false) opens it. It
// fails with ErrPeriod when the period ends before it begins or is over.
func (c *Content) SetMaintenance(ctx context.Context, by staff.Actor, base Base, m Maintenance, reason string) error {
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
	defer c.planned.Changed() // after a failure too: the stored value is unknown
	return c.setAnd(ctx, by, base, keyMaintenance, string(value), s, reason, func(ctx context.Context, tx *db.Tx) error {
		if c.OnMaintenance == nil {
			return nil
		}
		return c.OnMaintenance(ctx, tx, m)
	})
}
