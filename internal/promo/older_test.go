package promo_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
)

// The versions of promotions that an older release wrote are in the book after the
// migration, with their days and figures, and the next change follows them.
func TestPromotionsOfAnOlderReleaseKeepTheirVersions(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for id, days := range map[int64][2]int{777: {20260201, 20260303}} {
			for i, day := range days {
				h.write(func(ctx context.Context, tx *db.Tx) error {
					_, err := tx.NewRaw(`INSERT INTO promo_rule (id, from_day, kind, name, activity, params, starts_on, ends_on, budget)
						SELECT ?, ?, kind, ?, 0, params, starts_on, 20261231, 1234505 FROM promo_rule WHERE id = 34`, id, day, fmt.Sprint(`旧"优惠"`, i+1)).Exec(ctx)
					return err
				})
			}
		}
		dbtest.Again(t, h.d, "0171_promo_version.sql")
		older := func() string {
			list, err := h.Promotions(t.Context(), h.d)
			h.must(err)
			p := list[len(list)-1]
			return strings.TrimSpace(fmt.Sprintln(p.ID, p.FromDay, p.Name, p.Budget, p.EndsOn, len(p.Params.Packets), p.Next.FromDay, p.Next.Name))
		}
		h.is("carried over", older(), `777 2026-02-01 旧"优惠"1 12345.05 2026-12-31 8 2026-03-03 旧"优惠"2`)
		r := h.rule(34)
		r.ID, r.Name = 777, "新名称"
		h.must(h.agree(h.Change(t.Context(), h.anna, h.version(r.ID), r, "活动调整")))
		h.is("changed once more", older(), `777 2026-02-01 旧"优惠"1 12345.05 2026-12-31 8 2026-03-03 新名称`)
	})
}
