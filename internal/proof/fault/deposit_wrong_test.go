package fault_test

import (
	"net/http"
	"strings"
	"time"

	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

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
		d.credited(d.amount) // told late, and paid in time by the gateway's clock
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
func (r *rig) contradictionShown(d *depositStory) {
	r.t.Helper()
	a := r.maker.get("/deposits/" + d.sn)
	if !strings.Contains(string(a.Raw), "未支付") {
		r.errorf("nobody sees that the gateway takes it back: %s", a)
	}
}
