package setting_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/fault"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

// fee is a rule of the tests.
type fee struct {
	Name string
	Fen  int64
}

var (
	errFee   = fault.New(fault.Invalid, "test.fee", "手续费有误")
	errFixed = fault.New(fault.Refused, "test.same", "内容没有变化")
)

// feeBook is the book of the fees, with what their owner stored.
type feeBook struct {
	*setting.Rulebook[fee]
	*office
	start  setting.Start
	stored []string
}

func (o *office) fees() *feeBook {
	b := &feeBook{office: o}
	b.Rulebook = setting.NewRulebook(o.d, o.Staff, setting.Rules[fee]{
		Code: "fund.task", Subject: func(key string) string { return "fee:" + key },
		NewKey: func(ctx context.Context, tx *db.Tx) (string, error) {
			n, err := b.Count(ctx, tx)
			return strconv.Itoa(n + 1), err
		},
		Check: func(_ context.Context, _ *db.Tx, d *setting.Draft[fee]) error {
			if d.Value.Fen < 0 {
				return errFee
			}
			return nil
		},
		Same: errFixed,
		Lines: func(v fee) []staff.Detail {
			return []staff.Detail{{Label: "名称", Value: v.Name}, {Label: "手续费", Value: strconv.FormatInt(v.Fen, 10)}}
		},
		Words: func(d setting.Draft[fee]) staff.Request {
			return staff.Request{Label: d.Value.Name, Title: "修改手续费", Effect: "次日"}
		},
		Start: func(setting.Draft[fee]) setting.Start { return b.start },
		Store: func(_ context.Context, _ *db.Tx, r setting.Rule[fee], request staff.Approval) error {
			b.stored = append(b.stored, fmt.Sprint(r.Key, " ", r.Version, " ", r.Value.Fen, " ", r.FromDay(), " ", r.Authors(), " ", request.Reason))
			return nil
		},
		Entry: func(r setting.Rule[fee]) (string, any) { return r.Value.Name, r.Value },
	})
	return b
}

func (b *feeBook) exec(query string) {
	b.t.Helper()
	err := b.d.Write(b.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(query).Exec(ctx)
		return err
	})
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *feeBook) asks(by staff.Actor, key string, base int, v fee) string {
	b.t.Helper()
	id, err := b.Rulebook.Ask(b.t.Context(), by, setting.Change[fee]{Key: key, Base: base, Value: v, Reason: "测试修改"})
	if err != nil {
		b.t.Fatal(err)
	}
	return id
}

func (b *feeBook) agrees(id string) {
	b.t.Helper()
	if _, err := b.Staff.Decide(b.t.Context(), b.bo, id, true, ""); err != nil {
		b.t.Fatal(err)
	}
}

// plans are the rules as "KEY vVERSION FEN, then vVERSION FEN".
func (b *feeBook) plans() string {
	b.t.Helper()
	list, err := b.Plans(b.t.Context(), b.d)
	if err != nil {
		b.t.Fatal(err)
	}
	var out []string
	for _, p := range list {
		text := p.Newest().Key
		if p.Now != nil {
			text += fmt.Sprintf(" v%d %d", p.Now.Version, p.Now.Value.Fen)
		}
		if p.Next != nil {
			text += fmt.Sprintf(", then v%d %d", p.Next.Version, p.Next.Value.Fen)
		}
		out = append(out, text)
	}
	return strings.Join(out, "; ")
}

// Two people change a rule: one person with two accounts cannot, the owner stores
// it once, and numbers of versions have no gaps where a request was refused.
func TestARuleIsChangedByTwoPeople(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		b := o.fees()
		first := b.asks(b.anna, "", 0, fee{"提款", 100})
		if _, err := b.Staff.Decide(t.Context(), b.twin, first, true, ""); !errors.Is(err, staff.ErrOwnRequest) {
			t.Errorf("by another account of the maker: %v", err)
		}
		b.agrees(first)
		refused := b.asks(b.anna, "1", 1, fee{"提款", 150})
		if _, err := b.Staff.Decide(t.Context(), b.bo, refused, false, "不同意"); err != nil {
			t.Fatal(err)
		}
		b.agrees(b.asks(b.anna, "1", 1, fee{"提款", 200}))
		if got := strings.Join(b.stored, "; "); got != "1 1 100 2026-03-02 anna、bo 测试修改; 1 2 200 2026-03-02 anna、bo 测试修改" {
			t.Errorf("stored %s", got)
		}
		for what, c := range map[string]struct {
			value fee
			want  error
		}{"what cannot be": {fee{"提款", -1}, errFee}, "what is so already": {fee{"提款", 200}, errFixed}} {
			if _, err := b.Rulebook.Ask(t.Context(), b.anna, setting.Change[fee]{Key: "1", Base: 2, Value: c.value, Reason: "测试修改"}); !errors.Is(err, c.want) {
				t.Errorf("%s: %v", what, err)
			}
		}
	})
}

