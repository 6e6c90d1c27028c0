package venue_test

import (
	"errors"
	"strings"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/venue/catalogue"
)

// A hidden game is gone from the lobby and cannot be opened or marked; shown
// again, it is back with the marks players gave it.
func TestAHiddenGameLeavesTheLobbyAndKeepsItsFavourites(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		ctx := t.Context()
		const id = 260003 // 抢庄牛牛 of ky
		if err := h.AddFavourite(ctx, "ming", id); err != nil {
			t.Fatal(err)
		}
		look := func(listed bool) {
			t.Helper()
			found := strings.Contains(names(pages(t, h, venue.GameFilter{Venue: "ky"})), "抢庄牛牛")
			marked, err := h.Favourites(ctx, d, "ming")
			if err != nil || found != listed || (len(marked) == 1) != listed {
				t.Errorf("listed %v, favourites %v, %v; want %v", found, marked, err, listed)
			}
			named, err := h.Games(ctx, d, "ky") // the bet records keep its name
			if err != nil || named[1].Name != "抢庄牛牛" {
				t.Errorf("named %+v, %v", named, err)
			}
		}
		look(true)
		after, err := h.games.EditGame(ctx, boss, catalogue.GameChange{ID: id, Hidden: new(true)})
		if err != nil || !after.Hidden || after.VenueName != "鸿运棋院" || after.PlatformID != 26 {
			t.Fatalf("%+v, %v", after, err)
		}
		look(false)
		if err := h.AddFavourite(ctx, "hong", id); !errors.Is(err, venue.ErrNoGame) {
			t.Errorf("marking a hidden game: %v", err)
		}
		launches := &venue.Launches{Venues: h.Venues}
		for _, code := range []string{"830", "0830", "00830"} {
			if _, err := launches.Open(ctx, venue.Opening{Player: "ming", Venue: "ky", Game: code}); !errors.Is(err, venue.ErrGameHidden) {
				t.Errorf("opening a hidden game as %s: %v", code, err)
			}
		}
		if err := h.Seed(ctx); err != nil { // every start of the program seeds
			t.Fatal(err)
		}
		look(false)
		list, total, err := h.games.List(ctx, d, catalogue.Filter{Hidden: new(true)})
		if err != nil || total != 1 || list[0].ID != id || list[0].Position != 30 {
			t.Errorf("staff find %+v, %d, %v", list, total, err)
		}
		if _, err := h.games.EditGame(ctx, boss, catalogue.GameChange{ID: id, Hidden: new(false)}); err != nil {
			t.Fatal(err)
		}
		look(true)
	})
}

// Each change is one row of the trail that names the changed fields and nothing
// else.
func TestAGameIsChangedAndAudited(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		ctx := t.Context()
		const id = 260002 // 二八杠 of ky
		after, err := h.games.EditGame(ctx, boss, catalogue.GameChange{
			ID: id, Name: new("金砖二八"), Picture: new("/art/games/tile.svg"), Hot: new(true), Recommended: new(true), Position: new(1),
		})
		if err != nil || after.Name != "金砖二八" || after.Initials != "" || after.Picture != "/art/games/tile.svg" || !after.Recommended {
			t.Fatalf("%+v, %v", after, err)
		}
		if first := pages(t, h, venue.GameFilter{Venue: "ky"})[0]; first.ID != id || first.Picture != "/art/games/tile.svg" {
			t.Errorf("the lobby begins with %+v", first)
		}
		if _, err := h.games.EditGame(ctx, boss, catalogue.GameChange{ID: id, Initials: new("jzeb")}); err != nil {
			t.Fatal(err)
		}
		if got := pages(t, h, venue.GameFilter{Name: "JZEB"}); names(got) != "金砖二八" {
			t.Errorf("by initials: %s", names(got))
		}
		rows, total, err := h.staff.AuditTrail(ctx, staff.AuditFilter{Action: "game.edit"})
		if err != nil || total != 2 {
			t.Fatalf("%d rows, %v", total, err)
		}
		first := rows[1]
		before, changed := string(first.Before), string(first.After)
		if first.Actor != "boss" || first.Label != "二八杠" || !strings.Contains(before, "二八杠") || !strings.Contains(changed, "金砖二八") ||
			strings.Contains(changed, "hidden") {
			t.Errorf("the trail says %s → %s: %+v", before, changed, first)
		}
	})
}

