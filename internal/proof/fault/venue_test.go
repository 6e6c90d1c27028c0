package fault_test

import (
	"net/http"
	"strings"
	"sync"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/proof"
	"hongyun/internal/staff"
	"hongyun/internal/wallet"
)

// A venue's word that it never heard of a transfer does not count before this:
// the call's time, and the time the transfer has to become visible.
const bound = answersWithin + time.Minute

// some is an order of a chance amount with enough money on both sides for it.
func (r *rig) some() *order {
	r.t.Helper()
	amount := r.amount(1, 900)
	r.purse(amount+2000*money.Yuan, amount+2000*money.Yuan)
	return r.order(r.way(), "ky", amount)
}

// strikes sends the order into a fault and has the player look again, some
// times, at some moments before anything can be known.
func (o *order) strikes(w wish) *order {
	r := o.r
	r.t.Helper()
	w.Call = o.way.call()
	r.fault(w)
	o.send()
	if o.status != 0 {
		return o
	}
	if o.way == in && o.held() != o.amount {
		r.errorf("%s in transit, not %s", o.held(), o.amount)
	}
	for range r.rnd.IntN(3) {
		r.pass(time.Duration(r.rnd.IntN(900)) * time.Millisecond)
		o.see(0)
	}
	return o
}

// silent has the venue not answer questions about the order, or answer nonsense,
// some times.
func (o *order) silent(times int) {
	o.r.t.Helper()
	for range times {
		o.r.fault(wish{Call: "status", Order: o.transfer().Ref, Fault: pick(o.r,
			"drop_request", "drop_response", "commit_then_500", "maintenance", "refuse", "html", "empty", "truncated", "unknown_code", "wrong_order", "processing")})
	}
}

// comesTrue ends the order as the venue has it.
func (o *order) comesTrue(status int) {
	o.r.t.Helper()
	o.ends(30 * time.Minute)
	o.see(status)
}

// F1: the request never arrives. Not before the venue has had its time is "never
// heard of it" a no.
func requestLost(r *rig) {
	o := r.some().strikes(wish{Fault: "drop_request"})
	if r.chance(50) {
		o.silent(r.upTo(3))
	}
	for began := o.transfer().CreatedAt; ; {
		if r.pass(time.Duration(2+r.rnd.IntN(20)) * time.Second); r.h.Clock.Now().Sub(began) >= bound {
			break
		}
		o.see(0)
	}
	o.comesTrue(2)
}

// F2, F3: they did it, and we did not hear so.
func responseLost(r *rig) { answerLost(r, "drop_response") }
func brokenAnswer(r *rig) { answerLost(r, "commit_then_500") }

func answerLost(r *rig, kind string) {
	o := r.some().strikes(wish{Fault: kind})
	if r.chance(50) {
		o.silent(r.upTo(4))
	}
	o.comesTrue(1)
}

// F4: they are slow. It is done in the end: before the venue's "never heard of
// it" counts, or so late that the player has the money back, which is a case.
func slow(r *rig) {
	o := r.some()
	if r.seed == 1 && proof.Whole() { // once with a clock that really runs out
		o.strikes(wish{Fault: "delay", Delay: int((answersWithin + 500*time.Millisecond).Milliseconds())})
		r.waitFor("the venue to get round to it", func() bool { return r.atVenue("ky") != o.before })
		o.comesTrue(1)
		return
	}
	o.strikes(wish{Fault: "late"})
	if r.chance(50) {
		for range r.rnd.IntN(4) {
			r.pass(time.Duration(1+r.rnd.IntN(15)) * time.Second)
			o.see(0)
		}
		r.release()
		o.comesTrue(1)
		return
	}
	o.comesTrue(2)
	if o.way == in && r.chance(40) { // and the player has spent it meanwhile
		r.spend(o.amount)
	}
	r.release()
	o.lied = true // it said no, twice
	r.turnsUp(o)
	o.byTwoPeople("done")
}

// spend takes money the player has got back elsewhere, so that less than the
// amount is left in the centre.
func (r *rig) spend(amount money.Fen) {
	r.t.Helper()
	if left := (r.centre() - amount/2).Whole(); left > 0 {
		if o := r.order(in, "leg", left).send(); o.status != 1 {
			r.errorf("spending: %s", o.reply)
		}
	}
}

