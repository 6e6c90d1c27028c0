package cashier_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier"
	"hongyun/internal/cashier/cashiertest"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/player"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
)

// house is a cashier with all that stands beneath it and one gateway company.
type house struct {
	*cashier.Cashier
	t        *testing.T
	d        *db.DB
	clock    *calendar.Fixed
	ledger   *ledger.Ledger
	players  *player.Players
	guard    *guard.Guard
	staff    *staff.Staff
	turnover *turnover.Turnover
	gw       *company
	chain    *fakeChain // trc20
	box      *secret.Box
	set      order.Settings
	seam     func(string)
	credited atomic.Int64 // calls of OnCredited
	serial   atomic.Int64
	broken   bool // a test broke the books on purpose
}

var (
	anna  = staff.Actor{ID: "s-anna", Name: "anna", Roles: []string{"finance"}, IP: "203.0.113.1"}
	boris = staff.Actor{ID: "s-boris", Name: "boris", Roles: []string{"owner"}, IP: "203.0.113.2"}
	clara = staff.Actor{ID: "s-clara", Name: "clara", Roles: []string{"finance"}, IP: "203.0.113.3"} // pays
)

// each runs a test on both engines, in a house with the player ming, and
// checks the books at the end.
func each(t *testing.T, fn func(t *testing.T, h *house)) {
	t.Helper()
	eachWith(t, func(*order.Settings) {}, fn)
}

func eachWith(t *testing.T, change func(*order.Settings), fn func(t *testing.T, h *house)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		box, err := secret.NewBox(make([]byte, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		h := &house{t: t, d: d, clock: dbtest.Clock(d), box: box, set: order.DefaultSettings(), gw: newCompany()}
		h.chain = &fakeChain{h: h}
		h.set.HoldAfterChange, h.set.PaidGrace, h.set.BankOrdersOpen, h.set.GatewayOrdersOpen = 0, 0, 1000, 1000
		change(&h.set)
		if err := cashiertest.Seed(t.Context(), d, box); err != nil {
			t.Fatal(err)
		}
		h.start()
		h.register("ming", "王小明")
		fn(t, h)
		if !h.broken {
			h.sound()
		}
	})
}

// start builds the program anew on what the database holds, as after a crash.
func (h *house) start() {
	h.t.Helper()
	h.ledger = ledger.New(h.d)
	h.ledger.Also(cashier.Verify)
	h.staff = staff.New(staff.Config{DB: h.d, Box: h.box, Log: dbtest.Quiet()})
	h.guard = guard.New(h.d, h.staff)
	h.players = player.New(player.Config{
		Phones: []string{"+86"}, DB: h.d, Guard: h.guard, Staff: h.staff, Box: h.box, Log: dbtest.Quiet(), TestAnswer: "abcd",
		Limits: identity.Limits{ChecksPerIP: 1e6, RegistersPerIP: 1e6, ImagesPerIP: 1e6},
	})
	h.turnover = turnover.New(turnover.Config{DropBelow: turnover.DefaultDropBelow})
	var err error
	h.Cashier, err = cashier.New(cashier.Config{
		DB: h.d, Ledger: h.ledger, Players: h.players, Guard: h.guard, Staff: h.staff, Turnover: h.turnover, Box: h.box,
		Gateways: map[string]payment.Gateway{"epay": h.gw}, Chains: map[string]payment.Chain{payment.TRC20: h.chain}, HooksURL: "https://hooks.example", SiteURL: "https://site.example",
		Settings: h.set, Log: dbtest.Quiet(), Seam: func(point string) {
			if h.seam != nil {
				h.seam(point)
			}
		},
	})
	if err != nil {
		h.t.Fatal(err)
	}
	h.Deposits.OnCredited = func(context.Context, *db.Tx, deposit.Deposit) error {
		h.credited.Add(1)
		return nil
	}
}

func (h *house) register(name, trueName string) {
	h.t.Helper()
	_, err := h.players.Register(h.t.Context(), player.Registration{
		Name: name, Password: "Kx7mQ2pLw", Phone: fmt.Sprintf("138%08d", h.serial.Add(1)), VerifyCode: "abcd", VRand: uuid.NewString(),
		Client: identity.Client{IP: "203.0.113.7", UserAgent: "test"},
	})
	if err != nil {
		h.t.Fatal(err)
	}
	if err := h.players.UpdateInfo(h.t.Context(), name, player.InfoBirthday, "1990-01-31"); err != nil {
		h.t.Fatal(err)
	}
	if trueName != "" {
		if err := h.players.UpdateInfo(h.t.Context(), name, player.InfoTrueName, trueName); err != nil {
			h.t.Fatal(err)
		}
	}
}

