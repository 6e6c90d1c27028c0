package ledger

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
)

// settledAfter is how old an entry must be before a checkpoint counts it. An
// entry's id is made before its transaction commits. An entry still under way
// could otherwise appear behind the checkpoint and never be counted. No
// transaction lasts nearly this long.
const settledAfter = 10 * time.Minute

// Checkpoint records the balance of each house account some minutes ago, if it
// has postings since the last checkpoint. Reading a house account stays short
// however long the books grow. It is a sweep: running it twice, or on two nodes
// at once, does no harm.
//
// A checkpoint builds on the last but one before it and so counts the last
// stretch again. If a posting ever appears late, the next checkpoint has it. An
// account without a posting since its newest checkpoint costs two look-ups.
// Verify compares all of them with the postings.
func (l *Ledger) Checkpoint(ctx context.Context) error {
	return l.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(`
			WITH newest AS (
				SELECT a.name, COALESCE((SELECT c.upto FROM checkpoint c WHERE c.account = a.name ORDER BY c.upto DESC LIMIT 1), '') AS newest
				FROM account a
				WHERE a.summed
			), base AS (
				SELECT n.name, n.newest,
					COALESCE((SELECT c.upto FROM checkpoint c WHERE c.account = n.name ORDER BY c.upto DESC LIMIT 1 OFFSET 1), '') AS upto
				FROM newest n
				WHERE EXISTS (SELECT 1 FROM posting p WHERE p.to_after IS NULL AND p.to_account = n.name AND p.entry_id > n.newest AND p.entry_id < ?0)
					OR EXISTS (SELECT 1 FROM posting p WHERE p.from_after IS NULL AND p.from_account = n.name AND p.entry_id > n.newest AND p.entry_id < ?0)
			), moved AS (
				SELECT b.name, p.entry_id, p.amount FROM base b
				CROSS JOIN posting p WHERE p.to_after IS NULL AND p.to_account = b.name AND p.entry_id > b.upto AND p.entry_id < ?0
				UNION ALL
				SELECT b.name, p.entry_id, -p.amount FROM base b
				CROSS JOIN posting p WHERE p.from_after IS NULL AND p.from_account = b.name AND p.entry_id > b.upto AND p.entry_id < ?0
			)
			INSERT INTO checkpoint (account, upto, balance, at)
			SELECT b.name, MAX(m.entry_id),
				CAST(COALESCE((SELECT c.balance FROM checkpoint c WHERE c.account = b.name AND c.upto = b.upto), 0) + SUM(m.amount) AS BIGINT),
				?1
			FROM base b JOIN moved m ON m.name = b.name
			WHERE TRUE
			GROUP BY b.name, b.upto
			ON CONFLICT (account, upto) DO NOTHING`,
			idBefore(tx.Now().Add(-settledAfter)), tx.NowMillis()).Exec(ctx)
		if err != nil {
			return fmt.Errorf("checkpoint: %w", err)
		}
		return nil
	})
}

// Rebuild adds up house accounts from their first posting where Verify found a
// wrong newest checkpoint, and adds checkpoints with the result. A wrong
// checkpoint stays as it is, because checkpoints are never changed. Rebuild
// adds two, because the next checkpoint builds on the last but one.
//
// A checkpoint becomes wrong when a posting appears behind the last two, for
// example from a node whose clock is far behind. The readiness check keeps such
// a node out.
func (l *Ledger) Rebuild(ctx context.Context, accounts []string) error {
	if len(accounts) == 0 {
		return nil
	}
	var rows []struct {
		Account, NearEnd, FarEnd string
		NearSum, FarSum          int64
	}
	until := idBefore(l.db.Clock().Now().Add(-settledAfter))
	const sum = `CAST(COALESCE((SELECT SUM(amount) FROM posting WHERE to_after IS NULL AND to_account = n.account AND entry_id < n.`
	const less = `), 0) - COALESCE((SELECT SUM(amount) FROM posting WHERE from_after IS NULL AND from_account = n.account AND entry_id < n.`
	err := l.db.Snapshot(ctx, func(ctx context.Context, r db.Reader) error {
		rows = nil
		// The first of the two ends right behind the wrong one.
		return r.NewRaw(`SELECT account, near_end, far_end, `+sum+`near_end`+less+`near_end), 0) AS BIGINT) AS near_sum, `+
			sum+`far_end`+less+`far_end), 0) AS BIGINT) AS far_sum
			FROM (SELECT account, MAX(upto) || '0' AS near_end, ?0 AS far_end FROM checkpoint WHERE account IN (?1) GROUP BY account HAVING MAX(upto) || '0' < ?0) AS n`,
			until, bun.List(accounts)).Scan(ctx, &rows)
	})
	if err != nil {
		return fmt.Errorf("add up %s: %w", strings.Join(accounts, ", "), err)
	}
	return l.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		for _, row := range rows {
			_, err := tx.NewRaw(`INSERT INTO checkpoint (account, upto, balance, at) VALUES (?0, ?1, ?2, ?5), (?0, ?3, ?4, ?5) ON CONFLICT (account, upto) DO NOTHING`,
				row.Account, row.NearEnd, row.NearSum, row.FarEnd, row.FarSum, tx.NowMillis()).Exec(ctx)
			if err != nil {
				return fmt.Errorf("rebuild the checkpoints of %s: %w", row.Account, err)
			}
		}
		return nil
	})
}
