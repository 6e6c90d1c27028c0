package bet

import (
	"context"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// A search that names no player, no account and no bet reads a bounded time,
// and is refused instead of cut.
func TestSearchOfAllPlayersIsBounded(t *testing.T) {
	now := time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
	day := 24 * time.Hour
	for _, tc := range []struct {
		name   string
		search Search
		from   time.Time
		err    error
	}{
		{"no time is the last day", Search{}, now.Add(-day), nil},
		{"an end alone", Search{To: now.Add(-100 * day)}, time.Time{}, ErrTooWide},
		{"a beginning alone", Search{From: now.Add(-7 * day)}, now.Add(-7 * day), nil},
		{"a beginning long ago", Search{From: now.Add(-7*day - time.Millisecond)}, now.Add(-7*day - time.Millisecond), ErrTooWide},
		{"seven days", Search{From: now.Add(-30 * day), To: now.Add(-23 * day)}, now.Add(-30 * day), nil},
		{"more than seven days", Search{From: now.Add(-30 * day), To: now.Add(-23*day + time.Millisecond)}, now.Add(-30 * day), ErrTooWide},
		{"a venue is no bound", Search{Venue: "ky", From: now.Add(-30 * day)}, now.Add(-30 * day), ErrTooWide},
		{"a round is no bound", Search{Round: "r1", From: now.Add(-30 * day)}, now.Add(-30 * day), ErrTooWide},
		{"a player's bets have no bound", Search{Player: "ming"}, time.Time{}, nil},
		{"an account's bets have no bound", Search{Account: "hy_ming", To: now}, time.Time{}, nil},
		{"a bet id has no bound", Search{BetID: "B1"}, time.Time{}, nil},
	} {
		s := tc.search
		if err := s.bound(now); err != tc.err || !s.From.Equal(tc.from) {
			t.Errorf("%s: from %s, %v; want %s, %v", tc.name, s.From, err, tc.from, tc.err)
		}
	}
}

// many stores bets of 100 days at three venues, without their feeds.
func many(t *testing.T, d *db.DB) {
	t.Helper()
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(`
			WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
			INSERT INTO bet (venue, bet_id, version, current, player, account, game, game_name, status, stake, valid, win, odds, odds_type, parlay,
				bet_at, settled_at, updated_at, stored_at, day, reason, entry, raw, round, market, side, worth)
			SELECT CASE i % 3 WHEN 0 THEN 'ky' WHEN 1 THEN 'ag' ELSE 'saba' END, 'b' || i, 1, TRUE, 'p' || (i % 200), 'hy_p' || (i % 200), 'g', 'g', 'settled',
				100, 100, 0, '1.85', 'EU', FALSE, ? + CAST(i AS BIGINT) * 432000, ? + CAST(i AS BIGINT) * 432000, 0, ? + CAST(i AS BIGINT) * 432000, 0, '', '', '', 'r' || (i % 5000), '', '', 100
			FROM n`, dbtest.Noon.UnixMilli(), dbtest.Noon.UnixMilli(), dbtest.Noon.UnixMilli()).Exec(ctx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if d.Postgres() { // as its autovacuum does; SQLite keeps no figures
		if _, err := d.SQL().ExecContext(t.Context(), "ANALYZE bet"); err != nil {
			t.Fatal(err)
		}
	}
}

// searches are all combinations of the filters that an index serves. Each comes
// with none, one and all of the filters that narrow its result.
func searches() map[string]Search {
	type filter struct {
		name string
		set  func(*Search)
	}
	from := dbtest.Noon.Add(50 * 24 * time.Hour)
	week := func(s *Search) { s.From, s.To = from, from.Add(SearchSpan) }
	reaching := []filter{
		{"player", func(s *Search) { s.Player = "p7" }},
		{"account", func(s *Search) { s.Account, s.players = "hy_p7", []string{"p7"} }},
		{"bet", func(s *Search) { s.BetID = "b7" }},
		{"round", func(s *Search) { s.Round = "r7" }},
		{"venue", func(s *Search) { s.Venue = "ky" }},
		{"settling", func(s *Search) { s.BySettling = true }},
		{"week", week},
	}
	yes, fen := true, money.Fen(100)
	choosing := []filter{
		{"kind", func(s *Search) { s.Kind = venue.Live }},
		{"game", func(s *Search) { s.Game = "g" }},
		{"status", func(s *Search) { s.Status = Settled }},
		{"outcome", func(s *Search) { s.Outcome = Won }},
		{"parlay", func(s *Search) { s.Parlay = &yes }},
		{"changed", func(s *Search) { s.Changed = true }},
		{"stake", func(s *Search) { s.Min, s.Max = &fen, &fen }},
		{"odds", func(s *Search) { s.MinOdds, s.MaxOdds = "1.5", "2" }},
	}
	all := map[string]Search{}
	for bits := range 1 << len(reaching) {
		var base Search
		var names []string
		for i, f := range reaching {
			if bits&(1<<i) != 0 {
				f.set(&base)
				names = append(names, f.name)
			}
		}
		if base.bound(dbtest.Noon.Add(100*24*time.Hour)) != nil { // refused
			continue
		}
		all[strings.Join(names, " ")] = base
		whole := base
		for _, f := range choosing {
			one := base
			f.set(&one)
			f.set(&whole)
			all[strings.Join(append(slices.Clone(names), f.name), " ")] = one
		}
		all[strings.Join(append(names, "all"), " ")] = whole
	}
	return all
}

// reach are the ways by which SQLite may reach the bets of a search.
func reach(s Search) *regexp.Regexp {
	var ways []string
	if s.BetID != "" {
		ways = append(ways, `(bet_current|sqlite_autoindex_bet_1) \(venue=\? AND bet_id=\?`)
	}
	if s.Round != "" {
		ways = append(ways, `bet_round \(venue=\? AND round=\?`)
	}
	if s.Player != "" || s.Account != "" {
		ways = append(ways, `bet_player(_settled)? \(player=\?`)
	}
	if len(ways) == 0 {
		ways = append(ways, map[bool]string{false: `bet_time \(bet_at>\?`, true: `bet_settled \(settled_at>\?`}[s.BySettling])
	}
	return regexp.MustCompile(`SEARCH bet USING (COVERING )?INDEX (` + strings.Join(ways, "|") + `)`)
}

// Without an index a search reads every bet there ever was, while the feeds
// wait for the database.
func TestEverySearchReadsAnIndex(t *testing.T) {
	onPostgres := regexp.MustCompile(`Index.* (on|using) bet_(current|pkey|round|player|player_settled|settled|time)`)
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		many(t, d)
		explain := "EXPLAIN QUERY PLAN "
		if d.Postgres() {
			explain = "EXPLAIN "
		}
		all := searches()
		if len(all) < 500 {
			t.Fatalf("only %d searches", len(all))
		}
		for name, s := range all {
			text := s.text(d, []string{"ky", "ag", "saba"})
			for part, query := range map[string]string{"count": text.count, "page": text.page} {
				args := append(slices.Clone(text.args), SearchLimit)
				if part == "page" {
					args = append(slices.Clone(text.args), 50, 0)
				}
				plan := planOf(t, d, explain+query, args)
				good := reach(s).MatchString(plan)
				if d.Postgres() {
					good = onPostgres.MatchString(plan) && !strings.Contains(plan, "Seq Scan on bet")
				}
				if !good {
					t.Errorf("%s of [%s]: %s", part, name, plan)
				}
			}
		}
	})
}

