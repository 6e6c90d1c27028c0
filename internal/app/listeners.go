package app

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"hongyun/internal/adminapi"
	"hongyun/internal/door"
	"hongyun/internal/hookapi"
	"hongyun/internal/playerapi"
	"hongyun/internal/secret"
	"hongyun/internal/site"
	"hongyun/internal/upload"
	"hongyun/web"
)

// listener is one of the four doors of the house.
type listener struct {
	name   string
	on     net.Listener
	server *http.Server
	failed atomic.Pointer[error]
}

// listen takes the four addresses. Nothing is answered before Start.
func (a *App) listen() error {
	for _, l := range []struct{ name, address string }{
		{"player", a.Listen.Player}, {"admin", a.Listen.Admin}, {"hooks", a.Listen.Hooks}, {"ops", a.Listen.Ops},
	} {
		on, err := net.Listen("tcp", l.address)
		if err != nil {
			return err
		}
		a.open[l.name] = on
	}
	if a.PublicSite == "" {
		a.PublicSite = a.URL("player")
	}
	if a.PublicHooks == "" {
		a.PublicHooks = a.URL("hooks")
	}
	return nil
}

// URL is where a listener answers: "player", "admin", "hooks" or "ops".
func (a *App) URL(name string) string {
	on := a.open[name]
	if on == nil {
		return ""
	}
	host, port, _ := net.SplitHostPort(on.Addr().String())
	if ip := net.ParseIP(host); ip == nil || ip.IsUnspecified() {
		host = "127.0.0.1"
	}
	return "http://" + net.JoinHostPort(host, port)
}

// serve makes the handler of each listener.
func (a *App) serve() error {
	player, err := a.playerHandler()
	if err != nil {
		return err
	}
	admin, err := a.adminHandler()
	if err != nil {
		return err
	}
	hooks := &hookapi.Server{Deposits: a.Cashier.Deposits, Payouts: a.Payouts, Launches: a.Launches, Seamless: a.Seamless, Log: a.Log}
	a.add("player", site.PlayerPolicy(nil, nil), player, playerapi.Broken)
	a.add("admin", site.AdminPolicy, door.Only(a.Office, admin), nil)
	a.add("hooks", door.Nothing, hooks.Handler(), nil)
	a.add("ops", door.Nothing, a.opsHandler(), nil)
	return nil
}

func (a *App) add(name, policy string, h http.Handler, broken func(http.ResponseWriter, *http.Request)) {
	c := door.Config{Name: name, Log: a.Log, Proxies: a.Proxies, Metrics: a.Metrics, Broken: broken}
	h = door.Wrap(c, door.Secure(policy, a.TLS, byNetwork(h)))
	a.listeners = append(a.listeners, &listener{name: name, on: a.open[name], server: door.NewServer(h, a.Log)})
}

// byNetwork names the client's network to the password hashes of a request, which
// share their queue by networks.
func byNetwork(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		network := door.Network(door.VisitOf(r.Context()).IP)
		next.ServeHTTP(w, r.WithContext(secret.WithNetwork(r.Context(), network)))
	})
}

// playerHandler serves the documented calls, with /common and without it, and
// the player site for everything else.
func (a *App) playerHandler() (http.Handler, error) {
	api := playerapi.New(playerapi.Nouns{
		Read: a.DB, Players: a.Players, Ledger: a.Ledger, Wallets: a.Wallets, Venues: a.Venues, Launches: a.Launches,
		Deposits: a.Cashier.Deposits, Slips: a.Cashier.Slips, Withdrawals: a.Cashier.Withdrawals, Cards: a.Cashier.Cards, Records: a.Cashier.Records, Statement: a.Statement,
		Addresses: a.Cashier.Addresses, USDT: a.Cashier.USDT, Methods: a.Cashier.Methods,
		Bets: a.Bets, Turnover: a.Turnover, Fund: a.Fund, Vip: a.Vip, Promo: a.Promo, Guard: a.Guard, Content: a.Content, Inbox: a.Inbox, Tickets: a.Tickets, Events: a.Events, Lobby: a.lobby(),
	}, playerapi.Settings{
		ReqTokenSecrets: a.ReqTokenSecrets, TLS: a.TLS, Rates: a.Rates, SiteURL: a.PublicSite, Serves: a.Rules.ServesAddress, Metrics: a.Metrics,
	}, a.Clock, a.Log)
	pages, err := site.New(site.Config{
		Files: built("player"), Clock: a.Clock, Log: a.Log, Boot: a.boot, H5Hosts: a.H5Hosts, Policy: site.PlayerPolicy, NoWorker: a.NoWorker,
		Named: a.named, AssetLinks: func() ([]byte, error) { return a.Android().AssetLinks() },
	})
	if err != nil {
		return nil, err
	}
	details := a.promotions()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		path := r.URL.Path
		switch {
		case path == "/token" || strings.HasPrefix(path, "/v1/") || strings.HasPrefix(path, "/common/"):
			api.ServeHTTP(w, r)
		case details.Serves(path):
			details.ServeHTTP(w, r)
		case strings.HasPrefix(path, upload.Root):
			files{a.Uploads}.ServeHTTP(w, r)
		default:
			pages.ServeHTTP(w, r)
		}
	}), nil
}

