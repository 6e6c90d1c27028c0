package venue

import (
	"context"
	"fmt"
	"strings"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

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
