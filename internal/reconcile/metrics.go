package reconcile

import (
	"context"
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
)

// metrics are what alarms are set on: any open break is one.
type metrics struct {
	open  *prometheus.GaugeVec
	found *prometheus.CounterVec
	watch prometheus.Gauge
}

func newMetrics(r prometheus.Registerer) metrics {
	m := metrics{
		open: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "hongyun_reconcile_open_findings", Help: "Breaks nobody has settled, by kind. Any is an alarm.",
		}, []string{"kind"}),
		found: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hongyun_reconcile_findings_total", Help: "Breaks found, by kind.",
		}, []string{"kind"}),
		watch: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "hongyun_reconcile_watch_seconds", Help: "How long the last look at what was booked since took.",
		}),
	}
	if r != nil {
		r.MustRegister(m.open, m.found, m.watch)
	}
	return m
}

// measure counts what is open and sets the gauges.
func (r *Reconciler) measure(ctx context.Context) (int, error) {
	var rows []struct {
		Kind string
		N    int
	}
	if err := r.DB.NewRaw(`SELECT kind, COUNT(*) AS n FROM recon_finding WHERE state = 'open' GROUP BY kind`).Scan(ctx, &rows); err != nil {
		return 0, fmt.Errorf("count findings: %w", err)
	}
	r.metrics.open.Reset()
	open := 0
	for _, row := range rows {
		r.metrics.open.WithLabelValues(row.Kind).Set(float64(row.N))
		open += row.N
	}
	return open, nil
}
