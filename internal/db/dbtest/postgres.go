package dbtest

import (
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sort"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

var started struct {
	once    sync.Once
	address string
	err     error
	open    io.Closer // while this is open, the server's folder stays
}

// serverAddress is TEST_DATABASE_URL, or a server that this process starts
// from the machine's own PostgreSQL and that ends with it. Without either, a
// test on PostgreSQL fails: green on SQLite alone proves little.
func serverAddress(t testing.TB) string {
	t.Helper()
	if given := os.Getenv("TEST_DATABASE_URL"); given != "" {
		return given
	}
	started.once.Do(func() { started.address, started.err = start() })
	if started.err != nil {
		t.Fatalf("no PostgreSQL to test on: %v (set TEST_DATABASE_URL or install PostgreSQL 15 or later)", started.err)
	}
	return started.address
}

func start() (string, error) {
	bin, err := binaries()
	if err != nil {
		return "", err
	}
	dir, err := os.MkdirTemp("", "hongyun-pg-")
	if err != nil {
		return "", err
	}
	if err := removeAfterUs(dir); err != nil {
		return "", err
	}
	attributes := &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	if os.Getuid() == 0 { // the server refuses to run as root
		const nobody = 65534
		if err := os.Chown(dir, nobody, nobody); err != nil {
			return "", err
		}
		attributes.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	data := filepath.Join(dir, "data")
	command := func(name string, args ...string) *exec.Cmd {
		c := exec.Command(filepath.Join(bin, name), args...)
		c.Dir, c.SysProcAttr = dir, attributes
		return c
	}
	if out, err := command("initdb", "-N", "-A", "trust", "-U", "postgres", "--locale=C.UTF-8", "--lc-collate=C", "-E", "UTF8", "-D", data).CombinedOutput(); err != nil {
		return "", fmt.Errorf("initdb: %w: %s", err, out)
	}
	port, err := freePort()
	if err != nil {
		return "", err
	}
	server := command("postgres", "-D", data, "-p", fmt.Sprint(port), "-k", dir, "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off",
		"-c", "synchronous_commit=off", "-c", "full_page_writes=off", "-c", "max_connections=200")
	if err := startAndKeep(server); err != nil {
		return "", err
	}
	address := fmt.Sprintf("postgres://postgres@127.0.0.1:%d/postgres?sslmode=disable", port)
	for range 100 {
		if err = run(address, "SELECT 1"); err == nil {
			return address, nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	return "", fmt.Errorf("the server did not start: %w", err)
}

// removeAfterUs removes a folder once this process has ended, however it ends:
// a shell waits for the end of a pipe that only we hold open.
func removeAfterUs(dir string) error {
	cleaner := exec.Command("sh", "-c", `cat >/dev/null; sleep 2; rm -rf "$1"`, "cleaner", dir)
	pipe, err := cleaner.StdinPipe()
	if err != nil {
		return err
	}
	started.open = pipe // a pipe that nobody refers to is closed by the garbage collector
	return cleaner.Start()
}

// startAndKeep starts the server from a thread that lives as long as this
// process: Pdeathsig ends the server when the thread that started it ends.
func startAndKeep(server *exec.Cmd) error {
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		started <- server.Start()
		select {}
	}()
	return <-started
}

// binaries finds the newest PostgreSQL of the machine.
func binaries() (string, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	sort.Strings(found)
	if len(found) > 0 {
		return found[len(found)-1], nil
	}
	path, err := exec.LookPath("initdb")
	if err != nil {
		return "", err
	}
	return strings.TrimSuffix(path, "/initdb"), nil
}

func freePort() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}
