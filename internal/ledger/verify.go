package ledger

import (
	"context"
	"fmt"
	"slices"

	"hongyun/internal/db"
	"hongyun/internal/money"
)

// Report is the result of Verify.
type Report struct {
	OK       bool
	Entries  int64
	Postings int64
	Accounts int64
	Totals   []Total
	Broken   []Finding // the first broken row first; at most brokenMost of them
	Count    int64     // how many findings there are in all
	Warnings []string  // what is not wrong in the books but ought not to be so
	Months   int64     // sealed months that were read again
	Sealed   string    // the newest sealed month and its seal, "" before the first: a copy outside the database proves the months
}

// Finding names a row that is wrong, and says how.
type Finding struct {
	Table, Row, What string
}

// String is the finding in one line.
func (f Finding) String() string { return f.Table + " " + f.Row + ": " + f.What }

// Total is the sum of all accounts of one asset. The house accounts are always
// the negative of the players' accounts and suspense.
type Total struct {
	Asset           money.Asset
	Players, Houses int64
}

// brokenMost is how many findings a report lists; it counts them all.
const brokenMost = 500

// Verify derives all books again and compares, sealed months too. It reads in
// pages, so it needs little memory however long the books are. It holds no
// database snapshot for long and blocks no writer. An error means that it could
// not look, which is no verdict.
func (l *Ledger) Verify(ctx context.Context) (Report, error) {
	return l.verify(ctx, &verifier{l: l})
}

// VerifyNight reads the months that are not sealed yet, and each sealed month
// about every thirty nights. It seals the months that have closed (H-143). Its
// cost depends on the last five weeks and not on the length of the books.
func (l *Ledger) VerifyNight(ctx context.Context) (Report, error) {
	return l.verify(ctx, &verifier{l: l, night: true})
}

func (l *Ledger) verify(ctx context.Context, v *verifier) (Report, error) {
	ctx = db.ForLongWork(ctx)
	v.mark = idBefore(l.db.Clock().Now().Add(-settledAfter))
	for _, step := range []func(context.Context) error{v.months, v.rules, v.accounts, v.checkpoints, v.totals, v.nouns, v.guards} {
		if err := step(ctx); err != nil {
			return Report{}, fmt.Errorf("verify: %w", err)
		}
	}
	v.OK = v.Count == 0
	return v.Report, nil
}

// Also has Verify run another check after its own: that of a noun whose orders
// must agree with the books. It reads the rows of one span at a time. It is
// called while the program is built.
func (l *Ledger) Also(check func(ctx context.Context, d *db.DB, s Span) ([]Finding, error)) {
	l.also = append(l.also, check)
}

// Rule is something that must be true of a noun's rows. Query gives the rows
// that break it, in one column, with the marks of Span.Fill; What says how they
// do. A Whole rule compares sums over everything that ever was: a night leaves
// it out, but for the one that seals a month.
type Rule struct {
	Table, What, Query string
	Whole              bool
}

// findingsOfRule bounds what one rule names: a hundred rows tell what happened.
const findingsOfRule = 100

// Broken names the rows of a span that break rules, in the order of the rules. A
// statement is not sorted: SQLite would read a table in the order of the names
// and not by the span.
func Broken(ctx context.Context, r db.Reader, s Span, rules []Rule) ([]Finding, error) {
	var found []Finding
	for _, rule := range rules {
		if rule.Whole && !s.Whole {
			continue
		}
		var rows []string
		if err := r.NewRaw(s.Fill(rule.Query)+" LIMIT ?", findingsOfRule).Scan(ctx, &rows); err != nil {
			return nil, fmt.Errorf("%s that %s: %w", rule.Table, rule.What, err)
		}
		slices.Sort(rows)
		for _, row := range rows {
			found = append(found, Finding{Table: rule.Table, Row: row, What: rule.What})
		}
	}
	return found, nil
}

type verifier struct {
	Report
	l     *Ledger
	night bool // reads sealed months by turns, and seals

	mark   string // entries before this id are all there: see settledAfter
	spans  []Span // what was read, in pieces
	seals  []monthSeal
	sealed bool            // a month was sealed by this run
	open   string          // id from which on nothing is sealed
	sums   map[string]*sum // of the accounts that belong to no player, from open on, or from the first entry on
	cuts   map[string]checkpointRow
	moved  *names // accounts that moved from open on; nil where all are compared
}

// sum is the sum of an account's postings.
type sum struct{ settled, upto int64 } // before the mark; up to the account's newest checkpoint

type checkpointRow struct {
	Account, Upto string
	Balance       int64
}

func (v *verifier) broken(table, row, what string) {
	v.Count++
	if len(v.Broken) < brokenMost {
		v.Broken = append(v.Broken, Finding{table, row, what})
	}
}

const tableCheckpoint = "checkpoint"

