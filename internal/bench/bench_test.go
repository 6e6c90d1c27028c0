package bench

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/db/dbtest"
)

// BenchmarkMoney measures everything once and prints its own table; the line
// that the testing package adds says only how long that took.
func BenchmarkMoney(b *testing.B) {
	began := time.Now()
	describe(b)
	var rows []row
	for engine := range strings.SplitSeq(*engines, ",") {
		b.Run(engine, func(b *testing.B) {
			m := openMeter(b, engine, population)
			m.measureCalls(b)
			m.measureStore(b)
			m.measureFeed(b)
			m.judge(b)
			rows = append(rows, m.measured()...)
		})
	}
	fmt.Println()
	show(rows)
	fmt.Printf("\nload average now %s; %.0f s in all, the books proved after each database\n\n", loadAverage(), time.Since(began).Seconds())
}

// meter measures on one engine.
type meter struct {
	engine    string
	house     *apptest.House
	street    *street
	server    server
	customers []customer
	rows      []*row
}

// openMeter opens the house, its players and the world outside.
func openMeter(b *testing.B, engine string, players int, more ...apptest.Option) *meter {
	b.Helper()
	var address string
	switch engine {
	case "sqlite":
		address = dbtest.SQLite(b)
	case "postgres":
		address = dbtest.Postgres(b)
	default:
		b.Fatalf("no engine %q", engine)
	}
	m := &meter{engine: engine, street: openStreet(b)}
	m.house = openHouse(b, address, m.street.Venue, more...)
	m.server = findServer(b.Context(), m.house.DB)
	m.welcome(b, settle(b, m.house, 0, players))
	if m.house.DB.Postgres() {
		fmt.Print("postgres: ")
		for _, setting := range []string{"fsync", "synchronous_commit", "full_page_writes"} {
			var is string
			if err := m.house.DB.NewRaw("SHOW "+setting).Scan(b.Context(), &is); err != nil {
				b.Fatal(err)
			}
			fmt.Printf("%s=%s ", setting, is)
			if is != "on" {
				b.Errorf("%s is %s: commits would not be durable (run `make bench`)", setting, is)
			}
		}
		fmt.Println()
	}
	return m
}

// welcome makes players known to the world outside.
func (m *meter) welcome(b *testing.B, some []customer) {
	b.Helper()
	m.customers = append(m.customers, some...)
	if err := m.street.tell.Encode(wish{Customers: m.customers}); err != nil {
		b.Fatal(err)
	}
}

func (m *meter) measured() []row {
	rows := make([]row, len(m.rows))
	for i, r := range m.rows {
		rows[i] = *r
	}
	return rows
}

// measureCalls is the player API under load. The records are read last, when
// there is something in them.
func (m *meter) measureCalls(b *testing.B) {
	b.Helper()
	m.over(b, "PlayerBalance", "balance", false)
	m.measureSeen(b)
	m.over(b, "withdrawal asked", "withdraw", false)
	m.over(b, "withdrawal asked", "withdraw", true)
	m.over(b, "transfer to venue", "transfer", false)
	m.over(b, "cash record", "records", false)
	m.over(b, "bets by day", "bets", false)
}

// over measures one call with each number of clients.
func (m *meter) over(b *testing.B, what, call string, hot bool) {
	b.Helper()
	if !m.wanted(what) {
		return
	}
	for text := range strings.SplitSeq(*clients, ",") {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 {
			b.Fatalf("no number of clients: %q", text)
		}
		if hot && n == 1 {
			continue // the same as one random player
		}
		m.through(b, what, call, n, hot, *window)
	}
}

// through measures one call by one number of clients.
func (m *meter) through(b *testing.B, what, call string, n int, hot bool, window time.Duration) *row {
	b.Helper()
	r := &row{engine: m.engine, what: what, who: "random", clients: n, apart: true}
	if hot {
		r.who = "one"
	}
	w := wish{Base: strings.TrimPrefix(m.house.URL("player"), "http://"), Call: call, Clients: n, Hot: hot, Warm: *warm, Window: window}
	begin, end := m.edges(r)
	made, err := m.street.run(w, begin, end)
	if err != nil {
		b.Fatal(err)
	}
	m.keep(r, made)
	return r
}

// here measures something that runs in this process.
func (m *meter) here(what, who string, callers int, do func(worker, n int) error) *row {
	r := &row{engine: m.engine, what: what, who: who, clients: callers}
	if !m.wanted(what) {
		return r
	}
	begin, end := m.edges(r)
	m.keep(r, load(callers, *warm, *window, begin, end, do))
	return r
}

func (m *meter) wanted(what string) bool { return strings.Contains(what, *only) }

// edges reads the processor time of everybody at both edges of a window.
func (m *meter) edges(r *row) (begin, end func()) {
	var house, server, all time.Duration
	begin = func() { house, server, all = ownCPU(), m.server.cpu(), busy() }
	end = func() { r.house, r.server, r.others = ownCPU()-house, m.server.cpu()-server, busy()-all }
	return begin, end
}

func (m *meter) keep(r *row, made result) {
	r.result = made
	r.unknown = m.engine == "postgres" && !m.server.known()
	r.others -= r.house + r.server
	if r.apart {
		r.others -= made.CPU
	}
	m.rows = append(m.rows, r)
}

// describe says what the figures were measured on.
func describe(b *testing.B) {
	b.Helper()
	disk, err := durableWrite(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	revision, _ := exec.Command("git", "rev-parse", "--short", "HEAD").Output()
	fmt.Printf("\n%s, %d processors (%s), %s, revision %s\n", time.Now().UTC().Format("2006-01-02 15:04 UTC"), runtime.NumCPU(), processor(),
		runtime.Version(), bytes.TrimSpace(revision))
	fmt.Printf("load average %s; 4 KB written durably in %s ms; each row %s after %s of warming up; %d players\n",
		loadAverage(), millis(disk), *window, *warm, population)
}

func loadAverage() string {
	text, _ := os.ReadFile("/proc/loadavg")
	return strings.Join(strings.Fields(string(text) + " ? ? ?")[:3], " ")
}

func processor() string {
	text, _ := os.ReadFile("/proc/cpuinfo")
	_, rest, _ := strings.Cut(string(text), "model name\t: ")
	name, _, _ := strings.Cut(rest, "\n")
	return name
}
