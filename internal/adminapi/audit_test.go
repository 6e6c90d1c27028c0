package adminapi_test

import (
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/pquerna/otp/totp"

	"hongyun/internal/adminapi"
	"hongyun/internal/adminapi/people"
	"hongyun/internal/apptest"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/player"
	"hongyun/internal/player/identity"
	"hongyun/internal/staff"
	"hongyun/internal/staff/stafftest"
	"hongyun/internal/upload/uploadtest"
)

// witness watches the trail while staff work: every act must leave exactly the
// rows that are expected, by the one who acted.
type witness struct {
	t    testing.TB
	h    *apptest.House
	seen int
	did  map[string]bool // routes that were carried out
}

func (w *witness) rows() ([]staff.AuditRow, int) {
	w.t.Helper()
	rows, total, err := w.h.Staff.AuditTrail(w.t.Context(), staff.AuditFilter{Page: staff.Page{Size: 10}})
	if err != nil {
		w.t.Fatal(err)
	}
	return rows, total
}

// acts sends a request and looks at what it left in the trail: one row for each
// action named, oldest first, with who, where from, about what, and the reason
// that was given.
func (w *witness) acts(d *desk, pattern, path string, body map[string]any, status int, actions ...string) reply {
	w.t.Helper()
	_, before := w.rows()
	r := expect(w.t, d.post(path, body), status)
	w.did[pattern] = true
	rows, after := w.rows()
	added := slices.Clone(rows[:after-before])
	slices.Reverse(added)
	var got []string
	for _, row := range added {
		got = append(got, row.Action)
		if row.Actor != d.name || row.IP == "" || row.RequestID == "" || row.SubjectID == "" {
			w.t.Errorf("%s: who, where from or about what is missing: %+v", path, row)
		}
		if reason, given := body["reason"].(string); given && row.Reason != reason && row.Reason != "提款已拒绝" && !strings.HasPrefix(row.Action, "approval.void") {
			w.t.Errorf("%s: the reason %q was written as %q", path, reason, row.Reason)
		}
	}
	if !slices.Equal(got, actions) {
		w.t.Errorf("%s left %v in the trail, expected %v", path, got, actions)
	}
	return r
}

// changesNothing are calls that only answer.
var changesNothing = map[string]bool{"/audit/verify": true, "/content/preview": true, "/bank/preview": true}

// A whole day of the back office: every change that a route can make is made
// once, and each leaves its one row in the audit trail (trust ADM-3). A new
// route that is not acted out here fails the test.
func TestEveryChangeLeavesItsRowInTheTrail(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		w := &witness{t: t, h: h, did: map[string]bool{}}
		window := gap(t, h)
		fault(t, h)
		boss, checker := seat(t, h, "boss", "owner"), sit(t, h, "checker", "owner")
		w.acts(boss, "/login", "/login", map[string]any{"name": "boss", "password": boss.staff.Password, "code": boss.code()}, 200, "staff.login")
		h.Clock.Advance(minute)
		boss.logIn()
		ming, card := ming(t, h, "ming", cardA, 200_000_00)
		w.round(boss)
		checker.logInAgain()
		w.payouts(boss, checker, func() string { return ask(t, h, "ming", card, 1000_00) }, func() string { return ask(t, h, "ming", card, 60_000_00) })
		w.sender(boss, checker)
		w.companies(boss, checker)
		late := ask(t, h, "ming", card, 1000_00)
		w.ordersOfTheDay(boss, checker)
		w.statements(boss, checker)
		w.players(boss, ming)
		w.corrections(boss, checker)
		w.transfers(boss, checker)
		w.cases(boss, checker, late)
		w.house(boss, checker, window)
		w.fund(boss, checker)
		w.vip(boss, checker)
		w.promotions(boss, checker)
		w.coins(boss, checker)
		w.rights(boss, checker)
		w.doors(boss, checker)
		w.settings(boss, checker)
		w.tickets(boss, checker)
		w.views(boss)
		w.uploads(boss)
		w.content(boss)
		w.articles(boss)
		w.site(boss, checker)
		w.acts(boss, "/logout", "/logout", nil, 204, "staff.logout")
		for _, r := range adminapi.Routes() {
			if r.Method == http.MethodPost && !w.did[r.Path] && !changesNothing[r.Path] {
				t.Errorf("nobody acted out POST %s", r.Path)
			}
		}
		expect(t, checker.post("/audit/verify", nil), 200, "passed", "true", "broken", "null")
		w.sentences(checker)
	}, apptest.Slots)
}

// uploads sends a file of each kind.
func (w *witness) uploads(boss *desk) {
	w.t.Helper()
	for i, kind := range []string{"picture", "payment", "brand", "package"} {
		file := uploadtest.PNG(w.t, 100, 40, uint64(i))
		if kind == "package" {
			file = uploadtest.APK(w.t, uploadtest.Scheme2, uploadtest.Manifest)
		}
		_, before := w.rows()
		expect(w.t, boss.uploadFile(kind, "文件", file), 200)
		w.did["/uploads/"+kind] = true
		rows, after := w.rows()
		if after != before+1 || rows[0].Action != "upload.add" || rows[0].Actor != boss.name || rows[0].IP == "" || rows[0].SubjectID == "" {
			w.t.Errorf("a file of kind %s left %+v in the trail", kind, rows[:after-before])
		}
	}
}

