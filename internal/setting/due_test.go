package setting_test

import (
	"encoding/json"
	"errors"
	"sync"
	"testing"
	"time"

	"hongyun/internal/db/dbtest"
	"hongyun/internal/setting"
)

func (o *office) due() {
	o.t.Helper()
	if err := o.RunDue(o.t.Context()); err != nil {
		o.t.Fatal(err)
	}
}

// laterGateway is the gateway with another address and key from a moment on.
func (o *office) laterGateway(base int, address string, from time.Time) setting.Order {
	order := gatewayOrder()
	order.New, order.Base, order.From = false, base, from
	order.Value, order.Secrets = json.RawMessage(`{"address":"`+address+`"}`), map[string]string{"key": "the-next-secret-key"}
	return order
}

// H-383: a row that takes effect later is not stored, not used and gives no key before its moment;
// then it is stored once, whoever looks.
func TestALaterRowHoldsFromItsMomentAndIsStoredOnce(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		clock := dbtest.Clock(o.d)
		if err := o.approve(o.bo, o.ask(o.anna, gatewayOrder())); err != nil {
			t.Fatal(err)
		}
		if err := o.approve(o.bo, o.ask(o.anna, o.laterGateway(1, "https://pay.example/v2", clock.Now().Add(time.Hour)))); err != nil {
			t.Fatal(err)
		}
		clock.Advance(time.Hour - time.Millisecond)
		o.due()
		_ = o.Load(t.Context())
		if len(o.put) != 1 || o.accounts.Secrets("one")["key"] != "a-very-secret-key" || o.accounts.Of("one").Address != "https://pay.example/api" {
			t.Errorf("before its moment: %d stored, %+v", len(o.put), o.accounts.Of("one"))
		}
		waiting, err := o.Waiting(t.Context(), o.d)
		if err != nil || len(waiting) != 1 || waiting[0].Key != "one" || len(waiting[0].Lines) != 1 || waiting[0].Lines[0].Value != "https://pay.example/api → https://pay.example/v2" {
			t.Errorf("%+v, %v", waiting, err)
		}
		shown, err := o.List(t.Context(), o.d, "pay.gateway")
		if err != nil || shown[0].Version != 2 || string(shown[0].Coming) != `{"address":"https://pay.example/v2"}` || string(shown[0].Value) != `{"address":"https://pay.example/api"}` {
			t.Errorf("%+v, %v", shown, err)
		}
		clock.Advance(time.Millisecond)
		_ = o.Load(t.Context())
		if o.accounts.Secrets("one")["key"] != "a-very-secret-key" {
			t.Error("a key is used before its row is stored")
		}
		var wg sync.WaitGroup
		for range 4 {
			wg.Go(func() { _ = o.RunDue(t.Context()) })
		}
		wg.Wait()
		if len(o.put) != 2 || o.put[1].Value.Address != "https://pay.example/v2" || o.accounts.Secrets("one")["key"] != "the-next-secret-key" {
			t.Errorf("at its moment: %d stored", len(o.put))
		}
		if waiting, err := o.Waiting(t.Context(), o.d); err != nil || len(waiting) != 0 {
			t.Errorf("%+v, %v", waiting, err)
		}
	})
}

