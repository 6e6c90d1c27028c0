package promo_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/promo"
	"hongyun/internal/promo/award"
	"hongyun/internal/promo/rule"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/internal/turnover"
)

const yuan = money.Yuan

// monday is when each test begins: a Monday, noon, GMT+8.
var monday = time.Date(2026, 3, 2, 4, 0, 0, 0, time.UTC)

// house is the promotions with all that stands beneath them, two people in the
// back office, and facts that the test writes.
type house struct {
	*promo.Promo
	t          *testing.T
	d          *db.DB
	clock      *calendar.Fixed
	ledger     *ledger.Ledger
	guard      *guard.Guard
	staff      *staff.Staff
	turnover   *turnover.Turnover
	anna, bert staff.Actor

	mu       sync.Mutex
	deposits []orderedDeposit
	out      []orderedDeposit // withdrawals
	bets     []placed
	carded   map[string]bool
	links    map[string][]promo.Link
	levels   map[string]int
	failing  atomic.Int64 // the facts fail when it has counted down to zero
	serial   atomic.Int64
	random   io.Reader
	weights  []weighed // the operator's, by version
	broken   bool      // a test broke the books on purpose
}

type orderedDeposit struct {
	player, sn string
	amount     money.Fen
	at         time.Time
}

// venueKind is the kind of a game: the venues of the fixture are named by it.
func venueKind(_ context.Context, _ db.Reader, venue, _ string) (string, error) {
	return strings.TrimPrefix(venue, "v"), nil
}

type placed struct {
	kind string
	bet.Line
}

// each runs a test on both engines, in a house in which every promotion runs
// and ming and hong play, and proves the books at the end.
func each(t *testing.T, fn func(t *testing.T, h *house)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		box, err := secret.NewBox(make([]byte, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		h := &house{t: t, d: d, clock: dbtest.Clock(d), ledger: ledger.New(d), carded: map[string]bool{}, links: map[string][]promo.Link{}, levels: map[string]int{}}
		h.failing.Store(-1)
		h.clock.Set(monday)
		h.ledger.Also(award.Verify)
		h.staff = staff.New(staff.Config{DB: d, Box: box, Log: dbtest.Quiet()})
		h.guard = guard.New(d, h.staff)
		h.turnover = turnover.New(turnover.Config{KindOf: venueKind, Weights: h.weightBook()})
		h.Promo = h.node()
		if err := h.Seed(t.Context(), true); err != nil {
			t.Fatal(err)
		}
		h.join("ming", "")
		h.join("hong", "")
		h.anna, h.bert = h.hire("anna"), h.hire("bert")
		fn(t, h)
		if !h.broken {
			h.sound()
		}
	})
}

