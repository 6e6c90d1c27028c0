package bet_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/venue/catalogue"
)

// plays stores n bets of a player on a game, placed now.
func (h *fixture) plays(player, game string, n int) {
	h.t.Helper()
	var lines []venue.BetLine
	for i := range n {
		l := h.line(fmt.Sprintf("%s-%s-%d-%d", player, game, h.clock.Now().UnixMilli(), i), 1000, 0)
		l.Account, l.Game, l.BetAt = player, game, h.clock.Now()
		l.SettledAt, l.UpdatedAt = l.BetAt, l.BetAt
		lines = append(lines, l)
	}
	h.store(lines...)
}

// counted lets the margin pass and runs the job.
func (h *fixture) counted() {
	h.t.Helper()
	h.clock.Advance(3 * time.Minute)
	if err := h.CountPlays(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
}

// codes are the codes of the games that a filter chooses at ky.
func (h *fixture) codes(f venue.GameFilter) string {
	h.t.Helper()
	f.Venue, f.Page = "ky", staff.Page{Number: 1, Size: 100}
	games, _, err := h.venues.ListGames(h.t.Context(), h.db, f)
	if err != nil {
		h.t.Fatal(err)
	}
	var codes []string
	for _, g := range games {
		codes = append(codes, g.Code)
	}
	return strings.Join(codes, " ")
}

func (h *fixture) recent(player string) string {
	h.t.Helper()
	games, err := h.venues.Recent(h.t.Context(), h.db, player, "")
	if err != nil {
		h.t.Fatal(err)
	}
	var codes []string
	for _, g := range games {
		codes = append(codes, g.Code)
	}
	return strings.Join(codes, " ")
}

// some are codes of n of ky's games, which are neither marked as hot nor chosen from now on.
func (h *fixture) some(n int) []string {
	h.t.Helper()
	games, _, err := h.venues.ListGames(h.t.Context(), h.db, venue.GameFilter{Venue: "ky", Page: staff.Page{Number: 1, Size: 100}})
	if err != nil {
		h.t.Fatal(err)
	}
	marks := catalogue.GameMarks{Hot: new(false), Recommended: new(false)}
	var codes []string
	for _, g := range games[:n] {
		codes, marks.Games = append(codes, g.Code), append(marks.Games, g.ID)
	}
	if _, err := catalogue.New(catalogue.Config{DB: h.db, Staff: h.staff, Venues: h.venues}).MarkGames(h.t.Context(), staff.Actor{ID: "s1", Name: "lin"}, marks); err != nil && !errors.Is(err, catalogue.ErrSameGame) {
		h.t.Fatal(err)
	}
	return codes
}

// H-253: the hot games are the most played first. A game leaves the list when the days
// of its bets are over.
func TestHotGamesComeFromPlay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		codes := h.some(3)
		a, b, c := codes[0], codes[1], codes[2]
		marked, chosen := h.codes(venue.GameFilter{Hot: true}), h.codes(venue.GameFilter{Recommended: true})
		join := func(parts ...string) string { return strings.TrimSpace(strings.Join(parts, " ")) }
		want := func(what, hot, recommended string) {
			t.Helper()
			if got := h.codes(venue.GameFilter{Hot: true}); got != hot {
				t.Errorf("%s: hot %s, want %s", what, got, hot)
			}
			if got := h.codes(venue.GameFilter{Recommended: true}); got != recommended {
				t.Errorf("%s: recommended %s, want %s", what, got, recommended)
			}
		}
		h.counted()
		want("before any play", marked, chosen)
		h.plays("ming", a, 2)
		h.plays("ming", b, 9)
		h.plays("hong", a, 1)
		want("before the job", marked, chosen)
		h.counted()
		want("after it", join(b, a, marked), join(chosen, b, a))
		h.counted()
		h.plays("hong", c, 6)
		h.counted()
		want("one more game", join(b, c, a, marked), join(chosen, b, c, a))
		h.clock.Advance(48 * time.Hour)
		h.plays("hong", a, 1)
		h.counted()
		want("two days later", join(b, c, a, marked), join(chosen, b, c, a))
		h.clock.Advance(24 * time.Hour)
		h.counted()
		want("the first day is over", join(a, marked), join(chosen, a))
		h.clock.Advance(72 * time.Hour)
		h.counted()
		want("nobody plays", marked, chosen)
	})
}

// A bet counts once, however often the job runs, its venue reports it or it is
// settled again.
func TestABetIsCountedOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		code := h.some(1)[0]
		l := h.line("b1", 1000, 0)
		l.Game, l.BetAt, l.SettledAt, l.UpdatedAt = code, h.clock.Now(), h.clock.Now(), h.clock.Now()
		played := func() (n int) {
			t.Helper()
			if err := d.NewRaw(`SELECT COALESCE(SUM(bets), 0) FROM venue_play`).Scan(t.Context(), &n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		h.store(l)
		h.counted()
		h.counted()
		again := l
		again.Payout, again.UpdatedAt = 1900, l.UpdatedAt.Add(time.Minute)
		h.store(l, again)
		h.counted()
		if got := played(); got != 1 {
			t.Errorf("counted %d times", got)
		}
		h.clock.Advance(30 * time.Hour) // the job was off for long: it catches up by spans
		h.plays("ming", code, 3)
		h.counted()
		if got := played(); got != 4 {
			t.Errorf("counted %d bets, want 4", got)
		}
	})
}

// H-253: a player's recent games come from bets, the latest first. Each player
// sees only their own.
func TestRecentGamesComeFromBets(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		codes := strings.Fields(h.codes(venue.GameFilter{}))
		h.plays("ming", codes[0], 1)
		h.clock.Advance(time.Minute)
		h.plays("ming", codes[1], 2)
		h.counted()
		if got := h.recent("ming"); got != codes[1]+" "+codes[0] {
			t.Errorf("recent %s", got)
		}
		h.plays("ming", codes[0], 1)
		h.plays("ming", "unlisted", 1)
		h.counted()
		if got := h.recent("ming"); got != codes[0]+" "+codes[1] {
			t.Errorf("played again: %s", got)
		}
		if got := h.recent("hong"); got != "" {
			t.Errorf("another player sees %s", got)
		}
		for _, code := range codes {
			h.clock.Advance(time.Second)
			h.plays("ming", code, 1)
		}
		h.counted()
		if got := strings.Fields(h.recent("ming")); len(got) != len(codes) || got[0] != codes[len(codes)-1] {
			t.Errorf("%d recent games, %v first", len(got), got[:1])
		}
	})
}
