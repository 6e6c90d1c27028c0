package venue

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/db"
)

// kindsKeep is how long the kinds of games are kept in memory. A game that is added counts by
// its own kind after that, on every node.
const kindsKeep = time.Minute

// gameKinds are the kinds of all venues, and of the games that are of another kind than
// their venue.
type gameKinds struct {
	kinds map[[2]string]string // by the codes of venue and game; an empty game is the venue
	read  time.Time
}

func (k *gameKinds) fresh(now time.Time) bool {
	age := now.Sub(k.read)
	return age >= 0 && age < kindsKeep
}

// KindOf gives the kind of a game by the codes of its venue and itself. A company with one
// wallet may have games of several kinds. A game that the catalogue does not know is of the
// kind of its venue. The result is "" for an unknown venue. It is asked for every bet, so
// it reads the catalogue at most once a minute.
func (v *Venues) KindOf(ctx context.Context, r db.Reader, venue, game string) (Kind, error) {
	held, now := v.kinds.Load(), v.db.Clock().Now()
	if held == nil || !held.fresh(now) {
		kinds, err := readKinds(ctx, r)
		if err != nil {
			return "", fmt.Errorf("read the kinds of games: %w", err)
		}
		held = &gameKinds{kinds: kinds, read: now}
		v.kinds.Store(held)
	}
	if kind, own := held.kinds[[2]string{venue, game}]; own {
		return Kind(kind), nil
	}
	return Kind(held.kinds[[2]string{venue, ""}]), nil
}

func readKinds(ctx context.Context, r db.Reader) (map[[2]string]string, error) {
	var rows []struct{ Venue, Game, Kind string }
	err := r.NewRaw(`
		SELECT code AS venue, '' AS game, kind FROM venue
		UNION ALL
		SELECT g.venue, g.code, g.kind FROM venue_game AS g JOIN venue AS v ON v.code = g.venue
		WHERE g.kind <> '' AND g.kind <> v.kind`).Scan(ctx, &rows)
	if err != nil {
		return nil, err
	}
	kinds := make(map[[2]string]string, len(rows))
	for _, row := range rows {
		kinds[[2]string{row.Venue, row.Game}] = row.Kind
	}
	return kinds, nil
}

// Kinds are the categories with a venue that players can use. A maintenance
// passes, so it takes no category away.
func (v *Venues) Kinds(ctx context.Context, r db.Reader) (map[Kind]bool, error) {
	list, err := v.List(ctx, r)
	if err != nil {
		return nil, err
	}
	kinds := map[Kind]bool{}
	for _, e := range list {
		if e.HasAdapter && e.State != StateClosed {
			kinds[e.Kind] = true
		}
	}
	return kinds, nil
}
