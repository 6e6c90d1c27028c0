package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"
	"github.com/uptrace/bun/schema"
	_ "modernc.org/sqlite" // the SQLite driver: pure Go, no compiler needed

	"hongyun/internal/calendar"
)

// Options are what Open needs beside the address.
type Options struct {
	Clock    calendar.Clock // gives each transaction its instant; the machine's clock if nil
	Log      *slog.Logger   // slog.Default if nil
	MaxConns int            // connections to PostgreSQL beside the 8 of groups, or readers of SQLite; 32 and 2×cores if 0
	WALSize  int64          // SQLite: at how many bytes the write-ahead log is emptied into the file; 32 MB if 0
	Limits   Limits         // of callers that ask for no others; 5 s a statement if zero. PostgreSQL only
}

// DB is an open database. It is safe for concurrent use.
type DB struct {
	postgres bool
	writer   *bun.DB // SQLite: exactly one connection
	reader   *bun.DB // PostgreSQL: the same pool as writer
	together *bun.DB // PostgreSQL: for groups, who wait for no reader's connection
	clock    calendar.Clock
	log      *slog.Logger
	group    *committer // SQLite only
	wal      *wal       // SQLite only
	fixed    fixed
	writes   atomic.Int64
	reads    line[*readAsked] // PostgreSQL only
	sessions string           // the address, for the migrations' own lock
}

// Open connects to `sqlite:PATH` or `postgres://…` and checks that it answers.
// It changes nothing; Migrate makes the tables.
func Open(ctx context.Context, address string, o Options) (*DB, error) {
	if o.Clock == nil {
		o.Clock = calendar.System()
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	d := &DB{clock: o.Clock, log: o.Log, sessions: address, reads: line[*readAsked]{log: o.Log}}
	var err error
	switch scheme, rest, _ := strings.Cut(address, ":"); scheme {
	case "sqlite":
		err = d.openSQLite(rest, o)
	case "postgres", "postgresql":
		err = d.openPostgres(address, o)
	default:
		return nil, fmt.Errorf("database address begins with %q: want sqlite: or postgres://", scheme)
	}
	if err != nil {
		return nil, err
	}
	d.fixed.bun = d.writer
	if err := d.writer.PingContext(ctx); err != nil {
		d.Close()
		return nil, fmt.Errorf("database does not answer: %w", err)
	}
	return d, nil
}

// openSQLite opens two pools on one file: one writer, for SQLite has only one,
// and several readers that a writer never blocks (WAL). FULL makes a commit
// durable before anybody is told of it; shared commits make that cheap. Caches
// are small: the kernel keeps the file in memory for all connections at once.
func (d *DB) openSQLite(path string, o Options) error {
	if path == "" {
		return errors.New("sqlite: no path")
	}
	const pragmas = "_pragma=busy_timeout(10000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)" +
		"&_pragma=foreign_keys(1)&_pragma=temp_store(MEMORY)" +
		"&_pragma=journal_size_limit(16777216)" +
		"&_pragma=recursive_triggers(1)" // or INSERT OR REPLACE removes rows without asking the guards
	file := "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + pragmas
	w, err := sql.Open("sqlite", file+"&_pragma=cache_size(-32768)&_pragma=wal_autocheckpoint(0)&_txlock=immediate")
	if err != nil {
		return err
	}
	w.SetMaxOpenConns(1)
	w.SetConnMaxIdleTime(0)
	r, err := sql.Open("sqlite", file+"&_pragma=cache_size(-6144)&_pragma=query_only(1)")
	if err != nil {
		return err
	}
	readers := o.MaxConns
	if readers == 0 {
		readers = 2 * runtime.NumCPU()
	}
	r.SetMaxOpenConns(readers)
	r.SetMaxIdleConns(readers)
	c, err := sql.Open("sqlite", file+"&_pragma=cache_size(-64)&_pragma=wal_autocheckpoint(0)")
	if err != nil {
		return err
	}
	c.SetMaxOpenConns(1)
	d.writer = newBun(w, sqlitedialect.New())
	d.reader = newBun(r, sqlitedialect.New())
	d.wal = newWAL(path, o.WALSize, d.writer.DB, c, o.Log)
	d.group = newCommitter(d)
	return nil
}

// openPostgres opens one pool. bun writes values into the text of a statement,
// so preparing each would only fill the server with statements used once.
func (d *DB) openPostgres(address string, o Options) error {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return errors.New("postgres: the address cannot be read") // pgx would quote it, password and all
	}
	config.DefaultQueryExecMode = pgx.QueryExecModeExec
	conns := o.MaxConns
	if conns == 0 {
		conns = 32
	}
	usual := o.Limits
	if usual == (Limits{}) {
		usual = callLimits
	}
	d.postgres = true
	follow := sessionLimits(usual)
	d.writer = openPool(limited(config, usual), conns, stdlib.OptionAfterConnect(follow), stdlib.OptionResetSession(follow))
	d.reader = d.writer
	// What groups do is short and goes by indexes. Their statements are kept
	// prepared with a plan, and a plan made while a table was small must not
	// read all of it once it has grown.
	batch := usual
	batch.Lock = min(batch.Lock, batchLock)
	d.together = openPool(limited(config, batch), groupConns, stdlib.OptionAfterConnect(func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, "SET enable_seqscan = off; SET jit = off", pgx.QueryExecModeSimpleProtocol)
		return err
	}))
	return nil
}

// groupConns is how many transactions of groups may be under way: one for each
// kind and some for those that are run alone.
const groupConns = 8

func openPool(config *pgx.ConnConfig, conns int, o ...stdlib.OptionOpenDB) *bun.DB {
	pool := stdlib.OpenDB(*config, o...)
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns)
	pool.SetConnMaxIdleTime(5 * time.Minute)
	return newBun(pool, pgdialect.New())
}

// newBun is bun without its default of failing on columns a struct lacks:
// queries here name their columns.
func newBun(pool *sql.DB, dialect schema.Dialect) *bun.DB {
	return bun.NewDB(pool, dialect, bun.WithDiscardUnknownColumns())
}

// Close lets queued writes finish, then closes the connections.
func (d *DB) Close() error {
	if d.group != nil {
		d.group.close()
	}
	var err error
	if d.wal != nil {
		err = d.wal.close()
	}
	err = errors.Join(err, d.writer.Close())
	if d.reader != d.writer {
		err = errors.Join(err, d.reader.Close())
	}
	if d.together != nil {
		err = errors.Join(err, d.together.Close())
	}
	return err
}

// Writes is how many transactions this program has begun to write. Whoever can
// choose the size of its own learns by it whether others wait.
func (d *DB) Writes() int64 { return d.writes.Load() }

// Postgres reports whether the engine is PostgreSQL; SQLite otherwise.
func (d *DB) Postgres() bool { return d.postgres }

// Clock is the clock that times the transactions.
func (d *DB) Clock() calendar.Clock { return d.clock }

// Log is the logger the database was opened with.
func (d *DB) Log() *slog.Logger { return d.log }

// SQL is the pool that writes, for the libraries that bring tables of their
// own (migrations, jobs). On SQLite it has one connection: whoever keeps it
// stops every writer.
func (d *DB) SQL() *sql.DB { return d.writer.DB }

// Ping reports whether the database answers, for the readiness check.
func (d *DB) Ping(ctx context.Context) error {
	var one int
	return d.NewRaw("SELECT 1").Scan(ctx, &one)
}
