package fault_test

import (
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"hongyun/internal/proof"
)

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
	breaks := func(point string) {
		if point == at && left.Add(-1) >= 0 {
			panic("the fault of this run")
		}
	}
	r.seams.Store(&breaks)
	if n := d.pay(nil); n != 0 && left.Load() > 0 {
		r.errorf("understood although we broke at %s", at)
	}
	r.waitFor("the gateway to try again", func() bool { return left.Load() <= 0 })
	r.seams.Store(nil)
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
