package catalogue

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// GameWindow is the maintenance of games. It ends by itself.
type GameWindow struct {
	Games    []int64
	From, To time.Time // the zero From is now
	End      bool      // ends the maintenance now; From and To are zero then
	Reason   string
}

// MaintainGames sets or ends the maintenance of up to MaxBulkGames games in one
// transaction (MNT-03). Each game that changes has its own entry in the audit trail. It
// gives the number of games that changed. It fails with ErrGameCount, ErrWindow,
// ErrNoGame, staff.ErrReason, or ErrSameGame when nothing would change, and then changes
// no game.
func (c *Catalogue) MaintainGames(ctx context.Context, by staff.Actor, w GameWindow) (int, error) {
	reason, err := staff.CheckReason(w.Reason)
	if err != nil {
		return 0, err
	}
	ids := slices.Compact(slices.Sorted(slices.Values(w.Games)))
	if len(ids) == 0 || len(w.Games) > MaxBulkGames {
		return 0, ErrGameCount.With(MaxBulkGames)
	}
	if !w.makesSense(c.db.Clock().Now()) {
		return 0, venue.ErrWindow
	}
	changed := 0
	err = c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		changed = 0
		rows, err := lockGames(ctx, tx, ids)
		if err != nil {
			return err
		}
		for _, row := range rows {
			did, err := c.maintainGame(ctx, tx, by, row, w, reason)
			if err != nil {
				return err
			}
			if did {
				changed++
			}
		}
		if changed == 0 {
			return ErrSameGame
		}
		return nil
	})
	if err != nil {
		return 0, err
	}
	return changed, nil
}

// makesSense reports whether the window has an end that is to come, or ends one.
func (w GameWindow) makesSense(now time.Time) bool {
	if w.End {
		return w.From.IsZero() && w.To.IsZero()
	}
	return w.To.After(now) && w.From.Before(w.To)
}

// maintainGame stores a window and writes the trail, unless nothing changes. A window
// that is over counts as none.
func (c *Catalogue) maintainGame(ctx context.Context, tx *db.Tx, by staff.Actor, row listedRow, w GameWindow, reason string) (bool, error) {
	before := gameWindow{row.MaintenanceFrom, row.MaintenanceTo, row.MaintenanceReason}
	if before.To <= tx.NowMillis() {
		before = gameWindow{}
	}
	after := gameWindow{}
	if !w.End {
		after = gameWindow{calendar.Stored(w.From), calendar.Stored(w.To), reason}
	}
	if before == after {
		return false, nil
	}
	if err := setGameWindow(ctx, tx, row.ID, after); err != nil {
		return false, fmt.Errorf("maintain game %d: %w", row.ID, err)
	}
	return true, c.staff.Audit(ctx, tx, by, staff.Change{
		Action: "game.maintain", Subject: fmt.Sprintf("game:%d", row.ID), Label: row.Name, Reason: reason, Before: before.audited(), After: after.audited(),
	})
}

// gameWindow is a maintenance as it is stored.
type gameWindow struct {
	From, To int64
	Reason   string
}

// auditedWindow is a maintenance in the audit trail, in the names that a venue's has.
type auditedWindow struct {
	State string `json:"state"`
	From  string `json:"from,omitempty"`
	To    string `json:"to,omitempty"`
}

// audited is the trail's record of a window.
func (w gameWindow) audited() auditedWindow {
	if w.To == 0 {
		return auditedWindow{State: string(venue.StateOpen)}
	}
	out := auditedWindow{State: string(venue.StateMaintenance), To: calendar.Stamp(calendar.FromStored(w.To))}
	if w.From != 0 {
		out.From = calendar.Stamp(calendar.FromStored(w.From))
	}
	return out
}

func setGameWindow(ctx context.Context, tx *db.Tx, id int64, w gameWindow) error {
	_, err := tx.NewRaw(`
		UPDATE venue_game SET maintenance_from = ?, maintenance_to = ?, maintenance_reason = ?
		WHERE id = ?`, w.From, w.To, w.Reason, id).Exec(ctx)
	return err
}
