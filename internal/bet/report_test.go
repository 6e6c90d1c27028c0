package bet_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

func page(number, size int) staff.Page { return staff.Page{Number: number, Size: size} }

// REC-03, D-28: noon is Monday 2026-03-02, so last week is 02-23 to 03-01 and
// last month is February.
func TestDaysOfEachPeriod(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		var lines []venue.BetLine
		for i, at := range []string{
			"2026-03-02 00:00:00", "2026-03-02 11:59:59", "2026-03-01 23:59:59", "2026-02-23 00:00:00", "2026-02-22 23:59:59", "2026-02-01 00:00:00", "2026-01-31 23:59:59",
		} {
			l := h.line(fmt.Sprint("b", i), 1000, money.Fen(i)*400)
			l.BetAt, _ = time.ParseInLocation(time.DateTime, at, calendar.Beijing)
			lines = append(lines, l)
		}
		h.store(lines...)
		for timeType, want := range map[int]string{
			calendar.ThisMonth: "2026-03-02 2 -16.00 2026-03-01 1 -2.00 | 3 valid 30.00 win -18.00",
			calendar.ThisWeek:  "2026-03-02 2 -16.00 | 2 valid 20.00 win -16.00",
			calendar.LastWeek:  "2026-03-01 1 -2.00 2026-02-23 1 2.00 | 2 valid 20.00 win 0.00",
			calendar.LastMonth: "2026-02-23 1 2.00 2026-02-22 1 6.00 2026-02-01 1 10.00 | 3 valid 30.00 win 18.00",
			calendar.All:       "2026-03-02 2 -16.00 2026-03-01 1 -2.00 2026-02-23 1 2.00 2026-02-22 1 6.00 2026-02-01 1 10.00 2026-01-31 1 14.00 | 7 valid 70.00 win 14.00",
		} {
			r, err := h.ByDay(t.Context(), "ming", timeType, 1)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, row := range r.Items {
				got = append(got, fmt.Sprintf("%s %d %s", row.Day, row.Count, row.Win))
			}
			text := joined(got) + fmt.Sprintf(" | %d valid %s win %s", r.Sum.Count, r.Sum.Valid, r.Sum.Win)
			if text != want || r.Total != len(r.Items) {
				t.Errorf("TimeType %d\n got %s\nwant %s", timeType, text, want)
			}
		}
		if _, err := h.ByDay(t.Context(), "ming", 5, 1); !errors.Is(err, bet.ErrPeriod) {
			t.Errorf("TimeType 5: %v", err)
		}
		if r, err := h.ByDay(t.Context(), "hong", calendar.All, 1); err != nil || len(r.Items) != 0 || r.Sum != (bet.Sum{}) {
			t.Errorf("another player sees %+v, %v", r, err)
		}
	})
}

