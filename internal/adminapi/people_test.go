package adminapi_test

import (
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"hongyun/internal/app"
	"hongyun/internal/apptest"
	"hongyun/internal/staff/account"
	"hongyun/internal/staff/login"
	"hongyun/internal/staff/stafftest"
)

// With one owner alone an account is made at once; with two it needs both, and
// its person alone sets what opens it (trust ADM-1, ADM-2).
func TestStaffAreAddedAndTheirRolesChangeByTwoPeople(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss := sit(t, h, "boss", "owner")
		staffOf := func(name, person string) map[string]any {
			return map[string]any{"name": name, "person": person, "roles": []string{"support"}, "reason": "新同事"}
		}
		r := expect(t, boss.post("/staff", staffOf("alone", "E1")), 201, "status", "done", "code", "null")
		enrolBy(t, boss, r.at("link"), "")
		second := sit(t, h, "second", "owner")

		boss.headers = map[string]string{"Idempotency-Key": "k1"}
		r = expect(t, boss.post("/staff", staffOf("zhou", "e-200")), 202, "status", "waiting", "link", "null")
		expect(t, boss.post("/staff", staffOf("zhou", "e-200")), 409, "code", "staff.request_open") // no second copy of the code
		boss.headers = nil
		code, approval := r.at("code"), r.at("approvalId")
		expect(t, boss.post("/approvals/"+approval+"/approve", nil), 403, "code", "staff.own_request")
		second.headers = map[string]string{"Idempotency-Key": "k2"}
		link := expect(t, second.post("/approvals/"+approval+"/approve", nil), 200, "state", "approved", "invited.code", "null").at("invited.link")
		expect(t, second.post("/approvals/"+approval+"/approve", nil), 409, "code", "staff.request_decided") // nor of the link
		second.headers = nil
		expect(t, boss.post("/enrol/open", map[string]any{"link": link, "code": ""}), 422, "code", "staff.link")
		zhou := enrolBy(t, boss, link, code)
		expect(t, boss.post("/enrol/open", map[string]any{"link": link, "code": code}), 422, "code", "staff.link")
		expect(t, zhou.logIn(), 200, "roles.0", "support")
		expect(t, zhou.get("/books"), 403)
		id := expect(t, boss.get("/staff?q=zho"), 200, "total", "1", "items.0.person", "E200", "items.0.enrolled", "true").at("items.0.id")
		for _, bad := range []map[string]any{
			staffOf("zhou 2", "E3"), staffOf("qian", ""), {"name": "qian", "person": "E3", "roles": []string{}, "reason": "新同事"},
			{"name": "qian", "person": "E3", "roles": []string{"king"}, "reason": "新同事"}, {"name": "qian", "person": "E3", "roles": []string{"support"}, "reason": ""},
		} {
			expect(t, boss.post("/staff", bad), 400)
		}
		expect(t, boss.post("/staff", staffOf("ZHOU", "E3")), 409, "code", "staff.name_taken")

		approval = expect(t, boss.post("/staff/"+id+"/roles", map[string]any{"roles": []string{"finance"}, "reason": "调岗"}), 202, "status", "waiting").at("approvalId")
		expect(t, boss.get("/staff?q=zho"), 200, "total", "1", "items.0.approvalId", approval, "items.0.roles.0", "support")
		expect(t, boss.post("/staff/"+id+"/roles", map[string]any{"roles": []string{"risk"}, "reason": "调岗"}), 409, "code", "staff.request_open")
		expect(t, boss.post("/approvals/"+approval+"/approve", nil), 403, "code", "staff.own_request")
		expect(t, second.post("/approvals/"+approval+"/approve", nil), 200, "state", "approved", "details.1.value", "财务")
		expect(t, zhou.get("/books"), 200)
		expect(t, boss.post("/staff/"+boss.staff.Person.ID+"/roles", map[string]any{"roles": []string{"owner", "risk"}, "reason": "加角色"}), 403, "code", "staff.self")

		r = expect(t, boss.post("/staff/"+id+"/reset", because("手机丢失")), 202, "link", "null")
		link = expect(t, second.post("/approvals/"+r.at("approvalId")+"/approve", nil), 200).at("invited.link")
		expect(t, zhou.get("/me"), 401)
		h.Clock.Advance(minute)
		zhou = enrolBy(t, boss, link, r.at("code"))
		expect(t, zhou.logIn(), 200, "roles.0", "finance")
	})
}

