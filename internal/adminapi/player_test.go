package adminapi_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/player"
)

func TestPlayersAreFoundByWhatStaffHave(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "wu", "support")
		_, card := ming(t, h, "Ming01", cardA, 1000_00)
		h.Clock.Advance(time.Second)
		h.Register("Ming02")
		h.Clock.Advance(time.Second)
		ming(t, h, "hong", cardB, 50_00)
		withdrawal, deposit := ask(t, h, "ming01", card, 200_00), order(t, h, "ming02", 500_00)
		found, err := h.Players.Find(t.Context(), h.DB, "ming02")
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct{ query, want string }{
			{"", "hong ming02 ming01"}, {"q=MING", "ming02 ming01"}, {"q=ming01&by=name", "ming01"}, {"q=ing01&by=name", ""},
			{"q=" + found.Phone, "ming02"}, {"q=" + found.Phone + "&by=phone", "ming02"}, {"q=" + found.Phone[:8] + "&by=phone", ""},
			{"q=" + withdrawal, "ming01"}, {"q=" + deposit + "&by=order", "ming02"}, {"q=" + withdrawal + "&by=card", ""},
			{"q=" + cardB + "&by=card", "hong"}, {"q=" + cardA[len(cardA)-4:], "ming01"}, {"q=%E7%8E%8B%E5%B0%8F%E6%98%8E", "hong ming01"},
			{"q=nobody", ""}, {"size=1&sort=registered", "ming01"}, {"sort=-name", "ming02 ming01 hong"}, {"frozen=1", ""},
		} {
			r := expect(t, d.get("/players?"+c.query), 200)
			var got []string
			for i := range 5 {
				if id := r.at(fmt.Sprintf("items.%d.id", i)); id != "none" {
					got = append(got, id)
				}
			}
			if strings.Join(got, " ") != c.want {
				t.Errorf("%s found %v, not %q", c.query, got, c.want)
			}
		}
		expect(t, d.get("/players?q=ming01"), 200, "total", "1", "items.0.name", "Ming01", "items.0.centre", "800.00",
			"items.0.trueName", "王**", "items.0.frozen", "[]", "items.0.vipLevel", "0")
	})
}

// What identifies a person is masked everywhere until somebody says why they
// look (trust ADM-2, ADM-4).
func TestPersonalDataIsMaskedAndEachLookIsWrittenDown(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d, support, auditor := sit(t, h, "risk", "risk"), sit(t, h, "wu", "support"), sit(t, h, "audit", "auditor")
		_, card := ming(t, h, "ming", cardA, 1000_00)
		if err := h.Players.UpdateInfo(t.Context(), "ming", player.InfoEmail, "ming@example.com"); err != nil {
			t.Fatal(err)
		}
		found, _ := h.Players.Find(t.Context(), h.DB, "ming")
		ask(t, h, "ming", card, 200_00)
		for _, path := range []string{"/players", "/players/ming", "/players/ming/cards", "/withdrawals", "/players/ming/postings", "/players/ming/sessions"} {
			r := expect(t, d.get(path), 200)
			for _, secret := range []string{found.Phone, "王小明", "ming@example.com", cardA} {
				if strings.Contains(string(r.Raw), secret) {
					t.Errorf("%s shows %s", path, secret)
				}
			}
		}
		at := "/players/ming/reveal"
		expect(t, support.post(at, map[string]any{"field": "phone", "reason": "电话核实"}), 403, "code", "staff.denied")
		expect(t, d.post(at, map[string]any{"field": "phone"}), 400, "code", "staff.reason")
		expect(t, d.post(at, map[string]any{"field": "password", "reason": "电话核实"}), 400, "code", "player.reveal_field")
		expect(t, d.post(at, map[string]any{"field": "card", "cardId": "x", "reason": "电话核实"}), 400)
		expect(t, d.post(at, map[string]any{"field": "card", "cardId": "999", "reason": "电话核实"}), 404)
		expect(t, d.post("/players/nobody/reveal", map[string]any{"field": "phone", "reason": "电话核实"}), 404)
		id := d.get("/players/ming/cards").at("items.0.id")
		looks := []struct {
			body map[string]any
			want string
		}{
			{map[string]any{"field": "phone", "reason": "电话核实"}, found.Phone}, {map[string]any{"field": "trueName", "reason": "电话核实"}, "王小明"},
			{map[string]any{"field": "email", "reason": "电话核实"}, "ming@example.com"}, {map[string]any{"field": "card", "cardId": id, "reason": "电话核实"}, cardA},
		}
		for i := range 20 {
			expect(t, d.post(at, looks[i%4].body), 200, "value", looks[i%4].want)
		}
		expect(t, d.post(at, looks[0].body), http.StatusTooManyRequests, "code", "player.reveal_too_many")
		expect(t, d.post(at, looks[3].body), http.StatusTooManyRequests)
		r := expect(t, auditor.get("/audit?action=player.reveal&actor=risk"), 200, "total", "20", "items.0.subject.id", "ming", "items.0.reason", "电话核实", "items.0.after.field", "card")
		if strings.Contains(string(r.Raw), cardA) || strings.Contains(string(r.Raw), found.Phone) {
			t.Error("the trail holds what it guards")
		}
	})
}

