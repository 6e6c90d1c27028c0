package adminapi

import (
	"context"
	"strconv"

	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// GameAbout is what a game's page tells players. Zero and "" are not known: then the
// page says that the game itself tells.
type GameAbout struct {
	Payback    int    `json:"payback" doc:"hundredths of a percent of all stakes that the game returns"`
	Volatility int    `json:"volatility" doc:"1 calm to 5 wild"`
	StakeMin   Yuan   `json:"stakeMin"`
	StakeMax   Yuan   `json:"stakeMax"`
	Rules      string `json:"rules" doc:"one paragraph a line"`
	Fun        string `json:"fun" doc:"address where anybody plays for nothing"`
}

func (s *gamingHandlers) gameAbout(ctx context.Context, c *call) (GameAbout, error) {
	id, err := strconv.ParseInt(c.id(), 10, 64)
	if err != nil {
		return GameAbout{}, errNoGame
	}
	a, err := s.Venues.AboutOf(ctx, s.Read, id)
	return GameAbout{
		Payback: a.Payback, Volatility: a.Volatility, StakeMin: yuan(a.StakeMin), StakeMax: yuan(a.StakeMax), Rules: a.Rules, Fun: a.Fun,
	}, pathGame(err)
}

func (s *gamingHandlers) gameAboutEdit(ctx context.Context, c *call, in GameAbout) (none, error) {
	id, err := strconv.ParseInt(c.id(), 10, 64)
	if err != nil {
		return none{}, errNoGame
	}
	least, noLeast := money.ParseYuan(string(in.StakeMin))
	most, noMost := money.ParseYuan(string(in.StakeMax))
	if noLeast != nil || noMost != nil {
		return none{}, venue.ErrGameStakes
	}
	return none{}, pathGame(s.Venues.EditAbout(ctx, c.by, id, venue.About{
		Payback: in.Payback, Volatility: in.Volatility, StakeMin: least, StakeMax: most, Rules: in.Rules, Fun: in.Fun,
	}))
}
