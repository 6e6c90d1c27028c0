package venue_test

import (
	"context"
	"encoding/csv"
	"errors"
	"os"
	"strings"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/venue/catalogue"
)

func table(t *testing.T, name string) [][]string {
	t.Helper()
	f, err := os.Open("shipped/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = f.Close() }()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return rows[1:]
}

// Every shipped game is found by its full pinyin, whose first letters are the
// initials that the catalogue has beside it.
func TestEveryShippedNameHasItsPinyin(t *testing.T) {
	read := map[string]string{}
	for _, row := range table(t, "pinyin.csv") {
		read[row[0]] = row[1]
	}
	for _, row := range table(t, "games.csv") {
		name, initials := row[3], row[4]
		var first strings.Builder
		for syllable := range strings.FieldsSeq(read[name]) {
			if syllable[0] >= 'a' && syllable[0] <= 'z' {
				first.WriteByte(syllable[0])
			} else {
				first.WriteString(syllable)
			}
		}
		if first.String() != initials {
			t.Errorf("%s is read %q, its initials are %q", name, read[name], initials)
		}
	}
}

// H-351: the search of all games.
func TestSearchByCharactersAndPinyin(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		for text, want := range map[string]string{
			"风暴灯塔": "风暴灯塔", "暴灯": "风暴灯塔", "fengbaodengta": "风暴灯塔", "FengBao DengTa": "风暴灯塔", "feng'bao": "风暴灯塔", "fbdt": "风暴灯塔",
			"qzn": "抢庄牛牛", "绝无此名": "", "%": "", "": "", " ": "",
		} {
			games, err := h.Search(t.Context(), d, text)
			if got := names(games); err != nil || want == "" && got != "" || !strings.HasPrefix(got, want) {
				t.Errorf("%q finds %q, %v", text, got, err)
			}
		}
		if games, err := h.Search(t.Context(), d, "a"); err != nil || len(games) != venue.SearchLimit {
			t.Errorf("one letter finds %d games, %v", len(games), err)
		}
		if games, err := h.Search(t.Context(), d, "凌云"); err != nil || names(games) != "体育大厅" || games[0].Venue != "saba" {
			t.Errorf("a venue's name finds %q, %v", names(games), err)
		}
		list, _, err := h.ListGames(t.Context(), d, venue.GameFilter{Venue: "s47", Name: "fengbaodeng", Page: staff.Page{Number: 1, Size: 20}})
		if err != nil || names(list) != "风暴灯塔" {
			t.Errorf("the lobby finds %q, %v", names(list), err)
		}
		id, name := list[0].ID, "另一名字"
		if _, err := h.games.EditGame(t.Context(), boss, catalogue.GameChange{ID: id, Name: &name}); err != nil {
			t.Fatal(err)
		}
		if games, err := h.Search(t.Context(), d, "fengbaodengta"); err != nil || len(games) != 0 {
			t.Errorf("the old pinyin finds a renamed game: %q, %v", names(games), err)
		}
		if games, err := h.Search(t.Context(), d, "另一"); err != nil || names(games) != name {
			t.Errorf("the new name finds %q, %v", names(games), err)
		}
	})
}

// Covers are of open venues alone, each kind has its own, and play decides the order.
func TestCoversAreOfOpenVenues(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		covers := func() map[venue.Kind][]venue.Game {
			t.Helper()
			c, err := h.Covers(t.Context(), d, 3)
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		for kind, games := range covers() {
			if len(games) > 3 {
				t.Errorf("%d covers of %s", len(games), kind)
			}
			for _, g := range games {
				if _, ok := h.Adapter(g.Venue); !ok || g.Kind != kind || g.Favourite {
					t.Errorf("cover %+v among %s", g, kind)
				}
			}
		}
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw(`UPDATE venue_game SET played = 7 WHERE venue = 'ky' AND code = '860'`).Exec(ctx)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := covers()[venue.Board]; got[0].Code != "860" {
			t.Errorf("the most played is not first: %s", names(got))
		}
		if _, err := h.SetState(t.Context(), boss, venue.StateChange{Venue: "ky", State: venue.StateClosed, Reason: "测试"}); err != nil {
			t.Fatal(err)
		}
		for _, g := range covers()[venue.Board] {
			if g.Venue == "ky" {
				t.Errorf("a cover of a closed venue: %s", g.Name)
			}
		}
	})
}

