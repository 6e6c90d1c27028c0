package player

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// LinkedAmong finds who of some players shares a mark with this one: by each mark
// the first who registered. where is the SQL condition that chooses them, about the
// id `o.id`. Unlike Linked it misses nobody, however many others share the mark.
func (p *Players) LinkedAmong(ctx context.Context, r db.Reader, player, where string, args ...any) ([]Link, error) {
	var me []struct{ TrueNameIndex, EmailIndex, RegisterNetwork string }
	if err := r.NewRaw("SELECT true_name_index, email_index, register_network FROM player WHERE id = ?", player).Scan(ctx, &me); err != nil {
		return nil, fmt.Errorf("find the marks of %s: %w", player, err)
	}
	if len(me) == 0 {
		return []Link{}, nil
	}
	var cards map[string][]string
	if p.SharingCards != nil {
		var err error
		if cards, err = p.SharingCards(ctx, r, []string{player}); err != nil {
			return nil, err
		}
	}
	found := map[string]*Link{}
	for _, q := range []struct {
		mark  Mark
		there bool
		who   string
		value any
	}{
		{MarkCard, len(cards[player]) > 0, "o.id IN (?)", bun.In(cards[player])},
		{MarkEmail, me[0].EmailIndex != "", "o.email_index = ? AND o.email_index <> ''", me[0].EmailIndex},
		{MarkDevice, true, "o.id IN (" + sharersOfDevices + ")", player},
		{MarkName, me[0].TrueNameIndex != "", "o.true_name_index = ? AND o.true_name_index <> ''", me[0].TrueNameIndex},
		{MarkIP, publicNetwork(me[0].RegisterNetwork) != "", "o.register_network = ? AND o.register_network <> ''", me[0].RegisterNetwork},
	} {
		if !q.there {
			continue
		}
		var rows []struct {
			ID, Name  string
			CreatedAt int64
		}
		err := r.NewRaw("SELECT o.id, o.name, o.created_at FROM player o WHERE "+q.who+" AND o.id <> ? AND ("+where+") ORDER BY o.created_at, o.id LIMIT 1",
			append([]any{q.value, player}, args...)...).Scan(ctx, &rows)
		if err != nil {
			return nil, fmt.Errorf("find who of some shares the %s of %s: %w", q.mark, player, err)
		}
		for _, row := range rows {
			if found[row.ID] == nil {
				found[row.ID] = &Link{Player: row.ID, Name: row.Name, CreatedAt: calendar.FromMillis(row.CreatedAt)}
			}
			found[row.ID].By = append(found[row.ID].By, q.mark)
		}
	}
	return inOrder(slices.Collect(maps.Values(found))), nil
}

const sharersOfDevices = `SELECT d.player FROM player_device AS mine JOIN player_device d ON d.device_hash = mine.device_hash WHERE mine.player = ?`
