package backup

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/app"
	"hongyun/internal/app/command"
	"hongyun/internal/app/company"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier/cashiertest"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/player/identity"
	"hongyun/internal/playerapi"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/sandbox"
)

// program is the real `hongyun`, built once.
var program string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "hongyun-backup-")
	if err != nil {
		panic(err)
	}
	program = filepath.Join(dir, "hongyun")
	if out, err := exec.Command("go", "build", "-o", program, "hongyun/cmd/hongyun").CombinedOutput(); err != nil {
		panic(string(out))
	}
	code := m.Run()
	_ = os.RemoveAll(dir)
	os.Exit(code)
}

// hongyun runs the real program and gives what it printed.
func hongyun(t *testing.T, args ...string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), program, append(args, "--log-level", "error")...).CombinedOutput()
	if err != nil {
		t.Fatalf("hongyun %v: %v\n%s", args, err, out)
	}
	return string(out)
}

// world is what stays when a house is lost: the companies, the time, and the
// address at which gateways reach us.
type world struct {
	t         *testing.T
	clock     *calendar.Movable
	companies *sandbox.Server
	sandbox   string
	contracts company.Companies

	hooks   *httptest.Server
	current atomic.Pointer[app.App] // who gets the callbacks
	mu      sync.Mutex
	notices []string // every callback address that was ever called
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, clock: calendar.NewMovable(calendar.System())}
	w.hooks = httptest.NewServer(http.HandlerFunc(w.passOn))
	t.Cleanup(w.hooks.Close)
	const des, md5, key = "0123456789abcdef", "test-md5-key-0001", "test-epay-key-01"
	var err error
	w.companies, err = sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: w.clock, Log: dbtest.Quiet(), BaseURL: func() string { return w.sandbox }, PullGap: -1,
		Venues:      []sandbox.VenueConfig{{Code: "ky", PlatformID: 26, Protocol: sandbox.KY{Agent: "70001", DESKey: des, MD5Key: md5, LineCode: "test"}}},
		Gateways:    []sandbox.GatewayConfig{{Code: "epay", PID: "1001", Key: key}},
		NoticeRetry: []time.Duration{time.Hour},
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(w.companies.Handler())
	server.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	w.sandbox = server.URL
	t.Cleanup(func() {
		w.companies.Stop()
		server.CloseClientConnections()
		server.Close()
		_ = w.companies.Close()
	})
	at := w.sandbox + "/venues/ky"
	w.contracts = company.Companies{
		Venues: []company.VenueContract{{
			Code: "ky", Protocol: "ky", BaseURL: at + "/channelHandle", RecordURL: at + "/getRecordHandle", Agent: "70001", DESKey: des,
			MD5Key: md5, LineCode: "test", Timeout: 10 * time.Second, MinGap: time.Nanosecond, Lag: time.Second,
		}},
		Gateways: []company.GatewayContract{{Code: "epay", Protocol: "epay", BaseURL: w.sandbox + "/gateways/epay", PID: "1001", Key: key}},
	}
	return w
}

// passOn brings a callback to the house that is there now, and remembers it.
func (w *world) passOn(to http.ResponseWriter, r *http.Request) {
	w.mu.Lock()
	w.notices = append(w.notices, r.URL.RequestURI())
	w.mu.Unlock()
	house := w.current.Load()
	if house == nil {
		http.Error(to, "nobody there", http.StatusBadGateway)
		return
	}
	answer, err := http.Get(house.URL("hooks") + r.URL.RequestURI())
	if err != nil {
		http.Error(to, "nobody there", http.StatusBadGateway)
		return
	}
	defer answer.Body.Close()
	to.WriteHeader(answer.StatusCode)
	_, _ = io.Copy(to, answer.Body)
}

// replay sends every callback there ever was once more.
func (w *world) replay() int {
	w.mu.Lock()
	all := append([]string(nil), w.notices...)
	w.mu.Unlock()
	for _, uri := range all {
		if answer, err := http.Get(w.current.Load().URL("hooks") + uri); err == nil {
			_ = answer.Body.Close()
		}
	}
	return len(all)
}

// house is one life of the house on a database.
type house struct {
	*app.App
	w    *world
	t    *testing.T
	lin  staff.Actor // finance
	risk staff.Actor
}

