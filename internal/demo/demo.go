package demo

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"time"

	"hongyun/internal/app"
	"hongyun/internal/app/company"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier/order"
	"hongyun/internal/licence"
	"hongyun/internal/player/identity"
	"hongyun/internal/playerapi"
	"hongyun/sandbox"
	"hongyun/sandbox/messages"
	pages "hongyun/web/games"
)

// Options are the demo's command line.
type Options struct {
	Player, Admin, Hooks, Ops, Sandbox string        // addresses; port 0 picks one
	Data                               string        // folder of everything that is kept
	Database                           string        // default: SQLite in Data
	TestCaptcha                        string        // accepted beside the drawn captcha, if set
	StaffIdle                          time.Duration // how long a session of staff lives unused; the product's limit if zero
	Bots                               int           // simulated players of the operator, and with them the companies' crowd; 0: none
	BotPace                            time.Duration // between two acts of all these players; three seconds if zero
	Log                                *slog.Logger
}

// Demo is a running demo.
type Demo struct {
	App     *app.App
	Clock   *calendar.Movable
	Staff   []Staff
	Players []Player

	keys      keys
	companies *sandbox.Server
	messages  *messages.Companies
	mailOn    net.Listener
	mail      *messages.MailServer
	on        net.Listener
	server    *http.Server
	log       *slog.Logger
	bots      *bots
}

// plenty is a limit that nobody reaches: all of the demo's visitors come from
// one machine, and scripts register players by the hundred.
const plenty = 1_000_000

// feedLag is how long a bet may take to be seen; the vendor's own rule is a
// minute, too long for somebody who waits for a round just played.
const feedLag = 2 * time.Second

// Start builds and starts house and companies, and seeds what is missing.
func Start(ctx context.Context, o Options) (*Demo, error) {
	if err := os.MkdirAll(o.Data, 0o700); err != nil {
		return nil, err
	}
	k, err := loadKeys(o.Data)
	if err != nil {
		return nil, err
	}
	clock, err := loadClock(o.Data)
	if err != nil {
		return nil, err
	}
	d := &Demo{Clock: clock, keys: k, log: o.Log}
	if err := d.openCompanies(o); err != nil {
		return nil, err
	}
	if err := d.openHouse(ctx, o); err != nil {
		return nil, errors.Join(err, d.stopCompanies(ctx))
	}
	d.startBots(o.BotPace)
	return d, nil
}

// openCompanies starts the simulated companies; the house is told their
// addresses.
func (d *Demo) openCompanies(o Options) error {
	on, err := net.Listen("tcp", o.Sandbox)
	if err != nil {
		return err
	}
	d.on = on
	if err := d.openMessages(); err != nil {
		return errors.Join(err, on.Close())
	}
	games, err := PlayVenues()
	if err != nil {
		return errors.Join(err, on.Close())
	}
	d.companies, err = sandbox.New(sandbox.Config{
		DataDir: o.Data, Clock: d.Clock, Log: o.Log, BaseURL: d.SandboxURL, PullGap: -1,
		Games: games, Pages: pages.Pages(), MaxPlayers: MaxBots, Bots: sandbox.Bots{Crowd: o.Bots > 0, Players: o.Bots},
		Venues:   d.companyVenues(),
		Gateways: d.companyGateways(),
		Payers:   d.payers(),
		Chains:   []sandbox.ChainConfig{{Network: "trc20"}, {Network: "erc20"}, {Network: "omni"}},
		Messages: d.messages,
	})
	if err != nil {
		return errors.Join(err, on.Close())
	}
	d.server = &http.Server{Handler: d.companies.Handler(), ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 2 * time.Minute}
	d.server.RegisterOnShutdown(d.companies.Stop)
	go func() {
		if err := d.server.Serve(on); err != nil && !errors.Is(err, http.ErrServerClosed) {
			d.log.Error("sandbox ended", "err", err)
		}
	}()
	return nil
}

// SandboxURL is where the companies answer.
func (d *Demo) SandboxURL() string { return "http://" + d.on.Addr().String() }

// contracts are the house's side of the keys the companies hold.
func (d *Demo) contracts() company.Companies {
	return company.Companies{
		Venues:   d.venueContracts(),
		Gateways: d.gatewayContracts(),
		// Omni is there and left out, as a real house leaves it out.
		Chains: []company.ChainContract{
			{Network: "trc20", URL: d.SandboxURL() + "/chains/trc20", WalletURL: d.SandboxURL() + "/chains/trc20"},
			{Network: "erc20", URL: d.SandboxURL() + "/chains/erc20/rpc", WalletURL: d.SandboxURL() + "/chains/erc20"},
		},
	}
}

func (d *Demo) openHouse(ctx context.Context, o Options) error {
	key, err := d.keys.dataKey()
	if err != nil {
		return err
	}
	if o.Database == "" {
		o.Database = "sqlite:" + filepath.Join(o.Data, "hongyun.db")
	}
	rules := order.DefaultSettings()
	rules.HoldAfterChange = 0 // D-23: the demo's journey can be finished in one sitting
	rules.RateMaxAge = 0      // nobody sets the demo's rates each day
	d.App, err = app.New(ctx, app.Config{
		Database: o.Database, DataKey: key, Migrate: true,
		Listen:  app.Addresses{Player: o.Player, Admin: o.Admin, Hooks: o.Hooks, Ops: o.Ops},
		Licence: licence.Play("演示站点：所有金额均为试玩币，不涉及真实货币，也没有博彩牌照。"), Serves: func(netip.Addr) bool { return true },
		ReqTokenSecrets: []string{d.keys.ReqTokenSecret}, Companies: d.contracts(), Cashier: rules,
		PlayerLimits: identity.Limits{ChecksPerIP: plenty, RegistersPerIP: plenty, ImagesPerIP: plenty, NetworkFailures: plenty, CodesPerPlayer: plenty, CodesPerAddress: plenty, CodesPerIP: plenty},
		Rates:        playerapi.Rates{Visitor: plenty, Guess: plenty, Picture: plenty, Player: plenty, Money: plenty},
		FeedEvery:    2 * time.Second, ChainsEvery: 2 * time.Second, Clock: d.Clock, Log: o.Log,
		CourierInside: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}, CourierRoots: d.mail.Roots,
		MinAge: identity.NoMinAge, Phones: []string{"+86"}, // D-19, H-492: the demo asks for no birthday, and refuses a minor that it knows
		GatewayInside: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, // where its own companies are
		Demo:          true, StaffCodes: calendar.System(), TestAnswer: o.TestCaptcha, StaffIdle: o.StaffIdle, TestRoutes: clockRoutes(o.Data, d.Clock),
	})
	if err != nil {
		return err
	}
	if err := d.seed(ctx, o.Data); err != nil {
		return errors.Join(err, d.App.Stop(ctx))
	}
	return d.App.Start(ctx)
}

// Stop ends the house, then the companies.
func (d *Demo) Stop(ctx context.Context) error {
	d.bots.stop()
	return errors.Join(d.App.Stop(ctx), d.stopCompanies(ctx))
}

func (d *Demo) stopCompanies(ctx context.Context) error {
	within, cancel := context.WithTimeout(ctx, time.Second)
	defer cancel()
	if err := d.server.Shutdown(within); err != nil {
		_ = d.server.Close()
	}
	_ = d.mailOn.Close()
	if err := d.companies.Close(); err != nil {
		return fmt.Errorf("close the companies' books: %w", err)
	}
	return nil
}
