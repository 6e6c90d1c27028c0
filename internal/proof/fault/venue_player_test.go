package fault_test

import (
	"net/http"
	"strings"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

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
			if other := r.order(pick(r, in, out), r.vendor.code, r.amount(1, 100)).send(); other.status != -1 {
				r.errorf("a second transfer beside an open one: %s", other.reply)
			}
		case 1: // a withdrawal sees the centre and nothing else
			if reply := r.withdraw(r.centre() + money.Yuan); reply.OK() {
				r.errorf("a withdrawal of more than the centre has: %s", reply)
			}
		case 2:
			if other := r.order(in, second, money.Yuan).send(); !frozen && other.status != 1 || frozen && other.status != -1 {
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
		if p["venue_code"] == r.vendor.code && (p["Status"] != 3. || !strings.Contains(p["ResultMessage"].(string), "处理中")) {
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
	if o := r.order(in, second, r.amount(1, 200)).send(); o.status != 1 {
		r.errorf("to the second venue: %s", o.reply)
	}
	r.h.Clock.Advance(5 * time.Second)
	tested := r.vendor.code
	sick, well := pick(r, [2]string{tested, second}, [2]string{second, tested})[0], ""
	if well = tested; sick == tested {
		well = second
	}
	had := map[string]money.Fen{tested: r.atVenue(tested), second: r.atVenue(second)}
	fault := pick(r, "drop_request", "drop_response", "commit_then_500", "maintenance", "refuse", "player_in_game", "html", "wrong_order")
	call := pick(r, "transfer_out", "balance")
	switch {
	case r.vendor != ky && sick == tested && fault == "wrong_order": // an adapter that asks at once knows better: F13
		fault = "html"
	case r.vendor.neverInGame && sick == tested && fault == "player_in_game":
		fault = "refuse"
	case fault == "player_in_game":
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
		if r.atPrepare() {
			prepareLost(r, "maintenance")
			return
		}
		o.strikes(wish{Fault: "maintenance"}).comesTrue(2)
		return
	}
	r.want(r.maker.post("/venues/"+r.vendor.code+"/state", map[string]any{"state": "maintenance", "reason": "维护测试"}), http.StatusOK)
	o.send()
	if closed := o.status == -1; closed != (o.way == in) { // the way back is never closed by us
		r.errorf("during our maintenance: %s", o.reply)
	}
	r.want(r.maker.post("/venues/"+r.vendor.code+"/state", map[string]any{"state": "open", "reason": "维护结束"}), http.StatusOK)
}
