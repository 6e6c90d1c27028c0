package wallet

import (
	"log/slog"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/db"
	"hongyun/internal/due"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
	"hongyun/internal/wallet/breaker"
)

// Config holds the dependencies of New.
type Config struct {
	DB      *db.DB
	Ledger  *ledger.Ledger
	Venues  *venue.Venues
	Guard   *guard.Guard
	Staff   *staff.Staff
	Log     *slog.Logger          // slog.Default if nil
	Metrics prometheus.Registerer // counted nowhere if nil

	// ManualAfter is how long a transfer may stay unanswered before a person is
	// called. The venue is asked on, and an answer still settles it. Defaults
	// to 2 hours.
	ManualAfter time.Duration

	// AtOnce is how many calls one venue is given at the same time, so that a
	// slow one cannot take everything there is. A place is kept from before the
	// order is written until its answer is. Defaults to 64.
	AtOnce int

	// RestFor is how long a venue is left alone that answered nothing several
	// times in a row. Defaults to 10 seconds.
	RestFor time.Duration

	// NewID makes the ids of transfers without a player's order, those before a
	// launch. Random ones if nil.
	NewID func() string

	// InTurn runs concurrent work sequentially in a fixed order, so that a
	// simulation can be repeated. Production leaves it false.
	InTurn bool

	// Seam, where set, is called at the named points between two steps, so that
	// a test can end the process there. Production leaves it nil.
	Seam func(point string)
}

// Wallets moves money between centre and venues, and shows where it is. It is
// safe for concurrent use, also by several nodes on one database.
type Wallets struct {
	Config
	Resolver *due.Work // asks the venues about transfers whose answer is open
	count    metrics

	opens   *db.Group[*opening]
	settles *db.Group[*settling]

	breakers *breaker.Breakers
}

// New builds the package's one object and takes over the second person's
// decisions about transfers.
func New(c Config) *Wallets {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.ManualAfter == 0 {
		c.ManualAfter = 2 * time.Hour
	}
	if c.AtOnce == 0 {
		c.AtOnce = 64
	}
	if c.RestFor == 0 {
		c.RestFor = 10 * time.Second
	}
	if c.NewID == nil {
		c.NewID = uuid.NewString
	}
	w := &Wallets{Config: c, count: newMetrics(c.Metrics)}
	w.breakers = breaker.New(breaker.Config{Venues: c.Venues, Guard: c.Guard, Log: c.Log, AtOnce: c.AtOnce, RestFor: c.RestFor})
	w.opens, w.settles = db.NewGroup(c.DB, w.openAll), db.NewGroup(c.DB, w.settleAll)
	w.Resolver = w.newResolver()
	kindSettle.OnApproved(c.Staff, w.settleApproved)
	return w
}

func (w *Wallets) seam(point string) {
	if w.Seam != nil {
		w.Seam(point)
	}
}
