package gaming

import (
	"context"
	"hongyun/internal/venue/catalogue"
	"strconv"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// GameAbout is what a game's page tells players. Zero and "" are not known: then the
// page says that the game itself tells.
type GameAbout struct {
	Payback    int       `json:"payback" doc:"hundredths of a percent of all stakes that the game returns"`
	Volatility int       `json:"volatility" doc:"1 calm to 5 wild"`
	StakeMin   wire.Yuan `json:"stakeMin"`
	StakeMax   wire.Yuan `json:"stakeMax"`
	Rules      string    `json:"rules" doc:"one paragraph a line"`
	Fun        string    `json:"fun" doc:"address where anybody plays for nothing"`
}

func (s *Handlers) gameAbout(ctx context.Context, c *route.Call) (GameAbout, error) {
	id, err := strconv.ParseInt(c.ID(), 10, 64)
	if err != nil {
		return GameAbout{}, errNoGame
	}
	a, err := s.Venues.AboutOf(ctx, s.Read, id)
	return GameAbout{
		Payback: a.Payback, Volatility: a.Volatility, StakeMin: wire.InYuan(a.StakeMin), StakeMax: wire.InYuan(a.StakeMax), Rules: a.Rules, Fun: a.Fun,
	}, pathGame(err)
}

func (s *Handlers) gameAboutEdit(ctx context.Context, c *route.Call, in GameAbout) (route.None, error) {
	id, err := strconv.ParseInt(c.ID(), 10, 64)
	if err != nil {
		return route.None{}, errNoGame
	}
	least, noLeast := money.ParseYuan(string(in.StakeMin))
	most, noMost := money.ParseYuan(string(in.StakeMax))
	if noLeast != nil || noMost != nil {
		return route.None{}, catalogue.ErrGameStakes
	}
	return route.None{}, pathGame(s.Catalogue.EditAbout(ctx, c.By, id, venue.About{
		Payback: in.Payback, Volatility: in.Volatility, StakeMin: least, StakeMax: most, Rules: in.Rules, Fun: in.Fun,
	}))
}
