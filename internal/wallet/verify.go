package wallet

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
)

// Verify compares the transfers with the books: what is in transit is exactly
// the open transfers to venues, and each transfer moved at its venue's mirror
// what its state says, no more and no less. It names what differs; no finding
// means that it all agrees.
func Verify(ctx context.Context, d *db.DB) ([]ledger.Finding, error) {
	var found []ledger.Finding
	err := d.Snapshot(ctx, func(ctx context.Context, r db.Reader) error {
		found = nil
		for _, c := range []struct{ table, sql string }{
			{"account", `
				SELECT a.name AS which, 'holds ' || a.balance || ' but open transfers come to ' || COALESCE(t.held, 0) AS what
				FROM account a
				LEFT JOIN (
					SELECT player, CAST(SUM(amount) AS BIGINT) AS held FROM transfer WHERE booked = 'held' GROUP BY player
				) AS t ON t.player = a.player
				WHERE a.name = 'player:' || a.player || ':transit' AND a.player <> '' AND a.balance <> COALESCE(t.held, 0)
				ORDER BY a.name`},
			{"transfer", `
				SELECT t.id AS which, t.state || ' ' || t.direction || ' ' || t.amount || ' moved ' || COALESCE(m.moved, 0) || ' at the venue' AS what
				FROM transfer t
				LEFT JOIN (` + movedAtVenue + `) AS m ON m.ref = t.id
				WHERE COALESCE(m.moved, 0) <> CASE WHEN t.booked <> 'done' THEN 0 WHEN t.direction = 'in' THEN ` + there + ` ELSE -` + there + ` END
				ORDER BY t.id`},
			{"transfer", `
				SELECT t.id AS which, t.state || ' in ' || t.amount || ' but ' || COALESCE(CAST(p.amount AS TEXT), 'nothing') || ' was held for it' AS what
				FROM transfer t
				LEFT JOIN entry e ON e.scope = 'transfer' AND e.key = t.id || ':hold'
				LEFT JOIN posting p ON p.entry_id = e.id
				WHERE t.direction = 'in' AND COALESCE(p.amount, 0) <> t.amount
				ORDER BY t.id`},
			{"entry", `
				SELECT e.id AS which, 'books transfer ' || e.ref || ' once more, under the key ' || e.key AS what
				FROM entry e
				WHERE e.scope = 'transfer' AND e.key <> e.ref || ':' || SUBSTR(e.kind, 10)
				ORDER BY e.id`},
			{"entry", `
				SELECT MIN(e.id) AS which, 'belongs to no transfer: ' || e.ref AS what
				FROM entry e LEFT JOIN transfer t ON t.id = e.ref
				WHERE e.scope = 'transfer' AND t.id IS NULL
				GROUP BY e.ref ORDER BY 1`},
		} {
			var rows []struct{ Which, What string }
			if err := r.NewRaw(`SELECT which, what FROM (`+c.sql+` LIMIT 100) AS finding`).Scan(ctx, &rows); err != nil {
				return err
			}
			for _, row := range rows {
				found = append(found, ledger.Finding{Table: c.table, Row: row.Which, What: row.What})
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("verify transfers: %w", err)
	}
	return found, nil
}

// there is what a transfer that is done moved at the venue.
const there = "(CASE WHEN t.moved > 0 THEN t.moved ELSE t.amount END)"

// movedAtVenue is what each transfer did to its player's venue wallet.
const movedAtVenue = `
	SELECT e.ref, CAST(SUM(CASE
		WHEN p.to_account LIKE 'player:%:venue:%' THEN p.amount
		WHEN p.from_account LIKE 'player:%:venue:%' THEN -p.amount
		ELSE 0 END) AS BIGINT) AS moved
	FROM entry e JOIN posting p ON p.entry_id = e.id
	WHERE e.scope = 'transfer'
	GROUP BY e.ref`
