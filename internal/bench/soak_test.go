package bench

import (
	"context"
	"flag"
	"fmt"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/venue"
)

var soakFor = flag.Duration("soak", 0, "how long BenchmarkSoak has everything run under load; 0 leaves it out")

// What an installation keeps to with everything running (issue: a busy
// installation), by 64 clients on two processors.
const (
	soakClients  = 64
	soakShare    = 0.80      // of the rate without jobs
	soakWAL      = 200 << 20 // bytes of SQLite's write-ahead log
	soakIdleRSS  = 150 << 20 // bytes of memory when nobody calls
	soakIdleCore = 0.02      // of a processor when nobody calls
	soakBets     = 100       // bet lines stored each second beside the clients
)

// BenchmarkSoak has clients transfer money while every job runs, and compares
// with the same clients before and after, without jobs. Then nobody calls.
func BenchmarkSoak(b *testing.B) {
	if *soakFor == 0 {
		b.Skip("no -soak")
	}
	describe(b)
	for engine := range strings.SplitSeq(*engines, ",") {
		b.Run(engine, func(b *testing.B) { soak(b, openMeter(b, engine, population)) })
	}
}

func soak(b *testing.B, m *meter) {
	m.house.Broken = m.house.Broken || *soakFor > 3*time.Minute // millions of postings are proved by books verify
	transfers := func(window time.Duration) *row {
		return m.through(b, "transfer to venue", "transfer", soakClients, false, window)
	}
	part := *soakFor / 10
	before := transfers(max(part, 5*time.Second))

	s := m.sample(b)
	if err := m.house.Jobs.Start(b.Context()); err != nil {
		b.Fatal(err)
	}
	storing := m.storeBets(b)
	var rates []float64
	ops, refused, elapsed, spent := 0, 0, time.Duration(0), time.Duration(0)
	for range 10 {
		r := transfers(part)
		rates = append(rates, r.perSecond())
		ops, refused, elapsed = ops+r.Ops, refused+r.refusals(), elapsed+r.Elapsed
		spent += r.house + r.server
		fmt.Printf("%s: %.0f/s, p99 %s ms, memory %d MB, log %d MB, others %s\n", m.engine, r.perSecond(), millis(r.P99), rss()>>20, s.wal.Load()>>20, r.cells()[11])
	}
	lines := storing()
	b.Logf("jobs: %s", m.jobs(b))
	stopJobs(b, m)
	after := transfers(max(part, 5*time.Second))
	without := (before.perSecond() + after.perSecond()) / 2
	with := float64(ops) / elapsed.Seconds()
	share := with / without

	idle, memory := m.idle(b)
	s.stop()
	fmt.Printf("%s: %.0f transfers/s with everything running, %.0f without: %.0f %%; %d µs of processor time each, %s and %s without; first to last tenth %.0f to %.0f; %d refused; %d bet lines; "+
		"log at most %d MB; memory at most %d MB; idle %d MB and %.1f %% of a processor; database %d MB\n",
		m.engine, with, without, 100*share, spent.Microseconds()/int64(max(ops, 1)), before.cells()[9], after.cells()[9], rates[0], rates[9], refused, lines, s.wal.Load()>>20, s.rss.Load()>>20, memory>>20, 100*idle, s.size()>>20)
	for what, wrong := range map[string]bool{
		fmt.Sprintf("%.0f %% of the rate without jobs, want %.0f", 100*share, 100*soakShare): share < soakShare,
		fmt.Sprintf("a write-ahead log of %d MB", s.wal.Load()>>20):                          s.wal.Load() > soakWAL,
		fmt.Sprintf("%d MB of memory when idle", memory>>20):                                 memory > soakIdleRSS,
		fmt.Sprintf("%.1f %% of a processor when idle", 100*idle):                            idle > soakIdleCore,
		fmt.Sprintf("%d refused", refused):                                                   refused > 0,
	} {
		if wrong {
			b.Errorf("%s: %s", m.engine, what)
		}
	}
}

