package adminapi

import (
	"cmp"
	"context"
	"errors"
	"strconv"

	"hongyun/internal/fault"
	"hongyun/internal/venue"
)

// errNoGame is a game's number in a path that is none.
var errNoGame = fault.New(fault.NotFound, "admin.no_game", "没有找到该游戏")

// Game is a game of the catalogue as staff see it.
type Game struct {
	ID          string `json:"id"`
	Venue       string `json:"venue"`
	VenueName   string `json:"venueName"`
	PlatformID  int    `json:"platformId"`
	Code        string `json:"code"`
	Name        string `json:"name"`
	Initials    string `json:"initials"` // of the name in pinyin, for the search
	Kind        string `json:"kind" enum:"sport,live,fish,slot,esport,lottery,board"`
	Hot         bool   `json:"hot"`
	Recommended bool   `json:"recommended"`
	Hidden      bool   `json:"hidden"`
	Position    int    `json:"position"`
	Picture     string `json:"picture"` // empty: drawn
	Drawn       string `json:"drawn"`   // address of the drawing
}

// GameEdit is what shall change of a game; what is left out stays.
type GameEdit struct {
	Name        *string `json:"name,omitempty"`
	Initials    *string `json:"initials,omitempty"`
	Picture     *string `json:"picture,omitempty"`
	Hot         *bool   `json:"hot,omitempty"`
	Recommended *bool   `json:"recommended,omitempty"`
	Hidden      *bool   `json:"hidden,omitempty"`
	Position    *int    `json:"position,omitempty"`
}

// GameMarks is what shall change of many games; what is left out stays.
type GameMarks struct {
	IDs         []string `json:"ids" maxItems:"200"`
	Hot         *bool    `json:"hot,omitempty"`
	Recommended *bool    `json:"recommended,omitempty"`
	Hidden      *bool    `json:"hidden,omitempty"`
}

// GamesMarked is how many games changed. The others were so already.
type GamesMarked struct {
	Changed int `json:"changed"`
}

// gameKinds are the kinds a list may be narrowed to.
var gameKinds = []string{
	string(venue.Sport), string(venue.Live), string(venue.Fish), string(venue.Slot), string(venue.Esport), string(venue.Lottery), string(venue.Board),
}

func (s *Server) games(ctx context.Context, c *call) (Page[Game], error) {
	f := venue.CatalogueFilter{
		Venue: c.text("venue"), Kind: venue.Kind(c.one("kind", gameKinds...)), Name: c.text("name"),
		Hot: c.flag("hot"), Recommended: c.flag("recommended"), Page: c.page(),
	}
	if c.text("hidden") != "" {
		f.Hidden = new(c.flag("hidden"))
	}
	if err := c.checked(); err != nil {
		return Page[Game]{}, err
	}
	list, total, err := s.Venues.Catalogue(ctx, s.Read, f)
	return pageOf(list, total, gameShown), err
}

func (s *Server) gameEdit(ctx context.Context, c *call, in GameEdit) (Game, error) {
	id, err := strconv.ParseInt(c.id(), 10, 64)
	if err != nil {
		return Game{}, errNoGame
	}
	g, err := s.Venues.EditGame(ctx, c.by, venue.GameChange{
		ID: id, Name: in.Name, Initials: in.Initials, Picture: in.Picture, Hot: in.Hot, Recommended: in.Recommended,
		Hidden: in.Hidden, Position: in.Position,
	})
	if errors.Is(err, venue.ErrNoGame) {
		return Game{}, errNoGame
	}
	return gameShown(g), err
}

func (s *Server) gamesMark(ctx context.Context, c *call, in GameMarks) (GamesMarked, error) {
	m := venue.GameMarks{Hot: in.Hot, Recommended: in.Recommended, Hidden: in.Hidden}
	for _, text := range in.IDs {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return GamesMarked{}, errNoGame
		}
		m.Games = append(m.Games, id)
	}
	changed, err := s.Venues.MarkGames(ctx, c.by, m)
	if errors.Is(err, venue.ErrNoGame) {
		return GamesMarked{}, errNoGame
	}
	return GamesMarked{Changed: changed}, err
}

func gameShown(g venue.ListedGame) Game {
	return Game{
		ID: idText(g.ID), Venue: g.Venue, VenueName: g.VenueName, PlatformID: g.PlatformID, Code: g.Code, Name: g.Name, Initials: g.Initials,
		Kind: string(g.Kind), Hot: g.Hot, Recommended: g.Recommended, Hidden: g.Hidden, Position: g.Position, Picture: g.Picture,
		Drawn: "/art/games/" + cmp.Or(g.Art.Motif, "coin") + ".svg",
	}
}