func TestAFrozenPlayerIsStoppedAndReleased(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "risk", "risk")
		b, _ := ming(t, h, "ming", cardA, 1000_00)
		freeze := func(what string) map[string]any { return map[string]any{"what": what, "reason": "账号异常"} }
		expect(t, d.post("/players/ming/freeze", freeze("breathe")), 400, "code", "admin.freeze")
		expect(t, d.post("/players/ming/freeze", map[string]any{"what": "login"}), 400, "code", "staff.reason")
		expect(t, d.post("/players/nobody/freeze", freeze("login")), 404, "code", "player.not_found")
		expect(t, d.post("/players/ming/unfreeze", freeze("login")), 409)
		if r := b.Post("/v1/Select/PlayerBalance"); !r.OK() {
			t.Fatalf("the player is not in: %s", r)
		}
		expect(t, d.post("/players/ming/freeze", freeze("login")), 200, "status", "done")
		expect(t, d.post("/players/ming/freeze", freeze("login")), 409, "code", "guard.already_frozen")
		expect(t, d.post("/players/ming/freeze", freeze("withdraw")), 200)
		if r := b.Post("/v1/Select/PlayerBalance"); r.Status != http.StatusUnauthorized {
			t.Errorf("a frozen player is still in: %s", r)
		}
		expect(t, d.get("/players/ming"), 200, "frozen", "[login withdraw]", "freezes.login.reason", "账号异常", "freezes.login.by", "risk", "freezes.bet", "null")
		expect(t, d.get("/players?frozen=1"), 200, "total", "1", "items.0.id", "ming")
		expect(t, d.post("/players/ming/unfreeze", freeze("login")), 200)
		expect(t, d.post("/players/ming/unfreeze", freeze("withdraw")), 200)
		expect(t, d.get("/players/ming"), 200, "frozen", "[]", "freezes.login", "null")
	})
}

func TestAPlayersSessionsAreEnded(t *testing.T) {
	h := one(t)
	d := sit(t, h, "wu", "support")
	b := h.Register("ming")
	r := expect(t, d.get("/players/ming/sessions"), 200, "items.0.endedAt", "null", "items.0.endReason", "null", "items.0.remembered", "false")
	path := "/players/ming/sessions/" + r.at("items.0.id") + "/kick"
	expect(t, d.post("/players/hong/sessions/"+r.at("items.0.id")+"/kick", because("账号异常")), 404, "code", "player.session_not_found")
	expect(t, d.post(path, nil), 400, "code", "staff.reason")
	expect(t, d.post(path, because("账号异常")), 200, "status", "done")
	expect(t, d.post(path, because("账号异常")), 404)
	expect(t, d.post("/players/ming/kick", because("账号异常")), 404)
	if r := b.Post("/v1/Select/PlayerBalance"); r.Status != http.StatusUnauthorized {
		t.Errorf("still in: %s", r)
	}
	if r := d.get("/players/ming/sessions"); r.at("items.0.endedAt") == "null" || !strings.Contains(r.at("items.0.endReason"), "账号异常") {
		t.Errorf("the session's end is not shown: %s", r)
	}
}

