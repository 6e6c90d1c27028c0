package setting_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

// newer writes a version of the single setting as a newer release does: with a field that
// this one does not know.
func (o *office) newer(id string, version string) {
	o.t.Helper()
	for _, statement := range []string{
		`INSERT INTO setting_version (id, kind, key, version, value, live_on, from_at, made_by, made_at)
		VALUES ('` + id + `', 'cashier.second', '', ` + version + `, '{"most":90000,"note":"","least":5}', TRUE, 0, 'newer', 1)`,
		`UPDATE setting_version SET approved_by = 'x', approved_at = 1, effective_at = 1 WHERE id = '` + id + `'`,
	} {
		err := o.d.Write(o.t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw(statement).Exec(ctx)
			return err
		})
		if err != nil {
			o.t.Fatal(err)
		}
	}
}

// A version of a newer release leaves the last one in force that this release can read,
// also in a process that starts behind it. People read which one holds.
func TestAVersionOfANewerReleaseLeavesTheLastReadableOneInForce(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		if err := o.approve(o.bo, o.ask(o.anna, o.order(0, `{"most":20000,"note":"甲"}`))); err != nil {
			t.Fatal(err)
		}
		o.newer("n2", "2")
		o.newer("n3", "3")
		if err := o.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := o.most.Now(); got != (limits{200_00, "甲"}) {
			t.Errorf("in force where it was running: %+v", got)
		}
		fresh := *o
		fresh.Book = setting.New(o.Config)
		fresh.Config.Staff = staff.New(staff.Config{DB: o.d, Box: o.Box, Log: o.Log}) // a new process
		fresh.register()
		if err := fresh.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := fresh.most.Now(); got != (limits{200_00, "甲"}) {
			t.Errorf("in force after a start: %+v", got)
		}
		if list := fresh.Unread(); len(list) != 1 || list[0].ID != "n3" || list[0].Version != 3 || list[0].Instead != 1 || list[0].Title != "限额" {
			t.Errorf("unread: %+v", list)
		}
		shown, err := o.List(t.Context(), o.d, "cashier.second")
		if err != nil || shown[0].Unread != 3 || shown[0].Version != 3 || shown[0].Holds != 1 || shown[0].MadeBy != "anna" || string(shown[0].Value) != `{"most":20000,"note":"甲"}` {
			t.Errorf("shown: %+v, %v", shown, err)
		}
		if past, total, err := o.History(t.Context(), o.d, "cashier.second", "", staff.Page{}); err != nil || total != 3 || len(past) != 3 {
			t.Errorf("history: %+v, %d, %v", past, total, err)
		}
	})
}

// Without any version that can be read the default holds, and says so.
func TestTheDefaultHoldsWhereNoVersionCanBeRead(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		o.newer("n1", "1")
		if err := o.Load(t.Context()); err != nil {
			t.Fatal(err)
		}
		shown, err := o.List(t.Context(), o.d, "cashier.second")
		if err != nil || shown[0].Unread != 1 || !shown[0].Since.IsZero() || o.most.Now() != (limits{Most: 100_00}) {
			t.Errorf("shown %+v, in force %+v, %v", shown, o.most.Now(), err)
		}
	})
}

// Two people may replace what this release cannot read, and the second one is told so. A
// request that a newer release made is not approved here.
func TestWhatCannotBeReadIsReplacedKnowingly(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		o.newer("n1", "1")
		id := o.ask(o.anna, o.order(1, `{"most":30000,"note":""}`))
		a, err := o.Staff.FindApproval(t.Context(), o.d, id)
		if err != nil {
			t.Fatal(err)
		}
		told := ""
		for _, d := range a.Details {
			told += d.Label + d.Value + ";"
		}
		if !strings.Contains(told, "第1版由较新的程序写入") || !strings.Contains(told, "100.00元 → 300.00元") {
			t.Errorf("the second person reads %s", told)
		}
		if err := o.approve(o.bo, id); err != nil || o.most.Now().Most != 300_00 {
			t.Errorf("approved: %v, %+v", err, o.most.Now())
		}

		id = o.ask(o.anna, o.order(2, `{"most":40000,"note":""}`))
		err = o.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			drop := "DROP TRIGGER setting_version_as_made"
			if o.d.Postgres() {
				drop += " ON setting_version"
			}
			if _, err := tx.NewRaw(drop).Exec(ctx); err != nil {
				return err
			}
			_, err := tx.NewRaw(`UPDATE setting_version SET value = '{"most":40000,"note":"","least":5}' WHERE version = 3`).Exec(ctx)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := o.approve(o.bo, id); !errors.Is(err, setting.ErrNewer) || o.most.Now().Most != 300_00 {
			t.Errorf("a request of a newer release: %v, %+v", err, o.most.Now())
		}
	})
}

// A file that a setting names is there when the change is asked for, and when it is approved.
func TestASettingNamesAFileThatIsThere(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		var held []string
		gone := errors.New("gone")
		refuse := false
		o.Hold = func(_ context.Context, _ *db.Tx, texts ...string) error {
			held = append(held, texts...)
			if refuse {
				return gone
			}
			return nil
		}
		id := o.ask(o.anna, o.order(0, `{"most":20000,"note":""}`))
		refuse = true
		if err := o.approve(o.bo, id); !errors.Is(err, gone) || o.most.Now().Most != 100_00 {
			t.Errorf("approved without its file: %v, %+v", err, o.most.Now())
		}
		if len(held) != 2 || held[0] != `{"most":20000,"note":""}` || held[1] != held[0] {
			t.Errorf("held %v", held)
		}
	})
}
