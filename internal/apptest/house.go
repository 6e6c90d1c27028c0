package apptest

import (
	"context"
	"net/http/httptest"
	"net/netip"
	"slices"
	"strings"
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
	"hongyun/sandbox/play/arcade"
)

// Captcha is the answer that is accepted beside the drawn one.
const Captcha = "abcd"

// ReqTokenSecret is what request tokens of the test house are made with.
const ReqTokenSecret = "test-request-token"

// House is a running house.
type House struct {
	*app.App
	Clock     *calendar.Fixed
	Companies *sandbox.Server
	Sandbox   string // address of the companies
	Files     string // folder of the companies' own books, sandbox.db
	Broken    bool   // the test breaks the books on purpose: they are not proved at its end

	t testing.TB
}

// Option changes the configuration of a test house.
type Option func(*app.Config)

// Each runs a test on a house on SQLite and on one on PostgreSQL.
func Each(t *testing.T, test func(t *testing.T, h *House), options ...Option) {
	t.Helper()
	t.Run("sqlite", func(t *testing.T) { test(t, Open(t, dbtest.SQLite(t), options...)) })
	t.Run("postgres", func(t *testing.T) { test(t, Open(t, dbtest.Postgres(t), options...)) })
}

// Open starts a house on a database. It is stopped when the test ends, after
// its books were proved.
func Open(t testing.TB, database string, options ...Option) *House {
	t.Helper()
	h := &House{t: t, Clock: calendar.NewFixed(dbtest.Noon)}
	companies := h.openCompanies()
	rules := order.DefaultSettings()
	rules.HoldAfterChange, rules.BankOrdersOpen, rules.GatewayOrdersOpen = 0, 1000, 1_000_000
	const many = 1_000_000
	c := app.Config{
		Database: database, DataKey: []byte("0123456789abcdef0123456789abcdef"), Migrate: true,
		Listen: app.Addresses{Player: "127.0.0.1:0", Admin: "127.0.0.1:0", Hooks: "127.0.0.1:0", Ops: "127.0.0.1:0"},
		Serves: func(netip.Addr) bool { return true }, ReqTokenSecrets: []string{ReqTokenSecret},
		Companies: companies, Cashier: rules, Clock: h.Clock, Log: dbtest.Quiet(),
		PlayerLimits: identity.Limits{ChecksPerIP: many, RegistersPerIP: many, ImagesPerIP: many, NetworkFailures: many},
		Rates:        playerapi.Rates{Visitor: many, Guess: many, Picture: many, Player: many, Money: many, Beacon: many},
		MinAge:       identity.NoMinAge, Phones: []string{"+86"},
		GatewayInside: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, // where the simulated companies are
		Demo:          true, TestAnswer: Captcha, JobsByHand: true,
	}
	for _, o := range options {
		o(&c)
	}
	var err error
	if h.App, err = app.New(context.WithoutCancel(t.Context()), c); err != nil {
		t.Fatal(err)
	}
	if len(c.Companies.Gateways) > 0 { // without one, a house begins with no way of money
		if err := cashiertest.Seed(t.Context(), h.DB, cashiertest.MustBox(c.DataKey)); err != nil {
			t.Fatal(err)
		}
	}
	if err := h.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.end)
	return h
}

// openCompanies starts the simulated companies and gives the house's side of
// the contracts.
func (h *House) openCompanies() company.Companies {
	h.t.Helper()
	const des, md5, key = "0123456789abcdef", "test-md5-key-0001", "test-epay-key-01"
	board := []sandbox.VenueConfig{
		{Code: "ky", PlatformID: 26, Protocol: sandbox.KY{Agent: "70001", DESKey: des, MD5Key: md5, LineCode: "test"}},
		{Code: "leg", PlatformID: 31, Protocol: sandbox.KY{Agent: "80001", DESKey: des, MD5Key: md5, LineCode: "test"}},
	}
	venues := append(slices.Clone(board), sandbox.VenueConfig{Code: "im", PlatformID: 12, Protocol: sandbox.IM{MerchantCode: sportsMerchant}},
		sandbox.VenueConfig{Code: "s47", PlatformID: 47, Protocol: sandbox.CQ9{Token: slotToken}})
	games := []arcade.Venue{
		{Code: "im", Games: []arcade.Game{{Code: "0", Name: "体育大厅", Kind: arcade.KindSports}}}, {Code: "s47", Games: SlotGames},
	}
	for _, o := range offers {
		venues = append(venues, sandbox.VenueConfig{Code: o.code, PlatformID: o.platform, Protocol: o.protocol(h)})
		games = append(games, arcade.Venue{Code: o.code, Games: []arcade.Game{o.game}})
	}
	var err error
	h.Files = h.t.TempDir()
	h.Companies, err = sandbox.New(sandbox.Config{
		DataDir: h.Files, Clock: h.Clock, Log: dbtest.Quiet(), BaseURL: func() string { return h.Sandbox }, PullGap: -1,
		Venues: venues, Games: games,
		Gateways: []sandbox.GatewayConfig{
			{Code: "epay", PID: "1001", Key: key},
			// Companies without a contract: tests that want one enter it.
			{Code: "four", Protocol: "fourparty", PID: "10001", Key: "test-four-key-01"}, {Code: "coins", Protocol: "epusdt", Key: "test-coins-token"},
		},
		Chains:      []sandbox.ChainConfig{{Network: "trc20"}},
		NoticeRetry: []time.Duration{50 * time.Millisecond, 200 * time.Millisecond},
	})
	if err != nil {
		h.t.Fatal(err)
	}
	server := httptest.NewServer(h.Companies.Handler())
	h.Sandbox = server.URL
	h.t.Cleanup(func() {
		h.Companies.Stop()
		server.Close()
		_ = h.Companies.Close()
	})
	out := company.Companies{Gateways: []company.GatewayContract{
		{Code: "epay", Protocol: "epay", BaseURL: h.Sandbox + "/gateways/epay", PID: "1001", Key: key},
	}}
	out.Chains = []company.ChainContract{{Network: "trc20", URL: h.Sandbox + "/chains/trc20"}}
	for _, v := range board {
		at, keys := h.Sandbox+"/venues/"+v.Code, v.Protocol.(sandbox.KY)
		out.Venues = append(out.Venues, company.VenueContract{
			Code: v.Code, Protocol: "ky", BaseURL: at + "/channelHandle", RecordURL: at + "/getRecordHandle",
			Agent: keys.Agent, DESKey: keys.DESKey, MD5Key: keys.MD5Key, LineCode: keys.LineCode, Timeout: 10 * time.Second, MinGap: time.Nanosecond, Lag: time.Second,
		})
	}
	return out
}