// views saves a view of a list, opens the list with it, and removes it.
func (w *witness) views(boss *desk) {
	w.t.Helper()
	id := w.acts(boss, "/views", "/views", map[string]any{
		"list": "/deposits", "name": "大额", "shared": true, "filters": map[string]string{}, "days": 0, "part": "", "sort": "-amount", "hidden": []string{},
	}, 200, "view.save").at("id")
	w.acts(boss, "/views/{id}/start", "/views/"+id+"/start", map[string]any{"on": true}, 200, "view.start")
	w.acts(boss, "/views/{id}/remove", "/views/"+id+"/remove", nil, 200, "view.remove")
}

// round shows a round of ming's once more.
func (w *witness) round(boss *desk) {
	w.t.Helper()
	move(w.t, w.h, "ming", "s47", 100_00)
	play(w.t, w.h, "s47", "ming", "C1", 10_00, 12_00)
	w.h.Advance(30 * minute)
	boss.logInAgain()
	w.acts(boss, "/bets/{venue}/{id}/replay", "/bets/s47/C1/replay", nil, 200, "bet.replay")
}

// sentences holds every request of the day against what a second person must be
// able to read (H-84): each kind was asked for, and says in words what changes
// and, in its last line alone, from when.
func (w *witness) sentences(checker *desk) {
	w.t.Helper()
	if !checker.get("/me").ok() {
		checker.logInAgain()
	}
	seen := map[string]bool{}
	for after := ""; ; {
		r := expect(w.t, checker.get("/approvals?size=100&after="+after), 200)
		var answer struct{ Items []people.Approval }
		if err := json.Unmarshal(r.Raw, &answer); err != nil {
			w.t.Fatal(err)
		}
		for _, a := range answer.Items {
			seen[a.Kind] = true
			if !slices.Contains(adminapi.ApprovalSubjects, a.Subject.Type) {
				w.t.Errorf("%s: no subject is of type %q", a.Kind, a.Subject.Type)
			}
			for i, d := range a.Details {
				if !words.MatchString(d.Label) || d.Value == "" || unreadable.MatchString(d.Value) || (d.Label == "生效时间") != (i == len(a.Details)-1) {
					w.t.Errorf("%s: the second person reads %q: %q", a.Kind, d.Label, d.Value)
				}
			}
			if !words.MatchString(a.Title) || len(a.Details) < 2 {
				w.t.Errorf("%s: %q, %v", a.Kind, a.Title, a.Details)
			}
		}
		if after = r.at("walk.next"); after == "null" {
			break
		}
	}
	if kinds := slices.Sorted(maps.Keys(seen)); !slices.Equal(kinds, staff.Kinds()) {
		w.t.Errorf("acted out %v of %v", kinds, staff.Kinds())
	}
}

var (
	words      = regexp.MustCompile(`\p{Han}`)
	unreadable = regexp.MustCompile(`[{}\[\]"]|\b(true|false|null)\b|[a-z]+[_:][a-z0-9]`) // JSON, and names that only the program knows
)

// sender acts out a payout in USDT whose sender is not registered.
func (w *witness) sender(boss, checker *desk) {
	w.t.Helper()
	ctx, h := w.t.Context(), w.h
	must := func(err error) {
		w.t.Helper()
		if err != nil {
			w.t.Fatal(err)
		}
	}
	must(h.Cashier.USDT.Seed(ctx, []usdt.Seed{{
		Network: payment.TRC20, Address: chainWallet(1), Deposit: 71_500, Payout: 72_500, Least: money.Coin, Most: 1000 * money.Coin,
	}}))
	h.Register("coins01")
	must(h.Players.UpdateInfo(ctx, "coins01", player.InfoTrueName, "王小红"))
	h.Grant("coins01", 1000_00)
	address, err := h.Cashier.Addresses.Add(ctx, "coins01", "", chainWallet(2))
	must(err)
	quote, err := h.Cashier.Withdrawals.Quote(ctx, "coins01", address.ID, 100_00)
	must(err)
	asked, err := h.Cashier.Withdrawals.Ask(ctx, withdrawal.Order{ID: "coins01", Player: "coins01", AddressID: address.ID, Amount: 100_00, Password: "secret88", ClientIP: "203.0.113.9"})
	must(err)
	at := "/withdrawals/" + asked.SN
	for _, step := range []string{"claim", "approve"} {
		expect(w.t, checker.post(at+"/"+step, nil), 200)
	}
	tx := send(w.t, h, quote.Address, quote.Coins)
	expect(w.t, boss.post(at+"/paid", map[string]any{"reference": tx}), 200, "payout.said", "sender", "state", "approved")
	r := w.acts(boss, "/withdrawals/{id}/sender", at+"/sender", map[string]any{"ours": true, "reason": "已核对钱包记录"}, 202, "approval.request")
	w.acts(checker, "/approvals/{id}/approve", "/approvals/"+r.at("approvalId")+"/approve", nil, 200, "payout.sender", "approval.approve")
	expect(w.t, boss.get(at), 200, "state", "paid")
}

// chainWallet is somebody's n-th address on TRON.
func chainWallet(n byte) string { return payment.AddressOf(payment.TRC20, [20]byte{n, 19: n}).String() }