// node is another program beside the same database.
func (h *house) node() *promo.Promo {
	box, err := secret.NewBox(make([]byte, secret.KeySize))
	if err != nil {
		h.t.Fatal(err)
	}
	s := h.staff
	if h.Promo != nil {
		s = staff.New(staff.Config{DB: h.d, Box: box, Log: dbtest.Quiet()})
	}
	return promo.New(promo.Config{
		DB: h.d, Ledger: h.ledger, Guard: h.guard, Staff: s, Turnover: h.turnover, Log: dbtest.Quiet(), Random: h.random,
		Players: player.New(player.Config{Phones: []string{"+86"}, DB: h.d, Guard: h.guard, Staff: s, Box: box, Log: dbtest.Quiet()}),
		Links:   func(_ context.Context, _ db.Reader, p string) ([]promo.Link, error) { return h.links[p], nil },
		LinksAmong: func(ctx context.Context, r db.Reader, p, where string, args ...any) (out []promo.Link, err error) {
			for _, l := range h.links[p] {
				var n int
				err = errors.Join(err, r.NewRaw("SELECT COUNT(*) FROM (SELECT ? AS id) AS o WHERE "+where, append([]any{l.Player}, args...)...).Scan(ctx, &n))
				if n > 0 {
					out = append(out, l)
				}
			}
			return out, err
		},
		LevelOf: func(context.Context, db.Reader, []string) (map[string]int, error) { return h.levels, nil },
		Facts: promo.Facts{
			Credited: func(_ context.Context, _ db.Reader, players []string, from, to time.Time) (promo.Sums, error) {
				return h.sum(h.deposits, players, from, to), h.fails()
			},
			Deposits: func(_ context.Context, _ db.Reader, player, but string, from, to time.Time) (n int, err error) {
				return count(h.deposits, player, but, from, to), nil
			},
			Withdrawals: func(_ context.Context, _ db.Reader, player string, from, to time.Time) (int, error) {
				return count(h.out, player, "", from, to), nil
			},
			Carded: func(_ context.Context, _ db.Reader, player string) (bool, error) { return h.carded[player], nil },
			Valid: func(_ context.Context, _ db.Reader, players []string, venues string, from, to time.Time) (promo.Sums, error) {
				sums := promo.Sums{}
				for _, b := range h.betsOf(venues, players, from, to) {
					sums[b.Player] += b.Valid
				}
				return sums, h.fails()
			},
			ByOdds: func(_ context.Context, _ db.Reader, players []string, venues string, from, to time.Time) (rows []bet.OddsSum, err error) {
				for _, b := range h.betsOf(venues, players, from, to) {
					rows = append(rows, bet.OddsSum{Player: b.Player, Odds: b.Odds, OddsType: b.OddsType, Parlay: b.Parlay, Valid: b.Valid})
				}
				return rows, h.fails()
			},
			Settled: func(_ context.Context, _ db.Reader, player, venues string, from time.Time) (lines []bet.Line, err error) {
				for _, b := range h.bets {
					if b.Player == player && b.kind == venues && b.Status == bet.Settled && !b.SettledAt.Before(from) {
						lines = append(lines, b.Line)
					}
				}
				return lines, nil
			},
			Net: func(_ context.Context, _ db.Reader, players []string, from, last calendar.Day) (promo.Sums, error) {
				sums := promo.Sums{}
				for _, b := range h.betsOf("", players, from.Start(), last.End()) {
					sums[b.Player] += b.Win
				}
				return sums, h.fails()
			},
			Open: func(_ context.Context, _ db.Reader, players []string, from, to time.Time) (map[string]int, error) {
				counts := map[string]int{}
				for _, b := range h.betsOf("", players, from, to) {
					if b.Status == bet.Open {
						counts[b.Player]++
					}
				}
				return counts, nil
			},
		},
	})
}

var errFacts = errors.New("the power is off")

func (h *house) fails() error {
	if h.failing.Load() >= 0 && h.failing.Add(-1) < 0 {
		return errFacts
	}
	return nil
}

func (h *house) sum(deeds []orderedDeposit, players []string, from, to time.Time) promo.Sums {
	sums := promo.Sums{}
	for _, d := range deeds {
		if slices.Contains(players, d.player) && !d.at.Before(from) && d.at.Before(to) {
			sums[d.player] += d.amount
		}
	}
	return sums
}

func count(deeds []orderedDeposit, player, but string, from, to time.Time) (n int) {
	for _, d := range deeds {
		if d.player == player && d.sn != but && !d.at.Before(from) && d.at.Before(to) {
			n++
		}
	}
	return n
}

func (h *house) betsOf(venues string, players []string, from, to time.Time) (list []placed) {
	for _, b := range h.bets {
		if (venues == "" || b.kind == venues) && slices.Contains(players, b.Player) && !b.BetAt.Before(from) && b.BetAt.Before(to) {
			list = append(list, b)
		}
	}
	return list
}

// join makes a player, invited by another or by nobody.
func (h *house) join(name, inviter string) {
	h.t.Helper()
	h.write(func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(`INSERT INTO player (id, name, phone, phone_index, invited_by, created_at, password, withdraw_password) VALUES (?, ?, '', ?, ?, ?, '', '')`,
			name, name, "phone-"+name, inviter, tx.NowMillis()).Exec(ctx)
		return err
	})
}

