package crash

import (
	"bytes"
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"hongyun/internal/app/company"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/money"
	"hongyun/sandbox"
	"hongyun/sandbox/play/arcade"
)

// house is one database with its companies, and the nodes that run on it.
type house struct {
	e         *engine
	dir       string
	database  string
	clock     *sharedClock
	companies *sandbox.Server
	firms     []firm // the venues among them
	losses    losses // what befalls requests to them
	address   string // of the companies
	outside   *httptest.Server
	contracts string // file
	nodes     []*node
	desks     []*desk

	starts    atomic.Int64 // of nodes
	slowStart atomic.Int64 // nanoseconds
}

// sharedClock is the machine's clock put ahead by what stands in a file, which
// all nodes of a house read.
type sharedClock struct {
	file  *os.File
	mu    sync.Mutex
	ahead time.Duration
}

func (c *sharedClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return time.Now().Add(c.ahead)
}

func (c *sharedClock) advance(d time.Duration) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ahead += d
	_, err := c.file.WriteAt(binary.LittleEndian.AppendUint64(nil, uint64(c.ahead)), 0)
	return err
}

// firm is a game company: its side of the protocol, and our contract with it.
type firm struct {
	code     string
	platform int
	games    []arcade.Game
	protocol sandbox.Protocol
	contract func(at string) company.VenueContract // at is where the company answers
}

const des, md5Key = "0123456789abcdef", "test-md5-key-0001"

var kyFirm = firm{
	code: "ky", platform: 26, protocol: sandbox.KY{Agent: "70001", DESKey: des, MD5Key: md5Key, LineCode: "test"},
	contract: func(at string) company.VenueContract {
		return company.VenueContract{
			Code: "ky", Protocol: "ky", BaseURL: at + "/channelHandle", RecordURL: at + "/getRecordHandle",
			Agent: "70001", DESKey: des, MD5Key: md5Key, LineCode: "test",
		}
	},
}

// open makes a house with companies and no node yet. Without firms it has one
// venue, ky.
func open(e *engine, name string, firms ...firm) (*house, error) {
	dir, err := os.MkdirTemp(root, strings.ReplaceAll(name, "/", "-")+"-")
	if err != nil {
		return nil, err
	}
	if firms == nil {
		firms = []firm{kyFirm}
	}
	h := &house{e: e, dir: dir, firms: firms, clock: &sharedClock{}, contracts: filepath.Join(dir, "companies.json")}
	if h.database, err = e.database(dir); err != nil {
		return nil, err
	}
	if h.clock.file, err = os.Create(filepath.Join(dir, "clock")); err != nil {
		return nil, err
	}
	if err := h.clock.advance(0); err != nil {
		return nil, err
	}
	for _, c := range e.clerks {
		h.desks = append(h.desks, &desk{clerk: c})
	}
	return h, h.openCompanies()
}

// openCompanies starts the simulated companies in this process, and writes the
// house's side of the contracts.
func (h *house) openCompanies() error {
	const key = "test-epay-key-01"
	gateways := []sandbox.GatewayConfig{{Code: "epay", PID: "1001", Key: key}}
	config := sandbox.Config{
		DataDir: h.dir, Clock: h.clock, Log: dbtest.Quiet(), BaseURL: func() string { return h.address }, PullGap: -1, Gateways: gateways,
		// The gateway comes again when it is told to, and not by itself.
		NoticeRetry: []time.Duration{time.Hour},
	}
	for _, f := range h.firms {
		config.Venues = append(config.Venues, sandbox.VenueConfig{Code: f.code, PlatformID: f.platform, Protocol: f.protocol})
		if f.games != nil {
			config.Games = append(config.Games, arcade.Venue{Code: f.code, Games: f.games})
		}
	}
	var err error
	if h.companies, err = sandbox.New(config); err != nil {
		return err
	}
	h.outside = httptest.NewServer(h.losses.between(h.companies.Handler()))
	h.outside.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	h.address = h.outside.URL
	contracts := company.Companies{
		Gateways: []company.GatewayContract{{Code: "epay", Protocol: "epay", BaseURL: h.address + "/gateways/epay", PID: "1001", Key: key}},
	}
	for _, f := range h.firms {
		contracts.Venues = append(contracts.Venues, f.contract(h.address+"/venues/"+f.code))
	}
	text, err := json.Marshal(contracts)
	if err != nil {
		return err
	}
	return os.WriteFile(h.contracts, text, 0o600)
}

