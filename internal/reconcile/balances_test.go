package reconcile_test

import (
	"context"
	"database/sql"
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/db"
)

// A round over all balances asks a bounded number of questions in one run, and
// goes on where the last run ended. It asks about an unchanged account without
// money once in 30 days, and begins again after an hour at the earliest.
func TestARoundOverAllBalancesIsSpreadOverRuns(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		const players = 350
		openAccounts(t, h, players)
		check := func(wantAsked int) {
			t.Helper()
			h.Clock.Advance(time.Minute)
			before := h.Clock.Now().UnixMilli()
			if err := h.Reconcile.CheckAllBalances(t.Context()); err != nil {
				t.Fatal(err)
			}
			var asked int
			if err := h.DB.NewRaw("SELECT COUNT(*) FROM recon_balance WHERE looked >= ?", before).Scan(t.Context(), &asked); err != nil {
				t.Fatal(err)
			}
			if asked != wantAsked {
				t.Errorf("%d balances were asked for, want %d", asked, wantAsked)
			}
		}
		check(300)
		check(50)
		check(0)
		h.Clock.Advance(time.Hour)
		check(0) // no player has money there, and nothing happened
		move := func() {
			exec(t, h, "UPDATE account SET balance = 500 WHERE name = 'player:bal007:venue:ky'")
			h.Clock.Advance(time.Hour)
		}
		h.Broken = true
		exec(t, h, "INSERT INTO account (name, asset, player, may_negative, summed, balance) VALUES ('player:bal007:venue:ky', 'CNY', 'bal007', TRUE, FALSE, 0)")
		move()
		check(1)
		h.Clock.Advance(31 * 24 * time.Hour)
		check(300)
	})
}

// A venue that does not answer is asked again later, and about the same players.
func TestBalancesOfASilentVenueAreAskedForAgain(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		openAccounts(t, h, 20)
		looked := func() (n int) {
			if err := h.DB.NewRaw("SELECT COUNT(*) FROM recon_balance").Scan(t.Context(), &n); err != nil {
				t.Fatal(err)
			}
			return n
		}
		exec(t, h, `INSERT INTO transfer (id, player, venue, direction, amount, account, ref, made_by, state, booked, created_at)
			SELECT 't' || player, player, venue, 'out', 1, account, 'r' || player, 'test', 'pending', '', 1 FROM venue_account`)
		exec(t, h, fmt.Sprintf("UPDATE transfer SET state = 'refused', booked = 'back', settled_at = %d", h.Clock.Now().UnixMilli()))
		control(t, h, "POST", "/faults", `{"target":"venue:ky","call":"any","fault":"drop_request","times":-1}`)
		h.Clock.Advance(30 * time.Minute)
		if err := h.Reconcile.CheckBalances(t.Context()); err != nil || looked() != 0 {
			t.Fatalf("%d balances of a silent venue, %v", looked(), err)
		}
		control(t, h, "DELETE", "/faults", "")
		h.Clock.Advance(30 * time.Minute)
		if err := h.Reconcile.CheckBalances(t.Context()); err != nil || looked() != 20 {
			t.Errorf("%d of 20 balances once the venue answers, %v", looked(), err)
		}
	})
}

func control(t *testing.T, h *apptest.House, method, path, body string) {
	t.Helper()
	q, err := http.NewRequestWithContext(t.Context(), method, h.Sandbox+"/control"+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if r.StatusCode >= 300 {
		t.Fatalf("%s %s: %s", method, path, r.Status)
	}
}

func exec(t *testing.T, h *apptest.House, statement string) {
	t.Helper()
	err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(statement).Exec(ctx)
		return err
	})
	if err != nil {
		t.Fatalf("%s: %v", statement, err)
	}
}

// openAccounts gives players an account at a venue, on both sides.
func openAccounts(t *testing.T, h *apptest.House, n int) {
	t.Helper()
	theirs, err := sql.Open("sqlite", "file:"+filepath.Join(h.Files, "sandbox.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer theirs.Close()
	for i := range n {
		name := fmt.Sprintf("bal%03d", i)
		exec(t, h, fmt.Sprintf("INSERT INTO venue_account (player, venue, account, named_at, created_at) VALUES ('%s', 'ky', '%s', 1, 1)", name, name))
		if _, err := theirs.Exec("INSERT INTO account (venue, player, name, created_at) VALUES ('ky', ?, ?, 1)", name, name); err != nil {
			t.Fatal(err)
		}
	}
}
