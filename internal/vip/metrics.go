package vip

import "github.com/prometheus/client_golang/prometheus"

type metrics struct {
	awards *prometheus.CounterVec
	amount *prometheus.CounterVec
}

func newMetrics(r prometheus.Registerer) metrics {
	m := metrics{
		awards: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hongyun_vip_awards_total", Help: "VIP awards of runs, by programme and by whether they were paid or withheld.",
		}, []string{"programme", "state"}),
		amount: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hongyun_vip_amount_total", Help: "What VIP awards of runs came to, in hundredths of a C$.",
		}, []string{"programme", "state"}),
	}
	if r != nil {
		r.MustRegister(m.awards, m.amount)
	}
	return m
}
