package fault_test

import (
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"crypto/md5" //nolint:gosec // the convention signs with MD5
	"encoding/hex"
	"slices"

	"hongyun/internal/apptest"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/proof"
	"hongyun/internal/staff"
)

const (
	gateway = "gateway:epay"
	expiry  = 1200 * time.Second
)

// deposit is an order to deposit as its player asks for it and sees it.
type deposit struct {
	r      *rig
	amount money.Fen
	key    string
	had    money.Fen // in the centre, before
	sn     string
	reply  apptest.Reply
}

func (r *rig) deposit() *deposit {
	r.t.Helper()
	return &deposit{r: r, amount: r.amount(100, 900) + money.Fen(r.rnd.IntN(100)), key: r.key(), had: r.centre()}
}

func (d *deposit) ask() (apptest.Reply, error) {
	return d.r.call(d.key, "/v1/Do/CallDepositPay", "payment_id", "2", "amount", d.amount.String(), "device_id", "1")
}

// place sends the order as the player's browser does, or repeats it.
func (d *deposit) place() *deposit {
	d.r.t.Helper()
	reply, err := d.ask()
	d.r.ok(err)
	d.reply = reply
	if reply.OK() {
		if sn := reply.Text("Data.order_sn"); d.sn != "" && d.sn != sn {
			d.r.errorf("the order %s is now %s", d.sn, sn)
		} else if d.sn = sn; reply.Text("Data.link") == "" {
			d.r.errorf("an order that leads nowhere: %s", reply)
		}
	}
	return d
}

// open places an order that nothing is wrong with.
func (r *rig) openDeposit() *deposit {
	r.t.Helper()
	d := r.deposit().place()
	if d.sn == "" {
		r.t.Fatalf("%s × %s, seed %d: %s", r.row, r.flow, r.seed, d.reply)
	}
	return d
}

// number finds the order's number where its player was not given one.
func (d *deposit) number() string {
	d.r.t.Helper()
	if d.sn == "" {
		d.r.ok(d.r.h.DB.NewRaw("SELECT sn FROM deposit WHERE player = ? ORDER BY created_at DESC, sn DESC LIMIT 1", d.r.id).Scan(d.r.t.Context(), &d.sn))
	}
	return d.sn
}

// strikes sets a switch for this order alone.
func (d *deposit) strikes(call, kind string, times int) *deposit {
	d.r.t.Helper()
	d.r.fault(wish{Target: gateway, Call: call, Fault: kind, Times: times, Order: d.number()})
	return d
}

// pay has the payer pay at the gateway, or the gateway tell of it again, and
// gives how many notices were understood.
func (d *deposit) pay(how map[string]any) int {
	d.r.t.Helper()
	if how == nil {
		how = map[string]any{}
	}
	got := d.r.control(http.MethodPost, "/gateways/epay/orders/"+d.number()+"/pay", how)
	delivered, _ := got["delivered"].(float64)
	return int(delivered)
}

// see has the player look at the order, and holds what they are told against
// what they have.
func (d *deposit) see(status string) {
	d.r.t.Helper()
	reply, err := d.r.call(d.r.key(), "/v1/Do/DepositOrder", "OrderSn", d.number())
	d.r.ok(err)
	told := reply.Text("Data.status")
	if got := d.r.centre() - d.had; (told == "credited") != (got > 0) {
		d.r.errorf("the player is told %q and has got %s: %s", told, got, reply)
	}
	if told != status {
		d.r.errorf("the player is told %q, not %q", told, status)
	}
}

// waits lets time go by while the house asks and expires.
func (r *rig) waits(d time.Duration) {
	r.t.Helper()
	for until := r.h.Clock.Now().Add(d); r.h.Clock.Now().Before(until); {
		r.h.Clock.Advance(min(time.Duration(20+r.rnd.IntN(60))*time.Second, until.Sub(r.h.Clock.Now())))
		r.ok(r.h.Cashier.Deposits.PollOpen(r.t.Context()))
		r.ok(r.h.Cashier.Deposits.ExpireOld(r.t.Context()))
	}
}