// send has somebody send coins on the simulated chain, final at once.
func send(t testing.TB, h *apptest.House, to string, coins money.Coins) (tx string) {
	t.Helper()
	post := func(path, body string) (answer map[string]any) {
		t.Helper()
		r, err := http.Post(h.Sandbox+"/control/chains/trc20/"+path, "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		defer r.Body.Close()
		if err := json.NewDecoder(r.Body).Decode(&answer); err != nil {
			t.Fatal(err)
		}
		return answer
	}
	tx, _ = post("transfers", `{"to":"`+to+`","amount":"`+coins.String()+`"}`)["tx"].(string)
	post("blocks", `{"count":40}`)
	return tx
}

func (w *witness) ordersOfTheDay(boss, checker *desk) {
	w.t.Helper()
	sn := order(w.t, w.h, "ming", 500_00)
	w.acts(boss, "/deposits/{id}/confirm", "/deposits/"+sn+"/confirm",
		map[string]any{"received": "500.00", "bankReference": "BANK0001", "reason": "网银已到账"}, 200, "deposit.confirm")
	sn = order(w.t, w.h, "ming", 600_00)
	w.acts(boss, "/deposits/{id}/reject", "/deposits/"+sn+"/reject", because("没有付款"), 200, "deposit.reject")
	sn = order(w.t, w.h, "ming", 700_00)
	w.acts(boss, "/deposits/{id}/review", "/deposits/"+sn+"/review", because("姓名不符"), 200, "deposit.review")
	w.acts(boss, "/deposits/{id}/resolve", "/deposits/"+sn+"/resolve", map[string]any{"action": "close", "reason": "已退回付款人"}, 200, "deposit.close")
	sn = order(w.t, w.h, "ming", 40_000_00)
	r := w.acts(boss, "/deposits/{id}/confirm", "/deposits/"+sn+"/confirm",
		map[string]any{"received": "60000.00", "bankReference": "BANK0002", "reason": "网银已到账"}, 202, "approval.request")
	w.acts(checker, "/approvals/{id}/approve", "/approvals/"+r.at("approvalId")+"/approve", map[string]any{"note": "已核对流水"}, 200, "approval.approve")
}

func (w *witness) payouts(boss, checker *desk, small, large func() string) {
	w.t.Helper()
	at := "/withdrawals/" + small()
	w.acts(boss, "/withdrawals/{id}/claim", at+"/claim", nil, 200, "withdrawal.claim")
	w.acts(boss, "/withdrawals/{id}/release", at+"/release", nil, 200, "withdrawal.release")
	w.acts(boss, "/withdrawals/{id}/claim", at+"/claim", nil, 200, "withdrawal.claim")
	w.acts(boss, "/withdrawals/{id}/approve", at+"/approve", map[string]any{"note": "资料无误"}, 200, "withdrawal.approve")
	w.acts(checker, "/withdrawals/{id}/destination", at+"/destination", nil, 200, "withdrawal.destination")
	w.acts(checker, "/withdrawals/{id}/unknown", at+"/unknown", because("银行没有答复"), 200, "withdrawal.unknown")
	w.acts(checker, "/withdrawals/{id}/paid", at+"/paid", map[string]any{"reference": "OUT0001"}, 200, "withdrawal.paid")

	at = "/withdrawals/" + small()
	w.acts(boss, "/withdrawals/{id}/claim", at+"/claim", nil, 200, "withdrawal.claim")
	w.acts(boss, "/withdrawals/{id}/approve", at+"/approve", nil, 200, "withdrawal.approve")
	// Who calls a payout failed approves none of the player's withdrawals afterwards.
	w.acts(sit(w.t, w.h, "cashier", "finance"), "/withdrawals/{id}/fail", at+"/fail", because("银行退票"), 200, "withdrawal.fail")

	at = "/withdrawals/" + large()
	failer := sit(w.t, w.h, "cashier2", "finance")
	expect(w.t, boss.post(at+"/claim", nil), 200)
	agreed := expect(w.t, boss.post(at+"/approve", nil), 202).at("approvalId")
	expect(w.t, checker.post("/approvals/"+agreed+"/approve", nil), 200)
	failed := expect(w.t, failer.post(at+"/fail", because("银行退票")), 202).at("approvalId")
	expect(w.t, checker.post("/approvals/"+failed+"/approve", nil), 200)

	at = "/withdrawals/" + large()
	w.acts(boss, "/withdrawals/{id}/claim", at+"/claim", nil, 200, "withdrawal.claim")
	r := w.acts(boss, "/withdrawals/{id}/approve", at+"/approve", map[string]any{"note": "资料无误"}, 202, "approval.request")
	w.acts(checker, "/approvals/{id}/refuse", "/approvals/"+r.at("approvalId")+"/refuse", because("先核对流水"), 200, "approval.refuse")
	r = w.acts(boss, "/withdrawals/{id}/approve", at+"/approve", nil, 202, "approval.request")
	w.acts(boss, "/approvals/{id}/withdraw", "/approvals/"+r.at("approvalId")+"/withdraw", because("看错了金额"), 200, "approval.withdraw")
	w.acts(boss, "/withdrawals/{id}/approve", at+"/approve", nil, 202, "approval.request")
	// The open request about it ends with it: that is a second row, of the request.
	w.acts(checker, "/withdrawals/{id}/reject", at+"/reject", because("流水异常"), 200, "approval.void", "withdrawal.reject")
}

func (w *witness) players(boss *desk, ming *apptest.Browser) {
	w.t.Helper()
	w.acts(boss, "/players/{id}/reveal", "/players/ming/reveal", map[string]any{"field": "phone", "reason": "电话核实"}, 200, "player.reveal")
	session := boss.get("/players/ming/sessions").at("items.0.id")
	w.acts(boss, "/players/{id}/sessions/{session}/kick", "/players/ming/sessions/"+session+"/kick", because("账号异常"), 200, "player.kick")
	r := ming.Post("/v1/PubInterface/CallLogInAction", "PlayerName", "ming", "password", "secret88", "verifyCode", apptest.Captcha, "vRand", ming.Captcha())
	if !r.OK() {
		w.t.Fatalf("login: %s", r)
	}
	w.acts(boss, "/players/{id}/kick", "/players/ming/kick", because("账号异常"), 200, "player.kick")
	w.acts(boss, "/players/{id}/reset", "/players/ming/reset", because("电话核实"), 200, "player.reset")
	w.acts(boss, "/players/{id}/freeze", "/players/ming/freeze", map[string]any{"what": "bet", "reason": "自我限制"}, 200, "player.freeze")
	w.acts(boss, "/players/{id}/unfreeze", "/players/ming/unfreeze", map[string]any{"what": "bet", "reason": "期满"}, 200, "player.unfreeze")
}

// corrections acts out what two people change of a player's own data.
func (w *witness) corrections(boss, checker *desk) {
	w.t.Helper()
	agree := func(r reply, action string) {
		w.t.Helper()
		w.acts(checker, "/approvals/{id}/approve", "/approvals/"+r.at("approvalId")+"/approve", nil, 200, action, "approval.approve")
	}
	ctx := w.t.Context()
	if err := w.h.Players.SetWithdrawPassword(ctx, "ming", "secret88", "Wd5nV8cBt"); err != nil {
		w.t.Fatal(err)
	}
	w.acts(boss, "/players/{id}/withdraw-reset", "/players/ming/withdraw-reset", because("电话核实"), 200, "player.reset")
	r := w.acts(boss, "/players/{id}/correct", "/players/ming/correct", map[string]any{"field": "email", "value": "ming@example.com", "reason": "证件核对"}, 202, "approval.request")
	w.acts(checker, "/approvals/{id}/reveal", "/approvals/"+r.at("approvalId")+"/reveal", because("核对证件"), 200, "player.reveal")
	agree(r, "player.correct")
	text, _, err := w.h.Players.BeginSecond(ctx, "ming", "secret88")
	if err != nil {
		w.t.Fatal(err)
	}
	code, err := totp.GenerateCode(text, w.h.Clock.Now())
	if err == nil {
		_, err = w.h.Players.ConfirmSecond(ctx, "ming", "", code, identity.Client{IP: "203.0.113.9"})
	}
	if err != nil {
		w.t.Fatal(err)
	}
	agree(w.acts(boss, "/players/{id}/second-reset", "/players/ming/second-reset", because("手机丢失"), 202, "approval.request"), "player.second_reset")
	card, err := w.h.Cashier.Cards.Bind(ctx, destination.CardOrder{Player: "ming", Bank: "ICBC", Number: cardB, Province: "北京市", City: "东城区", Branch: "王府井支行"})
	if err != nil {
		w.t.Fatal(err)
	}
	address, err := w.h.Cashier.Addresses.Add(ctx, "ming", "", chainWallet(3))
	if err != nil {
		w.t.Fatal(err)
	}
	path := "/players/ming/cards/" + strconv.FormatInt(card.ID, 10) + "/remove"
	agree(w.acts(boss, "/players/{id}/cards/{card}/remove", path, because("不是本人的卡"), 202, "approval.request"), "card.remove")
	path = "/players/ming/addresses/" + strconv.FormatInt(address.ID, 10) + "/remove"
	agree(w.acts(boss, "/players/{id}/addresses/{address}/remove", path, because("登记有误"), 202, "approval.request"), "card.remove")
	if err := w.h.Guard.BlockReturned(ctx, guard.Match{Player: "coins01", Excluded: "ming", By: []string{"真实姓名", "设备"}}); err != nil {
		w.t.Fatal(err)
	}
	agree(w.acts(boss, "/players/{id}/return/lift", "/players/coins01/return/lift", because("证件核对为另一人"), 202, "approval.request"), "player.unfreeze")
}

func (w *witness) transfers(boss, checker *desk) {
	w.t.Helper()
	fault(w.t, w.h, "transfer_in drop_request", "status maintenance")
	asked, settled := stuck(w.t, w.h, "ming", "ky", 100_00), stuck(w.t, w.h, "ming", "leg", 200_00)
	w.h.Clock.Advance(2 * minute)
	w.acts(boss, "/transfers/{id}/ask", "/transfers/"+asked+"/ask", nil, 200, "transfer.ask")
	r := w.acts(boss, "/transfers/{id}/settle", "/transfers/"+settled+"/settle",
		map[string]any{"outcome": "refused", "evidence": "场馆客服确认无此订单", "reason": "场馆无记录"}, 202, "approval.request")
	// What was carried out has its own row, with the transfer before and after.
	w.acts(checker, "/approvals/{id}/approve", "/approvals/"+r.at("approvalId")+"/approve", nil, 200, "transfer.settle", "approval.approve")
}

// cases acts out what ends contradictions. Each request leaves its row, and
// what is carried out one of its own beside the decision's.
func (w *witness) cases(boss, checker *desk, late string) {
	w.t.Helper()
	agree := func(r reply, actions ...string) {
		w.acts(checker, "/approvals/{id}/approve", "/approvals/"+r.at("approvalId")+"/approve", nil, 200, append(actions, "approval.approve")...)
	}
	account := boss.get("/money/accounts").at("items.0.account")
	stray := func(ref string) string {
		return w.acts(boss, "/money", "/money", map[string]any{"account": account, "amount": "300.00", "payer": "李四", "reference": ref}, 201, "money.record").at("id")
	}
	agree(w.acts(boss, "/money/{id}/assign", "/money/"+stray("S1")+"/assign", map[string]any{"player": "ming", "reason": "付款人来电"}, 202, "approval.request"), "money.assign")
	agree(w.acts(boss, "/money/{id}/return", "/money/"+stray("S2")+"/return", report("BACK1"), 202, "approval.request"), "money.return")
	sn := boss.get("/deposits?state=credited").at("items.0.id")
	agree(w.acts(boss, "/deposits/{id}/reverse", "/deposits/"+sn+"/reverse", report("CB1"), 202, "approval.request"), "deposit.reverse")

	at := "/withdrawals/" + late
	// The boss credited this player by hand, so another person decides on the withdrawal.
	for _, step := range []string{"claim", "approve"} {
		expect(w.t, checker.post(at+"/"+step, nil), 200)
	}
	expect(w.t, checker.post(at+"/fail", because("银行称失败")), 200)
	agree(w.acts(boss, "/withdrawals/{id}/late", at+"/late", report("P2"), 202, "approval.request"), "gate.close", "payout.late")
	fault(w.t, w.h)
	all, err := money.ParseYuan(boss.get("/players/ming/wallets").at("centre"))
	if err != nil {
		w.t.Fatal(err)
	}
	move(w.t, w.h, "ming", "leg", all)
	agree(w.acts(boss, "/withdrawals/{id}/recover", at+"/recover", map[string]any{"action": "player", "reason": "向玩家追回"}, 202, "approval.request"), "payout.recover")
	agree(w.acts(boss, "/withdrawals/{id}/returned", at+"/returned", report("R1"), 202, "approval.request"), "payout.return")
	agree(w.acts(boss, "/players/{id}/owed", "/players/ming/owed", map[string]any{"action": "collect", "amount": "1000.00", "reason": "与玩家商定"}, 202, "approval.request"), "owed.collect")
}

// doors acts out closing and opening the ways of money, and what ends breaks
// between the house and its companies.
func (w *witness) doors(boss, checker *desk) {
	w.t.Helper()
	agree := func(r reply, actions ...string) {
		w.acts(checker, "/approvals/{id}/approve", "/approvals/"+r.at("approvalId")+"/approve", nil, 200, actions...)
	}
	w.acts(boss, "/gate/close", "/gate/close", closeDoor("deposits", "发现异常"), 200, "gate.close")
	agree(w.acts(boss, "/gate/open", "/gate/open", closeDoor("deposits", "已核对"), 202, "approval.request"), "gate.open", "approval.approve")

	statement := "order,txn,amount,status,time\nLOST1,G1,300.00,paid,2026-03-02 11:00:00\nLOST2,G2,50.00,paid,2026-03-02 11:00:00\n"
	if _, err := w.h.Reconcile.Import(w.t.Context(), staff.System("test"), "gateway:epay", strings.NewReader(statement)); err != nil {
		w.t.Fatal(err)
	}
	lost := boss.get("/reconcile/findings?kind=gateway.unknown&state=open")
	first, second := lost.at("items.0.id"), lost.at("items.1.id")
	agree(w.acts(boss, "/reconcile/findings/{id}/rebuild", "/reconcile/findings/"+first+"/rebuild",
		map[string]any{"player": "ming", "reason": "按账单补录"}, 202, "approval.request"), "finding.settle", "approval.approve")
	agree(w.acts(boss, "/reconcile/findings/{id}/settle", "/reconcile/findings/"+second+"/settle", because("商户自测订单"), 202, "approval.request"),
		"finding.settle", "approval.approve")
	w.acts(boss, "/reconcile/run", "/reconcile/run", map[string]any{"days": 1}, 202, "reconcile.run")
	err := w.h.DB.Write(w.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		// Nothing works off the queue here, and there is one comparison at a time.
		if _, err := tx.NewRaw("UPDATE recon_run SET state = 'done', finished_at = started_at").Exec(ctx); err != nil {
			return err
		}
		return w.h.Guard.Gate.CloseRestored(ctx, tx, staff.System("restore"), "从备份恢复")
	})
	if err != nil {
		w.t.Fatal(err)
	}
	w.acts(boss, "/gate/compare", "/gate/compare", nil, 202, "reconcile.run")
	payment := map[string]any{"amount": "10.00", "reference": "LOST1", "reason": "银行流水有，账目没有"}
	agree(w.acts(boss, "/players/{id}/lost-payout", "/players/ming/lost-payout", payment, 202, "approval.request"), "payout.lost", "approval.approve")
}