// known gives a player a true name and a bank card.
func (h *house) known(name string) {
	h.t.Helper()
	if err := h.Players.UpdateInfo(context.Background(), name, player.InfoTrueName, "王小明"); err != nil {
		h.t.Fatal(err)
	}
	h.carded[name] = true
}

// deposited notes a deposit of now, which brings nothing.
func (h *house) deposited(player string, amount money.Fen) {
	h.depositedAt(player, amount, h.clock.Now())
}

func (h *house) depositedAt(player string, amount money.Fen, at time.Time) {
	h.deposits = append(h.deposits, orderedDeposit{player, fmt.Sprint("D", h.serial.Add(1)), amount, at})
}

// credits has the cashier credit a deposit now that chose an activity.
func (h *house) credits(player string, amount money.Fen, activity string) {
	h.t.Helper()
	sn := fmt.Sprint("D", h.serial.Add(1))
	h.deposits = append(h.deposits, orderedDeposit{player, sn, amount, h.clock.Now()})
	h.write(func(ctx context.Context, tx *db.Tx) error {
		return h.Credited(ctx, tx, deposit.Deposit{SN: sn, Player: player, Received: amount, ActivityID: activity})
	})
}

func (h *house) withdrew(player string) {
	h.out = append(h.out, orderedDeposit{player, fmt.Sprint("W", h.serial.Add(1)), 1, h.clock.Now()})
}

// bet notes a settled bet of now: valid at odds 0.90 of Hong Kong unless
// changed, won as much as it was worth.
func (h *house) bet(player, kind string, valid money.Fen, change ...func(*bet.Line)) string {
	now := h.clock.Now()
	b := bet.Line{
		Venue: "v" + kind, BetID: fmt.Sprintf("%06d", h.serial.Add(1)), Player: player, Status: bet.Settled, Stake: valid, Valid: valid, Win: valid,
		Odds: "0.90", OddsType: "HK", Round: fmt.Sprintf("match %d", len(h.bets)), BetAt: now, SettledAt: now,
	}
	for _, c := range change {
		c(&b)
	}
	h.bets = append(h.bets, placed{kind, b})
	return b.Venue + ":" + b.BetID
}

func odds(kind, value string) func(*bet.Line) {
	return func(b *bet.Line) { b.OddsType, b.Odds = kind, value }
}

func won(amount money.Fen) func(*bet.Line)  { return func(b *bet.Line) { b.Win = amount } }
func lost(amount money.Fen) func(*bet.Line) { return func(b *bet.Line) { b.Win = -amount } }
func parlay(b *bet.Line)                    { b.Parlay = true }
func unnamed(b *bet.Line)                   { b.Round = "" }
func sold(b *bet.Line)                      { b.Sold = true }

func (h *house) hire(name string) staff.Actor {
	h.t.Helper()
	added, err := account.New(h.staff, account.Config{}).Add(h.t.Context(), staff.System("test"), account.NewStaff{Name: name, Person: "id " + name, Roles: []string{"finance"}, Reason: "测试人员"})
	if err != nil {
		h.t.Fatal(err)
	}
	return staff.Actor{ID: added.Person.ID, Name: name, Roles: added.Person.Roles}
}

func (h *house) write(fn func(ctx context.Context, tx *db.Tx) error) {
	h.t.Helper()
	if err := h.d.Write(context.Background(), fn); err != nil {
		h.t.Fatal(err)
	}
}

// claim asks for a promotion with a key of its own.
func (h *house) claim(player string, rule int64) (award.Award, error) {
	return h.Claim(context.Background(), promo.ClaimOrder{ID: fmt.Sprint("key-", h.serial.Add(1)), Player: player, Rule: rule})
}

// got claims and says what came of it: the award's state and amount, or the
// code of the fault.
func (h *house) got(player string, rule int64) string {
	h.t.Helper()
	a, err := h.claim(player, rule)
	if err != nil {
		return code(err)
	}
	return a.State + " " + a.Amount.String()
}

