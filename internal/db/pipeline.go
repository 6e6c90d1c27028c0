package db

import (
	"context"
	"database/sql"
	"reflect"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// readAsked is one caller's read on its way to PostgreSQL.
type readAsked struct {
	query string // with $1
	args  []any
	into  any
	all   bool // into is a slice for all rows; else one row, or sql.ErrNoRows
}

// readTogether has reads that come while others are under way go to the server
// in one message. Each is a statement of its own and begins after it was asked
// for, so it sees what a read by itself would see; what they share is the way,
// which costs more than the reading.
func (d *DB) readTogether(ctx context.Context, r *readAsked, alone func(context.Context) error) error {
	single := func() error {
		ctx, cancel := context.WithTimeout(ctx, togetherFor) // others wait behind it
		defer cancel()
		return alone(ctx)
	}
	return busy(ctx, d.reads.pass(ctx, r, single, single, d.sendReads))
}

func (d *DB) sendReads(reads []*readAsked) ([]error, error) {
	ctx, cancel := context.WithTimeout(context.Background(), togetherFor)
	defer cancel()
	c, err := d.reader.DB.Conn(ctx)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	var errs []error
	err = c.Raw(func(driver any) (err error) {
		conn := driver.(*stdlib.Conn).Conn()
		if errs, err = d.fixed.pipeline(ctx, conn, reads); isOutdated(err) {
			_ = conn.DeallocateAll(ctx) // they are prepared anew the next time
		}
		return err
	})
	return errs, err
}

// pipeline sends reads in one message and scans the answers.
func (f *fixed) pipeline(ctx context.Context, conn *pgx.Conn, reads []*readAsked) ([]error, error) {
	batch := &pgx.Batch{}
	for _, r := range reads {
		if _, err := conn.Prepare(ctx, r.query, r.query); err != nil { // only the first time on a connection
			return nil, err
		}
		batch.Queue(r.query, r.args...)
	}
	answers := conn.SendBatch(ctx, batch)
	defer answers.Close()
	errs := make([]error, len(reads))
	for i, r := range reads {
		rows, err := answers.Query()
		if err != nil {
			return nil, err
		}
		if errs[i], err = f.scan(rows, r); err != nil {
			return nil, err
		}
	}
	return errs, answers.Close()
}

// scan reads an answer to its end. The first error is its own: there was no row.
func (f *fixed) scan(rows pgx.Rows, r *readAsked) (none error, err error) {
	defer rows.Close()
	into := reflect.ValueOf(r.into).Elem()
	if r.all {
		into.SetZero()
		for rows.Next() {
			one := reflect.New(into.Type().Elem())
			if err := rows.Scan(f.places(rows, one)...); err != nil {
				return nil, err
			}
			into.Set(reflect.Append(into, one.Elem()))
		}
		return nil, rows.Err()
	}
	if !rows.Next() {
		return sql.ErrNoRows, rows.Err()
	}
	return nil, rows.Scan(f.places(rows, into.Addr())...)
}

// places are where the columns of a row go: the fields of a struct, by bun's
// names for them, or the one value.
func (f *fixed) places(rows pgx.Rows, into reflect.Value) []any {
	if into.Elem().Kind() != reflect.Struct {
		return []any{into.Interface()}
	}
	columns := rows.FieldDescriptions()
	fields := f.bun.Table(into.Elem().Type()).FieldMap
	places := make([]any, len(columns))
	for i, c := range columns {
		if field := fields[c.Name]; field != nil {
			places[i] = field.Value(into.Elem()).Addr().Interface()
		} // nil: nobody wants this column
	}
	return places
}