// The second of two people who changed the same version is told who was first.
func TestTheSecondEditorOfARuleIsTold(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		b := o.fees()
		b.agrees(b.asks(b.anna, "", 0, fee{"提款", 100}))
		b.agrees(b.asks(b.anna, "1", 1, fee{"提款", 200}))
		_, err := b.Rulebook.Ask(t.Context(), b.anna, setting.Change[fee]{Key: "1", Base: 1, Value: fee{"提款", 300}, Reason: "测试修改"})
		if told, ok := fault.Of(err); !ok || !errors.Is(err, setting.ErrBase) || !strings.Contains(told.Message(), "anna（bo复核）已于2026-03-02") || !strings.Contains(told.Message(), "把它改为第2版") {
			t.Errorf("the second: %v", err)
		}
		if got := b.plans(); got != "1 v2 200" {
			t.Errorf("plans %s", got)
		}
	})
}

// A request whose rule changed before it was decided is void and changes nothing.
func TestARequestAgainstAnOlderVersionIsVoid(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		b := o.fees()
		b.agrees(b.asks(b.anna, "", 0, fee{"提款", 100}))
		late := b.asks(b.anna, "1", 1, fee{"提款", 200})
		b.exec(`INSERT INTO setting_version (id, kind, key, version, value, live_on, from_at, made_by, made_at)
			SELECT 'between', kind, key, 2, value, live_on, 0, 'x', made_at FROM setting_version WHERE kind = 'fund.task'`)
		b.exec("UPDATE setting_version SET approved_by = 'y', approved_at = made_at, effective_at = made_at WHERE id = 'between'")
		if _, err := b.Staff.Decide(t.Context(), b.bo, late, true, ""); !errors.Is(err, staff.ErrSubjectChange) {
			t.Errorf("decided: %v", err)
		}
		if got := b.plans(); got != "1 v2 100" {
			t.Errorf("plans %s", got)
		}
	})
}

// A request in the form of an older release is void: it is asked for anew.
func TestARequestOfAnOlderReleaseIsVoid(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		b := o.fees()
		id := ""
		err := o.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) (err error) {
			id, err = o.Staff.RequestApproval(ctx, tx, o.anna, staff.Request{
				Kind: "fund.task", Subject: "fee:1", Label: "提款", Title: "修改手续费", Details: []staff.Detail{{Label: "名称", Value: "提款"}},
				Payload: json.RawMessage(`{"ID":1,"Name":"提款","Fen":1}`), Reason: "旧版本的申请",
			})
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.Staff.Decide(t.Context(), o.bo, id, true, ""); !errors.Is(err, staff.ErrSubjectChange) || len(b.stored) > 0 {
			t.Errorf("decided: %v, stored %v", err, b.stored)
		}
	})
}

// A version starts with the day, week or month after its approval; until then the
// older one holds, and of two for the same moment the later one does. What is
// shipped holds at once.
func TestAnApprovedRuleStartsWithItsPeriod(t *testing.T) {
	for start, begins := range map[setting.Start]calendar.Day{
		setting.AtOnce: 20260304, setting.NextDay: 20260305, setting.NextWeek: 20260309, setting.NextMonth: 20260401,
	} {
		each(t, func(t *testing.T, o *office) {
			b := o.fees()
			b.start = start
			ship := func(ctx context.Context, tx *db.Tx) error { return b.Ship(ctx, tx, "系统", "1", fee{"提款", 100}) }
			if err := o.d.Write(t.Context(), ship); err != nil {
				t.Fatal(err)
			}
			dbtest.Clock(o.d).Set(time.Date(2026, 3, 4, 12, 0, 0, 0, calendar.Beijing)) // a Wednesday
			b.agrees(b.asks(b.anna, "1", 1, fee{"提款", 200}))
			b.agrees(b.asks(b.anna, "1", 2, fee{"提款", 300}))
			want := "1 v1 100, then v3 300"
			if start == setting.AtOnce {
				want = "1 v3 300"
			}
			if got := b.plans(); got != want {
				t.Errorf("%d: plans %s", start, got)
			}
			if got := b.stored[len(b.stored)-1]; !strings.HasPrefix(got, fmt.Sprint("1 3 300 ", begins)) {
				t.Errorf("%d: stored %s", start, got)
			}
			if start != setting.AtOnce {
				dbtest.Clock(o.d).Set(begins.Start())
			}
			if got := b.plans(); got != "1 v3 300" {
				t.Errorf("%d: on %s: %s", start, begins, got)
			}
		})
	}
}

// The history of a rule says in sentences what each version changed, and by whom.
func TestTheHistoryOfARuleTellsItsChanges(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		b := o.fees()
		b.agrees(b.asks(b.anna, "", 0, fee{"提款", 100}))
		b.agrees(b.asks(b.anna, "1", 1, fee{"提款", 200}))
		list, _, err := b.Rulebook.History(t.Context(), o.d, "1", staff.Page{})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, v := range list {
			got += fmt.Sprintln(v.Version, v.MadeBy, v.ApprovedBy, v.Lines)
		}
		if got != "2 anna bo [{手续费 100 → 200}]\n1 anna bo [{名称 提款} {手续费 100}]\n" {
			t.Errorf("history:\n%s", got)
		}
		// The book of the settings with forms does not take the rules for its own.
		if err := o.Load(t.Context()); err != nil {
			t.Error(err)
		}
		if _, err := o.Book.Ask(t.Context(), o.anna, setting.Order{Kind: "fund.task", Key: "1", Value: []byte(`{"Fen":1}`), Reason: "绕过表单"}); !errors.Is(err, setting.ErrKind) {
			t.Errorf("through the other book: %v", err)
		}
	})
}
