package apptest_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/db"
	"hongyun/internal/fund"
	"hongyun/internal/guard"
	"hongyun/internal/lobby"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// H-349: wins on the home page come from play, name nobody, and leave out who is
// kept from playing. Within the age of the page's part they are read once.
func TestTheHomePageShowsWinsAndNobodysName(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		visitor := h.Visitor()
		wins := func(path string) []string {
			t.Helper()
			h.Advance(lobby.FrontAge + time.Second)
			if err := h.Bets.NoteWins(t.Context()); err != nil {
				t.Fatal(err)
			}
			r := must(t, "home", visitor.Get("/v1/PubInterface/HomeLobby"))
			if strings.Contains(r.String(), "ming") || strings.Contains(r.String(), "hong88") {
				t.Errorf("a player is named: %s", r)
			}
			data, _ := r.Body["Data"].(map[string]any)
			list, _ := data[path].([]any)
			var out []string
			for _, one := range list {
				w, _ := one.(map[string]any)
				out = append(out, fmt.Sprintf("%v %v %v", w["Player"], w["Game"], w["Amount"]))
			}
			return out
		}
		boards := func() []string {
			t.Helper()
			data, _ := must(t, "home", visitor.Get("/v1/PubInterface/HomeLobby")).Body["Data"].(map[string]any)
			var out []string
			for _, path := range []string{"Multiples", "Winners"} {
				list, _ := data[path].([]any)
				for _, one := range list {
					w, _ := one.(map[string]any)
					out = append(out, fmt.Sprintf("%v %v %v", w["Player"], w["Multiple"], w["Amount"]))
				}
			}
			return out
		}
		if got := wins("Latest"); len(got) != 0 {
			t.Errorf("before any play: %v", got)
		}
		for _, name := range []string{"ming88", "hong88"} {
			b := h.Register(name)
			h.Grant(name, 100*money.Yuan)
			must(t, "transfer", b.Post("/v1/Do/CallPlatformTranscationAction", "playerName", name, "platformId", "26", "transactionType", "1", "amount", "50"))
		}
		h.Clock.Advance(time.Minute)
		for _, payout := range []string{"15", "30", "18"} {
			control(t, h, "/bets", map[string]any{"venue": "ky", "player": "ming88", "stake": "10", "payout": payout, "status": "settled"})
		}
		control(t, h, "/bets", map[string]any{"venue": "ky", "player": "hong88", "stake": "10", "payout": "110", "status": "settled"})
		h.Advance(5 * time.Minute)
		h.Advance(5 * time.Minute)
		latest := wins("Latest")
		if len(latest) != 3 { // two of one player at most
			t.Errorf("latest %v", latest)
		}
		if got := wins("Largest"); len(got) != 3 || !strings.HasPrefix(got[0], "h*** ") || !strings.HasSuffix(got[0], " 100") || !strings.HasSuffix(got[1], " 20") || !strings.HasSuffix(got[2], " 8") {
			t.Errorf("largest %v", got)
		}
		if got := boards(); !slices.Equal(got, []string{"h*** 1100 0", "m*** 300 0", "m*** 180 0", "h*** 0 100", "m*** 0 20", "m*** 0 8"}) {
			t.Errorf("boards of the day: %q", got)
		}
		if _, err := h.Guard.StopFor(t.Context(), "hong88", 1); err != nil {
			t.Fatal(err)
		}
		if err := h.Guard.Freeze(t.Context(), h.AddStaff("anna", "owner"), "ming88", []guard.Act{guard.Bet}, time.Time{}, "测试"); err != nil {
			t.Fatal(err)
		}
		if got := wins("Latest"); len(got) != 0 {
			t.Errorf("players who may not play are shown: %v", got)
		}
		if got := boards(); len(got) != 0 {
			t.Errorf("players who may not play are on a board: %q", got)
		}
	})
}

// The part for everybody is read once in a while, however many visitors come.
func TestTheHomePageIsReadOnceForAll(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		visitor := h.Visitor()
		look := func() string { return must(t, "home", visitor.Get("/v1/PubInterface/HomeLobby")).String() }
		first := look()
		if !strings.Contains(first, "抢庄牛牛") || strings.Contains(first, "风暴灯塔") { // the second's venue is not open here
			t.Errorf("covers %s", first)
		}
		if _, err := h.Venues.SetState(t.Context(), h.AddStaff("anna", "owner"), venue.StateChange{Venue: "ky", State: venue.StateClosed, Reason: "测试"}); err != nil {
			t.Fatal(err)
		}
		if got := look(); strings.Count(got, `"GameCnName"`) != strings.Count(first, `"GameCnName"`) {
			t.Error("the part for everybody is read anew within its age")
		}
		h.Clock.Advance(lobby.FrontAge)
		if got := look(); strings.Contains(got, `"Platform":"26"`) {
			t.Errorf("a closed venue: %s", got)
		}
	})
}

