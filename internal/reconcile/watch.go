package reconcile

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/reconcile/finding"
)

// again is for how long entries are looked at again. An entry's id is made
// before its transaction commits, so one may appear behind those already seen.
// PostgreSQL ends a caller's transaction that pauses for ten seconds, and
// SQLite's one writer commits at once. The night finds entries that a slow job
// commits even later.
func (r *Reconciler) again() time.Duration {
	if r.DB.Postgres() {
		return 30 * time.Second
	}
	return 5 * time.Second
}

// pace spreads a costly statement so that it takes at most a hundredth of the
// time, however large its table grows.
type pace struct {
	mu    sync.Mutex
	clock calendar.Clock // the machine's: the program's clock may be stopped or moved
	until time.Time
}

const paceShare = 100

// Watch looks at the bookings since the last time, and at the invariants (trust
// REC-4). Entries have all their postings and an order behind them, and credits
// have proof. Balances equal the result of the last posting, nothing is below
// zero, and all accounts together are zero. No hold is too old, and every guard
// trigger exists. It reads only new rows, but for one sum over all accounts,
// which paces itself. It is a sweep of a few seconds.
func (r *Reconciler) Watch(ctx context.Context) error {
	began, clock := r.DB.Clock().Now(), r.sums.clock.Now()
	l := newLook(time.Time{}, began)
	err := r.DB.Snapshot(ctx, func(ctx context.Context, rd db.Reader) error {
		l.found, l.places = nil, map[string]int{}
		mark, err := readMark(ctx, rd, markEntries)
		if err != nil {
			return err
		}
		return errors.Join(r.watchEntries(ctx, rd, l, mark), r.watchHolds(ctx, rd, l))
	})
	if err != nil {
		return fmt.Errorf("watch: %w", err)
	}
	if err := r.watchSums(ctx, l); err != nil {
		return fmt.Errorf("watch: %w", err)
	}
	missing, err := missingGuards(ctx, r.DB)
	if err != nil {
		return fmt.Errorf("watch: %w", err)
	}
	l.guards(missing)
	if err := r.keep(ctx, l, &Run{}); err != nil {
		return err
	}
	r.metrics.watch.Set(r.sums.clock.Now().Sub(clock).Seconds())
	return r.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		return writeMark(ctx, tx, entryBefore(began.Add(-r.again())))
	})
}

