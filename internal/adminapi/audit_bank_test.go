package adminapi_test

import (
	"encoding/base64"
	"net/http"
	"strconv"
	"strings"

	"hongyun/internal/calendar"
)

// upload is a statement of an account, with columns of its own.
func upload(account string, lines ...string) map[string]any {
	text := "时间,收入,支出,户名,流水号\n" + strings.Join(lines, "\n") + "\n"
	return map[string]any{
		"account": account, "name": "流水.csv", "content": base64.StdEncoding.EncodeToString([]byte(text)), "form": "",
		"mapping": map[string]any{"date": "时间", "in": "收入", "out": "支出", "name": "户名", "serial": "流水号"},
	}
}

// statements acts out what staff do with statements of the bank and with batches of payouts.
func (w *witness) statements(boss, checker *desk) {
	w.t.Helper()
	_, card := ming(w.t, w.h, "bank01", "6217005555666677770", 5000_00)
	approved := func() string {
		w.t.Helper()
		sn := ask(w.t, w.h, "bank01", card, 100_00)
		for _, step := range []string{"claim", "approve"} {
			expect(w.t, checker.post("/withdrawals/"+sn+"/"+step, nil), http.StatusOK)
		}
		return sn
	}
	paid, linked, third := approved(), approved(), approved() // before a deposit asks for turnover
	first := order(w.t, w.h, "bank01", 1111_00)
	var account int64
	if err := w.h.DB.NewRaw("SELECT company_bank FROM deposit WHERE sn = ?", first).Scan(w.t.Context(), &account); err != nil {
		w.t.Fatal(err)
	}
	ours, other := strconv.FormatInt(account, 10), strconv.FormatInt(3-account, 10)
	w.h.Clock.Advance(minute)
	now := calendar.Stamp(w.h.Clock.Now())
	file := upload(ours, now+",1111.00,,王小明,B1", now+",300.00,,李四,B2", now+",5.00,,银行,B3")
	expect(w.t, boss.post("/bank/preview", file), http.StatusOK, "count", "3", "in", "1416.00")
	w.acts(boss, "/bank/files", "/bank/files", file, http.StatusOK, "bank.import")
	expect(w.t, boss.post("/bank/files", file), http.StatusOK, "added", "0")
	line := func(serial string) string { return boss.get("/bank/lines?serial=" + serial).at("items.0.id") }
	choose := func(serial, order string, chosen bool) map[string]any {
		return map[string]any{"items": []any{map[string]any{"line": line(serial), "order": order, "chosen": chosen}}, "reason": "已与网银核对"}
	}
	r := w.acts(boss, "/bank/credit", "/bank/credit", choose("B1", first, false), http.StatusOK, "deposit.confirm")
	if r.at("items.0.status") != "done" {
		w.t.Errorf("credited by a line: %s", r)
	}
	expect(w.t, boss.post("/bank/credit", choose("B2", first, true)), http.StatusOK, "items.0.status", "refused")
	w.acts(boss, "/bank/lines/{id}/suspend", "/bank/lines/"+line("B2")+"/suspend", because("没有对应的订单"), http.StatusOK, "money.record")
	at := "/bank/lines/" + line("B3")
	w.acts(boss, "/bank/lines/{id}/ignore", at+"/ignore", because("结息"), http.StatusOK, "bank.line")
	w.acts(boss, "/bank/lines/{id}/reopen", at+"/reopen", because("看错了"), http.StatusOK, "bank.line")

	wrong := w.acts(boss, "/bank/files", "/bank/files", upload(other, now+",7.00,,银行,B7"), http.StatusOK, "bank.import").at("id")
	w.acts(boss, "/bank/files/{id}/undo", "/bank/files/"+wrong+"/undo", because("选错账户"), http.StatusNoContent, "bank.undo")

	made := w.acts(boss, "/payout-batches", "/payout-batches", map[string]any{"orders": []string{paid}}, http.StatusOK, "payout.batch").at("id")
	expect(w.t, boss.post("/withdrawals/"+paid+"/destination", nil), http.StatusConflict, "code", "batch.in_batch")
	r = w.acts(boss, "/payout-batches/{id}/file", "/payout-batches/"+made+"/file", nil, http.StatusOK, "payout.batch_file")
	if text := r.at("text"); !strings.Contains(text, "6217005555666677770") || !strings.Contains(text, "100.00,"+paid) {
		w.t.Errorf("the file of a batch: %s", text)
	}
	expect(w.t, boss.post("/withdrawals/"+linked+"/paid", map[string]any{"reference": "BYHAND"}), http.StatusOK)
	w.acts(boss, "/bank/files", "/bank/files", upload(ours, now+",,100.00,王小明,B4", now+",,100.00,王小明,B5"), http.StatusOK, "bank.import")
	w.acts(boss, "/bank/pay", "/bank/pay", choose("B4", paid, true), http.StatusOK, "withdrawal.paid")
	w.acts(boss, "/bank/lines/{id}/link", "/bank/lines/"+line("B5")+"/link", map[string]any{"order": linked, "reason": "同一笔出款"}, http.StatusOK, "bank.line")
	last := w.acts(boss, "/payout-batches", "/payout-batches", map[string]any{"orders": []string{third}}, http.StatusOK, "payout.batch").at("id")
	r = w.acts(boss, "/payout-batches/{id}/cancel", "/payout-batches/"+last+"/cancel", because("银行拒收"), http.StatusAccepted, "approval.request")
	w.acts(checker, "/approvals/{id}/approve", "/approvals/"+r.at("approvalId")+"/approve", nil, http.StatusOK, "approval.approve")
}
