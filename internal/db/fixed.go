package db

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
)

// fixedArgs is the most values a statement is prepared for. Longer ones come
// in too many lengths to be worth keeping; fixedMost bounds how many are kept.
const (
	fixedArgs = 64
	fixedMost = 300
)

// fixed keeps the prepared statements of SQLite's one writer and, for
// PostgreSQL, texts in its own notation; pgx keeps those prepared by itself.
type fixed struct {
	prepared sync.Map // text → *sql.Stmt
	dollars  sync.Map // text → text with $1 for ?

	mu     sync.Mutex
	wanted []string
	kept   int
}

// ExecFixed runs a statement whose text is the same every time, with a ? for
// each value and no other question mark. It is prepared once, and the values
// travel beside it: for a short statement that saves most of its cost. Types
// are the engine's business: where PostgreSQL cannot know what a ? is, as in
// bare VALUES, the text says CAST(? AS BIGINT).
func (tx *Tx) ExecFixed(ctx context.Context, query string, args ...any) (sql.Result, error) {
	if len(args) > fixedArgs {
		return tx.ExecContext(ctx, query, args...)
	}
	if tx.postgres {
		query, args = tx.fixed.forPostgres(query, args)
		return tx.Tx.Tx.ExecContext(ctx, query, args...)
	}
	if s := tx.fixed.statement(query); s != nil {
		return tx.StmtContext(ctx, s).ExecContext(ctx, args...)
	}
	return tx.Tx.Tx.ExecContext(ctx, query, args...)
}

// QueryFixed is ExecFixed for statements that return rows. The rows must be
// closed before the same statement runs again.
func (tx *Tx) QueryFixed(ctx context.Context, query string, args ...any) (*sql.Rows, error) {
	if len(args) > fixedArgs {
		return tx.QueryContext(ctx, query, args...)
	}
	if tx.postgres {
		query, args = tx.fixed.forPostgres(query, args)
		return tx.Tx.Tx.QueryContext(ctx, query, args...)
	}
	if s := tx.fixed.statement(query); s != nil {
		return tx.StmtContext(ctx, s).QueryContext(ctx, args...)
	}
	return tx.Tx.Tx.QueryContext(ctx, query, args...)
}

// forPostgres numbers the placeholders and has pgx keep the statement.
func (f *fixed) forPostgres(query string, args []any) (string, []any) {
	known, ok := f.dollars.Load(query)
	if !ok {
		var b strings.Builder
		n := 0
		for part := range strings.SplitSeq(query, "?") {
			if n > 0 {
				b.WriteString("$" + strconv.Itoa(n))
			}
			b.WriteString(part)
			n++
		}
		known, _ = f.dollars.LoadOrStore(query, b.String())
	}
	return known.(string), append([]any{pgx.QueryExecModeCacheStatement}, args...)
}

// statement is the prepared form of a text, or nil. It cannot be made here,
// for the transaction has the one connection: it is asked for, and there from
// the next transaction on.
func (f *fixed) statement(query string) *sql.Stmt {
	if s, ok := f.prepared.Load(query); ok {
		return s.(*sql.Stmt)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.kept+len(f.wanted) < fixedMost {
		f.wanted = append(f.wanted, query)
	}
	return nil
}

// prepare makes what was asked for. Only the committer calls it, between two
// transactions. A text that cannot be prepared goes on without.
func (f *fixed) prepare(ctx context.Context, pool *sql.DB) {
	f.mu.Lock()
	wanted := f.wanted
	f.wanted = nil
	f.mu.Unlock()
	for _, query := range wanted {
		if _, ok := f.prepared.Load(query); ok {
			continue // asked for twice in one commit
		}
		if s, err := pool.PrepareContext(ctx, query); err == nil {
			f.prepared.Store(query, s)
			f.mu.Lock()
			f.kept++
			f.mu.Unlock()
		}
	}
}
