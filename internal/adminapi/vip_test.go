package adminapi_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/vip"
)

// tableOf is the body that changes one level of the live table.
func tableOf(d *desk, level int, change map[string]string) map[string]any {
	d.t.Helper()
	tables, err := d.h.Vip.Tables(context.Background(), d.h.DB)
	if err != nil {
		d.t.Fatal(err)
	}
	levels := []map[string]any{}
	for _, l := range tables[slices.Index(vip.Tracks, vip.Live)].Levels {
		row := map[string]any{"validBet": l.Valid.String(), "bonus": l.Bonus.String(), "income": l.Income.String()}
		for name, value := range change {
			if l.Level == level {
				row[name] = value
			}
		}
		levels = append(levels, row)
	}
	return map[string]any{"base": tables[slices.Index(vip.Tracks, vip.Live)].Version, "levels": levels, "reason": "调整等级"}
}

// settingsOf is the body that changes some settings and leaves the others.
func settingsOf(d *desk, change map[string]any) map[string]any {
	d.t.Helper()
	now := d.get("/vip/settings").Body
	body := map[string]any{"base": now["version"], "reason": "调整设置"}
	for _, name := range []string{"start", "weekday", "weeklyTime", "monthTime", "marks"} {
		body[name] = now[name]
	}
	tracks := []any{}
	for _, t := range now["tracks"].([]any) {
		row := t.(map[string]any)
		out := map[string]any{"track": row["track"], "enabled": row["enabled"]}
		if limit := row["weeklyCap"]; limit != nil {
			out["weeklyCap"] = limit
		}
		tracks = append(tracks, out)
	}
	body["tracks"] = tracks
	for name, value := range change {
		body[name] = value
	}
	return body
}

