package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"hongyun/internal/app/backup"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
)

// book writes entries into a database, so that there is something to lose.
func book(t *testing.T, d *db.DB, keys ...string) {
	t.Helper()
	err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for _, key := range keys {
			_, err := ledger.New(d).Post(ctx, tx, ledger.Entry{Scope: "test", Key: key, Kind: "adjust.grant", By: "test", Postings: []ledger.Posting{
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
}

// has counts the entries of a database with one of the keys.
func has(t *testing.T, address string) (n int) {
	t.Helper()
	d := dbtest.Open(t, address)
	defer d.Close()
	if err := d.NewRaw("SELECT count(*) FROM entry").Scan(t.Context(), &n); err != nil {
		t.Fatal(err)
	}
	return n
}

func succeed(t *testing.T, args ...string) string {
	t.Helper()
	out, exit := run(t, args...)
	if exit != 0 {
		t.Fatalf("hongyun %s: exit %d\n%s", strings.Join(args, " "), exit, out)
	}
	return out
}

func refuse(t *testing.T, because string, args ...string) {
	t.Helper()
	if out, exit := run(t, args...); exit != 1 || !strings.Contains(out, because) {
		t.Errorf("hongyun %s: exit %d, want 1 with %q\n%s", strings.Join(args, " "), exit, because, out)
	}
}

// What an operator does after losing a disk: the copy comes back whole, the
// books are right, and no money moves until the companies were asked (BAK-1, BAK-2).
func TestACopyIsRestoredWithItsGateClosed(t *testing.T) {
	address, dir := dbtest.SQLite(t), t.TempDir()
	d := dbtest.Open(t, address)
	book(t, d, "one", "two")
	copied := filepath.Join(dir, "copy.db")
	out := succeed(t, "backup", "--database", address, "--to", copied) // d is open: a house is at work
	if !strings.Contains(out, "2 entries") || !strings.Contains(out, "books: right") {
		t.Error(out)
	}
	book(t, d, "three")
	refuse(t, "exists", "backup", "--database", address, "--to", copied)

	var m backup.Manifest
	text, err := os.ReadFile(backup.ManifestOf(copied))
	if err == nil {
		err = json.Unmarshal(text, &m)
	}
	if err != nil || m.Entries != 2 || m.LastEntry == "" || m.SHA256 == "" || m.Schema < 16 || !strings.HasPrefix(m.Program, "hongyun ") {
		t.Errorf("manifest %s, %v", text, err)
	}

	refuse(t, "in use", "restore", "--from", copied, "--database", address, "--force")
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	refuse(t, "--force", "restore", "--from", copied, "--database", address)
	if n := has(t, address); n != 3 {
		t.Fatalf("a refused restore left %d entries", n)
	}
	out = succeed(t, "restore", "--from", copied, "--database", address, "--force")
	if !strings.Contains(out, "the gate is closed") {
		t.Error(out)
	}
	if n := has(t, address); n != 2 {
		t.Errorf("restored: %d entries", n)
	}
	aside, _ := filepath.Glob(db.Path(address) + ".replaced-*")
	if len(aside) != 1 || has(t, "sqlite:"+aside[0]) != 3 {
		t.Errorf("put aside: %v", aside)
	}
	succeed(t, "books", "verify", "--database", address)
	if out := succeed(t, "gate", "status", "--database", address); !strings.Contains(out, "closed: all") || !strings.Contains(out, "restore") {
		t.Error(out)
	}
	if out, exit := run(t, "gate", "open", "all", "--reason", "不核对", "--database", address); exit != 1 {
		t.Errorf("opened without asking the companies: %s", out)
	}
	succeed(t, "gate", "open", "all", "--reason", "没有任何公司", "--anyway", "--database", address)
	if out := succeed(t, "gate", "status", "--database", address); !strings.Contains(out, "nothing is closed") {
		t.Error(out)
	}
}

// A copy that was altered, cut short or never finished is not restored.
func TestADamagedCopyIsNotRestored(t *testing.T) {
	address := dbtest.SQLite(t)
	d := dbtest.Open(t, address)
	book(t, d, "one")
	for name, damage := range map[string]func(file string) error{
		"one byte": func(file string) error {
			f, err := os.OpenFile(file, os.O_RDWR, 0)
			if err != nil {
				return err
			}
			defer f.Close()
			_, err = f.WriteAt([]byte{0x5a}, 5000)
			return err
		},
		"cut short":   func(file string) error { return os.Truncate(file, 8192) },
		"no manifest": func(file string) error { return os.Remove(backup.ManifestOf(file)) },
	} {
		t.Run(name, func(t *testing.T) {
			file, place := filepath.Join(t.TempDir(), "copy.db"), filepath.Join(t.TempDir(), "house.db")
			succeed(t, "backup", "--database", address, "--to", file)
			if err := damage(file); err != nil {
				t.Fatal(err)
			}
			refuse(t, "manifest", "restore", "--from", file, "--database", "sqlite:"+place)
			if left, _ := filepath.Glob(place + "*"); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

// A house that died leaves its last commits in the write-ahead log. They are
// in the database that is put aside, and not in the one that takes its place.
func TestARestoreDoesNotInheritTheOldLog(t *testing.T) {
	address, dir := dbtest.SQLite(t), t.TempDir()
	d := dbtest.Open(t, address)
	book(t, d, "one")
	succeed(t, "backup", "--database", address, "--to", filepath.Join(dir, "copy.db"))
	book(t, d, "two", "three")
	place := filepath.Join(dir, "house.db") // as the disk looks after a power cut: the file and its log
	for _, part := range []string{"", "-wal"} {
		b, err := os.ReadFile(db.Path(address) + part)
		if err == nil {
			err = os.WriteFile(place+part, b, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	succeed(t, "restore", "--from", filepath.Join(dir, "copy.db"), "--database", "sqlite:"+place, "--force")
	if n := has(t, "sqlite:"+place); n != 1 {
		t.Errorf("restored: %d entries", n)
	}
	if aside, _ := filepath.Glob(place + ".replaced-*"); len(aside) != 1 || has(t, "sqlite:"+aside[0]) != 3 {
		t.Errorf("put aside: %v", aside)
	}
}

// Where the database file is lost and its log was left lying, the log is not
// taken for the restored one's.
func TestARestoreDoesNotInheritALogWithoutItsDatabase(t *testing.T) {
	address, dir := dbtest.SQLite(t), t.TempDir()
	d := dbtest.Open(t, address)
	book(t, d, "one")
	succeed(t, "backup", "--database", address, "--to", filepath.Join(dir, "copy.db"))
	book(t, d, "two", "three")
	place := filepath.Join(dir, "house.db")
	b, err := os.ReadFile(db.Path(address) + "-wal")
	if err == nil {
		err = os.WriteFile(place+"-wal", b, 0o600)
	}
	if err != nil {
		t.Fatal(err)
	}
	succeed(t, "restore", "--from", filepath.Join(dir, "copy.db"), "--database", "sqlite:"+place)
	if n := has(t, "sqlite:"+place); n != 1 {
		t.Errorf("restored: %d entries", n)
	}
}

// A folder keeps the newest copies and nothing of ours beyond; other files stay.
func TestAFolderKeepsTheNewestCopies(t *testing.T) {
	address, dir := dbtest.SQLite(t), t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "hongyun-note.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d := dbtest.Open(t, address)
	for i := range 4 {
		book(t, d, fmt.Sprint(i))
		succeed(t, "backup", "--database", address, "--to", dir, "--keep", "2")
	}
	copies, _ := filepath.Glob(filepath.Join(dir, "*.db"))
	notes, _ := filepath.Glob(filepath.Join(dir, "*.db.json"))
	if len(copies) != 2 || len(notes) != 2 {
		t.Fatalf("%v %v", copies, notes)
	}
	if n := has(t, "sqlite:"+copies[1]); n != 4 {
		t.Errorf("the newest copy has %d entries", n)
	}
	if all, _ := os.ReadDir(dir); len(all) != 5 {
		t.Errorf("%d files", len(all))
	}
}

// A database that PostgreSQL's own tools restored is marked by hand, where it
// does not find out by itself.
func TestARestoredDatabaseIsMarked(t *testing.T) {
	engines(t, func(t *testing.T, address string) {
		book(t, dbtest.Open(t, address), "one")
		out := succeed(t, "restore", "--mark", "--database", address)
		if !strings.Contains(out, "everything since 2026-03-02T03:50:00Z") { // ten minutes before the last entry
			t.Error(out)
		}
		if out := succeed(t, "gate", "status", "--database", address); !strings.Contains(out, "closed: all") {
			t.Error(out)
		}
		succeed(t, "gate", "close", "venue:ky", "--reason", "发现异常", "--database", address)
		refuse(t, "gate.closed_already", "gate", "close", "venue:ky", "--reason", "发现异常", "--database", address)
	})
}
