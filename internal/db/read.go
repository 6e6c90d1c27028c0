package db

import (
	"context"
	"database/sql"
	"strings"

	"github.com/uptrace/bun"
)

// Reader is what a plain read needs: a DB reads what is committed, a Tx also
// what its own transaction wrote.
type Reader interface {
	NewRaw(query string, args ...any) *bun.RawQuery
	NewSelect() *bun.SelectQuery
}

var (
	_ Reader = (*DB)(nil)
	_ Reader = (*Tx)(nil)
	_ Reader = bun.Tx{}
)

// NewRaw is a statement written out, on a connection that only reads.
func (d *DB) NewRaw(query string, args ...any) *bun.RawQuery { return d.reader.NewRaw(query, args...) }

// NewSelect is bun's builder for lists with optional filters.
func (d *DB) NewSelect() *bun.SelectQuery { return d.reader.NewSelect() }

// Snapshot runs several reads against one state of the database, so that their
// answers agree with each other.
func (d *DB) Snapshot(ctx context.Context, read func(ctx context.Context, r Reader) error) error {
	o := &sql.TxOptions{ReadOnly: true}
	if d.postgres {
		o.Isolation = sql.LevelRepeatableRead
	}
	tx, err := d.reader.BeginTx(ctx, o)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // a read leaves nothing to commit
	return busy(ctx, read(ctx, tx))
}

// Like is a condition that finds text inside a column, without regard to the
// case of Latin letters on both engines. The pattern comes from Contains.
func (d *DB) Like(column string) string {
	return "lower(" + column + ") LIKE lower(?) ESCAPE '\\'"
}

// Contains is the pattern for Like that finds text anywhere, taken literally.
func Contains(text string) string {
	return "%" + strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(text) + "%"
}