func (w *witness) house(boss, checker *desk, window string) {
	w.t.Helper()
	w.acts(boss, "/books/verify", "/books/verify", nil, 202, "books.verify")
	w.acts(boss, "/venues/{code}/state", "/venues/ky/state", map[string]any{"state": "maintenance", "reason": "场馆升级"}, 200, "venue.state")
	code := func(d *desk) map[string]any { w.h.Clock.Advance(minute); return map[string]any{"code": d.code()} }
	for _, d := range []*desk{boss, checker} {
		w.acts(d, "/step-up", "/step-up", code(d), 204, "staff.step_up")
	}
	w.acts(boss, "/venues/{code}/contract", "/venues/im/contract", entry(w.h), 202, "approval.request")
	half := w.acts(boss, "/staff", "/staff", map[string]any{"name": "zhou", "person": "E9", "roles": []string{"support"}, "reason": "新同事"}, 202, "approval.request")
	r := w.acts(checker, "/approvals/{id}/approve", "/approvals/"+half.at("approvalId")+"/approve", nil, 200, "staff.add", "approval.approve")
	zhou := w.enrols(r.at("invited.link"), half.at("code"))
	w.h.Clock.Advance(minute)
	expect(w.t, zhou.logIn(), 200)
	w.h.Clock.Advance(minute)
	w.acts(zhou, "/profile/password", "/profile/password", map[string]any{"current": zhou.staff.Password, "code": zhou.code(), "password": zhou.staff.Password}, 204, "staff.password")
	w.h.Clock.Advance(minute)
	r = w.acts(zhou, "/profile/authenticator", "/profile/authenticator", map[string]any{"current": zhou.staff.Password, "code": zhou.code()}, 200)
	zhou.staff.TOTPSecret = r.at("totpSecret")
	w.acts(zhou, "/profile/authenticator/confirm", "/profile/authenticator/confirm", map[string]any{"token": r.at("token"), "code": zhou.code()}, 204, "staff.authenticator")
	at := "/staff/" + zhou.get("/me").at("id")
	for _, d := range []*desk{boss, checker} {
		w.acts(d, "/step-up", "/step-up", code(d), 204, "staff.step_up")
	}
	r = w.acts(boss, "/staff/{id}/roles", at+"/roles", map[string]any{"roles": []string{"finance"}, "reason": "调岗"}, 202, "approval.request")
	w.acts(checker, "/approvals/{id}/approve", "/approvals/"+r.at("approvalId")+"/approve", nil, 200, "approval.approve")
	w.acts(boss, "/staff/{id}/disable", at+"/disable", because("离职"), 200, "staff.disable")
	r = w.acts(boss, "/staff/{id}/enable", at+"/enable", because("返岗"), 202, "approval.request")
	w.acts(checker, "/approvals/{id}/approve", "/approvals/"+r.at("approvalId")+"/approve", nil, 200, "staff.enable", "approval.approve")
	r = w.acts(boss, "/staff/{id}/reset", at+"/reset", because("手机丢失"), 202, "approval.request")
	w.acts(checker, "/approvals/{id}/approve", "/approvals/"+r.at("approvalId")+"/approve", nil, 200, "staff.reset", "approval.approve")
	w.acts(boss, "/feed/windows/{id}/pull", "/feed/windows/"+window+"/pull", nil, 202, "feed.pull")
}

