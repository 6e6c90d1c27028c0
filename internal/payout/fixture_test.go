package payout_test

import (
	"context"
	"encoding/json"
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
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/payout"
	"hongyun/internal/player"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
)

// fixture is a cashier with two companies that pay out.
type fixture struct {
	t       *testing.T
	d       *db.DB
	clock   *calendar.Fixed
	box     *secret.Box
	ledger  *ledger.Ledger
	staff   *staff.Staff
	guard   *guard.Guard
	book    *setting.Book
	cashier *cashier.Cashier
	*payout.Payouts

	companies map[string]*company
	seam      atomic.Pointer[func(point string)]
	serial    atomic.Int64
	card      int64
	broken    bool // a test broke the rows on purpose
}

var (
	anna  = staff.Actor{ID: "s-anna", Name: "anna", Roles: []string{"owner"}} // approves
	twin  = staff.Actor{ID: "s-twin", Name: "anna-b", Roles: []string{"owner"}}
	boris = staff.Actor{ID: "s-boris", Name: "boris", Roles: []string{"owner"}}
	clara = staff.Actor{ID: "s-clara", Name: "clara", Roles: []string{"finance"}} // pays
)

const number = "6222020000000000018"

// each runs a test on both engines and proves the books at the end.
func each(t *testing.T, fn func(t *testing.T, f *fixture)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		box, err := secret.NewBox(make([]byte, secret.KeySize))
		if err != nil {
			t.Fatal(err)
		}
		f := &fixture{t: t, d: d, clock: dbtest.Clock(d), box: box, companies: map[string]*company{"alpha": newCompany("alpha"), "beta": newCompany("beta")}}
		if err := cashiertest.Seed(t.Context(), d, box); err != nil {
			t.Fatal(err)
		}
		for _, a := range []staff.Actor{anna, twin, boris, clara} {
			human := a.ID
			if a.ID == twin.ID {
				human = anna.ID
			}
			f.exec(`INSERT INTO staff_person (id, name, name_key, person, roles, password, totp_secret, created_at)
				VALUES (?, ?, ?, ?, 'owner', 'x', '', 0)`, a.ID, a.Name, a.Name, human)
		}
		f.start()
		f.enter("alpha", payout.Company{Name: "甲代付", Min: 100, Max: 50_000_00, Daily: 100_000_00, Absent: 60, Sort: 1})
		f.enter("beta", payout.Company{Name: "乙代付", Min: 100, Max: 50_000_00, Daily: 100_000_00, Absent: 60, Sort: 2})
		f.player()
		fn(t, f)
		if !f.broken {
			report, err := f.ledger.Verify(context.Background())
			if err != nil || !report.OK {
				t.Errorf("books: %v %v", report.Broken, err)
			}
		}
	})
}