// H-383: one person withdraws what waits, and it never holds; a change is then made against the version before.
func TestAWithdrawnChangeNeverHolds(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		clock := dbtest.Clock(o.d)
		if err := o.approve(o.bo, o.ask(o.anna, gatewayOrder())); err != nil {
			t.Fatal(err)
		}
		later := o.order(0, `{"most":20000,"note":""}`)
		later.From = clock.Now().Add(time.Hour)
		for _, order := range []setting.Order{later, o.laterGateway(1, "https://pay.example/v2", clock.Now().Add(time.Hour))} {
			if err := o.approve(o.bo, o.ask(o.anna, order)); err != nil {
				t.Fatal(err)
			}
		}
		if _, err := o.Ask(t.Context(), o.anna, o.laterGateway(1, "https://pay.example/v3", time.Time{})); !errors.Is(err, setting.ErrBase) {
			t.Errorf("against the version before one that waits: %v", err)
		}
		waiting, err := o.Waiting(t.Context(), o.d)
		if err != nil || len(waiting) != 2 {
			t.Fatalf("%+v, %v", waiting, err)
		}
		for _, c := range waiting {
			if err := o.Withdraw(t.Context(), o.anna, c.ID, "改期"); err != nil {
				t.Fatal(err)
			}
			if err := o.Withdraw(t.Context(), o.anna, c.ID, "改期"); !errors.Is(err, setting.ErrNotWaiting) {
				t.Errorf("twice: %v", err)
			}
		}
		clock.Advance(2 * time.Hour)
		o.due()
		_ = o.Load(t.Context())
		if len(o.put) != 1 || o.most.Now().Most != 100_00 || o.accounts.Secrets("one")["key"] != "a-very-secret-key" {
			t.Errorf("%d stored, %+v", len(o.put), o.most.Now())
		}
		if err := o.approve(o.bo, o.ask(o.anna, o.laterGateway(1, "https://pay.example/v3", time.Time{}))); err != nil || len(o.put) != 2 {
			t.Errorf("against the one that holds: %v", err)
		}
	})
}

// H-383: a change that holds at once takes the place of one that waits, and taking a row
// out of use withdraws it: nothing comes back untold.
func TestALaterRowDoesNotComeBackOverANewerOne(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		clock := dbtest.Clock(o.d)
		if err := o.approve(o.bo, o.ask(o.anna, gatewayOrder())); err != nil {
			t.Fatal(err)
		}
		for i, order := range []setting.Order{o.laterGateway(1, "https://pay.example/v2", clock.Now().Add(time.Hour)), o.laterGateway(2, "https://pay.example/v3", time.Time{})} {
			if err := o.approve(o.bo, o.ask(o.anna, order)); err != nil {
				t.Fatalf("%d: %v", i, err)
			}
		}
		clock.Advance(2 * time.Hour)
		o.due()
		if len(o.put) != 2 || o.put[1].Value.Address != "https://pay.example/v3" {
			t.Errorf("stored: %+v", o.put)
		}
		if err := o.approve(o.bo, o.ask(o.anna, o.laterGateway(3, "https://pay.example/v4", clock.Now().Add(time.Hour)))); err != nil {
			t.Fatal(err)
		}
		if err := o.Off(t.Context(), o.bo, "pay.gateway", "one", "密钥泄露"); err != nil {
			t.Fatal(err)
		}
		clock.Advance(2 * time.Hour)
		o.due()
		if len(o.put) != 2 {
			t.Errorf("it came back: %+v", o.put)
		}
	})
}

// H-383: what its kind refuses by then is not stored, and a person is told.
func TestAChangeThatIsRefusedAtItsMomentFails(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		clock := dbtest.Clock(o.d)
		order := gatewayOrder()
		order.From = clock.Now().Add(time.Hour)
		if err := o.approve(o.bo, o.ask(o.anna, order)); err != nil {
			t.Fatal(err)
		}
		o.refuse = setting.ErrItem
		clock.Advance(time.Hour)
		o.due()
		waiting, err := o.Waiting(t.Context(), o.d)
		if err != nil || len(o.put) != 0 || len(waiting) != 1 || !waiting[0].Failed || waiting[0].Note != "没有找到该项设置" {
			t.Errorf("%+v, %v", waiting, err)
		}
		if n, err := o.FailedCount(t.Context()); err != nil || n != 1 {
			t.Errorf("%d, %v", n, err)
		}
		if err := o.Withdraw(t.Context(), o.anna, waiting[0].ID, "已知悉"); err != nil {
			t.Error(err)
		}
		o.refuse = nil
		order.From = time.Time{}
		if err := o.approve(o.bo, o.ask(o.anna, order)); err != nil || len(o.put) != 1 {
			t.Errorf("entered again: %v", err)
		}
	})
}
