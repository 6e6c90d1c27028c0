package player

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// sharingCards finds for each of some players the others who have or had one of
// their bank cards: at most 50, the first who registered first.
func (p *Players) sharingCards(ctx context.Context, r db.Reader, players []string) (map[string][]Link, error) {
	if p.SharingCards == nil || len(players) == 0 {
		return map[string][]Link{}, nil
	}
	others, err := p.SharingCards(ctx, r, players)
	if err != nil || len(others) == 0 {
		return map[string][]Link{}, err
	}
	var names []string
	for _, list := range others {
		names = append(names, list...)
	}
	var rows []struct {
		ID, Name  string
		CreatedAt int64
	}
	if err := r.NewRaw("SELECT id, name, created_at FROM player WHERE id IN (?) ORDER BY created_at, id", bun.In(names)).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("find who shares a bank card: %w", err)
	}
	out := map[string][]Link{}
	for player, list := range others {
		for _, row := range rows {
			if slices.Contains(list, row.ID) && len(out[player]) < linksMost {
				out[player] = append(out[player], Link{Player: row.ID, Name: row.Name, By: []Mark{MarkCard}, CreatedAt: calendar.FromMillis(row.CreatedAt)})
			}
		}
	}
	return out, nil
}

// cardElders are the first of those who share a bank card with each of some
// players and registered before.
func (p *Players) cardElders(ctx context.Context, r db.Reader, players []string) (map[string][]Link, error) {
	sharing, err := p.sharingCards(ctx, r, players)
	if err != nil || len(sharing) == 0 {
		return map[string][]Link{}, err
	}
	var rows []struct {
		ID        string
		CreatedAt int64
	}
	if err := r.NewRaw("SELECT id, created_at FROM player WHERE id IN (?)", bun.In(players)).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("when players registered: %w", err)
	}
	out := map[string][]Link{}
	for _, me := range rows {
		for _, l := range sharing[me.ID] {
			if cmp.Or(l.CreatedAt.Compare(calendar.FromMillis(me.CreatedAt)), cmp.Compare(l.Player, me.ID)) < 0 {
				out[me.ID] = []Link{l}
				break
			}
		}
	}
	return out, nil
}
