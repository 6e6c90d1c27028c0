package adminapi_test

import (
	"strconv"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/venue"
)

// One member of staff reads a vendor's list on the venue's page, sees the difference by
// pages, and applies it with one press.
func TestTheListOfAVendorIsReadAndApplied(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "boss", "owner")
		_, shipped, err := venue.Shipped("s47")
		if err != nil {
			t.Fatal(err)
		}
		gone := strconv.Itoa(len(shipped)) // their codes are our own
		expect(t, d.get("/venues/s47/games"), 200, "total", "0", "items", "[]", "sum.supported", "true", "sum.digest", "", "sum.readAt", "null")
		expect(t, d.get("/venues/s47"), 200, "contract.gameList", "true", "gamesDiffer", "0")
		expect(t, d.post("/venues/s47/games/read", nil), 200, "games", "2", "new", "2", "gone", gone, "failure", "null")
		expect(t, d.get("/venues/s47"), 200, "gamesDiffer", strconv.Itoa(len(shipped)+2))
		r := expect(t, d.get("/venues/s47/games?page=2&size=1"), 200, "items.0.change", "new", "items.0.code", "AB3", "items.0.name", "天天捕鱼")
		expect(t, d.get("/venues/s47/games?change=gone&size=5"), 200, "total", gone, "items.4.change", "gone", "sum.new", "2")
		expect(t, d.get("/venues/s47/games?change=odd"), 400)

		expect(t, d.post("/venues/s47/games/rule", map[string]any{"showNew": true}), 200, "showNew", "true")
		expect(t, d.post("/venues/s47/games/apply", map[string]any{"digest": "other"}), 409, "code", "venue.list_moved")
		apply := map[string]any{"digest": r.at("sum.digest")}
		expect(t, d.post("/venues/s47/games/apply", apply), 200, "new", "2", "gone", gone, "back", "0", "renamed", "0")
		expect(t, d.post("/venues/s47/games/apply", apply), 409, "code", "venue.same_game")
		expect(t, d.get("/venues/s47"), 200, "gamesDiffer", "0")
		expect(t, d.get("/games?venue=s47&gone=1"), 200, "total", gone, "items.0.gone", "true")
		expect(t, d.get("/games?venue=s47&name=AB3"), 200, "total", "1", "items.0.hidden", "false", "items.0.ownName", "false")
		expect(t, d.get("/audit?action=game.list_apply"), 200, "total", "1", "items.0.after.new", "2")
	}, apptest.Slots)
}

// A vendor without a list says so, and only who edits the catalogue reads or applies one.
func TestAVendorWithoutAListSaysSo(t *testing.T) {
	h := one(t)
	d := sit(t, h, "boss", "owner")
	expect(t, d.get("/venues/ky"), 200, "contract.gameList", "false")
	expect(t, d.get("/venues/ky/games"), 200, "sum.supported", "false", "total", "0")
	expect(t, d.post("/venues/ky/games/read", nil), 409, "code", "venue.no_game_list")
	expect(t, d.post("/venues/atlantis/games/read", nil), 404, "code", "admin.no_venue")
	auditor := sit(t, h, "shen", "auditor")
	expect(t, auditor.get("/venues/ky/games"), 200)
	for _, path := range []string{"read", "apply", "rule"} {
		expect(t, auditor.post("/venues/ky/games/"+path, nil), 403, "code", "staff.denied")
	}
}

// MNT-03: staff set the maintenance of many games, and end it.
func TestGamesAreMaintained(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "boss", "owner")
		to := h.Clock.Now().Add(2 * time.Hour).UnixMilli()
		set := map[string]any{"ids": []string{"260003", "260002"}, "to": to, "reason": "升级"}
		expect(t, d.post("/games/maintenance", set), 200, "changed", "2")
		expect(t, d.post("/games/maintenance", set), 409, "code", "venue.same_game")
		expect(t, d.get("/games?maintained=1"), 200, "total", "2", "items.0.maintained", "true", "items.0.maintenanceTo", strconv.FormatInt(to, 10),
			"items.0.maintenanceFrom", "null", "items.0.maintenanceReason", "升级")
		expect(t, d.post("/games/maintenance", map[string]any{"ids": []string{"260003"}, "reason": "升级"}), 400, "code", "venue.window")
		expect(t, d.post("/games/maintenance", map[string]any{"ids": []string{"x"}, "to": to, "reason": "升级"}), 404, "code", "admin.no_game")
		expect(t, d.post("/games/maintenance", map[string]any{"ids": []string{"260003"}, "end": true, "reason": "完成"}), 200, "changed", "1")
		h.Clock.Advance(2 * time.Hour)
		expect(t, d.logInAgain().get("/games?maintained=1"), 200, "total", "0")
		expect(t, d.get("/games?venue=ky&name=二八杠"), 200, "items.0.maintained", "false", "items.0.maintenanceTo", "null")
		expect(t, sit(t, h, "shen", "auditor").post("/games/maintenance", set), 403, "code", "staff.denied")
	})
}
