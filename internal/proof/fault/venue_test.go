package fault_test

import (
	"sync"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/proof"
	"hongyun/internal/wallet"
)

// A venue's word that it never heard of a transfer does not count before this:
// the call's time, and the time the transfer has to become visible.
const bound = answersWithin + visibleAfter

// some is an order of a chance amount with enough money on both sides for it.
func (r *rig) some() *order {
	r.t.Helper()
	amount := r.amount(1, 900)
	r.purse(amount+2000*money.Yuan, amount+2000*money.Yuan)
	return r.order(r.way(), r.vendor.code, amount)
}

// strikes sends the order into a fault and has the player look again, some
// times, at some moments before anything can be known.
func (o *order) strikes(w wish) *order {
	r := o.r
	r.t.Helper()
	if w.Call == "" {
		w.Call = o.way.call()
	}
	r.fault(w)
	o.send()
	if o.status != 0 {
		return o
	}
	if o.way == in && o.held() != o.amount {
		r.errorf("%s in transit, not %s", o.held(), o.amount)
	}
	for range r.rnd.IntN(3) {
		r.pass(time.Duration(r.rnd.IntN(750)) * time.Millisecond) // the first question comes after 1.6 s at the earliest
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
	if r.atPrepare() {
		prepareLost(r, "drop_request")
		return
	}
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
	if r.atPrepare() {
		prepareLost(r, kind)
		return
	}
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
		r.waitFor("the venue to get round to it", func() bool { return r.atVenue(r.vendor.code) != o.before })
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
		if o := r.order(in, second, left).send(); o.status != 1 {
			r.errorf("spending: %s", o.reply)
		}
	}
}

// turnsUp lets time go by until the venue's late yes is heard.
func (r *rig) turnsUp(o *order) {
	r.t.Helper()
	r.pass(time.Duration(600+r.rnd.IntN(600)) * time.Second)
	o.isCase(wallet.Disputed)
	if again := r.order(o.way, r.vendor.code, money.Yuan).send(); again.status != -1 {
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
	case r.vendor.neverInGame:
		o.strikes(wish{Fault: "refuse"})
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
	if r.atPrepare() {
		prepareLost(r, pick(r, "truncated", "html", "empty", "garbage"))
		return
	}
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
				if err != nil || reply.Text("OrderSn") != o.number || reply.Text("Status") == "2" {
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
		no := wish{Fault: "say_failed"}
		if r.vendor.saysNoFailed { // nothing but "never heard of it", until that counts
			no = wish{Fault: "not_found_flap", Times: -1}
		}
		r.contradicted(o, wish{Fault: "slow_answer"}, no, wallet.Refused)
		r.healthy()
		o.byTwoPeople("done")
	case 1: // the question is answered yes, then the answer to the sending is no
		r.contradicted(o, wish{Fault: "refuse", Hold: true}, wish{Fault: "say_done"}, wallet.Completed)
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
func (r *rig) contradicted(o *order, sending, question wish, first wallet.State) {
	r.t.Helper()
	sending.Call = o.way.call()
	r.fault(sending)
	answered := o.background()
	r.waitHeld()
	question.Call, question.Order = "status", o.transfer().Ref
	r.fault(question)
	o.ends(10 * time.Minute)
	o.becomes(first)
	r.release()
	<-answered
	o.told(o.reply)
	o.isCase(wallet.Disputed)
}
