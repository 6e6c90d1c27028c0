// Package dbtest gives each test a fresh, migrated database on both engines.
// For tests only.
package dbtest

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/job"
)

// Noon is where the clock of every test database starts: Monday 2026-03-02,
// 12:00 in Beijing.
var Noon = time.Date(2026, 3, 2, 12, 0, 0, 0, calendar.Beijing)

// Each runs a test on SQLite and on PostgreSQL. The database has all tables
// and is closed and thrown away afterwards; its clock is a *calendar.Fixed.
func Each(t *testing.T, fn func(t *testing.T, d *db.DB)) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { fn(t, Open(t, SQLite(t))) })
	t.Run("postgres", func(t *testing.T) { fn(t, Open(t, Postgres(t))) })
}

// patient are limits for a machine that runs many tests at once: how long a
// statement takes there says nothing about it.
var patient = db.Limits{Statement: 30 * time.Second, Lock: 30 * time.Second, Idle: time.Minute}

// Open opens an address with a clock that stands at Noon, and closes it when
// the test ends.
func Open(t testing.TB, address string) *db.DB {
	t.Helper()
	d, err := db.Open(t.Context(), address, db.Options{Clock: calendar.NewFixed(Noon), Log: Quiet(), MaxConns: 12, Limits: patient})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = d.Close() })
	return d
}

// Clock is the fixed clock of a database that Each opened.
func Clock(d *db.DB) *calendar.Fixed { return d.Clock().(*calendar.Fixed) }

// Quiet is a logger for tests: silent unless HONGYUN_TEST_LOG is set.
func Quiet() *slog.Logger {
	if os.Getenv("HONGYUN_TEST_LOG") != "" {
		return slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelDebug}))
	}
	return slog.New(slog.NewTextHandler(io.Discard, nil))
}

var template struct {
	once sync.Once
	data []byte
	err  error
}

// SQLite is the address of a fresh copy of a migrated database. Migrating once
// a process and copying the file is what makes thousands of tests affordable.
func SQLite(t testing.TB) string {
	t.Helper()
	template.once.Do(func() {
		dir, err := os.MkdirTemp("", "hongyun-template-")
		if err != nil {
			template.err = err
			return
		}
		defer os.RemoveAll(dir)
		file := filepath.Join(dir, "t.db")
		if template.err = migrate("sqlite:" + file); template.err == nil {
			template.data, template.err = os.ReadFile(file)
		}
	})
	if template.err != nil {
		t.Fatal(template.err)
	}
	file := filepath.Join(t.TempDir(), "hongyun.db")
	if err := os.WriteFile(file, template.data, 0o600); err != nil {
		t.Fatal(err)
	}
	return "sqlite:" + file
}

var (
	postgresTemplate struct {
		once   sync.Once
		name   string
		asFile string // what makes a copy one of files, which is quicker than through the log
		err    error
	}
	serial atomic.Int64
)

// Postgres is the address of a fresh database on the test server, a copy of a
// migrated template. It is dropped when the test ends.
func Postgres(t testing.TB) string {
	t.Helper()
	server := serverAddress(t)
	postgresTemplate.once.Do(func() {
		name := fmt.Sprintf("hongyun_template_%d_%d", os.Getpid(), time.Now().UnixNano())
		postgresTemplate.name = name
		if postgresTemplate.err = run(server, "CREATE DATABASE "+name); postgresTemplate.err == nil {
			postgresTemplate.err = migrate(withDatabase(server, name))
		}
		if hasStrategies(server) {
			postgresTemplate.asFile = " STRATEGY FILE_COPY"
		}
	})
	if postgresTemplate.err != nil {
		t.Fatal(postgresTemplate.err)
	}
	name := fmt.Sprintf("%s_%d", strings.Replace(postgresTemplate.name, "template", "test", 1), serial.Add(1))
	copying.Lock() // a template can be copied by one at a time
	err := run(server, "CREATE DATABASE "+name+" TEMPLATE "+postgresTemplate.name+postgresTemplate.asFile)
	copying.Unlock()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = run(server, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)") })
	return withDatabase(server, name)
}

var copying sync.Mutex

func migrate(address string) error {
	ctx := context.Background()
	d, err := db.Open(ctx, address, db.Options{Clock: calendar.NewFixed(Noon), Log: Quiet()})
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Migrate(ctx); err != nil {
		return err
	}
	if err := job.Migrate(ctx, d); err != nil {
		return err
	}
	if !d.Postgres() { // all of it into the one file that is copied
		_, err = d.SQL().ExecContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)")
	}
	return err
}

// hasStrategies reports whether a server lets its caller choose how a database
// is copied; older ones always copy files.
func hasStrategies(server string) bool {
	pool, err := sql.Open("pgx", server)
	if err != nil {
		return false
	}
	defer pool.Close()
	var version int
	err = pool.QueryRowContext(context.Background(), "SELECT current_setting('server_version_num')::int").Scan(&version)
	return err == nil && version >= 150000
}

func run(server, statement string) error {
	pool, err := sql.Open("pgx", server)
	if err != nil {
		return err
	}
	defer pool.Close()
	_, err = pool.ExecContext(context.Background(), statement)
	return err
}

func withDatabase(server, name string) string {
	u, err := url.Parse(server)
	if err != nil {
		return server
	}
	u.Path = "/" + name
	return u.String()
}
