package vip

import "github.com/prometheus/client_golang/prometheus"

// metrics count the awards that runs wrote. Their sums are in the log line of
// each run and in the back office.
type metrics struct {
	awards *prometheus.CounterVec
}

func newMetrics(r prometheus.Registerer) metrics {
	m := metrics{
		awards: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hongyun_vip_awards_total", Help: "VIP awards of runs, by programme and by whether they were paid or withheld.",
		}, []string{"programme", "state"}),
	}
	if r != nil {
		r.MustRegister(m.awards)
	}
	return m
}
