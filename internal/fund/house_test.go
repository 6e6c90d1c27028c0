package fund_test

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/fund"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/internal/turnover"
)

// fixture is a fund with the packages beneath it, two people in the back
// office, and facts that the test writes.
type fixture struct {
	*fund.Fund
	t          *testing.T
	d          *db.DB
	clock      *calendar.Fixed
	ledger     *ledger.Ledger
	guard      *guard.Guard
	staff      *staff.Staff
	turnover   *turnover.Turnover
	anna, bert staff.Actor
	done       map[fund.Kind][]deed
	serial     atomic.Int64
	broken     bool // a test broke the books on purpose
}

// deed is something a player did that tasks count.
type deed struct {
	player string
	amount money.Fen
	at     time.Time
}

// each runs a test on both engines with the players ming and hong, and verifies
// the books at the end.
func each(t *testing.T, fn func(t *testing.T, h *fixture)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		box, err := secret.NewBox(make([]byte, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		h := &fixture{t: t, d: d, clock: dbtest.Clock(d), ledger: ledger.New(d), done: map[fund.Kind][]deed{}}
		h.ledger.Also(fund.Verify)
		h.staff = staff.New(staff.Config{DB: d, Box: box, Log: dbtest.Quiet()})
		h.guard = guard.New(d, h.staff)
		players := player.New(player.Config{
			Phones: []string{"+86"}, DB: d, Guard: h.guard, Staff: h.staff, Box: box, Log: dbtest.Quiet(), TestAnswer: "abcd",
			Limits: identity.Limits{ChecksPerIP: 1e6, RegistersPerIP: 1e6, ImagesPerIP: 1e6},
		})
		h.turnover = turnover.New(turnover.Config{})
		h.Fund = fund.New(fund.Config{
			DB: d, Ledger: h.ledger, Players: players, Guard: h.guard, Staff: h.staff, Turnover: h.turnover, Log: dbtest.Quiet(),
			Facts: map[fund.Kind]fund.Fact{fund.Deposit: h.fact(fund.Deposit), fund.Bet: h.fact(fund.Bet)},
		})
		if err := h.Seed(t.Context()); err != nil {
			t.Fatal(err)
		}
		for i, name := range []string{"ming", "hong"} {
			_, err := players.Register(t.Context(), player.Registration{
				Name: name, Password: "Kx7mQ2pLw", Phone: fmt.Sprintf("1380000000%d", i), VerifyCode: "abcd", VRand: uuid.NewString(),
				Client: identity.Client{IP: "203.0.113.7", UserAgent: "test"},
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		h.anna, h.bert = h.hire("anna"), h.hire("bert")
		fn(t, h)
		if !h.broken {
			h.sound()
		}
	})
}

// fact sums the deeds of a kind.
func (h *fixture) fact(kind fund.Kind) fund.Fact {
	return func(_ context.Context, _ db.Reader, players []string, from, to time.Time) (map[string]money.Fen, error) {
		sums := map[string]money.Fen{}
		for _, d := range h.done[kind] {
			if slices.Contains(players, d.player) && !d.at.Before(from) && d.at.Before(to) {
				sums[d.player] += d.amount
			}
		}
		return sums, nil
	}
}

// does notes something that a player does now.
func (h *fixture) does(kind fund.Kind, player string, amount money.Fen) {
	h.done[kind] = append(h.done[kind], deed{player, amount, h.clock.Now()})
}

func (h *fixture) hire(name string) staff.Actor {
	h.t.Helper()
	added, err := account.New(h.staff, account.Config{}).Add(h.t.Context(), staff.System("test"), account.NewStaff{Name: name, Person: "id " + name, Roles: []string{"finance"}, Reason: "测试人员"})
	if err != nil {
		h.t.Fatal(err)
	}
	return staff.Actor{ID: added.Person.ID, Name: name, Roles: added.Person.Roles}
}

func (h *fixture) write(fn func(ctx context.Context, tx *db.Tx) error) {
	h.t.Helper()
	if err := h.d.Write(context.Background(), fn); err != nil {
		h.t.Fatal(err)
	}
}

// give adds C$ to a player's fund.
func (h *fixture) give(player string, amount money.Fen) {
	h.t.Helper()
	key := fmt.Sprint("test:", h.serial.Add(1))
	h.write(func(ctx context.Context, tx *db.Tx) error {
		return h.Receive(ctx, tx, fund.Income{Key: key, Player: player, Amount: amount, Remark: "测试奖金", By: "test"})
	})
}

// unlock asks for a task with a key of its own.
func (h *fixture) unlock(player string, task int64) (money.Fen, error) {
	return h.Unlock(context.Background(), fund.UnlockOrder{ID: fmt.Sprint("key-", h.serial.Add(1)), Player: player, Task: task})
}

// book writes what a player has: C$, the centre wallet, and what is to be bet.
func (h *fixture) book(player string) string {
	h.t.Helper()
	read := func(a ledger.Account) money.Fen {
		n, err := h.ledger.Balance(context.Background(), h.d, a)
		if err != nil {
			h.t.Fatal(err)
		}
		return money.Fen(n)
	}
	left, err := h.turnover.Outstanding(context.Background(), h.d, player)
	if err != nil {
		h.t.Fatal(err)
	}
	return fmt.Sprintf("fund %s centre %s to bet %s", read(ledger.Fund(player)), read(ledger.Centre(player)), left)
}

func (h *fixture) expect(player, want string) {
	h.t.Helper()
	if got := h.book(player); got != want {
		h.t.Errorf("%s has\n got %s\nwant %s", player, got, want)
	}
}

// statuses is a player's progress with the tasks: "1:ready 2:open".
//
// The tasks of the highest VIP levels, 6 to 12, are left out while they are
// open.
func (h *fixture) statuses(player string) string {
	h.t.Helper()
	today, err := h.Today(context.Background(), h.d, player)
	if err != nil {
		h.t.Fatal(err)
	}
	text := today.Unlocked.String()
	for _, t := range today.Tasks {
		if t.Status == fund.Open && t.ID >= 6 && t.ID <= 12 {
			continue
		}
		text += fmt.Sprintf(" %d:%s", t.ID, [...]string{"open", "ready", "unlocked"}[t.Status])
	}
	return text
}

// records are a player's records of one of the two lists, newest first.
func (h *fixture) records(player string, list int) string {
	h.t.Helper()
	found, total, _, err := h.Records(context.Background(), h.d, fund.Filter{Player: player, Types: fund.TypesOf(list)})
	if err != nil || total != len(found) {
		h.t.Fatal(total, err)
	}
	text := ""
	for _, r := range found {
		text += fmt.Sprintf("%s %s|", r.Shown(), r.Remark)
	}
	return text
}

// agree has the second person say yes.
func (h *fixture) agree(approval string, err error) error {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
	_, err = h.staff.Decide(context.Background(), h.bert, approval, true, "")
	return err
}

func (h *fixture) sound() {
	h.t.Helper()
	report, err := h.ledger.Verify(context.Background())
	if err != nil || !report.OK {
		h.t.Errorf("books: %v %v", report.Broken, err)
	}
	trail, err := h.staff.VerifyAudit(context.Background())
	if err != nil || !trail.OK() {
		h.t.Errorf("audit trail: %+v %v", trail, err)
	}
}
