package adminapi_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"hongyun/internal/apptest"
	"hongyun/internal/calendar"
)

// earned is a house with a deposit, two bets and a paid withdrawal of a day, and
// that day as queries name it.
func earned(t *testing.T, h *apptest.House) (d *desk, days, span string) {
	t.Helper()
	d, payer, clerk := sit(t, h, "boss", "owner"), sit(t, h, "payer", "finance"), sit(t, h, "clerk", "finance")
	_, card := ming(t, h, "Ming", cardA, 500_00)
	sn := order(t, h, "Ming", 500_00)
	expect(t, clerk.post("/deposits/"+sn+"/confirm", map[string]any{"received": "500", "bankReference": "=ICBC", "reason": "网银已到账"}), 200)
	move(t, h, "Ming", "ky", 300_00)
	play(t, h, "ky", "ming", "B1", 600_00, 150_00)
	play(t, h, "ky", "ming", "B2", 20_00, 60_00)
	h.Advance(10 * minute)
	h.Advance(10 * minute)
	d, payer = d.logInAgain(), payer.logInAgain()
	at := "/withdrawals/" + ask(t, h, "Ming", card, 100_00)
	expect(t, d.post(at+"/claim", nil), 200)
	expect(t, d.post(at+"/approve", map[string]any{}), 200)
	expect(t, payer.post(at+"/paid", map[string]any{"reference": "OUT0001"}), 200)
	day := calendar.DayOf(h.Clock.Now())
	return d, fmt.Sprintf("firstDay=%s&lastDay=%s", day, day), fmt.Sprintf("from=%d&to=%d", day.Start().UnixMilli(), day.End().UnixMilli())
}

// An accountant sees what the day brought, and each figure is the sum of the
// list that it leads to.
func TestAFigureIsTheSumOfItsList(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d, days, span := earned(t, h)
		r := expect(t, d.get("/earnings?"+days), 200, "total.bets", "2", "total.stake", "620.00", "total.payout", "210.00", "total.ggr", "410.00", "total.cost", "500.00", "total.ngr", "-90.00",
			"total.deposits.amount", "500.00", "total.deposits.count", "1", "total.withdrawals.amount", "100.00", "total.registered", "1", "total.firstDeposits", "1",
			"days.0.ggr", "410.00", "venues.0.code", "ky", "venues.0.ggr", "410.00", "costs.0.kind", "adjust", "costs.0.amount", "500.00", "withdrawals.0.method", "bank")
		expect(t, d.get("/bets/sum?venue=ky&"+span), 200, "count", r.at("venues.0.bets"), "stake", r.at("venues.0.stake"), "valid", r.at("venues.0.valid"), "winLoss", "-410.00", "open", "0")
		g := expect(t, d.get("/earnings/venues/ky/games?"+days), 200, "items.0.bets", "2", "items.0.ggr", "410.00")
		expect(t, d.get("/bets/sum?venue=ky&code="+g.at("items.0.code")+"&"+span), 200, "winLoss", "-410.00")
		expect(t, d.get("/bets/sum?venue=ky&code=none&"+span), 200, "count", "0")
		expect(t, d.get("/deposits?credited=1&method="+r.at("deposits.0.method")+"&"+span), 200, "total", "1", "sum.received", "500.00")
		expect(t, d.get("/deposits?credited=1&method=none&"+span), 200, "total", "0")
		expect(t, d.get("/withdrawals?paid=1&method=bank&"+span), 200, "total", "1", "sum.amount", "100.00")
		expect(t, d.get("/withdrawals?paid=1&method=trc20&"+span), 200, "total", "0")
		expect(t, d.get("/earnings/venues/ky/months"), 200, "items.0.ggr", "410.00", "items.0.payout", "210.00")
		expect(t, d.get("/earnings/venues/none/months"), 200, "items", "[]")
		expect(t, d.get("/earnings/debts?"+days), 200, "items.0.centre", "600.00", "items.0.locked", "0.00", "items.0.atVenues", "-110.00", "items.0.total", "490.00", "items.0.venues.0.code", "ky")
		past := "firstDay=2020-01-01&lastDay=2020-01-31"
		expect(t, d.get("/earnings?"+past), 200, "total.ggr", "0.00", "venues", "[]", "costs", "[]", "days.30.day", "2020-01-31")
		expect(t, d.get("/earnings/debts?"+past), 200, "items.0.total", "0.00")
		today := calendar.DayOf(h.Clock.Now()).String()
		expect(t, d.get("/earnings"), 200, "firstDay", today, "lastDay", today, "total.ggr", "410.00") // without days: today
		for _, query := range []string{"?firstDay=2026-03-02", "?lastDay=2026-03-02", "?firstDay=2026-03-02&lastDay=2026-03-01", "?firstDay=2020-01-01&lastDay=2026-03-01"} {
			expect(t, d.get("/earnings"+query), 400, "code", "earning.range")
		}
		for _, query := range []string{"?firstDay=today&lastDay=2026-03-01", "?firstDay=2026-02-30&lastDay=2026-03-01"} {
			expect(t, d.get("/earnings"+query), 400, "code", "admin.input")
		}
		expect(t, d.get("/bets/sum?from=1577836800000"), 400, "code", "bet.export_wide")
		expect(t, sit(t, h, "kefu", "support").get("/earnings?"+days), 403, "code", "staff.denied")
	})
}

