package ledger_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
)

// months books a few entries in each of three months, March to May, with a
// night after each day. It ends in the middle of June and returns the ids by
// key.
func months(t *testing.T, d *db.DB) (*ledger.Ledger, map[string]string) {
	t.Helper()
	l, ids := ledger.New(d), map[string]string{}
	for m := range 3 {
		dbtest.Clock(d).Set(dbtest.Noon.AddDate(0, m, 0))
		for i, e := range []ledger.Entry{
			{Postings: []ledger.Posting{{From: bank, To: ming, Amount: 1000}}},
			{Postings: []ledger.Posting{{From: ming, To: atKY, Amount: 300}, {From: atKY, To: ledger.HouseGaming(), Amount: 20}}},
			{Postings: []ledger.Posting{{From: bank, To: ledger.Suspense("deposit"), Amount: 5}}},
			{Postings: []ledger.Posting{{From: ming, To: ledger.Centre("li"), Amount: 7}}},
		} {
			e.Scope, e.Key, e.Kind = "test", fmt.Sprintf("%d-%d", m, i), "test.move"
			id, err := post(t.Context(), d, l, e)
			if err != nil {
				t.Fatal(err)
			}
			ids[e.Key] = id
		}
	}
	dbtest.Clock(d).Set(dbtest.Noon.AddDate(0, 3, 13))
	if err := l.Checkpoint(t.Context()); err != nil {
		t.Fatal(err)
	}
	return l, ids
}

func night(t *testing.T, l *ledger.Ledger) ledger.Report {
	t.Helper()
	report, err := l.VerifyNight(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return report
}

type sealed struct {
	Month, Seal                 string
	Entries, Postings, Accounts int64
}

func sealedMonths(t *testing.T, d *db.DB) (rows []sealed) {
	t.Helper()
	if err := d.NewRaw("SELECT month, seal, entries, postings, accounts FROM month_seal ORDER BY month").Scan(context.Background(), &rows); err != nil {
		t.Fatal(err)
	}
	return rows
}

// Months are sealed some days after their end; then a night reads what is new
// and each sealed month once in thirty nights (H-143).
func TestANightReadsNewEntriesAndSealsClosedMonths(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l, _ := months(t, d)
		first := night(t, l)
		if !first.OK || first.Entries != 12 {
			t.Fatalf("the first night: %+v", first)
		}
		seals := sealedMonths(t, d)
		if len(seals) != 3 || seals[0].Month != "2026-03" || seals[2].Month != "2026-05" || seals[1].Entries != 4 || seals[1].Postings != 5 || seals[1].Accounts != 6 {
			t.Fatalf("sealed %+v", seals)
		}
		if first.Sealed != seals[2].Month+" "+seals[2].Seal {
			t.Errorf("the run names the seal %q", first.Sealed)
		}
		mustPost(t, d, l, entry("new", bank, ming, 50), entry("out", ledger.Suspense("deposit"), bank, 15))
		read := map[int64]int{}
		var again int64
		for range 60 {
			dbtest.Clock(d).Advance(24 * time.Hour)
			r := night(t, l)
			if !r.OK {
				t.Fatalf("a right night: %v", r.Broken)
			}
			if sealedNow := len(sealedMonths(t, d)); sealedNow == 3 {
				if r.Entries != 2+4*r.Months {
					t.Fatalf("the night read %d entries and %d months", r.Entries, r.Months)
				}
			}
			again += r.Months
			read[r.Months]++
		}
		if again < 6 || read[0] < 40 {
			t.Errorf("in 60 nights months were read %d times, by night %v", again, read)
		}
		sound(t, l)
	})
}

// A month is not sealed while its orders may still end, nor while one of its
// rows is broken.
func TestAMonthIsSealedWhenItIsOverAndRight(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := ledger.New(d)
		mustPost(t, d, l, entry("1", bank, ming, 1000))
		dbtest.Clock(d).Set(time.Date(2026, 4, 4, 15, 59, 0, 0, time.UTC)) // 23:59 of the 4th
		if night(t, l); len(sealedMonths(t, d)) != 0 {
			t.Error("sealed too early")
		}
		dbtest.Clock(d).Advance(2 * time.Minute)
		unguarded(t, d, "UPDATE posting SET amount = 999")
		if r := night(t, l); r.OK || len(sealedMonths(t, d)) != 0 {
			t.Errorf("a broken month was sealed: %+v", r)
		}
		unguarded(t, d, "UPDATE posting SET amount = 1000")
		if r := night(t, l); !r.OK || len(sealedMonths(t, d)) != 1 {
			t.Errorf("the right month was not sealed: %+v", r)
		}
	})
}

