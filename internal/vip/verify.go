package vip

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
)

// Verify compares awards with what came into the funds, with the levels they are
// for and with the runs that wrote them. For ledger.Also.
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
		return nil, fmt.Errorf("compare vip awards with the fund: %w", err)
	}
	return found, nil
}

// checks name the rows that break a rule.
var checks = []struct{ table, what, query string }{
	{"vip_award", "is paid without as much income in the fund", `
			SELECT a.id FROM vip_award a WHERE a.state = 'paid' AND NOT EXISTS (
				SELECT 1 FROM fund_record f WHERE f.id = a.id AND f.player = a.player AND f.type = 'income' AND f.amount = a.amount)`},
	{"fund_record", "income of a VIP level without a paid award", `
			SELECT f.id FROM fund_record f WHERE f.id LIKE 'vip:%' AND NOT EXISTS (SELECT 1 FROM vip_award a WHERE a.id = f.id AND a.state = 'paid')`},
	{"vip_player", "holds a level whose bonus was never awarded, or was awarded one above its level", `
			SELECT p.player || ' ' || t.track FROM vip_player p
			JOIN (SELECT 'card' AS track UNION ALL SELECT 'sport' UNION ALL SELECT 'live' UNION ALL SELECT 'monthly') AS t ON 1 = 1
			LEFT JOIN (
				SELECT player, track, COUNT(*) AS n, MAX(level) AS top FROM vip_award WHERE kind = 'bonus' GROUP BY player, track
			) AS b ON b.player = p.player AND b.track = t.track
			WHERE COALESCE(b.n, 0) <> CASE t.track WHEN 'card' THEN p.card WHEN 'sport' THEN p.sport WHEN 'live' THEN p.live ELSE p.monthly END
			OR COALESCE(b.top, 0) <> CASE t.track WHEN 'card' THEN p.card WHEN 'sport' THEN p.sport WHEN 'live' THEN p.live ELSE p.monthly END`},
	{"vip_award", "is of a player without levels", `
			SELECT a.id FROM vip_award a WHERE NOT EXISTS (SELECT 1 FROM vip_player p WHERE p.player = a.player)`},
	{"vip_run", "its sums differ from its awards", `
			SELECT r.id FROM vip_run r LEFT JOIN (
				SELECT run, COUNT(*) AS n, SUM(CASE WHEN why = '' THEN amount ELSE 0 END) AS paid, SUM(CASE WHEN why = '' THEN 0 ELSE amount END) AS withheld
				FROM vip_award GROUP BY run
			) AS a ON a.run = r.id
			WHERE r.awards <> COALESCE(a.n, 0) OR r.paid <> COALESCE(a.paid, 0) OR r.withheld <> COALESCE(a.withheld, 0)`},
}
