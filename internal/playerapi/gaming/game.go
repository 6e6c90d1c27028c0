package gaming

import (
	"cmp"
	"context"
	"strconv"

	"hongyun/internal/api"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// gamePageSize is the lobby's only page size (SLOT-04).
const gamePageSize = 20

// The Types of GameInfo that are no categories.
const (
	typeHot       = -1
	typeRecommend = -2
)

var errNoChannel = fault.New(fault.Invalid, "http.no_channel", "请先选择游戏渠道") // SLOT-03

// gameInfo serves GameInfo: the games of one venue, or of every slot venue.
// A page behind the last is empty and still tells how many there are.
func (s *Handlers) gameInfo(ctx context.Context, c *route.Caller, in GameInfoIn) (wire.Data[GamePage], error) {
	page := wire.PageIndex(in.PageIndex)
	filter := venue.GameFilter{Player: c.Session.PlayerID, Name: in.GameName, Page: staff.Page{Number: page, Size: gamePageSize}}
	switch {
	case in.PlatformId != "":
		e, err := s.Venues.Get(ctx, s.Read, in.PlatformId)
		if err != nil {
			return wire.Data[GamePage]{}, err
		}
		filter.Venue = e.Code
		if e.Kind == venue.Slot { // its fishing games stand on the fishing page
			filter.Kind = venue.Slot
		}
	case in.GameName != "":
		return wire.Data[GamePage]{}, errNoChannel
	default:
		filter.Kind = venue.Slot
	}
	switch wanted, _ := strconv.Atoi(in.Type); wanted { // its form is checked; empty is 0
	case typeHot:
		filter.Hot = true
	case typeRecommend:
		filter.Recommended = true
	default:
		filter.Category = wanted
	}
	return s.gamePage(ctx, filter)
}

// fishingInfo serves GetAGFishingInfo (GAME-03): visitors see the page too, so
// no favourites are marked.
func (s *Handlers) fishingInfo(ctx context.Context, _ *route.Caller, in FishingIn) (wire.Data[GamePage], error) {
	return s.gamePage(ctx, venue.GameFilter{Kind: venue.Fish, Page: staff.Page{Number: wire.PageIndex(in.PageIndex), Size: gamePageSize}})
}

// favourites serves GameFavorites, which is documented without pages: all of
// them are its one page.
func (s *Handlers) favourites(ctx context.Context, c *route.Caller, _ wire.Nothing) (wire.Data[GamePage], error) {
	games, err := s.Venues.Favourites(ctx, s.Read, c.Session.PlayerID)
	if err != nil {
		return wire.Data[GamePage]{}, err
	}
	return s.shownGames(ctx, games, wire.Page{RowCount: len(games), PageCount: min(len(games), 1), PageIndex: 1})
}

// recentGames serves RecentGames, a call of ours: one page of the slot lobby.
func (s *Handlers) recentGames(ctx context.Context, c *route.Caller, _ wire.Nothing) (wire.Data[GamePage], error) {
	games, err := s.Venues.Recent(ctx, s.Read, c.Session.PlayerID, venue.Slot)
	if err != nil {
		return wire.Data[GamePage]{}, err
	}
	return s.shownGames(ctx, games, wire.Page{RowCount: len(games), PageCount: min(len(games), 1), PageIndex: 1})
}

func (s *Handlers) gamePage(ctx context.Context, f venue.GameFilter) (wire.Data[GamePage], error) {
	games, total, err := s.Venues.ListGames(ctx, s.Read, f)
	if err != nil {
		return wire.Data[GamePage]{}, err
	}
	return s.shownGames(ctx, games, wire.PageOf(total, f.Page.Number, f.Page.Size))
}

func (s *Handlers) shownGames(ctx context.Context, games []venue.Game, page wire.Page) (wire.Data[GamePage], error) {
	show, err := s.gameShower(ctx)
	if err != nil {
		return wire.Data[GamePage]{}, err
	}
	return wire.DataOf(GamePage{Page: page, Items: api.Each(games, show)}), nil
}

// gameShower makes what shows games as their venues stand now. It reads the venues once.
func (s *Handlers) gameShower(ctx context.Context) (func(venue.Game) SlotGame, error) {
	venues, err := s.venueNames(ctx)
	if err != nil {
		return nil, err
	}
	now := s.Clock.Now()
	return func(g venue.Game) SlotGame {
		shown := SlotGame{
			Id: g.ID, GameCode: g.Code, Platform: strconv.Itoa(g.PlatformID), ImgUrl: g.Picture, GameCnName: g.Name,
			IsFavorites: g.Favourite, Category: g.Category, Theme: g.Theme, Kind: string(g.Kind), IsHot: g.Hot, IsRecommend: g.Recommended,
			State: string(venues[g.Venue].Shown()),
		}
		if g.Maintained(now) {
			shown.MaintainEnd = wire.StampOf(g.MaintenanceTo)
		}
		if g.Picture == "" { // games the operator added have no drawing of their own
			g.Art.Motif = cmp.Or(g.Art.Motif, "coin")
			shown.ImgUrl = "/art/games/" + g.Art.Motif + ".svg"
			shown.Art = GameArt{Motif: g.Art.Motif, Palette: g.Art.Palette, Rarity: g.Art.Rarity, Seed: g.Art.Seed}
		}
		return shown
	}, nil
}

// addFavourite serves AddGameFavoritesAction; a second click changes nothing.
func (s *Handlers) addFavourite(ctx context.Context, c *route.Caller, in FavoriteIn) (wire.Answer, error) {
	return wire.Succeeded("收藏成功"), s.Venues.AddFavourite(ctx, c.Session.PlayerID, in.GameInfoId)
}

// cancelFavourite serves CancelGameFavoritesAction.
func (s *Handlers) cancelFavourite(ctx context.Context, c *route.Caller, in FavoriteIn) (wire.Answer, error) {
	return wire.Succeeded("已取消收藏"), s.Venues.CancelFavourite(ctx, c.Session.PlayerID, in.GameInfoId)
}

// venueItems serves VenueItems, a call of ours for the category pages.
func (s *Handlers) venueItems(ctx context.Context, _ *route.Caller, _ wire.Nothing) (wire.Data[[]VenueItem], error) {
	list, err := s.Venues.List(ctx, s.Read)
	if err != nil {
		return wire.Data[[]VenueItem]{}, err
	}
	items := []VenueItem{}
	for _, e := range list {
		_, stopped, err := s.Guard.Gate.Shut(ctx, guard.DoorTransfers, guard.VenueDoor(e.Code))
		if err != nil {
			return wire.Data[[]VenueItem]{}, err
		}
		item := VenueItem{
			PlatformName: e.Name, PlatformCode: strconv.Itoa(e.ID), VenueCode: e.Code, Kind: string(e.Kind), State: string(e.Shown()), MoneyStopped: stopped,
		}
		if e.State == venue.StateMaintenance {
			item.EndTime = wire.StampOf(e.MaintenanceTo)
		}
		items = append(items, item)
	}
	return wire.DataOf(items), nil
}

// venueNames are the catalogue's venues by code.
func (s *Handlers) venueNames(ctx context.Context) (map[string]venue.Entry, error) {
	list, err := s.Venues.List(ctx, s.Read)
	if err != nil {
		return nil, err
	}
	names := make(map[string]venue.Entry, len(list))
	for _, e := range list {
		names[e.Code] = e
	}
	return names, nil
}