// credited wants the order credited with this, once, and told of once.
func (d *deposit) credited(amount money.Fen) {
	d.r.t.Helper()
	d.see("credited")
	if got := d.r.centre() - d.had; got != amount {
		d.r.errorf("%s arrived for %s and the player got %s", amount, d.sn, got)
	}
	if n := d.r.count("SELECT COUNT(*) FROM deposit_notice WHERE sn = ?", d.sn); n != 1 {
		d.r.errorf("told of %d times", n)
	}
}

// isCase wants the order in review, nothing credited, and people to see why.
func (d *deposit) isCase(why string) {
	d.r.t.Helper()
	d.see("review")
	d.r.want(d.r.maker.get("/deposits?state=review&order="+d.sn), http.StatusOK, "total", "1", "items.0.order", d.sn)
	a := d.r.want(d.r.maker.get("/deposits/"+d.sn), http.StatusOK, "state", "review")
	if !strings.Contains(a.at("reviewReason"), why) {
		d.r.errorf("the case says %q, not %q", a.at("reviewReason"), why)
	}
}

// byTwoPeople credits a case with what arrived, by two people; one alone cannot.
func (d *deposit) byTwoPeople(received money.Fen) {
	d.r.t.Helper()
	d.r.byTwo(d.r.maker.post("/deposits/"+d.sn+"/resolve", map[string]any{
		"action": "credit", "received": received.String(), "reason": "与支付通道核对一致",
	}))
	d.credited(received)
}

// notice sends a notice of ours making, rightly signed, to the order's address.
func (d *deposit) notice(changes map[string]string) int {
	d.r.t.Helper()
	var at string
	d.r.ok(d.r.h.DB.NewRaw("SELECT token FROM deposit WHERE sn = ?", d.number()).Scan(d.r.t.Context(), &at))
	contract := d.r.h.Config.Companies.Gateways[0]
	fields := map[string]string{
		"pid": contract.PID, "trade_no": "T" + d.sn, "out_trade_no": d.sn, "type": "alipay", "name": "deposit",
		"money": d.amount.String(), "trade_status": "TRADE_SUCCESS",
	}
	for name, value := range changes {
		fields[name] = value
	}
	return d.r.hook(at, signedNotice(fields, contract.Key))
}

func signedNotice(fields map[string]string, key string) url.Values {
	var parts []string
	values := url.Values{}
	for name, value := range fields {
		parts = append(parts, name+"="+value)
		values.Set(name, value)
	}
	slices.Sort(parts)
	sum := md5.Sum([]byte(strings.Join(parts, "&") + key)) //nolint:gosec // see above
	values.Set("sign", hex.EncodeToString(sum[:]))
	values.Set("sign_type", "MD5")
	return values
}

// hook sends a notice to the address with this token and gives the status.
func (r *rig) hook(token string, values url.Values) int {
	r.t.Helper()
	response, err := http.Get(r.h.URL("hooks") + "/pay/epay/" + token + "?" + values.Encode())
	r.ok(err)
	_ = response.Body.Close()
	return response.StatusCode
}

// F1 of deposits: the order, the notice, or the payment itself never arrives.
func depositLost(r *rig) {
	switch r.rnd.IntN(3) {
	case 0: // the order to the gateway
		d := r.deposit()
		r.fault(wish{Target: gateway, Call: "create", Fault: "drop_request"})
		if d.place(); d.sn != "" || d.reply.Status == http.StatusOK && d.reply.OK() {
			r.errorf("placed although nobody heard: %s", d.reply)
		}
		d.see("pending")
		d.place()
		d.pay(nil)
		d.credited(d.amount)
	case 1: // every notice: we ask
		d := r.openDeposit().strikes("transfer_in", "drop_request", -1)
		d.pay(nil)
		d.see("pending")
		r.waits(time.Duration(1+r.rnd.IntN(15)) * time.Minute)
		d.credited(d.amount)
	default: // nobody pays, or much too late: never silently lost
		d := r.openDeposit()
		r.waits(expiry + time.Duration(1+r.rnd.IntN(60))*time.Minute)
		d.see("expired")
		if r.chance(60) {
			if r.chance(50) {
				d.strikes("transfer_in", "drop_request", -1)
			}
			d.pay(nil)
			r.waits(3 * time.Hour)
			d.isCase("过期后到账")
			d.byTwoPeople(d.amount)
		}
	}
}

