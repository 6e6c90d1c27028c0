package ledger

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
)

// Balance is an account's balance, in its asset's smallest unit. An unused
// account has zero.
func (l *Ledger) Balance(ctx context.Context, r db.Reader, a Account) (int64, error) {
	if a.summed() {
		return l.HouseBalance(ctx, r, a)
	}
	var balance int64
	err := db.ReadFixed(ctx, r, &balance, `SELECT balance FROM account WHERE name = ?`, a.Name)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, nil
	}
	if err != nil {
		return 0, fmt.Errorf("balance of %s: %w", a.Name, err)
	}
	return balance, nil
}

// Balance of one of a player's accounts.
type Balance struct {
	Account string
	Asset   money.Asset
	Minor   int64 // in the asset's smallest unit
}

// Balances are all accounts that a player ever used, ordered by name. One
// statement reads them, so they show one state of the books (trust MON-8).
func (l *Ledger) Balances(ctx context.Context, r db.Reader, player string) ([]Balance, error) {
	var balances []Balance
	err := db.ReadAllFixed(ctx, r, &balances, `
		SELECT name AS account, asset, balance AS minor
		FROM account
		WHERE player = ? AND player <> ''
		ORDER BY name`, player)
	if err != nil {
		return nil, fmt.Errorf("balances of %s: %w", player, err)
	}
	return balances, nil
}

// HouseBalance is the balance of a house account: its newest checkpoint and the
// postings since.
func (l *Ledger) HouseBalance(ctx context.Context, r db.Reader, a Account) (int64, error) {
	if !a.summed() {
		return 0, fmt.Errorf("ledger: %s keeps a balance of its own", a.Name)
	}
	var balance int64
	err := r.NewRaw(`
		WITH newest AS (
			SELECT upto, balance FROM checkpoint
			WHERE account = ?0
			ORDER BY upto DESC LIMIT 1
		)
		SELECT CAST(COALESCE((SELECT balance FROM newest), 0)
			+ COALESCE((SELECT SUM(amount) FROM posting WHERE to_after IS NULL AND to_account = ?0
				AND entry_id > COALESCE((SELECT upto FROM newest), '')), 0)
			- COALESCE((SELECT SUM(amount) FROM posting WHERE from_after IS NULL AND from_account = ?0
				AND entry_id > COALESCE((SELECT upto FROM newest), '')), 0) AS BIGINT)`, a.Name).Scan(ctx, &balance)
	if err != nil {
		return 0, fmt.Errorf("balance of %s: %w", a.Name, err)
	}
	return balance, nil
}

// HouseTotals sums all house accounts by asset, in one statement: the newest
// checkpoint of each and the postings since.
func (l *Ledger) HouseTotals(ctx context.Context, r db.Reader) (map[money.Asset]int64, error) {
	var rows []struct {
		Asset money.Asset
		Total int64
	}
	err := r.NewRaw(`
		WITH base AS (
			SELECT a.name, a.asset,
				COALESCE((SELECT c.upto FROM checkpoint c WHERE c.account = a.name ORDER BY c.upto DESC LIMIT 1), '') AS upto,
				COALESCE((SELECT c.balance FROM checkpoint c WHERE c.account = a.name ORDER BY c.upto DESC LIMIT 1), 0) AS balance
			FROM account a WHERE a.summed
		)
		SELECT asset, CAST(SUM(balance
			+ COALESCE((SELECT SUM(p.amount) FROM posting p WHERE p.to_after IS NULL AND p.to_account = base.name AND p.entry_id > base.upto), 0)
			- COALESCE((SELECT SUM(p.amount) FROM posting p WHERE p.from_after IS NULL AND p.from_account = base.name AND p.entry_id > base.upto), 0))
			AS BIGINT) AS total
		FROM base GROUP BY asset`).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("what the house holds: %w", err)
	}
	totals := map[money.Asset]int64{}
	for _, row := range rows {
		totals[row.Asset] = row.Total
	}
	return totals, nil
}

