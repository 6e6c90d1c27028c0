package vip

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
)

// Verify compares awards with the income of the funds, with their levels and
// with the runs that wrote them. For ledger.Also.
func Verify(ctx context.Context, d *db.DB, s ledger.Span) ([]ledger.Finding, error) {
	var found []ledger.Finding
	err := d.Snapshot(ctx, func(ctx context.Context, r db.Reader) (err error) {
		found, err = ledger.Broken(ctx, r, s, rules)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("compare vip awards with the fund: %w", err)
	}
	return found, nil
}

// rules are what must be true of its rows.
var rules = []ledger.Rule{
	{Table: "vip_award", What: "is paid without as much income in the fund", Query: `
			SELECT a.id FROM vip_award a WHERE {time a.at} AND a.state = 'paid' AND NOT EXISTS (
				SELECT 1 FROM fund_record f WHERE f.id = a.id AND f.player = a.player AND f.type = 'income' AND f.amount = a.amount)`},
	{Table: "fund_record", What: "income of a VIP level without a paid award", Query: `
			SELECT f.id FROM fund_record f WHERE {time f.at} AND f.id LIKE 'vip:%' AND NOT EXISTS (SELECT 1 FROM vip_award a WHERE a.id = f.id AND a.state = 'paid')`},
	{Table: "vip_player", What: "holds a level whose bonus was never awarded, or was awarded one above its level", Query: `
			SELECT p.player || ' ' || t.track FROM vip_player p
			JOIN (SELECT 'card' AS track UNION ALL SELECT 'sport' UNION ALL SELECT 'live' UNION ALL SELECT 'monthly') AS t ON 1 = 1
			LEFT JOIN (
				SELECT player, track, COUNT(*) AS n, MAX(level) AS top FROM vip_award WHERE kind = 'bonus'
				AND player IN (SELECT player FROM vip_player WHERE {time at}) GROUP BY player, track
			) AS b ON b.player = p.player AND b.track = t.track
			WHERE {time p.at} AND (COALESCE(b.n, 0) <> CASE t.track WHEN 'card' THEN p.card WHEN 'sport' THEN p.sport WHEN 'live' THEN p.live ELSE p.monthly END
			OR COALESCE(b.top, 0) <> CASE t.track WHEN 'card' THEN p.card WHEN 'sport' THEN p.sport WHEN 'live' THEN p.live ELSE p.monthly END)`},
	{Table: "vip_award", What: "is of a player without levels", Query: `
			SELECT a.id FROM vip_award a WHERE {time a.at} AND NOT EXISTS (SELECT 1 FROM vip_player p WHERE p.player = a.player)`},
	{Table: "vip_run", What: "its sums differ from its awards", Query: `
			SELECT r.id FROM vip_run r LEFT JOIN (
				SELECT run, COUNT(*) AS n, SUM(CASE WHEN why = '' THEN amount ELSE 0 END) AS paid, SUM(CASE WHEN why = '' THEN 0 ELSE amount END) AS withheld
				FROM vip_award WHERE run IN (SELECT id FROM vip_run WHERE {time opened_at}) GROUP BY run
			) AS a ON a.run = r.id
			WHERE {time r.opened_at} AND (r.awards <> COALESCE(a.n, 0) OR r.paid <> COALESCE(a.paid, 0) OR r.withheld <> COALESCE(a.withheld, 0))`},
}