// watched are the statements over the new entries: each row is a finding.
var watched = []struct {
	kind finding.Kind
	text string
	sql  string
}{
	{finding.Orphan, "分录缺失或多出", `
		SELECT 'entry:' || e.id AS subject, e.scope || ' ' || e.key AS what, '' AS player
		FROM fresh e LEFT JOIN posting p ON p.entry_id = e.id
		GROUP BY e.id, e.scope, e.key, e.lines HAVING COUNT(p.line) <> e.lines`},
	{finding.Orphan, "分录不属于任何交易", `
		SELECT 'posting:' || p.entry_id || '/' || p.line AS subject, p.from_account || ' → ' || p.to_account AS what, p.player
		FROM posting p
		WHERE p.entry_id > ?0 AND NOT EXISTS (SELECT 1 FROM entry e WHERE e.id = p.entry_id)`},
	{finding.Orphan, "没有对应的订单", `
		SELECT 'entry:' || e.id AS subject, e.scope || ' ' || e.key AS what, '' AS player
		FROM fresh e
		WHERE CASE e.scope
			WHEN 'transfer' THEN NOT EXISTS (SELECT 1 FROM transfer t WHERE t.id = e.ref)
			WHEN 'deposit' THEN NOT EXISTS (SELECT 1 FROM deposit d WHERE d.sn = e.ref)
			WHEN 'withdrawal' THEN NOT EXISTS (SELECT 1 FROM withdrawal w WHERE w.sn = e.ref)
			WHEN 'payout' THEN NOT EXISTS (SELECT 1 FROM cashier_proof c WHERE c.source = 'payout' AND c.sn = e.ref)
			WHEN 'bet' THEN NOT EXISTS (SELECT 1 FROM bet b WHERE b.stored_at = e.at AND b.entry = e.id)
			ELSE FALSE END`},
	{finding.Scope, "来源不明", `
		SELECT 'entry:' || e.id AS subject, e.scope || ' ' || e.key AS what, '' AS player
		FROM fresh e
		WHERE e.scope NOT IN (?1)`},
	{finding.Proof, "没有付款凭证", `
		SELECT 'entry:' || e.id AS subject, e.ref || ' ' || p.amount AS what, p.player
		FROM fresh e CROSS JOIN posting p
		WHERE p.entry_id = e.id AND e.scope = 'deposit' AND e.made_by = ?2 AND p.from_account LIKE 'house:gateway:%'
			AND NOT EXISTS (SELECT 1 FROM cashier_proof c WHERE c.sn = e.ref AND c.amount = p.amount)
			AND NOT EXISTS (SELECT 1 FROM deposit d JOIN cashier_proof c ON c.source = 'gateway:' || d.gateway AND c.txn = d.gateway_txn
				WHERE d.sn = e.ref AND c.amount = p.amount)`},
	{finding.Proof, "没有付款凭证", `
		SELECT 'entry:' || e.id AS subject, e.ref || ' ' || p.amount AS what, p.player
		FROM fresh e CROSS JOIN posting p
		WHERE p.entry_id = e.id AND e.scope = 'deposit' AND p.from_account LIKE 'house:bank:%'
			AND NOT EXISTS (SELECT 1 FROM cashier_proof c WHERE c.sn = e.ref AND c.amount = p.amount)`},
	{finding.Proof, "没有链上转账", `
		SELECT 'entry:' || e.id AS subject, e.ref || ' ' || p.amount AS what, '' AS player
		FROM fresh e CROSS JOIN posting p
		WHERE p.entry_id = e.id AND e.scope IN ('deposit', 'stray', 'dust') AND p.from_account LIKE 'house:chain:%'
			AND NOT EXISTS (SELECT 1 FROM cashier_proof c WHERE c.source = SUBSTR(p.from_account, 7) AND c.sn = e.ref AND c.amount = p.amount)`},
	{finding.Proof, "没有链上出款", `
		SELECT 'entry:' || e.id AS subject, e.ref || ' ' || p.amount AS what, '' AS player
		FROM fresh e CROSS JOIN posting p
		WHERE p.entry_id = e.id AND e.scope = 'withdrawal' AND p.to_account LIKE 'house:chain:%'
			AND NOT EXISTS (SELECT 1 FROM cashier_proof c WHERE c.source = 'payout:' || SUBSTR(p.to_account, 13) AND c.sn = e.ref AND c.amount = p.amount)`},
	{finding.Proof, "场馆没有确认", `
		SELECT 'entry:' || e.id AS subject, e.ref || ' ' || t.state AS what, t.player
		FROM fresh e CROSS JOIN transfer t
		WHERE t.id = e.ref AND e.scope = 'transfer' AND e.kind = 'transfer.done' AND t.booked <> 'done'
			AND NOT EXISTS (SELECT 1 FROM entry c WHERE c.scope = 'transfer' AND c.key > e.ref || ':correct' AND c.key < e.ref || ':corrf')`},
	{finding.Account, "余额被直接改动", `
		SELECT 'account:' || a.name AS subject, a.name || ' ' || a.balance AS what, a.player
		FROM (SELECT DISTINCT name FROM moved) AS m JOIN account a ON a.name = m.name
		LEFT JOIN moved AS left_it ON left_it.name = a.name AND left_it.after = a.balance
		WHERE NOT a.summed AND left_it.name IS NULL`},
}

// freshEntries are the entries since the mark. They are read once, by their
// key, before any other condition, and the joins begin with them. SQLite, which
// has no statistics of its tables, would begin with all entries of a scope.
const freshEntries = `WITH fresh AS MATERIALIZED (SELECT id, scope, key, kind, ref, lines, at, made_by FROM entry WHERE id > ?0)`

// movedSides are both sides of the postings since the mark: the account and its
// balance after the posting. KindAccount compares by equality with them. An OR
// over both sides of a posting would make each engine read all of them again
// for each account.
const movedSides = `, moved AS (
	SELECT to_account AS name, to_after AS after FROM posting WHERE entry_id > ?0 AND to_after IS NOT NULL
	UNION ALL
	SELECT from_account, from_after FROM posting WHERE entry_id > ?0 AND from_after IS NOT NULL)
`

