package gaming

import (
	"context"
	"errors"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/venue/catalogue"
)

// GameListPage is how a vendor's list of games differs from the catalogue, and the
// state of the list.
type GameListPage struct {
	Items []GameDifference `json:"items"`
	Total int              `json:"total"`
	Sum   GameListState    `json:"sum"`
}

// GameDifference is a game of a vendor's list that differs from the catalogue.
type GameDifference struct {
	Change string `json:"change" enumOf:"game change"`
	Code   string `json:"code"`
	Name   string `json:"name"`                             // in the list
	Was    string `json:"was"`                              // in the catalogue; empty: it is new
	Kind   string `json:"kind" enumOf:"venue kind or none"` // empty: the venue's
	Maker  string `json:"maker"`
	Kept   bool   `json:"kept"` // staff named it: our name stays
}

// GameListState is the state of a vendor's list, whatever the page shows of it.
type GameListState struct {
	Supported bool     `json:"supported"` // the vendor gives a list
	ShowNew   bool     `json:"showNew"`   // new games are shown to players at once
	Digest    string   `json:"digest"`    // of the list that was read last; empty: none
	Games     int      `json:"games"`     // of that list
	Skipped   int      `json:"skipped"`   // rows of it that name no game
	ReadAt    *wire.Ms `json:"readAt"`
	AskedAt   *wire.Ms `json:"askedAt"` // also when it could not be read
	Failure   *string  `json:"failure" enumOf:"game list failure"`
	AppliedAt *wire.Ms `json:"appliedAt"`
	AppliedBy *string  `json:"appliedBy"`
	New       int      `json:"new"`
	Renamed   int      `json:"renamed"`
	Gone      int      `json:"gone"`
	Back      int      `json:"back"`
}

// GameListApply names the list that shall be applied.
type GameListApply struct {
	Digest string `json:"digest"`
}

// GameListRule is how new games of a list come into the catalogue.
type GameListRule struct {
	ShowNew bool `json:"showNew"`
}

// GameListApplied is how many games changed.
type GameListApplied struct {
	New     int `json:"new"`
	Renamed int `json:"renamed"`
	Gone    int `json:"gone"`
	Back    int `json:"back"`
}

var gameChanges = []string{string(catalogue.GameNew), string(catalogue.GameRenamed), string(catalogue.GameGone), string(catalogue.GameBack)}

func (s *Handlers) gameList(ctx context.Context, c *route.Call) (GameListPage, error) {
	change, page := c.OneOf("change", gameChanges...), c.Page()
	if err := c.Checked(); err != nil {
		return GameListPage{}, err
	}
	state, list, total, err := s.Catalogue.GameList(ctx, s.Read, c.Request.PathValue("code"), catalogue.GameChangeKind(change), page)
	out := GameListPage{Items: api.Each(list, differenceShown), Total: total, Sum: listShown(state)}
	return out, pathVenue(err)
}

func (s *Handlers) gameListRead(ctx context.Context, c *route.Call, _ wire.Empty) (GameListState, error) {
	if err := s.Catalogue.ReadGameList(ctx, c.By, c.Request.PathValue("code")); err != nil {
		return GameListState{}, pathVenue(err)
	}
	return s.gameListState(ctx, c)
}

func (s *Handlers) gameListApply(ctx context.Context, c *route.Call, in GameListApply) (GameListApplied, error) {
	n, err := s.Catalogue.ApplyGameList(ctx, c.By, c.Request.PathValue("code"), in.Digest)
	return GameListApplied{New: n[catalogue.GameNew], Renamed: n[catalogue.GameRenamed], Gone: n[catalogue.GameGone], Back: n[catalogue.GameBack]}, pathVenue(err)
}

func (s *Handlers) gameListRule(ctx context.Context, c *route.Call, in GameListRule) (GameListState, error) {
	if err := s.Catalogue.SetShowNew(ctx, c.By, c.Request.PathValue("code"), in.ShowNew); err != nil {
		return GameListState{}, pathVenue(err)
	}
	return s.gameListState(ctx, c)
}

func (s *Handlers) gameListState(ctx context.Context, c *route.Call) (GameListState, error) {
	state, _, _, err := s.Catalogue.GameList(ctx, s.Read, c.Request.PathValue("code"), "", staff.Page{Size: 1})
	return listShown(state), pathVenue(err)
}

// pathVenue turns the fault of a form into that of a path.
func pathVenue(err error) error {
	if errors.Is(err, venue.ErrNoVenue) {
		return errNoVenue
	}
	return err
}

func differenceShown(d catalogue.GameDifference) GameDifference {
	return GameDifference{Change: string(d.Change), Code: d.Code, Name: d.Name, Was: d.Was, Kind: string(d.Kind), Maker: d.Maker, Kept: d.Kept}
}

func listShown(l catalogue.GameListState) GameListState {
	return GameListState{
		Supported: l.Supported, ShowNew: l.ShowNew, Digest: l.Digest, Games: l.Games, Skipped: l.Skipped, ReadAt: wire.InMsOrNull(l.ReadAt),
		AskedAt: wire.InMsOrNull(l.AskedAt), Failure: wire.TextOrNull(string(l.Failure)), AppliedAt: wire.InMsOrNull(l.AppliedAt), AppliedBy: wire.TextOrNull(l.AppliedBy),
		New: l.Counts[catalogue.GameNew], Renamed: l.Counts[catalogue.GameRenamed], Gone: l.Counts[catalogue.GameGone], Back: l.Counts[catalogue.GameBack],
	}
}