func planOf(t *testing.T, d *db.DB, query string, args []any) string {
	t.Helper()
	var lines []string
	if d.Postgres() {
		if err := d.NewRaw(query, args...).Scan(t.Context(), &lines); err != nil {
			t.Fatalf("%v\n%s", err, query)
		}
		return strings.Join(lines, "\n")
	}
	var steps []struct {
		ID, Parent, Notused int
		Detail              string
	}
	if err := d.NewRaw(query, args...).Scan(t.Context(), &steps); err != nil {
		t.Fatalf("%v\n%s", err, query)
	}
	for _, s := range steps {
		lines = append(lines, s.Detail)
	}
	return strings.Join(lines, "\n")
}

// H-325: two searches run at a time; a third waits no longer than a search may take.
func TestSearchesWaitForEachOtherAndNotForEver(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := &Bets{db: d, searches: make(chan struct{}, searchesAtOnce)}
		for range searchesAtOnce {
			b.searches <- struct{}{}
		}
		if _, _, err := b.Find(t.Context(), Search{BetID: "b1"}); !errors.Is(err, ErrSearchTime) {
			t.Errorf("a search that waits: %v", err)
		}
		gone, leave := context.WithCancel(t.Context())
		leave()
		if _, _, err := b.Find(gone, Search{BetID: "b1"}); !errors.Is(err, context.Canceled) || errors.Is(err, ErrSearchTime) {
			t.Errorf("somebody who left: %v", err)
		}
		<-b.searches
		if list, _, err := b.Find(t.Context(), Search{BetID: "b1"}); err != nil || len(list) != 0 {
			t.Errorf("with a free place: %v %v", list, err)
		}
	})
}
