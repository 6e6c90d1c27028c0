package reconcile

import (
	"context"
	"fmt"

	"github.com/prometheus/client_golang/prometheus"
)

// metrics are the figures for alarms: any open break raises one.
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
	kinds, err := r.FoundByKind(ctx)
	if err != nil {
		return 0, err
	}
	r.metrics.open.Reset()
	open := 0
	for kind, n := range kinds {
		r.metrics.open.WithLabelValues(kind).Set(float64(n.Open))
		open += n.Open
	}
	return open, nil
}

// Found is the number of unsettled breaks of a kind, and of all there ever
// were.
type Found struct{ Open, Ever int }

// FoundByKind counts the breaks of each kind of which one is open.
func (r *Reconciler) FoundByKind(ctx context.Context) (map[string]Found, error) {
	var rows []struct {
		Kind       string
		Open, Ever int
	}
	err := r.DB.NewRaw(`
		SELECT o.kind, o.open, (SELECT COUNT(*) FROM recon_finding f WHERE f.kind = o.kind) AS ever
		FROM (SELECT kind, COUNT(*) AS open FROM recon_finding WHERE state = 'open' GROUP BY kind) AS o`).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("count findings: %w", err)
	}
	kinds := make(map[string]Found, len(rows))
	for _, row := range rows {
		kinds[row.Kind] = Found{row.Open, row.Ever}
	}
	return kinds, nil
}