// open starts a house. Its staff are made if it is new.
func (w *world) open(database string) *house {
	w.t.Helper()
	rules := order.DefaultSettings()
	rules.HoldAfterChange, rules.TurnoverPercent, rules.GatewayOrdersOpen = 0, 0, 1_000_000
	const many = 1_000_000
	a, err := app.New(context.WithoutCancel(w.t.Context()), app.Config{
		Database: database, DataKey: []byte("0123456789abcdef0123456789abcdef"), Migrate: true,
		Listen:      app.Addresses{Player: "127.0.0.1:0", Admin: "127.0.0.1:0", Hooks: "127.0.0.1:0", Ops: "127.0.0.1:0"},
		PublicHooks: w.hooks.URL, Serves: func(netip.Addr) bool { return true }, ReqTokenSecrets: []string{"test"},
		Companies: w.contracts, Cashier: rules, Clock: w.clock, Log: dbtest.Quiet(),
		PlayerLimits: identity.Limits{ChecksPerIP: many, RegistersPerIP: many, ImagesPerIP: many, NetworkFailures: many},
		Rates:        playerapi.Rates{Visitor: many, Guess: many, Picture: many, Player: many, Money: many},
		MinAge:       identity.NoMinAge, Phones: []string{"+86"},
		Demo: true, TestAnswer: "abcd", JobsByHand: true,
	})
	if err != nil {
		w.t.Fatal(err)
	}
	h := &house{App: a, w: w, t: w.t}
	if err := cashiertest.Seed(w.t.Context(), h.DB, cashiertest.MustBox(h.DataKey)); err != nil {
		w.t.Fatal(err)
	}
	if err := h.Start(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	h.lin, h.risk = h.hire("lin", "finance"), h.hire("rita", "risk")
	return h
}

// close ends a life of the house.
func (h *house) close() {
	h.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	_ = h.Stop(ctx) // of a killed database it fails, and that is all the same
}

func (h *house) hire(name, role string) staff.Actor {
	h.t.Helper()
	people, _, err := h.Accounts.List(h.t.Context(), name, staff.Page{})
	if err != nil {
		h.t.Fatal(err)
	}
	for _, p := range people {
		if p.Name == name {
			return staff.Actor{ID: p.ID, Name: p.Name, Roles: p.Roles}
		}
	}
	added, err := h.Accounts.Add(h.t.Context(), staff.System("test"), account.NewStaff{Name: name, Person: "id " + name, Roles: []string{role}, Reason: "测试人员"})
	if err != nil {
		h.t.Fatal(err)
	}
	return staff.Actor{ID: added.Person.ID, Name: name, Roles: added.Person.Roles}
}

// grant gives a player play money.
func (h *house) grant(player string, amount money.Fen) {
	h.t.Helper()
	err := h.DB.Write(h.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := h.Ledger.Post(ctx, tx, ledger.Entry{
			Scope: "test", Key: "grant:" + player, Kind: "adjust.grant", By: "test",
			Postings: []ledger.Posting{{From: ledger.HouseAdjust(), To: ledger.Centre(player), Amount: int64(amount)}},
		})
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// due runs everything that is due, after letting time pass.
func (h *house) due(after time.Duration) {
	h.t.Helper()
	h.w.clock.Advance(after)
	if err := h.Jobs.RunDue(h.t.Context()); err != nil {
		h.t.Fatalf("jobs: %v", err)
	}
}

// decide is a second person's yes.
func (h *house) decide(by staff.Actor, approval string) error {
	_, err := h.Staff.Decide(h.t.Context(), by, approval, true, "")
	return err
}

// proveBooks runs the product's own verify.
func (h *house) proveBooks() {
	h.t.Helper()
	report, err := command.VerifyBooks(h.t.Context(), h.DB)
	if err != nil || !report.OK {
		h.t.Fatalf("books: %v\n%s", err, report.Text())
	}
}

// control asks the companies, or tells them what to do.
func (w *world) control(method, path string, wish, answer any) error {
	text, err := json.Marshal(wish)
	if err != nil {
		return err
	}
	r, err := http.NewRequest(method, w.sandbox+"/control"+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	got, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer got.Body.Close()
	if got.StatusCode != http.StatusOK {
		body, _ := io.ReadAll(got.Body)
		return fmt.Errorf("%s: %s %s", path, got.Status, body)
	}
	if answer == nil {
		return nil
	}
	return json.NewDecoder(got.Body).Decode(answer)
}

// companyBooks are the companies' own: who has what at the venue, which orders
// are paid at the gateway.
func (w *world) companyBooks() (balances, paid map[string]money.Fen) {
	w.t.Helper()
	var seen struct {
		Venues   map[string]map[string]string
		Gateways map[string][]struct{ Order, Paid string }
	}
	if err := w.control(http.MethodGet, "/books", nil, &seen); err != nil {
		w.t.Fatal(err)
	}
	balances, paid = map[string]money.Fen{}, map[string]money.Fen{}
	yuan := func(text string) money.Fen {
		fen, err := money.ParseYuan(text)
		if err != nil {
			w.t.Fatalf("the companies say %q", text)
		}
		return fen
	}
	for name, text := range seen.Venues["ky"] {
		balances[name] = yuan(text)
	}
	for _, o := range seen.Gateways["epay"] {
		if fen := yuan(o.Paid); fen > 0 {
			paid[o.Order] = fen
		}
	}
	return balances, paid
}

// chance is a source of decisions that a seed replays.
func chance(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0xbac0)) }
