package bet

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
)

// Verify compares the bets with the books and with their own totals: every
// settlement is what its versions change, every version's settlement is there,
// each bet has one newest version, and the day totals are what the newest
// versions add up to. It names what differs. For ledger.Also.
func Verify(ctx context.Context, d *db.DB) ([]ledger.Finding, error) {
	var found []ledger.Finding
	err := d.Snapshot(ctx, func(ctx context.Context, r db.Reader) error {
		found = nil
		for _, c := range verifyChecks {
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
		return nil, fmt.Errorf("verify bets: %w", err)
	}
	return found, nil
}

// changes are what the versions of bets change in the books.
const changes = `
	SELECT b.venue, b.bet_id, b.player, b.entry, b.stored_at, b.win - COALESCE(o.win, 0) AS by_win
	FROM bet b LEFT JOIN bet o ON o.venue = b.venue AND o.bet_id = b.bet_id AND o.version = b.version - 1`

var verifyChecks = []struct{ table, sql string }{
	{"bet", `
		SELECT e.ref AS which, 'entry ' || e.id || ' moved ' || CAST(SUM(CASE WHEN p.to_account LIKE 'player:%' THEN p.amount ELSE -p.amount END) AS BIGINT)
			|| ' but its bets changed by ' || COALESCE(MAX(c.by_win), 0) AS what
		FROM entry e JOIN posting p ON p.entry_id = e.id
		LEFT JOIN (SELECT entry, CAST(SUM(by_win) AS BIGINT) AS by_win FROM (` + changes + `) AS v WHERE entry <> '' GROUP BY entry) AS c ON c.entry = e.id
		WHERE e.scope = 'bet'
		GROUP BY e.id, e.ref
		HAVING SUM(CASE WHEN p.to_account LIKE 'player:%' THEN p.amount ELSE -p.amount END) <> COALESCE(MAX(c.by_win), 0)
		ORDER BY 1`},
	{"bet", `
		SELECT b.venue || ':' || b.bet_id AS which, 'is said to be settled by entry ' || b.entry || ', which is not there' AS what
		FROM bet b LEFT JOIN entry e ON e.id = b.entry AND e.scope = 'bet'
		WHERE b.entry <> '' AND e.id IS NULL
		ORDER BY 1`},
	{"bet", `
		SELECT venue || ':' || MIN(bet_id) AS which, 'changed by ' || CAST(SUM(by_win) AS BIGINT) || ' with other bets of ' || player || ' and no entry says so' AS what
		FROM (` + changes + `) AS v WHERE entry = ''
		GROUP BY venue, player, stored_at HAVING SUM(by_win) <> 0
		ORDER BY 1`},
	{"bet", `
		SELECT venue || ':' || bet_id AS which, 'has no newest version, or it is not the one that counts' AS what
		FROM bet
		GROUP BY venue, bet_id HAVING MAX(version) <> COALESCE(MAX(CASE WHEN current THEN version END), 0) OR COUNT(CASE WHEN current THEN 1 END) <> 1
		ORDER BY 1`},
	{"bet_day", `
		SELECT COALESCE(d.venue, x.venue) || ':' || COALESCE(d.player, x.player) || ':' || COALESCE(d.day, x.day) AS which,
			'says ' || COALESCE(d.bets, 0) || ' bets, stake ' || COALESCE(d.stake, 0) || ', valid ' || COALESCE(d.valid, 0) || ', win ' || COALESCE(d.win, 0)
			|| ' but they come to ' || COALESCE(x.n, 0) || ', ' || COALESCE(x.s, 0) || ', ' || COALESCE(x.v, 0) || ', ' || COALESCE(x.w, 0) AS what
		FROM bet_day d FULL OUTER JOIN (
			SELECT player, day, venue, COUNT(*) AS n, CAST(SUM(stake) AS BIGINT) AS s, CAST(SUM(valid) AS BIGINT) AS v, CAST(SUM(win) AS BIGINT) AS w
			FROM bet WHERE current AND status <> 'open' GROUP BY player, day, venue
		) AS x ON x.player = d.player AND x.day = d.day AND x.venue = d.venue
		WHERE COALESCE(d.bets, 0) <> COALESCE(x.n, 0) OR COALESCE(d.stake, 0) <> COALESCE(x.s, 0)
			OR COALESCE(d.valid, 0) <> COALESCE(x.v, 0) OR COALESCE(d.win, 0) <> COALESCE(x.w, 0)
		ORDER BY 1`},
}
