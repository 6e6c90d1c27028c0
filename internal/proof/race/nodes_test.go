package race_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"os/exec"
	"os/signal"
	"sync"
	"syscall"
	"testing"
	"time"

	"hongyun/internal/app"
	"hongyun/internal/app/company"
	"hongyun/internal/apptest"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier/cashiertest"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/player/identity"
	"hongyun/internal/playerapi"
	"hongyun/internal/proof"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/sandbox"
)

// nodeOf is the environment variable that makes this program a node of the
// house instead of its tests: processes of their own can be stopped and
// continued, and share nothing but the database.
const nodeOf = "HONGYUN_RACE_NODE"

// neighbours is what a node is told.
type neighbours struct{ Database, Sandbox string }

func TestMain(m *testing.M) {
	told := os.Getenv(nodeOf)
	if told == "" {
		os.Exit(m.Run())
	}
	if err := beNode(told); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// beNode runs the house, jobs and all, until it is told to stop.
func beNode(told string) error {
	var n neighbours
	if err := json.Unmarshal([]byte(told), &n); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	a, err := app.New(ctx, n.config())
	if err != nil {
		return err
	}
	if err := a.Start(ctx); err != nil {
		return err
	}
	fmt.Println(a.URL("player")) // ready
	<-ctx.Done()
	within, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return a.Stop(within)
}

// The contracts between the house and the companies of these tests.
var agents = map[string]string{"ky": "70001", "leg": "80001"}

const desKey, md5Key, payKey = "0123456789abcdef", "race-md5-key-0001", "race-epay-key-01"

func (n neighbours) config() app.Config {
	rules := order.DefaultSettings()
	rules.HoldAfterChange, rules.GatewayOrdersOpen = 0, 1_000_000
	const many = 1_000_000
	c := app.Config{
		Database: n.Database, DataKey: []byte("0123456789abcdef0123456789abcdef"),
		Listen: app.Addresses{Player: "127.0.0.1:0", Admin: "127.0.0.1:0", Hooks: "127.0.0.1:0", Ops: "127.0.0.1:0"},
		Serves: func(netip.Addr) bool { return true }, ReqTokenSecrets: []string{apptest.ReqTokenSecret},
		Cashier: rules, Clock: calendar.System(), Log: quiet(), TestAnswer: apptest.Captcha,
		PlayerLimits: identity.Limits{ChecksPerIP: many, RegistersPerIP: many, ImagesPerIP: many, NetworkFailures: many},
		Rates:        playerapi.Rates{Visitor: many, Guess: many, Picture: many, Player: many, Money: many},
	}
	c.Phones = []string{"+86"}
	c.Reconcile.Scopes = []string{"test"} // where the players' first money comes from
	c.Companies.Gateways = []company.GatewayContract{{Code: "epay", Protocol: "epay", BaseURL: n.Sandbox + "/gateways/epay", PID: "1001", Key: payKey}}
	for _, code := range []string{"ky", "leg"} {
		at := n.Sandbox + "/venues/" + code
		c.Companies.Venues = append(c.Companies.Venues, company.VenueContract{
			Code: code, Protocol: "ky", BaseURL: at + "/channelHandle", RecordURL: at + "/getRecordHandle",
			Agent: agents[code], DESKey: desKey, MD5Key: md5Key, LineCode: "race",
			Timeout: 3 * time.Second, VisibleAfter: time.Second, MinGap: time.Nanosecond, Lag: time.Second,
		})
	}
	lifted(&c)
	return c
}

// openNodes starts companies and two nodes beside one PostgreSQL. This process
// has a third part of the house, which serves nobody and does no jobs: for
// staff, and to look into the books.
func openNodes(t *testing.T) (*house, []*exec.Cmd) {
	t.Helper()
	n := neighbours{Database: dbtest.Postgres(t)}
	var server *httptest.Server
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Clock: calendar.System(), Log: quiet(), BaseURL: func() string { return server.URL }, PullGap: -1,
		Venues: []sandbox.VenueConfig{
			{Code: "ky", PlatformID: 26, Protocol: sandbox.KY{Agent: agents["ky"], DESKey: desKey, MD5Key: md5Key, LineCode: "race"}},
			{Code: "leg", PlatformID: 31, Protocol: sandbox.KY{Agent: agents["leg"], DESKey: desKey, MD5Key: md5Key, LineCode: "race"}},
		},
		Gateways:    []sandbox.GatewayConfig{{Code: "epay", PID: "1001", Key: payKey}},
		NoticeRetry: []time.Duration{200 * time.Millisecond, time.Second, 3 * time.Second},
	})
	if err != nil {
		t.Fatal(err)
	}
	server = httptest.NewServer(companies.Handler())
	t.Cleanup(func() {
		companies.Stop()
		server.Close()
		_ = companies.Close()
	})
	n.Sandbox = server.URL
	c := n.config()
	c.JobsByHand = true
	office, err := app.New(context.WithoutCancel(t.Context()), c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		within, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		if err := office.Stop(within); err != nil {
			t.Error(err)
		}
	})
	if err := cashiertest.Seed(t.Context(), office.DB, cashiertest.MustBox(c.DataKey)); err != nil {
		t.Fatal(err)
	}
	h := &house{App: office, t: t, sandbox: server.URL, now: time.Now, client: newClient(t)}
	for _, name := range []string{"clerk", "payer"} {
		added, err := office.Accounts.Add(t.Context(), staff.System("test"), account.NewStaff{Name: name, Person: "id " + name, Roles: []string{"finance"}, Reason: "测试人员"})
		if err != nil {
			t.Fatal(err)
		}
		h.clerks = append(h.clerks, staff.Actor{ID: added.Person.ID, Name: added.Person.Name, Roles: added.Person.Roles, IP: "127.0.0.1"})
	}
	nodes := []*exec.Cmd{startNode(t, n, h), startNode(t, n, h)}
	return h, nodes
}

