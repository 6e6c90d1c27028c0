package adminapi_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/bet/feed"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

func TestAVenueIsSwitchedOffAndOn(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "boss", "owner")
		ming(t, h, "ming", cardA, 1000_00)
		move(t, h, "ming", "ky", 300_00)
		r := expect(t, d.get("/venues"), 200)
		adapters := 0
		for i := range 40 {
			at := fmt.Sprintf("items.%d.", i)
			if r.at(at+"hasAdapter") == "true" {
				adapters++
			}
			if r.at(at+"code") == "ky" {
				expect(t, r, 200, at+"state", "open", at+"playersMoney", "300.00", at+"stuck", "0", at+"platformId", "26")
			}
		}
		if adapters != 2 {
			t.Errorf("%d venues have an adapter: %s", adapters, r)
		}
		expect(t, d.post("/venues/ky/state", map[string]any{"state": "maintenance", "reason": "场馆升级"}), 200, "state", "maintenance",
			"reason", "场馆升级", "changedBy", "boss", "playersMoney", "300.00")
		expect(t, d.post("/venues/ky/state", map[string]any{"state": "maintenance", "reason": "场馆升级"}), 409, "code", "venue.same_state")
		expect(t, d.post("/venues/ky/state", map[string]any{"state": "burning", "reason": "场馆升级"}), 400, "code", "venue.state")
		expect(t, d.post("/venues/ky/state", map[string]any{"state": "open"}), 400, "code", "staff.reason")
		expect(t, d.post("/venues/atlantis/state", map[string]any{"state": "open", "reason": "场馆升级"}), 404, "code", "admin.no_venue")
		expect(t, d.post("/venues/ky/state", map[string]any{"state": "open", "reason": "升级完成"}), 200, "state", "open")
	})
}

// H-240: staff plan a maintenance, which begins and ends by the clock, and players read its end.
func TestAMaintenanceIsPlannedAndBeginsAndEndsByTheClock(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "boss", "owner")
		from, to := h.Clock.Now().Add(10*time.Minute), h.Clock.Now().Add(20*time.Minute)
		plan := func(from, to time.Time) map[string]any {
			return map[string]any{"state": "maintenance", "from": from.UnixMilli(), "to": to.UnixMilli(), "reason": "场馆通知维护"}
		}
		r := expect(t, d.post("/venues/ky/state", plan(from, to)), 200, "state", "open", "scheduled", "true", "reason", "场馆通知维护",
			"windowFrom", fmt.Sprint(from.UnixMilli()), "windowTo", fmt.Sprint(to.UnixMilli()))
		expect(t, d.post("/venues/ky/state", plan(to, from)), 400, "code", "venue.window")
		expect(t, d.post("/venues/ky/state", map[string]any{"state": "maintenance", "from": -1, "reason": "场馆通知维护"}), 400, "code", "venue.window")
		players := func() string { return string(h.Visitor().Get("/v1/PubInterface/VenueItems").Raw) }
		ky := func() reply {
			t.Helper()
			all := expect(t, d.get("/venues"), 200)
			for i := range 60 {
				if at := fmt.Sprintf("items.%d", i); all.at(at+".code") == "ky" {
					one := all.Body["items"].([]any)[i].(map[string]any)
					return reply{Status: 200, Raw: all.Raw, Body: one}
				}
			}
			t.Fatal("no ky")
			return r
		}
		if text := players(); !strings.Contains(text, `"venue_code":"ky","Kind":"board","State":"open","EndTime":""`) {
			t.Errorf("before it begins players see %s", text)
		}
		h.Clock.Set(from)
		expect(t, ky(), 200, "state", "maintenance", "scheduled", "false")
		want := `"venue_code":"ky","Kind":"board","State":"maintenance","EndTime":"` + calendar.Stamp(to) + `"`
		if text := players(); !strings.Contains(text, want) {
			t.Errorf("while it runs players see %s, want %s", text, want)
		}
		expect(t, d.post("/venues/ky/state", plan(to, to.Add(time.Hour))), 409, "code", "venue.not_open")
		h.Clock.Set(to)
		expect(t, ky(), 200, "state", "open", "scheduled", "false", "windowFrom", "null", "windowTo", "null")
	})
}

