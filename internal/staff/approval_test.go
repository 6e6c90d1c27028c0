package staff_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

const kind = "transfer.settle"

// request asks for a second person to settle transfer T1; done counts how often it was carried out.
func (o *office) request(t *testing.T, by staff.Actor, done *atomic.Int32, outcome error) string {
	t.Helper()
	o.OnApproved(kind, func(_ context.Context, _ *db.Tx, _ staff.Actor, a staff.Approval) error {
		if string(a.Payload) != `{"outcome":"done"}` {
			return fmt.Errorf("payload %s", a.Payload)
		}
		if outcome == nil {
			done.Add(1)
		}
		return outcome
	})
	var id string
	err := write(t, o.d, func(ctx context.Context, tx *db.Tx) error {
		amount := money.Fen(12345)
		var err error
		id, err = o.RequestApproval(ctx, tx, by, staff.Request{
			Kind: kind, Subject: "transfer:T1", Label: "T1", Title: "人工处理转账", Amount: &amount,
			Details: []staff.Detail{{Label: "结果", Value: "成功"}}, Payload: map[string]string{"outcome": "done"}, Reason: "场馆已确认",
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// trust ADM-1: nobody moves money by hand alone, whatever account they use.
func TestTrust_ADM_1_MakerAndCheckerAreTwoPeople(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		rita := o.add(t, "rita", "risk")
		other := o.addFor(t, "rita2", "ＩＤ-rita", "owner")
		support := o.add(t, "sun", "support")
		upgraded := rita.Actor
		upgraded.Roles = []string{"owner"}
		var done atomic.Int32
		id := o.request(t, rita.Actor, &done, nil)
		for name, c := range map[string]struct {
			by   staff.Actor
			want error
		}{
			"maker":                  {rita.Actor, staff.ErrOwnRequest},
			"maker with other roles": {upgraded, staff.ErrOwnRequest},
			"maker's other account":  {other.Actor, staff.ErrOwnRequest},
			"no permission":          {support.Actor, staff.ErrDenied},
			"not for this action":    {o.finance.Actor, staff.ErrDenied},
			"nobody":                 {staff.Actor{}, staff.ErrDenied},
			"a job":                  {staff.System("sweep"), staff.ErrDenied},
		} {
			for _, approve := range []bool{true, false} {
				if _, err := o.Decide(t.Context(), c.by, id, approve, "看过了"); !errors.Is(err, c.want) {
					t.Errorf("%s (%v): %v, want %v", name, approve, err, c.want)
				}
			}
		}
		if done.Load() != 0 {
			t.Fatal("it was carried out")
		}
		a, err := o.Decide(t.Context(), o.boss.Actor, id, true, "")
		if err != nil || a.State != staff.Approved || a.CheckerName != "Boss" || done.Load() != 1 || *a.Amount != 12345 {
			t.Errorf("approved as %+v, %v, done %d times", a, err, done.Load())
		}
		if _, err := o.Decide(t.Context(), o.boss.Actor, id, false, "反悔了"); !errors.Is(err, staff.ErrDecided) {
			t.Errorf("second decision: %v", err)
		}
		if _, err := o.Decide(t.Context(), o.boss.Actor, "nothing", true, ""); !errors.Is(err, staff.ErrNoRequest) {
			t.Errorf("unknown: %v", err)
		}
	})
}

func TestARequestIsDecidedOnce(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		rita, second := o.add(t, "rita", "risk"), o.add(t, "boss2", "owner")
		var done, decided atomic.Int32
		id := o.request(t, rita.Actor, &done, nil)
		var wg sync.WaitGroup
		for i := range 12 {
			by := o.boss.Actor
			if i%2 == 1 {
				by = second.Actor
			}
			wg.Go(func() {
				_, err := o.Decide(t.Context(), by, id, i%3 != 0, "看过了")
				if err == nil {
					decided.Add(1)
				} else if !errors.Is(err, staff.ErrDecided) {
					t.Errorf("heard %v", err)
				}
			})
		}
		wg.Wait()
		if decided.Load() != 1 || done.Load() > 1 {
			t.Errorf("decided %d times, carried out %d times", decided.Load(), done.Load())
		}
	})
}

func TestOneOpenRequestASubjectAndAChangedSubjectVoidsIt(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		var done atomic.Int32
		rita := o.add(t, "rita", "risk")
		id := o.request(t, rita.Actor, &done, staff.ErrSubjectChange)
		ask := func() error {
			return write(t, o.d, func(ctx context.Context, tx *db.Tx) error {
				_, err := o.RequestApproval(ctx, tx, rita.Actor, staff.Request{Kind: kind, Subject: "transfer:T1", Details: []staff.Detail{{Label: "结果", Value: "成功"}}, Reason: "再来一次"})
				return err
			})
		}
		if err := ask(); !errors.Is(err, staff.ErrOpenRequest) {
			t.Errorf("second request: %v", err)
		}
		if _, err := o.Decide(t.Context(), o.boss.Actor, id, true, ""); !errors.Is(err, staff.ErrSubjectChange) {
			t.Errorf("decide: %v", err)
		}
		a, err := o.FindApproval(t.Context(), o.d, id)
		if err != nil || a.State != staff.Void {
			t.Errorf("request is %s, %v", a.State, err)
		}
		if err := ask(); err != nil {
			t.Errorf("after the first is void: %v", err)
		}
		err = write(t, o.d, func(ctx context.Context, tx *db.Tx) error {
			return o.VoidPending(ctx, tx, o.boss.Actor, "transfer:T1", "转账已完成")
		})
		if open, err2 := o.PendingApproval(t.Context(), o.d, "transfer:T1"); err != nil || err2 != nil || open != "" {
			t.Errorf("still open %q, %v, %v", open, err, err2)
		}
		list, total, err := o.Approvals(t.Context(), staff.ApprovalFilter{State: staff.Void, Kind: kind, Subject: "transfer:T1"})
		if err != nil || total != 2 || len(list) != 2 {
			t.Errorf("%d void of %d, %v", len(list), total, err)
		}
		if err := write(t, o.d, func(ctx context.Context, tx *db.Tx) error {
			_, err := o.RequestApproval(ctx, tx, rita.Actor, staff.Request{Kind: "money.print", Subject: "x:1", Reason: "试一试"})
			return err
		}); err == nil {
			t.Error("a kind nobody carries out was asked for")
		}
		if r, err := o.VerifyAudit(t.Context()); err != nil || !r.OK() {
			t.Errorf("audit %+v, %v", r, err)
		}
	})
}