// enrols acts out what a new member of staff does first.
func (w *witness) enrols(link, code string) *desk {
	w.t.Helper()
	d := &desk{t: w.t, h: w.h, name: "zhou", staff: stafftest.Account{Password: "correct horse 42"}}
	halves := map[string]any{"link": link, "code": code}
	r := w.acts(d, "/enrol/open", "/enrol/open", halves, 200)
	d.staff.TOTPSecret = r.at("totpSecret")
	halves["password"], halves["totp"] = d.staff.Password, d.code()
	w.acts(d, "/enrol", "/enrol", halves, 204, "staff.enrol")
	return d
}

// vip acts out who changes the programmes, and what becomes of withheld awards.
func (w *witness) vip(boss, checker *desk) {
	w.t.Helper()
	agree := func(r reply, action string) {
		w.acts(checker, "/approvals/{id}/approve", "/approvals/"+r.at("approvalId")+"/approve", nil, 200, action, "approval.approve")
	}
	agree(w.acts(boss, "/vip/tables/{id}", "/vip/tables/live", tableOf(boss, 2, map[string]string{"bonus": "25.00"}), 202, "approval.request"), "vip.table")
	agree(w.acts(boss, "/vip/settings", "/vip/settings", settingsOf(boss, map[string]any{"weekday": 2}), 202, "approval.request"), "vip.setting")
	withheldAwards(w.t, w.h, "ming")
	agree(w.acts(boss, "/vip/awards/{id}/release", "/vip/awards/vip:card:20260301:ming:income/release", because("已核实"), 202, "approval.request"), "vip.release")
	w.acts(boss, "/vip/awards/{id}/refuse", "/vip/awards/vip:card:20260301:ming:bonus:1/refuse", because("多账号"), 200, "vip.refuse")
	w.acts(boss, "/players/{id}/vip/freeze", "/players/ming/vip/freeze", because("核实身份"), 200, "vip.freeze")
	w.acts(boss, "/players/{id}/vip/lift", "/players/ming/vip/lift", because("已核实"), 200, "vip.lift")
}