// H-60, ACC-11: customer service issues a code, sees it once, and learns no
// password; the player uses it, and everybody who was in is out.
func TestAForgottenPasswordIsResetThroughCustomerService(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d, boss := sit(t, h, "wu", "support"), sit(t, h, "boss", "owner")
		b := h.Register("ming")
		const at = "/players/ming/reset"
		for _, role := range []string{"finance", "risk", "editor", "auditor"} {
			expect(t, sit(t, h, role, role).post(at, because("电话核实身份")), 403, "code", "staff.denied")
		}
		expect(t, d.get("/players/ming"), 200, "reset", "null", "resetAt", "null")
		expect(t, d.post(at, nil), 400, "code", "staff.reason")
		expect(t, d.post("/players/nobody/reset", because("电话核实身份")), 404, "code", "player.not_found")
		d.headers = map[string]string{"Idempotency-Key": "the-same-key"}
		first := expect(t, d.post(at, because("电话核实身份")), 200).at("code")
		second := expect(t, d.post(at, because("电话核实身份")), 200).at("code") // the answer was kept nowhere
		d.headers = nil
		if len(second) != len("1234 5678 9012 3456") || first == second {
			t.Fatalf("codes %q, %q", first, second)
		}
		shown := expect(t, boss.get("/players/ming"), 200, "reset.by", "wu", "reset.tries", "0", "resetAt", "null")

		reset := func(name, code string) apptest.Reply {
			v := h.Visitor()
			return v.Post("/v1/PubInterface/ResetPassword", "playerName", name, "resetCode", code, "newPassword", "Zt5rW8nB", "confirmPassword", "Zt5rW8nB",
				"verifyCode", apptest.Captcha, "vRand", v.Captcha())
		}
		const same = "用户名或重设码不正确，或重设码已过期"
		for what, r := range map[string]apptest.Reply{
			"voided code": reset("ming", first), "unknown name": reset("nobody", second), "wrong code": reset("ming", "0000 1111 2222 3333"),
		} {
			if r.Status != http.StatusOK || r.OK() || r.Text("ErrorMessage") != same {
				t.Errorf("%s: %s", what, r)
			}
		}
		if r := b.Post("/v1/Select/PlayerBalance"); !r.OK() {
			t.Errorf("out before the code was used: %s", r)
		}
		if r := reset("Ming", second); !r.OK() || r.Text("Ticket") != "" {
			t.Fatalf("reset: %s", r)
		}
		if r := reset("ming", second); r.OK() || r.Text("ErrorMessage") != same {
			t.Errorf("used again: %s", r)
		}
		if r := b.Post("/v1/Select/PlayerBalance"); r.Status != http.StatusUnauthorized {
			t.Errorf("still in: %s", r)
		}
		for password, want := range map[string]bool{"secret88": false, "Zt5rW8nB": true} {
			v := h.Visitor()
			r := v.Post("/v1/PubInterface/CallLogInAction", "playerName", "ming", "password", password, "verifyCode", apptest.Captcha, "vRand", v.Captcha(), "deviceType", "1")
			if r.OK() != want {
				t.Errorf("login with %s: %s", password, r)
			}
		}
		if r := boss.get("/players/ming"); r.at("reset") != "null" || r.at("resetAt") == "null" {
			t.Errorf("after its use: %s", r)
		}
		trail := expect(t, boss.get("/audit?action=player.reset"), 200, "total", "2", "items.0.actor", "wu", "items.0.actionText", "签发密码重设码",
			"items.0.subject.id", "ming", "items.0.reason", "电话核实身份")
		for _, code := range []string{first, second} {
			for _, text := range []string{string(trail.Raw), string(shown.Raw)} {
				if strings.Contains(text, code) || strings.Contains(text, strings.ReplaceAll(code, " ", "")) {
					t.Errorf("the code is shown again: %s", text)
				}
			}
		}
	})
}

