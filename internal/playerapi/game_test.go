package playerapi_test

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/calendar"
	"hongyun/internal/staff"
	"hongyun/internal/venue/catalogue"
)

func items(t *testing.T, r apptest.Reply) []map[string]any {
	t.Helper()
	data, _ := r.Body["Data"].(map[string]any)
	list, ok := data["Items"].([]any)
	if !r.OK() || !ok {
		t.Fatalf("no items: %s", r)
	}
	out := make([]map[string]any, len(list))
	for i, item := range list {
		out[i], _ = item.(map[string]any)
	}
	return out
}

// SLOT-02, SLOT-03, SLOT-04: 20 a page, counted, searched only at a provider.
func TestGameInfo(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("ming")
		first := b.Get("/v1/Select/GameInfo", "PageIndex", "1", "PlatformId", "47", "Type", "0", "GameName", "")
		list := items(t, first)
		if len(list) != 20 || first.Text("Data.RowCount") != "150" || first.Text("Data.PageCount") != "8" || first.Text("Data.PageIndex") != "1" {
			t.Errorf("first page: %d items, %s rows, %s pages", len(list), first.Text("Data.RowCount"), first.Text("Data.PageCount"))
		}
		if g := list[0]; g["Platform"] != "47" || g["GameCode"] != "47001" || g["Id"] != float64(470001) || g["IsFavorites"] != false ||
			g["GameCnName"] == "" || g["ImgUrl"] == "" || g["State"] != "absent" {
			t.Errorf("game %v", g)
		}
		if last := items(t, b.Get("/v1/Select/GameInfo", "PageIndex", "8", "PlatformId", "47")); len(last) != 10 {
			t.Errorf("last page: %d items", len(last))
		}
		if none := b.Get("/v1/Select/GameInfo", "PageIndex", "9", "PlatformId", "47"); len(items(t, none)) != 0 || none.Text("Data.RowCount") != "150" {
			t.Errorf("behind the last page: %s", none)
		}
		for what, kind := range map[string]string{"IsHot": "-1", "IsRecommend": "-2"} {
			for _, g := range items(t, b.Get("/v1/Select/GameInfo", "Type", kind)) {
				if g[what] != true {
					t.Errorf("Type %s: %v", kind, g)
				}
			}
		}
		if r := b.Get("/v1/Select/GameInfo", "GameName", "龙"); r.Status != http.StatusBadRequest || r.Text("Message") != "请先选择游戏渠道" {
			t.Errorf("search without a provider: %s", r)
		}
		if r := b.Get("/v1/Select/GameInfo", "PlatformId", "99"); r.Status != http.StatusBadRequest {
			t.Errorf("unknown provider: %s", r)
		}
		if r := b.Get("/v1/Select/GameInfo", "PlatformId", "47", "GameName", "绝无此名"); len(items(t, r)) != 0 || r.Text("Data.RowCount") != "0" {
			t.Errorf("nothing found: %s", r)
		}
	})
}

// MNT-03: a game in maintenance says until when, its launch is refused with the same
// time, and it is over by itself.
func TestAGameInMaintenanceSaysUntilWhen(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("ming")
		to := h.Clock.Now().Add(10 * time.Minute)
		window := catalogue.GameWindow{Games: []int64{260002}, To: to, Reason: "升级"}
		if _, err := h.Catalogue.MaintainGames(t.Context(), staff.Actor{ID: "s1", Name: "boss", Roles: []string{"owner"}}, window); err != nil {
			t.Fatal(err)
		}
		look := func(ends string) {
			t.Helper()
			list := items(t, b.Get("/v1/Select/GameInfo", "PlatformId", "26"))
			if list[0]["MaintainEnd"] != ends || list[1]["MaintainEnd"] != "" || list[0]["State"] != "open" {
				t.Errorf("games %v, %v", list[0], list[1])
			}
		}
		look(calendar.Stamp(to))
		launch := []string{"platformId", "26", "gameId", "720", "mode", "1", "language", "zh-CN", "playerName", "ming", "HomeUrl", "localhost"}
		if r := b.Post("/v1/Do/CallPlatformLoginToAction", launch...); r.OK() || !strings.Contains(r.String(), "预计 "+calendar.Stamp(to)+" 恢复") {
			t.Errorf("launch: %s", r)
		}
		h.Clock.Advance(10 * time.Minute)
		look("")
		if r := b.Post("/v1/Do/CallPlatformLoginToAction", launch...); !r.OK() {
			t.Errorf("launch after the maintenance: %s", r)
		}
	})
}