const sportsMerchant = "TESTMERCHANT00000000000000000032"

// Sports is an Option: the house has a contract with the sportsbook "im" too.
func Sports(c *app.Config) {
	at, _, _ := strings.Cut(c.Companies.Gateways[0].BaseURL, "/gateways/")
	c.Companies.Venues = append(c.Companies.Venues, company.VenueContract{
		Code: "im", Protocol: "im", BaseURL: at + "/venues/im", Token: sportsMerchant, PasswordKey: "test-password-key",
		Timeout: 10 * time.Second, MinGap: time.Nanosecond, Lag: time.Second,
	})
}

const slotToken = "test-cq9-token"

// SlotGames are the games of the simulated slot venue.
var SlotGames = []arcade.Game{{Code: "52", Name: "跳高高", Kind: arcade.KindSlot}, {Code: "AB3", Name: "天天捕鱼", Kind: arcade.KindSlot}}

// Slots is an Option: the house has a contract with the slot venue "s47" too, which
// gives the list of its games.
func Slots(c *app.Config) {
	at, _, _ := strings.Cut(c.Companies.Gateways[0].BaseURL, "/gateways/")
	c.Companies.Venues = append(c.Companies.Venues, company.VenueContract{
		Code: "s47", Protocol: "cq9", BaseURL: at + "/venues/s47", Token: slotToken, PasswordKey: "test-password-key",
		Timeout: 10 * time.Second, MinGap: time.Nanosecond, Lag: time.Second,
	})
}

// end proves the books and stops the house.
func (h *House) end() {
	report, err := command.VerifyBooks(context.Background(), h.DB)
	if h.Broken {
		report.OK = true
	}
	if err != nil {
		h.t.Errorf("books: %v", err)
	} else if !report.OK {
		h.t.Errorf("the books are broken after the test:\n%s", report.Text())
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	if err := h.Stop(ctx); err != nil {
		h.t.Errorf("stop: %v", err)
	}
}

// Advance moves the clock and runs what came due.
func (h *House) Advance(d time.Duration) {
	h.t.Helper()
	h.Clock.Advance(d)
	h.Due()
}

// Due runs every job that is due now.
func (h *House) Due() {
	h.t.Helper()
	if err := h.Jobs.RunDue(h.t.Context()); err != nil {
		h.t.Fatalf("jobs: %v", err)
	}
}

// Grant gives a player play money through the books.
func (h *House) Grant(player string, amount money.Fen) {
	h.t.Helper()
	err := h.DB.Write(h.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := h.Ledger.Post(ctx, tx, ledger.Entry{
			Scope: "test", Key: "grant:" + strings.ToLower(player) + ":" + amount.String(), Kind: "adjust.grant", By: "test",
			Postings: []ledger.Posting{{From: ledger.HouseAdjust(), To: ledger.Centre(strings.ToLower(player)), Amount: int64(amount)}},
		})
		return err
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

// Book is what a player has in each account, as text that reads well in a
// table: "centre 100.00 locked 0.00 transit 0.00 ky 0.00".
func (h *House) Book(name string, venues ...string) string {
	h.t.Helper()
	id := strings.ToLower(name)
	var out []string
	add := func(label string, a ledger.Account) {
		balance, err := h.Ledger.Balance(h.t.Context(), h.DB, a)
		if err != nil {
			h.t.Fatal(err)
		}
		out = append(out, label+" "+money.Fen(balance).String())
	}
	add("centre", ledger.Centre(id))
	add("locked", ledger.Locked(id))
	add("transit", ledger.Transit(id))
	for _, v := range venues {
		add(v, ledger.VenueWallet(id, v))
	}
	return strings.Join(out, " ")
}

// AddStaff makes a member of staff and returns the actor.
func (h *House) AddStaff(name string, roles ...string) staff.Actor {
	h.t.Helper()
	added, err := h.Accounts.Add(h.t.Context(), staff.System("test"), account.NewStaff{Name: name, Person: "id " + name, Roles: roles, Reason: "测试人员"})
	if err != nil {
		h.t.Fatal(err)
	}
	return staff.Actor{ID: added.Person.ID, Name: added.Person.Name, Roles: added.Person.Roles, IP: "127.0.0.1"}
}
