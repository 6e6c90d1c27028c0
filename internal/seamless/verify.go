package seamless

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
)

// Verify compares the transactions of seamless venues with the books and with
// the records of bets. Each transaction moved what its state says, once. Each
// bet holds the sum of its wins, and its record says the same. The mirror of a
// player's money at such a venue is the sum of the open stakes. It names each
// difference. For ledger.Also.
func Verify(ctx context.Context, d *db.DB, s ledger.Span) ([]ledger.Finding, error) {
	var found []ledger.Finding
	err := d.Snapshot(ctx, func(ctx context.Context, r db.Reader) error {
		found = nil
		for _, c := range verifyChecks {
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
		return nil, fmt.Errorf("verify seamless transactions: %w", err)
	}
	return found, nil
}

// toCentre is the amount that the entry with a key moved to the centre wallet
// and to the accounts of debts.
func toCentre(key string) string {
	return `COALESCE((SELECT CAST(SUM(CASE
		WHEN p.to_account = 'player:' || t.player || ':venue:' || t.venue THEN -p.amount
		WHEN p.from_account = 'player:' || t.player || ':venue:' || t.venue THEN p.amount ELSE 0 END) AS BIGINT)
		FROM entry e JOIN posting p ON p.entry_id = e.id WHERE e.scope = 'seamless' AND e.key = ` + key + `), 0)`
}

// status and result are a bet as its record has to show it.
const (
	status = `CASE WHEN t.state = 'reversed' AND t.paid = 0 THEN 'void' WHEN t.state = 'reversed' OR t.closed OR t.wins > 0 THEN 'settled' ELSE 'open' END`
	result = `CASE WHEN t.state = 'reversed' THEN t.paid WHEN t.closed OR t.wins > 0 THEN t.paid - t.amount ELSE 0 END`
)

var verifyChecks = []struct{ table, sql string }{
	{"seamless_transaction", `
		SELECT t.id AS which, t.kind || ' of ' || t.amount || ' moved ' || t.moved || ' to the centre wallet' AS what
		FROM (SELECT t.*, ` + toCentre(`t.id || ':' || t.kind`) + ` AS moved FROM seamless_transaction t WHERE {time t.touched_at}) AS t
		WHERE t.moved <> CASE t.kind WHEN 'bet' THEN -t.amount WHEN 'win' THEN t.amount ELSE 0 END
		ORDER BY t.id`},
	{"seamless_transaction", `
		SELECT t.id AS which, t.kind || ' of ' || t.amount || ' is ' || t.state || ' and ' || t.moved || ' went back to the centre wallet' AS what
		FROM (SELECT t.*, ` + toCentre(`t.id || ':back'`) + ` AS moved FROM seamless_transaction t WHERE {time t.touched_at}) AS t
		WHERE t.moved <> CASE WHEN t.state <> 'reversed' THEN 0 WHEN t.kind = 'bet' THEN t.amount ELSE -t.amount END
		ORDER BY t.id`},
	{"seamless_transaction", `
		SELECT t.id AS which, 'says ' || t.wins || ' wins of ' || t.paid || ' but they come to ' || t.n || ' of ' || t.sum AS what
		FROM (
			SELECT t.*, (SELECT COUNT(*) FROM seamless_transaction w WHERE w.ref = t.id AND w.ref <> '' AND w.kind = 'win' AND w.state = 'done') AS n,
				COALESCE((SELECT CAST(SUM(w.amount) AS BIGINT) FROM seamless_transaction w WHERE w.ref = t.id AND w.ref <> '' AND w.kind = 'win' AND w.state = 'done'), 0) AS sum
			FROM seamless_transaction t WHERE {time t.touched_at} AND t.kind = 'bet'
		) AS t
		WHERE t.wins <> t.n OR t.paid <> t.sum
		ORDER BY t.id`},
	{"seamless_transaction", `
		SELECT t.id AS which, 'is ' || t.state || ' by ' || t.reversed_by || ', which is no rollback of it' AS what
		FROM seamless_transaction t LEFT JOIN seamless_transaction r ON r.id = t.reversed_by AND r.kind = 'rollback' AND r.ref = t.id
		WHERE {time t.touched_at} AND t.state <> 'done' AND r.id IS NULL
		ORDER BY t.id`},
	{"bet", `
		SELECT t.id AS which, 'is ' || ` + status + ` || ' with ' || ` + result + ` || ' but its record says ' || COALESCE(b.status || ' with ' || b.win, 'nothing') AS what
		FROM seamless_transaction t LEFT JOIN bet b ON b.current AND b.venue = t.venue AND b.bet_id = SUBSTR(t.id, LENGTH(t.venue) + 2)
		WHERE {time t.touched_at} AND t.kind = 'bet' AND (b.bet_id IS NULL OR b.player <> t.player OR b.status <> ` + status + ` OR b.win <> ` + result + `)
		ORDER BY t.id`},
	{"entry", `
		SELECT MIN(e.id) AS which, 'belongs to no transaction of a venue, or books it once more: ' || e.key AS what
		FROM entry e LEFT JOIN seamless_transaction t ON t.id = e.ref AND t.kind IN ('bet', 'win')
		WHERE {entry e.id} AND e.scope = 'seamless' AND (t.id IS NULL OR (e.key <> t.id || ':' || t.kind AND e.key <> t.id || ':back'))
		GROUP BY e.key ORDER BY 1`},
	{"account", `
		SELECT a.name AS which, 'holds ' || a.balance || ' but open stakes come to ' || a.staked AS what
		FROM (
			SELECT a.name, a.balance, COALESCE((SELECT CAST(SUM(b.stake) AS BIGINT) FROM bet b
				WHERE b.current AND b.status = 'open' AND b.player = a.player AND a.name = 'player:' || b.player || ':venue:' || b.venue), 0) AS staked
			FROM account a
			WHERE {moved a.name} AND a.player <> '' AND EXISTS (SELECT 1 FROM seamless_session s WHERE s.player = a.player AND a.name = 'player:' || s.player || ':venue:' || s.venue)
		) AS a
		WHERE a.balance <> a.staked
		ORDER BY a.name`},
}