// start builds the program anew on what the database holds, as after a crash.
func (f *fixture) start() {
	f.t.Helper()
	f.ledger = ledger.New(f.d)
	f.ledger.Also(cashier.Verify)
	f.ledger.Also(payout.Verify)
	f.staff = staff.New(staff.Config{DB: f.d, Box: f.box, Log: dbtest.Quiet()})
	f.guard = guard.New(f.d, f.staff)
	players := player.New(player.Config{Phones: []string{"+86"}, DB: f.d, Guard: f.guard, Staff: f.staff, Box: f.box, Log: dbtest.Quiet(), TestAnswer: "abcd",
		Limits: identity.Limits{ChecksPerIP: 1e6, RegistersPerIP: 1e6, ImagesPerIP: 1e6}})
	set := order.DefaultSettings()
	set.HoldAfterChange = 0
	f.book = setting.New(setting.Config{DB: f.d, Staff: f.staff, Box: f.box, Log: dbtest.Quiet()})
	var err error
	f.cashier, err = cashier.New(cashier.Config{
		DB: f.d, Ledger: f.ledger, Players: players, Guard: f.guard, Staff: f.staff, Turnover: turnover.New(turnover.Config{DropBelow: turnover.DefaultDropBelow}),
		Box: f.box, Settings: set, Log: dbtest.Quiet(),
	})
	if err != nil {
		f.t.Fatal(err)
	}
	f.Payouts = f.node()
	if err := f.book.Load(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) node() *payout.Payouts {
	return payout.New(payout.Config{
		DB: f.d, Staff: f.staff, Book: f.book, Box: f.box, Cashier: f.cashier.Payouts, Log: dbtest.Quiet(), HooksURL: "https://hooks.example/",
		Protocols: []string{"dfpay"}, InTurn: true,
		Build: func(code string, c payout.Company, key string) (payment.Payer, error) {
			if key == "" || f.companies[code] == nil {
				return nil, errors.New("no such company")
			}
			return f.companies[code], nil
		},
		Seam: func(point string) {
			if s := f.seam.Load(); s != nil {
				(*s)(point)
			}
		},
	})
}

// enter has two people enter a company, or change it.
func (f *fixture) enter(code string, c payout.Company) {
	f.t.Helper()
	c.Protocol, c.BaseURL, c.Merchant = "dfpay", orText(c.BaseURL, "https://pay.example/"+code), "10001"
	value, err := json.Marshal(c)
	if err != nil {
		f.t.Fatal(err)
	}
	list, err := f.book.List(f.t.Context(), f.d, payout.KindCompany)
	if err != nil {
		f.t.Fatal(err)
	}
	o := setting.Order{Kind: payout.KindCompany, Key: code, New: true, Value: value, Secrets: map[string]string{"key": "company-key-1"}, On: true, Reason: "新签合同"}
	for _, it := range list {
		if it.Key == code {
			o.New, o.Base = false, it.Version
		}
	}
	id, err := f.book.Ask(f.t.Context(), boris, o)
	if err != nil {
		f.t.Fatal(err)
	}
	f.approveRequest(clara, id)
	if err := f.book.Load(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
}

func orText(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func (f *fixture) approveRequest(by staff.Actor, id string) {
	f.t.Helper()
	by.Roles = []string{"owner"}
	if _, err := f.staff.Decide(f.t.Context(), by, id, true, "同意"); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) exec(query string, args ...any) {
	f.t.Helper()
	if err := f.try(query, args...); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) try(query string, args ...any) error {
	return f.d.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(query, args...).Exec(ctx)
		return err
	})
}

// player registers ming with a card and money.
func (f *fixture) player() {
	f.t.Helper()
	ctx := f.t.Context()
	players := player.New(player.Config{Phones: []string{"+86"}, DB: f.d, Guard: f.guard, Staff: f.staff, Box: f.box, Log: dbtest.Quiet(), TestAnswer: "abcd",
		Limits: identity.Limits{ChecksPerIP: 1e6, RegistersPerIP: 1e6, ImagesPerIP: 1e6}})
	_, err := players.Register(ctx, player.Registration{Name: "ming", Password: "Kx7mQ2pLw", Phone: "13800000001", VerifyCode: "abcd", VRand: uuid.NewString(),
		Client: identity.Client{IP: "203.0.113.7", UserAgent: "test"}})
	if err == nil {
		err = players.UpdateInfo(ctx, "ming", player.InfoBirthday, "1990-01-31")
	}
	if err == nil {
		err = players.UpdateInfo(ctx, "ming", player.InfoTrueName, "王小明")
	}
	if err != nil {
		f.t.Fatal(err)
	}
	card, err := f.cashier.Cards.Bind(ctx, destination.CardOrder{Player: "ming", Bank: "ICBC", Number: number, Province: "广东省", City: "广州市", Branch: "天河支行"})
	if err != nil {
		f.t.Fatal(err)
	}
	f.card = card.ID
	err = f.d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := f.ledger.Post(ctx, tx, ledger.Entry{Scope: "test", Key: "give", Kind: "test.give",
			Postings: []ledger.Posting{{From: ledger.HouseAdjust(), To: ledger.Centre("ming"), Amount: 100_000_00}}})
		return err
	})
	if err != nil {
		f.t.Fatal(err)
	}
}

