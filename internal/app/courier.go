package app

import (
	"context"

	"hongyun/internal/alarm"
	"hongyun/internal/courier"
	"hongyun/internal/secret"
	"hongyun/internal/setting"
)

// buildCourier makes the book of settings, and what sends messages to players
// outside of the site by some of them.
func (a *App) buildCourier(box *secret.Box) {
	a.Book = setting.New(setting.Config{DB: a.DB, Staff: a.Staff, Box: box, Log: a.Log})
	a.Courier = courier.New(courier.Config{
		DB: a.DB, Staff: a.Staff, Book: a.Book, Box: box, Log: a.Log, Named: a.named, Inside: append(a.AlarmInside, a.CourierInside...), Roots: a.CourierRoots,
		Metrics: a.Metrics,
	})
}

// watchCourier looks for messages to players that do not arrive.
func (a *App) watchCourier(ctx context.Context) ([]alarm.Signal, error) {
	troubles, err := a.Courier.Troubles(ctx)
	signals := make([]alarm.Signal, len(troubles))
	for i, t := range troubles {
		signals[i] = alarm.Signal{Subject: string(t.Channel) + "." + t.Code, Text: t.Text}
	}
	return signals, err
}