// One call has all that the home page shows of a player but the money, which the bar reads.
func TestTheRowOfAPlayer(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("Ming88")
		mine := func() apptest.Reply {
			t.Helper()
			return must(t, "home", b.Post("/v1/Select/HomeMine"))
		}
		says := func(what string, path, want string) {
			t.Helper()
			if got := mine().Text(path); got != want {
				t.Errorf("%s: %s is %s, want %s", what, path, got, want)
			}
		}
		for _, step := range []string{"Name", "Deposit", "Play", "Card"} {
			says("a new player", "Data.Steps."+step, "false")
		}
		deposit(t, h, b)
		says("after a deposit", "Data.Steps.Deposit", "true")
		play(t, h, b)
		says("after a game", "Data.Steps.Play", "true")
		if r := mine(); !strings.Contains(r.String(), `"Recent":[{"Id":26`) || r.Text("Data.Level.Track") == "" {
			t.Errorf("the game is not among the recent ones: %s", r)
		}
		// The counts of plays come minutes later, and a lobby is no game: the newest bet tells.
		err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw("DELETE FROM venue_recent").Exec(ctx)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if r := mine(); !strings.Contains(r.String(), `"Recent":[{"Id":26`) {
			t.Errorf("a game that no count knows yet is not the last one: %s", r)
		}
		must(t, "mark", b.Post("/v1/Do/AddGameFavoritesAction", "GameInfoId", "260002"))
		if r := mine(); !strings.Contains(r.String(), `"Favourites":[{"Id":260002`) || !strings.Contains(r.String(), `"Marked":[260002]`) {
			t.Errorf("the mark is missing: %s", r)
		}
		if r := h.Visitor().Post("/v1/Select/HomeMine"); r.Status != 401 {
			t.Errorf("a visitor: %s", r)
		}
	})
}

// RG-4, RG-5: the row of a player who stopped is there, and invites to nothing:
// neither to promotions nor to C$.
func TestTheRowInvitesNobodyWhoStopped(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		h.Due()
		b := h.Register("Ming88")
		err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return h.Fund.Receive(ctx, tx, fund.Income{Key: "test", Player: "ming88", Amount: 100 * money.Yuan, Remark: "新人礼金", By: "test"})
		})
		if err != nil {
			t.Fatal(err)
		}
		if r := must(t, "home", b.Post("/v1/Select/HomeMine")); !strings.Contains(r.String(), `"First":true`) {
			t.Errorf("the offer of the first deposit: %s", r)
		}
		deposit(t, h, b)
		if r := must(t, "home", b.Post("/v1/Select/HomeMine")); !strings.Contains(r.String(), `"Kind":"fund"`) || strings.Contains(r.String(), `"First":true`) {
			t.Fatalf("C$ that are ready, and no offer of a first deposit: %s", r)
		}
		must(t, "time-out", b.Post("/v1/Do/TimeOutLimitAction", "days", "1"))
		if r := must(t, "home", b.Post("/v1/Select/HomeMine")); !strings.Contains(r.String(), `"Claims":[],"Offers":[]`) {
			t.Errorf("during a time-out: %s", r)
		}
	})
}

// The search, a game's page and the offer are for visitors too.
func TestVisitorsSearchAndLookAtGames(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		v := h.Visitor()
		if r := must(t, "search", v.Get("/v1/PubInterface/SearchGames", "Text", "qzniu")); strings.Contains(r.String(), "抢庄牛牛") {
			t.Errorf("half initials, half pinyin: %s", r)
		}
		if r := must(t, "search", v.Get("/v1/PubInterface/SearchGames", "Text", "qiang zhuang")); !strings.Contains(r.String(), "抢庄牛牛") || !strings.Contains(r.String(), `"Venue":"鸿运棋院"`) {
			t.Errorf("pinyin: %s", r)
		}
		if r := v.Get("/v1/PubInterface/SearchGames", "Text", strings.Repeat("a", 41)); r.Status != 400 || r.Text("Message") != "搜索内容不能超过40个字" {
			t.Errorf("too long: %s", r)
		}
		r := must(t, "about", v.Get("/v1/PubInterface/GameAbout", "GameInfoId", "260003"))
		if r.Text("Data.Game.GameCnName") != "抢庄牛牛" || r.Text("Data.Payback") != "0" || !strings.Contains(r.String(), `"Rules":[]`) {
			t.Errorf("about: %s", r)
		}
		if r := v.Get("/v1/PubInterface/GameAbout", "GameInfoId", "7"); r.OK() {
			t.Errorf("a game that is not there: %s", r)
		}
		must(t, "offer", v.Get("/v1/PubInterface/FirstOffer"))
	})
}
