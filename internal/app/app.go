package app

import (
	"context"
	"errors"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"hongyun/internal/alarm"
	"hongyun/internal/app/command"
	"hongyun/internal/bet"
	"hongyun/internal/bet/feed"
	"hongyun/internal/brand"
	"hongyun/internal/cashier"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/channel"
	"hongyun/internal/content"
	"hongyun/internal/courier"
	"hongyun/internal/db"
	"hongyun/internal/earning"
	"hongyun/internal/forfeit"
	"hongyun/internal/fund"
	"hongyun/internal/guard"
	"hongyun/internal/inbox"
	"hongyun/internal/job"
	"hongyun/internal/ledger"
	"hongyun/internal/licence"
	"hongyun/internal/payment"
	"hongyun/internal/payout"
	"hongyun/internal/player"
	"hongyun/internal/player/credential"
	"hongyun/internal/player/identity"
	"hongyun/internal/playerapi"
	"hongyun/internal/promo"
	"hongyun/internal/reconcile"
	"hongyun/internal/seamless"
	"hongyun/internal/secret"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
	"hongyun/internal/statement"
	"hongyun/internal/ticket"
	"hongyun/internal/turnover"
	"hongyun/internal/upload"
	"hongyun/internal/venue"
	"hongyun/internal/venue/catalogue"
	"hongyun/internal/venue/contract"
	"hongyun/internal/vip"
	"hongyun/internal/wallet"
)

// App is the house, built and connected.
type App struct {
	Config
	DB        *db.DB
	Metrics   *prometheus.Registry
	Jobs      *job.Queue
	Ledger    *ledger.Ledger
	Verifier  *ledger.Verifier
	Staff     *staff.Staff
	Accounts  *account.Accounts
	Guard     *guard.Guard
	Alarms    *alarm.Alarms
	Content   *content.Content
	Inbox     *inbox.Inbox
	Courier   *courier.Courier
	Tickets   *ticket.Tickets
	Rules     *identity.Rules // whom the site serves, and how players register
	Brand     func() brand.Brand
	Android   func() brand.Android
	Licensed  func() licence.Licence
	Players   *player.Players
	Venues    *venue.Venues
	Contracts *contract.Contracts
	Catalogue *catalogue.Catalogue
	Launches  *venue.Launches
	Turnover  *turnover.Turnover
	Wallets   *wallet.Wallets
	Book      *setting.Book
	Channels  *channel.Channels
	Cashier   *cashier.Cashier
	Payouts   *payout.Payouts
	Bets      *bet.Bets
	Feed      *feed.Feed
	Fund      *fund.Fund
	Vip       *vip.Vip
	Promo     *promo.Promo
	Statement *statement.Statement
	Forfeits  *forfeit.Forfeits
	Earnings  *earning.Earnings
	Seamless  *seamless.Seamless
	Reconcile *reconcile.Reconciler
	Events    *playerapi.Events
	Uploads   *upload.Uploads

	listeners []*listener
	open      map[string]net.Listener
	stopping  atomic.Bool
	drift     prometheus.Gauge
	unfollow  context.CancelFunc // ends what follows the settings and writes sessions behind
	following sync.WaitGroup     // of what must end before the database closes
	began     time.Time          // when this process was built, by its clock

	watching     sync.WaitGroup
	stopWatching context.CancelFunc
	endWatch     func() // ends the watch for new messages
}

// Open opens the database of a configuration, and brings its tables up to date
// if that is asked for. Commands that need no running house use it alone.
func Open(ctx context.Context, c *Config) (*db.DB, error) {
	if err := c.complete(); err != nil {
		return nil, err
	}
	d, err := db.Open(ctx, c.Database, db.Options{Clock: c.Clock, Log: c.Log})
	if err != nil {
		return nil, err
	}
	if c.Migrate {
		if err := command.Migrate(ctx, d); err != nil {
			return nil, errors.Join(err, d.Close())
		}
	}
	return d, nil
}

// New builds the house and opens its listeners, which answer from Start on.
// Whatever was opened is closed again when it fails.
func New(ctx context.Context, c Config) (*App, error) {
	d, err := Open(ctx, &c)
	if err != nil {
		return nil, err
	}
	a := &App{Config: c, DB: d, began: c.Clock.Now(), open: map[string]net.Listener{}, drift: newDriftGauge()}
	err = a.clockDrift(ctx)
	if err == nil {
		err = a.build(ctx)
	}
	if err != nil {
		a.closeListeners()
		return nil, errors.Join(err, d.Close())
	}
	return a, nil
}