// A change in a sealed month is found by the thirtieth night, and at once by a
// run on demand. A change in an open month is found the next night.
func TestAChangedOldPostingIsFoundWithinThirtyNights(t *testing.T) {
	for _, tc := range []struct {
		name, sql, want string
		nights          int
	}{
		{"old amount", `UPDATE posting SET amount = 1001 WHERE entry_id = '{1-0}'`, "posting {1-0}/1: was changed", 30},
		{"old amount with its seal", `UPDATE posting SET amount = 1001, seal = (SELECT seal FROM posting WHERE entry_id = '{0-0}') WHERE entry_id = '{1-0}'`, "posting {1-0}/1: was changed", 30},
		{"old entry removed", `DELETE FROM posting WHERE entry_id = '{1-3}'; DELETE FROM entry WHERE id = '{1-3}'`, "month_seal 2026-04: rows were changed", 30},
		{"old balance", `UPDATE month_balance SET balance = balance + 1 WHERE month = '2026-03' AND account = 'player:ming:centre'`, "month_balance 2026-03: balances", 30},
		{"carried balance", `UPDATE month_balance SET balance = balance + 1 WHERE month = '2026-05' AND account = 'player:ming:centre'`, "account player:ming:centre: holds", 1},
		{"seal", `UPDATE month_seal SET entries = 5 WHERE month = '2026-04'`, "month_seal 2026-04: was changed", 1},
		{"seal removed", `DELETE FROM month_read; DELETE FROM month_seal WHERE month = '2026-04'`, "month_seal 2026-05: does not follow", 1},
		{"new posting", `UPDATE posting SET amount = 51 WHERE entry_id = '{new}'`, "posting {new}/1: was changed", 1},
		{"balance", `UPDATE account SET balance = balance + 1 WHERE name = 'player:ming:centre'`, "account player:ming:centre: holds", 1},
		{"suspense", `UPDATE account SET balance = balance + 1 WHERE name = 'suspense:deposit'`, "account suspense:deposit: holds 1 but its postings add up to 0", 1},
		{"new entry removed", `DELETE FROM posting WHERE entry_id = '{new}'; DELETE FROM entry WHERE id = '{new}'`, "account player:ming:centre: holds", 1},
		{"checkpoint", `UPDATE checkpoint SET balance = balance + 1 WHERE account = 'house:bank:icbc'`, "checkpoint house:bank:icbc", 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				l, ids := months(t, d)
				if r := night(t, l); !r.OK {
					t.Fatal(r.Broken)
				}
				for _, e := range []ledger.Entry{entry("new", bank, ming, 50), entry("mine", ming, atKY, 1), entry("out", ledger.Suspense("deposit"), bank, 15)} {
					id, err := post(t.Context(), d, l, e)
					if err != nil {
						t.Fatal(err)
					}
					ids[e.Key] = id
				}
				dbtest.Clock(d).Advance(time.Hour)
				if err := l.Checkpoint(t.Context()); err != nil {
					t.Fatal(err)
				}
				sql := tc.sql
				fill := func(s string) string {
					for key, id := range ids {
						s = strings.ReplaceAll(s, "{"+key+"}", id)
					}
					return s
				}
				unguarded(t, d, strings.Split(fill(sql), "; ")...)
				want := fill(tc.want)
				for n := 1; ; n++ {
					dbtest.Clock(d).Advance(24 * time.Hour)
					r := night(t, l)
					if !r.OK && strings.HasPrefix(r.Broken[0].String(), want) {
						break
					}
					if !r.OK {
						t.Fatalf("night %d found %v, want %s", n, r.Broken, want)
					}
					if n == tc.nights {
						t.Fatalf("not found in %d nights", n)
					}
				}
				if report, err := l.Verify(t.Context()); err != nil || report.OK && tc.name != "carried balance" {
					t.Errorf("a run on demand: %+v, %v", report, err)
				}
			})
		})
	}
}

