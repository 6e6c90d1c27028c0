package bench

import (
	"context"
	"fmt"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
)

// The lines that the feed collects before it stores them, and the players they are of.
const (
	pageLines   = 8000
	feedPlayers = 500
)

// measureFeed takes bet lines all the way, by the transactions the feed uses:
// stored with their version, in the reports' totals, in the books, and
// allocated to the turnover their players owe.
func (m *meter) measureFeed(b *testing.B) {
	b.Helper()
	const what = "bet lines stored"
	if !m.wanted(what) {
		return
	}
	err := m.house.DB.Write(b.Context(), func(ctx context.Context, tx *db.Tx) error {
		for _, c := range m.customers[:feedPlayers] {
			err := m.house.Turnover.Open(ctx, tx, turnover.Bucket{Player: c.Name, Source: "deposit", Ref: "bench:" + c.Name, Amount: 1 << 40, Required: 1 << 40})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	serial := 0
	r := m.here(what, fmt.Sprint(feedPlayers), 1, func(int, int) error {
		lines := make([]venue.BetLine, pageLines)
		now := time.Now()
		for i := range lines {
			serial++
			lines[i] = betLine(serial, m.customers[serial%feedPlayers].Name, now)
		}
		_, err := m.house.Bets.StoreAll(b.Context(), "ky", lines)
		return err
	})
	// Counted in lines; what was taken together has no time of its own each.
	r.Ops *= pageLines
	r.P50, r.P99, r.clients = 0, 0, 0
}

func betLine(n int, account string, at time.Time) venue.BetLine {
	return venue.BetLine{
		BetID: fmt.Sprintf("50-%012d", n), Account: account, Game: "620", Stake: 1000, Valid: 1000, HasValid: true,
		Payout: money.Fen(n%3) * 900, Status: venue.BetSettled, BetAt: at, SettledAt: at, UpdatedAt: at,
		Raw: []byte(`{"GameID":"50-1699999500-1","Accounts":"70001_ming","ServerID":"3600","KindID":"620","TableID":"1","ChairID":"1","UserCount":"5","CellScore":"100.00","AllBet":"150.00","Profit":"-100.29","Revenue":"0","GameStartTime":"2023-11-15 06:03:20","GameEndTime":"2023-11-15 06:05:20"}`),
	}
}