// F2: our answer to the notice is lost, so it comes again.
func depositAnswerLost(r *rig) {
	d := r.openDeposit().strikes("transfer_in", "drop_response", r.upTo(2))
	d.pay(nil)
	for range r.upTo(3) {
		d.pay(nil)
	}
	d.credited(d.amount)
}

// F3: we break in the middle of a notice. It is not acknowledged, and credited
// when it comes again.
func depositBreaks(r *rig) {
	d := r.openDeposit()
	var left atomic.Int32
	left.Store(int32(r.upTo(2)))
	at := pick(r, "Callback.C0", "Callback.C1", "Callback.C2", "Callback.C4", "Callback.C5", "Callback.C7")
	r.seams = func(point string) {
		if point == at && left.Add(-1) >= 0 {
			panic("the fault of this run")
		}
	}
	if n := d.pay(nil); n != 0 && left.Load() > 0 {
		r.errorf("understood although we broke at %s", at)
	}
	r.waitFor("the gateway to try again", func() bool { return left.Load() <= 0 })
	r.seams = nil
	d.pay(nil)
	d.credited(d.amount)
}

// F4: the payment is known only much later.
func depositLate(r *rig) {
	d := r.openDeposit().strikes("transfer_in", "drop_request", -1).strikes("status", pick(r, "not_found_flap", "maintenance", "html"), -1)
	d.pay(nil)
	late := r.chance(50)
	if late {
		r.waits(expiry + time.Duration(1+r.rnd.IntN(30))*time.Minute)
	} else {
		r.waits(time.Duration(1+r.rnd.IntN(18)) * time.Minute)
		d.see("pending")
	}
	r.healthy()
	if r.chance(50) {
		d.pay(nil)
	} else {
		r.waits(pick(r, 2*time.Minute, 3*time.Hour))
		if !late {
			d.pay(nil)
		} else {
			r.waits(3 * time.Hour)
		}
	}
	if late && r.count("SELECT COUNT(*) FROM deposit WHERE sn = ? AND state = 'review'", d.sn) == 1 {
		d.isCase("过期后到账")
		d.byTwoPeople(d.amount)
		return
	}
	d.credited(d.amount)
}

// F5: the gateway, or the payer's bank, says no.
func depositRefused(r *rig) {
	if r.chance(50) {
		d := r.deposit()
		r.fault(wish{Target: gateway, Call: "create", Fault: "refuse"})
		if d.place(); d.reply.OK() || d.reply.Status != http.StatusOK {
			r.errorf("a refused order: %s", d.reply)
		}
		d.see("closed")
		return
	}
	d := r.openDeposit().strikes("transfer_in", pick(r, "refuse", "player_in_game", "maintenance"), 1)
	if _, status, err := r.tell(http.MethodPost, "/gateways/epay/orders/"+d.sn+"/pay", map[string]any{}); err != nil || status != http.StatusConflict {
		r.errorf("paid: %d, %v", status, err)
	}
	r.waits(5 * time.Minute)
	d.see("pending")
	if r.chance(50) {
		r.waits(expiry)
		d.see("expired")
		return
	}
	d.pay(nil)
	d.credited(d.amount)
}

