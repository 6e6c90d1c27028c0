package venue_test

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/fault"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// pages reads all a filter chooses, 20 at a time as the lobby does.
func pages(t *testing.T, h *house, f venue.GameFilter) []venue.Game {
	t.Helper()
	var all []venue.Game
	for f.Page = (staff.Page{Number: 1, Size: 20}); ; f.Page.Number++ {
		games, total, err := h.ListGames(t.Context(), h.db, f)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, games...)
		if len(games) < 20 {
			if len(all) != total {
				t.Fatalf("%+v: %d games on the pages, %d counted", f, len(all), total)
			}
			return all
		}
	}
}

func names(games []venue.Game) string {
	var all []string
	for _, g := range games {
		all = append(all, g.Name)
	}
	return strings.Join(all, " ")
}

// A new installation has games of every kind. A name or number shared by two
// games would open or mark the wrong one.
func TestTheShippedCatalogueIsWhole(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		code := regexp.MustCompile(`^[0-9A-Za-z_.:-]{1,64}$`) // what a launch lets through
		kinds, ids, slots := map[venue.Kind]int{}, map[int64]bool{}, map[string]bool{}
		for _, g := range pages(t, h, venue.GameFilter{}) {
			kinds[g.Kind]++
			if ids[g.ID] || g.ID/10000 != int64(g.PlatformID) {
				t.Errorf("%s of %s has the id %d", g.Name, g.Venue, g.ID)
			}
			ids[g.ID] = true
			n := utf8.RuneCountInString(g.Name)
			if n < 2 || n > 6 || !code.MatchString(g.Code) || g.Kind.Name() == "" || g.Theme == "" || g.Art.Motif == "" || g.Art.Palette == "" ||
				g.Art.Rarity < 1 || g.Art.Rarity > 3 {
				t.Errorf("shipped game %+v", g)
			}
			if g.Kind != venue.Slot {
				continue
			}
			if slots[g.Name] || g.Category < 1 || g.Category > 5 {
				t.Errorf("slot game %+v", g)
			}
			slots[g.Name] = true
		}
		for kind, least := range map[venue.Kind]int{
			venue.Sport: 8, venue.Live: 10, venue.Fish: 8, venue.Slot: 340, venue.Esport: 4, venue.Lottery: 10, venue.Board: 20,
		} {
			if kinds[kind] < least {
				t.Errorf("%d games of %s, want %d", kinds[kind], kind, least)
			}
		}
	})
}

// SLOT-02: each filter of the lobby, and all of them together.
func TestTheLobbyFilters(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		all := pages(t, h, venue.GameFilter{Venue: "s47"})
		for name, tc := range map[string]struct {
			filter venue.GameFilter
			is     func(g venue.Game) bool
		}{
			"hot":         {venue.GameFilter{Venue: "s47", Hot: true}, func(g venue.Game) bool { return g.Hot }},
			"recommended": {venue.GameFilter{Venue: "s47", Recommended: true}, func(g venue.Game) bool { return g.Recommended }},
			"a category":  {venue.GameFilter{Venue: "s47", Category: 3}, func(g venue.Game) bool { return g.Category == 3 }},
			"by name":     {venue.GameFilter{Venue: "s47", Name: "龙"}, func(g venue.Game) bool { return strings.Contains(g.Name, "龙") }},
			"no such":     {venue.GameFilter{Venue: "s47", Name: "没有这个游戏"}, func(venue.Game) bool { return false }},
			"a wild card": {venue.GameFilter{Venue: "s47", Name: "%"}, func(venue.Game) bool { return false }},
			"both":        {venue.GameFilter{Venue: "s47", Hot: true, Category: 2}, func(g venue.Game) bool { return g.Hot && g.Category == 2 }},
		} {
			var want []venue.Game
			for _, g := range all {
				if tc.is(g) {
					want = append(want, g)
				}
			}
			if got := pages(t, h, tc.filter); names(got) != names(want) {
				t.Errorf("%s\n got %s\nwant %s", name, names(got), names(want))
			}
		}
		first := all[0]
		if got := pages(t, h, venue.GameFilter{Venue: "s8", Kind: venue.Fish}); len(got) != 0 {
			t.Errorf("fishing at a venue without any: %s", names(got))
		}
		if got := pages(t, h, venue.GameFilter{Name: "QZNN", Venue: "ky"}); names(got) != "抢庄牛牛" {
			t.Errorf("by initials: %s", names(got))
		}
		if got := pages(t, h, venue.GameFilter{Name: first.Name}); len(got) == 0 || got[0].ID != first.ID {
			t.Errorf("by its whole name: %s", names(got))
		}
		// MNT-03: a closed venue's games leave the lobby, one in maintenance keeps them.
		for state, want := range map[venue.State]int{venue.StateClosed: 0, venue.StateMaintenance: len(all)} {
			if _, err := h.SetState(t.Context(), boss, venue.StateChange{Venue: "s47", State: state, Reason: "测试"}); err != nil {
				t.Fatal(err)
			}
			if got := pages(t, h, venue.GameFilter{Venue: "s47"}); len(got) != want {
				t.Errorf("%s: %d games, want %d", state, len(got), want)
			}
		}
	})
}