// A refused executor leaves the request open, and nothing of it done.
func TestARefusedExecutionLeavesTheRequestOpen(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		var done atomic.Int32
		id := o.request(t, o.add(t, "rita", "risk").Actor, &done, errors.New("the venue is closed"))
		if _, err := o.Decide(t.Context(), o.boss.Actor, id, true, ""); err == nil {
			t.Fatal("no error")
		}
		if a, err := o.FindApproval(t.Context(), o.d, id); err != nil || a.State != staff.Pending {
			t.Errorf("request is %s, %v", a.State, err)
		}
		if n, err := o.CountPending(t.Context(), o.boss.Actor); err != nil || n != 1 {
			t.Errorf("%d pending, %v", n, err)
		}
	})
}

// trust ADM-1: an edit after approval voids it; the database refuses the edit already.
func TestTheDatabaseRefusesToEditARequest(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		var done atomic.Int32
		id := o.request(t, o.add(t, "rita", "risk").Actor, &done, nil)
		for _, statement := range []string{
			"UPDATE staff_approval SET payload = '{}' WHERE id = ?",
			"UPDATE staff_approval SET maker = 'x' WHERE id = ?",
			"DELETE FROM staff_approval WHERE id = ?",
		} {
			if err := write(t, o.d, func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.NewRaw(statement, id).Exec(ctx)
				return err
			}); !db.IsGuard(err) {
				t.Errorf("%s: %v", statement, err)
			}
		}
		if _, err := o.Decide(t.Context(), o.boss.Actor, id, false, "不同意"); err != nil {
			t.Fatal(err)
		}
		if err := write(t, o.d, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw("UPDATE staff_approval SET state = 'approved' WHERE id = ?", id).Exec(ctx)
			return err
		}); !db.IsGuard(err) {
			t.Errorf("decided twice by SQL: %v", err)
		}
	})
}

func TestRolesChangeOnlyWithASecondPerson(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		second := o.add(t, "boss2", "owner")
		id, err := o.RequestRoles(ctx, o.boss.Actor, o.finance.Actor.ID, []string{"risk", "finance", "risk"}, "兼任风控")
		if err != nil {
			t.Fatal(err)
		}
		session := o.logIn(t, o.finance)
		if _, err := o.Decide(ctx, o.boss.Actor, id, true, ""); !errors.Is(err, staff.ErrOwnRequest) {
			t.Errorf("own request: %v", err)
		}
		if _, err := o.Decide(ctx, second.Actor, id, true, ""); err != nil {
			t.Fatal(err)
		}
		got, err := o.Authenticate(ctx, session.Token, true)
		if err != nil || !o.Can(got.Actor, staff.PlayerFreeze) || !o.Can(got.Actor, staff.WithdrawalPay) {
			t.Errorf("roles now %v, %v", got.Actor.Roles, err)
		}
		if _, err := o.RequestRoles(ctx, o.boss.Actor, o.boss.Actor.ID, []string{"support"}, "想休息"); !errors.Is(err, staff.ErrSelf) {
			t.Errorf("own roles: %v", err)
		}
		// Roles changed between request and decision: the request meant another person.
		first, err := o.RequestRoles(ctx, o.boss.Actor, second.Actor.ID, []string{"support"}, "转岗客服")
		if err != nil {
			t.Fatal(err)
		}
		if err := write(t, o.d, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw("UPDATE staff_person SET roles = 'auditor' WHERE id = ?", second.Actor.ID).Exec(ctx)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		third := o.add(t, "boss3", "owner")
		if _, err := o.Decide(ctx, third.Actor, first, true, ""); !errors.Is(err, staff.ErrSubjectChange) {
			t.Errorf("changed meanwhile: %v", err)
		}
	})
}