// trust SES-4: a request whose body comes slowly is not served for an account
// that was disabled meanwhile.
func TestASlowRequestDoesNotOutliveItsAccount(t *testing.T) {
	h := one(t)
	boss, zhou := sit(t, h, "boss", "owner"), sit(t, h, "zhou", "owner")
	h.Register("ming")
	sent, rest := io.Pipe()
	r := zhou.request(http.MethodPost, "/players/ming/freeze", nil)
	r.Body, r.ContentLength, r.GetBody = sent, -1, nil
	answered := make(chan reply)
	go func() { answered <- zhou.send(r) }()
	if _, err := rest.Write([]byte(`{"what":"withdraw",`)); err != nil {
		t.Fatal(err)
	}
	time.Sleep(200 * time.Millisecond) // the headers are there long before
	expect(t, boss.post("/staff/"+zhou.staff.Person.ID+"/disable", because("账号被盗")), 200)
	if _, err := rest.Write([]byte(`"reason":"停用之后"}`)); err != nil {
		t.Fatal(err)
	}
	if err := rest.Close(); err != nil {
		t.Fatal(err)
	}
	if got := <-answered; got.Status != http.StatusUnauthorized {
		t.Errorf("served after the account was disabled: %s", got)
	}
}

// H-192: for its first day an account decides nothing: neither about requests of
// others nor alone about money, awards and blocks of players.
func TestANewcomerDecidesNothing(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss := seat(t, h, "boss", "owner")
		h.Clock.Advance(account.NewcomerWait)
		_, card := ming(t, h, "ming", cardA, 10_000_00)
		held, waiting := waitingAwards(t, h, 1), "vip:card:20260301:ming:bonus:1"
		withheldAwards(t, h, "ming")
		paid, asked := order(t, h, "ming", 500_00), ask(t, h, "ming", card, 1000_00)
		boss.logIn()
		expect(t, boss.post("/players/ming/freeze", map[string]any{"what": "bet", "reason": "核实身份"}), 200)
		expect(t, boss.post("/players/ming/vip/freeze", because("核实身份")), 200)
		expect(t, boss.post("/players/ming/promotions/freeze", map[string]any{"freeze": true, "reason": "核实身份"}), 200)
		request := expect(t, boss.post("/players/ming/fund", map[string]any{"amount": "88.00", "remark": "活动奖励", "reason": "周年活动"}), 202).at("approvalId")
		fresh := sit(t, h, "fresh", "owner")
		expect(t, fresh.post("/withdrawals/"+asked+"/claim", nil), 200) // asking, claiming and looking are no decisions
		steps := []struct {
			path string
			body map[string]any
		}{
			{"/approvals/" + request + "/approve", nil},
			{"/approvals/" + request + "/refuse", because("不同意")},
			{"/withdrawals/" + asked + "/approve", nil},
			{"/withdrawals/" + asked + "/reject", because("资料不符")},
			{"/deposits/" + paid + "/confirm", map[string]any{"received": "500.00", "bankReference": "B1", "reason": "网银已到账"}},
			{"/deposits/" + paid + "/reject", because("没有付款")},
			{"/players/ming/unfreeze", map[string]any{"what": "bet", "reason": "已核实"}},
			{"/players/ming/vip/lift", because("已核实")},
			{"/players/ming/promotions/freeze", map[string]any{"freeze": false, "reason": "已核实"}},
			{"/vip/awards/" + waiting + "/refuse", because("多账号")},
			{"/promo/awards/" + held[0] + "/refuse", because("同一人领取")},
		}
		for _, step := range steps {
			expect(t, fresh.post(step.path, step.body), 403, "code", "staff.newcomer")
		}
		h.Clock.Advance(account.NewcomerWait)
		fresh.logInAgain()
		for _, step := range steps[6:] {
			expect(t, fresh.post(step.path, step.body), 200)
		}
	}, func(c *app.Config) { c.NewcomerWait = account.NewcomerWait })
}