// F6: nonsense in place of an answer or a notice.
func depositNonsense(r *rig) {
	switch r.rnd.IntN(3) {
	case 0:
		d, kind := r.deposit(), pick(r, "truncated", "html", "empty", "garbage", "unknown_code")
		r.fault(wish{Target: gateway, Call: "create", Fault: kind})
		if d.place(); d.reply.OK() {
			r.errorf("%s was taken for an order: %s", kind, d.reply)
		}
		d.number()
		if r.count("SELECT COUNT(*) FROM deposit WHERE sn = ? AND state = 'closed'", d.sn) == 1 {
			d.pay(nil) // taken for a no, and the gateway has the order: what is paid for it is a case
			d.isCase("到账")
			d.byTwoPeople(d.amount)
			return
		}
		d.place()
		d.pay(nil)
		d.credited(d.amount)
	case 1:
		d := r.openDeposit().strikes("transfer_in", "garbage", 3)
		d.pay(nil)
		d.see("pending")
		r.waitFor("the gateway to give up", func() bool { return len(r.control(http.MethodGet, "/faults", nil)["faults"].([]any)) == 0 })
		d.pay(nil)
		d.credited(d.amount)
	default:
		d := r.openDeposit().strikes("status", pick(r, "truncated", "html", "empty", "unknown_code", "say_failed"), -1)
		if n := d.pay(nil); n != 0 {
			r.errorf("acknowledged although the question was answered with nonsense")
		}
		r.waits(time.Duration(1+r.rnd.IntN(5)) * time.Minute)
		d.see("pending")
		r.healthy()
		r.waits(3 * time.Minute)
		d.credited(d.amount)
	}
}

// F7: the notice comes very often, many at once. Each is acknowledged, one
// credits. A thousand times for one seed.
func depositDuplicates(r *rig) {
	times := 1 + r.upTo(20)
	if r.seed == 1 {
		times = proof.Of(50, 1000)
	}
	d := r.openDeposit()
	if n := d.pay(map[string]any{"times": times}); n < times*9/10 {
		r.errorf("%d of %d notices were acknowledged", n, times)
	}
	d.credited(d.amount)
	r.waits(5 * time.Minute)
	d.credited(d.amount)
}

// F8: the notice is there before the answer to our order; and one for an order
// nobody knows.
func depositBeforeReply(r *rig) {
	d := r.deposit()
	r.fault(wish{Target: gateway, Call: "create", Fault: "slow_answer"})
	answered := make(chan struct{})
	go func() {
		defer close(answered)
		d.reply, _ = d.ask() // no answer reads as no success
	}()
	r.waitHeld()
	d.number()
	stranger := strings.Repeat(pick(r, "A", "b", "7"), 32)
	if status := r.hook(stranger, signedNotice(map[string]string{"out_trade_no": d.sn}, "no key")); status != http.StatusNotFound {
		r.errorf("a notice for nobody's order is answered %d", status)
	}
	d.see("pending")
	d.pay(nil)
	d.credited(d.amount)
	r.release()
	<-answered
	if !d.reply.OK() || d.reply.Text("Data.order_sn") != d.sn {
		r.errorf("the late reply to an order that is credited already: %s", d.reply)
	}
	d.credited(d.amount)
}

// F9: yes after the end, and no after the credit.
func depositOutOfOrder(r *rig) {
	d := r.openDeposit()
	switch r.rnd.IntN(3) {
	case 0: // paid after it expired
		r.waits(expiry + time.Minute)
		d.see("expired")
		d.pay(nil)
		d.isCase("过期后到账")
	case 1: // paid after staff closed it
		r.want(r.maker.post("/deposits/"+d.sn+"/reject", map[string]any{"reason": "玩家要求关闭"}), http.StatusOK)
		d.see("closed")
		d.pay(nil)
		d.isCase("到账")
	default: // "closed", rightly signed, for what is credited: people see the contradiction, and nothing moves
		d.pay(nil)
		d.credited(d.amount)
		for range r.upTo(3) {
			d.notice(map[string]string{"trade_status": "TRADE_CLOSED"})
		}
		d.credited(d.amount)
		r.want(r.maker.get("/deposits/"+d.sn), http.StatusOK, "state", "credited")
		r.contradictionShown(d)
		return
	}
	d.pay(nil) // again: one case, one payment
	d.byTwoPeople(d.amount)
}

