package staff_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

type settlement struct {
	Outcome string `json:"outcome"`
}

const kindSettle staff.Kind[settlement] = "transfer.settle"

// ask requests a settlement and returns the id of the request. stored is its
// payload as another version of the program stored it, nil for asked.
func (o *office) ask(t *testing.T, by staff.Actor, asked settlement, stored json.RawMessage) string {
	t.Helper()
	r := kindSettle.Request(asked, staff.Request{
		Subject: "transfer:T1", Label: "T1", Title: "人工处理转账", Details: []staff.Detail{{Label: "结果", Value: "成功"}}, Reason: "场馆已确认",
	})
	if stored != nil {
		r.Payload = stored
	}
	var id string
	err := write(t, o.d, func(ctx context.Context, tx *db.Tx) error {
		var err error
		id, err = o.RequestApproval(ctx, tx, by, r)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestAKindIsGivenThePayloadThatWasAskedFor(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		rita := o.add(t, "rita", "risk")
		var approved, refused []settlement
		kindSettle.OnApproved(o.Staff, func(_ context.Context, _ *db.Tx, _ staff.Actor, _ staff.Approval, asked settlement) error {
			approved = append(approved, asked)
			return nil
		})
		kindSettle.OnRefused(o.Staff, func(_ context.Context, _ *db.Tx, _ staff.Actor, _ staff.Approval, asked settlement) error {
			refused = append(refused, asked)
			return nil
		})
		if _, err := o.Decide(t.Context(), o.boss.Actor, o.ask(t, rita.Actor, settlement{"done"}, nil), true, ""); err != nil {
			t.Fatal(err)
		}
		if _, err := o.Decide(t.Context(), o.boss.Actor, o.ask(t, rita.Actor, settlement{"refused"}, nil), false, "不同意"); err != nil {
			t.Fatal(err)
		}
		if _, err := o.Withdraw(t.Context(), rita.Actor, o.ask(t, rita.Actor, settlement{"withdrawn"}, nil), "写错了"); err != nil {
			t.Fatal(err)
		}
		if len(approved) != 1 || approved[0].Outcome != "done" || len(refused) != 2 || refused[0].Outcome != "refused" || refused[1].Outcome != "withdrawn" {
			t.Errorf("approved %v, refused %v", approved, refused)
		}
	})
}

// A payload that the program reads only in part would be carried out otherwise
// than the second person saw it.
func TestAPayloadThatItsKindCannotReadWholeIsNotCarriedOut(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		rita := o.add(t, "rita", "risk")
		done := 0
		kindSettle.OnApproved(o.Staff, func(context.Context, *db.Tx, staff.Actor, staff.Approval, settlement) error {
			done++
			return nil
		})
		for name, stored := range map[string]string{
			"a field it does not have": `{"outcome":"done","proved":100}`,
			"a value of another type":  `{"outcome":1}`,
			"no payload":               `null`,
		} {
			id := o.ask(t, rita.Actor, settlement{"done"}, json.RawMessage(stored))
			if _, err := o.Decide(t.Context(), o.boss.Actor, id, true, ""); err == nil || errors.Is(err, staff.ErrSubjectChange) || done != 0 {
				t.Errorf("%s: %v, done %d times", name, err, done)
			}
			if a, err := o.FindApproval(t.Context(), o.d, id); err != nil || a.State != staff.Pending {
				t.Errorf("%s: the request is %s, %v", name, a.State, err)
			}
			if _, err := o.Withdraw(t.Context(), rita.Actor, id, "无法执行"); err != nil {
				t.Errorf("%s: withdraw: %v", name, err)
			}
		}
	})
}
