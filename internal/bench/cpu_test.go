package bench

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"hongyun/internal/db"
)

// ownCPU is the processor time this process has used.
func ownCPU() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// server finds the processor time of a PostgreSQL server on this machine. The
// zero value knows nothing.
type server struct{ postmaster string }

// findServer asks the server for the process it serves us with, whose parent
// is the server itself. A server on another machine is not found.
func findServer(ctx context.Context, d *db.DB) server {
	var backend int
	if !d.Postgres() || d.NewRaw("SELECT pg_backend_pid()").Scan(ctx, &backend) != nil {
		return server{}
	}
	name, fields := stat(strconv.Itoa(backend))
	if !strings.HasPrefix(name, "postgres") {
		return server{}
	}
	return server{postmaster: fields[1]}
}

func (s server) known() bool { return s.postmaster != "" }

// cpu is the processor time of all of the server's processes. Those that ended
// are in it too, so the difference of two readings is right.
func (s server) cpu() time.Duration {
	if !s.known() {
		return 0
	}
	dirs, _ := filepath.Glob("/proc/[0-9]*")
	var sum time.Duration
	for _, dir := range dirs {
		pid := filepath.Base(dir)
		name, fields := stat(pid)
		switch {
		case name == "":
		case pid == s.postmaster:
			sum += running(pid, fields) + ticks(fields[13]) + ticks(fields[14])
		case fields[1] == s.postmaster:
			sum += running(pid, fields)
		}
	}
	return sum
}

// running is what a process itself has used: exactly where the kernel says so,
// else in its ticks.
func running(pid string, fields []string) time.Duration {
	text, err := os.ReadFile("/proc/" + pid + "/schedstat")
	if first, _, found := strings.Cut(string(text), " "); err == nil && found {
		if n, err := strconv.ParseInt(first, 10, 64); err == nil {
			return time.Duration(n)
		}
	}
	return ticks(fields[11]) + ticks(fields[12])
}

// ticks turns the kernel's hundredths of a second, as all of Linux shows them
// to programs, into a duration.
func ticks(text string) time.Duration {
	n, _ := strconv.ParseInt(text, 10, 64)
	return time.Duration(n) * 10 * time.Millisecond
}

// stat is a process's name and the fields behind it: state, parent, …; user
// and system ticks are 11 and 12, those of ended children 13 and 14.
func stat(pid string) (name string, fields []string) {
	text, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return "", nil
	}
	head, rest, found := strings.Cut(string(text), ") ")
	fields = strings.Fields(rest)
	if _, name, _ = strings.Cut(head, "("); !found || len(fields) < 15 {
		return "", nil
	}
	return name, fields
}

// busy is the processor time the whole machine has used, everybody together.
func busy() time.Duration {
	text, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	line, _, _ := strings.Cut(string(text), "\n")
	var sum time.Duration
	for i, field := range strings.Fields(line)[1:] {
		if i < 8 && i != 3 && i != 4 { // not idle, not waiting for a disk; guests are counted in user time already
			sum += ticks(field)
		}
	}
	return sum
}

// durableWrite is how long this disk takes to keep 4 KB: the median of many.
func durableWrite(dir string) (time.Duration, error) {
	f, err := os.Create(filepath.Join(dir, "durable"))
	if err != nil {
		return 0, err
	}
	defer f.Close()
	block := make([]byte, 4096)
	r := result{}
	var failed error
	r = load(1, 0, 300*time.Millisecond, func() {}, func() {}, func(int, int) error {
		if _, err := f.Write(block); err != nil {
			failed = err
			return err
		}
		if err := f.Sync(); err != nil {
			failed = err
			return err
		}
		return nil
	})
	if failed != nil {
		return 0, fmt.Errorf("write durably: %w", failed)
	}
	return r.P50, nil
}
