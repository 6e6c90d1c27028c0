package gaming

import (
	"cmp"
	"context"
	"errors"
	"strconv"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/content"
	"hongyun/internal/fault"
	"hongyun/internal/venue"
	"hongyun/internal/venue/catalogue"
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
	Kind        string `json:"kind" enumOf:"venue kind"`
	Hot         bool   `json:"hot"`
	Recommended bool   `json:"recommended"`
	Hidden      bool   `json:"hidden"`
	Position    int    `json:"position"`
	Picture     string `json:"picture"` // empty: drawn
	Drawn       string `json:"drawn"`   // address of the drawing
	Gone        bool   `json:"gone"`    // the vendor's list does not have it any more: no player can open it
	OwnName     bool   `json:"ownName"` // staff named it: the vendor's list does not change the name
	Maker       string `json:"maker"`   // whose game an aggregator offers

	Maintained        bool     `json:"maintained"`      // it is in maintenance now
	MaintenanceFrom   *wire.Ms `json:"maintenanceFrom"` // of one that is not over; null: none, or since it was set
	MaintenanceTo     *wire.Ms `json:"maintenanceTo"`   // null: none
	MaintenanceReason *string  `json:"maintenanceReason"`
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

// GameMaintenance is the maintenance that many games shall have.
type GameMaintenance struct {
	IDs    []string `json:"ids" maxItems:"200"`
	From   *wire.Ms `json:"from,omitempty"` // left out: now
	To     *wire.Ms `json:"to,omitempty"`   // it ends by itself
	End    bool     `json:"end,omitempty"`  // ends it now; without from and to
	Reason string   `json:"reason"`
}

// GamesMarked is how many games changed. The others were so already.
type GamesMarked struct {
	Changed int `json:"changed"`
}

func (s *Handlers) games(ctx context.Context, c *route.Call) (wire.Page[Game], error) {
	f := catalogue.Filter{
		Venue: c.Text("venue"), Kind: venue.Kind(c.OneOf("kind", wire.Texts(venue.Kinds)...)), Name: c.Text("name"),
		Hot: c.Flag("hot"), Recommended: c.Flag("recommended"), Gone: c.Flag("gone"), Maintained: c.Flag("maintained"), Page: c.Page(),
	}
	if c.Text("hidden") != "" {
		f.Hidden = new(c.Flag("hidden"))
	}
	if err := c.Checked(); err != nil {
		return wire.Page[Game]{}, err
	}
	list, total, err := s.Catalogue.List(ctx, s.Read, f)
	return wire.PageOf(list, total, s.gameShown), err
}

func (s *Handlers) gameEdit(ctx context.Context, c *route.Call, in GameEdit) (Game, error) {
	id, err := strconv.ParseInt(c.ID(), 10, 64)
	if err != nil {
		return Game{}, errNoGame
	}
	g, err := s.Catalogue.EditGame(ctx, c.By, catalogue.GameChange{
		ID: id, Name: in.Name, Initials: in.Initials, Picture: in.Picture, Hot: in.Hot, Recommended: in.Recommended,
		Hidden: in.Hidden, Position: in.Position,
	})
	return s.gameShown(g), pathGame(err)
}

func (s *Handlers) gamesMark(ctx context.Context, c *route.Call, in GameMarks) (GamesMarked, error) {
	ids, err := gameIDs(in.IDs)
	if err != nil {
		return GamesMarked{}, err
	}
	changed, err := s.Catalogue.MarkGames(ctx, c.By, catalogue.GameMarks{Games: ids, Hot: in.Hot, Recommended: in.Recommended, Hidden: in.Hidden})
	return GamesMarked{Changed: changed}, pathGame(err)
}

// gamesMaintain sets or ends the maintenance of games.
func (s *Handlers) gamesMaintain(ctx context.Context, c *route.Call, in GameMaintenance) (GamesMarked, error) {
	ids, err := gameIDs(in.IDs)
	if err != nil {
		return GamesMarked{}, err
	}
	from, noFrom := wire.InstantOf(in.From, content.ErrPeriod)
	to, noTo := wire.InstantOf(in.To, content.ErrPeriod)
	if noFrom != nil || noTo != nil {
		return GamesMarked{}, venue.ErrWindow
	}
	changed, err := s.Catalogue.MaintainGames(ctx, c.By, catalogue.GameWindow{Games: ids, From: from, To: to, End: in.End, Reason: in.Reason})
	return GamesMarked{Changed: changed}, pathGame(err)
}

func gameIDs(texts []string) ([]int64, error) {
	ids := make([]int64, len(texts))
	for i, text := range texts {
		id, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, errNoGame
		}
		ids[i] = id
	}
	return ids, nil
}

// pathGame turns the fault of a player's form into that of the back office.
func pathGame(err error) error {
	if errors.Is(err, venue.ErrNoGame) {
		return errNoGame
	}
	return err
}

func (s *Handlers) gameShown(g catalogue.ListedGame) Game {
	out := Game{
		ID: wire.IDText(g.ID), Venue: g.Venue, VenueName: g.VenueName, PlatformID: g.PlatformID, Code: g.Code, Name: g.Name, Initials: g.Initials,
		Kind: string(g.Kind), Hot: g.Hot, Recommended: g.Recommended, Hidden: g.Hidden, Position: g.Position, Picture: g.Picture,
		Drawn: "/art/games/" + cmp.Or(g.Art.Motif, "coin") + ".svg",
		Gone:  g.Gone, OwnName: g.OwnName, Maker: g.Maker, Maintained: g.Maintained(s.Clock.Now()),
	}
	if s.Clock.Now().Before(g.MaintenanceTo) {
		out.MaintenanceFrom, out.MaintenanceTo, out.MaintenanceReason = wire.InMsOrNull(g.MaintenanceFrom), wire.InMsOrNull(g.MaintenanceTo), wire.TextOrNull(g.MaintenanceReason)
	}
	return out
}