// close ends everything and throws the data away.
func (h *house) close() {
	for _, n := range h.nodes {
		n.kill()
	}
	h.companies.Stop()
	h.outside.CloseClientConnections()
	h.outside.Close()
	_ = h.companies.Close()
	if h.e.server != nil {
		_ = h.e.server.run("DROP DATABASE IF EXISTS " + databaseName(h.database) + " WITH (FORCE)")
	}
	_ = h.clock.file.Close()
	_ = os.RemoveAll(h.dir)
}

// read runs fn on the database with a connection of its own. It is closed
// again, so that the next start of the house finds what a dead process left.
func (h *house) read(fn func(ctx context.Context, d *db.DB) error) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	d, err := db.Open(ctx, h.database, db.Options{Log: dbtest.Quiet(), MaxConns: 2})
	if err != nil {
		return err
	}
	defer d.Close()
	return fn(ctx, d)
}

// verify runs `hongyun books verify`, the product's own.
func (h *house) verify() error {
	_, product, err := programs()
	if err != nil {
		return err
	}
	c := exec.Command(product, "books", "verify", "--database", h.database, "--log-level", "error")
	if out, err := c.CombinedOutput(); err != nil {
		return fmt.Errorf("books verify: %w\n%s", err, out)
	}
	return nil
}

// companyBooks is what the companies' own books say.
type companyBooks struct {
	balances map[string]money.Fen // at the venue, by player
	paid     map[string]money.Fen // at the gateway, by order
}

func (h *house) company() (companyBooks, error) {
	var seen struct {
		Venues   map[string]map[string]string
		Gateways map[string][]struct{ Order, Paid string }
	}
	out := companyBooks{map[string]money.Fen{}, map[string]money.Fen{}}
	if err := h.control(http.MethodGet, "/books", nil, &seen); err != nil {
		return out, err
	}
	var failed error
	yuan := func(text string) money.Fen {
		fen, err := money.ParseYuan(text)
		failed = errors.Join(failed, err)
		return fen
	}
	for name, text := range seen.Venues["ky"] {
		out.balances[name] = yuan(text)
	}
	for _, o := range seen.Gateways["epay"] {
		if fen := yuan(o.Paid); fen > 0 {
			out.paid[o.Order] = fen
		}
	}
	return out, failed
}

// control tells the companies what to do.
func (h *house) control(method, path string, wish, answer any) error {
	text, err := json.Marshal(wish)
	if err != nil {
		return err
	}
	r, err := http.NewRequest(method, h.address+"/control"+path, bytes.NewReader(text))
	if err != nil {
		return err
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: %s %s %w", path, response.Status, raw, err)
	}
	if answer != nil {
		return json.Unmarshal(raw, answer)
	}
	return nil
}

// fault makes a company misbehave; times -1 is until healthy is called.
func (h *house) fault(target, call, kind string, times int) error {
	return h.control(http.MethodPost, "/faults", map[string]any{"target": target, "call": call, "fault": kind, "times": times}, nil)
}

func (h *house) healthy() error { return h.control(http.MethodDelete, "/faults", nil, nil) }

// node is one process of the house. It keeps its addresses over its deaths.
type node struct {
	h                         *house
	player, admin, hooks, ops string
	mu                        sync.Mutex
	process                   *exec.Cmd
	dead                      chan struct{}
}

// startNode adds a node and waits until it is ready.
func (h *house) startNode() (*node, error) {
	ports := freePorts(4)
	at := func(i int) string { return fmt.Sprintf("127.0.0.1:%d", ports[i]) }
	n := &node{h: h, player: at(0), admin: at(1), hooks: at(2), ops: at(3)}
	h.nodes = append(h.nodes, n)
	return n, n.start()
}

