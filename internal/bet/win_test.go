package bet_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// won stores a finished bet of a player, won now.
func (h *fixture) won(id, player string, stake, payout money.Fen) venue.BetLine {
	h.t.Helper()
	l := h.line(id, stake, payout)
	l.Account, l.BetAt, l.SettledAt, l.UpdatedAt = player, h.clock.Now(), h.clock.Now(), h.clock.Now()
	h.store(l)
	return l
}

// wins are the wins that pages are shown, as text.
func (h *fixture) wins() string {
	h.t.Helper()
	if err := h.NoteWins(h.t.Context()); err != nil {
		h.t.Fatal(err)
	}
	list, err := h.LatestWins(h.t.Context(), h.db)
	if err != nil {
		h.t.Fatal(err)
	}
	var out []string
	for _, w := range list {
		out = append(out, fmt.Sprintf("%s %s %s", w.Player, w.Game, w.Amount))
	}
	return strings.Join(out, ", ")
}

// H-349: wins come from settled bets, the latest first; a loss, a small win and
// an open bet are no wins. A bet that is changed later is corrected or removed.
func TestWinsAreKeptAndCorrected(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		want := func(what, wins string) {
			t.Helper()
			if got := h.wins(); got != wins {
				t.Errorf("%s: %q, want %q", what, got, wins)
			}
		}
		want("before any bet", "")
		h.won("lost", "ming", 1000, 0)
		h.won("small", "ming", 1000, 1099)
		first := h.won("first", "ming", 1000, 3000)
		open := h.line("open", 1000, 0)
		open.Status, open.BetAt, open.UpdatedAt, open.SettledAt = venue.BetOpen, h.clock.Now(), h.clock.Now(), time.Time{}
		h.store(open)
		want("one win", "ming 830 20.00")
		h.clock.Advance(time.Minute)
		h.won("second", "hong", 500, 1000)
		want("two", "hong 830 5.00, ming 830 20.00")
		want("nothing new", "hong 830 5.00, ming 830 20.00")
		h.clock.Advance(10 * time.Minute)
		first.Payout, first.UpdatedAt = 2000, h.clock.Now()
		h.store(first)
		want("settled again", "hong 830 5.00, ming 830 10.00")
		first.Payout, first.Status, first.UpdatedAt = 1000, venue.BetVoid, h.clock.Now().Add(time.Second)
		h.store(first)
		want("taken back", "hong 830 5.00")
	})
}

// H-509: the best multiples of the day stay, two of one player, however many later
// and larger wins there are. They are gone the day after.
func TestTheBestOfTheDayAreKept(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.won("m1", "hong", 10, 200)
		h.won("m2", "hong", 10, 300)
		h.won("m3", "hong", 10, 400)
		for i := range 230 {
			h.clock.Advance(time.Second)
			h.won(fmt.Sprintf("b%d", i), "ming", 100_000, money.Fen(110_000+i))
			if i%40 == 0 {
				h.wins()
			}
		}
		best := func() (times []int64) {
			h.wins()
			list, err := h.LatestWins(t.Context(), d)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range list {
				if w.Player == "hong" {
					times = append(times, w.Times())
				}
			}
			slices.Sort(times)
			return times
		}
		if got := best(); !slices.Equal(got, []int64{3000, 4000}) {
			t.Errorf("multiples %v", got)
		}
		h.clock.Advance(24 * time.Hour)
		if got := best(); len(got) != 0 {
			t.Errorf("multiples of yesterday: %v", got)
		}
	})
}

// Pages cost the same however many bets there are. The table is cut to the
// latest wins and the largest of the week.
func TestWinsAreBounded(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.won("large", "hong", 1000, 900_000)
		h.clock.Advance(time.Second)
		for i := range 130 {
			h.clock.Advance(time.Second)
			h.won(fmt.Sprintf("b%d", i), "ming", 1000, money.Fen(3000+i))
			if i%40 == 0 {
				h.wins()
			}
		}
		got := strings.Split(h.wins(), ", ")
		if n := len(got); n < 100 || n > 150 {
			t.Errorf("%d wins are kept", n)
		}
		if got[0] != "ming 830 21.29" || got[len(got)-1] != "hong 830 8990.00" {
			t.Errorf("first %s, last %s", got[0], got[len(got)-1])
		}
		h.clock.Advance(8 * 24 * time.Hour)
		for i := range 101 {
			h.clock.Advance(time.Second)
			h.won(fmt.Sprintf("c%d", i), "ming", 1000, 2000)
		}
		if got := h.wins(); strings.Contains(got, "hong") {
			t.Errorf("a win of last week is still there: %s", got)
		}
	})
}

// A player has played once a bet is finished.
func TestPlayedOnceABetIsFinished(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		played := func(want bool) {
			t.Helper()
			if got, err := h.Played(t.Context(), d, "ming"); err != nil || got != want {
				t.Errorf("played %v, %v", got, err)
			}
		}
		played(false)
		h.won("first", "ming", 1000, 0)
		played(true)
	})
}
