package courier_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"hongyun/internal/courier"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
)

// proved notes that a player proved a phone.
func (f *fixture) proved(player, phone string) {
	f.t.Helper()
	f.must(f.d.Write(f.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return f.Proved(ctx, tx, player, courier.SMS, phone, false)
	}))
}

func (f *fixture) notify(player, event string, topic courier.Topic) {
	f.t.Helper()
	f.must(f.d.Write(f.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return courier.Notify(ctx, tx, courier.Notice{Player: player, Event: event, Topic: topic, Title: event, Text: event})
	}))
}

// count is how many messages are in a state.
func (f *fixture) count(state string) int {
	f.t.Helper()
	return strings.Count(f.states(), state)
}

// H-406: an SMS is not sent twice because the process stopped while it was sent.
func TestAnSMSIsNotSentTwiceBecauseTheProcessStopped(t *testing.T) {
	each(t, func(f *fixture) {
		ctx, stop := context.WithCancel(f.t.Context())
		company := f.companies.Handler("/messages")
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			company.ServeHTTP(w, r)
			stop()
		}))
		f.t.Cleanup(web.Close)
		s := f.sms(courier.Chuanglan)
		s.Address = web.URL + "/messages/chuanglan/msg/v1/send/json"
		f.must(f.ask(courier.KindSMS, s, map[string]string{"secret": "key"}))
		f.send(courier.SMS, "13800000001")
		if err := f.Deliver(ctx); err != nil {
			f.t.Errorf("the process stops: %v", err)
		}
		dbtest.Clock(f.d).Advance(time.Minute)
		f.must(f.Deliver(f.t.Context()))
		if n := len(f.companies.Sent()); n != 1 || f.count("waiting") != 0 {
			f.t.Errorf("%d messages left, %s", n, f.states())
		}
	})
}

// H-406: a code that can no longer be used is not sent.
func TestAMessageIsNotSentAfterItsDeadline(t *testing.T) {
	each(t, func(f *fixture) {
		f.must(f.ask(courier.KindSMS, f.sms(courier.Chuanglan), map[string]string{"secret": "key"}))
		f.send(courier.SMS, "13800000001")
		dbtest.Clock(f.d).Advance(5 * time.Minute)
		f.must(f.Deliver(f.t.Context()))
		if n := len(f.companies.Sent()); n != 0 || f.states() != "lost" {
			f.t.Errorf("%d messages left, %s", n, f.states())
		}
	})
}

// H-406: one call sends at most ten notices of a channel, so that a code does not wait for many.
func TestACodeDoesNotWaitForManyNotices(t *testing.T) {
	each(t, func(f *fixture) {
		f.must(f.ask(courier.KindSMS, f.sms(courier.Chuanglan), map[string]string{"secret": "key"}))
		for i := range 25 {
			name := fmt.Sprintf("p%02d", i)
			f.proved(name, fmt.Sprintf("138000001%02d", i))
			f.notify(name, "deposit", courier.Money)
		}
		for _, want := range []int{10, 20, 25} {
			f.must(f.Deliver(f.t.Context()))
			if n := f.count("sent"); n != want {
				f.t.Errorf("%d notices left, not %d", n, want)
			}
		}
	})
}

// H-406: notices about money do not use up the budget of those about safety, nor the other way round.
func TestSafetyHasABudgetOfItsOwn(t *testing.T) {
	each(t, func(f *fixture) {
		s := f.sms(courier.Chuanglan)
		s.Budgets = courier.Budgets{Notices: 2}
		f.must(f.ask(courier.KindSMS, s, map[string]string{"secret": "key"}))
		for i, topic := range []courier.Topic{courier.Money, courier.Money, courier.Money, courier.Safety, courier.Safety, courier.Safety} {
			name := fmt.Sprintf("p%d", i)
			f.proved(name, fmt.Sprintf("1380000010%d", i))
			f.notify(name, "event", topic)
			f.must(f.Deliver(f.t.Context()))
		}
		if got := f.states(); got != "sent sent dropped sent sent dropped" {
			f.t.Error(got)
		}
	})
}

// H-406: a player gets at most ten notices of a topic a day by a channel, and another player as many.
func TestAPlayerGetsTenNoticesADay(t *testing.T) {
	each(t, func(f *fixture) {
		f.must(f.ask(courier.KindSMS, f.sms(courier.Chuanglan), map[string]string{"secret": "key"}))
		f.proved("ming", "13800000001")
		f.proved("hong", "13800000002")
		total := func() (n int) {
			f.must(f.d.NewRaw("SELECT COUNT(*) FROM courier_message").Scan(f.t.Context(), &n))
			return n
		}
		for i := range 15 {
			f.notify("ming", fmt.Sprintf("safety %d", i), courier.Safety)
		}
		if n := total(); n != 10 {
			f.t.Errorf("%d notices about safety", n)
		}
		f.notify("ming", "deposit", courier.Money)
		f.notify("hong", "safety", courier.Safety)
		if n := total(); n != 12 {
			f.t.Errorf("%d with one about money and one of another player", n)
		}
		dbtest.Clock(f.d).Advance(24 * time.Hour)
		f.notify("ming", "the next day", courier.Safety)
		if n := total(); n != 13 {
			f.t.Errorf("%d on the next day", n)
		}
	})
}
