package adminapi_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"hongyun/internal/adminapi"
	"hongyun/internal/apptest"
	"hongyun/internal/db"
)

// carried is the index that carries an order of a list.
type carried struct{ table, columns, index string }

// orderIndexes are the orders of all lists that are read by cursor.
var orderIndexes = map[string]carried{
	"/deposits created": {"deposit", "created_at, sn", "deposit_created"}, "/deposits amount": {"deposit", "amount, sn", "deposit_amount"},
	"/deposits player": {"deposit", "player, created_at, sn", "deposit_player"}, "/deposits state": {"deposit", "state, created_at, sn", "deposit_state"},
	"/withdrawals created": {"withdrawal", "created_at, sn", "withdrawal_created"}, "/withdrawals amount": {"withdrawal", "amount, sn", "withdrawal_amount"},
	"/withdrawals player": {"withdrawal", "player, created_at, sn", "withdrawal_player"}, "/withdrawals state": {"withdrawal", "state, created_at, sn", "withdrawal_state"},
	"/players registered": {"player", "created_at, id", "player_created"}, "/players name": {"player", "id", "player"},
	"/transfers created": {"transfer", "created_at, id", "transfer_created"}, "/transfers player": {"transfer", "player, created_at, id", "transfer_player"},
	"/coins/transfers at":    {"chain_transfer", "at, network, tx, idx", "chain_transfer_at"},
	"/coins/transfers state": {"chain_transfer", "state, at, network, tx, idx", "chain_transfer_state"},
	"/tickets changed":       {"ticket", "changed_at, id", "ticket_changed"}, "/tickets player": {"ticket", "player, changed_at, id", "ticket_of_player"},
	"/tickets state":                {"ticket", "state, changed_at, id", "ticket_state"},
	"/approvals made":               {"staff_approval", "made_at, id", "staff_approval_made"},
	"/approvals kind":               {"staff_approval", "kind, made_at, id", "staff_approval_kind"},
	"/requests made":                {"staff_approval WHERE maker = 'x'", "made_at, id", "staff_approval_maker"},
	"/requests kind":                {"staff_approval", "kind, made_at, id", "staff_approval_kind"},
	"/reconcile/findings firstSeen": {"recon_finding", "first_seen, id", "recon_finding_seen"},
	"/fund/records at":              {"fund_record", "at, id", "fund_record_at"}, "/fund/records player": {"fund_record", "player, at, id", "fund_record_player"},
	"/vip/awards at": {"vip_award", "at, id", "vip_award_at"}, "/vip/awards player": {"vip_award", "player, at, id", "vip_award_player"},
	"/promo/awards at": {"promo_award", "at, id", "promo_award_at"}, "/promo/awards player": {"promo_award", "player, at, id", "promo_award_player"},
	"/audit at":          {"staff_audit", "seq", "staff_audit"},
	"/bets at":           {"bet WHERE current", "bet_at, venue, bet_id", "bet_time"},
	"/feed/windows made": {"bet_window", "made_at, id", "bet_window_made"}, "/feed/windows venue": {"bet_window", "venue, made_at, id", "bet_window_venue"},
	"/bank/lines at": {"bank_line", "at, id", "bank_line_at"}, "/bank/lines state": {"bank_line", "state, at, id", "bank_line_state"},
}

// H-417: staff sort a list both ways by what an index carries, and by nothing
// else. Each order that a list offers is known here with its index.
func TestEachOrderOfAListIsCarriedByAnIndex(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d, seen := sit(t, h, "boss", "owner"), 0
		for _, r := range adminapi.Routes() {
			if !slices.Contains(r.Query, "after") || strings.Contains(r.Path, "{") {
				continue
			}
			sorts, _ := expect(t, d.get(r.Path+"?size=1"), 200).Body["walk"].(map[string]any)["sorts"].([]any)
			for _, name := range sorts {
				seen++
				order := fmt.Sprintf("%s %s", r.Path, name)
				c, known := orderIndexes[order]
				if !known {
					t.Errorf("no index is known for %s", order)
					continue
				}
				for _, down := range []bool{false, true} {
					sort, direction := fmt.Sprint(name), ""
					if down {
						sort, direction = "-"+sort, " DESC"
					}
					expect(t, d.get(r.Path+"?sort="+sort), 200, "walk.sort", sort)
					query := " SELECT * FROM " + c.table + " ORDER BY " + strings.ReplaceAll(c.columns, ", ", direction+", ") + direction + " LIMIT 51"
					plan := planned(t, h, query)
					if !strings.Contains(plan, c.index) || strings.Contains(plan, "TEMP B-TREE") || strings.Contains(plan, "Sort") {
						t.Errorf("%s is not carried: %s", order, plan)
					}
				}
			}
			expect(t, d.get(r.Path+"?sort=none"), 400, "code", "staff.sort")
			expect(t, d.get(r.Path+"?after=x"), 400, "code", "staff.cursor")
		}
		if seen != len(orderIndexes) {
			t.Errorf("%d orders are offered, %d are listed", seen, len(orderIndexes))
		}
	})
}

