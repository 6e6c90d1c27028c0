package guard_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/proof"
)

// database is one with a row in each table, and a hand on it that goes past
// all code.
type database struct {
	t        *testing.T
	tally    *proof.Tally
	pool     *sql.DB
	postgres bool
	tables   map[string]table
}

// table is what the engine itself says of a table.
type table struct {
	columns []column
	unique  [][]string // the columns of each unique key without a condition
}

type column struct {
	name, kind string // kind: text, number or flag
	needed     bool   // NOT NULL and without a default
}

// each runs a proof on both engines.
func each(t *testing.T, what string, test func(d *database)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, real *db.DB) {
		d := &database{t: t, tally: proof.Begin(t, "guards", what), pool: real.SQL(), postgres: real.Postgres(), tables: map[string]table{}}
		d.fill()
		test(d)
	})
}

// refused tries a statement that must not pass, in a transaction that is
// rolled back whatever comes of it. Those before it prepare, and must pass.
func (d *database) refused(what string, statements ...string) {
	d.t.Helper()
	d.tally.Count(1)
	switch err := d.try(statements...); {
	case err == nil:
		d.t.Errorf("the database let through: %s\n\t%s", what, statements[len(statements)-1])
	case !isRefusal(err):
		d.t.Errorf("%s was refused for another reason: %v\n\t%s", what, err, statements[len(statements)-1])
	}
}

// passes tries what must be possible: a guard that refuses everything proves
// nothing.
func (d *database) passes(what string, statements ...string) {
	d.t.Helper()
	if err := d.try(statements...); err != nil {
		d.t.Errorf("the database refuses what is allowed: %s: %v\n\t%s", what, err, statements[len(statements)-1])
	}
}

// moves tries to change what may change: only a rule about its value may
// refuse, no guard.
func (d *database) moves(what, statement string) {
	d.t.Helper()
	if err := d.try(statement); err != nil && !db.IsCheck(err) {
		d.t.Errorf("the database refuses to move on %s: %v", what, err)
	}
}

var errPreparing = errors.New("what prepares the statement failed")

