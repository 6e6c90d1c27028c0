package alarm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/outward"
)

// delivery is a message that is due, with its target.
type delivery struct {
	ID, Event, Target, Sealed, Message string
	Tries                              int
	MadeAt, DeadlineAt                 int64
	Name, Form, Now                    string // of the target; Now is its present address
	Removed                            bool
}

// backOff is how long a message waits after its n-th try failed.
func backOff(tries int) time.Duration { return min(10*time.Second<<min(tries, 10), 15*time.Minute) }

// Deliver tells what is due again, sends what waits, and forgets what is old. A
// target that is slow or silent delays its own messages alone. It is a sweep.
func (a *Alarms) Deliver(ctx context.Context) error {
	if err := a.tellAgain(ctx); err != nil {
		return err
	}
	due, err := a.take(ctx)
	if err != nil {
		return fmt.Errorf("take alarms to send: %w", err)
	}
	byTarget := map[string][]delivery{}
	for _, d := range due {
		byTarget[d.Target] = append(byTarget[d.Target], d)
	}
	var (
		wait   sync.WaitGroup
		mu     sync.Mutex
		failed error
	)
	for _, list := range byTarget {
		wait.Go(func() {
			for _, d := range list {
				failure := a.try(ctx, d)
				err := a.settle(ctx, d, failure)
				mu.Lock()
				failed = errors.Join(failed, err)
				mu.Unlock()
				if failure != "" || err != nil {
					return // the others of this target wait for their next time
				}
			}
		})
	}
	wait.Wait()
	return errors.Join(failed, a.prune(ctx))
}

// take reads the messages that are due, and moves each one's next time on: should
// this process die, another one sends them then.
func (a *Alarms) take(ctx context.Context) ([]delivery, error) {
	var due []delivery
	err := a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		due = nil
		err := tx.NewRaw(`
			SELECT d.id, d.event, d.target, d.sealed, d.message, d.tries, d.made_at, d.deadline_at, t.name, t.form, t.sealed AS now, t.removed
			FROM alarm_delivery d JOIN alarm_target t ON t.id = d.target
			WHERE d.state = 'waiting' AND d.next_at <= ? ORDER BY d.next_at, d.id LIMIT ?`, tx.NowMillis(), mostAtOnce).Scan(ctx, &due)
		if err != nil {
			return err
		}
		for _, d := range due {
			_, err := tx.NewRaw("UPDATE alarm_delivery SET next_at = ? WHERE id = ?", tx.Now().Add(backOff(d.Tries)+2*sendLimit).UnixMilli(), d.ID).Exec(ctx)
			if err != nil {
				return err
			}
		}
		return nil
	})
	return due, err
}

// try sends one message, and says why it was not taken.
func (a *Alarms) try(ctx context.Context, d delivery) (failure string) {
	var m message
	if err := json.Unmarshal([]byte(d.Message), &m); err != nil {
		return "消息无法读取"
	}
	sealed := d.Sealed
	if sealed == "" {
		sealed = d.Now
	}
	return a.send(ctx, d.Target, d.Form, sealed, d.ID, m)
}

// send hands a message to a target within sendLimit, and says why it was not taken.
func (a *Alarms) send(ctx context.Context, id, form, sealed, message string, m message) (failure string) {
	ctx, cancel := context.WithTimeout(ctx, sendLimit)
	defer cancel()
	text, err := a.Box.Open(sealFor(id), sealed)
	if err != nil {
		return "去向的地址无法读取"
	}
	var at Address
	if err := json.Unmarshal([]byte(text), &at); err != nil {
		return "去向的地址无法读取"
	}
	switch formOf(form, at) {
	case Email:
		err = a.out.SendMail(ctx, outward.Server{Host: at.Host, Port: at.Port, User: at.User, Password: at.Password}, outward.Mail{
			From: at.From, To: at.To, Subject: m.heading(), Text: m.Text, ID: message, At: calendar.FromMillis(m.At),
		})
	case Webhook:
		err = a.sendWebhook(ctx, at, message, m)
	case Telegram:
		err = a.sendTelegram(ctx, at, m)
	case Wecom:
		err = a.sendWecom(ctx, at, m)
	}
	if err != nil {
		return outward.Reason(err)
	}
	return ""
}

