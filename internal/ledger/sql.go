package ledger

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hongyun/internal/db"
)

// entryRow and postingRow are the rows as they are stored. The columns that
// are words of SQL have other names here.
type entryRow struct {
	ID, Scope, Key, Kind, Ref, Memo, MadeBy string
	Lines                                   int64
	Contents, Seal                          string
	At                                      int64
}

type postingRow struct {
	EntryID            string
	Line               int64
	From, To, Asset    string
	Amount             int64
	FromAfter, ToAfter *int64
	Player             string
	Seal               int64
}

type entryKey struct{ Scope, Key string }

// lockAccounts locks accounts in the order given, which is that of their names
// for everybody, and returns their balances. A row that does not exist cannot
// be locked: missing ones are made at zero and locked in one statement.
func lockAccounts(ctx context.Context, tx *db.Tx, accounts []Account) (map[string]int64, error) {
	balances, err := readLocked(ctx, tx, accounts, tx.ForUpdate())
	if err != nil {
		return nil, err
	}
	return balances, openMissing(ctx, tx, accounts, balances, nil)
}

// lockFreeAccounts is lockAccounts for a Group's function: busy are the
// accounts that another transaction holds, where this one must not wait for it.
func lockFreeAccounts(ctx context.Context, tx *db.Tx, accounts []Account) (balances map[string]int64, busy map[string]bool, err error) {
	balances, err = readLocked(ctx, tx, accounts, tx.ForUpdateFree())
	if err != nil {
		return nil, nil, err
	}
	if len(balances) < len(accounts) && tx.SkipsLocked() {
		busy = map[string]bool{}
		var missing, there []string
		for _, a := range accounts {
			if _, locked := balances[a.Name]; !locked {
				missing = append(missing, a.Name)
			}
		}
		among, arg := tx.Among("name", missing)
		if err := db.ReadAllFixed(ctx, tx, &there, `SELECT name FROM account WHERE `+among, arg); err != nil {
			return nil, nil, fmt.Errorf("look for locked accounts: %w", err)
		}
		for _, name := range there {
			busy[name] = true
		}
	}
	return balances, busy, openMissing(ctx, tx, accounts, balances, busy)
}

func readLocked(ctx context.Context, tx *db.Tx, accounts []Account, lock string) (map[string]int64, error) {
	balances := make(map[string]int64, len(accounts))
	if len(accounts) == 0 {
		return balances, nil
	}
	names := make([]string, len(accounts))
	for i, a := range accounts {
		names[i] = a.Name
	}
	among, arg := tx.Among("name", names)
	rows, err := tx.QueryFixed(ctx, `SELECT name, balance FROM account WHERE `+among+` ORDER BY name`+lock, arg)
	if err := readBalances(rows, err, balances); err != nil {
		return nil, fmt.Errorf("lock accounts: %w", err)
	}
	return balances, nil
}

// openMissing makes the accounts that have no row, and adds their balances. It
// names no key to ON CONFLICT. An account has two unique keys, and PostgreSQL
// reports a conflict on an unnamed key as an error.
func openMissing(ctx context.Context, tx *db.Tx, accounts []Account, balances map[string]int64, busy map[string]bool) error {
	var values []any
	for _, a := range accounts {
		if _, locked := balances[a.Name]; !locked && !busy[a.Name] {
			values = append(values, a.Name, string(a.Asset), a.player(), a.Negative)
		}
	}
	if len(values) == 0 {
		return nil
	}
	rows, err := tx.QueryFixed(ctx, `
		INSERT INTO account (name, asset, player, may_negative, summed, balance)
		VALUES `+tuples(len(values)/4, "(?, ?, ?, ?, FALSE, 0)")+`
		ON CONFLICT DO NOTHING
		RETURNING name, balance`, values...)
	if err := readBalances(rows, err, balances); err != nil {
		return fmt.Errorf("open accounts: %w", err)
	}
	// Accounts opened by others in the meantime exist now and are locked like
	// the rest.
	theirs, err := readLocked(ctx, tx, slices.DeleteFunc(slices.Clone(accounts), func(a Account) bool {
		_, locked := balances[a.Name]
		return locked || busy[a.Name]
	}), tx.ForUpdate())
	maps.Copy(balances, theirs)
	return err
}

func readBalances(rows *sql.Rows, err error, into map[string]int64) error {
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		var balance int64
		if err := rows.Scan(&name, &balance); err != nil {
			return err
		}
		into[name] = balance
	}
	return rows.Err()
}