// turnsUp lets time go by until the venue's late yes is heard.
func (r *rig) turnsUp(o *order) {
	r.t.Helper()
	r.pass(time.Duration(600+r.rnd.IntN(600)) * time.Second)
	o.isCase(wallet.Disputed)
	if again := r.order(o.way, "ky", money.Yuan).send(); again.status != -1 {
		r.errorf("a new transfer in the middle of a dispute: %s", again.reply)
	}
}

// F5: a clear no, for one reason or another.
func refused(r *rig) {
	o := r.some()
	switch {
	case o.way == out && r.chance(40): // more than is there
		o.amount += o.before.Whole()
		o.send()
	default:
		o.strikes(wish{Fault: pick(r, "refuse", "player_in_game")})
	}
	if o.status != 2 {
		r.errorf("a clear no is shown as %s", o.reply)
	}
	r.pass(time.Hour)
	o.see(2)
}

// F6: an answer that is none, to the order or to the question about it.
func nonsense(r *rig) {
	o := r.some()
	if r.chance(50) {
		r.fault(wish{Call: "status", Fault: pick(r, "truncated", "html", "empty", "unknown_code", "garbage")})
	}
	o.strikes(wish{Fault: pick(r, "truncated", "html", "empty", "unknown_code", "garbage")})
	if o.status == 2 {
		r.errorf("nonsense was taken for a no: %s", o.reply)
	}
	if o.status == 0 {
		o.silent(r.rnd.IntN(3))
		o.comesTrue(1)
	}
}

// F7: everything comes many times: the request at the venue, the player's
// order, the resolver's answer. A thousand times for one seed.
func duplicates(r *rig) {
	o := r.some()
	times := r.upTo(20)
	if r.seed == 1 {
		times = proof.Of(50, 1000)
	}
	o.strikes(wish{Fault: pick(r, "duplicate", "drop_response")})
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := worker; i < times; i += 8 {
				reply, err := o.ask()
				if err != nil || reply.Text("OrderSn") != o.ref || reply.Text("Status") == "2" {
					r.errorf("a repetition: %s, %v", reply, err)
				}
			}
		})
	}
	for range min(times, 20) {
		r.pass(time.Second)
	}
	all.Wait()
	o.comesTrue(1)
	for range min(times, 50) {
		o.see(1)
		r.pass(time.Second)
	}
}

// F8: the resolver has settled the order before the answer to its sending comes.
func answerAfterTheEnd(r *rig) {
	o := r.some()
	r.fault(wish{Call: o.way.call(), Fault: "slow_answer"})
	answered := o.background()
	r.waitHeld()
	o.transfer()
	o.see(0)
	o.ends(2 * time.Minute)
	o.see(1)
	entries := r.count("SELECT COUNT(*) FROM entry WHERE ref = ?", o.id)
	r.release()
	<-answered
	if o.told(o.reply).status != 1 {
		r.errorf("the late answer is shown as %s", o.reply)
	}
	if n := r.count("SELECT COUNT(*) FROM entry WHERE ref = ?", o.id); n != entries {
		r.errorf("the late answer booked %d entries more", n-entries)
	}
}

// F9: yes after no, and no after yes. What was proved first stands, and what
// contradicts it is a case that two people settle.
func outOfOrder(r *rig) {
	o := r.some()
	o.lied = true
	switch r.rnd.IntN(3) {
	case 0: // the question is answered no, then the answer to the sending is yes
		r.contradicted(o, wish{Fault: "slow_answer"}, "say_failed", wallet.Refused)
		o.byTwoPeople("done")
	case 1: // the question is answered yes, then the answer to the sending is no
		r.contradicted(o, wish{Fault: "refuse", Hold: true}, "say_done", wallet.Completed)
		o.byTwoPeople("refused")
	default: // never heard of it, twice; and yes in the end
		o.strikes(wish{Fault: "drop_response"})
		r.fault(wish{Call: "status", Order: o.transfer().Ref, Fault: "not_found_flap", Times: -1})
		if t := o.ends(time.Hour); t.SettledAt.Sub(t.CreatedAt) < bound+time.Minute {
			r.errorf("%s was enough for a no", t.SettledAt.Sub(t.CreatedAt))
		}
		o.see(2)
		r.healthy()
		r.turnsUp(o)
		o.byTwoPeople("done")
	}
}