// Unknown facts about a game are zero, and known facts can be replaced.
func TestFactsAboutAGameCanBeReplaced(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		list, _, err := h.ListGames(t.Context(), d, venue.GameFilter{Venue: "ky", Page: staff.Page{Number: 1, Size: 20}})
		if err != nil {
			t.Fatal(err)
		}
		game := list[0]
		if got, about, err := h.Game(t.Context(), d, "ming", game.ID); err != nil || got.Name != game.Name || about != (venue.About{}) {
			t.Errorf("game %v, about %v, %v", got, about, err)
		}
		for _, about := range []venue.About{
			{Payback: 9750, Volatility: 3, StakeMin: 100, StakeMax: 40 * money.Yuan, Rules: "甲\n乙", Fun: "https://fun.example/1"}, {Payback: 9618},
		} {
			if err := h.games.SetAbout(t.Context(), []catalogue.GameAbout{{Venue: "ky", Game: game.Code, About: about}}); err != nil {
				t.Fatal(err)
			}
			if _, got, err := h.Game(t.Context(), d, "", game.ID); err != nil || got != about {
				t.Errorf("about %v, %v", got, err)
			}
		}
		if _, _, err := h.Game(t.Context(), d, "", 1); err == nil {
			t.Error("a game that is not there was found")
		}
	})
}

// Staff replace what is said about a game, within bounds, and the trail keeps both texts.
func TestStaffSayWhatAGamePageTells(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		ctx := t.Context()
		const id = 260003 // 抢庄牛牛 of ky
		good := venue.About{Payback: 9650, Volatility: 2, StakeMin: money.Yuan, StakeMax: 500 * money.Yuan, Rules: "甲\n乙", Fun: "https://fun.example/1"}
		if err := h.games.EditAbout(ctx, boss, id, good); err != nil {
			t.Fatal(err)
		}
		if got, err := h.AboutOf(ctx, d, id); err != nil || got != good {
			t.Errorf("%+v, %v", got, err)
		}
		for name, c := range map[string]struct {
			edit func(*venue.About)
			want error
		}{
			"nothing changes":               {func(*venue.About) {}, catalogue.ErrSameGame},
			"a return below a half":         {func(a *venue.About) { a.Payback = 4999 }, catalogue.ErrGamePayback},
			"a return above all stakes":     {func(a *venue.About) { a.Payback = 10001 }, catalogue.ErrGamePayback},
			"a volatility that is none":     {func(a *venue.About) { a.Volatility = 6 }, catalogue.ErrGameVolatility},
			"stakes the wrong way":          {func(a *venue.About) { a.StakeMax = 1 }, catalogue.ErrGameStakes},
			"a stake below nothing":         {func(a *venue.About) { a.StakeMin = -1 }, catalogue.ErrGameStakes},
			"rules with control signs":      {func(a *venue.About) { a.Rules = "甲\u202e乙" }, catalogue.ErrGameRules},
			"rules that are too long":       {func(a *venue.About) { a.Rules = strings.Repeat("长", 4001) }, catalogue.ErrGameRules},
			"an address that runs a script": {func(a *venue.About) { a.Fun = "javascript:alert(1)" }, catalogue.ErrGameFun},
			"an address with a password":    {func(a *venue.About) { a.Fun = "https://me:secret@fun.example/1" }, catalogue.ErrGameFun},
		} {
			a := good
			c.edit(&a)
			if err := h.games.EditAbout(ctx, boss, id, a); !errors.Is(err, c.want) {
				t.Errorf("%s: %v, want %v", name, err, c.want)
			}
		}
		if err := h.games.EditAbout(ctx, boss, 1, good); !errors.Is(err, venue.ErrNoGame) {
			t.Errorf("a game that is not there: %v", err)
		}
		// A fact that is not known any more is taken back, and the page says that the game itself tells.
		if err := h.games.EditAbout(ctx, boss, id, venue.About{}); err != nil {
			t.Fatal(err)
		}
		rows, total, err := h.staff.AuditTrail(ctx, staff.AuditFilter{Action: "game.about"})
		if err != nil || total != 2 || !strings.Contains(string(rows[0].Before), "甲") || strings.Contains(string(rows[0].After), "甲") {
			t.Errorf("the trail: %d rows, %+v, %v", total, rows, err)
		}
	})
}