// watchEntries runs the statements over the entries since the mark. The first
// run begins with new entries.
func (r *Reconciler) watchEntries(ctx context.Context, rd db.Reader, l *look, mark string) error {
	if mark == "" {
		mark = entryBefore(l.to.Add(-r.again()))
	}
	for _, w := range watched {
		var rows []struct{ Subject, What, Player string }
		query := freshEntries
		if w.kind == finding.Account {
			query += movedSides
		}
		query += `SELECT subject, what, player FROM (` + w.sql + ` LIMIT 100) AS finding`
		if err := rd.NewRaw(query, mark, bun.List(r.Settings.Scopes), order.BySystem).Scan(ctx, &rows); err != nil {
			return fmt.Errorf("%s: %w", w.kind, err)
		}
		for _, row := range rows {
			l.find(finding.Finding{Kind: w.kind, Subject: row.Subject, Channel: "books", Player: row.Player, Found: w.text + "：" + row.What})
		}
	}
	return nil
}

// watchHolds names money that is held for longer than its order should take.
func (r *Reconciler) watchHolds(ctx context.Context, rd db.Reader, l *look) error {
	for _, h := range []struct {
		name, sql string
		most      time.Duration
	}{
		{"transfer", `SELECT id, player, amount, created_at, 'venue:' || venue AS channel FROM transfer
			WHERE state IN ('pending', 'manual', 'disputed') AND created_at < ? ORDER BY created_at LIMIT 100`, r.Settings.HoldMost},
		{"withdrawal", `SELECT sn AS id, player, amount, created_at, 'books' AS channel FROM withdrawal
			WHERE state IN ('submitted', 'claimed', 'second', 'approved') AND created_at < ? ORDER BY created_at LIMIT 100`, r.Settings.PayMost},
	} {
		var rows []struct {
			ID        string `bun:"id"`
			Player    string
			Amount    int64
			CreatedAt int64
			Channel   string
		}
		if err := rd.NewRaw(h.sql, millis(l.to.Add(-h.most))).Scan(ctx, &rows); err != nil {
			return fmt.Errorf("holds of a %s: %w", h.name, err)
		}
		for _, row := range rows {
			l.find(finding.Finding{
				Kind: finding.Hold, Subject: h.name + ":" + row.ID, Channel: row.Channel, Player: row.Player, Amount: money.Fen(row.Amount), At: instant(row.CreatedAt),
				Found: "占用 " + money.Fen(row.Amount).String() + " 超过 " + minutes(h.most),
			})
		}
	}
	if err := r.watchNodes(ctx, rd, l); err != nil {
		return err
	}
	return r.watchEnded(ctx, rd, l)
}

// watchNodes names the chains whose node was last found to serve another network.
func (r *Reconciler) watchNodes(ctx context.Context, rd db.Reader, l *look) error {
	var rows []struct{ Network, Wrong string }
	if err := rd.NewRaw("SELECT network, wrong FROM chain_node ORDER BY network").Scan(ctx, &rows); err != nil {
		return fmt.Errorf("nodes of chains: %w", err)
	}
	for _, row := range rows {
		subject := "chain:" + row.Network
		if row.Wrong == "" {
			l.agree(finding.Node.Group(), subject)
			continue
		}
		l.find(finding.Finding{Kind: finding.Node, Subject: subject, Channel: "books", Found: strings.ToUpper(row.Network), Detail: row.Wrong})
	}
	return nil
}

// watchEnded notes which holds that were found have ended since.
func (r *Reconciler) watchEnded(ctx context.Context, rd db.Reader, l *look) error {
	var subjects []string
	if err := rd.NewRaw(`SELECT subject FROM recon_finding WHERE state = 'open' AND kind = ?`, string(finding.Hold)).Scan(ctx, &subjects); err != nil {
		return fmt.Errorf("holds that were found: %w", err)
	}
	for _, s := range subjects {
		if _, again := l.places[string(finding.Hold)+" "+s]; !again {
			l.agree(finding.Hold.Group(), s)
		}
	}
	return nil
}

func minutes(d time.Duration) string { return fmt.Sprintf("%d 分钟", int64(d/time.Minute)) }

