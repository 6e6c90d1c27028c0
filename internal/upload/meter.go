package upload

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"
)

// meter counts what comes and goes.
type meter struct{ uploads, opened *prometheus.CounterVec }

func (u *Uploads) newMeter() meter {
	m := meter{
		uploads: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hongyun_uploads_total", Help: "Files that staff sent, by kind and outcome: ok or the code of the fault.",
		}, []string{"kind", "outcome"}),
		opened: prometheus.NewCounterVec(prometheus.CounterOpts{
			Name: "hongyun_upload_served_total", Help: "Uploaded files that were asked for: ok, missing, away, lost, damaged or crowded.",
		}, []string{"outcome"}),
	}
	if u.Metrics != nil {
		count := func(query string) func() float64 {
			return func() float64 {
				var n float64
				if err := u.DB.NewRaw(query).Scan(context.Background(), &n); err != nil {
					return -1
				}
				return n
			}
		}
		u.Metrics.MustRegister(m.uploads, m.opened,
			prometheus.NewGaugeFunc(prometheus.GaugeOpts{
				Name: "hongyun_upload_trash", Help: "Objects of removed files that their store still holds; -1 if unknown.",
			}, count("SELECT CAST(COUNT(*) AS DOUBLE PRECISION) FROM upload_trash")),
			prometheus.NewGaugeFunc(prometheus.GaugeOpts{
				Name: "hongyun_upload_bytes", Help: "Bytes of all uploaded files; -1 if unknown.",
			}, count("SELECT CAST(COALESCE(SUM(size), 0) AS DOUBLE PRECISION) FROM upload")),
		)
	}
	return m
}

func (m meter) refused(kind Kind, err error) {
	m.uploads.WithLabelValues(kind.Code, outcome(err)).Inc()
}

func (m meter) kept(kind Kind, err error) {
	if err != nil {
		m.refused(kind, err)
		return
	}
	m.uploads.WithLabelValues(kind.Code, "ok").Inc()
}

func (m meter) served(outcome string) { m.opened.WithLabelValues(outcome).Inc() }
