package fund

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
)

// Verify compares the fund's records with the books, one by one. For ledger.Also.
func Verify(ctx context.Context, d *db.DB, s ledger.Span) ([]ledger.Finding, error) {
	var found []ledger.Finding
	err := d.Snapshot(ctx, func(ctx context.Context, r db.Reader) (err error) {
		found, err = ledger.Broken(ctx, r, s, rules)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("compare the fund with the books: %w", err)
	}
	return found, nil
}

// rules are what must be true of its rows.
var rules = []ledger.Rule{
	{Table: "fund_record", What: "has no entry that moves its C$", Query: `
			SELECT f.id FROM fund_record f WHERE {time f.at} AND NOT EXISTS (
				SELECT 1 FROM entry e JOIN posting p ON p.entry_id = e.id
				WHERE e.scope = 'fund' AND e.key = f.id AND p.amount = f.amount AND p.asset = 'C$'
				AND e.kind = CASE f.type WHEN 'expired' THEN 'fund.expire' ELSE 'fund.' || f.type END
				AND (CASE f.type WHEN 'income' THEN p.to_account ELSE p.from_account END) = 'player:' || f.player || ':fund')`},
	{Table: "fund_record", What: "an entry of the fund without a record", Query: `
			SELECT e.key FROM entry e WHERE {entry e.id} AND e.scope = 'fund' AND NOT EXISTS (SELECT 1 FROM fund_record f WHERE f.id = e.key)`},
	{Table: "fund_record", What: "unlocked without as much money for the centre wallet", Query: `
			SELECT f.id FROM fund_record f WHERE {time f.at} AND f.type = 'unlock' AND NOT EXISTS (
				SELECT 1 FROM entry e JOIN posting p ON p.entry_id = e.id
				WHERE e.scope = 'fund' AND e.key = f.id AND p.amount = f.amount AND p.asset = 'CNY' AND p.to_account = 'player:' || f.player || ':centre')`},
	{Table: "fund_record", What: "unlocked without its turnover requirement", Query: `
			SELECT f.id FROM fund_record f WHERE {time f.at} AND f.type = 'unlock'
			AND NOT EXISTS (SELECT 1 FROM turnover_bucket b WHERE b.source = 'fund' AND b.ref = f.id AND b.player = f.player AND b.amount = f.amount)`},
	{Table: "fund_record", What: "taken back with a deposit, and the C$ did not return", Query: `
			SELECT e.key FROM entry e WHERE {entry e.id} AND e.scope = 'fund_reversed' AND NOT EXISTS (
				SELECT 1 FROM fund_record u JOIN fund_record b ON b.id = 'reversed:' || u.id AND b.type = 'income' AND b.player = u.player AND b.amount = u.amount
				WHERE u.id = e.key AND u.type = 'unlock' AND u.amount = (SELECT SUM(p.amount) FROM posting p WHERE p.entry_id = e.id))`},
	{Table: "account", What: "C$ differ from the fund's records", Query: `
			SELECT a.name FROM account a WHERE {moved a.name} AND a.asset = 'C$' AND a.player <> '' AND a.balance <> COALESCE((
				SELECT SUM(CASE f.type WHEN 'income' THEN f.amount ELSE -f.amount END) FROM fund_record f WHERE f.player = a.player), 0)`},
}
