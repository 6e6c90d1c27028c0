package bet_test

import (
	"context"
	"fmt"
	"syscall"
	"testing"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
)

// BenchmarkStore stores new bet lines completely: with their version, in the
// day totals, in the books and in the turnover, by the feed's transactions. The
// budget is 20,000 lines a second.
func BenchmarkStore(b *testing.B) {
	for _, engine := range []struct {
		name string
		at   func(testing.TB) string
	}{{"sqlite", dbtest.SQLite}, {"postgres", dbtest.Postgres}} {
		for _, players := range []int{50, 500} {
			b.Run(fmt.Sprintf("%s/%d players", engine.name, players), func(b *testing.B) { benchStore(b, engine.at(b), players) })
		}
	}
}

func benchStore(b *testing.B, address string, players int) {
	d, err := db.Open(b.Context(), address, db.Options{Log: dbtest.Quiet(), MaxConns: 8})
	if err != nil {
		b.Fatal(err)
	}
	defer d.Close()
	venues := venue.New(venue.Config{DB: d, Adapters: map[string]venue.Venue{"ky": &company{}}, Log: dbtest.Quiet()})
	if err := venues.Seed(b.Context()); err != nil {
		b.Fatal(err)
	}
	requirements := turnover.New(turnover.Config{})
	bets := bet.New(bet.Config{DB: d, Ledger: ledger.New(d), Venues: venues, Turnover: requirements, Log: dbtest.Quiet()})
	for i := range players {
		name := fmt.Sprintf("player%03d", i)
		if _, err := venues.EnsureAccount(b.Context(), name, "ky"); err != nil {
			b.Fatal(err)
		}
		err := d.Write(b.Context(), func(ctx context.Context, tx *db.Tx) error {
			return requirements.Open(ctx, tx, turnover.Bucket{Player: name, Source: "deposit", Ref: name, Amount: 1 << 40, Required: 1 << 40})
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	now := time.Now()
	const perCall = 1000
	before := cpu()
	n := 0
	b.ReportAllocs()
	for b.Loop() {
		lines := make([]venue.BetLine, perCall)
		for i := range lines {
			n++
			lines[i] = venue.BetLine{
				BetID: fmt.Sprintf("50-%012d", n), Account: fmt.Sprintf("player%03d", n%players), Game: "620", Stake: 1000, Valid: 1000, HasValid: true,
				Payout: money.Fen(n%3) * 900, Status: venue.BetSettled, BetAt: now, SettledAt: now, UpdatedAt: now,
				Raw: []byte(`{"GameID":"50-1699999500-1","Accounts":"70001_ming","ServerID":"3600","KindID":"620","TableID":"1","ChairID":"1","UserCount":"5","CellScore":"100.00","AllBet":"150.00","Profit":"-100.29","Revenue":"0","GameStartTime":"2023-11-15 06:03:20","GameEndTime":"2023-11-15 06:05:20"}`),
			}
		}
		if _, err := bets.StoreAll(b.Context(), "ky", lines); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "lines/s")
	// The processor time does not depend on the machine's other work;
	// PostgreSQL's own is not in it.
	b.ReportMetric(float64((cpu()-before).Microseconds())/float64(n), "cpu-µs/line")
}

// cpu is the processor time this process has used.
func cpu() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
