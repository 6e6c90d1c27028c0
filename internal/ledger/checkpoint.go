package ledger

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/db"
)

// settledAfter is how old an entry must be before a checkpoint counts it. An
// entry's id is made before its transaction commits, so one that is still
// under way could otherwise appear behind the checkpoint and never be counted.
// No transaction of the house lasts anywhere near this long.
const settledAfter = 10 * time.Minute

// Checkpoint writes down what each house account held some minutes ago, where
// postings have come since the last time, so that reading a house balance
// stays short however long the books grow. It is a sweep: running it twice, or
// on two nodes at once, does no harm.
//
// A checkpoint builds on the last but one before it and so counts the last
// stretch again: should a posting ever appear late, the next checkpoint has it.
// Verify compares all of them with the postings.
func (l *Ledger) Checkpoint(ctx context.Context) error {
	return l.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(`
			WITH base AS (
				SELECT a.name,
					COALESCE((SELECT c.upto FROM checkpoint c WHERE c.account = a.name ORDER BY c.upto DESC LIMIT 1), '') AS newest,
					COALESCE((SELECT c.upto FROM checkpoint c WHERE c.account = a.name ORDER BY c.upto DESC LIMIT 1 OFFSET 1), '') AS upto
				FROM account a
				WHERE a.summed
			), moved AS (
				SELECT b.name, p.entry_id, p.amount FROM base b
				JOIN posting p ON p.to_after IS NULL AND p.to_account = b.name AND p.entry_id > b.upto AND p.entry_id < ?0
				UNION ALL
				SELECT b.name, p.entry_id, -p.amount FROM base b
				JOIN posting p ON p.from_after IS NULL AND p.from_account = b.name AND p.entry_id > b.upto AND p.entry_id < ?0
			)
			INSERT INTO checkpoint (account, upto, balance, at)
			SELECT b.name, MAX(m.entry_id),
				CAST(COALESCE((SELECT c.balance FROM checkpoint c WHERE c.account = b.name AND c.upto = b.upto), 0) + SUM(m.amount) AS BIGINT),
				?1
			FROM base b JOIN moved m ON m.name = b.name
			WHERE TRUE
			GROUP BY b.name, b.upto, b.newest
			HAVING MAX(m.entry_id) > b.newest
			ON CONFLICT (account, upto) DO NOTHING`,
			idBefore(tx.Now().Add(-settledAfter)), tx.NowMillis()).Exec(ctx)
		if err != nil {
			return fmt.Errorf("checkpoint: %w", err)
		}
		return nil
	})
}
