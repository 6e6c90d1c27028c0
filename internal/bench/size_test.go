package bench

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/proof"
)

var crowd = flag.Int("crowd", 1_000_000, "how many players a large house has")

// few is how many players a small house has.
const few = 1_000

// sizes are the calls whose cost must not grow with the number of players.
var sizes = []struct{ what, call string }{
	{"PlayerBalance", "balance"}, {"withdrawal asked", "withdraw"}, {"transfer to venue", "transfer"}, {"cash record", "records"},
}

// BenchmarkSize measures the same calls in one house twice, with a thousand
// players and with a million, of whom the same thousand come and go: what an
// operation takes must not depend on the others. Then ten thousand of them come
// and go, which is told and not judged: more tickets than a second's memory
// holds, and more of the books in use.
func BenchmarkSize(b *testing.B) {
	var rows []row
	for engine := range strings.SplitSeq(*engines, ",") {
		b.Run(engine, func(b *testing.B) {
			tally := proof.Begin(b, "speed", fmt.Sprintf("an operation takes what it took when the house has %d players, not %d", *crowd, few))
			m := openMeter(b, engine, few)
			m.fillRecords(b)
			small := m.ofSize(b, fmt.Sprint(few))
			began := time.Now()
			more := settle(b, m.house, few, population)
			gather(b, m.house, *crowd-population)
			fmt.Printf("%s: %d players more in %.0f s\n", engine, *crowd-few, time.Since(began).Seconds())
			large := m.ofSize(b, fmt.Sprint(*crowd))
			var notes []string
			for i := range small {
				ratio := large[i].cost() / small[i].cost()
				notes = append(notes, fmt.Sprintf("%s %.2f times the processor time", small[i].what, ratio))
				tally.Count(small[i].Ops + large[i].Ops)
				if ratio > growMost {
					b.Errorf("%s: %s takes %.2f times as much with %d players as with %d", engine, small[i].what, ratio, *crowd, few)
				}
			}
			m.welcome(b, more)
			m.ofSize(b, fmt.Sprintf("%d, %d here", *crowd, population))
			tally.Note("%s", strings.Join(notes, ", "))
			rows = append(rows, m.measured()...)
		})
	}
	fmt.Println()
	show(rows)
}

// growMost is how much dearer a thousand times as many players may make an
// operation: indexes are a level deeper and fewer pages are in the cache.
const growMost = 1.5

// sizeRounds is how often each is measured; the middle one counts, for the
// processors of a shared machine are not equally fast from second to second.
const sizeRounds = 3

// fillRecords has the players withdraw until a page of each one's cash record
// is full: else it would be measured half empty first and full in the end.
func (m *meter) fillRecords(b *testing.B) {
	b.Helper()
	idle := func() {}
	w := wish{Base: strings.TrimPrefix(m.house.URL("player"), "http://"), Call: "withdraw", Clients: 64, Window: *window}
	for made, rounds := 0, 0; made < 25*few && rounds < 30; rounds++ {
		r, err := m.street.run(w, idle, idle)
		if err != nil {
			b.Fatal(err)
		}
		made += r.Ops
	}
}

// ofSize measures the calls in the house as it is. Everybody comes by once
// before: the first request of a minute notes in the ticket that the player was
// seen, a write that loading the crowd would otherwise put off until it is measured.
func (m *meter) ofSize(b *testing.B, players string) []*row {
	b.Helper()
	idle := func() {}
	stroll := wish{Base: strings.TrimPrefix(m.house.URL("player"), "http://"), Call: "balance", Clients: 64, Window: 4 * *window}
	if _, err := m.street.run(stroll, idle, idle); err != nil {
		b.Fatal(err)
	}
	printed := len(m.rows)
	rounds := make([][]*row, len(sizes))
	for range sizeRounds {
		for i, s := range sizes {
			r := m.through(b, s.what, s.call, 64, false, *window/2)
			r.who = players
			rounds[i] = append(rounds[i], r)
		}
	}
	m.rows = m.rows[:printed]
	for _, rows := range rounds {
		slices.SortFunc(rows, func(a, b *row) int { return cmp.Compare(a.cost(), b.cost()) })
		m.rows = append(m.rows, rows[len(rows)/2])
	}
	return m.rows[printed:]
}

// gather adds players who have money but are not here: registered, and with a
// centre wallet that came through the books.
func gather(b *testing.B, h *apptest.House, n int) {
	b.Helper()
	const part, lines = 5_000, 200
	for from := 0; from < n; from += part {
		to := min(from+part, n)
		err := h.DB.Write(b.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.ExecContext(ctx, fmt.Sprintf(`WITH RECURSIVE n (i) AS (SELECT %d UNION ALL SELECT i + 1 FROM n WHERE i + 1 < %d)
				INSERT INTO player (id, name, phone, phone_index, created_at, password, withdraw_password)
				SELECT 'crowd' || i, 'crowd' || i, '-', 'crowd' || i, %d, '-', '-' FROM n`, from, to, tx.NowMillis()))
			if err != nil {
				return err
			}
			var entries []ledger.Entry
			for at := from; at < to; at += lines {
				e := ledger.Entry{Scope: "bench", Key: fmt.Sprint("crowd:", at), Kind: "adjust.grant", By: "bench"}
				for i := at; i < min(at+lines, to); i++ {
					e.Postings = append(e.Postings, ledger.Posting{
						From: ledger.HouseAdjust(), To: ledger.Centre(fmt.Sprint("crowd", i)), Amount: int64(100 * money.Yuan),
					})
				}
				entries = append(entries, e)
			}
			_, err = h.Ledger.PostAll(ctx, tx, entries)
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
	analyse(b, h)
}
