package bet

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
)

// Verify compares the bets with the books and with their own totals. Every
// settlement equals the change of its versions, and every version's settlement
// exists. Each bet has one newest version, and the day totals are the sums of
// the newest versions. It names each difference. For ledger.Also.
func Verify(ctx context.Context, d *db.DB, s ledger.Span) ([]ledger.Finding, error) {
	var found []ledger.Finding
	err := d.Snapshot(ctx, func(ctx context.Context, r db.Reader) error {
		found = nil
		for _, c := range verifyChecks {
			if c.whole && !s.Whole {
				continue
			}
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
		return nil, fmt.Errorf("verify bets: %w", err)
	}
	return found, nil
}

// changes are the effects of bet versions on the books.
const changes = `
	SELECT b.venue, b.bet_id, b.player, b.entry, b.stored_at, b.win - COALESCE(o.win, 0) AS by_win
	FROM bet b LEFT JOIN bet o ON o.venue = b.venue AND o.bet_id = b.bet_id AND o.version = b.version - 1`

// changedBy is the change of the bets that an entry settled. One transaction
// wrote both, at one time.
const changedBy = `COALESCE((SELECT CAST(SUM(by_win) AS BIGINT) FROM (` + changes + `) AS v WHERE v.stored_at = e.at AND v.entry = e.id), 0)`

var verifyChecks = []struct {
	table, sql string
	whole      bool // of rows that a span does not lead to
}{
	{"bet", `
		SELECT e.ref AS which, 'entry ' || e.id || ' moved ' || CAST(SUM(CASE WHEN p.to_account LIKE 'player:%' THEN p.amount ELSE -p.amount END) AS BIGINT)
			|| ' but its bets changed by ' || ` + changedBy + ` AS what
		FROM entry e JOIN posting p ON p.entry_id = e.id
		WHERE e.scope = 'bet' AND {entry e.id}
		GROUP BY e.id, e.ref, e.at
		HAVING SUM(CASE WHEN p.to_account LIKE 'player:%' THEN p.amount ELSE -p.amount END) <> ` + changedBy + `
		ORDER BY 1`, false},
	{"bet", `
		SELECT b.venue || ':' || b.bet_id AS which, 'is said to be settled by entry ' || b.entry || ', which is not there' AS what
		FROM bet b LEFT JOIN entry e ON e.id = b.entry AND e.scope = 'bet'
		WHERE {time b.stored_at} AND b.entry <> '' AND e.id IS NULL
		ORDER BY 1`, false},
	{"bet", `
		SELECT venue || ':' || MIN(bet_id) AS which, 'changed by ' || CAST(SUM(by_win) AS BIGINT) || ' with other bets of ' || player || ' and no entry says so' AS what
		FROM (` + changes + ` WHERE {time b.stored_at} AND b.entry = '') AS v
		GROUP BY venue, player, stored_at HAVING SUM(by_win) <> 0
		ORDER BY 1`, false},
	{"bet", `
		SELECT venue || ':' || bet_id AS which, 'has no newest version, or it is not the one that counts' AS what
		FROM bet WHERE (venue, bet_id) IN (SELECT venue, bet_id FROM bet WHERE {time stored_at})
		GROUP BY venue, bet_id HAVING MAX(version) <> COALESCE(MAX(CASE WHEN current THEN version END), 0) OR COUNT(CASE WHEN current THEN 1 END) <> 1
		ORDER BY 1`, false},
	{"bet_day", `
		SELECT k.venue || ':' || k.player || ':' || k.day AS which,
			'says ' || COALESCE(d.bets, 0) || ' bets, stake ' || COALESCE(d.stake, 0) || ', valid ' || COALESCE(d.valid, 0) || ', win ' || COALESCE(d.win, 0)
			|| ' but they come to ' || k.n || ', ' || k.s || ', ' || k.v || ', ' || k.w AS what
		FROM (
			SELECT k.player, k.day, k.venue, COUNT(x.bet_id) AS n, CAST(COALESCE(SUM(x.stake), 0) AS BIGINT) AS s,
				CAST(COALESCE(SUM(x.valid), 0) AS BIGINT) AS v, CAST(COALESCE(SUM(x.win), 0) AS BIGINT) AS w
			FROM (
				SELECT player, day, venue, (MIN(bet_at) + 28800000) / 86400000 * 86400000 - 28800000 AS start
				FROM bet WHERE {time stored_at} GROUP BY player, day, venue
			) AS k LEFT JOIN bet x ON x.current AND x.status <> 'open' AND x.player = k.player
				AND x.bet_at >= k.start AND x.bet_at < k.start + 86400000 AND x.day = k.day AND x.venue = k.venue
			GROUP BY k.player, k.day, k.venue
		) AS k LEFT JOIN bet_day d ON d.player = k.player AND d.day = k.day AND d.venue = k.venue
		WHERE COALESCE(d.bets, 0) <> k.n OR COALESCE(d.stake, 0) <> k.s OR COALESCE(d.valid, 0) <> k.v OR COALESCE(d.win, 0) <> k.w
		ORDER BY 1`, false},
	{"bet_day", `
		SELECT d.venue || ':' || d.player || ':' || d.day AS which,
			'says ' || d.bets || ' bets, stake ' || d.stake || ', valid ' || d.valid || ', win ' || d.win || ' but they come to 0, 0, 0, 0' AS what
		FROM bet_day d
		WHERE (d.bets <> 0 OR d.stake <> 0 OR d.valid <> 0 OR d.win <> 0)
			AND NOT EXISTS (SELECT 1 FROM bet x WHERE x.current AND x.player = d.player AND x.day = d.day AND x.venue = d.venue)
		ORDER BY 1`, true},
	{"bet_file", `
		SELECT f.venue || ':' || f.file AS which, 'is not read, and window ' || w.id || ' is said to be complete' AS what
		FROM bet_file f JOIN bet_window w ON w.id = f.window_id
		WHERE f.state <> 'read' AND w.state = 'done'
		ORDER BY 1`, true},
}
