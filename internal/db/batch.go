package db

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
)

// Read is one of the reads of ReadBatch: Into is a pointer to a slice, as
// ReadAllFixed takes it.
type Read struct {
	Into  any
	Query string
	Args  []any
}

// ReadBatch runs reads in their order. PostgreSQL gets them in one message
// where the transaction is a Group's; each is a statement of its own and sees
// what the ones before a message left behind.
func (tx *Tx) ReadBatch(ctx context.Context, reads ...Read) error {
	if tx.conn == nil {
		for _, r := range reads {
			if err := readAll(ctx, tx, r.Into, r.Query, r.Args); err != nil {
				return err
			}
		}
		return nil
	}
	asked := make([]*readAsked, len(reads))
	for i, r := range reads {
		asked[i] = &readAsked{query: tx.fixed.inDollars(r.Query), args: r.Args, into: r.Into, all: true}
	}
	return tx.send(func(conn *pgx.Conn) error {
		_, err := tx.fixed.pipeline(ctx, conn, asked) // a slice has no error of its own
		return err
	})
}

// Change is a statement that changes one row for each row of values, or fails.
type Change struct {
	What string  // for the error: "insert transfers"
	Rows [][]any // of values, as InsertRows and ExecRows take them; without any it does nothing

	insert    string // into … with its columns
	tail      string
	one, many string
}

// Insertion is InsertRows as a Change.
func Insertion(what, into, tail string, rows [][]any) Change {
	return Change{What: what, insert: into, tail: tail, Rows: rows}
}

// Updates is ExecRows as a Change.
func Updates(what, one, many string, rows [][]any) Change {
	return Change{What: what, one: one, many: many, Rows: rows}
}

// ErrNotAll says that a Change did not change as many rows as it was given. The
// transaction must be given up.
var ErrNotAll = errors.New("db: not all rows were changed")

// WriteBatch runs changes in their order. PostgreSQL gets them in one message
// where the transaction is a Group's. After an error the transaction must be
// given up, because changes behind the failed one may have been made.
func (tx *Tx) WriteBatch(ctx context.Context, changes ...Change) error {
	if tx.conn != nil {
		return tx.send(func(conn *pgx.Conn) error { return tx.sendChanges(ctx, conn, changes) })
	}
	for _, c := range changes {
		n, err := c.run(ctx, tx)
		if err := c.failed(n, err); err != nil {
			return err
		}
	}
	return nil
}

func (c Change) run(ctx context.Context, tx *Tx) (changed int64, err error) {
	if c.insert != "" {
		return tx.InsertRows(ctx, c.insert, c.tail, c.Rows)
	}
	return tx.ExecRows(ctx, c.one, c.many, c.Rows)
}

func (c Change) failed(changed int64, err error) error {
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", c.What, err)
	case changed != int64(len(c.Rows)):
		return fmt.Errorf("%s: %w: %d of %d", c.What, ErrNotAll, changed, len(c.Rows))
	}
	return nil
}

// statement is a change as PostgreSQL takes it.
func (c Change) statement(f *fixed) (query string, columns []any, err error) {
	many := c.many
	if c.insert != "" {
		many = insertMany(c.insert, c.tail)
	}
	columns, types, err := transposed(c.Rows)
	if err != nil {
		return "", nil, fmt.Errorf("%s: %w", c.What, err)
	}
	return f.inDollars(withRows(many, types)), columns, nil
}

func (tx *Tx) sendChanges(ctx context.Context, conn *pgx.Conn, changes []Change) error {
	batch := &pgx.Batch{}
	sent := make([]Change, 0, len(changes))
	for _, c := range changes {
		if len(c.Rows) == 0 {
			continue
		}
		query, columns, err := c.statement(tx.fixed)
		if err != nil {
			return err
		}
		if _, err := conn.Prepare(ctx, query, query); err != nil { // only the first time on a connection
			return fmt.Errorf("%s: %w", c.What, err)
		}
		batch.Queue(query, columns...)
		sent = append(sent, c)
	}
	if len(sent) == 0 {
		return nil
	}
	answers := conn.SendBatch(ctx, batch)
	defer answers.Close()
	for _, c := range sent {
		done, err := answers.Exec()
		if err := c.failed(done.RowsAffected(), err); err != nil {
			return err
		}
	}
	return answers.Close()
}

// send gives do the transaction's connection. database/sql ends a transaction
// whose context is cancelled behind the caller's back, and what was sent then
// would be stored by itself: the connection must still be inside.
func (tx *Tx) send(do func(conn *pgx.Conn) error) error {
	return tx.conn.Raw(func(c any) error {
		conn := c.(*stdlib.Conn).Conn()
		if conn.PgConn().TxStatus() != 'T' {
			return sql.ErrTxDone
		}
		err := do(conn)
		if isOutdated(err) {
			_ = conn.Close(context.Background()) // inside a failed transaction nothing can be prepared anew
		}
		return err
	})
}

// beginOn begins a transaction on a connection that stays at hand. Like
// database/sql it tries another one where the connection turns out to be dead.
func beginOn(ctx context.Context, pool *bun.DB) (conn *sql.Conn, tx bun.Tx, err error) {
	const tries = 3
	for range tries {
		c, err := pool.Conn(ctx)
		if err != nil {
			return nil, bun.Tx{}, err
		}
		tx, err = c.BeginTx(ctx, nil)
		if err == nil {
			return c.Conn, tx, nil
		}
		_ = c.Close()
		if !errors.Is(err, driver.ErrBadConn) {
			return nil, bun.Tx{}, err
		}
	}
	return nil, bun.Tx{}, driver.ErrBadConn
}

// insertMany is an INSERT of {rows}.
func insertMany(into, tail string) string {
	return "INSERT INTO " + into + " SELECT * FROM {rows} " + tail
}

// withRows puts the placeholders of columns where a statement says {rows}.
func withRows(many string, types []string) string {
	return strings.Replace(many, "{rows}", "unnest("+strings.Join(types, ", ")+")", 1)
}