func (d *database) try(statements ...string) error {
	d.t.Helper()
	tx, err := d.pool.BeginTx(d.t.Context(), nil)
	if err != nil {
		d.t.Fatal(err)
	}
	defer func() { _ = tx.Rollback() }()
	for i, s := range statements {
		_, err := tx.ExecContext(d.t.Context(), s)
		if err != nil && i < len(statements)-1 {
			return fmt.Errorf("%w: %v: %s", errPreparing, err, s)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// run does what must succeed.
func (d *database) run(statement string) {
	d.t.Helper()
	if _, err := d.pool.ExecContext(context.Background(), statement); err != nil {
		d.t.Fatalf("%v: %s", err, statement)
	}
}

// isRefusal says that a constraint or a guard refused, and not that the
// statement was wrong.
func isRefusal(err error) bool {
	if errors.Is(err, errPreparing) {
		return false
	}
	var pg *pgconn.PgError
	var lite *sqlite.Error
	switch {
	case db.IsCheck(err), db.IsDuplicate(err), db.IsForeignKey(err), db.IsGuard(err):
		return true
	case errors.As(err, &pg):
		return pg.Code == "23502" // NOT NULL
	case errors.As(err, &lite):
		return lite.Code() == sqlite3.SQLITE_CONSTRAINT_NOTNULL
	}
	return false
}

// table reads a table's columns and keys from the engine's own catalogue.
func (d *database) table(name string) table {
	d.t.Helper()
	if known, ok := d.tables[name]; ok {
		return known
	}
	columns := `SELECT name, lower(type), "notnull" = 1 AND dflt_value IS NULL FROM pragma_table_info('` + name + `') ORDER BY cid`
	keys := `SELECT l.name, i.name FROM pragma_index_list('` + name + `') AS l, pragma_index_info(l.name) AS i
		WHERE l."unique" = 1 AND l.partial = 0 ORDER BY l.name, i.seqno`
	if d.postgres {
		columns = `SELECT column_name, data_type, is_nullable = 'NO' AND column_default IS NULL FROM information_schema.columns
			WHERE table_schema = 'public' AND table_name = '` + name + `' ORDER BY ordinal_position`
		keys = `SELECT i.indexrelid::text, a.attname FROM pg_index AS i, unnest(i.indkey) AS k(n), pg_attribute AS a
			WHERE i.indrelid = '` + name + `'::regclass AND i.indisunique AND i.indpred IS NULL AND a.attrelid = i.indrelid AND a.attnum = k.n
			ORDER BY i.indexrelid, a.attnum`
	}
	var out table
	d.read(columns, func(rows *sql.Rows) error {
		var c column
		if err := rows.Scan(&c.name, &c.kind, &c.needed); err != nil {
			return err
		}
		switch {
		case strings.Contains(c.kind, "int"):
			c.kind = "number"
		case strings.Contains(c.kind, "bool"):
			c.kind = "flag"
		default:
			c.kind = "text"
		}
		out.columns = append(out.columns, c)
		return nil
	})
	last := ""
	d.read(keys, func(rows *sql.Rows) error {
		var index, name string
		if err := rows.Scan(&index, &name); err != nil {
			return err
		}
		if index != last {
			out.unique, last = append(out.unique, nil), index
		}
		n := len(out.unique) - 1
		out.unique[n] = append(out.unique[n], name)
		return nil
	})
	if len(out.columns) == 0 || len(out.unique) == 0 {
		d.t.Fatalf("%s: %+v", name, out)
	}
	d.tables[name] = out
	return out
}

func (d *database) read(query string, row func(*sql.Rows) error) {
	d.t.Helper()
	rows, err := d.pool.QueryContext(d.t.Context(), query)
	if err != nil {
		d.t.Fatal(err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows); err != nil {
			d.t.Fatal(err)
		}
	}
	if err := rows.Err(); err != nil {
		d.t.Fatal(err)
	}
}

// with are values of columns, as SQL.
type with map[string]string

// insert is the statement that adds a row of these values; columns that need
// one and are not named get nothing in particular.
func (d *database) insert(name string, values with) string {
	d.t.Helper()
	var columns, given []string
	for _, c := range d.table(name).columns {
		v, named := values[c.name]
		if !named && !c.needed {
			continue
		}
		if !named {
			v = map[string]string{"text": "'x'", "number": "1", "flag": "FALSE"}[c.kind]
		}
		columns, given = append(columns, quoted(c.name)), append(given, v)
	}
	for named := range values {
		if !slices.ContainsFunc(d.table(name).columns, func(c column) bool { return c.name == named }) {
			d.t.Fatalf("%s has no column %s", name, named)
		}
	}
	return "INSERT INTO " + name + " (" + strings.Join(columns, ", ") + ") VALUES (" + strings.Join(given, ", ") + ")"
}

// again is the statement that adds a copy of the chosen row with other values.
// verb is INSERT, or what SQLite has beside it.
func (d *database) again(verb, name, where string, other with) string {
	d.t.Helper()
	var columns, values []string
	for _, c := range d.table(name).columns {
		v, named := other[c.name]
		if !named {
			v = quoted(c.name)
		}
		columns, values = append(columns, quoted(c.name)), append(values, v)
	}
	return verb + " INTO " + name + " (" + strings.Join(columns, ", ") + ") SELECT " + strings.Join(values, ", ") + " FROM " + name + " WHERE " + where
}

// changed is another value of a column, as SQL.
func (c column) changed() string {
	switch c.kind {
	case "number":
		return "COALESCE(" + quoted(c.name) + ", 0) + 1"
	case "flag":
		return "NOT " + quoted(c.name)
	}
	return "'!' || " + quoted(c.name)
}

func quoted(name string) string { return `"` + name + `"` }
