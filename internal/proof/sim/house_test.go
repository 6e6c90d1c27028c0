package sim

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier"
	"hongyun/internal/cashier/cashiertest"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/guard"
	"hongyun/internal/job"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/player"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
)

// node is one process of the house.
type node struct {
	ledger   *ledger.Ledger
	verifier *ledger.Verifier
	jobs     *job.Queue
	staff    *staff.Staff
	players  *player.Players
	venues   *venue.Venues
	wallets  *wallet.Wallets
	*cashier.Cashier
}

// build is a process that starts on what the database holds.
func (w *world) build(which int) *node {
	n, err := assemble(w.d, w.rules, parts{
		venues:  map[string]venue.Venue{"ky": w.venues["ky"], "leg": w.venues["leg"]},
		gateway: w.gateway, seam: w.seam,
		newID: func() string { w.serial++; return fmt.Sprint("a", w.serial) },
	})
	w.must(err)
	// The nightly look, as the house schedules it.
	n.jobs.At("books.verify", nextNight, func(ctx context.Context, _ time.Time) error {
		run, err := n.verifier.Now(ctx, "系统")
		if err == nil && run.State != ledger.Passed {
			err = failure{fmt.Sprintf("the nightly run says %s: %v", run.State, run.Report.Broken)}
		}
		return err
	})
	return n
}

type parts struct {
	venues  map[string]venue.Venue
	gateway payment.Gateway
	seam    func(string)
	newID   func() string
}

func assemble(d *db.DB, r rules, p parts) (*node, error) {
	box, err := secret.NewBox(make([]byte, secret.KeySize))
	if err != nil {
		return nil, err
	}
	log := dbtest.Quiet()
	n := &node{ledger: ledger.New(d), staff: staff.New(staff.Config{DB: d, Box: box, Log: log})}
	turns := turnover.New(turnover.Config{DropBelow: turnover.DefaultDropBelow})
	n.ledger.Also(wallet.Verify)
	n.ledger.Also(cashier.Verify)
	n.jobs = job.New(d, job.Config{Log: log, Alone: true})
	n.verifier = ledger.NewVerifier(d, n.ledger, n.jobs, log, nil)
	guards := guard.New(d, n.staff)
	n.players = player.New(player.Config{
		Phones: []string{"+86"}, DB: d, Guard: guards, Staff: n.staff, Box: box, Log: log, TestAnswer: "abcd",
		Limits: identity.Limits{ChecksPerIP: 1e6, RegistersPerIP: 1e6, ImagesPerIP: 1e6},
	})
	n.venues = venue.New(venue.Config{DB: d, Staff: n.staff, Adapters: p.venues, Log: log, Known: n.players.KnownOf})
	n.wallets = wallet.New(wallet.Config{
		DB: d, Ledger: n.ledger, Venues: n.venues, Guard: guards, Staff: n.staff, Log: log,
		// The breaker counts by the machine's clock: here it lets one call through at once.
		RestFor: time.Nanosecond, Seam: p.seam, InTurn: true, NewID: p.newID,
	})
	set := order.DefaultSettings()
	set.HoldAfterChange, set.TurnoverPercent, set.PaidGrace, set.BankOrdersOpen, set.GatewayOrdersOpen = 0, 0, 0, 1000, 1_000_000
	set.DepositSecondAbove, set.WithdrawSecondAbove = 800*money.Yuan, 600*money.Yuan
	set.DepositExpiry, set.LateWatch = r.expiry, r.lateWatch
	n.Cashier, err = cashier.New(cashier.Config{
		DB: d, Ledger: n.ledger, Players: n.players, Guard: guards, Staff: n.staff, Turnover: turns, Box: box,
		Gateways: map[string]payment.Gateway{"epay": p.gateway}, HooksURL: "https://hooks.example", SiteURL: "https://site.example",
		Settings: set, Log: log, Seam: p.seam, InTurn: true,
	})
	return n, err
}

// nextNight is 04:10 in Beijing.
func nextNight(after time.Time) time.Time {
	at := calendar.DayOf(after).Start().Add(4*time.Hour + 10*time.Minute)
	if !at.After(after) {
		at = calendar.DayOf(after).AddDays(1).Start().Add(4*time.Hour + 10*time.Minute)
	}
	return at
}

// furnished is a database with players, cards, venues and channels in it, of
// which each run gets a copy.
type furnished struct {
	postgres bool
	data     []byte // SQLite: the file
	dir      string // where its copies lie
	template string // PostgreSQL: the address of the database to copy
	serial   atomic.Int64
	cards    map[string]int64
}

var people = []struct{ id, name string }{{"ming", "王小明"}, {"hong", "李红"}, {"lan1", "张兰"}}

