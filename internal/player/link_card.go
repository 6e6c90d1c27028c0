package player

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// othersOfCards finds for each of some players the others who have or had one of
// their bank cards.
func (p *Players) othersOfCards(ctx context.Context, r db.Reader, players []string) (map[string][]string, error) {
	if p.SharingCards == nil || len(players) == 0 {
		return nil, nil
	}
	return p.SharingCards(ctx, r, players)
}

// cardElders are the first of those who share a bank card with each of some
// players and registered before.
func (p *Players) cardElders(ctx context.Context, r db.Reader, players []string) (map[string][]Link, error) {
	others, err := p.othersOfCards(ctx, r, players)
	if err != nil || len(others) == 0 {
		return map[string][]Link{}, err
	}
	ids := slices.Clone(players)
	for _, list := range others {
		ids = append(ids, list...)
	}
	var rows []struct {
		ID, Name  string
		CreatedAt int64
	}
	if err := r.NewRaw("SELECT id, name, created_at FROM player WHERE id IN (?) ORDER BY created_at, id", bun.List(ids)).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("find who shares a bank card and was first: %w", err)
	}
	out := map[string][]Link{}
	for _, me := range players {
		for _, row := range rows { // the first who registered first
			if row.ID == me {
				break
			}
			if slices.Contains(others[me], row.ID) {
				out[me] = []Link{{Player: row.ID, Name: row.Name, By: []Mark{MarkCard}, CreatedAt: calendar.FromMillis(row.CreatedAt)}}
				break
			}
		}
	}
	return out, nil
}