// approved is a withdrawal that anna approved.
func (f *fixture) approved(amount money.Fen) string {
	f.t.Helper()
	ctx := f.t.Context()
	w, err := f.cashier.Withdrawals.Ask(ctx, withdrawal.Order{ID: fmt.Sprintf("w-%d", f.serial.Add(1)), Player: "ming", CardID: f.card, Amount: amount, ClientIP: "203.0.113.7"})
	if err != nil {
		f.t.Fatal(err)
	}
	if _, err := f.cashier.Withdrawals.Claim(ctx, anna, w.SN); err != nil {
		f.t.Fatal(err)
	}
	if out, err := f.cashier.Withdrawals.Approve(ctx, anna, w.SN, "资料无误"); err != nil || !out.Done {
		f.t.Fatalf("%+v, %v", out, err)
	}
	return w.SN
}

// sent is an approved withdrawal that clara sent to a company; the job has run once.
func (f *fixture) sent(amount money.Fen, code string) (sn, ref string) {
	f.t.Helper()
	sn = f.approved(amount)
	a, err := f.Send(f.t.Context(), clara, sn, code)
	if err != nil {
		f.t.Fatal(err)
	}
	f.run()
	return sn, a.Ref
}

func (f *fixture) run() {
	f.t.Helper()
	if err := f.Run(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
}

// later lets time pass and the job run.
func (f *fixture) later(d time.Duration) {
	f.t.Helper()
	f.clock.Advance(d)
	f.run()
}

func (f *fixture) attempt(sn string) payout.Attempt {
	f.t.Helper()
	list, err := f.Attempts(context.Background(), f.d, sn)
	if err != nil || len(list) == 0 {
		f.t.Fatalf("attempts of %s: %v, %v", sn, list, err)
	}
	return list[0]
}

// is checks the state of an order, of its newest attempt, and where the money is.
func (f *fixture) is(sn, order, attempt string, centre, locked, out int64) {
	f.t.Helper()
	w, err := f.cashier.Withdrawals.Detail(context.Background(), sn)
	if err != nil {
		f.t.Fatal(err)
	}
	balance := func(a ledger.Account) int64 {
		n, err := f.ledger.Balance(context.Background(), f.d, a)
		if err != nil {
			f.t.Fatal(err)
		}
		return n
	}
	paid := balance(ledger.HouseBank("payout")) + balance(ledger.HouseBank("payout:alpha")) + balance(ledger.HouseBank("payout:beta"))
	got := fmt.Sprint(w.State, " ", f.attempt(sn).State, " ", balance(ledger.Centre("ming")), " ", balance(ledger.Locked("ming")), " ", paid)
	if want := fmt.Sprint(order, " ", attempt, " ", centre, " ", locked, " ", out); got != want {
		f.t.Errorf("order, attempt, centre, locked, paid out\n got %s\nwant %s", got, want)
	}
}

// byHand checks that staff can neither see where to pay, nor note a payout, nor give
// the money back, nor send it to another company, each with its sentence.
func (f *fixture) byHand(sn string, another error) {
	f.t.Helper()
	want := payer.ErrAttemptOpen
	ctx := context.Background()
	w := f.cashier.Payouts
	_, err := w.Destination(ctx, clara, sn)
	f.expect("destination", err, want)
	_, err = w.Pay(ctx, clara, sn, "BANK-1")
	f.expect("pay by hand", err, want)
	_, err = w.FailPayout(ctx, clara, sn, "银行退回")
	f.expect("give back", err, want)
	_, err = w.PayoutUnknown(ctx, clara, sn, "银行没有答复")
	f.expect("unknown", err, want)
	_, err = f.Send(ctx, clara, sn, "beta")
	f.expect("another company", err, another)
}

func (f *fixture) expect(what string, err, want error) {
	f.t.Helper()
	if !errors.Is(err, want) {
		f.t.Errorf("%s: %v, want %v", what, err, want)
	}
}

// death is what the process says when a test has it die.
type death string

// dies runs fn until the point is reached and ends it there, as a killed process
// would. Then the program is built anew on what is stored.
func (f *fixture) dies(point string, fn func()) {
	f.t.Helper()
	reached := false
	die := func(at string) {
		if at == point && !reached {
			reached = true
			panic(death(point))
		}
	}
	f.seam.Store(&die)
	func() {
		defer func() {
			if r := recover(); r != nil && r != death(point) {
				panic(r)
			}
		}()
		fn()
	}()
	f.seam.Store(nil)
	if !reached {
		f.t.Errorf("point %s was never reached", point)
	}
	f.start()
}

// company is the far side: its own orders and its own count of money.
type company struct {
	mu     sync.Mutex
	code   string
	orders map[string]*companyOrder
	calls  int
	pay    func(payment.Payout) error // what the call answers, after it was carried out unless lost
	lost   bool                       // calls do not arrive
	silent bool                       // queries are not answered
	veiled bool                       // queries say: no such order
	txn    string                     // of the next payment, "" to make one
}

type companyOrder struct {
	payment.Payout
	status payment.Status
}

func newCompany(code string) *company {
	return &company{code: code, orders: map[string]*companyOrder{}}
}

func (c *company) Rules() payment.Rules { return payment.Rules{Timeout: time.Second} }

func (c *company) NewRef(time.Time) string {
	return "F" + strings.ReplaceAll(uuid.NewString(), "-", "")[:19]
}

func (c *company) Pay(_ context.Context, p payment.Payout) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.calls++
	if !c.lost {
		c.orders[p.Ref] = &companyOrder{Payout: p, status: payment.Status{State: payment.Open}}
	}
	if c.pay != nil {
		return "", c.pay(p)
	}
	return "", nil
}

