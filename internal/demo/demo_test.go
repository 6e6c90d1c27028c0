package demo

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"hongyun/internal/app/command"
	"hongyun/internal/db/dbtest"
)

func start(t *testing.T, data, database string) *Demo {
	t.Helper()
	d, err := Start(t.Context(), Options{
		Player: "127.0.0.1:0", Admin: "127.0.0.1:0", Hooks: "127.0.0.1:0", Ops: "127.0.0.1:0", Sandbox: "127.0.0.1:0",
		Data: data, Database: database, TestCaptcha: "abcd", Log: dbtest.Quiet(),
	})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func stop(t *testing.T, d *Demo) {
	t.Helper()
	began := time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), 9*time.Second)
	defer cancel()
	if err := d.Stop(ctx); err != nil {
		t.Errorf("stop: %v", err)
	}
	if took := time.Since(began); took > 9*time.Second {
		t.Errorf("stopping took %s", took)
	}
}

func post(t *testing.T, url, body string) (int, map[string]any) {
	t.Helper()
	r, err := http.Post(url, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	var answer map[string]any
	_ = json.NewDecoder(r.Body).Decode(&answer)
	return r.StatusCode, answer
}

// eachEngine runs a test for a demo on SQLite and one on PostgreSQL.
func eachEngine(t *testing.T, test func(t *testing.T, database string)) {
	t.Run("sqlite", func(t *testing.T) { test(t, "") })
	t.Run("postgres", func(t *testing.T) { test(t, dbtest.Postgres(t)) })
}

// The ready file, the staff's passwords and the moved clock are a contract with
// scripts outside: a restart on the same data is the same house, later.
func TestARestartOnTheSameDataIsTheSameHouse(t *testing.T) {
	eachEngine(t, func(t *testing.T, database string) {
		data := t.TempDir()
		d := start(t, data, database)
		ready := filepath.Join(data, "ready.json")
		if err := d.WriteReady(t.Context(), ready); err != nil {
			t.Fatal(err)
		}
		first := readReady(t, ready)
		if status, _ := post(t, first.Ops+"/test/clock", `{"advance":"26h"}`); status != http.StatusOK {
			t.Fatalf("move the clock: %d", status)
		}
		for _, bad := range []string{`{}`, `{"advance":"-1h"}`, `{"at":"2001-01-01T00:00:00Z"}`, `{"advance":"1h","at":"2030-01-01T00:00:00Z"}`, `{"advance":"tomorrow"}`, `x`} {
			if status, _ := post(t, first.Ops+"/test/clock", bad); status != http.StatusBadRequest {
				t.Errorf("clock %s: %d", bad, status)
			}
		}
		stop(t, d)

		d = start(t, data, database)
		defer stop(t, d)
		second := d.Ready()
		if !reflect.DeepEqual(first.Staffs, second.Staffs) || first.ReqTokenSecret != second.ReqTokenSecret || first.Staff != second.Staff {
			t.Error("passwords or secrets changed with the restart")
		}
		if ahead := d.Clock.Ahead(); ahead < 26*time.Hour || ahead > 26*time.Hour+time.Minute {
			t.Errorf("the clock is %s ahead after the restart, want 26h", ahead)
		}
		report, err := command.VerifyBooks(t.Context(), d.App.DB)
		if err != nil || !report.OK {
			t.Errorf("books: %v\n%s", err, report.Text())
		}
		if info, err := os.Stat(filepath.Join(data, keysFile)); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("keys file: %v, %v", info, err)
		}
	})
}

func readReady(t *testing.T, path string) Ready {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var r Ready
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	if r.Player == "" || r.Admin == "" || r.Hooks == "" || r.Ops == "" || r.Sandbox == "" || r.Staff.TOTPSecret == "" || len(r.Players) == 0 {
		t.Fatalf("the ready file is not complete: %s", text)
	}
	return r
}

// What operators and scripts watch is there, and nothing of it on the public
// listeners.
func TestOpsAreOnTheirOwnListener(t *testing.T) {
	d := start(t, t.TempDir(), "")
	defer stop(t, d)
	r := d.Ready()
	for _, path := range []string{"/healthz", "/readyz", "/metrics", "/test/clock", "/debug/pprof/cmdline"} {
		for base, want := range map[string]bool{r.Ops: true, r.Player: false, r.Admin: false, r.Hooks: false} {
			response, err := http.Get(base + path)
			if err != nil {
				t.Fatal(err)
			}
			_ = response.Body.Close()
			page := strings.HasPrefix(response.Header.Get("Content-Type"), "text/html") // of a front end, which answers any route
			if (response.StatusCode == http.StatusOK && !page) != want {
				t.Errorf("%s%s: %d", base, path, response.StatusCode)
			}
		}
	}
}