// enrolBy opens an invitation as its person does, on a screen of their own.
func enrolBy(t *testing.T, from *desk, link, code string) *desk {
	t.Helper()
	d := &desk{t: t, h: from.h}
	open := expect(t, d.post("/enrol/open", map[string]any{"link": link, "code": code}), 200)
	d.name, d.staff = open.at("name"), stafftest.Account{Password: "correct horse 42", TOTPSecret: open.at("totpSecret")}
	if !strings.HasPrefix(open.at("totpUri"), "otpauth://totp/") {
		t.Errorf("no address for the authenticator: %s", open)
	}
	expect(t, d.post("/enrol", map[string]any{"link": link, "code": code, "password": "short", "totp": d.code()}), 400, "code", "staff.password")
	expect(t, d.post("/enrol", map[string]any{"link": link, "code": code, "password": d.staff.Password, "totp": d.code()}), 204)
	return d
}

// trust ADM: what changes who has power, or where money comes from, needs a
// code that was typed in the last minutes.
func TestPowerNeedsAFreshCode(t *testing.T) {
	h := one(t)
	boss, second := sit(t, h, "boss", "owner"), sit(t, h, "second", "owner")
	clerk := seat(t, h, "clerk", "support")
	roles := map[string]any{"roles": []string{"finance"}, "reason": "调岗"}
	h.Clock.Advance(login.StepUpLimit)
	for _, path := range []string{"/staff", "/staff/none/roles", "/staff/none/disable", "/staff/none/enable", "/staff/none/reset", "/gate/open", "/coins/rates", "/coins/payees", "/coins/wallets", "/venues/im/contract"} {
		expect(t, boss.post(path, nil), 403, "code", "staff.step_up")
	}
	expect(t, boss.post("/step-up", map[string]any{"code": "000000"}), 422, "code", "staff.code")
	expect(t, boss.post("/staff/"+clerk.staff.Person.ID+"/roles", roles), 403, "code", "staff.step_up")
	expect(t, boss.post("/step-up", map[string]any{"code": boss.code()}), 204)
	id := expect(t, boss.post("/staff/"+clerk.staff.Person.ID+"/roles", roles), 202).at("approvalId")
	expect(t, second.post("/approvals/"+id+"/approve", nil), 403, "code", "staff.step_up")
	expect(t, second.post("/step-up", map[string]any{"code": second.code()}), 204)
	expect(t, second.post("/approvals/"+id+"/approve", nil), 200, "state", "approved")
}

// A known browser keeps its way in while
// strangers in the same network use up their tries.
func TestAKnownBrowserLogsInWhileStrangersGuess(t *testing.T) {
	h := one(t)
	boss := seat(t, h, "boss", "owner")
	first := expect(t, boss.logIn(), 200)
	var mark string
	for _, c := range first.Cookies {
		if c.Name == "hongyun_staff_device" {
			mark = c.Value
			if !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/admin/v1/login" || c.MaxAge <= 0 {
				t.Errorf("the mark is %v", c)
			}
		}
	}
	stranger := &desk{t: t, h: h}
	for range 6 {
		stranger.post("/login", map[string]any{"name": "boss", "password": "x", "code": "000000"})
	}
	h.Clock.Advance(minute)
	expect(t, boss.logIn(), 429, "code", "staff.login_locked")
	boss.headers = map[string]string{"Cookie": "hongyun_staff_device=" + mark}
	expect(t, boss.logIn(), 200)
}

// Staff prove the old password and code before they change their own.
func TestOwnPasswordAndAuthenticatorAreChanged(t *testing.T) {
	h := one(t)
	d := sit(t, h, "wu", "auditor")
	h.Clock.Advance(minute)
	expect(t, d.post("/profile/password", map[string]any{"current": "wrong", "code": d.code(), "password": "another horse 43"}), 422, "code", "staff.proof")
	expect(t, d.post("/profile/password", map[string]any{"current": d.staff.Password, "code": d.code(), "password": "short"}), 400, "fields.password", "密码须为12-128个字符，且不能包含用户名")
	expect(t, d.post("/profile/password", map[string]any{"current": d.staff.Password, "code": d.code(), "password": "another horse 43"}), 204)
	d.staff.Password = "another horse 43"
	h.Clock.Advance(minute)
	r := expect(t, d.post("/profile/authenticator", map[string]any{"current": d.staff.Password, "code": d.code()}), 200)
	d.staff.TOTPSecret = r.at("totpSecret")
	expect(t, d.post("/profile/authenticator/confirm", map[string]any{"token": r.at("token"), "code": d.code()}), 204)
	d.logInAgain()
}

