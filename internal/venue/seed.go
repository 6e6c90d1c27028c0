package venue

import (
	"context"
	"fmt"

	"hongyun/internal/db"
)

// shipped is the catalogue a new house starts with. The ids are D-18's. The
// names are our own: whose games stand behind a number is the operator's
// contract and not the product's business. For 45, 37 and 36 the specification
// names no vendor, so they are listed and wait for an adapter.
var shipped = []entryRow{
	{Code: "ky", PlatformID: 26, Name: "鸿运棋院", Kind: string(Board)},
	{Code: "leg", PlatformID: 31, Name: "乐弈楼", Kind: string(Board)},
	{Code: "b45", PlatformID: 45, Name: "听雨轩", Kind: string(Board)},
	{Code: "b37", PlatformID: 37, Name: "观棋阁", Kind: string(Board)},
	{Code: "b36", PlatformID: 36, Name: "松月斋", Kind: string(Board)},
}

// boardGames are the games of the two venues that share a protocol, by the
// KindID of that protocol.
var boardGames = []Game{
	{Code: "620", Name: "德州扑克"}, {Code: "720", Name: "二八杠"}, {Code: "830", Name: "抢庄牛牛"}, {Code: "220", Name: "炸金花"},
	{Code: "860", Name: "三公"}, {Code: "900", Name: "押庄龙虎"}, {Code: "600", Name: "21点"}, {Code: "870", Name: "通比牛牛"},
	{Code: "230", Name: "极速炸金花"}, {Code: "730", Name: "抢庄牌九"}, {Code: "630", Name: "十三水"}, {Code: "610", Name: "斗地主"},
	{Code: "890", Name: "看牌抢庄牛牛"}, {Code: "910", Name: "百家乐"}, {Code: "930", Name: "百人牛牛"}, {Code: "740", Name: "二人麻将"},
	{Code: "950", Name: "红黑大战"}, {Code: "650", Name: "血流成河"},
}

// Seed writes the shipped catalogue into an empty house and adds what a later
// version ships. What staff changed stays as it is.
func (v *Venues) Seed(ctx context.Context) error {
	return v.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for i, row := range shipped {
			if err := insertEntry(ctx, tx, row, (i+1)*10); err != nil {
				return fmt.Errorf("seed venue %s: %w", row.Code, err)
			}
		}
		for _, code := range []string{"ky", "leg"} {
			for i, g := range boardGames {
				g.Venue = code
				if err := insertGame(ctx, tx, g, (i+1)*10); err != nil {
					return fmt.Errorf("seed game %s of %s: %w", g.Code, code, err)
				}
			}
		}
		return nil
	})
}

// NameGames sets the names under which a venue's games are shown, and adds
// games that are not listed yet: the operator's own list, or that of a
// simulated venue. Games it does not mention stay.
func (v *Venues) NameGames(ctx context.Context, code string, games []Game) error {
	return v.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for i, g := range games {
			g.Venue = code
			if err := nameGame(ctx, tx, g, i+1); err != nil {
				return fmt.Errorf("name game %s of %s: %w", g.Code, code, err)
			}
		}
		return nil
	})
}