// watchSums adds up all accounts of each asset and looks for the least one.
// The statement reads every balance, so it keeps a pace of its own.
func (r *Reconciler) watchSums(ctx context.Context, l *look) error {
	r.sums.mu.Lock()
	defer r.sums.mu.Unlock()
	began := r.sums.clock.Now()
	if began.Before(r.sums.until) {
		return nil
	}
	err := r.DB.Snapshot(ctx, func(ctx context.Context, rd db.Reader) error {
		var sums []struct {
			Asset  money.Asset
			Total  int64
			Lowest int64
		}
		err := rd.NewRaw(`SELECT asset, CAST(COALESCE(SUM(balance), 0) AS BIGINT) AS total,
			COALESCE(MIN(CASE WHEN name LIKE 'player:%:venue:%' THEN 0 ELSE balance END), 0) AS lowest
			FROM account WHERE NOT summed GROUP BY asset`).Scan(ctx, &sums)
		if err != nil {
			return err
		}
		houses, err := r.Ledger.HouseTotals(ctx, rd)
		if err != nil {
			return err
		}
		for _, s := range sums {
			if all := s.Total + houses[s.Asset]; all != 0 {
				l.find(finding.Finding{Kind: finding.Sum, Subject: "asset:" + string(s.Asset), Channel: "books", Expected: "0", Found: s.Asset.Format(all)})
			}
			if s.Lowest < 0 {
				if err := below(ctx, rd, l, s.Asset); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	ended := r.sums.clock.Now()
	r.sums.until = ended.Add(paceShare * ended.Sub(began))
	return nil
}

// below names the accounts that are below zero and may not be.
func below(ctx context.Context, rd db.Reader, l *look, asset money.Asset) error {
	var rows []struct {
		Name    string
		Balance int64
	}
	err := rd.NewRaw(`SELECT name, balance FROM account WHERE balance < 0 AND NOT summed AND asset = ? AND name NOT LIKE 'player:%:venue:%' ORDER BY name LIMIT 100`,
		string(asset)).Scan(ctx, &rows)
	for _, row := range rows {
		l.find(finding.Finding{Kind: finding.Negative, Subject: "account:" + row.Name, Channel: "books", Player: playerOf(row.Name), Expected: "0", Found: asset.Format(row.Balance)})
	}
	return err
}

// guardTriggers are the triggers without which rows that never change could be
// changed unseen; one of each table and deed.
var guardTriggers = []string{
	"entry_kept", "posting_kept", "checkpoint_kept", "account_stays", "account_keeps_its_kind",
	"transfer_stays", "transfer_as_ordered", "transfer_edges",
	"deposit_edge", "deposit_order", "deposit_stays", "deposit_coins_order", "chain_transfer_ends_once", "chain_transfer_stays", "deposit_followup_stays", "usdt_address_kept", "usdt_index_rises",
	"coin_rate_kept", "coin_payee_as_made", "payout_wallet_as_made", "withdrawal_coins_order", "withdrawal_payout_kept", "withdrawal_edge", "withdrawal_taken_back", "withdrawal_order", "withdrawal_stays", "cashier_proof_kept",
}

// missingGuards names the guard triggers that are not there.
func missingGuards(ctx context.Context, d *db.DB) ([]string, error) {
	catalogue := `SELECT name FROM sqlite_master WHERE type = 'trigger'`
	if d.Postgres() {
		catalogue = `SELECT tgname AS name FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'`
	}
	var names []string
	if err := d.NewRaw(catalogue).Scan(ctx, &names); err != nil {
		return nil, fmt.Errorf("list guard triggers: %w", err)
	}
	return slices.DeleteFunc(slices.Clone(guardTriggers), func(n string) bool { return slices.Contains(names, n) }), nil
}

// markEntries is the name of the mark up to which entries were looked at.
const markEntries = "watch.entries"

func readMark(ctx context.Context, rd db.Reader, name string) (string, error) {
	var marks []string
	if err := rd.NewRaw(`SELECT mark FROM recon_mark WHERE name = ?`, name).Scan(ctx, &marks); err != nil {
		return "", fmt.Errorf("mark %s: %w", name, err)
	}
	return strings.Join(marks, ""), nil
}

// writeMark moves the mark on, never back: the program's clock may be moved.
func writeMark(ctx context.Context, tx *db.Tx, mark string) error {
	_, err := tx.NewRaw(`INSERT INTO recon_mark (name, mark, at) VALUES (?, ?, ?)
		ON CONFLICT (name) DO UPDATE SET mark = excluded.mark, at = excluded.at WHERE excluded.mark > recon_mark.mark`, markEntries, mark, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("move the mark: %w", err)
	}
	return nil
}

// entryBefore is smaller than the id of every entry made at or after an
// instant, and greater than earlier ids. Ids begin with the time.
func entryBefore(at time.Time) string {
	ms := uint64(at.UnixMilli())
	return fmt.Sprintf("%08x-%04x-0000-0000-000000000000", ms>>16, ms&0xffff)
}
