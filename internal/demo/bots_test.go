package demo

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"hongyun/internal/app/command"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/player/identity"
)

// startBots starts a demo whose bots act as fast as they can.
func startBots(t *testing.T, database string, bots int) *Demo {
	t.Helper()
	d, err := Start(t.Context(), Options{
		Player: "127.0.0.1:0", Admin: "127.0.0.1:0", Hooks: "127.0.0.1:0", Ops: "127.0.0.1:0", Sandbox: "127.0.0.1:0",
		Data: t.TempDir(), Database: database, Bots: bots, BotPace: 20 * time.Millisecond, Log: dbtest.Quiet(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// countOf is a number that one statement gives.
func countOf(t *testing.T, d *Demo, query string, args ...any) (n int64) {
	t.Helper()
	if err := d.App.DB.NewRaw(query, args...).Scan(t.Context(), &n); err != nil {
		t.Fatal(err)
	}
	return n
}

func TestPlayersThatPlayByThemselvesMakeTheHouseLive(t *testing.T) {
	eachEngine(t, func(t *testing.T, database string) {
		d := startBots(t, database, 4)
		defer stop(t, d)
		venues := func() int64 { return countOf(t, d, `SELECT COUNT(DISTINCT venue) FROM bet`) }
		for until := time.Now().Add(50 * time.Second); venues() < 3 && time.Now().Before(until); {
			time.Sleep(200 * time.Millisecond)
		}
		if n := venues(); n < 3 {
			t.Errorf("bets at %d venues", n)
		}
		if status, got := post(t, d.SandboxURL()+"/control/bots", `{"players":0,"crowd":false}`); status != 200 || got["players"] != 0.0 {
			t.Fatalf("the switch: %d %v", status, got)
		}
		time.Sleep(time.Second) // the last act, and the ways home
		postings := func() int64 { return countOf(t, d, `SELECT COUNT(*) FROM posting`) }
		for before, i := int64(-1), 0; before != postings() && i < 40; i++ {
			before = postings()
			time.Sleep(500 * time.Millisecond)
		}
		deposits := countOf(t, d, `SELECT COUNT(*) FROM deposit WHERE state = 'credited'`)
		if deposits < 4 {
			t.Errorf("%d deposits were credited", deposits)
		}
		var others []string
		if err := d.App.DB.NewRaw(`SELECT DISTINCT player FROM bet WHERE player NOT LIKE '%bot__' UNION SELECT player FROM deposit WHERE player NOT LIKE '%bot__'`).
			Scan(t.Context(), &others); err != nil || len(others) != 0 {
			t.Errorf("others play too: %v, %v", others, err)
		}
		for _, p := range d.Players {
			held, err := d.App.Wallets.Summary(t.Context(), identity.Fold(p.Name))
			if want := grantOf(p.Name); err != nil || held.Sum.String() != want {
				t.Errorf("%s holds %s, want %s: %v", p.Name, held.Sum, want, err)
			}
		}
		report, err := command.VerifyBooks(t.Context(), d.App.DB)
		if err != nil || !report.OK {
			t.Errorf("books: %v\n%s", err, report.Text())
		}
	})
}

// grantOf is what a seeded player began with.
func grantOf(name string) string {
	for _, p := range seedPlayers {
		if p.name == name {
			return p.grant.String()
		}
	}
	return ""
}

// The home page shows the first letter of a winner alone: twelve bots are
// twelve winners there.
func TestBotsAreToldApartByTheirFirstLetter(t *testing.T) {
	seen := map[byte]bool{}
	for i := range MaxBots {
		name := botName(i)
		if seen[name[0]] || len(name) > 10 {
			t.Errorf("%s begins as another, or is too long", name)
		}
		seen[name[0]] = true
	}
}

// A demo that is started without a word of bots has no simulated player.
func TestNobodyPlaysInADemoWithoutBots(t *testing.T) {
	d := start(t, t.TempDir(), "")
	defer stop(t, d)
	if got := d.companies.Bots(); got.Crowd || got.Players != 0 {
		t.Errorf("bots: %+v", got)
	}
	for _, bad := range []int{-1, MaxBots + 1} {
		if status, got := post(t, d.SandboxURL()+"/control/bots", fmt.Sprintf(`{"players":%d}`, bad)); status != 400 || !strings.Contains(fmt.Sprint(got["error"]), "between 0 and 12") {
			t.Errorf("%d players: %d %v", bad, status, got)
		}
	}
	if n := countOf(t, d, `SELECT COUNT(*) FROM player WHERE id LIKE '%bot__'`); n != 0 {
		t.Errorf("%d bots have accounts", n)
	}
}
