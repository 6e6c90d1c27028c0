package crash

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/netip"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/google/uuid"
	_ "github.com/jackc/pgx/v5/stdlib"

	"hongyun/internal/app"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier/cashiertest"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/player/identity"
	"hongyun/internal/proof"
	"hongyun/internal/staff/stafftest"
)

const (
	dataKey   = "6162636465666768696a6b6c6d6e6f707172737475767778797a303132333435"
	reqSecret = "crash-request-token"
	granted   = 100_000 * money.Yuan // what each player has at first
)

// person is a player with a session, a device, a name and a bank card.
type person struct {
	id, ticket, device string
	card               int64
}

// clerk is a member of staff.
type clerk struct{ name, password, secret string }

// engine makes databases, each with the same people in it.
type engine struct {
	name     string
	server   *server // PostgreSQL only
	template string  // the file, or the database, that is copied
	players  []person
	clerks   []clerk
	serial   atomic.Int64
	copying  sync.Mutex // a template can be copied by one at a time
}

var engines = map[string]func() (*engine, error){
	"sqlite": sync.OnceValues(func() (*engine, error) {
		e := &engine{name: "sqlite", template: filepath.Join(root, "template.db")}
		return e, e.fill("sqlite:" + e.template)
	}),
	"postgres": sync.OnceValues(func() (*engine, error) {
		s, err := newServer()
		if err != nil {
			return nil, err
		}
		return ofServer(s)
	}),
}

// ofServer is the engine on a server of its own.
func ofServer(s *server) (*engine, error) {
	e := &engine{name: "postgres", server: s, template: "template_crash"}
	if err := s.run("CREATE DATABASE " + e.template); err != nil {
		return nil, err
	}
	return e, e.fill(s.address(e.template))
}

// fill makes the tables and the people. They came two days ago, so that their
// cards are not new.
func (e *engine) fill(address string) error {
	ctx := context.Background()
	key := []byte("abcdefghijklmnopqrstuvwxyz012345")
	clock := calendar.NewFixed(time.Now().Add(-48 * time.Hour))
	const many = 1_000_000
	a, err := app.New(ctx, app.Config{
		Database: address, DataKey: key, Migrate: true,
		Listen: app.Addresses{Player: "127.0.0.1:0", Admin: "127.0.0.1:0", Hooks: "127.0.0.1:0", Ops: "127.0.0.1:0"},
		Serves: func(netip.Addr) bool { return true }, ReqTokenSecrets: []string{reqSecret}, Clock: clock, Log: dbtest.Quiet(),
		PlayerLimits: identity.Limits{RegistersPerIP: many, ImagesPerIP: many, Session: 10_000 * time.Hour}, TestAnswer: "abcd", JobsByHand: true,
		Phones: []string{"+86"},
	})
	if err != nil {
		return err
	}
	if err := cashiertest.Seed(ctx, a.DB, cashiertest.MustBox(key)); err != nil {
		return err
	}
	for _, name := range []string{"maker", "checker"} {
		added, err := stafftest.Add(ctx, a.Accounts, a.Clock.Now(), name, "owner")
		if err != nil {
			return err
		}
		e.clerks = append(e.clerks, clerk{name, added.Password, added.TOTPSecret})
	}
	for i := range proof.Of(6, 20) {
		p, err := join(ctx, a, i)
		if err != nil {
			return err
		}
		e.players = append(e.players, p)
	}
	// A copy is a house of its own, and not a restored one.
	err = a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("DELETE FROM gate_place").Exec(ctx)
		return err
	})
	return errors.Join(err, a.Stop(ctx))
}

// join registers a player like anybody else, and grants play money.
func join(ctx context.Context, a *app.App, i int) (person, error) {
	name, vRand := fmt.Sprintf("player%02d", i), uuid.NewString()
	if _, err := a.Players.Image(ctx, vRand, ""); err != nil {
		return person{}, err
	}
	in, err := a.Players.Register(ctx, player.Registration{
		Name: name, Password: "secret88", Phone: fmt.Sprintf("139%08d", i), VerifyCode: "abcd", VRand: vRand,
	})
	if err != nil {
		return person{}, err
	}
	if err := a.Players.UpdateInfo(ctx, name, player.InfoBirthday, "1990-01-31"); err != nil {
		return person{}, err
	}
	if err := a.Players.UpdateInfo(ctx, name, player.InfoTrueName, "王小明"); err != nil {
		return person{}, err
	}
	card, err := a.Cashier.Cards.Bind(ctx, destination.CardOrder{
		Player: name, Bank: "ICBC", Number: luhn(fmt.Sprintf("622202%012d", i)), Province: "北京市", City: "东城区", Branch: "王府井支行", Holder: "王小明",
	})
	if err != nil {
		return person{}, err
	}
	err = a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := a.Ledger.Post(ctx, tx, ledger.Entry{
			Scope: "test", Key: "grant:" + name, Kind: "adjust.grant", By: "test",
			Postings: []ledger.Posting{{From: ledger.HouseAdjust(), To: ledger.Centre(name), Amount: int64(granted)}},
		})
		return err
	})
	return person{id: name, ticket: in.Ticket, device: in.DeviceCookie, card: card.ID}, err
}