// F10: taken back before we heard of it, or after it was credited. The convention
// has no notice of that: people read it off the statement, and two of them take
// it back, as far as the player has it; the rest is owed.
func depositReversed(r *rig) {
	if r.chance(50) {
		r.chargeback()
		return
	}
	d := r.openDeposit().strikes("transfer_in", "drop_request", -1)
	d.pay(nil)
	r.control(http.MethodPost, "/gateways/epay/orders/"+d.sn+"/reverse", nil)
	r.waits(time.Duration(1+r.rnd.IntN(10)) * time.Minute)
	d.see("pending")
	if d.notice(nil) == http.StatusOK { // the notice of the payment that is no more
		r.errorf("acknowledged, and the gateway has nothing")
	}
	r.waits(expiry)
	d.see("expired")
}

func (r *rig) chargeback() {
	r.t.Helper()
	d := r.openDeposit()
	d.pay(nil)
	d.credited(d.amount)
	if r.chance(50) {
		r.spend(d.amount)
	}
	r.control(http.MethodPost, "/gateways/epay/orders/"+d.sn+"/reverse", nil)
	left, ref := r.centre(), reference()
	back := func() answer {
		return r.maker.post("/deposits/"+d.sn+"/reverse", map[string]any{"reference": ref, "reason": "支付通道对账单显示已退款"})
	}
	r.byTwo(back())
	r.want(back(), http.StatusConflict)
	take := min(d.amount, left)
	if got := left - r.centre(); got != take {
		r.errorf("%s was taken back, not %s", got, take)
	}
	if owed := d.amount - take; owed > 0 {
		r.want(r.maker.get("/cases?kind=owed&player="+r.id), http.StatusOK, "total", "1", "items.0.amount", owed.String())
		r.byTwo(r.maker.post("/players/"+r.id+"/owed", map[string]any{"action": "forgive", "amount": owed.String(), "reason": "无法追回"}))
	}
}

// F11, F12: another amount arrives than was asked for, by a fen or a hundredfold.
func depositOtherAmount(r *rig) {
	d := r.openDeposit()
	if r.chance(25) { // the notice says one thing and the answer to our question another
		d.strikes("status", "wrong_amount", -1)
		d.pay(nil)
		d.isCase("不符")
		r.healthy()
		d.byTwoPeople(d.amount)
		return
	}
	other := pick(r, d.amount-1, d.amount+1, d.amount*100, max(d.amount/100, 1), max(d.amount-money.Fen(r.rnd.IntN(9000)), 1)+1)
	if other == d.amount {
		other++
	}
	heard := r.chance(60)
	if !heard {
		d.strikes("transfer_in", "drop_request", -1)
	}
	d.pay(map[string]any{"amount": other.String()})
	if !heard {
		r.waits(3 * time.Minute)
	}
	d.isCase("不符")
	d.pay(nil)
	r.want(r.maker.post("/deposits/"+d.sn+"/resolve", map[string]any{"action": "credit", "received": d.amount.String(), "reason": "按订单金额入账"}), http.StatusUnprocessableEntity)
	d.byTwoPeople(other)
}

func depositOtherUnit(r *rig) {
	d := r.openDeposit()
	if r.chance(40) { // only shown so, in the answer to our question
		d.strikes("status", "wrong_unit", -1)
		d.pay(nil)
		d.isCase("不符")
		d.byTwoPeople(d.amount)
		return
	}
	d.strikes("transfer_in", "wrong_unit", 1)
	d.pay(nil)
	d.isCase("不符")
	d.byTwoPeople(d.amount * 100)
}