// sumChecks are the rules that compare rows with each other. Most cannot be
// broken while the database has its constraints; they are here for a missing
// one. Each names the row and its error.
var sumChecks = []struct{ table, sql string }{
	{"posting", `
		SELECT p.entry_id || '/' || p.line AS which, 'belongs to no entry' AS what
		FROM posting p LEFT JOIN entry e ON e.id = p.entry_id
		WHERE e.id IS NULL AND {entry p.entry_id}
		ORDER BY p.entry_id, p.line`},
	{"posting", `
		SELECT p.entry_id || '/' || p.line AS which,
			'moves ' || p.asset || ' but ' || p.from_account || ' holds ' || COALESCE(a.asset, 'nothing, for it does not exist') AS what
		FROM posting p LEFT JOIN account a ON a.name = p.from_account
		WHERE (a.asset IS NULL OR a.asset <> p.asset) AND {entry p.entry_id}
		ORDER BY p.entry_id, p.line`},
	{"posting", `
		SELECT p.entry_id || '/' || p.line AS which,
			'moves ' || p.asset || ' but ' || p.to_account || ' holds ' || COALESCE(a.asset, 'nothing, for it does not exist') AS what
		FROM posting p LEFT JOIN account a ON a.name = p.to_account
		WHERE (a.asset IS NULL OR a.asset <> p.asset) AND {entry p.entry_id}
		ORDER BY p.entry_id, p.line`},
	{"entry", `
		SELECT e.id AS which, 'repeats scope ' || e.scope || ' key ' || e.key AS what
		FROM entry e
		WHERE {entry e.id} AND EXISTS (SELECT 1 FROM entry o WHERE o.scope = e.scope AND o.key = e.key AND o.id < e.id)
		ORDER BY 1`},
}

// rules runs the sumChecks over what was read.
func (v *verifier) rules(ctx context.Context) error {
	for _, check := range sumChecks {
		for _, s := range v.spans {
			var found []struct{ Which, What string }
			if err := v.l.db.NewRaw(`SELECT which, what FROM (`+s.Fill(check.sql)+` LIMIT ?) AS finding`, brokenMost).Scan(ctx, &found); err != nil {
				return err
			}
			for _, f := range found {
				v.broken(check.table, f.Which, f.What)
			}
		}
	}
	return nil
}

// nouns runs the checks of Also over what was read.
func (v *verifier) nouns(ctx context.Context) error {
	for i, s := range v.spans {
		s.Whole = i == len(v.spans)-1 && (!v.night || v.sealed)
		for _, check := range v.l.also {
			found, err := check(ctx, v.l.db, s)
			if err != nil {
				return err
			}
			for _, f := range found {
				v.broken(f.Table, f.Row, f.What)
			}
		}
	}
	return nil
}

// totals adds up both sides of the books for each asset: every balance of a
// player, and the house accounts by their checkpoints. A night leaves it to the
// watch, which does the same every few minutes.
func (v *verifier) totals(ctx context.Context) error {
	if v.night {
		return nil
	}
	err := v.l.db.Snapshot(ctx, func(ctx context.Context, r db.Reader) error {
		v.Totals = nil
		var rows []struct {
			Asset money.Asset
			Held  int64
		}
		if err := r.NewRaw(`SELECT asset, CAST(SUM(balance) AS BIGINT) AS held FROM account GROUP BY asset ORDER BY asset`).Scan(ctx, &rows); err != nil {
			return err
		}
		houses, err := v.l.HouseTotals(ctx, r)
		for _, row := range rows {
			v.Totals = append(v.Totals, Total{row.Asset, row.Held, houses[row.Asset]})
		}
		return err
	})
	if err != nil {
		return v.underivable(ctx, err)
	}
	for _, t := range v.Totals {
		if t.Players+t.Houses != 0 {
			v.broken("account", string(t.Asset), fmt.Sprintf("players hold %s and the house %s: not zero together",
				t.Asset.Format(t.Players), t.Asset.Format(t.Houses)))
		}
	}
	return nil
}

// underivable turns an error into a finding where a broken row was found
// before. A changed amount can be so large that nothing can be added up.
func (v *verifier) underivable(ctx context.Context, err error) error {
	if v.Count == 0 || ctx.Err() != nil {
		return err
	}
	v.broken("account", "", "balances cannot be derived: "+err.Error())
	return nil
}

// guards warns of guard triggers that were taken away.
func (v *verifier) guards(ctx context.Context) error {
	d := v.l.db
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
	for _, n := range []string{"entry_kept", "posting_kept", "posting_in_time", "checkpoint_kept", "account_stays", "account_keeps_its_kind", "month_seal_kept", "month_balance_kept"} {
		if !there[n] {
			v.Warnings = append(v.Warnings, "guard "+n+" is missing: rows it protects can be changed")
		}
	}
	return nil
}
