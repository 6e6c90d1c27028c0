package bet

import (
	"log/slog"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
)

// Config holds the dependencies of New.
type Config struct {
	DB       *db.DB
	Ledger   *ledger.Ledger
	Venues   *venue.Venues
	Turnover *turnover.Turnover
	Staff    *staff.Staff          // audits what staff look at
	Log      *slog.Logger          // slog.Default if nil
	Metrics  prometheus.Registerer // none if nil
}

// Bets is the store of all bets and its reports.
type Bets struct {
	db       *db.DB
	ledger   *ledger.Ledger
	venues   *venue.Venues
	turnover *turnover.Turnover
	staff    *staff.Staff
	log      *slog.Logger
	plays    playMetrics
	portion  *portion
	searches chan struct{} // under way
}

// New makes the store.
func New(c Config) *Bets {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	return &Bets{
		db: c.DB, ledger: c.Ledger, venues: c.Venues, turnover: c.Turnover, staff: c.Staff, log: c.Log, plays: newPlayMetrics(c.Metrics),
		portion: newPortion(c.DB), searches: make(chan struct{}, searchesAtOnce),
	}
}

// The states of a bet, as stored and as reports give them.
const (
	Open    = "open"
	Settled = "settled"
	Void    = "void"
)

// Statuses are the states of a bet.
var Statuses = []string{Open, Settled, Void}

// Why a finished bet has no valid stake, for the player to read.
const (
	reasonVoid  = "注单已取消"
	reasonDrawn = "和局，不计有效投注"
)

// ReasonOpposed is why a bet has no valid stake whose player bet on both sides (PROMO-12).
const ReasonOpposed = "同一局对押双方，不计有效投注"

// Line is one version of a bet.
type Line struct {
	Venue, BetID string
	Version      int
	Player       string
	Account      string
	Game         string
	GameName     string // as the venue's adapter calls it; reports put the catalogue's name first
	Status       string
	Stake        money.Fen
	Valid        money.Fen // D-26
	Win          money.Fen // the player's result, 0 until settled
	Odds         string
	OddsType     string
	Parlay       bool
	Round        string // the venue's number of the round or match; "" where it tells none
	Market, Side string // what the bet was on, as in venue.BetLine
	Sold         bool   // by the player before the end; false where it is not read
	BetAt        time.Time
	SettledAt    time.Time // zero while open
	UpdatedAt    time.Time // the venue's time of this version
	StoredAt     time.Time
	Day          calendar.Day
	Reason       string // why Valid is 0
	Entry        string // the entry of the books that carries its result
	Raw          string // the venue's own row; empty in lists
}

// Opposed reports whether nothing of a bet is valid because its player bet on the
// other side too.
func (l Line) Opposed() bool { return l.Reason == ReasonOpposed }

// validOf is the valid stake of a bet (D-26), or the reason why it has none.
func validOf(kind venue.Kind, l venue.BetLine) (money.Fen, string) {
	win := l.Payout - l.Stake
	switch {
	case l.Status == venue.BetOpen:
		return 0, ""
	case l.Status == venue.BetVoid:
		return 0, reasonVoid
	case win == 0:
		return 0, reasonDrawn
	case kind.OnMatches():
		return min(l.Stake, max(win, -win)), ""
	case l.HasValid:
		return l.Valid, ""
	}
	return l.Stake, ""
}