// build makes every noun, lowest first, each with what it needs.
func (a *App) build(ctx context.Context) error {
	box, err := secret.NewBox(a.DataKey)
	if err != nil {
		return err
	}
	if err := a.listen(); err != nil { // first, for our own addresses go into orders
		return err
	}
	a.Metrics = prometheus.NewRegistry()
	a.Metrics.MustRegister(a.drift, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	a.Jobs = job.New(a.DB, job.Config{Log: a.Log, Metrics: a.Metrics, Alone: a.Demo || !a.DB.Postgres()})

	a.Ledger = command.Books(a.DB)
	a.Verifier = ledger.NewVerifier(a.DB, a.Ledger, a.Jobs, a.Log, a.Metrics)
	a.buildStaff(box)
	a.buildTexts()
	a.buildCourier(box)
	a.buildSite()
	if err := a.buildPlayers(box); err != nil {
		return err
	}
	adapters, links, err := a.adapters(ctx, box)
	if err != nil {
		return err
	}
	a.Venues = venue.New(venue.Config{DB: a.DB, Staff: a.Staff, Adapters: adapters, Links: links, Log: a.Log, Known: a.Players.KnownOf})
	a.Catalogue, a.Launches = catalogue.New(catalogue.Config{DB: a.DB, Staff: a.Staff, Venues: a.Venues, Log: a.Log}), &venue.Launches{Venues: a.Venues}
	if err := a.Venues.Seed(ctx); err != nil { // first, so that a new installation has a catalogue
		return err
	}
	a.Turnover = turnover.New(turnover.Config{
		DropBelow: turnover.DefaultDropBelow, KindOf: a.kindOf, Weights: a.weights(),
	})
	a.Wallets = wallet.New(wallet.Config{
		DB: a.DB, Ledger: a.Ledger, Venues: a.Venues, Guard: a.Guard, Staff: a.Staff, Log: a.Log, Metrics: a.Metrics, Seam: a.Seam,
	})
	gateways, err := a.buildCashier(ctx, box)
	if err != nil {
		return err
	}
	a.Bets = bet.New(bet.Config{DB: a.DB, Ledger: a.Ledger, Venues: a.Venues, Turnover: a.Turnover, Staff: a.Staff, Log: a.Log, Metrics: a.Metrics})
	a.Feed = feed.New(feed.Config{DB: a.DB, Bets: a.Bets, Venues: a.Venues, Staff: a.Staff, Log: a.Log, Metrics: a.Metrics})
	a.Seamless = seamless.New(seamless.Config{
		DB: a.DB, Ledger: a.Ledger, Venues: a.Venues, Guard: a.Guard, Bets: a.Bets, Log: a.Log, Metrics: a.Metrics,
		LockOrders: a.Cashier.Deposits.LockOrders, TakeBack: a.Cashier.Deposits.TakeBack,
	})
	a.Fund = fund.New(fund.Config{
		DB: a.DB, Ledger: a.Ledger, Players: a.Players, Guard: a.Guard, Staff: a.Staff, Turnover: a.Turnover, Log: a.Log,
		Facts:    map[fund.Kind]fund.Fact{fund.Deposit: a.Cashier.Deposits.CreditedOf, fund.Bet: a.Bets.ValidOf},
		TakeBack: a.Cashier.Deposits.TakeBack,
	})
	if err := a.Fund.Seed(ctx); err != nil {
		return err
	}
	if err := a.programmes(ctx); err != nil {
		return err
	}
	if err := a.buildPromo(ctx); err != nil {
		return err
	}
	a.Events = playerapi.NewEvents(a.Streams, a.Metrics)
	a.compare(gateways)
	a.connect()
	if err := a.beginGate(ctx); err != nil {
		return err
	}
	a.schedule()
	return a.serve()
}

func (a *App) buildPlayers(box *secret.Box) error {
	sites, err := credential.NewSites(a.PublicSite, a.hosts())
	if err != nil {
		return err
	}
	a.Players = player.New(player.Config{
		Sites: sites, Named: a.named, DB: a.DB, Guard: a.Guard, Staff: a.Staff, Courier: a.Courier, Box: box, Log: a.Log, TestAnswer: a.TestAnswer, Limits: a.PlayerLimits, Rules: a.Rules,
	})
	return nil
}

// buildCashier makes the cashier with the companies it takes and pays money
// through, and returns the gateways among them.
func (a *App) buildCashier(ctx context.Context, box *secret.Box) (map[string]payment.Gateway, error) {
	gateways, err := a.Companies.GatewayAdapters(a.Log, a.Wire)
	if err != nil {
		return nil, err
	}
	chains, err := a.Companies.ChainAdapters(a.Clock, a.Log, a.Wire)
	if err != nil {
		return nil, err
	}
	a.buildChannels(box, gateways)
	a.Cashier, err = cashier.New(cashier.Config{
		Entered: a.Channels.Gateways, Book: a.Book,
		DB: a.DB, Ledger: a.Ledger, Players: a.Players, Guard: a.Guard, Staff: a.Staff, Turnover: a.Turnover, Box: box,
		Gateways: gateways, Chains: chains, HooksURL: a.PublicHooks, SiteURL: a.PublicSite, Settings: a.Config.Cashier, Log: a.Log, Seam: a.Seam,
	})
	if err != nil {
		return nil, err
	}
	a.buildPayouts(box)
	a.Courier.Register()
	return gateways, a.Book.Load(context.WithoutCancel(ctx))
}

// meterHeldBack counts what failed after money came in and is tried again.
func (a *App) meterHeldBack() {
	count := func(pick func(followUps, transfers int) int) func() float64 {
		return func() float64 {
			followUps, transfers, err := a.Cashier.Deposits.HeldBack(context.Background())
			if err != nil {
				return -1
			}
			return float64(pick(followUps, transfers))
		}
	}
	a.Metrics.MustRegister(
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "hongyun_deposit_followups_held", Help: "Credited deposits whose promotions failed and are tried again; -1 if unknown.",
		}, count(func(followUps, _ int) int { return followUps })),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{
			Name: "hongyun_chain_transfers_held", Help: "Final transfers on chains that could not be settled and are tried again; -1 if unknown.",
		}, count(func(_, transfers int) int { return transfers })),
	)
}