// luhn adds the check digit to a card number.
func luhn(digits string) string {
	sum := 0
	for i := range digits {
		d := int(digits[len(digits)-1-i] - '0')
		if i%2 == 0 {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
	}
	return fmt.Sprintf("%s%d", digits, (10-sum%10)%10)
}

// database is the address of a fresh copy of the template.
func (e *engine) database(dir string) (string, error) {
	if e.server == nil {
		text, err := os.ReadFile(e.template)
		if err != nil {
			return "", err
		}
		file := filepath.Join(dir, "hongyun.db")
		return "sqlite:" + file, os.WriteFile(file, text, 0o600)
	}
	e.copying.Lock()
	defer e.copying.Unlock()
	name := fmt.Sprintf("house_%d", e.serial.Add(1))
	return e.server.address(name), e.server.run("CREATE DATABASE " + name + " TEMPLATE " + e.template)
}

// server is a PostgreSQL of this run's own, whose commits are durable.
type server struct {
	dir, bin string
	port     int
	mu       sync.Mutex
	process  *exec.Cmd
	ended    chan struct{}
}

var servers []*server

func newServer() (*server, error) {
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin")
	sort.Strings(found)
	if len(found) == 0 {
		path, err := exec.LookPath("initdb")
		if err != nil {
			return nil, fmt.Errorf("no PostgreSQL to test on: %w", err)
		}
		found = []string{filepath.Dir(path)}
	}
	dir, err := os.MkdirTemp(root, "pg-")
	if err != nil {
		return nil, err
	}
	s := &server{dir: dir, bin: found[len(found)-1], port: freePorts(1)[0]}
	if os.Getuid() == 0 {
		if err := os.Chown(dir, nobody, nobody); err != nil {
			return nil, err
		}
	}
	out, err := s.command("initdb", "-N", "-A", "trust", "-U", "postgres", "--locale=C.UTF-8", "--lc-collate=C", "-E", "UTF8", "-D", filepath.Join(dir, "data")).CombinedOutput()
	if err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, out)
	}
	servers = append(servers, s)
	return s, s.start()
}

const nobody = 65534

// command is one of the server's programs, which refuse to run as root.
func (s *server) command(name string, args ...string) *exec.Cmd {
	c := exec.Command(filepath.Join(s.bin, name), args...)
	c.Dir, c.SysProcAttr = s.dir, &syscall.SysProcAttr{}
	if os.Getuid() == 0 {
		c.SysProcAttr.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	return c
}

// start starts the server, again and again until it answers: after a kill the
// memory of the one before may still be in use for a moment.
func (s *server) start() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	var err error
	for began := time.Now(); time.Since(began) < 60*time.Second; time.Sleep(50 * time.Millisecond) {
		if s.process == nil {
			log, err := os.OpenFile(filepath.Join(s.dir, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
			if err != nil {
				return err
			}
			c := s.command("postgres", "-D", filepath.Join(s.dir, "data"), "-p", fmt.Sprint(s.port), "-k", s.dir, "-c", "listen_addresses=127.0.0.1",
				"-c", "fsync=on", "-c", "synchronous_commit=on", "-c", "full_page_writes=on", "-c", "max_connections=2000", "-c", "shared_buffers=64MB")
			c.Stdout, c.Stderr, c.SysProcAttr.Pdeathsig = log, log, syscall.SIGQUIT
			if err := startChild(c); err != nil {
				return err
			}
			_ = log.Close()
			ended := make(chan struct{})
			go func() { _ = c.Wait(); close(ended) }()
			s.process, s.ended = c, ended
		}
		select {
		case <-s.ended:
			s.process = nil
			continue
		default:
		}
		if err = s.answers(); err == nil {
			return nil
		}
	}
	return fmt.Errorf("the database server does not start: %w", err)
}

// answers says whether it is this server that answers at its address.
func (s *server) answers() error {
	pool, err := sql.Open("pgx", s.address("postgres"))
	if err != nil {
		return err
	}
	defer pool.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	var data string
	if err := pool.QueryRowContext(ctx, "SELECT current_setting('data_directory')").Scan(&data); err != nil {
		return err
	}
	if data != filepath.Join(s.dir, "data") {
		return fmt.Errorf("at port %d another server answers, with its data in %s", s.port, data)
	}
	return nil
}

// strike sends a signal to the server's first process and waits for its end.
func (s *server) strike(signal syscall.Signal) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.process == nil {
		return
	}
	_ = s.process.Process.Signal(signal)
	<-s.ended
	s.process = nil
}

func (s *server) stop() { s.strike(syscall.SIGQUIT) }

func (s *server) address(database string) string {
	return fmt.Sprintf("postgres://postgres@127.0.0.1:%d/%s?sslmode=disable", s.port, database)
}

func (s *server) run(statement string) error {
	pool, err := sql.Open("pgx", s.address("postgres"))
	if err != nil {
		return err
	}
	defer pool.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	_, err = pool.ExecContext(ctx, statement)
	return err
}

// databaseName is the last part of an address of the server.
func databaseName(address string) string {
	return strings.SplitN(address[strings.LastIndex(address, "/")+1:], "?", 2)[0]
}
