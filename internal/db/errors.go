package db

import (
	"errors"

	"github.com/jackc/pgx/v5/pgconn"
	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// IsDuplicate reports whether a unique key refused a row. On PostgreSQL the
// transaction is lost then; what expects duplicates inside a transaction says
// ON CONFLICT instead.
func IsDuplicate(err error) bool {
	return is(err, []string{"23505"}, sqlite3.SQLITE_CONSTRAINT_UNIQUE, sqlite3.SQLITE_CONSTRAINT_PRIMARYKEY)
}

// IsCheck reports whether a CHECK refused a row.
func IsCheck(err error) bool { return is(err, []string{"23514"}, sqlite3.SQLITE_CONSTRAINT_CHECK) }

// IsForeignKey reports whether a foreign key refused a row.
func IsForeignKey(err error) bool {
	return is(err, []string{"23503"}, sqlite3.SQLITE_CONSTRAINT_FOREIGNKEY)
}

// IsGuard reports whether one of our guard triggers refused a statement.
func IsGuard(err error) bool { return is(err, []string{"P0001"}, sqlite3.SQLITE_CONSTRAINT_TRIGGER) }

// isRetryable reports what running the same transaction again may cure:
// serialization failure, deadlock, and the distributed engines' restart.
func isRetryable(err error) bool {
	return is(err, []string{"40001", "40P01"}, sqlite3.SQLITE_BUSY) || isOutdated(err)
}

// isOutdated says that a statement was prepared before a migration changed its
// table ("cached plan must not change result type").
func isOutdated(err error) bool { return is(err, []string{"0A000"}) }

// is compares by code, never by text.
func is(err error, states []string, codes ...int) bool {
	var pg *pgconn.PgError
	if errors.As(err, &pg) {
		for _, s := range states {
			if pg.Code == s {
				return true
			}
		}
		return false
	}
	var lite *sqlite.Error
	if errors.As(err, &lite) {
		for _, c := range codes {
			if lite.Code() == c {
				return true
			}
		}
	}
	return false
}