// startNode starts this program as a node and waits until it answers.
func startNode(t *testing.T, n neighbours, h *house) *exec.Cmd {
	t.Helper()
	told, err := json.Marshal(n)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), nodeOf+"="+string(told))
	cmd.Stderr = os.Stderr
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGCONT)
		_ = cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil {
			t.Errorf("a node ended with %v", err)
		}
	})
	lines := bufio.NewScanner(out)
	if !lines.Scan() {
		t.Fatal("a node did not start")
	}
	h.bases = append(h.bases, lines.Text())
	return cmd
}

// Trust SAG-4: two nodes beside one PostgreSQL serve the same players and do
// the same jobs, and each is stopped for a while and goes on where it was.
func TestTwoNodesOnOneDatabase(t *testing.T) {
	t.Parallel() // much of it is waiting: a venue must deny a transfer twice, a minute apart
	t.Run("postgres", func(t *testing.T) {
		tally := proof.Begin(t, "races", "a storm over two nodes beside one database, each stopped for a while and continued: every effect once")
		h, nodes := openNodes(t)
		owners := &sync.Map{}
		long := time.Duration(proof.Of(2, 20)) * time.Second
		h.storm(t, tally, firstSeed(), proof.Of(24, 64), long, func() { h.trouble(nodes, long, owners) })
		n := 0
		owners.Range(func(any, any) bool { n++; return true })
		if proof.Whole() && n < 2 {
			t.Errorf("jobs were owned by %d nodes", n)
		}
		if twice := h.count("SELECT COUNT(*) FROM (SELECT transfer, seq FROM transfer_ask GROUP BY transfer, seq HAVING COUNT(*) > 1) AS twice"); twice != 0 {
			t.Errorf("%d answers were noted twice", twice)
		}
		h.tabsOnTwoNodes()
	})
}

// trouble stops each node for a while, has the venue lose answers, and notes
// who owns the jobs meanwhile.
func (h *house) trouble(nodes []*exec.Cmd, long time.Duration, owners *sync.Map) {
	end := time.Now().Add(long)
	if proof.Whole() {
		for _, call := range []string{"transfer_in", "transfer_out"} {
			if err := h.control(http.MethodPost, "/faults", map[string]any{"target": "venue:ky", "call": call, "fault": "drop_response", "times": 3}, nil); err != nil {
				h.t.Error(err)
			}
		}
		for _, node := range nodes {
			h.owners(owners, long/8)
			if err := node.Process.Signal(syscall.SIGSTOP); err != nil {
				h.t.Error(err)
			}
			h.owners(owners, long/4)
			if err := node.Process.Signal(syscall.SIGCONT); err != nil {
				h.t.Error(err)
			}
		}
	}
	h.owners(owners, time.Until(end))
}

// owners notes which nodes hold jobs, for a while.
func (h *house) owners(seen *sync.Map, long time.Duration) {
	for end := time.Now().Add(long); time.Now().Before(end); time.Sleep(20 * time.Millisecond) {
		var names []string
		if err := h.DB.NewRaw("SELECT DISTINCT held_by FROM job_due WHERE held_by <> ''").Scan(context.Background(), &names); err != nil {
			h.t.Error(err)
			return
		}
		for _, n := range names {
			seen.Store(n, true)
		}
	}
}

// tabsOnTwoNodes opens games of one venue through both nodes at once.
func (h *house) tabsOnTwoNodes() {
	h.t.Helper()
	for round := range proof.Of(2, 6) {
		p := h.register(300 * money.Yuan).atVenues()
		if err := h.Wallets.SetAuto(h.t.Context(), p.id, true); err != nil {
			h.t.Fatal(err)
		}
		atOnce(2, func(i int) {
			r := p.fresh(launchCall, "platformId", "26", "playerName", p.name, "gameId", "ky", "mode", "1", "language", "zh-CN")
			r.node = i
			if a := p.send(h.t.Context(), r); !a.ok() {
				h.t.Errorf("round %d, tab %d: %s", round, i, a)
			}
		})
		if at, n := h.balance(ledger.VenueWallet(p.id, "ky")), h.count("SELECT COUNT(*) FROM transfer WHERE player = ?", p.id); at != 300*money.Yuan || n != 1 {
			h.t.Errorf("round %d: %d transfers, %s at the venue", round, n, at)
		}
	}
}

// Trust CON-5: nothing hangs on the isolation that a database happens to be set
// to. All the rest runs at READ COMMITTED; this at SERIALIZABLE.
func TestTheSameAtSerializable(t *testing.T) {
	t.Run("postgres", func(t *testing.T) {
		tally := proof.Begin(t, "races", "withdrawals and a storm on a database set to SERIALIZABLE: the same, and no error is shown")
		h := furnish(t, apptest.Open(t, dbtest.Postgres(t)+"&default_transaction_isolation=serializable", lifted))
		var level string
		if err := h.DB.NewRaw("SHOW transaction_isolation").Scan(t.Context(), &level); err != nil || level != "serializable" {
			t.Fatalf("the database is at %q, %v", level, err)
		}
		h.storm(t, tally, firstSeed(), proof.Of(8, 64), time.Duration(proof.Of(1, 5))*time.Second, nil)
	})
}
