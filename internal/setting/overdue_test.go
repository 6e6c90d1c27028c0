package setting_test

import (
	"encoding/json"
	"errors"
	"testing"
	"time"

	"hongyun/internal/db/dbtest"
	"hongyun/internal/setting"
)

// overdue has the gateway's second version approved for a moment that comes before the job runs.
func (o *office) overdue(from time.Time) {
	o.t.Helper()
	for _, order := range []setting.Order{gatewayOrder(), o.laterGateway(1, "https://pay.example/v2", from)} {
		if err := o.approve(o.bo, o.ask(o.anna, order)); err != nil {
			o.t.Fatal(err)
		}
	}
}

// H-406: a row whose moment has passed is not stored over a newer one that was approved
// before the job ran.
func TestAnOverdueRowIsNotStoredOverANewerOne(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		clock := dbtest.Clock(o.d)
		o.overdue(clock.Now().Add(time.Hour))
		clock.Advance(time.Hour + 2*time.Second)
		if err := o.approve(o.bo, o.ask(o.anna, o.laterGateway(2, "https://pay.example/v3", time.Time{}))); err != nil {
			t.Fatal(err)
		}
		o.due()
		if last := o.put[len(o.put)-1].Value.Address; last != "https://pay.example/v3" {
			t.Errorf("the older version was stored over the newer one: %s", last)
		}
		if waiting, err := o.Waiting(t.Context(), o.d); err != nil || len(waiting) != 0 {
			t.Errorf("the older version still waits: %+v, %v", waiting, err)
		}
	})
}

// H-406: of two rows whose moments have passed the older one is not stored after the newer one.
func TestTheOlderOfTwoOverdueRowsIsNotStoredLater(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		clock := dbtest.Clock(o.d)
		o.overdue(clock.Now().Add(time.Hour))
		if err := o.approve(o.bo, o.ask(o.anna, o.laterGateway(2, "https://pay.example/v3", clock.Now().Add(2*time.Hour)))); err != nil {
			t.Fatal(err)
		}
		clock.Advance(3 * time.Hour)
		down := errors.New("the database is not reached")
		o.refuseAddress = map[string]error{"https://pay.example/v2": down}
		if err := o.RunDue(t.Context()); !errors.Is(err, down) {
			t.Fatal(err)
		}
		o.refuseAddress = nil
		o.due()
		if len(o.put) != 2 || o.put[1].Value.Address != "https://pay.example/v3" {
			t.Errorf("stored: %+v", o.put)
		}
	})
}

// H-406: a single setting whose moment has passed holds already, even before the job ran: one
// person does not undo what two people put into force.
func TestASettingThatHoldsIsNotWithdrawnByOnePerson(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		clock := dbtest.Clock(o.d)
		later := setting.Order{Kind: "cashier.second", Value: json.RawMessage(`{"most":20000,"note":""}`), Reason: "调整限额", From: clock.Now().Add(time.Hour)}
		if err := o.approve(o.bo, o.ask(o.anna, later)); err != nil {
			t.Fatal(err)
		}
		waiting, err := o.Waiting(t.Context(), o.d)
		if err != nil || len(waiting) != 1 {
			t.Fatalf("%+v, %v", waiting, err)
		}
		clock.Advance(time.Hour)
		if err := o.Withdraw(t.Context(), o.anna, waiting[0].ID, "改期"); !errors.Is(err, setting.ErrNotWaiting) {
			t.Errorf("withdrawn although it holds: %v", err)
		}
		_ = o.Load(t.Context())
		if got := o.most.Now().Most; got != 200_00 {
			t.Errorf("in force: %d", got)
		}
	})
}
