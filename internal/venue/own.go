package venue

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
)

// Own returns the first games of one kind that players can see at a venue, and how
// many there are. Their order is that of the catalogue. A closed venue has none.
func (v *Venues) Own(ctx context.Context, r db.Reader, code string, kind Kind, most int) (games []Game, total int, err error) {
	var rows []struct {
		gameRow
		Total int
	}
	err = r.NewRaw(`
		SELECT `+pickedColumns+`, g.position, COUNT(*) OVER () AS total
		FROM venue_game AS g JOIN venue AS v ON v.code = g.venue
		WHERE g.venue = ? AND g.kind = ? AND v.state <> 'closed' AND NOT g.hidden AND NOT g.gone
		ORDER BY g.position, g.code LIMIT ?`, code, string(kind), most).Scan(ctx, &rows)
	if err != nil {
		return nil, 0, fmt.Errorf("games of %s: %w", code, err)
	}
	for _, row := range rows {
		games, total = append(games, row.game()), row.Total
	}
	return games, total, nil
}

// Everywhere returns games of one kind at the open venues. Venues take turns: the most
// played game of each comes first.
func (v *Venues) Everywhere(ctx context.Context, r db.Reader, kind Kind, most int) ([]Game, error) {
	open, err := v.open(ctx, r)
	if err != nil || len(open) == 0 {
		return nil, err
	}
	var rows []gameRow
	err = r.NewRaw(`
		SELECT * FROM (
			SELECT `+pickedColumns+`, g.position, v.position AS venue_position, ROW_NUMBER() OVER (
				PARTITION BY g.venue ORDER BY g.played DESC, CASE WHEN g.hot OR g.recommended THEN 0 ELSE 1 END, g.position, g.id
			) AS place
			FROM venue_game AS g JOIN venue AS v ON v.code = g.venue
			WHERE g.venue IN (?) AND g.kind = ? AND NOT g.hidden AND NOT g.gone
		) AS placed
		ORDER BY place, venue_position, id LIMIT ?`, bun.List(open), string(kind), most).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("games of %s everywhere: %w", kind, err)
	}
	return gamesOf(rows), nil
}