func (c *company) Lookup(_ context.Context, ref string) (payment.Status, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	o := c.orders[ref]
	switch {
	case c.silent:
		return payment.Status{}, errors.New("no answer")
	case o == nil || c.veiled:
		return payment.Status{State: payment.Absent}, nil
	}
	return o.status, nil
}

// says sets what became of an order.
func (c *company) says(ref string, state payment.State, amount money.Fen) {
	c.mu.Lock()
	defer c.mu.Unlock()
	o := c.orders[ref]
	o.status = payment.Status{State: state, Amount: amount, GatewayTxn: orText(c.txn, "T"+ref)}
}

func (c *company) called() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.calls
}

func (c *company) notice(ref, state string) payment.Raw {
	return payment.Raw{Method: "POST", Query: url.Values{"ref": {ref}, "state": {state}, "sign": {"right"}}}
}

func (c *company) ReadCallback(raw payment.Raw) (payment.PayoutNotice, error) {
	n := payment.PayoutNotice{Ref: raw.Query.Get("ref"), State: map[string]payment.State{"paid": payment.Paid, "failed": payment.Failed}[raw.Query.Get("state")]}
	if raw.Query.Get("sign") != "right" {
		return n, payment.ErrForged
	}
	return n, nil
}

func (c *company) Acknowledge() (string, string) { return "text/plain", "OK" }

// token is the token of the address that the company was given.
func (c *company) token(ref string) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	address := c.orders[ref].NotifyURL
	return address[strings.LastIndex(address, "/")+1:]
}

// companyOrder is the order of an attempt.
func (f *fixture) order(ref string) string {
	f.t.Helper()
	var sn string
	if err := f.d.NewRaw("SELECT sn FROM payout_attempt WHERE ref = ?", ref).Scan(f.t.Context(), &sn); err != nil {
		f.t.Fatal(err)
	}
	return sn
}
