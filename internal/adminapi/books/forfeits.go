package adminapi

import (
	"context"

	"hongyun/internal/forfeit"
)

// Forfeit is bonus money of a player who excluded themself, of which something is
// still to come back.
type Forfeit struct {
	PlayerID string `json:"playerId"`
	Source   string `json:"source" doc:"of the turnover requirement: bonus or fund"`
	Due      Yuan   `json:"due"`
	Taken    Yuan   `json:"taken"`
	Since    Ms     `json:"since"`
}

// ForfeitPage is a page of forfeits with what is still due of all of them.
type ForfeitPage struct {
	Page[Forfeit]
	Left Yuan `json:"left"`
}

func (s *booksHandlers) forfeits(ctx context.Context, c *call) (ForfeitPage, error) {
	limit, offset := c.page().Bounds()
	if err := c.checked(); err != nil {
		return ForfeitPage{}, err
	}
	list, total, left, err := s.Forfeits.Opens(ctx, s.Read, limit, offset)
	if err != nil {
		return ForfeitPage{}, err
	}
	return ForfeitPage{Left: yuan(left), Page: pageOf(list, total, func(o forfeit.Open) Forfeit {
		return Forfeit{PlayerID: o.Player, Source: o.Source, Due: yuan(o.Due), Taken: yuan(o.Taken), Since: ms(o.Since)}
	})}, nil
}