// A picture comes from this site or from nowhere (trust CSP-2, CSP-4), and a
// name shows what it is (trust INP-4).
func TestAnInvalidChangeOfAGameIsRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		refuse := func(c catalogue.GameChange, want error) {
			t.Helper()
			if c.ID == 0 {
				c.ID = 260003
			}
			if _, err := h.games.EditGame(t.Context(), boss, c); !errors.Is(err, want) {
				t.Errorf("%+v: %v, want %v", c, err, want)
			}
		}
		for _, picture := range []string{
			"https://pictures.example.com/a.png", "http://127.0.0.1/a.png", "//evil.example.com/a.png", "data:image/svg+xml,x", "javascript:alert(1)",
			"/art/a.html", "/art/../a.svg", "/art//a.svg", "/a b.svg", "/a\\b.svg", "/a.svg?x=1", "/a.svg#x", "art/a.svg", "/.svg", "/a\u202e.svg",
			"/" + strings.Repeat("a", 300) + ".svg",
		} {
			refuse(catalogue.GameChange{Picture: new(picture)}, catalogue.ErrGamePicture)
		}
		for _, name := range []string{"", " ", " 甲", "甲\n", "a\u202eb", "\xff", strings.Repeat("长", 41)} {
			refuse(catalogue.GameChange{Name: new(name)}, catalogue.ErrGameName)
		}
		refuse(catalogue.GameChange{Initials: new("德州")}, catalogue.ErrGameInitials)
		refuse(catalogue.GameChange{Position: new(-1)}, catalogue.ErrGamePosition)
		refuse(catalogue.GameChange{ID: 1, Hot: new(true)}, venue.ErrNoGame)
		refuse(catalogue.GameChange{Hot: new(true), Name: new("抢庄牛牛")}, catalogue.ErrSameGame)
		refuse(catalogue.GameChange{}, catalogue.ErrSameGame)
		if _, total, err := h.staff.AuditTrail(t.Context(), staff.AuditFilter{Action: "game"}); err != nil || total != 0 {
			t.Errorf("%d rows in the trail, %v", total, err)
		}
	})
}

// Staff find every game, also where players do not.
func TestStaffFindGames(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		if _, err := h.SetState(t.Context(), boss, venue.StateChange{Venue: "s47", State: venue.StateClosed, Reason: "测试"}); err != nil {
			t.Fatal(err)
		}
		find := func(f catalogue.Filter) ([]catalogue.ListedGame, int) {
			t.Helper()
			f.Page = staff.Page{Size: 100}
			list, total, err := h.games.List(t.Context(), d, f)
			if err != nil {
				t.Fatal(err)
			}
			return list, total
		}
		if _, total := find(catalogue.Filter{}); total < 400 {
			t.Errorf("%d games", total)
		}
		closed, total := find(catalogue.Filter{Venue: "s47", Hot: true, Recommended: true})
		if total == 0 || !closed[0].Hot || !closed[0].Recommended || closed[0].Venue != "s47" {
			t.Errorf("of a closed venue: %+v", closed)
		}
		for _, name := range []string{"抢庄", "qznn", "QZNN", "830"} {
			if list, _ := find(catalogue.Filter{Name: name, Venue: "ky"}); len(list) != 1 || list[0].Code != "830" {
				t.Errorf("%s: %+v", name, list)
			}
		}
		fish, _ := find(catalogue.Filter{Kind: venue.Fish, Hidden: new(false)})
		if len(fish) < 8 || fish[0].Kind != venue.Fish {
			t.Errorf("fishing: %+v", fish)
		}
	})
}
