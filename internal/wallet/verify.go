package wallet

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
)

// heldOpen is the sum held by the open transfers of an account's player, in two
// parts, because each has an index.
const heldOpen = `(CAST(
	COALESCE((SELECT SUM(amount) FROM transfer WHERE transfer.player = account.player AND booked = 'held' AND state IN ('pending', 'manual')), 0)
	+ COALESCE((SELECT SUM(amount) FROM transfer WHERE transfer.player = account.player AND booked = 'held' AND state = 'disputed'), 0) AS BIGINT))`

// Verify compares the transfers with the books. Money in transit is exactly the
// open transfers to venues, and each transfer moved the venue's mirror by
// exactly what its state says. It names each difference; no finding means that
// all agree.
func Verify(ctx context.Context, d *db.DB, s ledger.Span) ([]ledger.Finding, error) {
	var found []ledger.Finding
	err := d.Snapshot(ctx, func(ctx context.Context, r db.Reader) error {
		found = nil
		for _, c := range []struct{ table, sql string }{
			{"account", `
				SELECT a.name AS which, 'holds ' || a.balance || ' but open transfers come to ' || a.held AS what
				FROM (
					SELECT name, balance, ` + heldOpen + ` AS held FROM account
					WHERE {moved name} AND name = 'player:' || player || ':transit' AND player <> ''
				) AS a
				WHERE a.balance <> a.held
				ORDER BY a.name`},
			{"transfer", `
				SELECT t.id AS which, t.state || ' ' || t.direction || ' ' || t.amount || ' moved ' || t.booked_there || ' at the venue' AS what
				FROM (SELECT t.*, ` + movedAtVenue + ` AS booked_there FROM transfer t WHERE {time t.created_at}) AS t
				WHERE t.booked_there <> CASE WHEN t.booked <> 'done' THEN 0 WHEN t.direction = 'in' THEN ` + there + ` ELSE -` + there + ` END
				ORDER BY t.id`},
			{"transfer", `
				SELECT t.id AS which, t.state || ' in ' || t.amount || ' but ' || COALESCE(CAST(p.amount AS TEXT), 'nothing') || ' was held for it' AS what
				FROM transfer t
				LEFT JOIN entry e ON e.scope = 'transfer' AND e.key = t.id || ':hold'
				LEFT JOIN posting p ON p.entry_id = e.id
				WHERE {time t.created_at} AND t.direction = 'in' AND COALESCE(p.amount, 0) <> t.amount
				ORDER BY t.id`},
			{"entry", `
				SELECT e.id AS which, 'books transfer ' || e.ref || ' once more, under the key ' || e.key AS what
				FROM entry e
				WHERE {entry e.id} AND e.scope = 'transfer' AND e.key <> e.ref || ':' || SUBSTR(e.kind, 10)
				ORDER BY e.id`},
			{"entry", `
				SELECT MIN(e.id) AS which, 'belongs to no transfer: ' || e.ref AS what
				FROM entry e LEFT JOIN transfer t ON t.id = e.ref
				WHERE {entry e.id} AND e.scope = 'transfer' AND t.id IS NULL
				GROUP BY e.ref ORDER BY 1`},
		} {
			var rows []struct{ Which, What string }
			if err := r.NewRaw(`SELECT which, what FROM (`+s.Fill(c.sql)+` LIMIT 100) AS finding`).Scan(ctx, &rows); err != nil {
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

// there is the amount that a done transfer moved at the venue.
const there = "(CASE WHEN t.moved > 0 THEN t.moved ELSE t.amount END)"

// movedAtVenue is the effect of a transfer's entries on its player's venue
// wallet: the usual ones by their keys, and corrections.
const movedAtVenue = `(
	COALESCE((SELECT ` + movedThere + ` FROM entry e JOIN posting p ON p.entry_id = e.id
		WHERE e.scope = 'transfer' AND e.key IN (t.id || ':hold', t.id || ':done', t.id || ':back')), 0)
	+ COALESCE((SELECT ` + movedThere + ` FROM entry e JOIN posting p ON p.entry_id = e.id
		WHERE e.scope = 'transfer' AND e.kind NOT IN ('transfer.hold', 'transfer.done', 'transfer.back') AND e.ref = t.id), 0))`

const movedThere = `CAST(SUM(CASE
		WHEN p.to_account LIKE 'player:%:venue:%' THEN p.amount
		WHEN p.from_account LIKE 'player:%:venue:%' THEN -p.amount
		ELSE 0 END) AS BIGINT)`
