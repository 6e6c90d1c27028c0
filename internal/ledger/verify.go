package ledger

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/money"
)

// Report is what Verify found.
type Report struct {
	OK       bool
	Entries  int64
	Postings int64
	Accounts int64
	Totals   []Total
	Broken   []Finding // the first broken row first; at most brokenMost of them
	Count    int64     // how many findings there are in all
	Warnings []string  // what is not wrong in the books but ought not to be so
}

// Finding names a row that is wrong, and says how.
type Finding struct {
	Table, Row, What string
}

// String is the finding in one line.
func (f Finding) String() string { return f.Table + " " + f.Row + ": " + f.What }

// Total is what all accounts of one asset hold: the house's side is always the
// negative of the players' and what is in suspense.
type Total struct {
	Asset           money.Asset
	Players, Houses int64
}

// brokenMost is how many findings a report lists; it counts them all.
const brokenMost = 500

// Verify derives the books again and compares. It reads every entry and
// posting once and has the database add up the balances, so it needs little
// memory however long the books are; it blocks nobody. An error says that it
// could not look, which is no verdict.
func (l *Ledger) Verify(ctx context.Context) (Report, error) {
	ctx = db.ForLongWork(ctx)
	v := &verifier{}
	if err := v.rows(ctx, l.db); err != nil {
		return Report{}, fmt.Errorf("verify: %w", err)
	}
	sums := func(ctx context.Context, r db.Reader) error {
		for _, check := range sumChecks {
			if err := v.check(ctx, r, check); err != nil {
				return err
			}
		}
		return v.totals(ctx, r)
	}
	if err := l.db.Snapshot(ctx, sums); err != nil {
		if v.Count == 0 || ctx.Err() != nil {
			return Report{}, fmt.Errorf("verify: %w", err)
		}
		// A changed amount can be so large that nothing can be added up. The
		// changed row is named already.
		v.broken("account", "", "balances cannot be derived: "+err.Error())
	}
	for _, check := range l.also {
		found, err := check(ctx, l.db)
		if err != nil {
			return Report{}, fmt.Errorf("verify: %w", err)
		}
		for _, f := range found {
			v.broken(f.Table, f.Row, f.What)
		}
	}
	if err := v.guards(ctx, l.db); err != nil {
		return Report{}, fmt.Errorf("verify: %w", err)
	}
	v.OK = v.Count == 0
	return v.Report, nil
}

// Also has Verify run another check after its own: that of a noun whose orders
// must agree with the books. It is called while the house is built.
func (l *Ledger) Also(check func(ctx context.Context, d *db.DB) ([]Finding, error)) {
	l.also = append(l.also, check)
}

// Rule is something that must be true of a noun's rows. Query gives the rows
// that break it, in one column; What says how they do.
type Rule struct{ Table, What, Query string }

// findingsOfRule bounds what one rule names: a hundred rows tell what happened.
const findingsOfRule = 100

// Broken names the rows that break rules, in the order of the rules.
func Broken(ctx context.Context, r db.Reader, rules []Rule) ([]Finding, error) {
	var found []Finding
	for _, rule := range rules {
		var rows []string
		if err := r.NewRaw(rule.Query+" ORDER BY 1 LIMIT ?", findingsOfRule).Scan(ctx, &rows); err != nil {
			return nil, fmt.Errorf("%s that %s: %w", rule.Table, rule.What, err)
		}
		for _, row := range rows {
			found = append(found, Finding{Table: rule.Table, Row: row, What: rule.What})
		}
	}
	return found, nil
}

type verifier struct {
	Report
}

func (v *verifier) broken(table, row, what string) {
	v.Count++
	if len(v.Broken) < brokenMost {
		v.Broken = append(v.Broken, Finding{table, row, what})
	}
}

const tableCheckpoint = "checkpoint"

// sumCheck is a statement whose rows are findings: which row, and what.
type sumCheck struct{ table, sql string }

