package venue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// StateChange is a change of a venue's state by staff. From and To bound a
// maintenance; the zero time leaves that side open. They must be zero for the
// other states.
type StateChange struct {
	Venue    string // code or platform id
	State    State
	From, To time.Time
	Reason   string
}

// SetState opens a venue, puts it into maintenance or closes it (MNT-03). The
// audit holds the state before and after. It fails with ErrNoVenue, ErrState,
// ErrWindow, ErrNotOpen, staff.ErrReason, or ErrSameState when nothing would
// change. Other venues go on.
func (v *Venues) SetState(ctx context.Context, by staff.Actor, c StateChange) (Entry, error) {
	reason, err := staff.CheckReason(c.Reason)
	if err != nil {
		return Entry{}, err
	}
	if err := c.check(v.db.Clock().Now()); err != nil {
		return Entry{}, err
	}
	e, err := v.Get(ctx, v.db, c.Venue)
	if err != nil {
		return Entry{}, err
	}
	var after entryRow
	err = v.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		before, err := lockEntry(ctx, tx, e.Code)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrNoVenue
		}
		if err != nil {
			return fmt.Errorf("lock venue %s: %w", e.Code, err)
		}
		// Before its begin a window leaves the venue open, so it must not replace what keeps the venue shut (H-240).
		if c.From.After(tx.Now()) && v.entry(before).State != StateOpen {
			return ErrNotOpen
		}
		after = before
		after.State, after.Reason = string(c.State), reason
		after.MaintenanceFrom, after.MaintenanceTo = calendar.Stored(c.From), calendar.Stored(c.To)
		after.ChangedAt, after.ChangedBy = tx.NowMillis(), by.Name
		if after.window() == before.window() {
			return ErrSameState
		}
		if err := updateState(ctx, tx, after); err != nil {
			return fmt.Errorf("set state of %s: %w", e.Code, err)
		}
		return v.staff.Audit(ctx, tx, by, staff.Change{
			Action: "venue.state", Subject: "venue:" + e.Code, Label: e.Name, Reason: reason,
			Before: before.window(), After: after.window(),
		})
	})
	if err != nil {
		return Entry{}, err
	}
	return v.entry(after), nil
}

// check refuses states and windows that mean nothing at the time given.
func (c StateChange) check(now time.Time) error {
	switch c.State {
	case StateOpen, StateClosed:
		if !c.From.IsZero() || !c.To.IsZero() {
			return ErrWindow
		}
	case StateMaintenance:
		if !c.To.IsZero() && (!c.To.After(now) || !c.From.Before(c.To)) {
			return ErrWindow
		}
	default:
		return ErrState
	}
	return nil
}

// stateWindow is the audit trail's record of a venue's state.
type stateWindow struct {
	State string `json:"state"`
	From  string `json:"from,omitempty"`
	To    string `json:"to,omitempty"`
}

func (r entryRow) window() stateWindow {
	w := stateWindow{State: r.State}
	if r.MaintenanceFrom != 0 {
		w.From = calendar.Stamp(calendar.FromMillis(r.MaintenanceFrom))
	}
	if r.MaintenanceTo != 0 {
		w.To = calendar.Stamp(calendar.FromMillis(r.MaintenanceTo))
	}
	return w
}

// gameStanding is a game's state by its code.
type gameStanding struct {
	Listed bool  // the catalogue has it
	Shut   bool  // it is hidden, or gone from the vendor's list
	Until  int64 // of the maintenance that it is in; 0: none
}

// findStanding looks a game up. Leading zeros are ignored for a venue that
// reads numbers; exact takes the code as it is.
func findStanding(ctx context.Context, r db.Reader, venue, code string, exact bool, now int64) (gameStanding, error) {
	other := code
	if !exact {
		other = strings.TrimLeft(code, "0")
	}
	var s gameStanding
	err := r.NewRaw(`
		SELECT COUNT(*) > 0 AS listed, COALESCE(MAX(CASE WHEN hidden OR gone THEN 1 ELSE 0 END), 0) > 0 AS shut,
			COALESCE(MAX(CASE WHEN maintenance_from <= ? AND maintenance_to > ? THEN maintenance_to ELSE 0 END), 0) AS until
		FROM venue_game
		WHERE venue = ? AND code IN (?, ?)`, now, now, venue, code, other).Scan(ctx, &s)
	return s, err
}

// gameShut is ErrGameHidden for a game that is hidden or gone, and
// ErrGameMaintained for one in maintenance. An unlisted game is open: a venue
// may open more than the catalogue names. Where the venue plays on the centre
// wallet, every unlisted game is shut. There each game has a session of its
// own, and its bets count as the venue's kind (H-238). The lobby of such a
// venue is no game.
func (v *Venues) gameShut(ctx context.Context, r db.Reader, e Entry, game string) error {
	adapter, there := v.Adapter(e.Code)
	named := there && adapter.Rules().Seamless && game != "" && game != "0"
	s, err := findStanding(ctx, r, e.Code, game, named, v.db.Clock().Now().UnixMilli())
	if err != nil {
		return fmt.Errorf("find game %s of %s: %w", game, e.Code, err)
	}
	switch {
	case s.Shut || named && !s.Listed:
		return ErrGameHidden
	case s.Until > 0:
		return ErrGameMaintained.With(calendar.Stamp(calendar.FromStored(s.Until)))
	}
	return nil
}
