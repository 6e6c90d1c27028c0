package app

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/app/command"
)

// beginGate connects the gate and finds out whether this database is the one
// the house wrote last.
func (a *App) beginGate(ctx context.Context) error {
	gate := a.Guard.Gate
	gate.KnownUntil = command.KnownUntil
	a.Metrics.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{
		Name: "hongyun_gate_closed", Help: "How many ways of money are closed; -1 if the gate cannot be read.",
	}, func() float64 { return float64(gate.Closed(context.Background())) }))
	if err := gate.Begin(ctx); err != nil {
		return err
	}
	closed, err := gate.Standing(ctx, a.DB)
	for _, c := range closed {
		a.Log.WarnContext(ctx, "the house opens with a closed gate", "door", string(c.Door), "cause", string(c.Cause), "since", c.Since, "by", c.By, "reason", c.Reason)
	}
	return err
}
