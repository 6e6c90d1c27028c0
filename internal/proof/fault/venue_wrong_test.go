package fault_test

import (
	"net/http"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/wallet"
)

// F10: they did it, and took it back: before we could hear of it, or after both
// sides had it as done. Then staff who ask hear the contradiction, unless the vendor
// has no word for it: "never heard of it" contradicts no yes, and the daily comparison
// of balances finds the difference.
func reversed(r *rig) {
	o := r.some()
	if r.chance(50) || r.vendor.saysNoFailed {
		o.strikes(wish{Fault: "drop_response"})
		o.silent(r.rnd.IntN(3))
		r.control(http.MethodPost, "/venues/"+r.vendor.code+"/transfers/"+o.ref+"/reverse", nil)
		o.comesTrue(2)
		return
	}
	if o.send(); o.status != 1 {
		r.errorf("nothing is wrong with it: %s", o.reply)
	}
	o.transfer()
	if o.way == out && r.chance(40) { // and the player has spent it
		r.spend(o.amount)
	}
	r.control(http.MethodPost, "/venues/"+r.vendor.code+"/transfers/"+o.ref+"/reverse", nil)
	r.pass(time.Duration(1+r.rnd.IntN(60)) * time.Minute)
	r.want(r.maker.post("/transfers/"+o.id+"/ask", nil), http.StatusOK, "state", "disputed")
	o.lied = true
	o.isCase(wallet.Disputed)
	o.byTwoPeople("refused")
}

// F11: the venue moved, or says it moved, another amount.
func otherAmount(r *rig) { mismatch(r, "wrong_amount") }

// F12: the venue takes fen for yuan. No protocol here has a currency on the
// wire; what can be mistaken is the unit.
func otherUnit(r *rig) { mismatch(r, "wrong_unit") }

func mismatch(r *rig, kind string) {
	amount := r.amount(1, 9)
	r.purse(2000*money.Yuan, 2000*money.Yuan)
	o := r.order(r.way(), r.vendor.code, amount)
	o.lied = true
	if r.chance(35) { // it is right, and only shown wrong, for a while
		o.strikes(wish{Fault: "drop_response"})
		r.fault(wish{Call: "status", Order: o.ref, Fault: kind, Times: -1})
		r.untilManual(o)
		r.healthy()
		o.lied = false
		for range 3 {
			r.pass(40 * time.Minute)
		}
		o.see(1)
		return
	}
	o.strikes(wish{Fault: kind})
	r.untilManual(o)
	r.otherAmountSettled(o)
}

// otherAmountSettled ends a case in which another amount was moved: two people
// settle it with what the venue really booked, and the books follow.
func (r *rig) otherAmountSettled(o *order) {
	r.t.Helper()
	moved := r.atVenue(r.vendor.code) - o.before
	if moved < 0 {
		moved = -moved
	}
	before := r.centre()
	r.h.Clock.Advance(time.Minute) // people wait for it to be a minute old
	r.byTwo(r.maker.post("/transfers/"+o.id+"/settle", map[string]any{
		"outcome": "done", "proved": moved.String(), "evidence": "场馆对账单核对", "reason": "按场馆实际金额入账",
	}))
	r.want(r.maker.get("/transfers/"+o.id), http.StatusOK, "state", "done")
	back := moved // out: what the venue gave; in: what it did not take
	if o.way == in {
		back = max(o.amount-moved, 0)
	}
	if got := r.centre() - before; got != back {
		r.errorf("the player has %s more in the centre, not %s", got, back)
	}
	if o.send(); o.status != 1 {
		r.errorf("the player sees %s", o.reply)
	}
}

// untilManual lets time go by until a person is called, and wants the case.
func (r *rig) untilManual(o *order) {
	r.t.Helper()
	for range 20 {
		if r.pass(20 * time.Second); o.transfer().State == wallet.Manual {
			break
		}
	}
	o.isCase(wallet.Manual)
	if t := o.transfer(); t.Reason != "amount" {
		r.errorf("the case says %q", t.Reason)
	}
}

// F13: the right form, and about something else. KY's answers name neither
// player nor order; what can be confused is the command that is answered. FB's
// answers to a transfer do not name that either, so only questions are confused.
func wrongAddressee(r *rig) {
	o, sending := r.some(), "wrong_order"
	if r.vendor.namesNothing {
		sending = "drop_response"
	}
	r.fault(wish{Call: "status", Fault: "wrong_order", Times: r.upTo(4)}) // an adapter may ask at once
	if o.strikes(wish{Fault: sending}); o.status != 0 {
		r.errorf("the answer to another command counts: %s", o.reply)
	}
	o.comesTrue(1)
}

// F14: "that order exists": not a no, but something to ask about.
func knownAlready(r *rig) {
	o := r.some()
	open := r.chance(60)
	if open {
		r.fault(wish{Call: "status", Fault: pick(r, "drop_request", "maintenance", "processing", "not_found_flap")})
	}
	o.strikes(wish{Fault: "duplicate"})
	if open != (o.status == 0) || o.status == 2 {
		r.errorf("known already is shown as %s", o.reply)
	}
	o.comesTrue(1)
}

// F15: whom we ask is down, lies, or never answers at all.
func questionsFail(r *rig) {
	o := r.some().strikes(wish{Fault: "drop_response"})
	which := r.rnd.IntN(3)
	if which == 1 && r.vendor.saysNoPending { // an error between two lies does not undo the first
		which = 0
	}
	switch which {
	case 0: // down and lying by turns, then the truth, before two lies agree
		o.silent(r.upTo(5))
		r.fault(wish{Call: "status", Order: o.ref, Fault: "not_found_flap"})
		o.silent(r.rnd.IntN(3))
		o.comesTrue(1)
	case 1: // one lie after the bound, a "being worked on", one lie: they do not agree
		r.h.Clock.Advance(bound + time.Second)
		for _, fault := range []string{"not_found_flap", "processing", "not_found_flap"} {
			r.fault(wish{Call: "status", Order: o.ref, Fault: fault})
		}
		o.comesTrue(1)
	default: // hours of silence: a person has it, who may still be wrong to hurry
		r.fault(wish{Call: "status", Order: o.ref, Fault: pick(r, "maintenance", "drop_request", "html"), Times: -1})
		for o.transfer().State == wallet.Pending && r.h.Clock.Now().Sub(o.transfer().CreatedAt) < 3*time.Hour {
			r.pass(time.Duration(5+r.rnd.IntN(10)) * time.Minute)
		}
		o.isCase(wallet.Manual)
		if r.chance(50) {
			o.byTwoPeople("done")
			return
		}
		r.healthy()
		r.pass(time.Hour)
		o.see(1)
	}
}