func (n *node) start() error {
	program, _, err := programs()
	if err != nil {
		return err
	}
	log, err := os.OpenFile(filepath.Join(n.h.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	c := exec.Command(program, "serve", "--database", n.h.database, "--log-text", "--log-level", "warn", "--plain-web", "--serve-networks", "everyone",
		"--player", n.player, "--admin", n.admin, "--hooks", n.hooks, "--ops", n.ops, "--companies", n.h.contracts)
	c.Env = append(os.Environ(), "HONGYUN_DATA_KEY="+dataKey, "HONGYUN_REQ_TOKEN_SECRETS="+reqSecret, "HONGYUN_CRASH_CLOCK="+n.h.clock.file.Name())
	c.Stdout, c.Stderr, c.SysProcAttr = log, log, &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	began := time.Now()
	if err := startChild(c); err != nil {
		return err
	}
	dead := make(chan struct{})
	go func() { _ = c.Wait(); close(dead) }()
	n.mu.Lock()
	n.process, n.dead = c, dead
	n.mu.Unlock()
	for time.Since(began) < 40*time.Second {
		if r, err := outsider.Get("http://" + n.ops + "/readyz"); err == nil {
			_ = r.Body.Close()
			if r.StatusCode == http.StatusOK {
				n.h.starts.Add(1)
				for took := time.Since(began).Nanoseconds(); took > n.h.slowStart.Load(); {
					n.h.slowStart.Store(took)
				}
				return nil
			}
		}
		select {
		case <-dead:
			return fmt.Errorf("the house ended while it started:\n%s", n.h.lastWords())
		case <-time.After(4 * time.Millisecond):
		}
	}
	return fmt.Errorf("the house is not ready after 40 s:\n%s", n.h.lastWords())
}

// lastWords is the end of the log.
func (h *house) lastWords() string {
	text, _ := os.ReadFile(filepath.Join(h.dir, "log"))
	if len(text) > 4000 {
		text = text[len(text)-4000:]
	}
	return string(text)
}

// kill ends the process from outside, whatever it does.
func (n *node) kill() {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.process != nil {
		_ = n.process.Process.Kill()
		<-n.dead
	}
}

// arm tells the process where it is to end, or to stop.
func (n *node) arm(point string, nth, delayMs int, stop bool) error {
	text, err := json.Marshal(map[string]any{"point": point, "nth": nth, "delayMs": delayMs, "stop": stop})
	if err != nil {
		return err
	}
	r, err := outsider.Post("http://"+n.ops+"/crash/arm", "application/json", bytes.NewReader(text))
	if err != nil {
		return err
	}
	defer r.Body.Close()
	if r.StatusCode != http.StatusOK {
		return fmt.Errorf("arm %s: %s", point, r.Status)
	}
	return nil
}

// died waits for the end of the process by its own SIGKILL.
func (n *node) died(within time.Duration) error {
	select {
	case <-n.dead:
	case <-time.After(within):
		return errors.New("the point was never reached")
	}
	if status, ok := n.process.ProcessState.Sys().(syscall.WaitStatus); !ok || status.Signal() != syscall.SIGKILL {
		return fmt.Errorf("it ended otherwise: %s\n%s", n.process.ProcessState, n.h.lastWords())
	}
	return nil
}

// stopped waits until the process has stopped itself.
func (n *node) stopped(within time.Duration) error {
	for began := time.Now(); time.Since(began) < within; time.Sleep(2 * time.Millisecond) {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", n.process.Process.Pid))
		if err != nil {
			return err
		}
		if after := bytes.LastIndexByte(text, ')'); after > 0 && after+2 < len(text) && text[after+2] == 'T' {
			return nil
		}
	}
	return errors.New("the point was never reached")
}

func (n *node) goOn() error { return n.process.Process.Signal(syscall.SIGCONT) }

var ports struct {
	mu    sync.Mutex
	taken map[int]bool
}

// freePorts are ports below those that the system gives away by itself: a house
// that is down for a moment must find its own free again.
func freePorts(count int) []int {
	ports.mu.Lock()
	defer ports.mu.Unlock()
	if ports.taken == nil {
		ports.taken = map[int]bool{}
	}
	var out []int
	for len(out) < count {
		port := 12_000 + rand.IntN(19_000)
		if ports.taken[port] {
			continue
		}
		l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if err != nil {
			continue
		}
		_ = l.Close()
		ports.taken[port] = true
		out = append(out, port)
	}
	return out
}