// fund acts out who gives C$, and what unlocks them.
func (w *witness) fund(boss, checker *desk) {
	w.t.Helper()
	agree := func(r reply, action string) {
		w.acts(checker, "/approvals/{id}/approve", "/approvals/"+r.at("approvalId")+"/approve", nil, 200, action, "approval.approve")
	}
	task := func(more map[string]any) map[string]any {
		out := map[string]any{"name": "今日有效投注满 500 元", "threshold": "500.00", "amount": "3.00", "active": true, "reason": "活动调整"}
		maps.Copy(out, more)
		return out
	}
	agree(w.acts(boss, "/fund/tasks", "/fund/tasks", task(map[string]any{"kind": "bet"}), 202, "approval.request"), "fund.task")
	agree(w.acts(boss, "/fund/tasks/{id}", "/fund/tasks/4", task(map[string]any{"base": 1}), 202, "approval.request"), "fund.task")
	agree(w.acts(boss, "/players/{id}/fund", "/players/ming/fund", map[string]any{"amount": "88.00", "remark": "活动奖励", "reason": "周年活动中奖"}, 202, "approval.request"), "fund.grant")
}

// promotions acts out who changes what promotions promise, and what they gave.
func (w *witness) promotions(boss, checker *desk) {
	w.t.Helper()
	agree := func(r reply, action string) {
		w.acts(checker, "/approvals/{id}/approve", "/approvals/"+r.at("approvalId")+"/approve", nil, 200, action, "approval.approve")
	}
	rule := func(more map[string]any) map[string]any {
		out := map[string]any{
			"name": "每日加赠", "activity": 38, "startsOn": "", "endsOn": "", "budget": "50000.00", "reason": "活动调整",
			"params": map[string]any{"rate": 300, "depositMin": "100.00", "cap": "1000.00", "odds": map[string]any{"local": 80, "european": 180}, "turnover": 100, "review": false},
		}
		maps.Copy(out, more)
		return out
	}
	agree(w.acts(boss, "/promotions", "/promotions", rule(map[string]any{"kind": "daily_bonus"}), 202, "approval.request"), "promo.rule")
	agree(w.acts(boss, "/promotions/{id}", "/promotions/38", rule(map[string]any{"base": 1}), 202, "approval.request"), "promo.rule")
	w.acts(boss, "/promotions/{id}/stop", "/promotions/34/stop", because("活动暂停"), 200, "promo.stop")
	agree(w.acts(boss, "/promotions/{id}/start", "/promotions/34/start", because("活动开始"), 202, "approval.request"), "promo.start")
	held := waitingAwards(w.t, w.h, 2)
	agree(w.acts(boss, "/promo/awards/{id}/release", "/promo/awards/"+held[0]+"/release", because("已核实本人"), 202, "approval.request"), "promo.release")
	w.acts(boss, "/promo/awards/{id}/refuse", "/promo/awards/"+held[1]+"/refuse", because("同一人领取"), 200, "promo.refuse")
	agree(w.acts(boss, "/promo/awards/{id}/cancel", "/promo/awards/"+held[0]+"/cancel", because("误派发"), 202, "approval.request"), "promo.cancel")
	w.acts(boss, "/players/{id}/promotions/freeze", "/players/ming/promotions/freeze", map[string]any{"freeze": true, "reason": "疑似套利"}, 200, "promo.freeze")
	w.acts(boss, "/players/{id}/promotions/freeze", "/players/ming/promotions/freeze", map[string]any{"freeze": false, "reason": "已核实"}, 200, "promo.unfreeze")
}

