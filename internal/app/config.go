package app

import (
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"net/netip"
	"regexp"
	"slices"
	"time"

	"hongyun/internal/app/company"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier/order"
	"hongyun/internal/licence"
	"hongyun/internal/money"
	"hongyun/internal/player/identity"
	"hongyun/internal/playerapi"
	"hongyun/internal/reconcile"
	"hongyun/internal/site"
	"hongyun/internal/upload"
)

// Config is everything an operator decides. The zero value of a field means
// its default where one is named, and nothing otherwise.
type Config struct {
	Database string // sqlite:PATH or postgres://…
	DataKey  []byte // 32 bytes; seals personal data in their rows. Lost key, lost data
	Migrate  bool   // bring the tables up to date before anything else

	Listen Addresses
	// PublicSite and PublicHooks are where players and gateways reach us.
	// Default: the listeners' own addresses.
	PublicSite, PublicHooks string
	TLS                     bool           // browsers reach us by https: Secure cookies, HSTS
	Proxies                 []netip.Prefix // whose X-Forwarded-For is believed

	// Office are the networks from which staff may reach the back office. Empty allows every address.
	Office []netip.Prefix
	// AlarmInside are the internal networks that alarms may be sent into. Others that are not of the Internet are refused.
	AlarmInside []netip.Prefix
	// GatewayInside are the internal networks in which gateways may be that people enter. Those of the configuration may be anywhere.
	GatewayInside []netip.Prefix
	// CourierInside are the internal networks that the operator's mail server or SMS
	// company may be in, beside those of AlarmInside; CourierRoots are the
	// certificates it is trusted by, nil for the system's. The demo and tests set both.
	CourierInside []netip.Prefix
	CourierRoots  *x509.CertPool
	// NewcomerWait is how long a new account of staff decides nothing. Zero is for the demo and for tests.
	NewcomerWait time.Duration
	// RequestFor is how long a request waits for a second person; seven days if zero.
	RequestFor time.Duration

	// StaffIdle ends a session of staff that nobody used; login.IdleLimit if zero.
	StaffIdle time.Duration

	SiteName string          // default 鸿运
	Licence  licence.Licence // holds while two people set none
	// Serves says which addresses the operator's licence lets us serve (D-19).
	// Nil serves nobody.
	Serves          func(netip.Addr) bool
	Phones          []string          // beginnings of the phone numbers it lets us serve, such as +86 (D-19); without any, nobody registers
	MinAge          int               // default identity.DefaultMinAge, which is the least; identity.NoMinAge in the demo alone
	H5Hosts         map[string]string // www host → h5 host (D-12)
	FrameHosts      []string          // what the frame viewer may show by https, beside the hosts that staff name (D-05)
	NoWorker        bool              // takes the service worker back from the browsers that have it
	ReqTokenSecrets []string          // the first is given to the pages (D-13)

	// Storage is the bucket that uploaded files are kept in. Without one they are kept in the database.
	Storage Storage

	Companies    company.Companies
	Cashier      order.Settings // default: the documented figures
	Reconcile    reconcile.Settings
	PlayerLimits identity.Limits
	Rates        playerapi.Rates        // default: playerapi.DefaultRates
	Streams      playerapi.StreamLimits // default: playerapi.DefaultStreamLimits
	Backups      Nightly                // a copy of the database every night; SQLite alone
	Program      string                 // version, for what is stamped with it
	FeedEvery    time.Duration          // how often a venue's bets are looked for; default 30 s
	ChainsEvery  time.Duration          // how often chains are asked what came, and about payouts; default 10 s

	Clock calendar.Clock // default: the machine's
	// Machine is what is compared with the database's clock: never the one above, which tests and the demo move.
	Machine calendar.Clock // default: the machine's
	Log     *slog.Logger   // default: slog.Default

	// What follows is for the demo and for tests; nothing in cmd/hongyun sets it.

	Demo       bool                                      // play money, said on every page
	TestAnswer string                                    // accepted beside the drawn captcha
	StaffCodes calendar.Clock                            // a second clock that staff's codes may be made by
	JobsByHand bool                                      // nothing happens by itself; Jobs.RunDue does what is due
	Seam       func(point string)                        // called between the steps of money operations
	Wire       func(http.RoundTripper) http.RoundTripper // around what carries our calls to the companies
	TestRoutes func(*http.ServeMux, *App)                // more routes on the ops listener
}