// F13: rightly signed, and of another order or another merchant.
func depositWrongAddressee(r *rig) {
	d := r.openDeposit()
	switch r.rnd.IntN(3) {
	case 0:
		d.strikes("transfer_in", pick(r, "wrong_order", "wrong_merchant"), 3)
		d.pay(nil)
		d.see("pending")
		r.waitFor("the gateway to give up", func() bool { return len(r.control(http.MethodGet, "/faults", nil)["faults"].([]any)) == 0 })
		if a := r.maker.get("/deposits/" + d.sn); a.at("callbacks.0.verdict") != "bad_signature" {
			r.errorf("people do not see what came: %s", a)
		}
	case 1: // the payment of one order at the address of another, which is paid too
		r.h.Clock.Advance(5 * time.Second)
		other := r.openDeposit()
		if status := d.notice(map[string]string{"out_trade_no": other.sn, "money": other.amount.String()}); status != http.StatusForbidden {
			r.errorf("the notice of another order is answered %d", status)
		}
		d.see("pending")
		other.see("pending")
	default:
		d.strikes("status", pick(r, "wrong_order", "wrong_merchant"), -1)
		if d.pay(nil) != 0 {
			r.errorf("acknowledged on an answer about something else")
		}
		d.see("pending")
		r.healthy()
	}
	d.pay(nil)
	d.credited(d.amount)
}

// F15: whom we ask is down or lies: a notice alone credits nothing.
func depositQuestionsFail(r *rig) {
	d := r.openDeposit().strikes("status", pick(r, "not_found_flap", "maintenance", "drop_request", "commit_then_500", "refuse"), -1)
	if d.pay(nil) != 0 {
		r.errorf("acknowledged although nobody confirmed it")
	}
	d.see("pending")
	if r.chance(30) { // until it is too late
		r.waits(expiry + time.Minute)
		d.see("expired")
		r.healthy()
		r.waits(3 * time.Hour)
		d.isCase("过期后到账")
		d.byTwoPeople(d.amount)
		return
	}
	r.waits(time.Duration(r.rnd.IntN(15)) * time.Minute)
	d.see("pending")
	r.healthy()
	r.waits(3 * time.Minute)
	d.credited(d.amount)
}

// F16: the player says it is paid, orders again, and is frozen. None of it is
// proof, and what was paid is still the player's. There are no deposit limits
// yet that an arrival could pass.
func depositPlayerActs(r *rig) {
	d, frozen := r.openDeposit(), false
	for range r.upTo(5) {
		switch r.rnd.IntN(4) {
		case 0:
			for range r.upTo(20) { // trust CBK-6
				_, err := r.call(r.key(), "/v1/Do/DepositPayAction", "OrderSn", d.sn)
				r.ok(err)
			}
		case 1:
			if d.place(); !d.reply.OK() {
				r.errorf("the same order again: %s", d.reply)
			}
		case 2:
			if reply := r.withdraw(r.centre() + d.amount); reply.OK() {
				r.errorf("a withdrawal of what has not arrived: %s", reply)
			}
		case 3:
			if !frozen {
				frozen = true
				r.ok(r.h.Guard.Freeze(r.t.Context(), staff.System("test"), r.id, []guard.Act{guard.Deposit, guard.Withdraw}, time.Time{}, "风控冻结测试"))
			}
		}
		if got := r.centre() - d.had; got != 0 {
			r.errorf("credited %s on the player's word", got)
		}
	}
	d.pay(nil)
	d.credited(d.amount)
	if frozen {
		if reply := r.withdraw(r.centre()); reply.OK() {
			r.errorf("a frozen player withdraws: %s", reply)
		}
		r.ok(r.h.Guard.Unfreeze(r.t.Context(), staff.System("test"), r.id, []guard.Act{guard.Deposit, guard.Withdraw}, "测试结束"))
	}
}

// F18: the gateway is closed when the order comes.
func depositMaintained(r *rig) {
	d := r.deposit()
	r.fault(wish{Target: gateway, Call: "create", Fault: "maintenance", Times: r.upTo(2)})
	for range 3 {
		if d.place(); d.reply.OK() {
			break
		}
		d.see("pending")
	}
	d.pay(nil)
	d.credited(d.amount)
}

// contradictionShown wants people to find a "not paid" about a credited order.
func (r *rig) contradictionShown(d *deposit) {
	r.t.Helper()
	a := r.maker.get("/deposits/" + d.sn)
	if !strings.Contains(string(a.Raw), "未支付") {
		r.errorf("nobody sees that the gateway takes it back: %s", a)
	}
}