func (h *house) write(fn func(ctx context.Context, tx *db.Tx) error) {
	h.t.Helper()
	if err := h.d.Write(context.Background(), fn); err != nil {
		h.t.Fatal(err)
	}
}

// give puts money into a centre wallet without asking for turnover.
func (h *house) give(player string, amount money.Fen) {
	h.t.Helper()
	key := fmt.Sprint(h.serial.Add(1))
	h.write(func(ctx context.Context, tx *db.Tx) error {
		_, err := h.ledger.Post(ctx, tx, ledger.Entry{Scope: "test", Key: key, Kind: "test.give",
			Postings: []ledger.Posting{{From: ledger.HouseAdjust(), To: ledger.Centre(player), Amount: int64(amount)}}})
		return err
	})
}

// book writes where a player's money is, in fen.
func (h *house) book(player string) string {
	h.t.Helper()
	read := func(a ledger.Account) int64 {
		n, err := h.ledger.Balance(context.Background(), h.d, a)
		if err != nil {
			h.t.Fatal(err)
		}
		return n
	}
	return fmt.Sprintf("centre %d locked %d suspense %d gateway %d bank1 %d bank2 %d payout %d",
		read(ledger.Centre(player)), read(ledger.Locked(player)), read(ledger.Suspense("deposit")),
		read(ledger.HouseGateway("epay")), read(ledger.HouseBank("1")), read(ledger.HouseBank("2")), read(ledger.HouseBank("payout")))
}

func (h *house) expectBook(player, want string) {
	h.t.Helper()
	got := h.book(player)
	// Accounts that the test does not name must be empty.
	full := map[string]string{"centre": "0", "locked": "0", "suspense": "0", "gateway": "0", "bank1": "0", "bank2": "0", "payout": "0"}
	words := strings.Fields(want)
	for i := 0; i+1 < len(words); i += 2 {
		full[words[i]] = words[i+1]
	}
	wanted := ""
	for _, name := range []string{"centre", "locked", "suspense", "gateway", "bank1", "bank2", "payout"} {
		wanted += " " + name + " " + full[name]
	}
	if got != wanted[1:] {
		h.t.Errorf("book\n got %s\nwant %s", got, wanted[1:])
	}
}

// sound proves the books, that every order agrees with them, the turnover and
// the audit trail.
func (h *house) sound() {
	h.t.Helper()
	ctx := context.Background()
	report, err := h.ledger.Verify(ctx)
	if err != nil || !report.OK {
		h.t.Errorf("books: %v %v", report.Broken, err)
	}
	found, err := h.turnover.Verify(ctx, h.d, nil)
	if err != nil || len(found) > 0 {
		h.t.Errorf("turnover: %v %v", found, err)
	}
	trail, err := h.staff.VerifyAudit(ctx)
	if err != nil || !trail.OK() {
		h.t.Errorf("audit trail: %+v %v", trail, err)
	}
}

func (h *house) exec(query string, args ...any) {
	h.t.Helper()
	h.write(func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(query, args...).Exec(ctx)
		return err
	})
}

func (h *house) count(query string, args ...any) int {
	h.t.Helper()
	var n int
	if err := h.d.NewRaw(query, args...).Scan(context.Background(), &n); err != nil {
		h.t.Fatal(err)
	}
	return n
}

// Channels of the seeded house.
const (
	channelBank = 1
	channelLink = 2
	channelQr   = 4
	channelMsg  = 5
)

func (h *house) order(amount money.Fen) deposit.Order {
	return deposit.Order{ID: fmt.Sprintf("key-%d", h.serial.Add(1)), Player: "ming", ChannelID: channelLink, Amount: amount, ClientIP: "203.0.113.7"}
}

func (h *house) bankOrder(amount money.Fen) deposit.Order {
	o := h.order(amount)
	o.ChannelID, o.Name, o.Type = channelBank, "王小明", "1"
	return o
}

func (h *house) deposit(o deposit.Order) deposit.Deposit {
	h.t.Helper()
	dep, err := h.Deposits.Create(h.t.Context(), o)
	if err != nil {
		h.t.Fatal(err)
	}
	return dep
}

func (h *house) state(sn string) string {
	h.t.Helper()
	d, err := h.Deposits.Detail(context.Background(), sn)
	if err != nil {
		h.t.Fatal(err)
	}
	return d.State
}

