package sandbox

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/board"
	"hongyun/sandbox/books"
	"hongyun/sandbox/chains"
	"hongyun/sandbox/faults"
	"hongyun/sandbox/gateways"
	"hongyun/sandbox/messages"
	"hongyun/sandbox/payers"
	"hongyun/sandbox/play"
	"hongyun/sandbox/play/arcade"
)

const (
	defaultPullGap = 10 * time.Second // the KY sheet's hard limit
	agentCredit    = 1_000_000_000 * money.Yuan
)

// VenueConfig is one game venue.
type VenueConfig struct {
	Code       string         // our venue code: "ky"
	PlatformID int            // the operator's number for it (D-18); used in logs only
	AllowFrom  []netip.Prefix // addresses that may call; empty: any
	Protocol   Protocol       // KY or CQ9, with the merchant's keys
}

// GatewayConfig is one payment gateway.
type GatewayConfig struct {
	Code     string // our gateway code: "epay"
	Protocol string // "epay", which it is if empty, "fourparty" or "epusdt"
	PID      string // merchant number; an epusdt has none
	Key      string
}

// PayerConfig is one company that pays out, of the Dfpay convention.
type PayerConfig struct {
	Code     string // our code of the company: "dfpay"
	Merchant string
	Key      string
	Balance  money.Fen     // ours there, at the first start
	After    time.Duration // how long an order is worked on; below 0 it ends by the control call alone
}

// ChainConfig is one public chain.
type ChainConfig struct {
	Network  string // "trc20", "erc20" or "omni"
	Contract string // of the token that counts; USDT's on the main net if empty
	Key      string // asked of whoever calls, see chains.Config; "" asks none
	// BlockEvery is the time between two blocks; 0 is a quarter of a second,
	// below 0 none comes by itself.
	BlockEvery time.Duration
}

// Config is what a sandbox is made of.
type Config struct {
	DataDir  string         // where sandbox.db lies; made when absent
	Clock    calendar.Clock // business time; nil: the machine's
	Log      *slog.Logger   // nil: nowhere
	BaseURL  func() string  // "http://127.0.0.1:8090", known once the listener is open
	Venues   []VenueConfig
	Gateways []GatewayConfig
	Payers   []PayerConfig
	Chains   []ChainConfig
	// Messages are a mail server and companies that send SMS; nil: none.
	Messages *messages.Companies
	// Games are the venues whose games are not board games, and Pages is the page
	// of all games, built.
	Games []arcade.Venue
	Pages fs.FS
	// NoBots leaves the board tables to people.
	NoBots bool
	// Bots are the simulated players that play from the start; POST /control/bots
	// changes them.
	Bots Bots
	// MaxPlayers is how many players of an operator the program that runs the
	// sandbox lets play; 0 where it has none.
	MaxPlayers int
	// PullGap is the least time between two record pulls of a venue, else 43.
	// 0 is the protocol's ten seconds; below 0 there is none.
	PullGap time.Duration
	// NoticeRetry is how long a gateway waits after each unheard notice; nil is
	// gateways.DefaultRetry.
	NoticeRetry []time.Duration
}

// Server is the simulated companies. Close it to let go of their books.
type Server struct {
	log      *slog.Logger
	clock    calendar.Clock
	books    *books.Books
	faults   *faults.Box
	play     *play.Play
	messages *messages.Companies
	notices  *gateways.Notices
	venues   map[string]company
	offers   map[string][]offer // the games of each venue
	gateways map[string]*gateways.Company
	payers   map[string]*payers.Payer
	chains   map[string]*chains.Chain
	stop     chan struct{}
	stopOnce sync.Once
	settling sync.WaitGroup

	maxPlayers int
	botsLock   sync.Mutex
	bots       Bots
}

// Game is one game of a venue: its number in the venue's protocol and its name.
type Game = board.Listed

// coin is the picture of the companies' pages in a browser's tab.
//
//go:embed coin.svg
var coin []byte

// PayoutWallet is the wallet from which the demo's staff pay withdrawals on a network.
func PayoutWallet(network string) string { return chains.PayoutWallet(network) }

