package fund_test

import (
	"context"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/fund"
	"hongyun/internal/money"
)

// The versions of tasks that an older release wrote are in the book after the
// migration, with their days, and the next change follows them.
func TestTasksOfAnOlderReleaseKeepTheirVersions(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		for _, row := range []string{"(77, 20260201, '存款\"满\" 50 元', 'deposit', 5005, 150, TRUE)", "(77, 20260303, '存款满 60 元', 'deposit', 6000, 200, FALSE)"} {
			h.write(func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.NewRaw("INSERT INTO fund_task (id, from_day, name, kind, threshold, amount, active) VALUES " + row).Exec(ctx)
				return err
			})
		}
		dbtest.Again(t, h.d, "0169_task_version.sql")
		older := func() fund.Planned {
			list, err := h.Tasks(t.Context(), h.d)
			if err != nil || len(list) != 13 {
				t.Fatalf("%d tasks, %v", len(list), err)
			}
			return list[12]
		}
		now := fund.Task{ID: 77, FromDay: 20260201, Name: `存款"满" 50 元`, Kind: fund.Deposit, Threshold: 50_05, Amount: 1_50, Active: true}
		next := fund.Task{ID: 77, FromDay: 20260303, Name: "存款满 60 元", Kind: fund.Deposit, Threshold: 60 * money.Yuan, Amount: 2 * money.Yuan}
		if p := older(); p.Task != now || p.Next == nil || *p.Next != next {
			t.Errorf("%+v, next %+v", p.Task, p.Next)
		}
		next.Active = true
		if err := h.agree(h.ChangeTask(t.Context(), h.anna, older().Version, next, "重新启用")); err != nil {
			t.Fatal(err)
		}
		if p := older(); p.Task != now || p.Next == nil || *p.Next != next {
			t.Errorf("%+v, next %+v", p.Task, p.Next)
		}
	})
}