// Filter chooses postings. It must name a player or a house account, because
// the books as a whole are too long to scan.
type Filter struct {
	Player  string   // postings that touch an account of this player
	Account string   // postings that touch this account
	Kinds   []string // entries of these kinds; all if empty
	Before  string   // postings older than the line with this ID; the newest if ""
	Limit   int      // 50 if 0; 500 at the most
}

// Line is a posting as it is shown, newest first.
type Line struct {
	ID                  string // for Filter.Before
	EntryID             string
	Kind, Ref, Memo, By string
	From, To            string
	Asset               money.Asset
	Amount              int64
	FromAfter, ToAfter  *int64 // the balances it left; nil for house accounts
	At                  time.Time

	line int64
}

// Postings lists the postings that the filter chooses, newest first.
func (l *Ledger) Postings(ctx context.Context, r db.Reader, f Filter) ([]Line, error) {
	f.Limit = min(cmp.Or(max(f.Limit, 0), 50), 500)
	player := cmp.Or(f.Player, playerOf(f.Account))
	if player == "" && f.Account == "" {
		return nil, errors.New("ledger: postings of whom?")
	}
	if player != "" {
		return f.read(ctx, r, func(q *bun.SelectQuery) {
			q.Where("p.player = ? AND p.player <> ''", player)
			if f.Account != "" {
				q.Where("? IN (p.from_account, p.to_account)", f.Account)
			}
		})
	}
	// The query reads one side of a house account at a time. Each side has an
	// index that gives the newest first; a condition on both would use none.
	out, err := f.read(ctx, r, func(q *bun.SelectQuery) { q.Where("p.from_after IS NULL AND p.from_account = ?", f.Account) })
	if err != nil {
		return nil, err
	}
	in, err := f.read(ctx, r, func(q *bun.SelectQuery) { q.Where("p.to_after IS NULL AND p.to_account = ?", f.Account) })
	if err != nil {
		return nil, err
	}
	both := append(out, in...)
	slices.SortFunc(both, func(a, b Line) int {
		return -cmp.Or(cmp.Compare(a.EntryID, b.EntryID), cmp.Compare(a.line, b.line))
	})
	return both[:min(len(both), f.Limit)], nil
}

func (f Filter) read(ctx context.Context, r db.Reader, choose func(*bun.SelectQuery)) ([]Line, error) {
	q := r.NewSelect().TableExpr("posting AS p").Join("JOIN entry AS e ON e.id = p.entry_id").
		ColumnExpr("p.entry_id, p.line, e.kind, e.ref, e.memo, e.made_by, p.from_account, p.to_account").
		ColumnExpr("p.asset, p.amount, p.from_after, p.to_after, e.at")
	choose(q)
	if len(f.Kinds) > 0 {
		q.Where("e.kind IN (?)", bun.List(f.Kinds))
	}
	if f.Before != "" {
		entry, line := splitLineID(f.Before)
		q.Where("(p.entry_id, p.line) < (?, ?)", entry, line)
	}
	rows, err := q.OrderExpr("p.entry_id DESC, p.line DESC").Limit(int64(f.Limit)).Rows(ctx)
	if err != nil {
		return nil, fmt.Errorf("postings: %w", err)
	}
	defer rows.Close()
	var lines []Line
	for rows.Next() {
		var n Line
		var at int64
		if err := rows.Scan(&n.EntryID, &n.line, &n.Kind, &n.Ref, &n.Memo, &n.By, &n.From, &n.To,
			&n.Asset, &n.Amount, &n.FromAfter, &n.ToAfter, &at); err != nil {
			return nil, fmt.Errorf("postings: %w", err)
		}
		n.ID, n.At = lineID(n.EntryID, n.line), calendar.FromMillis(at)
		lines = append(lines, n)
	}
	return lines, rows.Err()
}

// lineID names one posting: the entry and its line.
func lineID(entry string, line int64) string { return fmt.Sprintf("%s/%d", entry, line) }

func splitLineID(id string) (entry string, line int64) {
	entry, text, _ := strings.Cut(id, "/")
	line, _ = strconv.ParseInt(text, 10, 64) // a broken id is a page before line 0 of that entry
	return entry, line
}