// Storage is a bucket of a store that speaks S3.
type Storage = upload.S3

// Addresses are what the listeners listen on, "host:port"; port 0 picks one.
type Addresses struct{ Player, Admin, Hooks, Ops string }

// DefaultAddresses are the documented ports. Metrics and health stay on this
// machine.
func DefaultAddresses() Addresses {
	return Addresses{Player: ":8080", Admin: ":8081", Hooks: ":8082", Ops: "127.0.0.1:8083"}
}

// phonePrefix is the form of the beginnings of phone numbers.
var phonePrefix = regexp.MustCompile(`^\+[1-9][0-9]{0,14}$`)

func (c *Config) complete() error {
	if c.Machine == nil {
		c.Machine = calendar.System()
	}
	if c.Clock == nil {
		c.Clock = calendar.System()
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Listen == (Addresses{}) {
		c.Listen = DefaultAddresses()
	}
	if c.SiteName == "" {
		c.SiteName = "鸿运"
	}
	if c.Rates == (playerapi.Rates{}) {
		c.Rates = playerapi.DefaultRates()
	}
	if c.Cashier == (order.Settings{}) {
		c.Cashier = order.DefaultSettings()
	}
	if c.ChainsEvery == 0 {
		c.ChainsEvery = 10 * time.Second
	}
	if c.FeedEvery == 0 {
		c.FeedEvery = 30 * time.Second
	}
	var err error
	if c.H5Hosts, err = site.CleanHosts(c.H5Hosts); err != nil {
		return err
	}
	if c.FrameHosts, err = site.CleanFrames(c.FrameHosts); err != nil {
		return err
	}
	if c.MinAge == 0 {
		c.MinAge = identity.DefaultMinAge
	}
	switch {
	case c.MinAge < identity.DefaultMinAge && !c.Demo:
		return fmt.Errorf("the minimum age is %d, want at least %d", c.MinAge, identity.DefaultMinAge)
	case slices.ContainsFunc(c.Phones, func(p string) bool { return !phonePrefix.MatchString(p) }):
		return fmt.Errorf("phone numbers to serve %q: want beginnings with the country code, such as +86", c.Phones)
	case c.Database == "":
		return errors.New("no database address")
	case len(c.DataKey) != 32:
		return fmt.Errorf("the data key has %d bytes, want 32", len(c.DataKey))
	case len(c.ReqTokenSecrets) == 0:
		return errors.New("no secret for request tokens")
	case c.Storage.IsSet():
		return c.Storage.Check()
	}
	return nil
}

// hosts are the host names of the player's site beside the one of PublicSite, in order.
func (c *Config) hosts() []string {
	hosts := make([]string, 0, 2*len(c.H5Hosts))
	for _, www := range slices.Sorted(maps.Keys(c.H5Hosts)) {
		hosts = append(hosts, www, c.H5Hosts[www])
	}
	return hosts
}

// LimitWithdrawals sets how often, and how much in yuan, a player may withdraw
// on a day of GMT+8 (WD-08).
func (c *Config) LimitWithdrawals(times int, yuan string) error {
	if c.Cashier == (order.Settings{}) {
		c.Cashier = order.DefaultSettings()
	}
	daily, err := money.ParseYuan(yuan)
	if err != nil || times < 1 || daily < c.Cashier.WithdrawMin {
		return fmt.Errorf("%d withdrawals of %q yuan a day: a player must be able to withdraw", times, yuan)
	}
	c.Cashier.WithdrawTimes, c.Cashier.WithdrawDaily = times, daily
	return nil
}
