package bench

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"hongyun/internal/apptest"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
)

// storeCallers is how many callers the store alone is measured with.
const storeCallers = 64

// plainHold is what the plainest program would do, as the mark to compare
// with: for each hold of money a transaction of its own, statement by
// statement. Read the balance under lock, write it, write the hold, commit.
type plainHold struct {
	pool     *sql.DB
	postgres bool
	serial   atomic.Int64
}

func newPlainHold(b *testing.B, h *apptest.House) *plainHold {
	b.Helper()
	p := &plainHold{pool: h.DB.SQL(), postgres: h.DB.Postgres()}
	for _, statement := range []string{
		"CREATE TABLE bench_purse (id BIGINT NOT NULL PRIMARY KEY, balance BIGINT NOT NULL CHECK (balance >= 0))",
		"CREATE TABLE bench_hold (id TEXT NOT NULL PRIMARY KEY, purse BIGINT NOT NULL, amount BIGINT NOT NULL)",
		fmt.Sprintf(`WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < %d)
			INSERT INTO bench_purse SELECT i, 1000000000000 FROM n`, population),
	} {
		if _, err := p.pool.ExecContext(b.Context(), statement); err != nil {
			b.Fatal(err)
		}
	}
	return p
}

func (p *plainHold) hold(ctx context.Context, hot bool) error {
	n := p.serial.Add(1)
	purse := n * 7919 % population
	if hot {
		purse = 0
	}
	tx, err := p.pool.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // does nothing after a commit
	lock := ""
	if p.postgres {
		lock = " FOR UPDATE"
	}
	var balance int64
	if err := tx.QueryRowContext(ctx, "SELECT balance FROM bench_purse WHERE id = $1"+lock, purse).Scan(&balance); err != nil {
		return err
	}
	if balance < 1000 {
		return fmt.Errorf("purse %d is empty", purse)
	}
	if _, err := tx.ExecContext(ctx, "UPDATE bench_purse SET balance = balance - 1000 WHERE id = $1", purse); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "INSERT INTO bench_hold (id, purse, amount) VALUES ($1, $2, 1000)", fmt.Sprint("hold-", n), purse); err != nil {
		return err
	}
	return tx.Commit()
}

// poster books double-entry transfers, each in a Write of its own: between two
// accounts of a player, or hot, from one house account to a player. No posting
// is between two players, because the records and the earnings know one player
// of each.
type poster struct {
	house  *apptest.House
	serial atomic.Int64
}

func (p *poster) post(ctx context.Context, hot bool) error {
	n := p.serial.Add(1)
	player := fmt.Sprintf("p%07d", n*7919%population)
	from, to := ledger.Centre(player), ledger.VenueWallet(player, "bench")
	if hot {
		from, to = ledger.HouseAdjust(), ledger.Centre(player)
	}
	return p.house.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := p.house.Ledger.Post(ctx, tx, ledger.Entry{
			Scope: "bench", Key: fmt.Sprint("post:", n), Kind: "bench.post", By: "bench",
			Postings: []ledger.Posting{{From: from, To: to, Amount: 1000}},
		})
		return err
	})
}

// measureStore is the store alone, without HTTP and without the nouns.
func (m *meter) measureStore(b *testing.B) {
	b.Helper()
	plain, posts := newPlainHold(b, m.house), &poster{house: m.house}
	for _, who := range []string{"random", "hot"} {
		hot := who == "hot"
		m.here("plain SQL hold", strings.Replace(who, "hot", "one", 1), storeCallers, func(int, int) error { return plain.hold(b.Context(), hot) })
		m.here("ledger.Post", strings.Replace(who, "hot", "hot house", 1), storeCallers, func(int, int) error { return posts.post(b.Context(), hot) })
	}
}
