package vip_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/staff"
	"hongyun/internal/vip"
)

// VIP-03, VIP-04, D-11: every figure that the specification shows holds, tables
// rise, and bonuses add up.
func TestTheShippedTablesMeetEveryShownFigure(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		const yuan = money.Yuan
		for _, c := range []struct {
			track                             vip.Track
			level                             int
			valid, bonus, income, accumulated money.Fen // 0: not shown
		}{
			{vip.Card, 1, 30_000 * yuan, 15 * yuan, 1 * yuan, 15 * yuan},
			{vip.Card, 5, 800_000 * yuan, 200 * yuan, 10 * yuan, 400 * yuan},
			{vip.Card, 50, 1_000_000_000 * yuan, 90_000 * yuan, 25_000 * yuan, 688_000 * yuan},
			{vip.Sport, 1, 20_000 * yuan, 15 * yuan, 1 * yuan, 15 * yuan},
			{vip.Sport, 5, 300_000 * yuan, 200 * yuan, 10 * yuan, 400 * yuan},
			{vip.Sport, 50, 300_000_000 * yuan, 90_000 * yuan, 25_000 * yuan, 688_000 * yuan},
			{vip.Live, 50, 0, 0, 0, 748_300 * yuan},
			{vip.Month, 1, 200_000 * yuan, 30 * yuan, 8 * yuan, 30 * yuan},
			{vip.Month, 5, 3_000_000 * yuan, 300 * yuan, 100 * yuan, 700 * yuan},
			{vip.Month, 30, 1_500_000_000 * yuan, 200_000 * yuan, 80_000 * yuan, 748_300 * yuan},
		} {
			table := h.table(c.track)
			l := table.At(c.level)
			for what, pair := range map[string][2]money.Fen{
				"valid": {l.Valid, c.valid}, "bonus": {l.Bonus, c.bonus}, "income": {l.Income, c.income}, "cumulative": {table.Cumulative(c.level), c.accumulated},
			} {
				if pair[1] != 0 && pair[0] != pair[1] {
					t.Errorf("%s level %d: %s is %s, want %s", c.track, c.level, what, pair[0], pair[1])
				}
			}
		}
		for track, levels := range map[vip.Track]int{vip.Card: 50, vip.Sport: 50, vip.Live: 50, vip.Month: 30} {
			table := h.table(track)
			if len(table.Levels) != levels {
				t.Errorf("%s has %d levels", track, len(table.Levels))
			}
			var last vip.Level
			for _, l := range table.Levels {
				if l.Level != last.Level+1 || l.Valid <= last.Valid || l.Bonus <= last.Bonus || l.Income <= last.Income {
					t.Errorf("%s does not rise from %+v to %+v", track, last, l)
				}
				last = l
			}
		}
		if top := h.table(vip.Live).At(50).Income; top > 80_000*yuan {
			t.Errorf("the live track pays %s, more than its cap", top)
		}
	})
}

