package adminapi_test

import (
	"testing"

	"hongyun/internal/app"
	"hongyun/internal/apptest"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
)

// twin is another account of the human being behind a desk, enrolled and logged in.
func (d *desk) twin(roles ...string) *desk {
	d.t.Helper()
	added, err := d.h.Accounts.Add(d.t.Context(), staff.System("test"), account.NewStaff{Name: d.name + "-b", Person: "ID-" + d.name, Roles: roles, Reason: "备用账号"})
	if err != nil {
		d.t.Fatal(err)
	}
	out := &desk{t: d.t, h: d.h, name: added.Person.Name, staff: d.staff}
	open := expect(d.t, out.post("/enrol/open", map[string]any{"link": added.Invitation.Token, "code": ""}), 200)
	out.staff.TOTPSecret = open.at("totpSecret")
	expect(d.t, out.post("/enrol", map[string]any{"link": added.Invitation.Token, "code": "", "password": out.staff.Password, "totp": out.code()}), 204)
	return out.logInAgain()
}

// Trust ADM-1: a person with two owner accounts cannot widen the rights of any
// account alone, their own included.
func TestTwoAccountsOfOnePersonGiveNoPower(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		one, honest, clerk := sit(t, h, "mallory", "owner"), sit(t, h, "honest", "owner"), sit(t, h, "clerk", "support")
		two := one.twin("owner")
		at := func(d *desk) string { return "/staff/" + expect(t, d.get("/me"), 200).at("id") }
		owner := map[string]any{"roles": []string{"owner"}, "reason": "调岗"}
		for _, step := range []string{"/roles", "/reset", "/enable", "/disable"} {
			body := owner
			if step != "/roles" {
				body = because("测试")
			}
			expect(t, one.post(at(two)+step, body), 403, "code", "staff.self")
		}
		ghost := map[string]any{"name": "ghost", "person": "E666", "roles": []string{"owner"}, "reason": "新同事"}
		half := expect(t, one.post("/staff", ghost), 202, "link", "null")
		wider := expect(t, one.post(at(clerk)+"/roles", owner), 202)
		for _, r := range []reply{half, wider} {
			expect(t, two.post("/approvals/"+r.at("approvalId")+"/approve", nil), 403, "code", "staff.own_request")
		}
		// Nor by keeping everybody else out, or by waiting.
		expect(t, one.post(at(honest)+"/disable", because("休假中")), 200)
		again := expect(t, two.post("/staff", map[string]any{"name": "ghost2", "person": "E667", "roles": []string{"owner"}, "reason": "新同事"}), 202).at("approvalId")
		expect(t, one.post("/approvals/"+again+"/approve", nil), 403, "code", "staff.own_request")
		back := expect(t, one.post(pathOf(t, one, "honest")+"/enable", because("返岗")), 202).at("approvalId")
		expect(t, two.post("/approvals/"+back+"/approve", nil), 403, "code", "staff.own_request")
		expect(t, one.post("/enrol/open", map[string]any{"link": "", "code": half.at("code")}), 422, "code", "staff.link")
		third := sit(t, h, "third", "owner")
		h.Clock.Advance(7 * 24 * 60 * minute)
		third.logInAgain()
		expect(t, third.post("/approvals/"+half.at("approvalId")+"/approve", nil), 409, "code", "staff.request_expired")
	})
}

// pathOf is the path of an account that has no session.
func pathOf(t *testing.T, d *desk, name string) string {
	t.Helper()
	return "/staff/" + expect(t, d.get("/staff?q="+name), 200, "total", "1").at("items.0.id")
}

// Trust ADM-1: nor does that person get money to a player and out again alone.
func TestTwoAccountsOfOnePersonMoveNoMoney(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		one := sit(t, h, "mallory", "owner")
		two := one.twin("owner")
		_, card := ming(t, h, "ming", cardA, 5000_00)
		both := []*desk{one, two}

		// Money of the player: who lets it go neither sees where to nor pays.
		at := "/withdrawals/" + ask(t, h, "ming", card, 1000_00)
		expect(t, one.post(at+"/claim", nil), 200)
		expect(t, one.post(at+"/approve", nil), 200)
		for _, d := range both {
			expect(t, d.post(at+"/destination", nil), 422, "code", "withdrawal.own_approval")
			expect(t, d.post(at+"/paid", map[string]any{"reference": "OUT1"}), 422, "code", "withdrawal.own_approval")
		}
		// Money that is not there: the one who says it came does not let it go.
		confirm := map[string]any{"received": "20000.00", "bankReference": "MADE UP 1", "reason": "网银已到账"}
		expect(t, two.post("/deposits/"+order(t, h, "ming", 20_000_00)+"/confirm", confirm), 200, "status", "done")
		at = "/withdrawals/" + ask(t, h, "ming", card, 2000_00)
		for _, d := range both {
			expect(t, d.post(at+"/claim", nil), 200)
			expect(t, d.post(at+"/approve", nil), 422, "code", "withdrawal.own_credit")
			expect(t, d.post(at+"/release", nil), 200)
		}
		// The limit of a day is the person's, not the account's or the player's.
		h.Register("hong")
		confirm["received"], confirm["bankReference"] = "40000.00", "MADE UP 2"
		waits := expect(t, one.post("/deposits/"+order(t, h, "hong", 40_000_00)+"/confirm", confirm), 202, "status", "waiting").at("approvalId")
		// Requests that need two people: the person asks, and their other account is refused.
		account := one.get("/money/accounts").at("items.0.account")
		stray := expect(t, one.post("/money", map[string]any{"account": account, "amount": "300.00", "payer": "李四", "reference": "S1"}), 201).at("id")
		requests := []string{
			waits,
			expect(t, two.post("/money/"+stray+"/assign", map[string]any{"player": "ming", "reason": "付款人来电"}), 202).at("approvalId"),
			expect(t, two.post("/players/ming/fund", map[string]any{"amount": "88.00", "remark": "活动奖励", "reason": "周年活动"}), 202).at("approvalId"),
			expect(t, two.post("/coins/rates", map[string]any{"base": rateVersion(two), "network": "trc20", "direction": "deposit", "rate": "7.15", "least": "10", "most": "5000", "open": true, "reason": "跟随行情"}), 202).at("approvalId"),
		}
		before := h.Book("ming")
		for _, id := range requests {
			for _, d := range both {
				expect(t, d.post("/approvals/"+id+"/approve", nil), 403, "code", "staff.own_request")
			}
		}
		if got := h.Book("ming"); got != before {
			t.Errorf("one person moved money: %s, before %s", got, before)
		}
		// Another owner may approve the same request.
		honest := sit(t, h, "honest", "owner")
		expect(t, honest.post("/approvals/"+waits+"/approve", nil), 200, "state", "approved")
	}, func(c *app.Config) { c.Cashier.TurnoverPercent = 0 })
}