func TestTheHouseKeepsAnOwner(t *testing.T) {
	h := one(t)
	boss, second, third := sit(t, h, "boss", "owner"), sit(t, h, "second", "owner"), sit(t, h, "third", "owner")
	expect(t, boss.post("/staff/"+boss.staff.Person.ID+"/disable", because("测试")), 403, "code", "staff.self")
	expect(t, boss.post("/staff/"+second.staff.Person.ID+"/disable", because("离职")), 200)
	expect(t, boss.post("/staff/"+second.staff.Person.ID+"/disable", because("离职")), 409, "code", "staff.already_disabled")
	id := expect(t, boss.post("/staff/"+second.staff.Person.ID+"/enable", because("返岗")), 202, "status", "waiting").at("approvalId")
	expect(t, third.post("/approvals/"+id+"/approve", nil), 200, "state", "approved", "invited", "null")
	expect(t, boss.get("/staff?q=second"), 200, "items.0.disabled", "false")
	expect(t, boss.post("/staff/none/disable", because("离职")), 404, "code", "staff.not_found")
	expect(t, boss.get("/staff/roles"), 200, "items.0.role", "owner", "items.0.name", "管理员", "items.4.role", "editor", "items.5.role", "auditor")
}

// Whoever alters a row of the trail is found, by name of the row (trust ADM-3).
func TestAnAlteredTrailIsFound(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		d := sit(t, h, "wu", "auditor")
		seat(t, h, "lin", "finance")
		expect(t, d.post("/audit/verify", nil), 200, "passed", "true", "broken", "null")
		seq := d.get("/audit?action=staff.add&subject=lin").at("items.0.seq")
		tamper(t, h, "staff_audit", "UPDATE staff_audit SET reason = '没有这回事' WHERE seq = "+seq)
		expect(t, d.post("/audit/verify", nil), 200, "passed", "false", "broken.seq", seq)
	})
}

func TestTheTrailIsSearched(t *testing.T) {
	h := one(t)
	d := sit(t, h, "wu", "auditor")
	boss := sit(t, h, "boss", "owner")
	h.Clock.Advance(minute)
	expect(t, boss.post("/venues/ky/state", map[string]any{"state": "closed", "reason": "场馆要求"}), 200)
	r := expect(t, d.get("/audit?actor=boss&action=venue"), 200, "total", "1", "items.0.action", "venue.state", "items.0.actionText", "切换场馆状态",
		"items.0.subject.type", "venue", "items.0.subject.id", "ky", "items.0.reason", "场馆要求", "items.0.ip", "127.0.0.1",
		"items.0.before.state", "open", "items.0.after.state", "closed")
	if r.at("items.0.requestId") == "null" || len(r.at("items.0.hash")) != 64 {
		t.Errorf("request or hash is missing: %s", r)
	}
	at := r.at("items.0.at")
	expect(t, d.get("/audit?from="+at), 200, "total", "1")
	expect(t, d.get("/audit?to="+at+"&actor=boss"), 200, "total", "2", "items.0.action", "staff.login", "items.1.action", "staff.enrol")
	expect(t, d.get("/audit?subject=ky"), 200, "total", "1")
	block := expect(t, boss.post("/content/blocks", map[string]any{"html": `<p class="lead">旧</p>`}), 200).at("id")
	expect(t, boss.post("/content/blocks", map[string]any{"id": block, "base": 1, "html": "<p>新 & 旧</p>"}), 200)
	expect(t, d.get("/audit?action=content.block&subject="+block), 200, "total", "2", "items.0.subject.label", "新 & 旧",
		"items.0.before.HTML", `<p class="lead">旧</p>`, "items.0.after.HTML", "<p>新 &amp; 旧</p>", "items.1.before", "null")
}
