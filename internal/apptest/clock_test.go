package apptest

import (
	"context"
	"io"
	"net/http"
	"net/netip"
	"strings"
	"testing"
	"time"

	"hongyun/internal/app"
	"hongyun/internal/calendar"
	"hongyun/internal/db/dbtest"
)

// A node whose clock is more than two seconds from its database's is not ready.
// The clock that the product works by may be moved as far as one likes.
func TestANodeWhoseClockIsOffIsNotReady(t *testing.T) {
	machine := calendar.NewFixed(time.Now())
	Each(t, func(t *testing.T, h *House) {
		ready := func() (int, string) {
			t.Helper()
			r, err := http.Get(h.URL("ops") + "/readyz")
			if err != nil {
				t.Fatal(err)
			}
			defer r.Body.Close()
			text, _ := io.ReadAll(r.Body)
			return r.StatusCode, string(text)
		}
		for _, try := range []struct {
			off  time.Duration
			code int
		}{{0, 200}, {time.Second, 200}, {4 * time.Second, 503}, {-4 * time.Second, 503}} {
			h.Clock.Advance(24 * time.Hour)
			machine.Set(time.Now().Add(try.off))
			if code, text := ready(); code != try.code || code == 503 && !strings.Contains(text, "clock") {
				t.Errorf("%s off: %d %s, want %d", try.off, code, text, try.code)
			}
		}
		machine.Set(time.Now())
	}, func(c *app.Config) { machine.Set(time.Now()); c.Machine = machine })
}

// Nor does such a node start, and the doctor says why.
func TestANodeWhoseClockIsOffDoesNotStart(t *testing.T) {
	for _, address := range []string{dbtest.SQLite(t), dbtest.Postgres(t)} {
		c := app.Config{
			Database: address, DataKey: []byte("0123456789abcdef0123456789abcdef"), Machine: calendar.NewFixed(time.Now().Add(-time.Minute)),
			Listen: app.Addresses{Player: "127.0.0.1:0", Admin: "127.0.0.1:0", Hooks: "127.0.0.1:0", Ops: "127.0.0.1:0"},
			Serves: func(netip.Addr) bool { return true }, ReqTokenSecrets: []string{ReqTokenSecret}, Log: dbtest.Quiet(),
		}
		if _, err := app.New(context.WithoutCancel(t.Context()), c); err == nil || !strings.Contains(err.Error(), "clock") {
			t.Errorf("started with a clock that is a minute behind: %v", err)
		}
		told := false
		for _, f := range app.Doctor(t.Context(), c) {
			told = told || f.What == "clock" && !f.OK
		}
		if !told {
			t.Error("the doctor finds nothing wrong with the clock")
		}
	}
}
