package staff_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/staff"
)

func TestOnlyTheMakerTakesARequestBack(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		rita := o.add(t, "rita", "risk")
		again := o.addFor(t, "rita2", "ＩＤ-rita", "owner") // the same human being
		other := o.add(t, "ming", "owner")
		var done atomic.Int32
		id := o.request(t, rita.Actor, &done, nil)
		if _, err := o.Withdraw(t.Context(), other.Actor, id, "写错了"); !errors.Is(err, staff.ErrNotMaker) {
			t.Errorf("somebody else: %v", err)
		}
		if _, err := o.Withdraw(t.Context(), rita.Actor, id, ""); !errors.Is(err, staff.ErrReason) {
			t.Errorf("without a reason: %v", err)
		}
		a, err := o.Withdraw(t.Context(), again.Actor, id, "写错了")
		if err != nil || a.State != staff.Withdrawn {
			t.Fatalf("by the maker's other account: %+v %v", a, err)
		}
		if _, err := o.Withdraw(t.Context(), rita.Actor, id, "写错了"); !errors.Is(err, staff.ErrDecided) {
			t.Errorf("twice: %v", err)
		}
		if _, err := o.Decide(t.Context(), other.Actor, id, true, ""); !errors.Is(err, staff.ErrDecided) || done.Load() != 0 {
			t.Errorf("approved afterwards: %v, done %d", err, done.Load())
		}
		// The subject is free again.
		o.request(t, rita.Actor, &done, nil)
		for state, want := range map[string]int{staff.Withdrawn: 1, staff.Void: 0, staff.Expired: 0, staff.Pending: 1} {
			if _, n, err := o.Approvals(t.Context(), staff.ApprovalFilter{State: state}); n != want || err != nil {
				t.Errorf("%s: %d %v", state, n, err)
			}
		}
	})
}

func TestARequestExpires(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		rita := o.add(t, "rita", "risk")
		other := o.add(t, "ming", "owner")
		var done, told atomic.Int32
		id := o.request(t, rita.Actor, &done, nil)
		o.OnRefused(kind, func(_ context.Context, _ *db.Tx, _ staff.Actor, a staff.Approval) error {
			if a.State == staff.Expired {
				told.Add(1)
			}
			return nil
		})
		clock := dbtest.Clock(o.d)
		clock.Advance(7*24*time.Hour - time.Second)
		if err := o.Expire(t.Context()); err != nil {
			t.Fatal(err)
		}
		if a, _ := o.FindApproval(t.Context(), o.d, id); a.State != staff.Pending {
			t.Fatalf("a second early: %s", a.State)
		}
		clock.Advance(time.Second)
		// Nobody decides about it although the job did not come by yet.
		if _, err := o.Decide(t.Context(), other.Actor, id, true, ""); !errors.Is(err, staff.ErrExpired) || done.Load() != 0 {
			t.Errorf("approved late: %v, done %d", err, done.Load())
		}
		for range 2 {
			if err := o.Expire(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		a, err := o.FindApproval(t.Context(), o.d, id)
		if err != nil || a.State != staff.Expired || told.Load() != 1 {
			t.Errorf("%+v, told %d: %v", a, told.Load(), err)
		}
	})
}

// Nothing is carried out that an account asked for which was disabled since: who
// disables a stolen account stops its requests too. What waited for the decision
// goes on as after a refusal.
func TestRequestsOfADisabledAccountEnd(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		rita, ming := o.add(t, "rita", "risk"), o.add(t, "ming", "owner")
		again := o.addFor(t, "rita2", "ID-rita", "owner") // the same human being
		var done, told atomic.Int32
		id := o.request(t, rita.Actor, &done, nil)
		o.OnRefused(kind, func(_ context.Context, _ *db.Tx, _ staff.Actor, a staff.Approval) error {
			if a.State == staff.Void {
				told.Add(1)
			}
			return nil
		})
		if _, err := o.Disable(t.Context(), o.boss.Actor, rita.ID, "账号被盗"); err != nil {
			t.Fatal(err)
		}
		for _, by := range []staff.Actor{ming.Actor, again.Actor} {
			if _, err := o.Decide(t.Context(), by, id, true, ""); err == nil || done.Load() != 0 {
				t.Errorf("approved by %s: %v, done %d", by.Name, err, done.Load())
			}
		}
		if _, err := o.Decide(t.Context(), ming.Actor, id, true, ""); !errors.Is(err, staff.ErrMakerOff) {
			t.Errorf("approved: %v", err)
		}
		for range 2 {
			if err := o.Expire(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		a, err := o.FindApproval(t.Context(), o.d, id)
		if err != nil || a.State != staff.Void || told.Load() != 1 {
			t.Errorf("%+v, told %d: %v", a, told.Load(), err)
		}
		o.request(t, ming.Actor, &done, nil) // the subject is free again
	})
}

// One of the two happens, whole, and the other is told.
func TestApprovingAndTakingBackAtOnce(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		rita := o.add(t, "rita", "risk")
		other := o.add(t, "ming", "owner")
		for range 8 {
			var done atomic.Int32
			id := o.request(t, rita.Actor, &done, nil)
			var approved, withdrawn error
			var wg sync.WaitGroup
			wg.Go(func() { _, approved = o.Decide(t.Context(), other.Actor, id, true, "") })
			wg.Go(func() { _, withdrawn = o.Withdraw(t.Context(), rita.Actor, id, "写错了") })
			wg.Wait()
			if (approved == nil) == (withdrawn == nil) || (done.Load() == 1) != (approved == nil) {
				t.Fatalf("approved %v, withdrawn %v, done %d", approved, withdrawn, done.Load())
			}
		}
	})
}

// A request says from when it holds, once.
func TestARequestSaysFromWhenItHolds(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		rita := o.add(t, "rita", "risk")
		var done atomic.Int32
		a, err := o.FindApproval(t.Context(), o.d, o.request(t, rita.Actor, &done, nil))
		if err != nil || len(a.Details) != 2 || a.Details[1] != (staff.Detail{Label: "生效时间", Value: "通过后立即生效"}) {
			t.Errorf("%+v %v", a.Details, err)
		}
		for _, details := range [][]staff.Detail{nil, {{Label: "生效时间", Value: "明天"}}} {
			err := write(t, o.d, func(ctx context.Context, tx *db.Tx) error {
				_, err := o.RequestApproval(ctx, tx, rita.Actor, staff.Request{Kind: kind, Subject: "transfer:T9", Details: details, Reason: "测试"})
				return err
			})
			if err == nil {
				t.Errorf("details %v pass", details)
			}
		}
	})
}