func planned(t *testing.T, h *apptest.House, query string) string {
	t.Helper()
	var plan []string
	var err error
	if h.DB.Postgres() {
		err = h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			for _, off := range []string{"seqscan", "bitmapscan", "sort"} { // so small a table is read whole
				if _, err := tx.NewRaw("SET LOCAL enable_" + off + " = off").Exec(ctx); err != nil {
					return err
				}
			}
			return tx.NewRaw("EXPLAIN"+query).Scan(ctx, &plan)
		})
	} else {
		var rows []struct {
			ID, Parent, Notused int64
			Detail              string
		}
		err = h.DB.NewRaw("EXPLAIN QUERY PLAN"+query).Scan(t.Context(), &rows)
		for _, row := range rows {
			plan = append(plan, row.Detail)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(plan, "\n")
}

// H-417: a list goes on behind the last row that was seen, and back, though
// rows are added meanwhile.
func TestAListGoesOnBehindTheLastRow(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "boss", "owner")
		for i := range 5 {
			h.Register(fmt.Sprintf("Ming0%d", i))
			h.Clock.Advance(time.Second)
		}
		first := expect(t, d.get("/players?size=2"), 200, "items.0.id", "ming04", "items.1.id", "ming03", "walk.prev", "null")
		h.Register("Later1")
		second := expect(t, d.get("/players?size=2&after="+first.at("walk.next")), 200, "items.0.id", "ming02", "items.1.id", "ming01")
		third := expect(t, d.get("/players?size=2&after="+second.at("walk.next")), 200, "items.0.id", "ming00", "walk.next", "null")
		expect(t, d.get("/players?size=2&upto="+third.at("walk.prev")), 200, "items.0.id", "ming02", "items.1.id", "ming01")
		expect(t, d.get("/players?size=2&sort=name"), 200, "items.0.id", "later1", "items.1.id", "ming00", "walk.sort", "name")
		expect(t, d.get("/players?sort=name&after="+first.at("walk.next")), 400, "code", "staff.cursor") // of another order
		expect(t, d.get("/players?after="+first.at("walk.next")+"&upto="+first.at("walk.next")), 400)
	})
}

// H-418: a view holds what its list takes and nothing else; a shared one is
// shown to those who may see the list, and changed by its owner alone.
func TestSavedViewsOfLists(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, lin := sit(t, h, "boss", "owner"), sit(t, h, "lin", "finance")
		view := func(more map[string]any) map[string]any {
			out := map[string]any{
				"list": "/deposits", "name": "大额", "shared": false, "filters": map[string]string{"state": "claimed"}, "days": 7, "part": "", "sort": "-amount", "hidden": []string{"method"},
			}
			for name, value := range more {
				out[name] = value
			}
			return out
		}
		id := expect(t, boss.post("/views", view(nil)), 200).at("id")
		expect(t, boss.post("/views", view(nil)), 409, "code", "staff.view_taken")
		expect(t, boss.get("/views?list=/deposits"), 200, "items.0.id", id, "items.0.mine", "true", "items.0.filters.state", "claimed", "items.0.days", "7",
			"items.0.sort", "-amount", "items.0.hidden.0", "method", "items.0.start", "false")
		expect(t, lin.get("/views?list=/deposits"), 200, "items", "[]")
		expect(t, boss.post("/views", view(map[string]any{"id": id, "name": "大额存款", "shared": true})), 200, "id", id)
		expect(t, lin.get("/views?list=/deposits"), 200, "items.0.name", "大额存款", "items.0.mine", "false", "items.0.owner", "boss")
		expect(t, sit(t, h, "kefu", "support").get("/views?list=/audit"), 403)

		expect(t, lin.post("/views/"+id+"/start", map[string]any{"on": true}), 200)
		expect(t, lin.get("/views?list=/deposits"), 200, "items.0.start", "true")
		expect(t, boss.get("/views?list=/deposits"), 200, "items.0.start", "false")
		expect(t, lin.post("/views/"+id+"/remove", nil), 404, "code", "staff.no_view")
		expect(t, lin.post("/views", view(map[string]any{"id": id})), 404, "code", "staff.no_view")

		for code, more := range map[string]map[string]any{
			"admin.view_filter": {"name": "a", "filters": map[string]string{"nothing": "1"}}, "admin.input": {"name": "a", "filters": map[string]string{"state": "nonsense"}},
			"staff.sort": {"name": "a", "sort": "style"}, "staff.view_name": {"name": "名称太长名称太长名称太长名称太长名称太长了"}, "admin.view_list": {"name": "a", "list": "/badges"},
			"admin.view_form": {"name": "a", "hidden": []string{"<b>"}},
		} {
			if r := boss.post("/views", view(more)); r.at("code") != code || r.Status < 400 || r.Status >= 500 {
				t.Errorf("%v: %s", more, r)
			}
		}
		// A view keeps the part of the address that its page reads: the age of a case, or every state.
		own := map[string]any{"list": "/cases", "name": "超过一天", "filters": map[string]string{}, "days": 0, "sort": "", "hidden": []string{}}
		for part, status := range map[string]int{"age.24": 200, "age.x": 400, "state.all": 200, "state.settled": 400, "player.ming": 400} {
			own["part"], own["name"] = part, part
			expect(t, boss.post("/views", view(own)), status)
		}
		for _, part := range []string{"age.24", "state.all"} {
			list := boss.get("/views?list=/cases")
			id := list.at("items.0.id")
			if got := list.at("items.0.part"); got != part {
				t.Errorf("part %q, want %q", got, part)
			}
			expect(t, boss.post("/views/"+id+"/remove", nil), 200)
		}
		expect(t, boss.post("/views", view(map[string]any{"list": "/players", "filters": map[string]string{"q": "13800000000"}, "sort": ""})), 400, "code", "admin.view_filter")
		expect(t, boss.post("/views", view(map[string]any{"filters": map[string]string{"from": "1"}})), 400, "code", "admin.view_filter") // beside days

		for i := range 49 {
			expect(t, boss.post("/views", view(map[string]any{"name": fmt.Sprintf("v%d", i), "filters": map[string]string{}})), 200)
		}
		expect(t, boss.post("/views", view(map[string]any{"name": "one more"})), 422, "code", "staff.views_full")
		expect(t, boss.post("/views/"+id+"/remove", nil), 200)
		expect(t, lin.get("/views?list=/deposits"), 200, "items", "[]")
	})
}