// contradicted has the venue say one thing about an order when asked, while the
// answer to its sending, held back, says the other.
func (r *rig) contradicted(o *order, sending wish, status string, first wallet.State) {
	r.t.Helper()
	sending.Call = o.way.call()
	r.fault(sending)
	answered := o.background()
	r.waitHeld()
	r.fault(wish{Call: "status", Order: o.transfer().Ref, Fault: status})
	o.ends(2 * time.Minute)
	o.becomes(first)
	r.release()
	<-answered
	o.told(o.reply)
	o.isCase(wallet.Disputed)
}

// F10: they did it, and took it back: before we could hear of it, or after both
// sides had it as done. Then staff who ask hear the contradiction.
func reversed(r *rig) {
	o := r.some()
	if r.chance(50) {
		o.strikes(wish{Fault: "drop_response"})
		o.silent(r.rnd.IntN(3))
		r.control(http.MethodPost, "/venues/ky/transfers/"+o.ref+"/reverse", nil)
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
	r.control(http.MethodPost, "/venues/ky/transfers/"+o.ref+"/reverse", nil)
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
	o := r.order(r.way(), "ky", amount)
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
	moved := r.atVenue("ky") - o.before
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
// player nor order; what can be confused is the command that is answered.
func wrongAddressee(r *rig) {
	o := r.some().strikes(wish{Fault: "wrong_order"})
	if o.status != 0 {
		r.errorf("the answer to another command counts: %s", o.reply)
	}
	r.fault(wish{Call: "status", Order: o.ref, Fault: "wrong_order", Times: r.upTo(4)})
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
	switch r.rnd.IntN(3) {
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

// F16: the player does not sit still.
func playerActs(r *rig) {
	o := r.some().strikes(wish{Fault: "drop_response"})
	r.fault(wish{Call: "status", Order: o.ref, Fault: "maintenance", Times: -1})
	sum := r.sum()
	frozen := false
	for range 3 + r.rnd.IntN(4) {
		r.pass(time.Duration(1+r.rnd.IntN(10)) * time.Second)
		switch r.rnd.IntN(5) {
		case 0: // single flight at each venue, whichever way
			if other := r.order(pick(r, in, out), "ky", r.amount(1, 100)).send(); other.status != -1 {
				r.errorf("a second transfer beside an open one: %s", other.reply)
			}
		case 1: // a withdrawal sees the centre and nothing else
			if reply := r.withdraw(r.centre() + money.Yuan); reply.OK() {
				r.errorf("a withdrawal of more than the centre has: %s", reply)
			}
		case 2:
			if other := r.order(in, "leg", money.Yuan).send(); !frozen && other.status != 1 || frozen && other.status != -1 {
				r.errorf("a transfer elsewhere (frozen: %v): %s", frozen, other.reply)
			}
		case 3:
			r.recycles(o)
		case 4:
			if !frozen {
				frozen = true
				r.ok(r.h.Guard.Freeze(r.t.Context(), staff.System("test"), r.id, []guard.Act{guard.Transfer, guard.Launch}, time.Time{}, "风控冻结测试"))
			}
		}
		o.see(0)
	}
	r.healthy()
	o.comesTrue(1) // a freeze stops neither
	if now := r.sum(); now != sum {
		r.errorf("the total was %s and is %s", sum, now)
	}
	if frozen {
		r.ok(r.h.Guard.Unfreeze(r.t.Context(), staff.System("test"), r.id, []guard.Act{guard.Transfer, guard.Launch}, "测试结束"))
	}
}

// sum is the player's total, as the page shows it.
func (r *rig) sum() money.Fen {
	r.t.Helper()
	s, err := r.h.Wallets.Summary(r.t.Context(), r.id)
	r.ok(err)
	return s.Sum
}

// recycles presses "all back" while o is open at ky: that venue is left out and
// said to be, the other gives what it has.
func (r *rig) recycles(o *order) {
	r.t.Helper()
	reply, err := r.call(r.key(), "/v1/Do/OneClickRecyclingAction")
	r.ok(err)
	if reply.OK() {
		r.errorf("all is back, and %s is open: %s", o.ref, reply)
	}
	for _, p := range r.parts(reply) {
		if p["venue_code"] == "ky" && (p["Status"] != 3. || !strings.Contains(p["ResultMessage"].(string), "处理中")) {
			r.errorf("the busy venue in a recycle: %v", p)
		}
	}
}

// parts are what a recycle says of each venue: of both, wherever the player was.
func (r *rig) parts(reply apptest.Reply) (all []map[string]any) {
	r.t.Helper()
	list, _ := reply.Body["Data"].([]any)
	for _, p := range list {
		all = append(all, p.(map[string]any))
	}
	if len(all) == 0 {
		r.errorf("a recycle that tells nothing: %s", reply)
	}
	return all
}

// F17: one venue fails in a recycle, in some way; the other gives back what it
// has. The answer says which is which.
func partialRecycle(r *rig) {
	r.purse(500*money.Yuan, r.amount(10, 100))
	if o := r.order(in, "leg", r.amount(1, 200)).send(); o.status != 1 {
		r.errorf("to the second venue: %s", o.reply)
	}
	r.h.Clock.Advance(5 * time.Second)
	sick, well := pick(r, [2]string{"ky", "leg"}, [2]string{"leg", "ky"})[0], ""
	if well = "ky"; sick == "ky" {
		well = "leg"
	}
	had := map[string]money.Fen{"ky": r.atVenue("ky"), "leg": r.atVenue("leg")}
	fault := pick(r, "drop_request", "drop_response", "commit_then_500", "maintenance", "refuse", "player_in_game", "html", "wrong_order")
	call := pick(r, "transfer_out", "balance")
	if fault == "player_in_game" {
		call = "transfer_out"
	}
	r.fault(wish{Target: "venue:" + sick, Call: call, Fault: fault})
	key := r.key()
	reply, err := r.call(key, "/v1/Do/OneClickRecyclingAction")
	r.ok(err)
	for _, p := range r.parts(reply) {
		switch status := p["Status"].(float64); {
		case p["venue_code"] == well && status != 1:
			r.errorf("%s failed (%s, %s) and %s gave nothing back: %s", sick, call, fault, well, reply)
		case p["venue_code"] == sick && status == 1:
			r.errorf("%s failed (%s, %s) and is said to be done: %s", sick, call, fault, reply)
		case p["venue_code"] == sick && status == 2 && r.atVenue(sick) != had[sick]:
			r.errorf("a false failure of %s: %s", sick, reply)
		}
	}
	if reply.OK() && !strings.Contains(reply.Text("ResultMessage"), "处理中") {
		r.errorf("%s failed (%s, %s), and all is said to be well: %s", sick, call, fault, reply)
	}
	for range 12 {
		r.pass(20 * time.Second)
	}
	again, err := r.call(key, "/v1/Do/OneClickRecyclingAction")
	r.ok(err)
	for _, p := range r.parts(again) {
		code, _ := p["venue_code"].(string)
		status, _ := p["Status"].(float64)
		if left := r.atVenue(code); status == 0 || (status == 1) != (left == 0) || status != 1 && left != had[code] {
			r.errorf("after all is settled %s has %s and is shown as %v", code, left, p)
		}
	}
}

// F18: closed for maintenance in the middle, or by us before anything began.
func maintained(r *rig) {
	o := r.some()
	if r.chance(60) {
		o.strikes(wish{Fault: "maintenance"}).comesTrue(2)
		return
	}
	r.want(r.maker.post("/venues/ky/state", map[string]any{"state": "maintenance", "reason": "维护测试"}), http.StatusOK)
	o.send()
	if closed := o.status == -1; closed != (o.way == in) { // the way back is never closed by us
		r.errorf("during our maintenance: %s", o.reply)
	}
	r.want(r.maker.post("/venues/ky/state", map[string]any{"state": "open", "reason": "维护结束"}), http.StatusOK)
}
