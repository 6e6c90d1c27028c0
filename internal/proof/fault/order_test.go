package fault_test

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/wallet"
)

// way is a direction on the player API.
type way int

const (
	in  way = 1 // centre → venue
	out way = 2 // venue → centre
)

// call is what the companies' switches call a transfer.
func (w way) call() string {
	if w == in {
		return "transfer_in"
	}
	return "transfer_out"
}

// way of the flow under way.
func (r *rig) way() way {
	if strings.HasPrefix(r.flow, "O2") {
		return out
	}
	return in
}

// order is one transfer as its player asks for it and sees it.
type order struct {
	r      *rig
	way    way
	venue  string
	amount money.Fen
	key    string
	before money.Fen // at the venue, by its own books, when it was asked for
	lied   bool      // the venue says what is not so: what the player is shown cannot be held against its books

	number  string // as the player reads it
	id, ref string
	status  int // as the player saw it last: 0 open, 1 done, 2 not done, -1 turned away
	reply   apptest.Reply
}

func (r *rig) order(w way, venue string, amount money.Fen) *order {
	r.t.Helper()
	return &order{r: r, way: w, venue: venue, amount: amount, key: r.key(), before: r.atVenue(venue)}
}

// platforms are the numbers of the venues in the catalogue.
func (r *rig) platform(venue string) string {
	if venue == r.vendor.code {
		return r.vendor.platform
	}
	return "31"
}

// ask sends the order as the player's browser does, or repeats it; safe in a
// goroutine of its own.
func (o *order) ask() (apptest.Reply, error) {
	return o.r.call(o.key, "/v1/Do/CallPlatformTranscationAction", "playerName", o.r.Name, "platformId", o.r.platform(o.venue),
		"transactionType", strconv.Itoa(int(o.way)), "amount", strings.TrimSuffix(o.amount.String(), ".00"))
}

// send asks, and holds what the player is told against what the venue has.
func (o *order) send() *order {
	o.r.t.Helper()
	reply, err := o.ask()
	o.r.ok(err)
	return o.told(reply)
}

// told takes an answer in.
func (o *order) told(reply apptest.Reply) *order {
	o.r.t.Helper()
	o.reply, o.status = reply, -1
	if sn := reply.Text("OrderSn"); reply.Status == http.StatusOK && sn != "" {
		if o.number != "" && o.number != sn {
			o.r.errorf("the order %s is now %s", o.number, sn)
		}
		o.number = sn
		o.find()
		o.status, _ = strconv.Atoi(reply.Text("Status"))
	}
	text := reply.Text("ResultMessage")
	switch o.status {
	case 0: // trust SAG-5
		if !strings.Contains(text, "处理中") && !strings.Contains(text, "人工核实") || !strings.Contains(text, o.number) || !reply.OK() {
			o.r.errorf("an open transfer is shown as %s", reply)
		}
	case 1:
		if now := o.r.atVenue(o.venue); !o.lied && now-o.before != o.moved() {
			o.r.errorf("a false success: the venue had %s and has %s, the player is told %s", o.before, now, reply)
		}
	default:
		if now := o.r.atVenue(o.venue); !o.lied && now != o.before {
			o.r.errorf("a false failure: the venue had %s and has %s, the player is told %s", o.before, now, reply)
		}
		if reply.OK() {
			o.r.errorf("a failure that says it went well: %s", reply)
		}
	}
	return o
}

// moved is by how much the venue's balance differs once it is done.
func (o *order) moved() money.Fen {
	if o.way == in {
		return o.amount
	}
	return -o.amount
}

// see has the player look again, and wants this status.
func (o *order) see(status int) *order {
	o.r.t.Helper()
	if o.send(); o.status != status {
		o.r.errorf("the player sees status %d, not %d: %s", o.status, status, o.reply)
	}
	return o
}

// background sends the order without waiting for the answer.
func (o *order) background() (answered chan struct{}) {
	answered = make(chan struct{})
	go func() {
		defer close(answered)
		o.reply, _ = o.ask() // no answer reads as no success
	}()
	return answered
}

