package reconcile_test

import (
	"fmt"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/calendar"
	"hongyun/internal/guard"
	"hongyun/internal/reconcile/finding"
)

// A day on which a venue lists other bets than ours is a case of that venue. It
// closes the venue's money if the results differ by more than the limit, and ends
// when the whole day agrees. Agreement of a part of the day ends nothing.
func TestADayOfBetsThatDiffersIsACase(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		day := calendar.DayOf(h.Clock.Now())
		listed := func(hours int) {
			exec(t, h, "DELETE FROM bet_listing")
			exec(t, h, fmt.Sprintf("INSERT INTO bet_listing (venue, day, from_at, to_at, bets, stake, win, listed_at) VALUES ('ky', %d, %d, %d, 3, 90000, 20000, 1)",
				day, day.Start().UnixMilli(), day.Start().Add(time.Duration(hours)*time.Hour).UnixMilli()))
		}
		differs := func(win int) {
			exec(t, h, "DELETE FROM bet_difference")
			exec(t, h, fmt.Sprintf(`INSERT INTO bet_difference (venue, day, bet_id, from_at, what, version, stake, win, our_stake, our_win, seen_at)
				VALUES ('ky', %d, 'b1', %d, 'missing', 0, 5000, %d, 0, 0, 1)`, day, day.Start().UnixMilli(), win))
		}
		check := func() {
			t.Helper()
			if err := h.Reconcile.CheckBets(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		listed(24)
		differs(5000)
		check()
		f := only(t, h)
		if f.Kind != finding.Bets || f.Subject != fmt.Sprintf("bets:ky:%d", day) || f.Channel != "venue:ky" || f.Difference != 5000 ||
			f.Expected != "2 注，投注 850.00，玩家输赢 150.00" || f.Found != "3 注，投注 900.00，玩家输赢 200.00；不符 1 注：我方缺少 b1" {
			t.Errorf("found %+v", f)
		}
		if closed, err := h.Guard.Gate.Standing(t.Context(), h.DB); err != nil || len(closed) != 0 {
			t.Errorf("below the limit these are closed: %+v, %v", closed, err)
		}
		differs(15_000)
		check()
		standing(t, h, guard.VenueDoor("ky"))
		if run := compared(t, h); run.Looked["days"] != 1 || run.Open != 1 {
			t.Errorf("the whole comparison looked at %v, %d open", run.Looked, run.Open)
		}

		exec(t, h, "DELETE FROM bet_difference")
		listed(23)
		check()
		only(t, h)
		listed(24)
		check()
		if f, err := h.Reconcile.Find(t.Context(), h.DB, f.ID); err != nil || f.State != finding.Cleared {
			t.Errorf("the day agrees, and the case is %+v, %v", f, err)
		}
	})
}