// DefaultGames lists the games of a simulated venue, so that the demo's
// catalogue can offer the same; none for an unknown code.
func DefaultGames(code string) []Game { return board.Catalogue(code) }

// New opens the companies' books and starts delivering what was still owed to
// merchants. It fails on a configuration that could not work.
func New(c Config) (*Server, error) {
	if err := c.check(); err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	if c.Clock == nil {
		c.Clock = calendar.System()
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	switch {
	case c.PullGap == 0:
		c.PullGap = defaultPullGap
	case c.PullGap < 0:
		c.PullGap = 0
	}
	if err := os.MkdirAll(c.DataDir, 0o700); err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	kept, err := books.Open(filepath.Join(c.DataDir, "sandbox.db"))
	if err != nil {
		return nil, err
	}
	s := &Server{
		log: c.Log, clock: c.Clock, books: kept, stop: make(chan struct{}), maxPlayers: c.MaxPlayers, messages: c.Messages,
		venues: map[string]company{}, offers: map[string][]offer{}, gateways: map[string]*gateways.Company{}, payers: map[string]*payers.Payer{}, chains: map[string]*chains.Chain{},
	}
	if err := kept.VoidRounds(context.Background(), c.Clock.Now()); err != nil {
		return nil, errors.Join(err, kept.Close())
	}
	var targets []string
	for _, v := range c.Venues {
		targets = append(targets, "venue:"+v.Code)
	}
	for _, g := range c.Gateways {
		targets = append(targets, "gateway:"+g.Code)
	}
	for _, g := range c.Payers {
		targets = append(targets, "payer:"+g.Code)
	}
	for _, n := range c.Chains {
		targets = append(targets, "chain:"+n.Network)
	}
	s.faults = faults.NewBox(targets...)
	s.play = play.New(arcade.Config{Books: kept, Clock: c.Clock, Log: c.Log, Venues: append(boardVenues(c), c.Games...), NoBots: c.NoBots, Pages: c.Pages})
	s.SetBots(c.Bots)
	s.notices = gateways.NewNotices(kept, c.Log, c.NoticeRetry, s.stop)
	s.open(c)
	for _, g := range c.Payers {
		if s.payers[g.Code], err = payers.New(context.Background(), payers.Config{
			Code: g.Code, Merchant: g.Merchant, Key: g.Key, Balance: g.Balance, After: g.After, Clock: c.Clock, Log: c.Log,
			Books: s.books, Faults: s.faults, Stop: s.stop, Retry: c.NoticeRetry,
		}); err != nil {
			return nil, errors.Join(fmt.Errorf("sandbox: %w", err), kept.Close())
		}
	}
	for _, n := range c.Chains {
		if s.chains[n.Network], err = chains.New(context.Background(), chains.Config{
			Network: n.Network, Contract: n.Contract, Key: n.Key, Every: n.BlockEvery, BaseURL: c.BaseURL, Clock: c.Clock, Log: c.Log,
			Books: s.books, Faults: s.faults, Stop: s.stop,
		}); err != nil {
			return nil, errors.Join(fmt.Errorf("sandbox: %w", err), kept.Close())
		}
		c.Log.Info("sandbox chain", "network", n.Network)
	}
	s.notices.Start()
	s.settling.Go(s.settle)
	return s, nil
}

// settleEvery is how often games that take bets until a moment are looked at.
const settleEvery = time.Second

// settle pays decided bets and lets the crowd play until the sandbox stops.
func (s *Server) settle() {
	ticker := time.NewTicker(settleEvery)
	defer ticker.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-ticker.C:
			if err := s.play.Settle(context.Background()); err != nil {
				s.log.Error("sandbox did not settle", "err", err)
			}
			if err := s.play.StepCrowd(context.Background()); err != nil {
				s.log.Error("sandbox crowd failed", "err", err)
			}
		}
	}
}

