package adminapi_test

import (
	"context"
	"maps"
	"net/http"

	"hongyun/internal/db"
)

// settings acts out each kind of setting once, and who takes one out of use.
func (w *witness) settings(boss, checker *desk) {
	w.t.Helper()
	agreed := func(kind string, body map[string]any) {
		w.t.Helper()
		r := w.acts(proven(boss), "/settings/{kind}", "/settings/"+kind, body, http.StatusAccepted, "approval.request")
		w.acts(proven(checker), "/approvals/{id}/approve", "/approvals/"+r.at("approvalId")+"/approve", nil, http.StatusOK, "setting.change", "approval.approve")
	}
	gateway := gatewayEntry(w.h)
	agreed("pay.gateway", gateway)
	agreed("pay.method", methodEntry("scan-code", "扫码支付"))
	agreed("pay.channel", channelEntry("scan-shop", "scan-code", "Link", "shop", "alipay"))
	agreed("pay.account", accountEntry())
	rules := maps.Clone(expect(w.t, boss.get("/settings/cashier.usdt"), http.StatusOK).Body["items"].([]any)[0].(map[string]any)["value"].(map[string]any))
	rules["rateAge"] = 36
	agreed("cashier.usdt", map[string]any{"base": 0, "value": rules, "on": true, "reason": "调整时限"})
	weights := maps.Clone(expect(w.t, boss.get("/settings/turnover.weights"), http.StatusOK).Body["items"].([]any)[0].(map[string]any)["value"].(map[string]any))
	for kind := range weights {
		if kind != "exact" { // of single games
			weights[kind] = 50
		}
	}
	agreed("turnover.weights", map[string]any{"base": 0, "value": weights, "on": true, "reason": "调整比例"})
	// A change of what is there is read as what it was and what it becomes.
	gateway["new"], gateway["base"], gateway["on"] = false, 1, false
	gateway["value"].(map[string]any)["page"] = true
	agreed("pay.gateway", gateway)
	// A change that waits for its moment is withdrawn by one person.
	later := methodEntry("later", "稍后开放")
	later["from"] = w.h.Clock.Now().Add(60 * minute).UnixMilli()
	agreed("pay.method", later)
	id := expect(w.t, boss.get("/settings/waiting"), http.StatusOK).at("items.0.id")
	w.acts(boss, "/settings/waiting/{id}/withdraw", "/settings/waiting/"+id+"/withdraw", because("改期"), http.StatusOK, "setting.withdraw")
	// A channel that was switched off by itself takes orders again.
	if err := exec(w.t, w.h, `INSERT INTO channel_trip (id, channel, cause, found, state, off_at, times, resume_at)
		SELECT 't1', id, 'failures', '连续失败', 'off', 1, 1, 0 FROM pay_channel WHERE code = 'scan-shop'`); err != nil {
		w.t.Fatal(err)
	}
	w.acts(boss, "/channels/{id}/resume", "/channels/scan-shop/resume", because("网关已恢复"), http.StatusOK, "channel.try")
	sms := maps.Clone(expect(w.t, boss.get("/settings/courier.sms"), http.StatusOK).Body["items"].([]any)[0].(map[string]any)["value"].(map[string]any))
	for name, value := range map[string]any{"on": true, "company": "chuanglan", "address": "https://sms.invalid/msg/v1/send/json", "account": "N1", "sign": "鸿运"} {
		sms[name] = value
	}
	agreed("courier.sms", map[string]any{"base": 0, "value": sms, "secrets": map[string]any{"secret": "sms-secret-1"}, "on": true, "reason": "启用短信"})
	w.acts(boss, "/courier/test", "/courier/test", map[string]any{"channel": "sms", "to": "13912345678"}, http.StatusUnprocessableEntity, "courier.test")
	w.acts(boss, "/settings/{kind}/off", "/settings/pay.channel/off", map[string]any{"key": "scan-shop", "reason": "通道故障"}, http.StatusOK, "setting.off")
}

