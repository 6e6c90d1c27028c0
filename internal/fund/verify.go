package fund

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
)

// Verify compares the fund's records with the books, one by one. For ledger.Also.
func Verify(ctx context.Context, d *db.DB) ([]ledger.Finding, error) {
	var found []ledger.Finding
	err := d.Snapshot(ctx, func(ctx context.Context, r db.Reader) error {
		found = nil
		for _, check := range checks {
			var rows []string
			if err := r.NewRaw(check.query+" ORDER BY 1 LIMIT 100").Scan(ctx, &rows); err != nil {
				return err
			}
			for _, row := range rows {
				found = append(found, ledger.Finding{Table: check.table, Row: row, What: check.what})
			}
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("compare the fund with the books: %w", err)
	}
	return found, nil
}

// checks name the rows that break a rule.
var checks = []struct{ table, what, query string }{
	{"fund_record", "has no entry that moves its C$", `
			SELECT f.id FROM fund_record f WHERE NOT EXISTS (
				SELECT 1 FROM entry e JOIN posting p ON p.entry_id = e.id
				WHERE e.scope = 'fund' AND e.key = f.id AND p.amount = f.amount AND p.asset = 'C$'
				AND e.kind = CASE f.type WHEN 'expired' THEN 'fund.expire' ELSE 'fund.' || f.type END
				AND (CASE f.type WHEN 'income' THEN p.to_account ELSE p.from_account END) = 'player:' || f.player || ':fund')`},
	{"fund_record", "an entry of the fund without a record", `
			SELECT e.key FROM entry e WHERE e.scope = 'fund' AND NOT EXISTS (SELECT 1 FROM fund_record f WHERE f.id = e.key)`},
	{"fund_record", "unlocked without as much money for the centre wallet", `
			SELECT f.id FROM fund_record f WHERE f.type = 'unlock' AND NOT EXISTS (
				SELECT 1 FROM entry e JOIN posting p ON p.entry_id = e.id
				WHERE e.scope = 'fund' AND e.key = f.id AND p.amount = f.amount AND p.asset = 'CNY' AND p.to_account = 'player:' || f.player || ':centre')`},
	{"fund_record", "unlocked without its turnover requirement", `
			SELECT f.id FROM fund_record f WHERE f.type = 'unlock'
			AND NOT EXISTS (SELECT 1 FROM turnover_bucket b WHERE b.source = 'fund' AND b.ref = f.id AND b.player = f.player AND b.amount = f.amount)`},
	{"account", "C$ differ from the fund's records", `
			SELECT a.name FROM account a LEFT JOIN (
				SELECT player, SUM(CASE type WHEN 'income' THEN amount ELSE -amount END) AS held FROM fund_record GROUP BY player
			) AS f ON a.name = 'player:' || f.player || ':fund'
			WHERE a.asset = 'C$' AND a.player <> '' AND a.balance <> COALESCE(f.held, 0)`},
}