// REC-04: the venues of a day, and the lines of one of them, with sums.
func TestVenuesAndLinesOfADay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		day := calendar.DayOf(dbtest.Noon)
		var lines []venue.BetLine
		for i := range 230 {
			l := h.line(fmt.Sprintf("b%03d", i), 1000, money.Fen(i%2)*1900)
			l.BetAt = day.Start().Add(time.Duration(i) * time.Minute)
			lines = append(lines, l)
		}
		other := h.line("yesterday", 77, 0)
		other.BetAt = day.Start().Add(-time.Millisecond)
		open := h.line("open", 88, 0)
		open.Status = venue.BetOpen
		void := h.line("void", 99, 99)
		void.Status, void.BetAt = venue.BetVoid, day.End().Add(-time.Millisecond)
		unnamed := h.line("unnamed", 1, 0)
		unnamed.Game, unnamed.BetAt = "7777", day.Start()
		h.store(append(lines, other, open, void, unnamed)...)

		v, err := h.ByVenue(t.Context(), "ming", day, 1)
		if err != nil || v.Total != 1 || v.Items[0].PlatformID != 26 || v.Items[0].Name != "鸿运棋院" || v.Items[0].Count != 232 || v.Sum != v.Items[0].Sum {
			t.Fatalf("ByVenue = %+v, %v", v, err)
		}
		seen := map[string]bool{}
		for n, size := range map[int]int{1: 100, 2: 100, 3: 32, 4: 0, 0: 100, -5: 100} {
			r, err := h.Lines(t.Context(), "ming", day, "26", n)
			if err != nil || len(r.Items) != size || r.Total != 232 || r.Sum != v.Sum {
				t.Errorf("page %d: %d rows of %d, sums %+v, %v", n, len(r.Items), r.Total, r.Sum, err)
			}
			for _, l := range r.Items {
				seen[l.BetID] = true
			}
		}
		if len(seen) != 232 || seen["yesterday"] || seen["open"] {
			t.Errorf("%d lines seen", len(seen))
		}
		r, err := h.Lines(t.Context(), "ming", day, "ky", 1)
		if err != nil || r.Items[0].BetID != "void" || r.Items[0].Status != bet.Void || r.Items[1].BetID != "b229" || r.Items[1].GameName != "抢庄牛牛" || r.Items[1].VenueName != "鸿运棋院" {
			t.Errorf("newest lines %+v, %v", r.Items[:2], err)
		}
		if last, err := h.Lines(t.Context(), "ming", day, "ky", 3); err != nil || last.Items[30].GameName != "他们的名字" {
			t.Errorf("a game nobody listed: %+v, %v", last.Items[30], err)
		}
		for _, unknown := range []string{"99", "", "leg"} {
			if r, err := h.Lines(t.Context(), "ming", day, unknown, 1); err != nil || len(r.Items) != 0 {
				t.Errorf("venue %q: %+v, %v", unknown, r, err)
			}
		}
		if s, err := h.Totals(t.Context(), "ming"); err != nil || s.Count != 233 {
			t.Errorf("totals %+v, %v", s, err)
		}
	})
}

// The tasks of a day count valid bets placed in it and settled before its end,
// by their newest version (FUND-02).
func TestValidBetsOfADay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		clock := dbtest.Clock(d)
		today := calendar.DayOf(clock.Now())
		early, mine, open, again := h.line("b1", 1000, 0), h.line("b2", 2000, 0), h.line("b3", 3000, 0), h.line("b4", 4000, 0)
		early.BetAt = today.Start().Add(-time.Millisecond)
		open.Status = venue.BetOpen
		h.store(early, mine, open, again)
		valid := func(from, to time.Time) money.Fen {
			sums, err := h.ValidOf(t.Context(), d, []string{"ming", "nobody"}, from, to)
			if err != nil {
				t.Fatal(err)
			}
			return sums["ming"]
		}
		if got := valid(today.Start(), today.End()); got != 6000 {
			t.Errorf("today %s", got)
		}
		if got := valid(today.AddDays(-1).Start(), today.Start()); got != 0 {
			t.Errorf("what was known only after the day's end counted for it: %s", got)
		}
		clock.Advance(12 * time.Hour)
		open.Status, open.UpdatedAt = venue.BetSettled, clock.Now()
		again.Status, again.UpdatedAt = venue.BetVoid, clock.Now()
		h.store(open, again)
		if got := valid(today.Start(), today.End()); got != 2000 {
			t.Errorf("after the night %s", got)
		}
	})
}