// H-142, backoffice 8: a venue whose money is stopped by the switch is shown closed
// to staff, with the reason, and to players.
func TestAVenueClosedByTheMoneySwitchIsShownClosed(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss := sit(t, h, "boss", "owner")
		b, _ := ming(t, h, "ming", cardA, 1000_00)
		seen := func() (ky, leg string) {
			t.Helper()
			r := expect(t, boss.get("/venues"), 200)
			for i := range 40 {
				at := fmt.Sprintf("items.%d.", i)
				switch r.at(at + "code") {
				case "ky":
					ky = r.at(at + "shut")
				case "leg":
					leg = r.at(at + "shut")
				}
			}
			return ky, leg
		}
		players := func() string { return string(b.Post("/v1/Do/CallPlatformBalancesAction").Raw) }
		if ky, leg := seen(); ky != "null" || leg != "null" {
			t.Errorf("open: %s, %s", ky, leg)
		}
		if text := players(); strings.Contains(text, `"State":"closed"`) {
			t.Errorf("open: %s", text)
		}
		expect(t, boss.post("/gate/close", closeDoor("venue:ky", "余额异常")), 200)
		for end := time.Now().Add(10 * time.Second); strings.Count(players(), `"State":"closed"`) != 1; time.Sleep(50 * time.Millisecond) {
			if time.Now().After(end) { // the gate is read again once a second
				t.Fatalf("players see %s", players())
			}
		}
		if items := string(h.Visitor().Get("/v1/PubInterface/VenueItems").Raw); strings.Count(items, `"MoneyStopped":true`) != 1 ||
			!strings.Contains(items, `"venue_code":"ky","Kind":"board","State":"open","EndTime":"","MoneyStopped":true`) {
			t.Errorf("the pages of games are told %s", items)
		}
		if ky, leg := seen(); ky != "场馆 ky：余额异常" || leg != "null" {
			t.Errorf("one closed: %s, %s", ky, leg)
		}
	})
}

// Which files of a window are missing, and which were read, is seen.
func TestTheFilesOfAWindowAreShown(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		id := gap(t, h)
		fault(t, h)
		err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw(`
				INSERT INTO bet_file (venue, file, window_id, state, attempts, lines, error, listed_at, read_at)
				VALUES ('fb', '7', ?0, 'read', 0, 12, '', 1000, 2000), ('fb', '8', ?0, 'missing', 3, 0, 'no answer', 1000, 0)`, id).Exec(ctx)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		d := sit(t, h, "risk", "risk")
		expect(t, sit(t, h, "lin", "finance").get("/feed/windows/"+id+"/files"), 403)
		expect(t, d.get("/feed/windows/"+id+"/files"), 200, "total", "2", "items.0.id", "8", "items.0.state", "missing", "items.0.attempts", "3",
			"items.0.error", "no answer", "items.0.readAt", "null", "items.1.id", "7", "items.1.state", "read", "items.1.lines", "12", "items.1.readAt", "2000")
		expect(t, d.get("/feed/windows/"+id+"/files?size=1&page=2"), 200, "items.0.id", "7")
		expect(t, d.get("/feed/windows/none/files"), 200, "total", "0")
		expect(t, d.get("/feed/windows?state=gap"), 200, "items.0.files", "0", "items.0.filesMissing", "0")
	})
}

// A hole in the bet feed is seen, and pulled again by hand.
func TestAGapInTheFeedIsPulledAgain(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		id := gap(t, h)
		fault(t, h)
		d, finance := sit(t, h, "risk", "risk"), sit(t, h, "lin", "finance")
		if n := d.get("/badges").at("feedGaps"); n == "0" {
			t.Error("nobody is told of the gap")
		}
		expect(t, finance.get("/badges"), 200, "feedGaps", "0") // not their work
		expect(t, finance.get("/feed"), 403)
		r := expect(t, d.get("/feed/windows?state=gap"), 200, "items.0.id", id, "items.0.state", "gap")
		if r.at("items.0.error") == "null" || r.at("items.0.attempts") == "0" {
			t.Errorf("why it is missing is not shown: %s", r)
		}
		venue, from, to := r.at("items.0.venue"), r.at("items.0.from"), r.at("items.0.to")
		expect(t, d.get("/feed/windows?state=gap&venue="+venue+"&from="+from+"&to="+to), 200, "items.0.id", id)
		expect(t, d.get("/feed/windows?venue=atlantis"), 200, "total", "0")
		expect(t, d.post("/feed/windows/"+id+"/pull", nil), 202, "state", "waiting")
		expect(t, d.post("/feed/windows/"+id+"/pull", nil), 409, "code", "bet.waiting")
		expect(t, d.post("/feed/windows/none/pull", nil), 404, "code", "bet.no_window")
		h.Advance(time.Minute)
		h.Advance(time.Minute)
		if _, total, err := h.Feed.Windows(t.Context(), feed.WindowFilter{State: feed.Gap, Venue: venue}); err != nil || total != 0 {
			t.Errorf("%d gaps are left, %v", total, err)
		}
		r = expect(t, d.get("/feed"), 200, "items.0.gaps", "0")
		if r.at("items.0.cursor") == "null" || r.at("items.0.lagSeconds") == "null" {
			t.Errorf("how far the feed is complete is not shown: %s", r)
		}
	})
}