// storeBets stores bet lines beside the clients, in pages as the feed does.
// They change nobody's money, so the venue's books stay right. stop gives how
// many lines there were.
func (m *meter) storeBets(b *testing.B) (stop func() int) {
	ctx, cancel := context.WithCancel(b.Context())
	done := make(chan int)
	go func() {
		serial := 0
		for ctx.Err() == nil {
			lines, now := make([]venue.BetLine, soakBets), time.Now()
			for i := range lines {
				serial++
				lines[i] = betLine(serial, m.customers[serial%feedPlayers].Name, now)
				lines[i].Payout = lines[i].Stake
			}
			_, err := m.house.Bets.StoreAll(ctx, "ky", lines)
			if err != nil && ctx.Err() == nil {
				b.Errorf("store bets: %v", err)
			}
			select {
			case <-ctx.Done():
			case <-time.After(time.Second):
			}
		}
		done <- serial
	}()
	return func() int { cancel(); return <-done }
}

func stopJobs(b *testing.B, m *meter) {
	b.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := m.house.Jobs.Stop(ctx); err != nil {
		b.Error(err)
	}
}

// idle is the processor time and memory of the house, its jobs running, when
// nobody calls. What the load left to do, such as asking the venue about each
// player who moved money, is done first; that takes minutes.
func (m *meter) idle(b *testing.B) (share float64, memory int64) {
	b.Helper()
	if err := m.house.Jobs.Start(b.Context()); err != nil {
		b.Fatal(err)
	}
	defer stopJobs(b, m)
	const window = 20 * time.Second
	for began := time.Now(); ; {
		debug.FreeOSMemory()
		before := ownCPU()
		time.Sleep(window)
		share, memory = float64(ownCPU()-before)/float64(window), rss()
		fmt.Printf("%s: idle for %.0f s: %.1f %% of a processor, %d MB\n", m.engine, time.Since(began).Seconds(), 100*share, memory>>20)
		if share <= soakIdleCore || time.Since(began) > 200*time.Second {
			return share, memory
		}
	}
}

// jobs says what took longest, from the house's own metrics.
func (m *meter) jobs(b *testing.B) string {
	b.Helper()
	families, err := m.house.Metrics.Gather()
	if err != nil {
		return err.Error()
	}
	var out []string
	for _, f := range families {
		if f.GetName() != "hongyun_job_seconds" {
			continue
		}
		for _, one := range f.GetMetric() {
			h := one.GetHistogram()
			if n := h.GetSampleCount(); n > 0 && h.GetSampleSum() > 1 {
				name := ""
				for _, l := range one.GetLabel() {
					name += l.GetValue() + " "
				}
				out = append(out, fmt.Sprintf("%s%d times %.1f s", name, n, h.GetSampleSum()))
			}
		}
	}
	return strings.Join(out, ", ")
}

// sampled is the most that was seen of what changes by the second.
type sampled struct {
	file     string
	wal, rss atomic.Int64
	stop     context.CancelFunc
}

func (m *meter) sample(b *testing.B) *sampled {
	ctx, cancel := context.WithCancel(b.Context())
	s := &sampled{file: db.Path(m.house.Config.Database), stop: cancel}
	go func() {
		for ctx.Err() == nil {
			if info, err := os.Stat(s.file + "-wal"); err == nil {
				s.wal.Store(max(s.wal.Load(), info.Size()))
			}
			s.rss.Store(max(s.rss.Load(), rss()))
			time.Sleep(100 * time.Millisecond)
		}
	}()
	return s
}

func (s *sampled) size() int64 {
	info, err := os.Stat(s.file)
	if err != nil {
		return 0
	}
	return info.Size()
}

// rss is the memory of this process that is in use, as the kernel counts it.
func rss() int64 {
	text, _ := os.ReadFile("/proc/self/statm")
	fields := strings.Fields(string(text) + " 0 0")
	pages, _ := strconv.ParseInt(fields[1], 10, 64)
	return pages * int64(os.Getpagesize())
}