func (w *witness) coins(boss, checker *desk) {
	w.t.Helper()
	agree := func(r reply, action string) {
		w.acts(checker, "/approvals/{id}/approve", "/approvals/"+r.at("approvalId")+"/approve", nil, 200, action, "approval.approve")
	}
	agree(w.acts(boss, "/coins/rates", "/coins/rates", map[string]any{
		"base": rateVersion(boss), "network": "trc20", "direction": "deposit", "rate": "7.15", "least": "10", "most": "5000", "open": true, "reason": "跟随市场行情",
	}, 202, "approval.request"), "coin.rate")
	agree(w.acts(boss, "/coins/payees", "/coins/payees", map[string]any{
		"network": "trc20", "address": "T9yZXXENpbqxic72funvcNeQuM4bnKkDAS", "label": "冷钱包", "reason": "启用新的收款钱包",
	}, 202, "approval.request"), "coin.payee")
	id := boss.get("/coins/payees").at("items.0.id")
	w.acts(boss, "/coins/payees/{id}/disable", "/coins/payees/"+id+"/disable", because("钱包轮换"), 200, "coin.payee_off")
	agree(w.acts(boss, "/coins/wallets", "/coins/wallets", map[string]any{
		"network": "trc20", "address": "T9yZXXENpbqxic72funvcNeQuM4bnKkDAS", "label": "出款钱包", "reason": "启用新的出款钱包",
	}, 202, "approval.request"), "coin.wallet")
	id = boss.get("/coins/wallets").at("items.0.id")
	w.acts(boss, "/coins/wallets/{id}/disable", "/coins/wallets/"+id+"/disable", because("钱包轮换"), 200, "coin.wallet_off")
}