// withheldAwards writes a run of an earlier week that withheld a bonus and an
// income of a player.
func withheldAwards(t testing.TB, h *apptest.House, player string) {
	t.Helper()
	err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		for _, query := range []string{
			`INSERT INTO vip_run (id, programme, upto, due_at, state, setting, versions, players, awards, withheld, opened_at, ended_at)
				VALUES ('track-20260301', 'track', 20260301, 1, 'done', 1, '{"card":1}', 1, 2, 1600, 1, 2)`,
			`INSERT INTO vip_player (player, card, sport, live, monthly, run, at) VALUES ('` + player + `', 1, 0, 0, 0, 'track-20260301', 1)`,
			`INSERT INTO vip_award (id, run, programme, track, period, player, item, kind, level, amount, state, why, at) VALUES
				('vip:card:20260301:` + player + `:bonus:1', 'track-20260301', 'track', 'card', 20260301, '` + player + `', 'bonus:1', 'bonus', 1, 1500, 'withheld', '同一设备', 1),
				('vip:card:20260301:` + player + `:income', 'track-20260301', 'track', 'card', 20260301, '` + player + `', 'income', 'income', 1, 100, 'withheld', '同一设备', 1)`,
		} {
			if _, err := tx.NewRaw(query).Exec(ctx); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// The programmes in the back office (VIP-03, VIP-04, VIP-05): figures, the dry
// run, tables and settings by two people, withheld awards and a player's levels.
func TestTheVIPProgrammesAreRunByStaff(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		h.Register("ming")
		withheldAwards(t, h, "ming")
		lin, boss, help := sit(t, h, "lin", "finance"), sit(t, h, "boss", "owner"), sit(t, h, "help", "support")
		sunday := calendar.DayOf(h.Clock.Now())
		_, sunday = calendar.WeekOf(sunday)
		expect(t, help.get("/vip"), 200, "programmes.0.programme", "track", "programmes.0.enabled", "true", "programmes.0.upto", sunday.String(),
			"programmes.0.running", "null", "programmes.1.programme", "monthly", "levels.0.track", "card", "levels.0.players", "1", "withheld", "2", "withheldAmount", "16.00")
		expect(t, help.get("/vip/runs"), 200, "total", "1", "items.0.id", "track-20260301", "items.0.withheld", "16.00")
		expect(t, help.get("/vip/runs?programme=monthly"), 200, "total", "0")
		expect(t, help.get("/vip/runs/track-20260301"), 200, "sums.0.kind", "bonus", "sums.0.amount", "15.00", "sums.1.kind", "income", "tables.0.track", "card", "tables.0.version", "1")
		expect(t, help.get("/vip/runs/track-20260308"), 404, "code", "vip.no_run")
		expect(t, help.get("/vip/dry"), 200, "programme", "track", "players", "1", "paid", "1.00", "total", "1", "items.0.player", "ming", "items.0.kind", "income",
			"items.0.at", "null", "sums.0.count", "1")
		expect(t, help.get("/vip/dry?programme=monthly"), 200, "programme", "monthly", "total", "0", "items", "[]")

		expect(t, help.get("/vip/tables"), 200, "items.0.track", "card", "items.0.levels.4.cumulative", "400.00", "items.3.track", "monthly", "items.3.levels.29.bonus", "200000.00", "items.2.approvalId", "null")
		expect(t, help.post("/vip/tables/live", tableOf(lin, 1, map[string]string{"bonus": "21.00"})), 403)
		expect(t, lin.post("/vip/tables/gold", tableOf(lin, 1, nil)), 404, "code", "vip.track")
		expect(t, lin.post("/vip/tables/live", tableOf(lin, 1, nil)), 422, "code", "vip.unchanged")
		for level, bad := range map[int][3]string{1: {"validBet", "-1", "vip.valid"}, 2: {"bonus", "1e3", "vip.bonus"}, 50: {"income", "1.00", "vip.income"}} {
			expect(t, lin.post("/vip/tables/live", tableOf(lin, level, map[string]string{bad[0]: bad[1]})), 400, "code", bad[2])
		}
		approval := expect(t, lin.post("/vip/tables/live", tableOf(lin, 1, map[string]string{"bonus": "21.00"})), 202, "status", "waiting").at("approvalId")
		expect(t, help.get("/vip/tables"), 200, "items.2.approvalId", approval, "items.2.version", "1")
		expect(t, boss.get("/approvals"), 200, "items.0.kind", "vip.table", "items.0.title", "修改VIP等级表：真人彩票", "items.0.details.0.label", "第1级")
		expect(t, boss.post("/approvals/"+approval+"/approve", nil), 200, "state", "approved")
		expect(t, help.get("/vip/tables"), 200, "items.2.approvalId", "null", "items.2.version", "2", "items.2.levels.0.bonus", "21.00")

		expect(t, help.get("/vip/settings"), 200, "start", "2019-06-01", "weekday", "1", "weeklyTime", "23:00", "monthTime", "22:00", "tracks.0.weeklyCap", "250000.00",
			"tracks.2.weeklyCap", "80000.00", "tracks.3.weeklyCap", "null", "tracks.3.enabled", "true", "marks.0", "card")
		for name, bad := range map[string][2]any{"start": {"2019-6-1", "vip.start"}, "weekday": {9, "vip.weekday"}, "weeklyTime": {"24:00", "vip.time"}, "monthTime": {"1:00", "vip.time"},
			"marks": {[]string{"star"}, "vip.mark"}, "tracks": {[]any{}, "vip.track"}} {
			if r := lin.post("/vip/settings", settingsOf(lin, map[string]any{name: bad[0]})); r.Status < 400 || r.at("code") != bad[1] {
				t.Errorf("settings with %s %v: %s", name, bad[0], r)
			}
		}
		approval = expect(t, lin.post("/vip/settings", settingsOf(lin, map[string]any{"weekday": 2})), 202).at("approvalId")
		expect(t, boss.post("/approvals/"+approval+"/approve", nil), 200, "state", "approved")
		expect(t, help.get("/vip/settings"), 200, "weekday", "2", "version", "2", "by", "lin、boss")

		expect(t, help.get("/players/ming"), 200, "vipLevel", "1")
		expect(t, help.get("/players?q=ming"), 200, "items.0.vipLevel", "1")
		expect(t, help.get("/players/ming/vip"), 200, "level", "1", "tracks.0.track", "card", "tracks.0.level", "1", "tracks.0.next.level", "2", "tracks.0.wants", "80000.00",
			"tracks.0.income", "1.00", "tracks.0.venues", "[]", "hold", "null")
		expect(t, help.get("/players/nobody/vip"), 404)
		expect(t, help.get("/vip/awards?state=withheld"), 200, "total", "2", "items.0.why", "同一设备", "items.0.runId", "track-20260301")
		expect(t, help.get("/players/ming/vip/awards?kind=bonus"), 200, "total", "1", "items.0.kindText", "晋级礼金", "items.0.amount", "15.00")
		at := "/vip/awards/vip:card:20260301:ming:"
		expect(t, help.post(at+"income/release", because("已核实")), 403)
		expect(t, lin.post(at+"income/release", nil), 400, "code", "staff.reason")
		approval = expect(t, lin.post(at+"income/release", because("已核实")), 202, "status", "waiting").at("approvalId")
		expect(t, boss.post("/approvals/"+approval+"/approve", nil), 200, "state", "approved")
		expect(t, lin.post(at+"income/release", because("已核实")), 409, "code", "vip.decided")
		expect(t, lin.post(at+"bonus:1/refuse", because("多账号")), 200, "status", "done")
		expect(t, lin.post(at+"bonus:9/refuse", because("多账号")), 404)
		expect(t, help.get("/players/ming/fund"), 200, "balance", "1.00")
		expect(t, help.get("/vip/awards?state=refused&player=Ming"), 200, "total", "1", "items.0.decidedBy", "lin", "items.0.decision", "多账号")
		expect(t, help.post("/players/ming/vip/freeze", because("核实身份")), 403)
		expect(t, lin.post("/players/ming/vip/freeze", because("核实身份")), 200)
		expect(t, lin.post("/players/ming/vip/freeze", because("核实身份")), 409, "code", "vip.held")
		expect(t, help.get("/players/ming/vip"), 200, "hold.reason", "核实身份", "hold.by", "lin")
		expect(t, lin.post("/players/ming/vip/lift", because("已核实")), 200)
		h.Clock.Advance(time.Second)
	})
}