func furnish(t *testing.T, postgres bool) *furnished {
	t.Helper()
	f := &furnished{postgres: postgres, dir: scratch(t), cards: map[string]int64{}}
	address := ""
	if postgres {
		address = dbtest.Postgres(t)
		f.template = address
	} else {
		address = dbtest.SQLite(t)
	}
	d, err := db.Open(t.Context(), address, db.Options{Clock: calendar.NewFixed(begin.Add(-time.Hour)), Log: dbtest.Quiet(), MaxConns: 2})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.fill(t.Context(), d); err != nil {
		t.Fatal(err)
	}
	if !postgres {
		if _, err := d.SQL().ExecContext(t.Context(), "PRAGMA wal_checkpoint(TRUNCATE)"); err != nil {
			t.Fatal(err)
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if !postgres {
		if f.data, err = os.ReadFile(strings.TrimPrefix(address, "sqlite:")); err != nil {
			t.Fatal(err)
		}
	}
	return f
}

func (f *furnished) fill(ctx context.Context, d *db.DB) error {
	n, err := assemble(d, rules{expiry: time.Minute, lateWatch: time.Hour}, parts{})
	if err != nil {
		return err
	}
	if err := n.venues.Seed(ctx); err != nil {
		return err
	}
	if err := cashiertest.Seed(ctx, d, cashiertest.MustBox(make([]byte, secret.KeySize))); err != nil {
		return err
	}
	for i, p := range people {
		_, err := n.players.Register(ctx, player.Registration{
			Name: p.id, Password: "Kx7mQ2pLw", Phone: fmt.Sprintf("1380000000%d", i), VerifyCode: "abcd", VRand: fmt.Sprintf("0000000%d-0000-4000-8000-000000000000", i),
			Client: identity.Client{IP: "203.0.113.7", UserAgent: "test"},
		})
		if err != nil {
			return err
		}
		if err := n.players.UpdateInfo(ctx, p.id, player.InfoBirthday, "1990-01-31"); err != nil {
			return err
		}
		if err := n.players.UpdateInfo(ctx, p.id, player.InfoTrueName, p.name); err != nil {
			return err
		}
		card, err := n.Cards.Bind(ctx, destination.CardOrder{
			Player: p.id, Bank: "ICBC", Number: []string{"6222020000000000018", "6222020000000000026", "6222020000000000034"}[i],
			Province: "广东省", City: "广州市", Branch: "天河支行",
		})
		if err != nil {
			return err
		}
		f.cards[p.id] = card.ID
	}
	return nil
}

// scratch is a folder in memory where the machine has one: these databases are
// thrown away, and nothing here is about a disk.
func scratch(t *testing.T) string {
	dir, err := os.MkdirTemp("/dev/shm", "hongyun-sim-")
	if err != nil {
		return t.TempDir()
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// open gives a run its own copy of the database, and what throws it away.
func (f *furnished) open(ctx context.Context, clock calendar.Clock) (*db.DB, func(), error) {
	n := f.serial.Add(1)
	o := db.Options{Clock: clock, Log: dbtest.Quiet(), MaxConns: 2}
	if !f.postgres {
		file := filepath.Join(f.dir, fmt.Sprintf("%d.db", n))
		if err := os.WriteFile(file, f.data, 0o600); err != nil {
			return nil, nil, err
		}
		d, err := db.Open(ctx, "sqlite:"+file, o)
		if err != nil {
			return nil, nil, err
		}
		// A death here is one of the program, not of the machine.
		if _, err := d.SQL().ExecContext(ctx, "PRAGMA synchronous = OFF"); err != nil {
			return nil, nil, err
		}
		return d, func() {
			_ = d.Close()
			for _, end := range []string{"", "-wal", "-shm"} {
				_ = os.Remove(file + end)
			}
		}, nil
	}
	u, err := url.Parse(f.template)
	if err != nil {
		return nil, nil, err
	}
	from := strings.TrimPrefix(u.Path, "/")
	name := fmt.Sprintf("%s_sim%d", from, n)
	if err := f.onServer(ctx, "CREATE DATABASE "+name+" TEMPLATE "+from); err != nil {
		return nil, nil, err
	}
	u.Path = "/" + name
	d, err := db.Open(ctx, u.String(), o)
	if err != nil {
		return nil, nil, err
	}
	return d, func() {
		_ = d.Close()
		_ = f.onServer(ctx, "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)")
	}, nil
}

func (f *furnished) onServer(ctx context.Context, statement string) error {
	u, err := url.Parse(f.template)
	if err != nil {
		return err
	}
	u.Path = "/postgres"
	pool, err := sql.Open("pgx", u.String())
	if err != nil {
		return err
	}
	defer pool.Close()
	_, err = pool.ExecContext(ctx, statement)
	return err
}