// SLOT-04: add and cancel each say so, and twice is once.
func TestGameFavorites(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b, other := h.Register("ming"), h.Register("other")
		for range 2 {
			if r := b.Post("/v1/Do/AddGameFavoritesAction", "GameInfoId", "470002"); !r.OK() || r.Text("ResultMessage") != "收藏成功" {
				t.Fatalf("add: %s", r)
			}
		}
		if list := items(t, b.Post("/v1/Select/GameFavorites")); len(list) != 1 || list[0]["Id"] != float64(470002) || list[0]["IsFavorites"] != true {
			t.Errorf("favourites %v", list)
		}
		marked := slices.IndexFunc(items(t, b.Get("/v1/Select/GameInfo", "PlatformId", "47")), func(g map[string]any) bool { return g["IsFavorites"] == true })
		if marked != 1 {
			t.Errorf("marked on the page: %d", marked)
		}
		if list := items(t, other.Post("/v1/Select/GameFavorites")); len(list) != 0 {
			t.Errorf("another player's favourites: %v", list)
		}
		for range 2 {
			if r := b.Post("/v1/Do/CancelGameFavoritesAction", "GameInfoId", "470002"); !r.OK() || r.Text("ResultMessage") != "已取消收藏" {
				t.Fatalf("cancel: %s", r)
			}
		}
		if list := items(t, b.Post("/v1/Select/GameFavorites")); len(list) != 0 {
			t.Errorf("after cancelling: %v", list)
		}
		if r := b.Post("/v1/Do/AddGameFavoritesAction", "GameInfoId", "7"); r.Status != http.StatusBadRequest || r.Text("Message") != "游戏不存在" {
			t.Errorf("no such game: %s", r)
		}
	})
}

// GAME-03, LNCH-02: a visitor sees the four banners' games; a venue without a
// contract says that it is not open, and nothing promises that it will be (H-320).
func TestFishingAndVenuesWithoutAContract(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		v := h.Visitor()
		list := items(t, v.Post("/v1/PubInterface/GetAGFishingInfo", "PageIndex", "1"))
		if len(list) < 8 {
			t.Fatalf("%d fishing games", len(list))
		}
		for _, g := range list[:4] {
			if g["Platform"] != "2" || g["GameCode"] == "" || g["State"] != "absent" {
				t.Errorf("banner's game %v", g)
			}
		}
		states := map[string]string{}
		venues, _ := v.Get("/v1/PubInterface/VenueItems").Body["Data"].([]any)
		for _, item := range venues {
			e, _ := item.(map[string]any)
			states[fmt.Sprint(e["PlatformCode"])] = fmt.Sprint(e["State"])
		}
		if len(states) != 25 || states["26"] != "open" || states["47"] != "absent" {
			t.Errorf("venues %v", states)
		}
		b := h.Register("ming")
		r := b.Post("/v1/Do/CallPlatformLoginToAction", "platformId", "2", "playerName", "ming", "gameId", fmt.Sprint(list[0]["GameCode"]), "mode", "1", "language", "zh-CN")
		if r.OK() || r.Status != http.StatusOK || r.Text("ResultMessage") != "该场馆未开放" {
			t.Errorf("launch: %s", r)
		}
	})
}
