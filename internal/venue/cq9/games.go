package cq9

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"

	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

const listLimit = 16 << 20 // bytes of the list of games

// kinds are the vendor's types of games in our words. Another type is the venue's kind.
var kinds = map[string]venue.Kind{"slot": venue.Slot, "fish": venue.Fish, "live": venue.Live, "table": venue.Board}

// gameRow is a game of the list. nameset holds its names by language.
type gameRow struct {
	Code     wire.Text       `json:"gamecode"`
	Name     wire.Text       `json:"gamename"`
	Type     wire.Text       `json:"gametype"`
	Maintain bool            `json:"maintain"`
	Names    json.RawMessage `json:"nameset"`
}

// GameList lists the games of the contract's hall. A game in maintenance is closed.
func (v *Venue) GameList(ctx context.Context) ([]venue.VendorGame, error) {
	r, err := v.get(ctx, "/game/list/"+url.PathEscape(v.config.Hall), nil, listLimit)
	switch {
	case err != nil:
		return nil, err
	case r.code == codeNoData:
		return []venue.VendorGame{}, nil
	case r.code != codeOK:
		return nil, refusal(r.code)
	}
	var rows []gameRow
	if json.Unmarshal(r.data, &rows) != nil || rows == nil {
		return nil, fmt.Errorf("cq9: the list of games: %w", wire.ErrForm)
	}
	games := make([]venue.VendorGame, len(rows))
	for i, g := range rows {
		games[i] = venue.VendorGame{Code: string(g.Code), Name: g.chinese(), Kind: kinds[string(g.Type)], Closed: g.Maintain}
	}
	return games, nil
}

// chinese is the game's Chinese name, or the only one that the row has.
func (g gameRow) chinese() string {
	var names []struct {
		Lang wire.Text `json:"lang"`
		Name wire.Text `json:"name"`
	}
	if json.Unmarshal(g.Names, &names) == nil {
		for _, n := range names {
			if n.Lang == "zh-cn" && n.Name != "" {
				return string(n.Name)
			}
		}
	}
	return string(g.Name)
}
