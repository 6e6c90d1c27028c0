package books

import (
	"context"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/forfeit"
)

// Forfeit is bonus money of a player who excluded themself, of which something is
// still to come back.
type Forfeit struct {
	PlayerID string    `json:"playerId"`
	Source   string    `json:"source" enumOf:"forfeit source" doc:"of the turnover requirement"`
	Due      wire.Yuan `json:"due"`
	Taken    wire.Yuan `json:"taken"`
	Since    wire.Ms   `json:"since"`
}

// ForfeitPage is a page of forfeits with what is still due of all of them.
type ForfeitPage struct {
	wire.Page[Forfeit]
	Left wire.Yuan `json:"left"`
}

func (s *Handlers) forfeits(ctx context.Context, c *route.Call) (ForfeitPage, error) {
	limit, offset := c.Page().Bounds()
	if err := c.Checked(); err != nil {
		return ForfeitPage{}, err
	}
	list, total, left, err := s.Forfeits.Opens(ctx, s.Read, limit, offset)
	if err != nil {
		return ForfeitPage{}, err
	}
	return ForfeitPage{Left: wire.InYuan(left), Page: wire.PageOf(list, total, forfeitShown)}, nil
}

func forfeitShown(o forfeit.Open) Forfeit {
	return Forfeit{PlayerID: o.Player, Source: o.Source, Due: wire.InYuan(o.Due), Taken: wire.InYuan(o.Taken), Since: wire.InMs(o.Since)}
}

// fixedForfeits are the forfeits of a file: one that is paid while it is written leaves
// the list.
func (s *Handlers) fixedForfeits(ctx context.Context, _ *route.Call) (route.Fixed[Forfeit], error) {
	keys, err := s.Forfeits.OpenKeys(ctx, s.Read)
	return route.Keyed(keys, func(ctx context.Context, keys []string) ([]Forfeit, error) {
		list, err := s.Forfeits.ByKey(ctx, s.Read, keys)
		return api.Each(list, forfeitShown), err
	}), err
}
