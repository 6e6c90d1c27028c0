package crash

import (
	"fmt"
	"os"
	"strings"
)

// plan is what a crash point means in a flow: where the process ends, what was
// going on, and what must be true then.
type plan struct {
	flow, c string
	meaning string
	points  []string // by seed, in turn
	nth     bool     // some seeds let the point pass once or twice before

	prepare func(t *trial) error          // before the process is armed
	warm    func(t *trial, i int) error   // one whole operation that passes the point
	do      func(t *trial) error          // the operation that does not finish; what it returns means nothing
	right   func(t *trial) error          // what must be true right after the restart
	again   func(t *trial, n *node) error // whoever had no answer asks again
	end     func(t *trial) error          // what must be true in the end, within 120 s
}

func (p plan) name() string { return p.flow + " " + p.c }

func (p plan) point(seed int) string { return p.points[seed%len(p.points)] }

// plans are the 36 cells of the table; of HONGYUN_CRASH_ONLY="O1 C2" the ones
// whose names begin so, to see one again.
func plans() (chosen []plan) {
	for _, p := range allPlans() {
		if strings.HasPrefix(p.name(), os.Getenv("HONGYUN_CRASH_ONLY")) {
			chosen = append(chosen, p)
		}
	}
	return chosen
}

func allPlans() []plan {
	var all []plan
	for _, flow := range []string{"O1", "O2"} {
		all = append(all, transferPlans(flow)...)
	}
	return append(append(all, depositPlans()...), withdrawalPlans()...)
}

// transferPlans are O1 (centre to venue) and O2 (back).
func transferPlans(flow string) []plan {
	at := map[string]string{"O1": "ToVenue.", "O2": "FromVenue."}[flow]
	f := transferFlow(flow)
	cell := func(c, meaning string, exists, moved want, points ...string) plan {
		return plan{
			flow: flow, c: c, meaning: meaning, points: points, nth: true,
			prepare: f.prepare, warm: f.warm, do: f.do, right: f.right(exists), again: f.again(exists), end: f.end(moved),
		}
	}
	c3 := cell("C3", "the order is open because no answer came; the resolver has taken it and has not asked yet", open_, byFault, "Resolve.C3")
	c3.nth, c3.prepare, c3.do = false, f.prepareLost, f.resolve
	c8 := cell("C8", "the open order is being settled, by the resolver or by a second person, in one transaction", byPoint, done, "settle.C6", "settle.C7", "Hand.C8")
	c8.nth, c8.prepare, c8.do, c8.again = false, f.prepareFix, f.fix, f.fixAgain
	return []plan{
		cell("C0", "checked, nothing begun", none, done, at+"C0"),
		cell("C1", "in the transaction that writes the order", none, done, at+"C1"),
		cell("C2", "the order is committed, nothing is sent, nobody is told", open_, back, at+"C2"),
		c3,
		cell("C4", "the question is about to leave", open_, back, "leaves channelHandle", "leaving channelHandle"),
		cell("C5", "the question has left, or its answer has arrived unread", open_, byCompany, "left channelHandle", "answered channelHandle"),
		cell("C6", "the answer is read and not written, or written and not committed", open_, done, at+"C6", "settle.C6"),
		cell("C7", "settled and committed, the player not told", done, done, "settle.C7"),
		c8,
	}
}

// want is how an order stands, or must stand.
type want int

const (
	none      want = iota // it does not exist
	open_                 // not settled
	done                  // it moved the money
	back                  // it did not, and the money is where it was
	byCompany             // whichever the company's own book says
	byFault               // as prepareLost had it
	byPoint               // committed or not, by the point
)

func depositPlans() []plan {
	cell := func(c, meaning string, credited want, points ...string) plan {
		return plan{
			flow: "D", c: c, meaning: meaning, points: points, nth: true,
			prepare: ordered, warm: wholeDeposit, do: payOrder, right: creditedIs(credited), again: noticeAgain, end: creditedOnce,
		}
	}
	// Odd seeds lose the callback and have the house find out by asking.
	both := func(c, meaning string, callback, poll string) plan {
		p := cell(c, meaning, none, callback, poll)
		p.nth, p.prepare, p.do, p.again = false, orderedOrLost, payOrPoll, noticeOrPoll
		return p
	}
	c7 := cell("C7", "credited; the player's page has asked what is new, and the answer is not sent", done, "Recent.C7")
	c7.nth, c7.prepare, c7.do, c7.again = false, orderedAndPaid, askRecent, askRecentAgain
	c8 := cell("C8", "a payment of another amount was put aside; the second person's yes to its credit is being booked, or is booked and not answered", byPoint, "Confirm.C1", "Confirm.C2")
	c8.nth, c8.prepare, c8.do, c8.again = false, paidWrongly, approveCredit, approveCreditAgain
	return []plan{
		cell("C0", "the callback has arrived, nothing is written", none, "Callback.C0"),
		both("C1", "in the transaction that credits, by a callback or by our own question", "Callback.C1", "Callback.C1"),
		cell("C2", "credited and committed, the gateway not told", done, "Callback.C7"),
		cell("C3", "the callback is stored as it came, nobody has looked at it yet", none, "Callback.C2"),
		both("C4", "our question to the gateway is planned and about to leave", "leaves api.php", "Poll.C4"),
		both("C5", "our question has left, or its answer has arrived unread", "left api.php", "answered api.php"),
		both("C6", "the gateway's answer is read, nothing is booked", "Callback.C5", "Poll.C5"),
		c7, c8,
	}
}

func withdrawalPlans() []plan {
	cell := func(c, meaning string, points ...string) plan {
		return plan{
			flow: "W", c: c, meaning: meaning, points: points,
			prepare: withdrawalUpTo, do: withdrawalStep, right: withdrawalRight, again: withdrawalOn, end: withdrawalEnd,
		}
	}
	return []plan{
		cell("C0", "checked, nothing begun", "Ask.C0"),
		cell("C1", "in the transaction that asks, or approves", "Ask.C1", "Approve.C1"),
		cell("C2", "asked, or approved, and committed; nobody is told", "Ask.C2", "Approve.C2"),
		cell("C3", "a person has taken the order out of the queue and was not told so", "Done withdrawal.claim"),
		cell("C4", "the person who pays is about to be shown where to", "Destination.C4"),
		cell("C5", "the bank has paid; the person's word of it has arrived, nothing is written", "Begin withdrawal.paid"),
		cell("C6", "the bank's number is being written", "Pay.C1"),
		cell("C7", "paid and committed, nobody is told", "Pay.C2"),
		cell("C8", "the money is being given back, or was and nobody is told", "Return.C1 rejecting", "Return.C1 failing", "Done withdrawal.reject", "Done withdrawal.fail"),
	}
}

// key is one that no other request of the run has.
func (t *trial) newKey(what string) string {
	return fmt.Sprintf("%s-%s-%d", what, t.who.id, t.h.starts.Load())
}