// The same rows give the same seals on both engines, and a seal is never made
// or changed again.
func TestSealsAreTheSameOnBothEngines(t *testing.T) {
	var first []sealed
	var rows [3][]map[string]any
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l := ledger.New(d)
		if first == nil {
			l, _ = months(t, d)
			for i, table := range []string{"account", "entry", "posting"} {
				if err := d.NewRaw("SELECT * FROM "+table).Scan(context.Background(), &rows[i]); err != nil {
					t.Fatal(err)
				}
			}
		} else {
			dbtest.Clock(d).Set(dbtest.Noon.AddDate(0, 3, 13))
			copyRows(t, d, rows)
		}
		if r := night(t, l); !r.OK {
			t.Fatal(r.Broken)
		}
		got := sealedMonths(t, d)
		if first == nil {
			first = got
		}
		if fmt.Sprint(got) != fmt.Sprint(first) {
			t.Errorf("sealed\n%v\non the other engine\n%v", got, first)
		}
		for _, sql := range []string{
			"UPDATE month_seal SET entries = 1", "DELETE FROM month_seal WHERE month = '2026-05'", "UPDATE month_balance SET balance = 1",
			"DELETE FROM month_balance", "INSERT INTO month_balance (account, month, moved, balance) VALUES ('x', '2026-03', 1, 1)",
		} {
			if _, err := d.SQL().ExecContext(context.Background(), sql); err == nil {
				t.Errorf("the database carried out: %s", sql)
			}
		}
	})
}

func copyRows(t *testing.T, d *db.DB, tables [3][]map[string]any) {
	t.Helper()
	for i, table := range []string{"account", "entry", "posting"} {
		for _, row := range tables[i] {
			var columns, marks []string
			var values []any
			for column, value := range row {
				if n, ok := value.(int64); ok && (column == "may_negative" || column == "summed") {
					value = n != 0
				}
				columns, marks, values = append(columns, column), append(marks, "?"), append(values, value)
			}
			err := d.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.NewRaw("INSERT INTO "+table+" ("+strings.Join(columns, ", ")+") VALUES ("+strings.Join(marks, ", ")+")", values...).Exec(ctx)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

// Two nights at once, as after a lost lease, leave right seals. The run that
// finds balances of the other ends with an error, and a later night seals.
func TestNightsAtOnceSealRightly(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		l, _ := months(t, d)
		var group sync.WaitGroup
		for range 4 {
			group.Go(func() { _, _ = l.VerifyNight(context.Background()) })
		}
		group.Wait()
		if r := night(t, l); !r.OK || len(sealedMonths(t, d)) != 3 {
			t.Errorf("%+v, %d months sealed", r, len(sealedMonths(t, d)))
		}
		if r, err := l.Verify(t.Context()); err != nil || !r.OK {
			t.Errorf("read whole: %+v, %v", r, err)
		}
		// Every account that moved in a sealed month has its sum, and no other account has one.
		var wrong int
		err := d.NewRaw(`SELECT COUNT(*) FROM (
				SELECT s.month, p.to_account AS account, p.amount AS moved FROM posting p JOIN month_seal s ON p.entry_id > s.begins AND p.entry_id <= s.ends
				UNION ALL
				SELECT s.month, p.from_account, -p.amount FROM posting p JOIN month_seal s ON p.entry_id > s.begins AND p.entry_id <= s.ends
				UNION ALL
				SELECT month, account, -moved FROM month_balance
			) AS moves
			WHERE (SELECT COUNT(*) FROM month_balance b WHERE b.month = moves.month AND b.account = moves.account) <> 1
			OR (SELECT SUM(CASE WHEN p.to_account = moves.account THEN p.amount WHEN p.from_account = moves.account THEN -p.amount ELSE 0 END)
				FROM posting p JOIN month_seal s ON s.month = moves.month AND p.entry_id > s.begins AND p.entry_id <= s.ends)
				<> (SELECT b.moved FROM month_balance b WHERE b.month = moves.month AND b.account = moves.account)`).Scan(t.Context(), &wrong)
		if err != nil || wrong != 0 {
			t.Errorf("%d balances are not the sums of their month's postings, %v", wrong, err)
		}
	})
}