// open sets the companies up behind their common books.
func (s *Server) open(c Config) {
	for _, v := range c.Venues {
		s.venues[v.Code], s.offers[v.Code] = v.Protocol.open(s, c, v)
		c.Log.Info("sandbox venue", "code", v.Code, "platform", v.PlatformID, "protocol", fmt.Sprintf("%T", v.Protocol))
	}
	for _, g := range c.Gateways {
		s.gateways[g.Code] = gateways.New(gateways.Config{
			Code: g.Code, Protocol: g.Protocol, PID: g.PID, Key: g.Key, BaseURL: c.BaseURL, Clock: c.Clock, Log: c.Log,
			Books: s.books, Faults: s.faults, Stop: s.stop, Notices: s.notices,
		})
		c.Log.Info("sandbox gateway", "code", g.Code, "protocol", g.Protocol, "pid", g.PID)
	}
}

func (c Config) check() error {
	if c.DataDir == "" || c.BaseURL == nil {
		return errors.New("DataDir and BaseURL are needed")
	}
	if c.Bots.Players < 0 || c.Bots.Players > c.MaxPlayers {
		return fmt.Errorf("Bots.Players %d is not between 0 and %d", c.Bots.Players, c.MaxPlayers)
	}
	seen := map[string]bool{}
	for _, v := range c.Venues {
		if v.Protocol == nil {
			return fmt.Errorf("venue %q needs a Protocol", v.Code)
		}
		if err := v.Protocol.check(c, v.Code); err != nil {
			return fmt.Errorf("venue %q: %w", v.Code, err)
		}
		if seen["venue:"+v.Code] {
			return fmt.Errorf("venue %q is named twice", v.Code)
		}
		seen["venue:"+v.Code] = true
	}
	for _, g := range c.Gateways {
		switch {
		case g.Code == "" || g.Key == "" || (g.PID == "" && g.Protocol != gateways.Epusdt):
			return fmt.Errorf("gateway %q needs Code, PID and Key", g.Code)
		case g.Protocol != "" && !slices.Contains(gateways.Protocols, g.Protocol):
			return fmt.Errorf("gateway %q: nobody speaks protocol %q", g.Code, g.Protocol)
		case seen["gateway:"+g.Code]:
			return fmt.Errorf("gateway %q is named twice", g.Code)
		}
		seen["gateway:"+g.Code] = true
	}
	for _, g := range c.Payers {
		if g.Code == "" || g.Merchant == "" || g.Key == "" || seen["payer:"+g.Code] {
			return fmt.Errorf("payer %q needs Code, Merchant and Key, once", g.Code)
		}
		seen["payer:"+g.Code] = true
	}
	for _, n := range c.Chains {
		if seen["chain:"+n.Network] {
			return fmt.Errorf("chain %q is named twice", n.Network)
		}
		seen["chain:"+n.Network] = true
	}
	return nil
}

// Handler serves every address of the package comment.
func (s *Server) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok")) })
	mux.Handle("GET /favicon.ico", http.RedirectHandler("/coin.svg", http.StatusFound))
	mux.HandleFunc("GET /coin.svg", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "image/svg+xml")
		_, _ = w.Write(coin)
	})
	for code, venue := range s.venues {
		mux.Handle("/venues/"+code+"/", venue.Handler("/venues/"+code))
	}
	for code, gateway := range s.gateways {
		mux.Handle("/gateways/"+code+"/", gateway.Handler("/gateways/"+code))
	}
	for code, payer := range s.payers {
		mux.Handle("/payers/"+code+"/", payer.Handler("/payers/"+code))
	}
	for network, chain := range s.chains {
		mux.Handle("/chains/"+network, chain.Handler("/chains/"+network))
		mux.Handle("/chains/"+network+"/", chain.Handler("/chains/"+network))
	}
	mux.Handle("/play/", s.play.Handler())
	if s.messages != nil {
		mux.Handle("/messages/", s.messages.Handler("/messages"))
	}
	// A page open in some browser must not be able to steer the companies.
	mux.Handle("/control/", http.NewCrossOriginProtection().Handler(s.control()))
	return mux
}

// Stop lets requests go that a fault holds back and ends the background work.
// Call it when the listener shuts down; Close does it too.
func (s *Server) Stop() { s.stopOnce.Do(func() { close(s.stop) }) }

// Close stops and lets go of the books. Requests still running fail.
func (s *Server) Close() error {
	s.Stop()
	s.notices.Wait()
	for _, p := range s.payers {
		p.Wait()
	}
	s.settling.Wait()
	return s.books.Close()
}