// adminHandler serves the back office: its API under /admin/v1, its pages
// everywhere else.
func (a *App) adminHandler() (http.Handler, error) {
	art, details := picturesOf(built("player")), a.promotions()
	api := adminapi.New(adminapi.Config{
		Read: a.DB, Clock: a.Clock, Log: a.Log, TLS: a.TLS, Demo: a.Demo,
		Staff: a.Accounts, Alarms: a.Alarms, Courier: a.Courier, Guard: a.Guard, Players: a.Players, Ledger: a.Ledger, Verifier: a.Verifier, Venues: a.Venues, Contracts: a.Contracts, Catalogue: a.Catalogue,
		Wallets: a.Wallets, Turnovers: a.Turnover, Cashier: a.Cashier, Payouts: a.Payouts, Bets: a.Bets, Feed: a.Feed, Fund: a.Fund, Vip: a.Vip, Promo: a.Promo, Statement: a.Statement, Reconcile: a.Reconcile,
		Content: a.Content, Tickets: a.Tickets, Forfeits: a.Forfeits, Earnings: a.Earnings, Pictures: art.addresses, PromotionPage: details.Preview, Book: a.Book, Opening: a.opening, Uploads: a.Uploads,
	})
	pages, err := site.New(site.Config{Files: built("admin"), Clock: a.Clock, Log: a.Log, DeepLinks: true})
	if err != nil {
		return nil, err
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch {
		case strings.HasPrefix(r.URL.Path, "/admin/"):
			api.ServeHTTP(w, r)
		case art.has(r.URL.Path):
			art.ServeHTTP(w, r)
		case strings.HasPrefix(r.URL.Path, upload.Root):
			files{a.Uploads}.ServeHTTP(w, r)
		case r.URL.Path == "/promotion.css": // the preview of a promotion is dressed as its page
			details.ServeHTTP(w, r)
		default:
			pages.ServeHTTP(w, r)
		}
	}), nil
}

// built is a front end inside the binary, nil if it was not built.
func built(name string) fs.FS {
	sub, err := fs.Sub(web.Dist, "dist/"+name)
	if err != nil {
		return nil
	}
	return sub
}

func (a *App) startListeners() {
	for _, l := range a.listeners {
		go func() {
			if err := l.server.Serve(l.on); err != nil && !errors.Is(err, http.ErrServerClosed) {
				l.failed.Store(&err)
				a.Log.Error("listener ended", "listener", l.name, "err", err)
			}
		}()
		a.Log.Info("listening", "listener", l.name, "address", l.on.Addr().String())
	}
}

// stopListeners lets requests under way finish. The ops listener goes last, so
// that whoever watches sees the end.
func (a *App) stopListeners(ctx context.Context) error {
	a.stopping.Store(true)
	a.Events.Close()
	within, cancel := context.WithTimeout(ctx, 6*time.Second)
	defer cancel()
	var failed error
	for _, l := range a.listeners {
		if err := l.server.Shutdown(within); err != nil {
			failed = errors.Join(failed, l.server.Close())
		}
	}
	return failed
}

func (a *App) closeListeners() {
	for _, on := range a.open {
		_ = on.Close()
	}
}
