package main

import (
	"bytes"
	"context"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
)

var (
	// The real program, built once for all tests here, or the one that HONGYUN_PROGRAM
	// names, such as that of a release archive.
	program = os.Getenv("HONGYUN_PROGRAM")
	built   string // the folder of the programs that the tests build
)

func TestMain(m *testing.M) {
	var err error
	if built, err = os.MkdirTemp("", "hongyun-cmd-"); err != nil {
		panic(err)
	}
	if program == "" {
		program = filepath.Join(built, "hongyun")
		if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
			panic(string(out))
		}
	}
	code := m.Run()
	_ = os.RemoveAll(built)
	os.Exit(code)
}

func run(t *testing.T, args ...string) (output string, exit int) {
	t.Helper()
	c := exec.CommandContext(t.Context(), program, args...)
	c.Env = append(os.Environ(), "HONGYUN_DATA_KEY="+strings.Repeat("ab", 32), "HONGYUN_REQ_TOKEN_SECRETS=s", "HONGYUN_LOG_LEVEL=error")
	out, err := c.CombinedOutput()
	if err != nil && c.ProcessState == nil {
		t.Fatal(err)
	}
	return string(out), c.ProcessState.ExitCode()
}

func engines(t *testing.T, test func(t *testing.T, address string)) {
	t.Run("sqlite", func(t *testing.T) { test(t, dbtest.SQLite(t)) })
	t.Run("postgres", func(t *testing.T) { test(t, dbtest.Postgres(t)) })
}

