package payout

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
)

// Verify compares the attempts with the orders they pay. For ledger.Also.
func Verify(ctx context.Context, d *db.DB, s ledger.Span) ([]ledger.Finding, error) {
	var found []ledger.Finding
	err := d.Snapshot(ctx, func(ctx context.Context, r db.Reader) (err error) {
		found, err = ledger.Broken(ctx, r, s, rules)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("compare pay-outs with their orders: %w", err)
	}
	return found, nil
}

// ownNumber is the number that the payment of an attempt a is claimed under: the
// company's, or the attempt's own reference where the company has none.
const ownNumber = "CASE WHEN a.txn = '' THEN a.ref ELSE a.txn END"

// rules are what must be true of the rows. The rule of entries names no scope: with
// one PostgreSQL read the index entries of all withdrawals ever made beside those of
// the span.
var rules = []ledger.Rule{
	{Table: "payout_attempt", What: "may still pay an order that it does not hold", Query: `
			SELECT a.ref FROM payout_attempt a JOIN withdrawal w ON w.sn = a.sn
			WHERE {time a.made_at} AND a.ended_at = 0 AND (w.state <> 'approved' OR w.attempt <> a.ref)`},
	{Table: "payout_attempt", What: "paid an order that was not booked by it", Query: `
			SELECT a.ref FROM payout_attempt a JOIN withdrawal w ON w.sn = a.sn
			LEFT JOIN cashier_proof c ON c.source = 'payout:' || a.company AND c.sn = a.sn AND c.amount = a.amount AND c.txn = ` + ownNumber + `
			WHERE {time a.made_at} AND a.state = 'paid' AND (c.sn IS NULL OR w.amount <> a.amount OR w.attempt <> a.ref AND NOT EXISTS (
				SELECT 1 FROM entry e JOIN posting p ON p.entry_id = e.id AND p.line = 1 AND p.amount = a.amount
				WHERE e.scope = 'withdrawal' AND e.key IN (a.sn || ':late:' || c.txn, a.sn || ':twice:' || c.txn)))`},
	{Table: "entry", What: "books a second payment of a withdrawal that no company made", Query: `
			SELECT e.id FROM entry e WHERE {entry e.id} AND e.kind = 'withdrawal.twice' AND NOT EXISTS (
				SELECT 1 FROM payout_attempt a JOIN withdrawal w ON w.sn = a.sn AND w.attempt <> a.ref
				JOIN cashier_proof c ON c.source = 'payout:' || a.company AND c.sn = a.sn AND c.amount = a.amount AND c.txn = ` + ownNumber + `
				JOIN posting p ON p.entry_id = e.id AND p.line = 1 AND p.amount = a.amount
					AND p.from_account = 'house:loss' AND p.to_account = 'house:bank:payout:' || a.company
				WHERE a.sn = e.ref AND a.state = 'paid' AND e.key = a.sn || ':twice:' || c.txn)`},
	{Table: "payout_attempt", What: "does not go where its order goes", Query: `
			SELECT a.ref FROM payout_attempt a JOIN withdrawal w ON w.sn = a.sn
			WHERE {time a.made_at} AND (w.amount <> a.amount OR w.bank <> a.bank OR w.tail <> a.tail OR w.player <> a.player)`},
}