// Promotions ask for valid bets by kind and odds, the order of settlement, the
// total won, and the open bets (PROMO-04 to PROMO-11).
func TestFactsForPromotions(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		clock := dbtest.Clock(d)
		today := calendar.DayOf(clock.Now())
		first, second, void, open := h.line("1", 3000, 0), h.line("2", 2000, 5000), h.line("3", 1000, 1000), h.line("4", 700, 0)
		first.Odds, first.OddsType = "0.95", "HK"
		second.SettledAt = first.SettledAt.Add(-time.Second) // settled before it
		void.Status, open.Status = venue.BetVoid, venue.BetOpen
		h.store(first, second, void, open)
		players, from, to := []string{"ming", "nobody"}, today.Start(), today.End()
		on := func(kind venue.Kind) money.Fen {
			sums, err := h.ValidAt(t.Context(), d, players, kind, from, to)
			if err != nil {
				t.Fatal(err)
			}
			return sums["ming"]
		}
		if got := on(venue.Board); got != 5000 {
			t.Errorf("board games %s", got)
		}
		if got := on(venue.Sport); got != 0 {
			t.Errorf("sports %s", got)
		}
		if got := on(""); got != 5000 {
			t.Errorf("all kinds %s", got)
		}
		rows, err := h.ValidByOdds(t.Context(), d, players, venue.Board, from, to)
		sums := map[string]money.Fen{}
		for _, row := range rows {
			sums[row.OddsType+row.Odds] += row.Valid
		}
		if err != nil || len(rows) != 2 || sums["HK0.95"] != 3000 || sums[""] != 2000 {
			t.Errorf("by odds %v %v", rows, err)
		}
		lines, err := h.SettledSince(t.Context(), d, "ming", venue.Board, from)
		if err != nil || len(lines) != 2 || lines[0].BetID != "2" || lines[1].BetID != "1" || lines[0].Win != 3000 || lines[1].Odds != "0.95" {
			t.Errorf("settled %+v %v", lines, err)
		}
		net, err := h.NetOf(t.Context(), d, players, today, today)
		if err != nil || net["ming"] != 0 {
			t.Errorf("net %v %v", net, err)
		}
		waiting, err := h.OpenOf(t.Context(), d, players, from, to)
		if err != nil || waiting["ming"] != 1 || len(waiting) != 1 {
			t.Errorf("open %v %v", waiting, err)
		}
	})
}

// H-445: a company with one wallet has games of several kinds. Promotions count a bet by the
// kind of its game, which is the kind by which turnover counts it.
func TestPromotionsCountABetByTheKindOfItsGame(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw(`UPDATE venue_game SET kind = CASE code WHEN '860' THEN 'fish' WHEN '720' THEN 'sport' ELSE '' END
				WHERE venue = 'ky' AND code IN ('860', '720', '830')`).Exec(ctx)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		stakes := map[string]money.Fen{"830": 100, "860": 200, "720": 400, "not in the catalogue": 800}
		want := map[venue.Kind]money.Fen{}
		for game, stake := range stakes {
			l := h.line(game, stake, 0)
			l.Game, l.Odds, l.OddsType = game, "0.95", "HK"
			h.store(l)
			kind, err := h.venues.KindOf(t.Context(), d, "ky", game)
			if err != nil {
				t.Fatal(err)
			}
			want[kind] += stake
			want[""] += stake
		}
		if want[venue.Board] != 900 || want[venue.Fish] != 200 || want[venue.Sport] != 400 {
			t.Fatalf("turnover knows %v", want)
		}
		today := calendar.DayOf(h.clock.Now())
		players, from, to := []string{"ming"}, today.Start(), today.End()
		for _, kind := range append([]venue.Kind{""}, venue.Kinds...) {
			sums, err := h.ValidAt(t.Context(), d, players, kind, from, to)
			if err != nil || sums["ming"] != want[kind] {
				t.Errorf("%q: %v %v; want %s", kind, sums, err, want[kind])
			}
			rows, err := h.ValidByOdds(t.Context(), d, players, kind, from, to)
			var byOdds money.Fen
			for _, row := range rows {
				byOdds += row.Valid
			}
			if err != nil || byOdds != want[kind] {
				t.Errorf("%q by odds: %v %v; want %s", kind, rows, err, want[kind])
			}
			lines, err := h.SettledSince(t.Context(), d, "ming", kind, from)
			var settled money.Fen
			for _, l := range lines {
				settled += l.Valid
			}
			if err != nil || settled != want[kind] {
				t.Errorf("%q settled: %d bets %v; want %s", kind, len(lines), err, want[kind])
			}
		}
	})
}