// find looks up the order by the number that its player read.
func (o *order) find() {
	o.r.t.Helper()
	if o.id != "" {
		return
	}
	list, _, err := o.r.h.Wallets.List(o.r.t.Context(), o.r.h.DB, wallet.Filter{Player: o.r.id, Venue: o.venue, Order: o.number})
	o.r.ok(err)
	if len(list) == 0 {
		o.r.ok(fmt.Errorf("%w: transfer %s", errRowGone, o.number))
	}
	o.id, o.ref = list[0].ID, list[0].Ref
}

// transfer is the order in the house, found by its player and venue while the
// player has no number for it yet.
func (o *order) transfer() wallet.Transfer {
	o.r.t.Helper()
	o.find()
	t, _, err := o.r.h.Wallets.Find(o.r.t.Context(), o.r.h.DB, o.id)
	o.r.ok(err)
	return t
}

// pass lets time go by, and the resolver look at what is due.
func (r *rig) pass(d time.Duration) {
	r.t.Helper()
	r.h.Clock.Advance(d)
	r.ok(r.h.Wallets.ResolvePending(r.t.Context()))
}

// ends lets time go by until the order is not open any more.
func (o *order) ends(within time.Duration) wallet.Transfer {
	o.r.t.Helper()
	for until := o.r.h.Clock.Now().Add(within); o.r.h.Clock.Now().Before(until); {
		o.r.pass(time.Duration(5+o.r.rnd.IntN(40)) * time.Second)
		if t := o.transfer(); !t.Open() {
			return t
		}
	}
	t := o.transfer()
	if t.Open() {
		o.r.errorf("open after %s: %+v", within, t)
	}
	return t
}

// becomes wants a state of the order in the house.
func (o *order) becomes(state wallet.State) {
	o.r.t.Helper()
	if t := o.transfer(); t.State != state {
		o.r.errorf("the transfer is %s (%s), not %s", t.State, t.Reason, state)
	}
}

// held is what the player has in transit.
func (o *order) held() money.Fen { o.r.t.Helper(); return o.r.balance(ledger.Transit(o.r.id)) }

// caseStates are the states by their names in the back office.
var caseStates = map[wallet.State]string{wallet.Manual: "unknown", wallet.Disputed: "disputed"}

// isCase wants the order to be a case that staff see, and the player to be told
// that people are at it.
func (o *order) isCase(state wallet.State) {
	o.r.t.Helper()
	o.becomes(state)
	o.see(0)
	if text := o.reply.Text("ResultMessage"); !strings.Contains(text, "人工核实") {
		o.r.errorf("the player is told %s", text)
	}
	o.r.want(o.r.maker.get("/transfers?state="+caseStates[state]+"&playerId="+o.r.id), http.StatusOK, "total", "1", "items.0.id", o.id, "items.0.order", o.ref)
}

// byTwoPeople settles a case through the back office.
func (o *order) byTwoPeople(outcome string) {
	o.r.t.Helper()
	asked := o.r.maker.post("/transfers/"+o.id+"/settle", map[string]any{
		"outcome": outcome, "evidence": "场馆对账单核对", "reason": "与场馆客服核实",
	})
	o.r.byTwo(asked)
	state := map[string]string{"done": "done", "refused": "refused"}[outcome]
	o.r.want(o.r.maker.get("/transfers/"+o.id), http.StatusOK, "state", state)
	o.lied = false
	o.see(map[string]int{"done": 1, "refused": 2}[outcome])
}

// goesOn wants the next transfer of the player to work: nothing is left behind
// that stands in its way.
func (r *rig) goesOn() {
	r.t.Helper()
	r.healthy()
	r.h.Clock.Advance(5 * time.Second)
	if r.way() == in {
		r.purse(money.Yuan, 0)
	} else {
		r.purse(0, money.Yuan)
	}
	if o := r.order(r.way(), r.vendor.code, money.Yuan).send(); o.status != 1 {
		r.errorf("the next transfer: %s", o.reply)
	}
}
