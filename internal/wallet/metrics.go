package wallet

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// metrics count how transfers end, how many are open, and how long the oldest
// has been open.
type metrics struct {
	transfers *prometheus.CounterVec
	open      *prometheus.GaugeVec
	oldest    prometheus.Gauge
}

func newMetrics(r prometheus.Registerer) metrics {
	m := metrics{
		transfers: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hongyun_wallet_transfers_total", Help: "Transfers by venue, direction and the state they came to.",
		}, []string{"venue", "direction", "state"}),
		open: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "hongyun_wallet_open_transfers", Help: "Transfers without a final answer, by state.",
		}, []string{"state"}),
		oldest: prometheus.NewGauge(prometheus.GaugeOpts{
			Name: "hongyun_wallet_oldest_open_seconds", Help: "Age of the oldest transfer without a final answer.",
		}),
	}
	if r != nil {
		r.MustRegister(m.transfers, m.open, m.oldest)
	}
	return m
}

// measure sets the gauges from the table.
func (w *Wallets) measure(ctx context.Context) error {
	var rows []struct {
		State  string
		N      int64
		Oldest int64
	}
	err := w.DB.NewRaw(`
		SELECT state, COUNT(*) AS n, MIN(created_at) AS oldest
		FROM transfer
		WHERE state IN ('pending', 'manual', 'disputed')
		GROUP BY state`).Scan(ctx, &rows)
	if err != nil {
		return fmt.Errorf("measure transfers: %w", err)
	}
	now := w.DB.Clock().Now()
	oldest := now
	found := map[State]int64{}
	for _, row := range rows {
		found[State(row.State)] = row.N
		if at := instant(row.Oldest); at.Before(oldest) {
			oldest = at
		}
	}
	for _, s := range []State{Pending, Manual, Disputed} {
		// A gauge takes floating point, which has no place in this package; a
		// duration of so many seconds gives it.
		w.count.open.WithLabelValues(string(s)).Set((time.Duration(found[s]) * time.Second).Seconds())
	}
	w.count.oldest.Set(now.Sub(oldest).Seconds())
	return nil
}