// A player's money as the books have it: wallets, postings, transfers, bets and
// what is still to be bet.
func TestAPlayersMoneyIsShownAsTheBooksHaveIt(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "lin", "finance")
		h.Register("Ming")
		sn := order(t, h, "ming", 500_00)
		expect(t, d.post("/deposits/"+sn+"/confirm", map[string]any{"received": "500", "bankReference": "ICBC0001", "reason": "网银已到账"}), 200)
		move(t, h, "ming", "ky", 300_00)
		play(t, h, "ky", "ming", "B1", 100_00, 150_00)
		h.Advance(10 * minute)

		expect(t, d.get("/players/ming/wallets"), 200, "sum", "550.00", "centre", "200.00", "locked", "0.00", "transit", "0.00")
		expect(t, d.get("/players/ming"), 200, "name", "Ming", "centre", "200.00", "autoTransfer", "false", "totals.deposits.count", "1", "totals.deposits.amount", "500.00",
			"totals.withdrawals.amount", "0.00", "totals.validBet", "100.00", "totals.winLoss", "50.00", "birthday", "null")
		r := expect(t, d.get("/players/ming/postings"), 200, "items.0.kind", "bet.settle", "items.0.kindText", "注单结算", "items.0.effect", "50.00",
			"items.1.kind", "transfer.done", "items.1.effect", "0.00", "items.3.kindText", "存款入账", "items.3.key", sn, "items.3.effect", "500.00", "items.3.asset", "CNY")
		expect(t, d.get("/players/ming/postings?to="+r.at("items.3.at")), 200, "total", "0", "items", "[]")
		expect(t, d.get("/players/ming/postings?size=1&page=4"), 200, "total", "4", "items.0.kind", "deposit.credit")
		expect(t, d.get("/players/ming/transfers"), 200, "total", "1", "items.0.state", "done", "items.0.direction", "in", "items.0.amount", "300.00", "items.0.venue", "ky")
		expect(t, d.get("/players/ming/transfers?state=unknown"), 200, "total", "0")
		expect(t, d.get("/players/ming/bets"), 200, "total", "1", "sum.stake", "100.00", "sum.winLoss", "50.00", "items.0.betId", "B1", "items.0.status", "settled", "items.0.version", "1")
		expect(t, d.get("/players/ming/bets?status=open"), 200, "total", "0", "sum.stake", "0.00")
		r = expect(t, d.get("/players/ming/turnover"), 200, "outstanding", "400.00", "buckets.0.source", "deposit", "buckets.0.reference", sn,
			"buckets.0.required", "500.00", "buckets.0.done", "100.00", "buckets.0.state", "open", "buckets.0.multiple", "1.00")
		lines := "/players/ming/turnover/" + r.at("buckets.0.id") + "/lines"
		game := d.get("/players/ming/bets").at("items.0.game")
		expect(t, d.get(lines), 200, "total", "1", "items.0.betId", "B1", "items.0.stake", "100.00", "items.0.game", game, "items.0.counted", "100.00", "items.0.valid", "100.00")
		expect(t, d.get("/players/hong/turnover/"+r.at("buckets.0.id")+"/lines"), 200, "total", "0")
		expect(t, d.get("/players/nobody"), 404, "code", "player.not_found")
	})
}

// VIP-05: who shares a name with whom is seen on the player's page, by everybody
// who may see players.
func TestWhoSharesMarksIsShown(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "wu", "support")
		h.Register("Ming01")
		h.Clock.Advance(time.Second)
		h.Register("Hong02")
		expect(t, d.get("/players/ming01/links"), 200, "items", "[]")
		for _, id := range []string{"ming01", "hong02"} {
			if err := h.Players.UpdateInfo(t.Context(), id, player.InfoTrueName, "王小明"); err != nil {
				t.Fatal(err)
			}
		}
		expect(t, d.get("/players/ming01/links"), 200, "items.0.id", "hong02", "items.0.name", "Hong02", "items.0.by.0", "name", "items.1", "none")
		expect(t, sit(t, h, "ed", "editor").get("/players/ming01/links"), 403)
	})
}
