package crash

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/money"
)

// stage is a step of a withdrawal: who does what, and how the order stands then.
type stage struct {
	name, state string
	do          func(t *trial, n *node) (reply, error)
}

// office is a step of staff; the first desk reviews, the second pays.
func office(name, state string, desk int, body func(t *trial) map[string]any) stage {
	return stage{name, state, func(t *trial, n *node) (reply, error) {
		var b map[string]any
		if body != nil {
			b = body(t)
		}
		return n.act(t.h.desks[desk], "/withdrawals/"+t.ref+"/"+name, b)
	}}
}

var (
	because = func(*trial) map[string]any { return map[string]any{"reason": "收款账户有误"} }
	asking  = stage{"ask", "submitted", func(t *trial, n *node) (reply, error) {
		r, err := n.withdraw(t.who, t.key, t.yuan)
		if sn := r.text("OrderSn"); sn != "" {
			t.ref = sn
		}
		return r, err
	}}
	claiming  = office("claim", "claimed", 0, nil)
	approving = office("approve", "approved", 0, nil)
	showing   = office("destination", "approved", 1, nil)
	paying    = office("paid", "paid", 1, func(t *trial) map[string]any { return map[string]any{"reference": "BANK" + t.key} })
	rejecting = office("reject", "rejected", 0, because)
	waiting   = stage{"wait", "approved", waitToFail}
	failing   = office("fail", "failed", 1, because)

	paidWay     = []stage{asking, claiming, approving, showing, paying}
	rejectedWay = []stage{asking, claiming, rejecting}
	failedWay   = []stage{asking, claiming, approving, showing, waiting, failing}
)

// waitToFail lets the time pass for which a payout is not called failed (H-86),
// and brings everybody back to their desks.
func waitToFail(t *trial, n *node) (reply, error) {
	if err := t.h.clock.advance(order.DefaultSettings().PayoutWait + time.Minute); err != nil {
		return reply{}, err
	}
	for _, d := range t.h.desks {
		if _, err := n.act(d, "/withdrawals/nothing/claim", nil); err != nil {
			return reply{}, err
		}
	}
	return reply{status: http.StatusOK}, nil
}

// deathOf says on which way and at which step a point is, and whether the step
// is committed when the process ends there.
func deathOf(point string) (way []stage, step int, committed bool) {
	switch point {
	case "Ask.C0", "Ask.C1":
		return paidWay, 0, false
	case "Ask.C2":
		return paidWay, 0, true
	case "Done withdrawal.claim":
		return paidWay, 1, true
	case "Approve.C1":
		return paidWay, 2, false
	case "Approve.C2":
		return paidWay, 2, true
	case "Destination.C4":
		return paidWay, 3, true
	case "Begin withdrawal.paid", "Pay.C1":
		return paidWay, 4, false
	case "Pay.C2":
		return paidWay, 4, true
	case "Return.C1 rejecting":
		return rejectedWay, 2, false
	case "Done withdrawal.reject":
		return rejectedWay, 2, true
	case "Return.C1 failing":
		return failedWay, 5, false
	case "Done withdrawal.fail":
		return failedWay, 5, true
	}
	panic("no withdrawal passes " + point)
}

// seam is the point's name in the program.
func seam(point string) string {
	name, _, _ := strings.Cut(point, "C1 ")
	if name != point {
		return name + "C1"
	}
	return point
}

// withdrawalUpTo takes the steps before the one that does not finish.
func withdrawalUpTo(t *trial) error {
	t.key = t.newKey("W")
	for _, d := range t.h.desks { // everybody is at their desk before the process is armed
		if _, err := t.n.act(d, "/withdrawals/nothing/claim", nil); err != nil {
			return err
		}
	}
	var err error
	if t.before, err = t.sums(); err != nil {
		return err
	}
	way, step, _ := deathOf(t.point)
	for _, s := range way[:step] {
		if err := take(t, t.n, s); err != nil {
			return err
		}
	}
	return nil
}

// take takes a step that must succeed.
func take(t *trial, n *node, s stage) error {
	r, err := s.do(t, n)
	if err == nil && r.status != 200 {
		err = fmt.Errorf("%s: %s", s.name, r)
	}
	return err
}

func withdrawalStep(t *trial) error {
	way, step, _ := deathOf(t.point)
	_, err := way[step].do(t, t.n)
	return err
}

// state is how the order stands, "" if there is none.
func withdrawalState(t *trial) (state, ref string, err error) {
	err = t.h.read(func(ctx context.Context, d *db.DB) error {
		var rows []struct{ SN, State string }
		err := d.NewRaw("SELECT sn, state FROM withdrawal WHERE player = ? AND amount = ?", t.who.id, int64(t.amount())).Scan(ctx, &rows)
		switch {
		case err != nil:
			return err
		case len(rows) > 1:
			return fmt.Errorf("the order is there %d times", len(rows))
		case len(rows) == 1:
			state, ref = rows[0].State, rows[0].SN
		}
		return nil
	})
	return state, ref, err
}

// held is what an order in a state keeps from the player.
func (t *trial) held(state string) (centre, locked money.Fen) {
	switch state {
	case "submitted", "claimed", "approved":
		return -t.amount(), t.amount()
	case "paid":
		return -t.amount(), 0
	}
	return 0, 0
}

func withdrawalRight(t *trial) error {
	way, step, committed := deathOf(t.point)
	want := ""
	if committed {
		want = way[step].state
	} else if step > 0 {
		want = way[step-1].state
	}
	state, ref, err := withdrawalState(t)
	if err != nil {
		return err
	}
	if state != want {
		return fmt.Errorf("the withdrawal is %q, want %q", state, want)
	}
	t.ref = ref
	centre, locked := t.held(state)
	return t.expect(centre, locked, 0, 0, 0)
}

// withdrawalOn takes the interrupted step again, and then the others. A step
// that was done may be refused, as long as the order stands as it should.
func withdrawalOn(t *trial, n *node) error {
	way, step, committed := deathOf(t.point)
	for i, s := range way[step:] {
		r, err := s.do(t, n)
		if err != nil {
			return err
		}
		if r.status != 200 && t.strict && (i > 0 || !committed) {
			return fmt.Errorf("%s again: %s", s.name, r)
		}
		state, _, err := withdrawalState(t)
		if err != nil {
			return err
		}
		if t.strict && state != s.state {
			return fmt.Errorf("after %s the withdrawal is %q, want %q", s.name, state, s.state)
		}
	}
	return nil
}

// withdrawalEnd looks at the result: paid once or given back once, and the
// bank's list of payouts agrees.
func withdrawalEnd(t *trial) error {
	way, _, _ := deathOf(t.point)
	last := way[len(way)-1]
	state, _, err := withdrawalState(t)
	if err != nil {
		return err
	}
	if state != last.state {
		return fmt.Errorf("the withdrawal ended %q, want %q", state, last.state)
	}
	// Whoever clicks once more changes nothing.
	if _, err := last.do(t, t.n); err != nil {
		return err
	}
	centre, locked := t.held(state)
	return t.expect(centre, locked, 0, 0, 0)
}