// D-11: two people change a table, it is in force from the next run, and one
// that does not rise is refused.
func TestATableIsChangedByTwoFromTheNextRun(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		ctx := context.Background()
		h.joins("ming", "hong")
		h.bets("ming", "ky", 20260302, 5*wan)
		changed := func(change func(l []vip.Level)) []vip.Level {
			l := append([]vip.Level{}, h.table(vip.Card).Levels...)
			change(l)
			return l
		}
		for what, c := range map[string]struct {
			levels []vip.Level
			want   error
		}{
			"valid falls":   {changed(func(l []vip.Level) { l[3].Valid = l[2].Valid }), vip.ErrValid},
			"bonus falls":   {changed(func(l []vip.Level) { l[3].Bonus = l[2].Bonus - 1 }), vip.ErrBonus},
			"income falls":  {changed(func(l []vip.Level) { l[3].Income = 0 }), vip.ErrIncome},
			"a level less":  {h.table(vip.Card).Levels[:49], vip.ErrLevels},
			"out of order":  {changed(func(l []vip.Level) { l[0].Level = 2 }), vip.ErrLevels},
			"nothing":       {changed(func([]vip.Level) {}), vip.ErrUnchanged},
			"astronomical":  {changed(func(l []vip.Level) { l[49].Bonus = 10_000_001 * money.Yuan }), vip.ErrBonus},
			"below nothing": {changed(func(l []vip.Level) { l[0].Valid = -1 }), vip.ErrValid},
		} {
			if _, err := h.ChangeTable(ctx, h.anna, h.table(vip.Card).Version, vip.Card, c.levels, "调整等级"); !errors.Is(err, c.want) {
				t.Errorf("%s: %v", what, err)
			}
		}
		if _, err := h.ChangeTable(ctx, h.anna, 0, "gold", h.table(vip.Card).Levels, "调整等级"); !errors.Is(err, vip.ErrTrack) {
			t.Errorf("no such track: %v", err)
		}
		// Asked before the run, agreed while it is under way: the run keeps its own.
		h.at("2026-03-09 12:00")
		approval, err := h.ChangeTable(ctx, h.anna, h.table(vip.Card).Version, vip.Card, changed(func(l []vip.Level) { l[0].Bonus, l[0].Income, l[1].Valid = 20*money.Yuan, 150, 4*wan }), "调整等级")
		h.must(err)
		if _, err := h.staff.Decide(ctx, h.anna, approval, true, ""); !errors.Is(err, staff.ErrOwnRequest) {
			t.Errorf("by one person: %v", err)
		}
		h.at("2026-03-09 23:00")
		h.seam = func(point string) {
			if point == "opened" {
				h.seam = nil
				h.must(h.agree(approval, nil))
			}
		}
		h.runs()
		h.expect("the run under way", h.awards("ming", vip.Card), "20260308 bonus 1 15.00, 20260308 income 1 1.00")
		if v := h.table(vip.Card).Version; v != 2 {
			t.Errorf("version %d", v)
		}
		run, _, err := h.FindRun(ctx, h.d, "track-20260308")
		h.must(err)
		if run.Versions[vip.Card] != 1 || run.Versions[vip.Live] != 1 {
			t.Errorf("the run worked by %v", run.Versions)
		}
		h.bets("hong", "ky", 20260310, 3*wan)
		h.at("2026-03-16 23:00")
		h.runs()
		h.expect("ming, a level more", h.awards("ming", vip.Card), "20260308 bonus 1 15.00, 20260308 income 1 1.00, 20260315 bonus 2 30.00, 20260315 income 2 2.00")
		h.expect("hong, the new bonus", h.awards("hong", vip.Card), "20260315 bonus 1 20.00, 20260315 income 1 1.50")

		// A table that asks for more takes no level away.
		h.must(h.agree(h.ChangeTable(ctx, h.anna, h.table(vip.Card).Version, vip.Card, changed(func(l []vip.Level) { l[0].Valid, l[1].Valid = 10*wan, 15*wan }), "提高门槛")))
		h.at("2026-03-23 23:00")
		h.runs()
		h.expect("kept", h.levels("ming")+"|"+h.levels("hong"), "2 0 0 0|1 0 0 0")
	})
}

// If two changes were requested from the same table, the second is void.
func TestTheSecondChangeOfATableIsVoid(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		ctx := context.Background()
		levels := append([]vip.Level{}, h.table(vip.Live).Levels...)
		levels[0].Bonus++
		approval, err := h.ChangeTable(ctx, h.anna, h.table(vip.Live).Version, vip.Live, levels, "调整等级")
		h.must(err)
		if _, err := h.ChangeTable(ctx, h.bert, h.table(vip.Live).Version, vip.Live, levels, "调整等级"); !errors.Is(err, staff.ErrOpenRequest) {
			t.Errorf("a second request: %v", err)
		}
		h.must(h.exec(`INSERT INTO setting_version (id, kind, key, version, value, live_on, from_at, made_by, made_at)
			SELECT 'x', kind, key, 2, value, TRUE, 0, 'x', 1 FROM setting_version WHERE kind = 'vip.table' AND key = 'live'`))
		h.must(h.exec("UPDATE setting_version SET approved_by = 'y', approved_at = 1, effective_at = 1 WHERE id = 'x'"))
		if err := h.agree(approval, nil); !errors.Is(err, staff.ErrSubjectChange) {
			t.Errorf("agreed: %v", err)
		}
	})
}

