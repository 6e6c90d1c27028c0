package alarm

import (
	"crypto/x509"
	"log/slog"
	"net/netip"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/db"
	"hongyun/internal/outward"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
)

// Config is what New needs.
type Config struct {
	DB    *db.DB
	Staff *staff.Staff
	Box   *secret.Box // seals addresses and keys
	Log   *slog.Logger
	// Named is what messages call the installation now. Nil: nothing.
	Named func() string
	// Inside are the internal networks that a target may be in. Others that are
	// not reached from the Internet are refused.
	Inside  []netip.Prefix
	Metrics prometheus.Registerer

	// Roots and the two addresses below are for tests: they are the system's
	// certificates and the vendors' own where they are empty.
	Roots                 *x509.CertPool
	TelegramURL, WecomURL string
}

// Limits of delivery.
const (
	sendLimit  = 15 * time.Second // one try
	deadline   = 6 * time.Hour    // after it a message is lost
	keptFor    = 30 * 24 * time.Hour
	mostAtOnce = 100 // messages of one call of Deliver
)

// Alarms tells people what needs them.
type Alarms struct {
	Config
	out  outward.Sender
	sent *prometheus.CounterVec
	took prometheus.Histogram
}

// New connects the package to its database and gives requests about alarms their work.
func New(c Config) *Alarms {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.TelegramURL == "" {
		c.TelegramURL = "https://api.telegram.org"
	}
	if c.WecomURL == "" {
		c.WecomURL = "https://qyapi.weixin.qq.com"
	}
	if c.Named == nil {
		c.Named = func() string { return "" }
	}
	a := &Alarms{Config: c, out: outward.New(c.Inside, c.Roots)}
	a.sent = prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "hongyun_alarm_messages_total", Help: "Alarm messages by form of target and outcome: sent, failed (and tried again), lost.",
	}, []string{"form", "outcome"})
	a.took = prometheus.NewHistogram(prometheus.HistogramOpts{
		Name: "hongyun_alarm_delay_seconds", Help: "Time between an alarm and its delivery.", Buckets: []float64{1, 5, 15, 60, 300, 1800, 21600},
	})
	if c.Metrics != nil {
		c.Metrics.MustRegister(a.sent, a.took)
	}
	kindTarget.OnApproved(c.Staff, a.applyTarget)
	kindRoute.OnApproved(c.Staff, a.applyRoutes)
	return a
}