func code(err error) string {
	var f *fault.Fault
	if errors.As(err, &f) {
		return f.Code
	}
	return fmt.Sprint(err)
}

// stands is how a player stands with a promotion.
func (h *house) stands(player string, rule int64) promo.Standing {
	h.t.Helper()
	all, err := h.Standings(context.Background(), h.d, player)
	if err != nil {
		h.t.Fatal(err)
	}
	for _, s := range all {
		if s.ID == rule {
			return s
		}
	}
	return promo.Standing{State: -1}
}

// Rows are what a player got, oldest first: "34 paid 5.00|".
func (h *house) awards(player string) string {
	h.t.Helper()
	list, _, _, err := award.List(context.Background(), h.d, award.Filter{Player: player, Oldest: true})
	if err != nil {
		h.t.Fatal(err)
	}
	text := ""
	for _, a := range list {
		text += fmt.Sprintf("%d %s %s|", a.Rule, a.State, a.Amount)
	}
	return text
}

// book is what a player has in the centre wallet, and what is to be bet.
func (h *house) book(player string) string {
	h.t.Helper()
	n, err := h.ledger.Balance(context.Background(), h.d, ledger.Centre(player))
	if err != nil {
		h.t.Fatal(err)
	}
	left, err := h.turnover.Outstanding(context.Background(), h.d, player)
	if err != nil {
		h.t.Fatal(err)
	}
	return fmt.Sprintf("centre %s to bet %s", money.Fen(n), left)
}

func (h *house) is(what, got, want string) {
	h.t.Helper()
	if got != want {
		h.t.Errorf("%s\n got %s\nwant %s", what, got, want)
	}
}

// agree has the second person say yes.
func (h *house) agree(approval string, err error) error {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
	_, err = h.staff.Decide(context.Background(), h.bert, approval, true, "")
	return err
}

func (h *house) must(err error) {
	h.t.Helper()
	if err != nil {
		h.t.Fatal(err)
	}
}

// rule is a promotion as it stands today.
func (h *house) rule(id int64) rule.Rule {
	h.t.Helper()
	list, err := h.Promotions(context.Background(), h.d)
	h.must(err)
	for _, p := range list {
		if p.ID == id {
			return p.Rule
		}
	}
	h.t.Fatalf("no promotion %d", id)
	return rule.Rule{}
}

// version is the newest one of a promotion, 0 of one that is not there.
func (h *house) version(id int64) int {
	h.t.Helper()
	list, err := h.Promotions(context.Background(), h.d)
	h.must(err)
	for _, p := range list {
		if p.ID == id {
			return p.Version
		}
	}
	return 0
}

// change makes a promotion another from its next period on, and goes there.
func (h *house) change(id int64, change func(*rule.Rule)) {
	h.t.Helper()
	r := h.rule(id)
	change(&r)
	h.must(h.agree(h.Change(context.Background(), h.anna, h.version(id), r, "活动调整")))
	list, err := h.Promotions(context.Background(), h.d)
	h.must(err)
	for _, p := range list {
		if p.ID == id && p.Next != nil {
			h.clock.Set(p.Next.FromDay.Start().Add(12 * time.Hour))
		}
	}
}

// pay runs what is due.
func (h *house) pay() {
	h.t.Helper()
	h.must(h.PayDue(context.Background()))
}

// at moves the clock to a time of GMT+8.
func (h *house) at(text string) {
	h.t.Helper()
	at, err := time.Parse("2006-01-02 15:04:05.000 -0700", text+" +0800")
	h.must(err)
	h.clock.Set(at)
}

func (h *house) sound() {
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

// progress writes a standing's conditions.
func progress(s promo.Standing) string {
	parts := make([]string, len(s.Progress))
	for i, p := range s.Progress {
		parts[i] = fmt.Sprintf("%s %s/%s%s", p.Name, p.Now, p.Need, p.Unit)
	}
	return strings.Join(parts, " ")
}
