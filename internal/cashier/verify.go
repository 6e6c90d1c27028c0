package cashier

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
)

// Verify compares the orders with the books, one by one: money without its
// order, an order without its money, or a sum that only comes out right
// together is named. For ledger.Also.
func Verify(ctx context.Context, d *db.DB) ([]ledger.Finding, error) {
	var found []ledger.Finding
	err := d.Snapshot(ctx, func(ctx context.Context, r db.Reader) error {
		found = nil
		for _, check := range checks {
			var rows []string
			if err := r.NewRaw(check.query+" ORDER BY 1 LIMIT 20").Scan(ctx, &rows); err != nil {
				return err
			}
			for _, row := range rows {
				found = append(found, ledger.Finding{Table: check.table, Row: row, What: check.what})
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("compare the cashier with the books: %w", err)
	}
	return found, nil
}

// checks name the rows that break a rule.
var checks = []struct{ table, what, query string }{
	{"deposit", "credited without the entry of its amount, or booked without being credited", `
			SELECT d.sn FROM deposit d LEFT JOIN entry e ON e.scope = 'deposit' AND e.key = d.sn || ':credit'
			LEFT JOIN posting p ON p.entry_id = e.id
			WHERE (d.state = 'credited') <> (e.id IS NOT NULL) OR (e.id IS NOT NULL AND p.amount <> d.received)`},
	{"deposit", "says a payment is in suspense that is not, or hides one that is", `
			SELECT d.sn FROM deposit d LEFT JOIN entry e ON e.scope = 'deposit' AND e.key = d.sn || ':suspense'
			WHERE (d.proved > 0) <> (e.id IS NOT NULL)`},
	{"deposit", "credited without its turnover requirement", `
			SELECT d.sn FROM deposit d WHERE d.state = 'credited'
			AND NOT EXISTS (SELECT 1 FROM turnover_bucket b WHERE b.source = 'deposit' AND b.ref = d.sn)`},
	{"cashier_proof", "one payment credited more than one order, or another than its own", `
			SELECT p.source || ' ' || p.txn FROM cashier_proof p JOIN deposit d ON d.gateway_txn = p.txn
			WHERE p.source = 'gateway:' || d.gateway AND d.state = 'credited' AND d.sn <> p.sn
			AND d.order_id <> 'again:' || p.sn || ':' || p.txn`},
	{"withdrawal", "the money of the order was not locked", `
			SELECT w.sn FROM withdrawal w LEFT JOIN entry e ON e.scope = 'withdrawal' AND e.key = w.sn || ':lock'
			LEFT JOIN posting p ON p.entry_id = e.id
			WHERE e.id IS NULL OR p.amount <> w.amount`},
	{"withdrawal", "ended without the entry that ends it, or the other way round", `
			SELECT w.sn FROM withdrawal w LEFT JOIN entry e ON e.scope = 'withdrawal' AND e.key = w.sn || ':end'
			LEFT JOIN posting p ON p.entry_id = e.id
			WHERE (w.state = 'paid') <> (COALESCE(e.kind, '') = 'withdrawal.pay')
			OR (w.state IN ('rejected', 'failed')) <> (COALESCE(e.kind, '') = 'withdrawal.return')
			OR (e.id IS NOT NULL AND p.amount <> w.amount)`},
	{"account", "locked is not what the player's open withdrawals hold", `
			SELECT a.name FROM account a LEFT JOIN withdrawal w
			ON w.player = a.player AND w.state IN ('submitted', 'claimed', 'second', 'approved')
			WHERE a.name = 'player:' || a.player || ':locked'
			GROUP BY a.name, a.balance HAVING a.balance <> COALESCE(SUM(w.amount), 0)`},
	{"entry", "belongs to no order", `
			SELECT e.id FROM entry e WHERE e.scope = 'deposit' AND NOT EXISTS (SELECT 1 FROM deposit d WHERE d.sn = e.ref)
			OR e.scope = 'withdrawal' AND NOT EXISTS (SELECT 1 FROM withdrawal w WHERE w.sn = e.ref)`},
}
