package staff_test

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/staff"
)

// trust ADM-3: no change without its row, and none of a change that failed.
func TestTrust_ADM_3_TheTrailSharesTheFateOfTheChange(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		before := o.rows(t)
		failed := errors.New("no")
		err := write(t, o.d, func(ctx context.Context, tx *db.Tx) error {
			if err := o.Audit(ctx, tx, o.boss.Actor, staff.Change{Action: "venue.state", Subject: "venue:ky"}); err != nil {
				return err
			}
			return failed
		})
		if !errors.Is(err, failed) || o.rows(t) != before {
			t.Errorf("%v; %d rows, were %d", err, o.rows(t), before)
		}
		var wg sync.WaitGroup
		for range 20 {
			wg.Go(func() {
				err := write(t, o.d, func(ctx context.Context, tx *db.Tx) error {
					return o.Audit(ctx, tx, o.boss.Actor, staff.Change{
						Action: "venue.state", Subject: "venue:ky", Label: "鸿运棋院", Reason: "例行维护",
						Before: map[string]string{"state": "open"}, After: map[string]string{"state": "maintenance"},
					})
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		report, err := o.VerifyAudit(t.Context())
		if err != nil || !report.OK() || report.Checked != int64(before+20) {
			t.Errorf("report %+v, %v", report, err)
		}
		for name, f := range map[string]staff.AuditFilter{
			"action": {Action: "venue"}, "id": {Subject: "ky"}, "label": {Subject: "鸿运棋院"}, "actor": {Actor: "Boss", Action: "venue.state"},
		} {
			rows, total, err := o.AuditTrail(t.Context(), f)
			if err != nil || total != 20 || len(rows) != 20 || rows[0].Seq <= rows[1].Seq || rows[0].SubjectID != "ky" || rows[0].ActionText != "切换场馆状态" {
				t.Errorf("by %s: %d rows of %d, %v", name, len(rows), total, err)
			}
		}
	})
}

func (o *office) rows(t *testing.T) int {
	t.Helper()
	var n int
	if err := o.d.NewRaw("SELECT count(*) FROM staff_audit").Scan(t.Context(), &n); err != nil {
		t.Fatal(err)
	}
	return n
}

// The database itself refuses to change what was done.
func TestTheTrailCannotBeChangedBySQL(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		statements := []string{
			"UPDATE staff_audit SET reason = 'x' WHERE seq = 1",
			"DELETE FROM staff_audit WHERE seq = 1",
			"DELETE FROM staff_audit_head",
		}
		if o.d.Postgres() {
			statements = append(statements, "TRUNCATE staff_audit")
		} else {
			statements = append(statements, "INSERT OR REPLACE INTO staff_audit SELECT seq, at, 'x', actor_name, action, subject, label, reason, ip, request_id, before, after, prev, hash FROM staff_audit WHERE seq = 1")
		}
		for _, statement := range statements {
			err := write(t, o.d, func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.NewRaw(statement).Exec(ctx)
				return err
			})
			if !db.IsGuard(err) {
				t.Errorf("%s: %v", statement, err)
			}
		}
	})
}

// trust MON-4, ADM-3: whoever gets past the guards is found, at the row.
func TestTrust_ADM_3_VerifyNamesTheFirstBrokenRow(t *testing.T) {
	for name, c := range map[string]struct {
		sql  []string
		seq  int64
		what string
	}{
		"altered":        {[]string{"UPDATE staff_audit SET reason = 'x' WHERE seq = 2"}, 2, "altered"},
		"taken out":      {[]string{"DELETE FROM staff_audit WHERE seq = 3"}, 3, "missing"},
		"last taken out": {[]string{"DELETE FROM staff_audit WHERE seq = 4"}, 4, "missing"},
		"put in": {[]string{`INSERT INTO staff_audit SELECT 5, at, actor, actor_name, action, subject, label, reason, ip, request_id, before, after, hash, 'x'
			FROM staff_audit WHERE seq = 4`}, 5, "put in"},
		"swapped":   {[]string{"UPDATE staff_audit SET seq = 30 WHERE seq = 3", "UPDATE staff_audit SET seq = 3 WHERE seq = 2", "UPDATE staff_audit SET seq = 2 WHERE seq = 30"}, 2, "does not follow"},
		"end moved": {[]string{"UPDATE staff_audit_head SET hash = 'x'"}, 4, "not the one"},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, o *office) {
				if r, err := o.VerifyAudit(t.Context()); err != nil || !r.OK() || r.Checked != 4 {
					t.Fatalf("before: %+v, %v", r, err)
				}
				o.breakGuards(t)
				for _, statement := range c.sql {
					o.run(t, statement)
				}
				r, err := o.VerifyAudit(t.Context())
				if err != nil || r.BrokenSeq != c.seq || !strings.Contains(r.Broken, c.what) {
					t.Errorf("report %+v, %v; want row %d %q", r, err, c.seq, c.what)
				}
			})
		})
	}
}