// callback delivers what the company sends about an order.
func (h *house) callback(raw payment.Raw, token string) error {
	_, body, err := h.Deposits.ReceiveCallback(context.Background(), "epay", token, "198.51.100.9", raw)
	if err == nil && body != "success" {
		return fmt.Errorf("answered %q", body)
	}
	return err
}

func expect(t *testing.T, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}

// company is the gateway's company: its own orders, its own count of money.
type company struct {
	mu      sync.Mutex
	orders  map[string]*companyOrder
	serial  int
	collect func(payment.Order) error // what happens to a create call after it was carried out
	lookup  error                     // what happens to every query
	asked   int                       // queries
	place   *payment.Collection       // how a payer pays; nil: a page
	opened  int                       // create calls
	unasked money.Fen                 // see payment.Rules
}

type companyOrder struct {
	amount, paid money.Fen
	txn, token   string
	paidAt       time.Time // as its query says, zero: it does not
	failed       bool
}

func newCompany() *company { return &company{orders: map[string]*companyOrder{}} }

func (c *company) Rules() payment.Rules {
	return payment.Rules{Timeout: time.Second, NoQuery: errors.Is(c.lookup, payment.ErrNoQuery), Unasked: c.unasked}
}

func (c *company) NewRef(at time.Time) string {
	return "D" + at.In(calendar.Beijing).Format("060102150405") + strings.ReplaceAll(uuid.NewString(), "-", "")[:16]
}

func (c *company) Collect(_ context.Context, o payment.Order) (payment.Collection, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.orders[o.Ref] == nil {
		c.orders[o.Ref] = &companyOrder{amount: o.Amount, token: o.NotifyURL[strings.LastIndex(o.NotifyURL, "/")+1:]}
	}
	if c.collect != nil {
		if err := c.collect(o); err != nil {
			return payment.Collection{}, err
		}
	}
	c.opened++
	if c.place != nil {
		return *c.place, nil
	}
	return payment.Collection{Link: "https://pay.example/" + o.Ref}, nil
}

func (c *company) Lookup(_ context.Context, ref string) (payment.Status, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked++
	if c.lookup != nil {
		return payment.Status{}, c.lookup
	}
	o := c.orders[ref]
	switch {
	case o == nil:
		return payment.Status{State: payment.Absent}, nil
	case o.failed:
		return payment.Status{State: payment.Failed}, nil
	case o.paid == 0:
		return payment.Status{State: payment.Open}, nil
	}
	return payment.Status{State: payment.Paid, Amount: o.paid, GatewayTxn: o.txn, PaidAt: o.paidAt}, nil
}

// pay has the payer pay an order and returns the callback that follows.
func (c *company) pay(ref string, amount money.Fen) payment.Raw {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.serial++
	o := c.orders[ref]
	o.paid, o.txn = amount, fmt.Sprintf("E%06d", c.serial)
	return notice(ref, o.txn, amount)
}

// pay1 is pay, but the same payment when called again.
func (c *company) pay1(ref string, amount money.Fen) payment.Raw {
	c.mu.Lock()
	o := c.orders[ref]
	c.mu.Unlock()
	if o.txn != "" {
		return notice(ref, o.txn, o.paid)
	}
	return c.pay(ref, amount)
}

func (c *company) token(ref string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.orders[ref].token
}

func notice(ref, txn string, amount money.Fen) payment.Raw {
	return payment.Raw{Method: "GET", Query: url.Values{
		"out_trade_no": {ref}, "trade_no": {txn}, "money": {amount.String()}, "status": {"paid"}, "sign": {"right"}}}
}

func (c *company) ReadCallback(raw payment.Raw) (payment.Notice, error) {
	if len(raw.Query) == 0 {
		return payment.Notice{}, payment.ErrUnreadable
	}
	amount, err := money.ParseYuan(raw.Query.Get("money"))
	if err != nil {
		return payment.Notice{}, payment.ErrUnreadable
	}
	// What it says is returned with the refusal too: whoever overlooks that is found out.
	n := payment.Notice{
		Ref: raw.Query.Get("out_trade_no"), GatewayTxn: raw.Query.Get("trade_no"), Amount: amount, Paid: raw.Query.Get("status") == "paid",
	}
	if len(raw.Query["sign"]) != 1 || raw.Query.Get("sign") != "right" {
		return n, payment.ErrForged
	}
	return n, nil
}

func (c *company) Acknowledge() (string, string) { return "text/plain", "success" }

// refuses checks that the database itself refuses a statement.
func (h *house) refuses(query string, args ...any) {
	h.t.Helper()
	err := h.d.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(query, args...).Exec(ctx)
		return err
	})
	if err == nil {
		h.t.Errorf("the database let through: %s", query)
	}
}
