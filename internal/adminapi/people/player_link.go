package people

import (
	"context"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/player"
)

// PlayerLink is another player who shares something with one, and may be the
// same person.
type PlayerLink struct {
	ID           string        `json:"id"`
	Name         string        `json:"name"`
	By           []player.Mark `json:"by" enumOf:"mark"`
	RegisteredAt wire.Ms       `json:"registeredAt"`
}

func (s *Handlers) playerLinks(ctx context.Context, c *route.Call) (wire.Items[PlayerLink], error) {
	list, err := s.Players.Linked(ctx, s.Read, c.ID())
	return wire.ItemsOf(list, func(l player.Link) PlayerLink {
		return PlayerLink{ID: l.Player, Name: l.Name, By: l.By, RegisteredAt: wire.InMs(l.CreatedAt)}
	}), err
}
