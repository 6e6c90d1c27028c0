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

// One request marks many games. Each game that changes has its own entry, so that
// the trail of one game tells all that happened to it.
func TestManyGamesAreMarkedAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		ctx := t.Context()
		ids := []int64{260003, 260004, 260002, 260004} // the last one twice
		if _, err := h.games.EditGame(ctx, boss, catalogue.GameChange{ID: 260002, Hidden: new(true)}); err != nil {
			t.Fatal(err)
		}
		changed, err := h.games.MarkGames(ctx, boss, catalogue.GameMarks{Games: ids, Hidden: new(true)})
		if err != nil || changed != 2 {
			t.Fatalf("%d games changed, %v", changed, err)
		}
		rows, total, err := h.staff.AuditTrail(ctx, staff.AuditFilter{Action: "game.edit"})
		if err != nil || total != 3 {
			t.Fatalf("%d rows in the trail, %v", total, err)
		}
		for i, subject := range []string{"260004", "260003", "260002"} { // the newest first
			if got := rows[i].SubjectID + string(rows[i].After); got != subject+`{"hidden":true}` {
				t.Errorf("row %d is %s", i, got)
			}
		}
		if got := names(pages(t, h, venue.GameFilter{Venue: "ky"})); strings.Contains(got, "炸金花") || strings.Contains(got, "二八杠") {
			t.Errorf("the lobby still has %s", got)
		}
		if changed, err = h.games.MarkGames(ctx, boss, catalogue.GameMarks{Games: ids[:1], Hidden: new(false), Hot: new(true), Recommended: new(true)}); err != nil || changed != 1 {
			t.Errorf("%d games changed, %v", changed, err)
		}
		list, _, err := h.games.List(ctx, d, catalogue.Filter{Venue: "ky", Hot: true, Recommended: true, Hidden: new(false)})
		if err != nil || len(list) == 0 {
			t.Errorf("shown, hot and recommended: %+v, %v", list, err)
		}
	})
}

// A request that is refused changes no game at all.
func TestARefusedRequestMarksNoGame(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		many := make([]int64, catalogue.MaxBulkGames+1)
		for i := range many {
			many[i] = 260002 + int64(i)
		}
		for _, tc := range []struct {
			marks catalogue.GameMarks
			want  error
		}{
			{catalogue.GameMarks{Games: []int64{260003, 1}, Hidden: new(true)}, venue.ErrNoGame},
			{catalogue.GameMarks{Hidden: new(true)}, catalogue.ErrGameCount},
			{catalogue.GameMarks{Games: many, Hidden: new(true)}, catalogue.ErrGameCount},
			{catalogue.GameMarks{Games: []int64{260003}}, catalogue.ErrSameGame},
			{catalogue.GameMarks{Games: []int64{260003, 260002}, Hidden: new(false)}, catalogue.ErrSameGame},
		} {
			if n, err := h.games.MarkGames(t.Context(), boss, tc.marks); !errors.Is(err, tc.want) || n != 0 {
				t.Errorf("%d games of %+v: %d, %v, want %v", len(tc.marks.Games), tc.marks, n, err, tc.want)
			}
		}
		if _, total, err := h.staff.AuditTrail(t.Context(), staff.AuditFilter{Action: "game"}); err != nil || total != 0 {
			t.Errorf("%d rows in the trail, %v", total, err)
		}
	})
}
