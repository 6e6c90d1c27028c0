package app

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// maxDrift is how far this machine's clock may be from the database's. Ids of
// entries, checkpoints and leases compare the times of several nodes.
const maxDrift = 2 * time.Second

// checkDrift compares the machine's clock, never the product's, which tests and
// the demo move.
func checkDrift(ctx context.Context, d *db.DB, machine calendar.Clock) (time.Duration, error) {
	drift, err := d.Drift(ctx, machine)
	if err == nil && drift.Abs() > maxDrift {
		err = fmt.Errorf("the clock of this machine differs from the database's by %s, at most %s are allowed", drift.Round(time.Millisecond), maxDrift)
	}
	return drift, err
}

// clockDrift is checkDrift that also sets the metric.
func (a *App) clockDrift(ctx context.Context) error {
	drift, err := checkDrift(ctx, a.DB, a.Machine)
	a.drift.Set(drift.Seconds())
	return err
}

func newDriftGauge() prometheus.Gauge {
	return prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "hongyun_clock_drift_seconds", Help: "How far this machine's clock is ahead of the database's, as the last readiness check found it.",
	})
}