// sumChecks are the rules that compare rows with each other. Most cannot be
// broken while the constraints stand; they are here for the day on which a
// constraint does not.
var sumChecks = []sumCheck{
	{"posting", `
		SELECT p.entry_id || '/' || p.line AS which, 'belongs to no entry' AS what
		FROM posting p LEFT JOIN entry e ON e.id = p.entry_id
		WHERE e.id IS NULL
		ORDER BY p.entry_id, p.line`},
	{"posting", `
		SELECT p.entry_id || '/' || p.line AS which,
			'moves ' || p.asset || ' but ' || p.from_account || ' holds ' || COALESCE(a.asset, 'nothing, for it does not exist') AS what
		FROM posting p LEFT JOIN account a ON a.name = p.from_account
		WHERE a.asset IS NULL OR a.asset <> p.asset
		ORDER BY p.entry_id, p.line`},
	{"posting", `
		SELECT p.entry_id || '/' || p.line AS which,
			'moves ' || p.asset || ' but ' || p.to_account || ' holds ' || COALESCE(a.asset, 'nothing, for it does not exist') AS what
		FROM posting p LEFT JOIN account a ON a.name = p.to_account
		WHERE a.asset IS NULL OR a.asset <> p.asset
		ORDER BY p.entry_id, p.line`},
	{"entry", `
		SELECT MAX(id) AS which, 'repeats scope ' || scope || ' key ' || key AS what
		FROM entry
		GROUP BY scope, key HAVING COUNT(*) > 1
		ORDER BY 1`},
	{"account", `
		SELECT name AS which, 'its columns do not fit its name' AS what
		FROM account
		WHERE NOT (
			(name LIKE 'house:%' AND player = '' AND summed AND may_negative)
			OR (name LIKE 'suspense:%' AND player = '' AND NOT summed AND NOT may_negative)
			OR (name LIKE 'player:' || player || ':venue:%' AND player <> '' AND NOT summed AND may_negative)
			OR (name IN ('player:' || player || ':centre', 'player:' || player || ':locked',
				'player:' || player || ':transit', 'player:' || player || ':fund')
				AND player <> '' AND NOT summed AND NOT may_negative))
		ORDER BY name`},
	{"account", `
		SELECT name AS which, 'is below zero: ' || balance AS what
		FROM account
		WHERE balance < 0 AND name NOT LIKE 'house:%' AND name NOT LIKE 'player:%:venue:%'
		ORDER BY name`},
	{"account", `
		SELECT a.name AS which, 'holds ' || a.balance || ' but its postings add up to ' || COALESCE(s.total, 0) AS what
		FROM account a LEFT JOIN (
			SELECT name, CAST(SUM(amount) AS BIGINT) AS total FROM (
				SELECT to_account AS name, amount FROM posting WHERE to_after IS NOT NULL
				UNION ALL
				SELECT from_account, -amount FROM posting WHERE from_after IS NOT NULL
			) AS side GROUP BY name
		) AS s ON s.name = a.name
		WHERE a.balance <> CASE WHEN a.summed THEN 0 ELSE COALESCE(s.total, 0) END
		ORDER BY a.name`},
	{tableCheckpoint, `
		SELECT account || ' ' || upto AS which, 'says ' || balance || ' but the postings add up to ' || total AS what
		FROM (
			SELECT c.account, c.upto, c.balance, CAST(
				COALESCE((SELECT SUM(amount) FROM posting WHERE to_after IS NULL AND to_account = c.account AND entry_id <= c.upto), 0)
				- COALESCE((SELECT SUM(amount) FROM posting WHERE from_after IS NULL AND from_account = c.account AND entry_id <= c.upto), 0)
				AS BIGINT) AS total
			FROM checkpoint c
			WHERE c.upto = (SELECT MAX(upto) FROM checkpoint n WHERE n.account = c.account)
		) AS newest
		WHERE balance <> total
		ORDER BY account`},
}

// check runs one statement and takes its rows as findings.
func (v *verifier) check(ctx context.Context, r db.Reader, c sumCheck) error {
	var found []struct{ Which, What string }
	if err := r.NewRaw(`SELECT which, what FROM (`+c.sql+` LIMIT ?) AS finding`, brokenMost).Scan(ctx, &found); err != nil {
		return err
	}
	for _, f := range found {
		v.broken(c.table, f.Which, f.What)
	}
	return nil
}

// totals adds up both sides of the house for each asset.
func (v *verifier) totals(ctx context.Context, r db.Reader) error {
	if err := r.NewRaw(`SELECT COUNT(*) FROM account`).Scan(ctx, &v.Accounts); err != nil {
		return err
	}
	err := r.NewRaw(`
		SELECT asset, CAST(SUM(players) AS BIGINT) AS players, CAST(SUM(houses) AS BIGINT) AS houses FROM (
			SELECT asset, balance AS players, 0 AS houses FROM account
			UNION ALL
			SELECT asset, 0, amount FROM posting WHERE to_after IS NULL
			UNION ALL
			SELECT asset, 0, -amount FROM posting WHERE from_after IS NULL
		) AS side
		GROUP BY asset ORDER BY asset`).Scan(ctx, &v.Totals)
	if err != nil {
		return err
	}
	for _, t := range v.Totals {
		if t.Players+t.Houses != 0 {
			v.broken("account", string(t.Asset), fmt.Sprintf("players hold %s and the house %s: not zero together",
				t.Asset.Format(t.Players), t.Asset.Format(t.Houses)))
		}
	}
	return nil
}

// guards warns of guard triggers that were taken away.
func (v *verifier) guards(ctx context.Context, d *db.DB) error {
	catalogue := `SELECT name FROM sqlite_master WHERE type = 'trigger'`
	if d.Postgres() {
		catalogue = `SELECT tgname AS name FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'`
	}
	var names []string
	if err := d.NewRaw(catalogue).Scan(ctx, &names); err != nil {
		return err
	}
	there := map[string]bool{}
	for _, n := range names {
		there[n] = true
	}
	for _, n := range []string{"entry_kept", "posting_kept", "posting_in_time", "checkpoint_kept", "account_stays", "account_keeps_its_kind"} {
		if !there[n] {
			v.Warnings = append(v.Warnings, "guard "+n+" is missing: rows it protects can be changed")
		}
	}
	return nil
}
