package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	sqlite3 "modernc.org/sqlite/lib"
)

// ErrInUse says that another program has a SQLite database open.
var ErrInUse = errors.New("the database is in use: stop the house first")

// Path is the file of a `sqlite:PATH` address, "" for any other.
func Path(address string) string {
	if path, ok := strings.CutPrefix(address, "sqlite:"); ok {
		return path
	}
	return ""
}

// Copy writes what a SQLite database holds at one instant into a new file, as
// one transaction reads it: writers go on meanwhile. The file is on disk when
// Copy returns. What was committed before Copy is called is in it.
func (d *DB) Copy(ctx context.Context, to string) error {
	path := Path(d.sessions)
	if path == "" {
		return errors.New("only SQLite is copied so: PostgreSQL has its own base backups")
	}
	pool, err := openFile(path, 10_000)
	if err != nil {
		return err
	}
	defer pool.Close()
	if _, err := pool.ExecContext(ctx, "VACUUM INTO ?", to); err != nil {
		return fmt.Errorf("copy the database: %w", err)
	}
	return SyncFile(to)
}

// Sound reports what is wrong with a SQLite file as such: pages, indexes,
// foreign keys. What the rows say is for others to judge.
func (d *DB) Sound(ctx context.Context) error {
	for _, pragma := range []string{"integrity_check", "foreign_key_check"} {
		rows, err := d.reader.QueryContext(ctx, "PRAGMA "+pragma)
		if err != nil {
			return fmt.Errorf("%s: %w", pragma, err)
		}
		for rows.Next() {
			var text sql.NullString
			columns, _ := rows.Columns()
			into := []any{&text}
			for len(into) < len(columns) {
				into = append(into, new(any))
			}
			if err := rows.Scan(into...); err == nil && text.String != "ok" {
				_ = rows.Close()
				return fmt.Errorf("%s: %s", pragma, text.String)
			}
		}
		if err := errors.Join(rows.Err(), rows.Close()); err != nil {
			return fmt.Errorf("%s: %w", pragma, err)
		}
	}
	return nil
}

// Alone takes a SQLite file for this program: what its write-ahead log holds is
// brought into the file, and nobody else opens it until release is called. It
// fails with ErrInUse while another program has it open. A file that SQLite
// cannot read is nobody's.
func Alone(ctx context.Context, path string) (release func(), err error) {
	pool, err := openFile(path, 0)
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(1)
	release = func() { _ = pool.Close() }
	for _, statement := range []string{"PRAGMA journal_mode=DELETE", "BEGIN EXCLUSIVE"} {
		var mode string
		err := pool.QueryRowContext(ctx, statement).Scan(&mode)
		switch {
		case is(err, nil, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED), err == nil && mode == "wal":
			release()
			return nil, ErrInUse
		case is(err, nil, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_CORRUPT):
			return release, nil
		case err != nil && !errors.Is(err, sql.ErrNoRows):
			release()
			return nil, fmt.Errorf("take %s: %w", path, err)
		}
	}
	return release, nil
}

// openFile is a plain connection to a SQLite file that must exist.
func openFile(path string, busyMillis int) (*sql.DB, error) {
	return sql.Open("sqlite", fmt.Sprintf("file:%s?mode=rw&_pragma=busy_timeout(%d)", (&url.URL{Path: path}).EscapedPath(), busyMillis))
}

// SyncFile puts a file and its name on disk for good.
func SyncFile(path string) error {
	for _, name := range []string{path, filepath.Dir(path)} {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		if err := errors.Join(f.Sync(), f.Close()); err != nil {
			return fmt.Errorf("put %s on disk: %w", name, err)
		}
	}
	return nil
}
