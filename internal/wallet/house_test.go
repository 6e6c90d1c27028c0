package wallet_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
)

// The answers that a simulated company can be set to give to its next call.
const (
	dropRequest  = "drop request"  // it never hears of it
	dropResponse = "drop response" // it does it, and we never hear
	arriveLate   = "arrive late"   // it gets it only when arrive is called
	working      = "working"       // it has it and decides when arrive is called
	dieBefore    = "die before"    // our process dies, the company never hears of it
	dieAfter     = "die after"     // the company does it, our process dies
	down         = "down"          // it answers nothing
	lie          = "lie"           // it says it never heard of what it has done
	otherAmount  = "other amount"  // it says it moved another amount
)

// died is the panic that ends our process.
type died struct{ where string }

// company is a venue with a book of its own. It does what the test says, and
// otherwise what a good venue does.
type company struct {
	mu      sync.Mutex
	name    string
	rules   venue.Rules
	book    map[string]money.Fen // by account
	orders  map[string]*companyOrder
	next    map[string][]string // what to do with the next calls of credit, debit, lookup, balance
	refuse  *venue.Refusal      // the answer to every transfer, if set
	delay   time.Duration
	credits int
	refs    int
	pause   func() // what happens between the answer to a question and its reading
}

type companyOrder struct {
	account string
	by      money.Fen
	state   venue.Outcome // Unknown: on its way, or being worked on
	visible bool
}

func newCompany(name string) *company {
	return &company{
		name: name, rules: venue.Rules{VisibleAfter: 30 * time.Second, Timeout: 10 * time.Second},
		book: map[string]money.Fen{}, orders: map[string]*companyOrder{}, next: map[string][]string{},
	}
}

// plan sets the answers to the next calls of a kind, one each.
func (c *company) plan(call string, does ...string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.next[call] = append(c.next[call], does...)
}

func (c *company) does(call string) string {
	todo := c.next[call]
	if len(todo) == 0 {
		return ""
	}
	c.next[call] = todo[1:]
	return todo[0]
}

// arrive lets everything that is on its way come to its end.
func (c *company) arrive() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, o := range c.orders {
		c.carryOut(o)
	}
}

func (c *company) carryOut(o *companyOrder) {
	if o.state != venue.Unknown {
		return
	}
	o.visible, o.state = true, venue.Refused
	if c.book[o.account]+o.by >= 0 {
		o.state = venue.Done
		c.book[o.account] += o.by
	}
}

func (c *company) Rules() venue.Rules               { return c.rules }
func (c *company) AccountName(player string) string { return c.name + player }
func (c *company) NewRef(a string, _ time.Time) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.refs++
	return fmt.Sprintf("%s-%d", a, c.refs)
}
func (c *company) EnsurePlayer(context.Context, string) error { return nil }
func (c *company) Launch(context.Context, venue.Launch) (string, error) {
	return "https://game.example", nil
}

func (c *company) Credit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return c.move(ctx, "credit", m, m.Amount)
}

func (c *company) Debit(ctx context.Context, m venue.Movement) (venue.Outcome, error) {
	return c.move(ctx, "debit", m, -m.Amount)
}

