package adminapi

import (
	"context"

	"hongyun/internal/player"
)

// PlayerLink is another player who shares something with one, and may be the
// same person.
type PlayerLink struct {
	ID           string        `json:"id"`
	Name         string        `json:"name"`
	By           []player.Mark `json:"by" enumOf:"mark"`
	RegisteredAt Ms            `json:"registeredAt"`
}

func (s *peopleHandlers) playerLinks(ctx context.Context, c *call) (Items[PlayerLink], error) {
	list, err := s.Players.Linked(ctx, s.Read, c.id())
	return itemsOf(list, func(l player.Link) PlayerLink {
		return PlayerLink{ID: l.Player, Name: l.Name, By: l.By, RegisteredAt: ms(l.CreatedAt)}
	}), err
}
