package vip_test

import (
	"errors"
	"fmt"
	"testing"

	"hongyun/internal/db/dbtest"
	"hongyun/internal/vip"
)

// The versions of tables and settings that an older release wrote are in the book
// after the migration. A change is made against the newest, and is the next one.
func TestTablesOfAnOlderReleaseKeepTheirVersions(t *testing.T) {
	each(t, func(t *testing.T, h *fixture) {
		// A fresh installation has its first version in the book; the older release wrote
		// a second one of another installation. Guards keep each version from being removed.
		h.must(h.exec("INSERT INTO vip_table (track, version, approval, made_by, made_at) VALUES ('card', 2, 'a', 'anna、bert', 1700000000000)"))
		h.must(h.exec("INSERT INTO vip_level SELECT track, 2, level, valid + 50, bonus, income FROM vip_level WHERE track = 'card'"))
		h.must(h.exec("INSERT INTO vip_setting SELECT 2, value, 'a', 'anna、bert', 1700000000000 FROM vip_setting"))
		for _, guarded := range []string{"as_made", "stays"} {
			trigger := "DROP TRIGGER setting_version_" + guarded
			if h.d.Postgres() {
				trigger += " ON setting_version"
			}
			h.must(h.exec(trigger))
		}
		h.must(h.exec("DELETE FROM setting_version"))
		dbtest.Again(t, h.d, "0170_vip_version.sql")

		levels := append([]vip.Level{}, h.table(vip.Card).Levels...)
		if levels[0].Valid%100 != 50 {
			t.Fatalf("the run works by %+v", levels[0])
		}
		if _, err := h.ChangeTable(t.Context(), h.anna, h.table(vip.Card).Version, vip.Card, levels, "没有变化"); !errors.Is(err, vip.ErrUnchanged) {
			t.Errorf("the newest version as it is: %v", err)
		}
		levels[0].Bonus++
		h.must(h.agree(h.ChangeTable(t.Context(), h.anna, h.table(vip.Card).Version, vip.Card, levels, "调整等级")))
		set, _, err := h.Settings(t.Context(), h.d)
		h.must(err)
		if _, err := h.ChangeSettings(t.Context(), h.anna, set.Version, set.Rules, "没有变化"); !errors.Is(err, vip.ErrUnchanged) {
			t.Errorf("the settings as they are: %v", err)
		}
		set.Weekday = 3
		h.must(h.agree(h.ChangeSettings(t.Context(), h.anna, set.Version, set.Rules, "调整设置")))
		set, _, err = h.Settings(t.Context(), h.d)
		h.must(err)
		if got := fmt.Sprint(h.table(vip.Card).Version, h.table(vip.Live).Version, set.Version); got != "3 1 3" {
			t.Errorf("versions %s", got)
		}
	})
}