// `books verify` is what an operator believes. It must find a posting that was
// altered behind the house's back, and name its row.
func TestBooksVerifyNamesTheBrokenRow(t *testing.T) {
	engines(t, func(t *testing.T, address string) {
		d := dbtest.Open(t, address)
		books := ledger.New(d)
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			for _, key := range []string{"one", "two"} {
				_, err := books.Post(ctx, tx, ledger.Entry{Scope: "test", Key: key, Kind: "adjust.grant", By: "test", Postings: []ledger.Posting{
					{From: ledger.HouseAdjust(), To: ledger.Centre("ming"), Amount: 500},
				}})
				if err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if out, exit := run(t, "books", "verify", "--database", address); exit != 0 || !strings.Contains(out, "the books are right") {
			t.Fatalf("right books: exit %d\n%s", exit, out)
		}
		var entry string
		if err := d.NewRaw("SELECT entry_id FROM posting ORDER BY entry_id DESC LIMIT 1").Scan(t.Context(), &entry); err != nil {
			t.Fatal(err)
		}
		alter(t, d, entry)
		out, exit := run(t, "books", "verify", "--database", address)
		if exit != 1 || !strings.Contains(out, "broken: ") || !strings.Contains(out, entry) {
			t.Errorf("altered posting %s: exit %d\n%s", entry, exit, out)
		}
	})
}

// alter changes a posting as somebody with the database's password could: past
// the guards that refuse it.
func alter(t *testing.T, d *db.DB, entry string) {
	t.Helper()
	var guards []string
	if d.Postgres() {
		guards = []string{"ALTER TABLE posting DISABLE TRIGGER ALL"}
	} else {
		var names []string
		if err := d.NewRaw("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'posting'").Scan(t.Context(), &names); err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			guards = append(guards, "DROP TRIGGER "+name)
		}
	}
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for _, statement := range guards {
			if _, err := tx.NewRaw(statement).Exec(ctx); err != nil {
				return err
			}
		}
		_, err := tx.NewRaw("UPDATE posting SET amount = amount + 1 WHERE entry_id = ?", entry).Exec(ctx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestStaffAddMakesTheFirstOwner covers trust ADM-6: the first owner comes from
// the command line, and what is printed is a link that holds no password.
func TestStaffAddMakesTheFirstOwner(t *testing.T) {
	engines(t, func(t *testing.T, address string) {
		first, exit := run(t, "staff", "add", "chief", "--person", "E001", "--database", address)
		if exit != 0 || !strings.Contains(first, "/#/enrol/") || strings.Contains(first, "TOTP") {
			t.Fatalf("first: exit %d\n%s", exit, first)
		}
		if gate, exit := run(t, "gate", "status", "--database", address); exit != 0 || !strings.Contains(gate, "closed: all") || !strings.Contains(gate, "(opening)") {
			t.Errorf("the gate of a new installation: exit %d\n%s", exit, gate)
		}
		if alone, exit := run(t, "gate", "open", "all", "--reason", "开业", "--database", address); exit != 1 || !strings.Contains(alone, "开业检查") {
			t.Errorf("opened from the command line: exit %d\n%s", exit, alone)
		}
		if anyway, exit := run(t, "gate", "open", "all", "--reason", "开业", "--anyway", "--database", address); exit != 0 {
			t.Errorf("opened from the command line by an operator of one person: exit %d\n%s", exit, anyway)
		}
		if nameless, exit := run(t, "staff", "add", "ghost", "--database", address); exit == 0 || strings.Contains(nameless, "/#/enrol/") {
			t.Errorf("an account of no person: exit %d\n%s", exit, nameless)
		}
		if again, exit := run(t, "staff", "add", "CHIEF", "--person", "E002", "--database", address); exit != 1 || strings.Contains(again, "/#/enrol/") {
			t.Errorf("the same name again: exit %d\n%s", exit, again)
		}
		if second, exit := run(t, "staff", "add", "clerk", "--person", "E003", "--roles", "finance", "--database", address); exit != 0 {
			t.Errorf("a second one: exit %d\n%s", exit, second)
		}
		if wrong, exit := run(t, "staff", "add", "guest", "--person", "E004", "--roles", "god", "--database", address); exit != 1 {
			t.Errorf("a role that is none: exit %d\n%s", exit, wrong)
		}
		if reset, exit := run(t, "staff", "reset", "clerk", "--database", address); exit != 0 || !strings.Contains(reset, "/#/enrol/") {
			t.Errorf("a lost login: exit %d\n%s", exit, reset)
		}
	})
}

// Tables from before the opening was a step, with money in their books, stay open when
// their first account of staff is made (H-464).
func TestTheFirstOwnerOfBooksInServiceClosesNothing(t *testing.T) {
	engines(t, func(t *testing.T, address string) {
		d := dbtest.Open(t, address)
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := ledger.New(d).Post(ctx, tx, ledger.Entry{Scope: "test", Key: "one", Kind: "adjust.grant", By: "test", Postings: []ledger.Posting{
				{From: ledger.HouseAdjust(), To: ledger.Centre("ming"), Amount: 500},
			}})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if out, exit := run(t, "staff", "add", "chief", "--person", "E001", "--database", address); exit != 0 {
			t.Fatalf("exit %d\n%s", exit, out)
		}
		if gate, exit := run(t, "gate", "status", "--database", address); exit != 0 || !strings.Contains(gate, "nothing is closed") {
			t.Errorf("exit %d\n%s", exit, gate)
		}
	})
}

// A configuration that cannot work is named before anything opens.
func TestDoctorNamesWhatIsMissing(t *testing.T) {
	out, exit := run(t, "doctor", "--database", dbtest.SQLite(t), "--player", "127.0.0.1:0", "--admin", "127.0.0.1:0", "--hooks", "127.0.0.1:0", "--ops", "127.0.0.1:0")
	if exit != 1 || !strings.Contains(out, "opening") || !strings.Contains(out, "HONGYUN_SITE_URL") {
		t.Errorf("exit %d\n%s", exit, out)
	}
	if out, exit := run(t, "version"); exit != 0 || !strings.HasPrefix(out, "hongyun ") {
		t.Errorf("version: exit %d %s", exit, out)
	}
}

var opsAddress = regexp.MustCompile(`listener=ops address=(\S+)`)

// lines is a log that is read while it is written.
type lines struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(b)
}

func (l *lines) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}