func insertHouses(ctx context.Context, tx *db.Tx, accounts []Account) error {
	var values []any
	for _, a := range accounts {
		values = append(values, a.Name, string(a.Asset))
	}
	_, err := tx.NewRaw(`
		INSERT INTO account (name, asset, player, may_negative, summed, balance)
		VALUES `+tuples(len(accounts), "(?, ?, '', TRUE, TRUE, 0)")+`
		ON CONFLICT DO NOTHING`, values...).Exec(ctx)
	if err != nil {
		return fmt.Errorf("open house accounts: %w", err)
	}
	return nil
}

// entriesInto and postingsInto are the columns that rows give values for.
const (
	entriesInto  = "entry (id, scope, key, kind, ref, memo, made_by, lines, contents, seal, at)"
	entriesTail  = "ON CONFLICT (scope, key) DO NOTHING"
	postingsInto = "posting (entry_id, line, from_account, to_account, asset, amount, from_after, to_after, player, seal)"
)

func entryValues(entries []entryRow) [][]any {
	rows := make([][]any, len(entries))
	for i, e := range entries {
		rows[i] = []any{e.ID, e.Scope, e.Key, e.Kind, e.Ref, e.Memo, e.MadeBy, e.Lines, e.Contents, e.Seal, e.At}
	}
	return rows
}

// insertEntries stores entries and says how many were new.
func insertEntries(ctx context.Context, tx *db.Tx, entries []entryRow) (stored int, err error) {
	n, err := tx.InsertRows(ctx, entriesInto, entriesTail, entryValues(entries))
	if err != nil {
		return 0, fmt.Errorf("insert entries: %w", err)
	}
	return int(n), nil
}

func entriesChange(entries []entryRow) db.Change {
	return db.Insertion("insert entries with new keys", entriesInto, entriesTail, entryValues(entries))
}

func postingsChange(postings []postingRow) db.Change {
	rows := make([][]any, len(postings))
	for i, p := range postings {
		rows[i] = []any{p.EntryID, p.Line, p.From, p.To, p.Asset, p.Amount, p.FromAfter, p.ToAfter, p.Player, p.Seal}
	}
	return db.Insertion("insert postings", postingsInto, "", rows)
}

// balancesChange adds to each balance the effect of the postings. It adds and
// does not set, so the table's CHECK still holds if a lock was missed.
func balancesChange(deltas map[string]int64) db.Change {
	var rows [][]any
	for _, name := range slices.Sorted(maps.Keys(deltas)) {
		if by := deltas[name]; by != 0 {
			rows = append(rows, []any{by, name})
		}
	}
	return db.Updates("change balances",
		`UPDATE account SET balance = balance + ? WHERE name = ?`,
		`UPDATE account SET balance = account.balance + change.delta FROM {rows} AS change (delta, name) WHERE account.name = change.name`, rows)
}

func findEntry(ctx context.Context, r db.Reader, scope, key string) (e entryRow, found bool, err error) {
	err = r.NewRaw(`SELECT id, contents FROM entry WHERE scope = ? AND key = ?`, scope, key).Scan(ctx, &e.ID, &e.Contents)
	if errors.Is(err, sql.ErrNoRows) {
		return e, false, nil
	}
	if err != nil {
		return e, false, fmt.Errorf("find entry %s %s: %w", scope, key, err)
	}
	return e, true, nil
}

// findEntries looks up which of the keys were used before.
func findEntries(ctx context.Context, tx *db.Tx, entries []Entry) (map[entryKey]entryRow, error) {
	values := make([]any, 0, 2*len(entries))
	for _, e := range entries {
		values = append(values, e.Scope, e.Key)
	}
	rows, err := tx.QueryContext(ctx, `
		SELECT scope, key, id, contents FROM entry
		WHERE (scope, key) IN (VALUES `+tuples(len(entries), "(?, ?)")+`)`, values...)
	if err != nil {
		return nil, fmt.Errorf("find entries: %w", err)
	}
	defer rows.Close()
	known := map[entryKey]entryRow{}
	for rows.Next() {
		var e entryRow
		if err := rows.Scan(&e.Scope, &e.Key, &e.ID, &e.Contents); err != nil {
			return nil, err
		}
		known[entryKey{e.Scope, e.Key}] = e
	}
	return known, rows.Err()
}

// tuples is n rows of values.
func tuples(n int, one string) string {
	return strings.TrimSuffix(strings.Repeat(one+", ", n), ", ")
}
