package backup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver

	"hongyun/internal/app/command"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/guard"
	"hongyun/internal/staff"
)

// server is a PostgreSQL of the test's own, set up and restored with the
// commands that docs/operations.md gives.
type server struct {
	t       *testing.T
	dir     string // holds data, archive and base
	port    int
	process *exec.Cmd
	ended   chan struct{}
}

const nobody = 65534

// newServer is a durable server that archives its log.
func newServer(t *testing.T) *server {
	t.Helper()
	dir, err := os.MkdirTemp("", "hongyun-pitr-")
	if err != nil {
		t.Fatal(err)
	}
	s := &server{t: t, dir: dir}
	t.Cleanup(func() {
		s.kill()
		_ = os.RemoveAll(dir)
	})
	if os.Getuid() == 0 {
		if err := os.Chown(dir, nobody, nobody); err != nil {
			t.Fatal(err)
		}
	}
	s.run("initdb", "-N", "-A", "trust", "-U", "postgres", "--locale=C.UTF-8", "--lc-collate=C", "-E", "UTF8", "-D", s.path("data"))
	s.run("", "mkdir", s.path("archive"))
	s.start("data", "-c", "archive_mode=on", "-c", "archive_timeout=2",
		"-c", "archive_command=test ! -f "+s.path("archive")+"/%f && cp %p "+s.path("archive")+"/%f.part && mv "+s.path("archive")+"/%f.part "+s.path("archive")+"/%f")
	s.sql("CREATE DATABASE hongyun")
	d, err := db.Open(t.Context(), s.address(), db.Options{Log: dbtest.Quiet(), MaxConns: 2})
	if err == nil {
		err = command.Migrate(t.Context(), d)
		_ = d.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *server) path(name string) string { return filepath.Join(s.dir, name) }

func (s *server) address() string {
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%d/hongyun?sslmode=disable", s.port)
}

// command is one of the server's programs, which refuse to run as root; "" is
// the first argument itself.
func (s *server) command(name string, args ...string) *exec.Cmd {
	if name == "" {
		name, args = args[0], args[1:]
	} else if found, _ := filepath.Glob("/usr/lib/postgresql/*/bin"); len(found) > 0 {
		name = filepath.Join(slices.Max(found), name)
	}
	c := exec.Command(name, args...)
	c.Dir, c.SysProcAttr = s.dir, &syscall.SysProcAttr{}
	if os.Getuid() == 0 {
		c.SysProcAttr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	return c
}

func (s *server) run(name string, args ...string) {
	s.t.Helper()
	if out, err := s.command(name, args...).CombinedOutput(); err != nil {
		s.t.Fatalf("%s %v: %v\n%s", name, args, err, out)
	}
}

// start starts a server on a data folder and waits until it takes writes.
func (s *server) start(data string, settings ...string) {
	s.t.Helper()
	listen, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		s.t.Fatal(err)
	}
	s.port = listen.Addr().(*net.TCPAddr).Port
	_ = listen.Close()
	log, err := os.OpenFile(s.path("log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o666)
	if err != nil {
		s.t.Fatal(err)
	}
	defer log.Close()
	c := s.command("postgres", append([]string{"-D", s.path(data), "-p", fmt.Sprint(s.port), "-k", s.dir, "-c", "listen_addresses=127.0.0.1",
		"-c", "fsync=on", "-c", "synchronous_commit=on", "-c", "full_page_writes=on", "-c", "max_connections=100", "-c", "shared_buffers=32MB"}, settings...)...)
	c.Stdout, c.Stderr = log, log
	began := make(chan error)
	s.ended = make(chan struct{})
	go func() { // the server dies with the thread that started it, should this test be killed
		runtime.LockOSThread()
		c.SysProcAttr.Pdeathsig = syscall.SIGQUIT
		began <- c.Start()
		_ = c.Wait()
		close(s.ended)
	}()
	if err := <-began; err != nil {
		s.t.Fatal(err)
	}
	s.process = c
	for deadline := time.Now().Add(60 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		recovering, err := s.recovering()
		if err == nil && !recovering {
			return
		}
		if time.Now().After(deadline) {
			text, _ := os.ReadFile(s.path("log"))
			s.t.Fatalf("the server on %s does not take writes: %v\n%s", data, err, text)
		}
	}
}

func (s *server) open() (*sql.DB, error) {
	return sql.Open("pgx", fmt.Sprintf("postgres://postgres@127.0.0.1:%d/postgres?sslmode=disable", s.port))
}

func (s *server) recovering() (yes bool, err error) {
	pool, err := s.open()
	if err != nil {
		return false, err
	}
	defer pool.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return yes, pool.QueryRowContext(ctx, "SELECT pg_is_in_recovery()").Scan(&yes)
}

func (s *server) sql(statement string) {
	s.t.Helper()
	pool, err := s.open()
	if err == nil {
		defer pool.Close()
		_, err = pool.ExecContext(s.t.Context(), statement)
	}
	if err != nil {
		s.t.Fatalf("%s: %v", statement, err)
	}
}

// kill is the end of the machine: nothing is written any more.
func (s *server) kill() {
	if s.process == nil {
		return
	}
	_ = s.process.Process.Signal(syscall.SIGKILL)
	<-s.ended
	s.process = nil
}

// base takes a base backup while the server works.
func (s *server) base() {
	s.t.Helper()
	s.run("pg_basebackup", "-h", "127.0.0.1", "-p", fmt.Sprint(s.port), "-U", "postgres", "-D", s.path("base"), "-X", "none", "-c", "fast")
}

// restore makes a server of the base backup and the archive, as of an instant,
// or of the end of the archive if it is zero.
func (s *server) restore(to time.Time) {
	s.t.Helper()
	s.run("", "cp", "-a", s.path("base"), s.path("restored"))
	s.run("", "touch", s.path("restored")+"/recovery.signal")
	settings := []string{"-c", "restore_command=cp " + s.path("archive") + "/%f %p", "-c", "recovery_target_action=promote"}
	if !to.IsZero() {
		settings = append(settings, "-c", "recovery_target_time="+to.UTC().Format("2006-01-02 15:04:05.000000+00"))
	}
	s.start("restored", settings...)
}

// dumpReadBack is the way of a small house: a dump, read into a new database.
// It is right, and it knows that it is not where it was.
func (s *server) dumpReadBack() {
	s.t.Helper()
	at := []string{"-h", "127.0.0.1", "-p", fmt.Sprint(s.port), "-U", "postgres"}
	s.run("pg_dump", append(at, "-Fc", "-f", s.path("house.dump"), "hongyun")...)
	s.run("createdb", append(at, "again")...)
	s.run("pg_restore", append(at, "--exit-on-error", "-d", "again", s.path("house.dump"))...)
	address := strings.Replace(s.address(), "/hongyun?", "/again?", 1)
	hongyun(s.t, "books", "verify", "--database", address)
	d, err := db.Open(s.t.Context(), address, db.Options{Log: dbtest.Quiet(), MaxConns: 2})
	if err != nil {
		s.t.Fatal(err)
	}
	defer d.Close()
	gate := guard.New(d, staff.New(staff.Config{DB: d, Log: dbtest.Quiet()})).Gate
	if err := gate.Begin(s.t.Context()); err != nil {
		s.t.Fatal(err)
	}
	if err := gate.Check(s.t.Context(), guard.DoorAll); !errors.Is(err, guard.ErrClosed) {
		s.t.Errorf("a dump that was read back: %v", err)
	}
}
