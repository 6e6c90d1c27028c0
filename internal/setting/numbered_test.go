package setting_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

var (
	errNone = fault.New(fault.NotFound, "test.none", "没有这一项")
	errFull = fault.New(fault.Refused, "test.full", "最多%d项")
)

// numberedFees is a book of at most two fees with the numbers 101 and up.
func (o *office) numberedFees() *feeBook {
	b := &feeBook{office: o}
	b.Rulebook = setting.NewRulebook(o.d, o.Staff, setting.Rules[fee]{
		Code: "fund.task",
		Numbered: &setting.Numbered{
			Prefix: "fee:", Max: 2, None: errNone, Full: errFull,
			Next: func(ctx context.Context, tx *db.Tx) (int64, error) {
				n, err := b.Count(ctx, tx)
				return int64(101 + n), err
			},
		},
		Check: func(context.Context, *db.Tx, *setting.Draft[fee]) error { return nil },
		Lines: func(v fee) []staff.Detail { return []staff.Detail{{Label: "名称", Value: v.Name}} },
		Words: func(d setting.Draft[fee]) staff.Request {
			return staff.Request{Label: d.Value.Name, Title: "修改手续费", Effect: "次日"}
		},
		Store: func(context.Context, *db.Tx, setting.Rule[fee], staff.Approval) error { return nil },
		Entry: func(r setting.Rule[fee]) (string, any) { return r.Value.Name, r.Value },
	})
	return b
}

// A new rule is asked for without a number and gets the next one when it is approved.
func TestANewRuleGetsItsNumberWhenItIsApproved(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		b := o.numberedFees()
		id := b.asks(b.anna, setting.KeyOf(0), 0, fee{"提款", 100})
		if a, err := b.Staff.FindApproval(t.Context(), b.d, id); err != nil || a.Subject != "fee:0" {
			t.Errorf("asked about %q, %v", a.Subject, err)
		}
		b.agrees(id)
		id = b.asks(b.anna, "101", 1, fee{"提款", 200})
		if waiting, err := b.Waiting(t.Context(), b.d, []string{"101"}); err != nil || waiting["101"] != id {
			t.Errorf("waiting %v, %v", waiting, err)
		}
		b.agrees(id)
		if got := b.plans(); got != "101 v2 200" {
			t.Errorf("plans %s", got)
		}
		if list, total, err := b.NumberedHistory(t.Context(), b.d, 101, staff.Page{}); err != nil || total != 2 || len(list) != 2 {
			t.Errorf("%d of %d versions, %v", len(list), total, err)
		}
	})
}

// A change and a history of a number that no rule has are refused.
func TestANumberThatNoRuleHasIsRefused(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		b := o.numberedFees()
		_, err := b.Rulebook.Ask(t.Context(), b.anna, setting.Change[fee]{Key: "7", Value: fee{"提款", 100}, Reason: "测试修改"})
		if !errors.Is(err, errNone) {
			t.Errorf("a change: %v", err)
		}
		for _, number := range []int64{7, 0} {
			if _, _, err := b.NumberedHistory(t.Context(), b.d, number, staff.Page{}); !errors.Is(err, errNone) {
				t.Errorf("the history of %d: %v", number, err)
			}
		}
	})
}

// The limit on the number of rules holds when one is asked for and again when it is approved.
func TestARuleBeyondTheLimitIsRefusedAlsoAtItsApproval(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		b := o.numberedFees()
		ship := func(key string) {
			t.Helper()
			err := o.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return b.Ship(ctx, tx, "系统", key, fee{"提款", 100}) })
			if err != nil {
				t.Fatal(err)
			}
		}
		ship("101")
		third := b.asks(b.anna, "", 0, fee{"存款", 100})
		ship("102")
		_, asked := b.Rulebook.Ask(t.Context(), b.anna, setting.Change[fee]{Value: fee{"转账", 100}, Reason: "测试修改"})
		_, approved := b.Staff.Decide(t.Context(), b.bo, third, true, "")
		for what, err := range map[string]error{"asked for": asked, "approved": approved} {
			if told, _ := fault.Of(err); !errors.Is(err, errFull) || !strings.Contains(fmt.Sprint(told), "最多2项") {
				t.Errorf("%s: %v", what, err)
			}
		}
		b.agrees(b.asks(b.anna, "101", 1, fee{"提款", 200}))
	})
}