// SLOT-04: a favourite is there or not, however often the player clicks. The
// latest comes first, and each player sees only their own.
func TestFavourites(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		ctx := t.Context()
		favourites := func(player string) string {
			games, err := h.Favourites(ctx, d, player)
			if err != nil {
				t.Fatal(err)
			}
			var all []string
			for _, g := range games {
				if !g.Favourite {
					t.Errorf("%s is listed and not marked", g.Name)
				}
				all = append(all, fmt.Sprint(g.ID))
			}
			return strings.Join(all, " ")
		}
		do := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
			h.clock.Advance(1e9)
		}
		do(h.AddFavourite(ctx, "ming", 470001))
		do(h.AddFavourite(ctx, "ming", 80002))
		do(h.AddFavourite(ctx, "ming", 470001))
		do(h.AddFavourite(ctx, "hong", 470003))
		if got := favourites("ming") + " / " + favourites("hong"); got != "80002 470001 / 470003" {
			t.Errorf("favourites %s", got)
		}
		for _, g := range pages(t, h, venue.GameFilter{Player: "ming", Venue: "s47"}) {
			if g.Favourite != (g.ID == 470001) {
				t.Errorf("%d marked: %v", g.ID, g.Favourite)
			}
		}
		do(h.CancelFavourite(ctx, "ming", 470001))
		do(h.CancelFavourite(ctx, "ming", 470001))
		do(h.CancelFavourite(ctx, "ming", 1))
		if got := favourites("ming") + " / " + favourites("hong"); got != "80002 / 470003" {
			t.Errorf("favourites %s", got)
		}
		for _, id := range []int64{0, -1, 1, 479999} {
			if err := h.AddFavourite(ctx, "ming", id); !errors.Is(err, venue.ErrNoGame) {
				t.Errorf("game %d: %v", id, err)
			}
		}
		var wait sync.WaitGroup
		for range 8 {
			wait.Go(func() {
				if err := h.AddFavourite(ctx, "ming", 470005); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
		if got := favourites("ming"); got != "470005 80002" {
			t.Errorf("favourites %s", got)
		}
	})
}

func TestFavouritesHaveALimit(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		slots := pages(t, h, venue.GameFilter{Kind: venue.Slot})
		for i, g := range slots[:201] {
			err := h.AddFavourite(t.Context(), "ming", g.ID)
			if i < 200 && err != nil || i == 200 && !errors.Is(err, venue.ErrManyFavourites) {
				t.Fatalf("favourite %d: %v", i+1, err)
			}
			if f, _ := fault.Of(err); i == 200 && f.Message() != "最多收藏 200 款游戏" {
				t.Errorf("text %q", f.Message())
			}
		}
		if err := h.AddFavourite(t.Context(), "ming", slots[7].ID); err != nil {
			t.Errorf("marking again at the limit: %v", err)
		}
		if games, err := h.Favourites(t.Context(), d, "ming"); err != nil || len(games) != 200 {
			t.Errorf("%d favourites, %v", len(games), err)
		}
	})
}

// The operator's renamed or added games survive a restart, and their numbers
// never collide with games that a later version ships.
func TestAddedGamesHaveNumbersOfTheirOwn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		for _, list := range [][]venue.Game{{{Code: "47001", Name: "新名字"}, {Code: "x1", Name: "甲"}}, {{Code: "x2", Name: "乙"}, {Code: "x1", Name: "丙"}}} {
			if err := h.NameGames(t.Context(), "s47", list); err != nil {
				t.Fatal(err)
			}
		}
		if err := h.NameGames(t.Context(), "nope", []venue.Game{{Code: "1", Name: "甲"}}); !errors.Is(err, venue.ErrNoVenue) {
			t.Errorf("a venue that does not exist: %v", err)
		}
		if err := h.Seed(t.Context()); err != nil {
			t.Fatal(err)
		}
		got := map[string]string{}
		for _, g := range pages(t, h, venue.GameFilter{Venue: "s47"}) {
			got[g.Code] = fmt.Sprint(g.ID, " ", g.Name, " ", g.Kind, " ", g.Art.Motif != "")
		}
		for code, want := range map[string]string{
			"47001": "470001 新名字 slot true", "x1": "475002 丙 slot false", "x2": "475003 乙 slot false",
		} {
			if got[code] != want {
				t.Errorf("%s is %q, want %q", code, got[code], want)
			}
		}
	})
}

// An installation of an older version has names of games and nothing else.
func TestOlderGamesAreFilledIn(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw(`UPDATE venue_game SET id = 265001, motif = '', palette = '', theme = '', kind = 'board', name = '旧名' WHERE venue = 'ky' AND code = '720'`).Exec(ctx)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := h.Seed(t.Context()); err != nil {
			t.Fatal(err)
		}
		games, err := h.Games(t.Context(), d, "ky")
		if err != nil || games[0].Name != "旧名" || games[0].ID != 265001 || games[0].Art.Motif != "tile" || games[0].Theme != "table" {
			t.Errorf("%+v, %v", games[0], err)
		}
	})
}