func (c *company) move(ctx context.Context, call string, m venue.Movement, by money.Fen) (venue.Outcome, error) {
	if c.delay > 0 {
		time.Sleep(c.delay)
	}
	if err := ctx.Err(); err != nil {
		return venue.Unknown, err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	does := c.does(call)
	if does == dropRequest || does == down {
		return venue.Unknown, errors.New("no route to host")
	}
	if does == dieBefore {
		panic(died{call})
	}
	if c.orders[m.Ref] != nil {
		return venue.Unknown, errors.New("duplicate order")
	}
	o := &companyOrder{account: m.Account, by: by, visible: does != arriveLate}
	c.orders[m.Ref] = o
	c.credits++
	if does == arriveLate || does == working {
		return venue.Unknown, errors.New("timeout")
	}
	if c.refuse != nil {
		o.state = venue.Refused
		return venue.Refused, c.refuse
	}
	c.carryOut(o)
	switch {
	case does == dropResponse:
		return venue.Unknown, errors.New("connection reset")
	case does == dieAfter:
		panic(died{call})
	case o.state == venue.Refused:
		return venue.Refused, &venue.Refusal{Reason: venue.Insufficient, Code: "38"}
	}
	return venue.Done, nil
}

func (c *company) Lookup(_ context.Context, ref string) (venue.Answer, error) {
	if c.pause != nil {
		defer c.pause()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	does := c.does("lookup")
	o := c.orders[ref]
	switch {
	case does == dieBefore:
		panic(died{"lookup"})
	case does == down:
		return venue.Answer{}, errors.New("bad gateway")
	case does == lie || o == nil || !o.visible:
		return venue.Answer{Outcome: venue.Absent}, nil
	case does == otherAmount:
		return venue.Answer{Outcome: o.state, Amount: 1}, nil
	case o.state == venue.Done:
		return venue.Answer{Outcome: venue.Done, Amount: max(o.by, -o.by)}, nil
	}
	return venue.Answer{Outcome: o.state}, nil
}

func (c *company) Balance(ctx context.Context, account string) (money.Fen, error) {
	if c.delay > 0 {
		select {
		case <-time.After(c.delay):
		case <-ctx.Done():
			return 0, ctx.Err()
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.does("balance") == down {
		return 0, errors.New("bad gateway")
	}
	return c.book[account], nil
}

// fixture is everything around the wallets, with three companies.
type fixture struct {
	*wallet.Wallets
	t      *testing.T
	db     *db.DB
	clock  *calendar.Fixed
	ledger *ledger.Ledger
	venues *venue.Venues
	guard  *guard.Guard
	staff  *staff.Staff
	ky     *company
	leg    *company
	b45    *company
	paid   int
	rest   time.Duration
}

func newHouse(t *testing.T, d *db.DB) *fixture {
	t.Helper()
	h := &fixture{t: t, db: d, clock: dbtest.Clock(d), ledger: ledger.New(d), ky: newCompany("ky"), leg: newCompany("leg"), b45: newCompany("b45")}
	h.restart(nil)
	if err := h.venues.Seed(t.Context()); err != nil {
		t.Fatal(err)
	}
	return h
}

// restart is a new process on the same database. The companies go on.
func (h *fixture) restart(seam func(string)) {
	h.staff = staff.New(staff.Config{DB: h.db, Log: dbtest.Quiet()})
	h.guard = guard.New(h.db, h.staff)
	h.ledger = ledger.New(h.db)
	h.venues = venue.New(venue.Config{
		DB: h.db, Staff: h.staff, Log: dbtest.Quiet(), Adapters: map[string]venue.Venue{"ky": h.ky, "leg": h.leg, "b45": h.b45},
	})
	h.Wallets = wallet.New(wallet.Config{
		DB: h.db, Ledger: h.ledger, Venues: h.venues, Guard: h.guard, Staff: h.staff, Log: dbtest.Quiet(), Seam: seam, RestFor: h.rest,
	})
}

// pay deposits money into a player's centre wallet.
func (h *fixture) pay(player string, amount money.Fen) {
	h.t.Helper()
	h.paid++
	h.post("deposit", ledger.HouseBank("icbc"), ledger.Centre(player), amount)
}

func (h *fixture) post(kind string, from, to ledger.Account, amount money.Fen) {
	h.t.Helper()
	h.paid++
	err := h.db.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := h.ledger.Post(ctx, tx, ledger.Entry{
			Scope: kind, Key: fmt.Sprint(h.paid), Kind: kind, Postings: []ledger.Posting{{From: from, To: to, Amount: int64(amount)}},
		})
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// playing has the player carry money to a venue, so that it is there.
func (h *fixture) playing(player, code string, amount money.Fen) {
	h.t.Helper()
	h.pay(player, amount)
	t, err := h.ToVenue(context.Background(), wallet.Order{ID: fmt.Sprint("carry", h.paid), Player: player, Venue: code, Amount: amount})
	if err != nil || t.State != wallet.Completed {
		h.t.Fatalf("carry to %s: %+v, %v", code, t, err)
	}
}

// book is where ming's money is, by our books, and by ky's.
func (h *fixture) book() string {
	h.t.Helper()
	var b strings.Builder
	for _, a := range []struct {
		name    string
		account ledger.Account
	}{{"centre", ledger.Centre("ming")}, {"transit", ledger.Transit("ming")}, {"venue", ledger.VenueWallet("ming", "ky")}} {
		held, err := h.ledger.Balance(context.Background(), h.db, a.account)
		if err != nil {
			h.t.Fatal(err)
		}
		fmt.Fprintf(&b, "%s %s ", a.name, money.Fen(held))
	}
	h.ky.mu.Lock()
	defer h.ky.mu.Unlock()
	return b.String() + "ky " + h.ky.book["kyming"].String()
}

// sound ends every test about money. The books verify and the transfers agree
// with them; where nothing is open, the companies' own books agree with our
// mirror.
func (h *fixture) sound() {
	h.t.Helper()
	ctx := context.Background()
	report, err := h.ledger.Verify(ctx)
	if err != nil || !report.OK {
		h.t.Fatalf("the books are broken: %v %v", report.Broken, err)
	}
	found, err := wallet.Verify(ctx, h.db, ledger.Everything())
	if err != nil || len(found) > 0 {
		h.t.Fatalf("the transfers do not agree with the books: %v %v", found, err)
	}
	for code, c := range map[string]*company{"ky": h.ky, "leg": h.leg, "b45": h.b45} {
		c.mu.Lock()
		theirs := make(map[string]money.Fen, len(c.book))
		for account, held := range c.book {
			theirs[account] = held
		}
		c.mu.Unlock()
		for account, held := range theirs {
			player := strings.TrimPrefix(account, code)
			open, _, err := h.List(ctx, h.db, wallet.Filter{Player: player, Venue: code, States: []wallet.State{wallet.Pending, wallet.Manual, wallet.Disputed}})
			if err != nil {
				h.t.Fatal(err)
			}
			ours, err := h.ledger.Balance(ctx, h.db, ledger.VenueWallet(player, code))
			if err != nil {
				h.t.Fatal(err)
			}
			if len(open) == 0 && money.Fen(ours) != held {
				h.t.Errorf("%s has %s at %s, our mirror says %s", player, held, code, money.Fen(ours))
			}
		}
	}
}

// resolve lets time pass and the resolver work until nothing is open.
func (h *fixture) resolve() {
	h.t.Helper()
	for range 60 {
		h.sweep(20 * time.Second)
		open, _, err := h.List(context.Background(), h.db, wallet.Filter{States: []wallet.State{wallet.Pending, wallet.Manual}})
		if err != nil {
			h.t.Fatal(err)
		}
		if len(open) == 0 {
			return
		}
	}
	h.t.Fatal("a transfer stayed open")
}

func (h *fixture) sweep(after time.Duration) {
	h.t.Helper()
	h.clock.Advance(after)
	if err := h.ResolvePending(context.Background()); err != nil {
		h.t.Fatal(err)
	}
}

// stored returns the stored transfer.
func (h *fixture) stored(id string) wallet.Transfer {
	h.t.Helper()
	t, _, err := h.Find(context.Background(), h.db, id)
	if err != nil {
		h.t.Fatal(err)
	}
	return t
}

func order(id string, yuan money.Fen) wallet.Order {
	return wallet.Order{ID: id, Player: "ming", Venue: "ky", Amount: yuan * money.Yuan}
}
