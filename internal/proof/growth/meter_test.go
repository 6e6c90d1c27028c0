package growth_test

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"hongyun/internal/db"
)

// cost is what a run takes of the database: the rows and index entries its
// statements read (PostgreSQL counts them), and processor time of this process
// and of the server's. Neither depends on what else the machine is doing.
type cost struct {
	rows int64
	cpu  time.Duration
}

func (c cost) String() string {
	return fmt.Sprintf("%d rows read and %s of processor time", c.rows, c.cpu.Round(time.Millisecond))
}

type meter struct {
	t testing.TB
	d *db.DB
}

func newMeter(t testing.TB, d *db.DB) *meter {
	m := &meter{t, d}
	if d.Postgres() {
		m.set("max_parallel_workers_per_gather = 0", "jit = off") // workers would end, and their processor time with them
	}
	return m
}

// set changes settings of the database for new sessions.
func (m *meter) set(settings ...string) {
	m.t.Helper()
	for _, s := range settings {
		m.exec(`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET ` + s + `', current_database()); END $$`)
	}
	m.forget()
}

// planForLarge has statements planned as on large tables. A table of this size
// is read whole, or joined whole, where that is cheaper than its index, and a
// large one is not. A statement that has no index still reads everything.
func (m *meter) planForLarge() {
	if m.d.Postgres() {
		m.set("enable_seqscan = off", "enable_hashjoin = off", "enable_mergejoin = off")
	}
}

func (m *meter) exec(statement string) {
	m.t.Helper()
	if _, err := m.d.SQL().ExecContext(context.Background(), statement); err != nil {
		m.t.Fatalf("%s: %v", statement, err)
	}
}

// analyse does what the database would have done by itself by the time so many
// rows had come. SQLite does nothing by itself, and the program gathers no figures
// of its tables for it: its plans are those of the statements alone.
func (m *meter) analyse() {
	if !m.d.Postgres() {
		return
	}
	conn, err := m.d.SQL().Conn(context.Background())
	if err != nil {
		m.t.Fatal(err)
	}
	defer conn.Close()
	for _, statement := range []string{"SET statement_timeout = 0", "VACUUM (ANALYZE)", "RESET statement_timeout"} { // a busy machine takes its time
		if _, err := conn.ExecContext(context.Background(), statement); err != nil {
			m.t.Fatalf("%s: %v", statement, err)
		}
	}
}

// forget closes the idle connections: a server process reports what it read
// when it ends.
func (m *meter) forget() {
	m.d.SQL().SetMaxIdleConns(0)
	m.d.SQL().SetMaxIdleConns(12)
}

func (m *meter) measure(run func()) cost {
	if !m.d.Postgres() {
		before := ownCPU()
		run()
		return cost{cpu: ownCPU() - before}
	}
	m.forget()
	before, own := m.rows(), ownCPU()
	servers := m.serverCPU()
	run()
	cpu := ownCPU() - own
	for pid, spent := range m.serverCPU() {
		cpu += spent - servers[pid] // a new one began at nothing
	}
	m.forget()
	return cost{rows: m.rows() - before, cpu: cpu}
}

// rows is how many rows and index entries were read in this database. The
// server adds what an ended process has read a moment later, so it is asked
// until the figure rests.
func (m *meter) rows() int64 {
	m.t.Helper()
	last := int64(-1)
	for range 50 {
		time.Sleep(20 * time.Millisecond)
		var now int64
		err := m.d.SQL().QueryRowContext(context.Background(), `SELECT (SELECT SUM(COALESCE(seq_tup_read, 0)) FROM pg_stat_user_tables)
			+ (SELECT SUM(COALESCE(idx_tup_read, 0)) FROM pg_stat_user_indexes)`).Scan(&now)
		if err != nil {
			m.t.Fatal(err)
		}
		m.d.SQL().SetMaxIdleConns(0) // the next look needs a fresh view of the statistics
		m.d.SQL().SetMaxIdleConns(12)
		if now == last {
			return now
		}
		last = now
	}
	return last
}

// serverCPU is the processor time of the server's processes for this database,
// where they run on this machine.
func (m *meter) serverCPU() map[string]time.Duration {
	m.t.Helper()
	rows, err := m.d.SQL().QueryContext(context.Background(), `SELECT pid FROM pg_stat_activity WHERE datname = current_database()`)
	if err != nil {
		m.t.Fatal(err)
	}
	defer rows.Close()
	out := map[string]time.Duration{}
	for rows.Next() {
		var pid string
		if err := rows.Scan(&pid); err != nil {
			m.t.Fatal(err)
		}
		text, err := os.ReadFile("/proc/" + pid + "/schedstat")
		if err != nil {
			continue // another machine's
		}
		spent, _, _ := strings.Cut(string(text), " ")
		n, err := strconv.ParseInt(spent, 10, 64)
		if err != nil {
			continue
		}
		out[pid] = time.Duration(n)
	}
	if err := rows.Err(); err != nil {
		m.t.Fatal(err)
	}
	return out
}

func ownCPU() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		panic(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