// Settings are changed by two people, from the next run on, and make sense.
func TestSettingsAreChangedByTwo(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		ctx := context.Background()
		for what, c := range map[string]struct {
			change func(r *vip.Rules)
			want   error
		}{
			"start tomorrow":  {func(r *vip.Rules) { r.Start = 20260303 }, vip.ErrStart},
			"no start":        {func(r *vip.Rules) { r.Start = 0 }, vip.ErrStart},
			"eighth day":      {func(r *vip.Rules) { r.Weekday = 8 }, vip.ErrWeekday},
			"25 o'clock":      {func(r *vip.Rules) { r.Weekly = 25 * 60 }, vip.ErrTime},
			"after midnight":  {func(r *vip.Rules) { r.Monthly = 24 * 60 }, vip.ErrTime},
			"negative cap":    {func(r *vip.Rules) { r.WeeklyCap[vip.Card] = -1 }, vip.ErrCap},
			"mark of nothing": {func(r *vip.Rules) { r.Marks = []player.Mark{"star"} }, vip.ErrMark},
			"a track less":    {func(r *vip.Rules) { delete(r.Enabled, vip.Live) }, vip.ErrTrack},
			"nothing":         {func(*vip.Rules) {}, vip.ErrUnchanged},
		} {
			set, _, err := h.Settings(ctx, h.d)
			h.must(err)
			c.change(&set.Rules)
			if _, err := h.ChangeSettings(ctx, h.anna, set.Version, set.Rules, "调整设置"); !errors.Is(err, c.want) {
				t.Errorf("%s: %v", what, err)
			}
		}
		h.joins("ming")
		h.bets("ming", "ky", 20260302, 3*wan)
		h.bets("ming", "ky", 20260301, 50*wan)
		h.rules(func(r *vip.Rules) { r.Weekday, r.Weekly, r.Start = 2, 1*60+30, 20260302 }) // Tuesday 01:30 (D-11)
		h.at("2026-03-10 01:29")
		h.runs()
		h.expect("Monday", h.list(), "")
		h.at("2026-03-10 01:30")
		h.runs()
		h.expect("Tuesday", h.list()+" "+h.levels("ming"), "track-20260308 done 1 0 0 0")
		if set, _, _ := h.Settings(ctx, h.d); set.Version != 2 || !strings.Contains(set.MadeBy, "anna") {
			t.Errorf("settings %+v", set)
		}
	})
}

// H-132: within a day the shipped tasks can unlock all that the highest shipped
// levels pay at once, each with its bonus. C$ that are not unlocked on their
// day expire (D-08).
func TestShippedTasksUnlockThePayOfTheHighestLevels(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		h.must(h.fund.Seed(t.Context()))
		tasks, err := h.fund.Tasks(t.Context(), h.d)
		h.must(err)
		var unlocked money.Fen
		for _, task := range tasks {
			unlocked += task.Amount
		}
		tables, err := h.Tables(t.Context(), h.d)
		h.must(err)
		var paid money.Fen
		for _, table := range tables {
			top := table.Levels[len(table.Levels)-1]
			paid += top.Bonus + top.Income
		}
		if len(tables) != 4 || unlocked < paid {
			t.Errorf("the highest levels of %d tracks are paid C$ %s on one day, and the tasks unlock %s", len(tables), paid, unlocked)
		}
		t.Logf("paid %s, unlocked %s", paid, unlocked)
	})
}
