package venue_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/venue/catalogue"
)

// MNT-03: a game in maintenance does not open and says until when; other games of its
// venue open, and it opens again by itself.
func TestAGameInMaintenanceOpensAgainByItself(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		launches := &venue.Launches{Venues: h.Venues}
		open := func(code string, want error) {
			t.Helper()
			_, err := launches.Open(t.Context(), venue.Opening{Player: "ming", Venue: "ky", Game: code})
			if !errors.Is(err, want) {
				t.Errorf("game %s: %v, want %v", code, err, want)
			}
		}
		from, to := h.clock.Now().Add(time.Hour), h.clock.Now().Add(2*time.Hour)
		n, err := h.games.MaintainGames(t.Context(), boss, catalogue.GameWindow{Games: []int64{260003, 260002, 260003}, From: from, To: to, Reason: "升级"})
		if err != nil || n != 2 {
			t.Fatalf("%d games, %v", n, err)
		}
		open("830", nil) // it has not begun
		h.clock.Advance(time.Hour)
		for _, code := range []string{"830", "0830", "720"} {
			open(code, venue.ErrGameMaintained)
		}
		open("860", nil)
		open("", nil) // the lobby
		_, err = launches.Open(t.Context(), venue.Opening{Player: "ming", Venue: "ky", Game: "830"})
		if err == nil || !strings.Contains(err.Error(), calendar.Stamp(to)) {
			t.Errorf("the end is not said: %v", err)
		}
		first := pages(t, h, venue.GameFilter{Venue: "ky"})[0]
		if first.ID != 260002 || !first.Maintained(h.clock.Now()) || !first.MaintenanceTo.Equal(to) {
			t.Errorf("the lobby shows %+v", first)
		}
		if _, err := h.Playable(t.Context(), d, "ky", "830"); !errors.Is(err, venue.ErrGameMaintained) {
			t.Errorf("a bet of a seamless venue: %v", err)
		}
		h.clock.Advance(time.Hour)
		open("830", nil)
		if first := pages(t, h, venue.GameFilter{Venue: "ky"})[0]; first.Maintained(h.clock.Now()) {
			t.Errorf("the lobby still shows %+v", first)
		}
	})
}

// Staff end a maintenance early. Each game has its own entries in the audit trail.
func TestAMaintenanceOfAGameIsEndedAndAudited(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		to := h.clock.Now().Add(time.Hour)
		set := catalogue.GameWindow{Games: []int64{260003}, To: to, Reason: "升级"}
		if _, err := h.games.MaintainGames(t.Context(), boss, set); err != nil {
			t.Fatal(err)
		}
		list, total, err := h.games.List(t.Context(), d, catalogue.Filter{Maintained: true})
		if err != nil || total != 1 || list[0].MaintenanceReason != "升级" || !list[0].MaintenanceTo.Equal(to) {
			t.Errorf("staff see %+v, %d, %v", list, total, err)
		}
		end := catalogue.GameWindow{Games: []int64{260003, 260002}, End: true, Reason: "完成"}
		if n, err := h.games.MaintainGames(t.Context(), boss, end); err != nil || n != 1 {
			t.Errorf("%d ended, %v", n, err)
		}
		if _, err := h.games.MaintainGames(t.Context(), boss, end); !errors.Is(err, catalogue.ErrSameGame) {
			t.Errorf("ended twice: %v", err)
		}
		rows, total, err := h.staff.AuditTrail(t.Context(), staff.AuditFilter{Action: "game.maintain"})
		if err != nil || total != 2 || string(rows[0].After) != `{"state":"open"}` || !strings.Contains(string(rows[1].After), calendar.Stamp(to)) || rows[1].Reason != "升级" {
			t.Errorf("the trail has %d rows: %+v, %v", total, rows, err)
		}
	})
}

// A window without an end to come, a request without a reason, and a game that is none are refused.
func TestAWrongMaintenanceOfAGameIsRefused(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		now := h.clock.Now()
		hour := now.Add(time.Hour)
		one := []int64{260003}
		for _, tc := range []struct {
			window catalogue.GameWindow
			want   error
		}{
			{catalogue.GameWindow{Games: one, Reason: "升级"}, venue.ErrWindow},
			{catalogue.GameWindow{Games: one, To: now, Reason: "升级"}, venue.ErrWindow},
			{catalogue.GameWindow{Games: one, From: hour, To: hour, Reason: "升级"}, venue.ErrWindow},
			{catalogue.GameWindow{Games: one, To: hour, End: true, Reason: "升级"}, venue.ErrWindow},
			{catalogue.GameWindow{Games: one, To: hour}, staff.ErrReason},
			{catalogue.GameWindow{To: hour, Reason: "升级"}, catalogue.ErrGameCount},
			{catalogue.GameWindow{Games: make([]int64, catalogue.MaxBulkGames+1), To: hour, Reason: "升级"}, catalogue.ErrGameCount},
			{catalogue.GameWindow{Games: []int64{260003, 1}, To: hour, Reason: "升级"}, venue.ErrNoGame},
		} {
			if n, err := h.games.MaintainGames(t.Context(), boss, tc.window); !errors.Is(err, tc.want) || n != 0 {
				t.Errorf("%+v: %d, %v, want %v", tc.window, n, err, tc.want)
			}
		}
		if _, total, err := h.games.List(t.Context(), d, catalogue.Filter{Maintained: true}); err != nil || total != 0 {
			t.Errorf("%d games in maintenance, %v", total, err)
		}
	})
}