// formOf is the form of an address: that of its target, which may have another one by now.
func formOf(form string, at Address) string {
	switch {
	case at.Host != "":
		return Email
	case at.URL != "":
		return Webhook
	case at.Token != "":
		return Telegram
	case at.Key != "":
		return Wecom
	}
	return form
}

// settle writes down what became of a try.
func (a *Alarms) settle(ctx context.Context, d delivery, failure string) error {
	now := a.DB.Clock().Now()
	state, outcome := "sent", "sent"
	if failure != "" {
		state, outcome = "waiting", "failed"
		if now.UnixMilli() >= d.DeadlineAt || d.Removed && d.Sealed == "" {
			state, outcome = "lost", "lost"
		}
	}
	err := a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		ended := int64(0)
		if state != "waiting" {
			ended = tx.NowMillis()
		}
		next := min(tx.Now().Add(backOff(d.Tries)).UnixMilli(), max(d.DeadlineAt, tx.NowMillis()))
		_, err := tx.NewRaw("UPDATE alarm_delivery SET state = ?, tries = tries + 1, failure = ?, next_at = ?, ended_at = ? WHERE id = ? AND state = 'waiting'",
			state, failure, next, ended, d.ID).Exec(ctx)
		if err == nil && state == "lost" && !d.Removed {
			err = a.RaiseIn(ctx, tx, Lost, d.Target, "发往「"+d.Name+"」的报警没有送达："+failure)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("settle the alarm message %s: %w", d.ID, err)
	}
	a.sent.WithLabelValues(d.Form, outcome).Inc()
	if state == "sent" {
		a.took.Observe(now.Sub(calendar.FromMillis(d.MadeAt)).Seconds())
	} else {
		a.Log.WarnContext(ctx, "an alarm was not taken", "target", d.Target, "form", d.Form, "tries", d.Tries+1, "outcome", outcome)
	}
	return a.noteTry(ctx, d.Target, failure)
}

// tellAgain tells what happened again since it was last told, once its time has
// come, and ends what has not happened for a while.
func (a *Alarms) tellAgain(ctx context.Context) error {
	return a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		r, err := readRoutes(ctx, tx)
		if err != nil {
			return err
		}
		for _, k := range Kinds {
			if !k.Happens {
				continue
			}
			var standing []event
			err := tx.NewRaw("SELECT "+eventColumns+" FROM alarm_event WHERE kind = ? AND ended_at = 0 ORDER BY subject LIMIT 500", k.Kind).Scan(ctx, &standing)
			if err != nil {
				return err
			}
			for _, e := range standing {
				if err := a.tellIfDue(ctx, tx, r, e); err != nil {
					return err
				}
				if e.Count == e.Told && tx.NowMillis() >= e.LastAt+max(r.every(k.Kind), time.Hour).Milliseconds() {
					if _, err := tx.NewRaw("UPDATE alarm_event SET ended_at = ? WHERE id = ?", tx.NowMillis(), e.ID).Exec(ctx); err != nil {
						return err
					}
				}
			}
		}
		return nil
	})
}

// prune forgets what ended long ago.
func (a *Alarms) prune(ctx context.Context) error {
	return a.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		before := tx.Now().Add(-keptFor).UnixMilli()
		_, err := tx.NewRaw("DELETE FROM alarm_delivery WHERE state <> 'waiting' AND event IN (SELECT id FROM alarm_event WHERE ended_at > 0 AND last_at < ?)", before).Exec(ctx)
		if err != nil {
			return err
		}
		_, err = tx.NewRaw("DELETE FROM alarm_event WHERE ended_at > 0 AND last_at < ? AND NOT EXISTS (SELECT 1 FROM alarm_delivery d WHERE d.event = alarm_event.id)", before).Exec(ctx)
		return err
	})
}
