package db

import (
	"context"
	"database/sql"
	"strconv"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/uptrace/bun"
)

// fixedArgs is the most values a statement is prepared for. Longer ones come
// in too many lengths to be worth keeping; fixedMost bounds how many are kept.
const (
	fixedArgs = 64
	fixedMost = 300
)

// fixed keeps the prepared statements of SQLite's one writer and of its
// readers and, for PostgreSQL, texts in its own notation; pgx keeps those
// prepared by itself.
type fixed struct {
	bun      *bun.DB  // puts rows into structs
	prepared sync.Map // text → *sql.Stmt of the writer
	reading  sync.Map // text → *sql.Stmt of the readers
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
		//lint:ignore sqlclosecheck the statement is kept for the next call
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
		//lint:ignore sqlclosecheck the statement is kept for the next call
		return tx.StmtContext(ctx, s).QueryContext(ctx, args...)
	}
	return tx.Tx.Tx.QueryContext(ctx, query, args...)
}

// repeated is ExecFixed on SQLite for a statement that runs many times in a row.
func (tx *Tx) repeated(ctx context.Context, query string) func(args []any) (sql.Result, error) {
	s := tx.fixed.statement(query)
	if s == nil {
		return func(args []any) (sql.Result, error) { return tx.Tx.Tx.ExecContext(ctx, query, args...) }
	}
	s = tx.StmtContext(ctx, s)
	return func(args []any) (sql.Result, error) { return s.ExecContext(ctx, args...) }
}

// ReadFixed reads one row, as NewRaw(…).Scan does, by a statement like those
// of ExecFixed, or fails with sql.ErrNoRows. Inside a Snapshot it is written out.
func ReadFixed(ctx context.Context, r Reader, into any, query string, args ...any) error {
	if d, ok := r.(*DB); ok && d.postgres {
		asked := &readAsked{query: d.fixed.inDollars(query), args: args, into: into}
		return d.readTogether(ctx, asked, func(ctx context.Context) error { return readOne(ctx, r, into, query, args) })
	}
	return readOne(ctx, r, into, query, args)
}

// ReadAllFixed is ReadFixed for a slice of rows; none is no error.
func ReadAllFixed(ctx context.Context, r Reader, into any, query string, args ...any) error {
	if d, ok := r.(*DB); ok && d.postgres {
		asked := &readAsked{query: d.fixed.inDollars(query), args: args, into: into, all: true}
		return d.readTogether(ctx, asked, func(ctx context.Context) error { return readAll(ctx, r, into, query, args) })
	}
	return readAll(ctx, r, into, query, args)
}

func readOne(ctx context.Context, r Reader, into any, query string, args []any) error {
	rows, scan, err := rowsFixed(ctx, r, query, args)
	if err != nil {
		return err
	}
	if scan == nil {
		return r.NewRaw(query, args...).Scan(ctx, into)
	}
	defer rows.Close()
	if !rows.Next() {
		if err := rows.Err(); err != nil {
			return err
		}
		return sql.ErrNoRows
	}
	if err := scan.ScanRow(ctx, rows, into); err != nil {
		return err
	}
	for rows.Next() { // to its end, as a statement that writes and returns must go
	}
	return rows.Err()
}

func readAll(ctx context.Context, r Reader, into any, query string, args []any) error {
	//lint:ignore rowserrcheck ScanRow and ScanRows of bun look at it
	rows, scan, err := rowsFixed(ctx, r, query, args)
	if err != nil {
		return err
	}
	if scan == nil {
		return r.NewRaw(query, args...).Scan(ctx, into)
	}
	defer rows.Close()
	return scan.ScanRows(ctx, rows, into)
}

// rowsFixed runs a prepared statement where there are any; without, scan is nil.
func rowsFixed(ctx context.Context, r Reader, query string, args []any) (rows *sql.Rows, scan *bun.DB, err error) {
	switch r := r.(type) {
	case *Tx:
		rows, err = r.QueryFixed(ctx, query, args...)
		return rows, r.fixed.bun, err
	case *DB:
		rows, err = r.queryFixed(ctx, query, args)
		return rows, r.fixed.bun, err
	}
	return nil, nil, nil
}

// queryFixed reads outside a transaction.
func (d *DB) queryFixed(ctx context.Context, query string, args []any) (*sql.Rows, error) {
	if d.postgres {
		query, args = d.fixed.forPostgres(query, args)
		rows, err := d.reader.DB.QueryContext(ctx, query, args...)
		if isOutdated(err) { // forgotten by pgx with the error, and prepared anew
			rows, err = d.reader.DB.QueryContext(ctx, query, args...)
		}
		return rows, err
	}
	//lint:ignore sqlclosecheck the statement is kept for the next call
	s, err := d.fixed.readers(ctx, d.reader.DB, query)
	if err != nil {
		return nil, err
	}
	return s.QueryContext(ctx, args...)
}

// forPostgres numbers the placeholders and has pgx keep the statement.
func (f *fixed) forPostgres(query string, args []any) (string, []any) {
	return f.inDollars(query), append([]any{pgx.QueryExecModeCacheStatement}, args...)
}

// inDollars is a text with PostgreSQL's own placeholders.
func (f *fixed) inDollars(query string) string {
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
	return known.(string)
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

// readers is the prepared form of a text for the connections that only read;
// database/sql prepares it on each as it comes to it.
func (f *fixed) readers(ctx context.Context, pool *sql.DB, query string) (*sql.Stmt, error) {
	if s, ok := f.reading.Load(query); ok {
		return s.(*sql.Stmt), nil
	}
	s, err := pool.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if first, taken := f.reading.LoadOrStore(query, s); taken {
		_ = s.Close() // another caller was first
		return first.(*sql.Stmt), nil
	}
	return s, nil
}
