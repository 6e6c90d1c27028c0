// Package books keeps what the simulated companies know: venue accounts and
// their transfers, bets and rounds, payment orders and the notices still owed
// for them. It is one SQLite file of the sandbox's own. Every change is on disk
// before its method returns, so that a killed process has answered nothing it
// would forget. It shares no table and no code with the house's books: the two
// are compared in tests, and a shared mistake would hide.
package books

import (
	"context"
	"database/sql"
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"

	_ "modernc.org/sqlite" // the driver named "sqlite"

	"hongyun/internal/money"
)

// What a change may be refused for. Each company words it its own way.
var (
	ErrNoAccount   = errors.New("books: no such player")
	ErrDuplicate   = errors.New("books: reference already used")
	ErrShort       = errors.New("books: balance too small")
	ErrCredit      = errors.New("books: agent credit too small")
	ErrNotFound    = errors.New("books: not found")
	ErrOtherPlayer = errors.New("books: belongs to another player")
	ErrClosed      = errors.New("books: bets are closed")
	ErrReopen      = errors.New("books: a finished bet does not open again")
)

//go:embed schema.sql
var schema string

// Books is the opened file. Its methods may be called from many goroutines;
// one connection puts them in a line.
type Books struct {
	db    *sql.DB
	seeds sync.Map // fair.Seed by venue: what was drawn once
}

// Open opens the file at path, and makes it when it is not there.
func Open(path string) (*Books, error) {
	values := url.Values{"_txlock": {"immediate"}, "_pragma": {
		"journal_mode(WAL)", "synchronous(FULL)", "busy_timeout(5000)", "foreign_keys(1)",
	}}
	db, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?"+values.Encode())
	if err != nil {
		return nil, fmt.Errorf("open sandbox books: %w", err)
	}
	db.SetMaxOpenConns(1)
	if err := prepare(db); err != nil {
		_ = db.Close()
		return nil, fmt.Errorf("prepare sandbox books %s: %w", path, err)
	}
	return &Books{db: db}, nil
}

// laterColumns came after the first demo folders were written; a folder kept
// from then gets them when it is opened.
var laterColumns = []struct{ table, column, definition string }{
	{"account", "password", "TEXT NOT NULL DEFAULT ''"},
	{"session", "game", "TEXT NOT NULL DEFAULT ''"},
	{"bet", "game", "TEXT NOT NULL DEFAULT ''"},
	{"bet", "detail", "TEXT NOT NULL DEFAULT ''"},
	{"bet", "version", "INTEGER NOT NULL DEFAULT 0"},
}

func prepare(db *sql.DB) error {
	if _, err := db.Exec(schema); err != nil {
		return err
	}
	for _, c := range laterColumns {
		var known int
		if err := db.QueryRow(`SELECT COUNT(*) FROM pragma_table_info(?) WHERE name = ?`, c.table, c.column).Scan(&known); err != nil {
			return err
		}
		if known > 0 {
			continue
		}
		if _, err := db.Exec(`ALTER TABLE ` + c.table + ` ADD COLUMN ` + c.column + ` ` + c.definition); err != nil {
			return err
		}
	}
	_, err := db.Exec(`CREATE INDEX IF NOT EXISTS bet_version ON bet (venue, version)`)
	return err
}

// Close lets go of the file.
func (b *Books) Close() error { return b.db.Close() }

// write runs fn in one transaction that is durable when write returns nil.
func (b *Books) write(ctx context.Context, fn func(*sql.Tx) error) error {
	// A client that hangs up must not undo what its request has set in motion:
	// "they did it and we never heard" is the very case to be simulated.
	tx, err := b.db.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	defer func() { _ = tx.Rollback() }()
	if err := fn(tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	return nil
}

// Key is the form in which names are compared: D-01 makes player names unique
// without regard to case.
func Key(name string) string { return strings.ToLower(name) }

// Balances tells every player's money at every venue, by the name the account
// was opened with.
func (b *Books) Balances(ctx context.Context) (map[string]map[string]money.Fen, error) {
	rows, err := b.db.QueryContext(ctx, `SELECT venue, name, balance FROM account`)
	if err != nil {
		return nil, fmt.Errorf("read balances: %w", err)
	}
	defer rows.Close()
	all := map[string]map[string]money.Fen{}
	for rows.Next() {
		var venue, name string
		var balance money.Fen
		if err := rows.Scan(&venue, &name, &balance); err != nil {
			return nil, fmt.Errorf("read balances: %w", err)
		}
		if all[venue] == nil {
			all[venue] = map[string]money.Fen{}
		}
		all[venue][name] = balance
	}
	return all, rows.Err()
}

// Check derives every venue balance again from transfers and bets, and names
// the first account whose balance differs.
func (b *Books) Check(ctx context.Context) error {
	var venue, name string
	var balance, derived money.Fen
	err := b.db.QueryRowContext(ctx, checkSQL).Scan(&venue, &name, &balance, &derived)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("check sandbox books: %w", err)
	}
	return fmt.Errorf("sandbox books: %s at %s has %s but its transfers and bets make %s", name, venue, balance, derived)
}

const checkSQL = `
SELECT venue, name, balance, derived FROM (
  SELECT a.venue, a.name, a.balance,
    COALESCE((SELECT SUM(CASE WHEN t.direction = 'in' THEN t.amount ELSE -t.amount END)
              FROM transfer t WHERE t.venue = a.venue AND t.player = a.player AND t.state = 'done'), 0)
  + COALESCE((SELECT SUM(CASE b.status WHEN 'open' THEN -b.stake WHEN 'settled' THEN b.payout - b.stake ELSE 0 END)
              FROM bet b WHERE b.venue = a.venue AND b.player = a.player), 0) AS derived
  FROM account a)
WHERE balance <> derived ORDER BY venue, name LIMIT 1`