// content acts out what an editor does to the texts and pictures of the site.
func (w *witness) content(boss *desk) {
	w.t.Helper()
	r := w.acts(boss, "/content/announcements", "/content/announcements", map[string]any{"title": "停机公告", "text": "今晚维护。", "published": true}, 200,
		"content.announcement")
	w.acts(boss, "/content/announcements/{id}/remove", "/content/announcements/"+r.at("id")+"/remove", gone("已过期", 1), 204, "content.announcement")
	r = w.acts(boss, "/content/ticker", "/content/ticker", map[string]any{"text": "新的一句", "published": true}, 200, "content.ticker")
	w.acts(boss, "/content/ticker/order", "/content/ticker/order", placed(1, r.at("id")), 204, "content.ticker")
	w.acts(boss, "/content/ticker/{id}/remove", "/content/ticker/"+r.at("id")+"/remove", gone("已过期", 1), 204, "content.ticker")
	r = w.acts(boss, "/content/banners", "/content/banners", aBanner("", "/art/banner-1.svg"), 200, "content.banner")
	w.acts(boss, "/content/banners/order", "/content/banners/order", placed(1, r.at("id")), 204, "content.banner")
	w.acts(boss, "/content/banners/{id}/remove", "/content/banners/"+r.at("id")+"/remove", gone("活动结束", 2), 204, "content.banner")
	block := w.acts(boss, "/content/blocks", "/content/blocks", map[string]any{"html": "<p>每日红包</p>"}, 200, "content.block").at("id")
	r = w.acts(boss, "/content/promotions", "/content/promotions", aPromotion("", block), 200, "content.promotion")
	w.acts(boss, "/content/promotions/order", "/content/promotions/order", placed(1, r.at("id")), 204, "content.promotion")
	w.acts(boss, "/content/promotions/{id}/remove", "/content/promotions/"+r.at("id")+"/remove", gone("活动结束", 2), 204, "content.promotion")
	w.acts(boss, "/content/blocks/{id}/remove", "/content/blocks/"+block+"/remove", gone("活动结束", 1), 204, "content.block")
	w.acts(boss, "/games/{id}", "/games/260002", map[string]any{"hidden": true}, 200, "game.edit")
	w.acts(boss, "/games/{id}/about", "/games/260002/about", map[string]any{"payback": 9650, "volatility": 2, "stakeMin": "1.00", "stakeMax": "500.00", "rules": "比大小", "fun": ""},
		204, "game.about")
	w.acts(boss, "/games/bulk", "/games/bulk", map[string]any{"ids": []string{"260002", "260003", "260004"}, "hidden": true}, 200, "game.edit", "game.edit")
	to := w.h.Clock.Now().Add(60 * minute).UnixMilli()
	w.acts(boss, "/games/maintenance", "/games/maintenance", map[string]any{"ids": []string{"260002"}, "to": to, "reason": "升级"}, 200, "game.maintain")
	const list = "/venues/{code}/games"
	w.acts(boss, list+"/read", "/venues/s47/games/read", nil, 200, "game.list_read")
	w.acts(boss, list+"/rule", "/venues/s47/games/rule", map[string]any{"showNew": true}, 200, "game.list_rule")
	digest := expect(w.t, boss.get("/venues/s47/games"), 200).at("sum.digest")
	w.acts(boss, list+"/apply", "/venues/s47/games/apply", map[string]any{"digest": digest}, 200, "game.list_apply")
}

// site acts out what belongs to the site as a whole.
func (w *witness) site(boss, checker *desk) {
	w.t.Helper()
	agreed := func(path, action string, body map[string]any) {
		w.t.Helper()
		r := w.acts(proven(boss), path, path, body, 202, "approval.request")
		w.acts(proven(checker), "/approvals/{id}/approve", "/approvals/"+r.at("approvalId")+"/approve", nil, 200, action, "approval.approve")
	}
	agreed("/content/support", "content.support", map[string]any{"link": "https://support.example.com/", "reason": "更换客服系统"})
	agreed("/content/downloads", "content.download", map[string]any{"items": []any{map[string]any{"name": "Android", "link": "/app/hongyun.apk"}}, "reason": "发布应用"})
	w.acts(boss, "/content/house", "/content/house", map[string]any{"arbiter": "仲裁机构", "email": "cs@example.com"}, 204, "content.house")
	w.acts(boss, "/content/frames", "/content/frames", map[string]any{"hosts": []string{"help.example.com"}}, 204, "content.frames")
	w.acts(boss, "/content/maintenance", "/content/maintenance", map[string]any{"on": true, "reason": "升级系统"}, 200, "content.maintenance")
	w.acts(boss, "/content/maintenance", "/content/maintenance", map[string]any{"on": false, "base": 1, "reason": "升级完成"}, 200, "content.maintenance")
}