// H-143, trust ADM-3: a night follows what is new and a share of what is older, so
// that a change anywhere is found within thirty nights, at its row.
func TestANightFollowsWhatIsNewAndAShareOfTheRest(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		o.adds(t, 450)
		night := func() staff.AuditReport {
			t.Helper()
			r, err := o.VerifyAuditNight(ctx)
			if err != nil {
				t.Fatal(err)
			}
			return r
		}
		rows := int64(o.rows(t))
		if r := night(); !r.OK() || r.Checked != rows {
			t.Errorf("the first night: %+v, want all %d rows", r, rows)
		}
		o.adds(t, 7)
		if r := night(); !r.OK() || r.Checked != 7+200 {
			t.Errorf("the second night: %+v, want the 7 new rows and 200 older ones", r)
		}
		o.breakGuards(t)
		o.run(t, "UPDATE staff_audit SET reason = 'x' WHERE seq = 430")
		found := 0
		for n := 1; n <= 30 && found == 0; n++ {
			if r := night(); !r.OK() {
				if found = n; r.BrokenSeq != 430 {
					t.Errorf("row %d is named, %q", r.BrokenSeq, r.Broken)
				}
			}
		}
		if found == 0 {
			t.Error("an altered row was not found in thirty nights")
		}
	})
}

// H-143: a trail that was rewritten from one row on, each hash right by itself,
// does not lead to where the last night came to.
func TestARewrittenTrailIsFoundTheSameNight(t *testing.T) {
	each(t, func(t *testing.T, o *office) {
		ctx := t.Context()
		o.adds(t, 5)
		if r, err := o.VerifyAuditNight(ctx); err != nil || !r.OK() {
			t.Fatalf("%+v, %v", r, err)
		}
		o.breakGuards(t)
		last := o.rows(t)
		for _, statement := range []string{"DELETE FROM staff_audit WHERE seq > " + strconv.Itoa(last-2), `UPDATE staff_audit_head SET seq = ` + strconv.Itoa(last-2) +
			`, hash = (SELECT hash FROM staff_audit WHERE seq = ` + strconv.Itoa(last-2) + ")"} {
			o.run(t, statement)
		}
		dbtest.Clock(o.d).Advance(time.Second)
		o.adds(t, 2) // by the program itself: the chain is whole again
		if r, err := o.VerifyAudit(ctx); err != nil || !r.OK() {
			t.Fatalf("the new chain: %+v, %v", r, err)
		}
		if r, err := o.VerifyAuditNight(ctx); err != nil || r.BrokenSeq != int64(last) {
			t.Errorf("%+v, %v; want row %d", r, err, last)
		}
	})
}

// adds writes so many rows to the trail.
func (o *office) adds(t *testing.T, n int) {
	t.Helper()
	err := write(t, o.d, func(ctx context.Context, tx *db.Tx) error {
		for range n {
			if err := o.Audit(ctx, tx, o.boss.Actor, staff.Change{Action: "venue.state", Subject: "venue:ky", Label: "鸿运棋院", Reason: "例行维护"}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (o *office) run(t *testing.T, statement string) {
	t.Helper()
	if err := write(t, o.d, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(statement).Exec(ctx)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}

func (o *office) breakGuards(t *testing.T) {
	t.Helper()
	for trigger, table := range map[string]string{"staff_audit_kept": "staff_audit", "staff_audit_stays": "staff_audit", "staff_audit_head_goes_on": "staff_audit_head"} {
		statement := "DROP TRIGGER IF EXISTS " + trigger
		if o.d.Postgres() {
			statement += " ON " + table
		}
		o.run(t, statement)
	}
}