// tickets acts out what support does with the questions of players.
func (w *witness) tickets(boss, checker *desk) {
	w.t.Helper()
	asker := w.h.Register("asker")
	open := func(text string) string {
		w.t.Helper()
		r := asker.Post("/v1/Do/TicketOpenAction", "kind", "other", "text", text)
		if !r.OK() {
			w.t.Fatalf("open a ticket: %s", r)
		}
		return r.Text("Data.Id")
	}
	id := open("如何修改银行卡")
	at := "/tickets/" + id
	w.acts(boss, "/tickets/{id}/take", at+"/take", map[string]any{"over": false}, http.StatusOK, "ticket.take")
	w.acts(checker, "/tickets/{id}/take", at+"/take", map[string]any{"over": true}, http.StatusOK, "ticket.take")
	w.acts(checker, "/tickets/{id}/release", at+"/release", nil, http.StatusOK, "ticket.release")
	w.acts(boss, "/tickets/{id}/take", at+"/take", map[string]any{"over": false}, http.StatusOK, "ticket.take")
	w.acts(boss, "/tickets/{id}/note", at+"/note", map[string]any{"text": "已核对身份"}, http.StatusOK, "ticket.note")
	w.acts(boss, "/tickets/{id}/answer", at+"/answer", map[string]any{"text": "请在安全中心修改", "last": id, "solve": false}, http.StatusOK, "ticket.answer")
	w.acts(boss, "/tickets/{id}/solve", at+"/solve", nil, http.StatusOK, "ticket.solve")
	template := map[string]any{"title": "核对中", "body": "正在为您核对，请稍候。", "position": 10}
	template["id"] = w.acts(boss, "/ticket-templates", "/ticket-templates", template, http.StatusOK, "ticket.template").at("id")
	template["title"] = "正在核对"
	w.acts(boss, "/ticket-templates", "/ticket-templates", template, http.StatusOK, "ticket.template")
	w.acts(boss, "/ticket-templates/{id}/remove", "/ticket-templates/"+template["id"].(string)+"/remove", nil, http.StatusNoContent, "ticket.template")
}

// articles acts out what an editor does to the articles that help players.
func (w *witness) articles(boss *desk) {
	w.t.Helper()
	article := map[string]any{"topic": "deposit", "title": "如何存款", "text": "一分钟内到账。", "position": 10, "published": true}
	id := w.acts(boss, "/content/articles", "/content/articles", article, http.StatusOK, "content.article").at("id")
	article["id"], article["base"], article["text"] = id, 1, "通常一分钟内到账。"
	w.acts(boss, "/content/articles", "/content/articles", article, http.StatusOK, "content.article")
	w.acts(boss, "/content/articles/order", "/content/articles/order", placed(2, id), http.StatusNoContent, "content.article")
	w.acts(boss, "/content/articles/{id}/remove", "/content/articles/"+id+"/remove", gone("内容过期", 3), http.StatusNoContent, "content.article")
}

// companies acts out a pay-out by a company that does not answer, and who decides
// about it.
func (w *witness) companies(boss, checker *desk) {
	w.t.Helper()
	company := change("payer", map[string]any{
		"name": "测试代付", "protocol": "dfpay", "baseURL": "http://127.0.0.1:9/pay", "merchant": "1001", "banks": "", "min": 100, "max": 50_000_00,
		"daily": 100_000_00, "auto": 0, "absent": 60, "sort": 1,
	}, map[string]any{"key": "test-dfpay-key-1"})
	r := w.acts(proven(boss), "/settings/{kind}", "/settings/pay.company", company, http.StatusAccepted, "approval.request")
	w.acts(proven(checker), "/approvals/{id}/approve", "/approvals/"+r.at("approvalId")+"/approve", nil, http.StatusOK, "setting.change", "approval.approve")
	_, card := ming(w.t, w.h, "payee01", "6222020000000000018", 2000_00)
	at := "/withdrawals/" + ask(w.t, w.h, "payee01", card, 500_00)
	for _, step := range []string{"claim", "approve"} {
		expect(w.t, checker.post(at+"/"+step, nil), http.StatusOK)
	}
	expect(w.t, boss.get(at), http.StatusOK, "companies.0.code", "payer", "companies.0.why", "null")
	w.acts(boss, "/withdrawals/{id}/company", at+"/company", map[string]any{"company": "payer"}, http.StatusOK, "withdrawal.company")
	if err := w.h.Payouts.Run(w.t.Context()); err != nil {
		w.t.Fatal(err)
	}
	expect(w.t, boss.post(at+"/paid", map[string]any{"reference": "OUT0009"}), http.StatusUnprocessableEntity, "code", "withdrawal.attempt_open")
	ref := expect(w.t, boss.get(at), http.StatusOK, "attempts.0.state", "unknown").at("attempts.0.ref")
	err := w.h.DB.Write(w.t.Context(), func(ctx context.Context, tx *db.Tx) error { // as where the company says another amount
		_, err := tx.NewRaw("UPDATE payout_attempt SET needs = 'amount'").Exec(ctx)
		return err
	})
	if err != nil {
		w.t.Fatal(err)
	}
	r = w.acts(boss, "/withdrawals/{id}/attempt", at+"/attempt", map[string]any{"ref": ref, "paid": true, "reason": "公司已出具凭证"}, http.StatusAccepted, "approval.request")
	w.acts(checker, "/approvals/{id}/approve", "/approvals/"+r.at("approvalId")+"/approve", nil, http.StatusOK, "approval.approve")
	expect(w.t, boss.get(at), http.StatusOK, "state", "paid", "attempts.0.state", "paid")
}