// connect sets every wire that runs against the arrows: news from a lower
// package to a higher one, in the same transaction where it takes a tx.
func (a *App) connect() {
	a.Guard.OnFreeze = a.Players.EndOnFreeze
	a.Players.SharingCards = a.Cashier.Cards.Sharing
	a.Cashier.Deposits.LevelOf = a.Vip.Level // of withdrawals too: they share it
	a.buildStatement()
	a.meterHeldBack()
	a.Earnings = earning.New(earning.Config{DB: a.DB, Metrics: a.Metrics})
	a.limits()
	a.news()
	a.connectUploads()
	a.Launches.Check = func(ctx context.Context, r db.Reader, player string) error {
		return a.Guard.Check(ctx, r, player, guard.Launch)
	}
	a.Launches.BeforeLaunch = a.Wallets.BeforeLaunch
	a.Launches.Session = a.Seamless.Begin
	a.Cashier.Records.Bonuses, a.Cashier.Records.Rebates = a.bonuses, a.rebates
	a.Cashier.Deposits.Unfinished = a.Seamless.Unfinished
	a.Cashier.Deposits.CheckActivity = a.Promo.CheckChoice
	a.Cashier.Deposits.Notify = func(player string) { a.Events.Publish(player, playerapi.EventDeposit) }
	a.Cashier.Deposits.OnCredited = a.Promo.Credited
	a.Cashier.Deposits.LockReversed = func(ctx context.Context, tx *db.Tx, player string) error {
		if err := a.Promo.LockReversed(ctx, tx, player); err != nil {
			return err
		}
		return a.Fund.LockForfeit(ctx, tx, player)
	}
	a.Cashier.Deposits.OnReversed = func(ctx context.Context, tx *db.Tx, d deposit.Deposit) error {
		if err := a.Promo.Reversed(ctx, tx, d); err != nil {
			return err
		}
		return a.Fund.Reversed(ctx, tx, d.Player, d.EndedAt)
	}
}

// Start begins to work: the jobs, then the listeners. It returns at once.
func (a *App) Start(ctx context.Context) error {
	if !a.JobsByHand {
		if err := a.Jobs.Start(ctx); err != nil {
			return err
		}
		watch, stop := context.WithCancel(context.WithoutCancel(ctx))
		a.stopWatching = stop
		a.watching.Go(func() { a.watchNode(watch) })
	}
	follow, cancel := context.WithCancel(context.WithoutCancel(ctx))
	a.unfollow = cancel
	go a.Book.Follow(follow)
	a.following.Go(func() { a.Players.FollowSeen(follow) })
	a.startListeners()
	a.watchInbox()
	return nil
}

// Stop ends the house within the time ctx allows: no new requests, those under
// way finish, then the jobs, then the database.
func (a *App) Stop(ctx context.Context) error {
	stopped := a.stopListeners(ctx)
	if a.unfollow != nil {
		a.unfollow()
		a.following.Wait()
	}
	if a.stopWatching != nil {
		a.stopWatching()
		a.watching.Wait()
	}
	if a.endWatch != nil {
		a.endWatch()
	}
	return errors.Join(stopped, a.Jobs.Stop(ctx), a.DB.Close())
}