// H-419: a list is exported as it is shown, by the same filters and in its order;
// whoever may not see the list gets no file, and the trail says who took one.
func TestEachListIsExportedAsItIsShown(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "boss", "owner")
		for i := range 120 { // more than a page
			h.Register(fmt.Sprintf("Ming%03d", i))
		}
		rows := strings.Split(strings.TrimSpace(string(expect(t, d.get("/exports/players?sort=name"), 200).Raw)), "\n")
		if len(rows) != 121 || !strings.HasPrefix(rows[1], "Ming000,") || !strings.HasPrefix(rows[120], "Ming119,") {
			t.Errorf("%d rows: %q … %q", len(rows), rows[1], rows[len(rows)-1])
		}
		found, err := h.Players.Find(t.Context(), h.DB, "ming000")
		if err != nil || strings.Contains(rows[1], found.Phone) {
			t.Errorf("the phone is not masked: %q, %v", rows[1], err)
		}
		expect(t, d.get("/audit?action=data.export"), 200, "total", "1", "items.0.subject.label", "玩家")
		from := fmt.Sprintf("?from=%d", h.Clock.Now().Add(-time.Hour).UnixMilli())
		for _, r := range adminapi.Routes() {
			if !strings.HasPrefix(r.Path, "/exports/") || slices.Contains(r.Query, "view") {
				continue
			}
			query := ""
			if slices.Contains(r.Query, "from") {
				query = from
			}
			if r.Path == "/exports/postings" { // of one player
				query += "&playerId=ming000"
			}
			if got := d.get(r.Path + query); got.Status != 200 || !strings.HasPrefix(got.Header.Get("Content-Type"), "text/csv") {
				t.Errorf("%s: %s", r.Path, got)
			}
		}
		expect(t, d.get("/exports/audit"), 400, "code", "admin.export_span")
		expect(t, d.get("/exports/tickets?state=nonsense"), 400, "code", "admin.input")
		expect(t, sit(t, h, "kefu", "support").get("/exports/players"), 403)
	})
}

// A value without a text would stand in a file as the program writes it.
func TestEachValueInAnExportHasAText(t *testing.T) {
	t.Parallel()
	for list, texts := range adminapi.ExportTexts {
		for _, value := range adminapi.Lists[list] {
			if texts[value.(string)] == "" {
				t.Errorf("%s: no text for %q", list, value)
			}
		}
		if len(texts) != len(adminapi.Lists[list]) {
			t.Errorf("%s has %d values, not %d", list, len(adminapi.Lists[list]), len(texts))
		}
	}
}