// An export holds what the screen shows, accounts masked; the trail says who took
// it and what it was narrowed to.
func TestExportsHoldWhatTheScreenShows(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d, days, span := earned(t, h)
		table := func(path string) [][]string {
			t.Helper()
			r := d.get(path)
			if r.Status != 200 || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/csv") || !strings.HasPrefix(r.Header.Get("Content-Disposition"), "attachment") {
				t.Fatalf("%s: %v %s", path, r.Header, r)
			}
			rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(r.Raw, []byte("\uFEFF")))).ReadAll()
			if err != nil {
				t.Fatal(err)
			}
			return rows
		}
		if rows := table("/exports/bets?venue=ky&" + span); len(rows) != 3 || rows[1][0] != "B2" || rows[1][9] != "40.00" || rows[2][7] != "600.00" {
			t.Errorf("bets: %q", rows)
		}
		if rows := table("/exports/deposits?credited=1&" + span); len(rows) != 2 || rows[1][1] != "ming" || rows[1][6] != "500.00" {
			t.Errorf("deposits: %q", rows)
		}
		rows := table("/exports/withdrawals?" + span)
		if len(rows) != 2 || rows[1][2] != "100.00" || rows[1][5] != "****"+cardA[len(cardA)-4:] || strings.Contains(fmt.Sprint(rows), cardA) {
			t.Errorf("withdrawals: %q", rows)
		}
		for view, want := range map[string]string{
			"days": "410.00", "venues": "410.00", "games": "410.00", "months": "410.00", "costs": "500.00", "methods": "500.00", "debts": "490.00",
		} {
			if rows := table("/exports/earnings?venue=ky&view=" + view + "&" + days); len(rows) < 2 || !strings.Contains(strings.Join(rows[1], " "), want) {
				t.Errorf("%s: %q", view, rows)
			}
		}
		book := d.get("/exports/bets?format=xlsx&" + span)
		file, err := excelize.OpenReader(bytes.NewReader(book.Raw))
		if err != nil {
			t.Fatal(err)
		}
		defer file.Close()
		if value, _ := file.GetCellValue("注单", "H3"); value != "600" {
			t.Errorf("the stake is %q", value)
		}
		trail := d.get("/audit?action=data.export&size=1")
		expect(t, trail, 200, "items.0.actionText", "导出数据")
		if !strings.Contains(string(trail.Raw), `"format":"xlsx"`) {
			t.Errorf("the trail does not say what was taken: %s", trail)
		}
		_, card := ming(t, h, "Hong", cardB, 500_00)
		if _, err := h.Cashier.Withdrawals.TakeBack(t.Context(), "hong", ask(t, h, "Hong", card, 100_00)); err != nil {
			t.Fatal(err)
		}
		if rows := table("/exports/withdrawals?player=hong"); len(rows) != 2 || rows[1][7] != "玩家已撤回" {
			t.Errorf("a withdrawal that was taken back: %q", rows)
		}
		expect(t, d.get("/exports/bets?from=1577836800000"), 400, "code", "bet.export_wide")
		expect(t, d.get("/exports/earnings?view=all&"+days), 400)
		expect(t, d.get("/exports/deposits?format=pdf"), 400)
		expect(t, sit(t, h, "lin", "finance").get("/exports/bets?"+span), 403, "code", "admin.no_export")
		expect(t, sit(t, h, "kefu", "support").get("/exports/deposits?"+span), 403, "code", "staff.denied")
	})
}

// A list of several pages is exported whole, each row once.
func TestAnExportHasEveryPage(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "boss", "owner")
		h.Register("Ming")
		const orders = 1203
		statement := new(strings.Builder)
		now := h.Clock.Now().UnixMilli()
		for i := range orders { // several at the same instant
			fmt.Fprintf(statement, ", ('X%05d', 'X%05d', '-', 'ming', 1, '-', '-', 'Bank', 'x%05d', 100, 'pending', 20260302, %d, %d)", i, i, i, now-int64(i/7), now)
		}
		for _, text := range []string{
			`INSERT INTO deposit (sn, order_id, contents, player, channel, method_name, channel_name, style, token, amount, state, day, created_at, expires_at) VALUES ` + statement.String()[2:],
			fmt.Sprintf("UPDATE deposit SET state = 'expired', ended_at = %d", now),
		} {
			if _, err := h.DB.SQL().ExecContext(t.Context(), text); err != nil {
				t.Fatal(err)
			}
		}
		r := d.get(fmt.Sprintf("/exports/deposits?state=expired&from=%d&to=%d", now-3_600_000, now+1))
		rows, err := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(r.Raw, []byte("\uFEFF")))).ReadAll()
		if err != nil || r.Status != http.StatusOK {
			t.Fatal(r.Status, err)
		}
		seen := map[string]bool{}
		for _, row := range rows[1:] {
			seen[row[0]] = true
		}
		if len(seen) != orders || len(rows) != orders+1 {
			t.Errorf("%d rows with %d orders", len(rows)-1, len(seen))
		}
	})
}