// serving starts the program on a database, and reports whether it became ready.
func serving(t *testing.T, address string) (c *exec.Cmd, log *lines, ready bool) {
	t.Helper()
	c = exec.Command(program, "serve", "--database", address, "--log-text",
		"--player", "127.0.0.1:0", "--admin", "127.0.0.1:0", "--hooks", "127.0.0.1:0", "--ops", "127.0.0.1:0")
	c.Env = append(os.Environ(), "HONGYUN_DATA_KEY="+strings.Repeat("ab", 32), "HONGYUN_REQ_TOKEN_SECRETS=s")
	log = &lines{}
	c.Stderr = log
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill() })
	for range 200 {
		if at := opsAddress.FindStringSubmatch(log.String()); at != nil {
			if r, err := http.Get("http://" + at[1] + "/readyz"); err == nil {
				_ = r.Body.Close()
				if r.StatusCode == http.StatusOK {
					return c, log, true
				}
			}
		}
		time.Sleep(50 * time.Millisecond)
	}
	return c, log, false
}

// A roll-back leaves tables of a newer program. The older one serves them, and
// leaves them as they are.
func TestAnOlderProgramServesTheTablesOfANewerOne(t *testing.T) {
	engines(t, func(t *testing.T, address string) {
		d := dbtest.Open(t, address) // with this program's tables
		var newest int64
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			for _, statement := range []string{
				"CREATE TABLE of_a_newer_program (id TEXT NOT NULL PRIMARY KEY)", "INSERT INTO of_a_newer_program (id) VALUES ('kept')",
				"ALTER TABLE player ADD COLUMN of_a_newer_program TEXT NOT NULL DEFAULT ''",
				"INSERT INTO goose_db_version (version_id, is_applied) SELECT MAX(version_id) + 1000, TRUE FROM goose_db_version",
			} {
				if _, err := tx.NewRaw(statement).Exec(ctx); err != nil {
					return err
				}
			}
			return tx.NewRaw("SELECT MAX(version_id) FROM goose_db_version").Scan(ctx, &newest)
		})
		if err != nil {
			t.Fatal(err)
		}
		c, log, ready := serving(t, address)
		if !ready {
			t.Fatalf("not ready:\n%s", log.String())
		}
		if err := c.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		if err := c.Wait(); err != nil {
			t.Errorf("exit: %v\n%s", err, log.String())
		}
		var version int64
		var kept string
		if err := d.NewRaw("SELECT id, (SELECT MAX(version_id) FROM goose_db_version) FROM of_a_newer_program").Scan(t.Context(), &kept, &version); err != nil || kept != "kept" || version != newest {
			t.Errorf("the newer tables: version %d, want %d, row %q, %v", version, newest, kept, err)
		}
		if out, exit := run(t, "books", "verify", "--database", address); exit != 0 {
			t.Errorf("books verify: exit %d\n%s", exit, out)
		}
	})
}

// SIGTERM ends a running house cleanly and soon, and the shipped default
// serves nobody (D-19).
func TestServeOpensAndStops(t *testing.T) {
	engines(t, func(t *testing.T, address string) {
		c, log, ready := serving(t, address)
		if !ready {
			t.Fatalf("not ready:\n%s", log.String())
		}
		if err := c.Process.Signal(syscall.SIGTERM); err != nil {
			t.Fatal(err)
		}
		ended := make(chan error, 1)
		go func() { ended <- c.Wait() }()
		select {
		case err := <-ended:
			if err != nil {
				t.Errorf("exit: %v\n%s", err, log.String())
			}
		case <-time.After(10 * time.Second):
			t.Error("still running 10 s after SIGTERM")
		}
		if !strings.Contains(log.String(), "nobody is served") {
			t.Errorf("the log does not say that nobody is served:\n%s", log.String())
		}
	})
}
